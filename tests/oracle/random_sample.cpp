// Puts samples together: a random grammar with names and limits, a text for it, and where the text is cut.

#include "random_grammar.hpp"

namespace toolcall::interpreter {

names random_names(draws& draw, const std::vector<std::string>& labels) {
  names n;
  n.given = draw.percent(75);
  n.call_required = draw.percent(50);
  if (n.call_required && draw.percent(50)) n.tool_chosen = draw.percent(50) ? "a" : "ab";
  if (draw.percent(25)) n.off.insert(draw.one_of(labels));
  if (draw.percent(25)) n.late.insert(draw.one_of(labels));
  n.tools["a"] = {"a", "b", "ab", "n"};
  if (draw.percent(60)) n.tools["ab"] = {"a", "b"};
  if (draw.percent(50)) n.tools["b"] = {"n", "nn"};
  if (draw.percent(30)) n.tools["n"] = {};
  return n;
}

reading_limits random_limits(draws& draw) {
  reading_limits l;
  if (draw.percent(20)) l.trial_bytes = draw.between(1, 10);
  if (draw.percent(20)) l.span_bytes = draw.between(1, 10);
  if (draw.percent(20)) l.followed_by_bytes = draw.between(1, 10);
  l.depth = draw.percent(20) ? draw.between(1, 5) : 40;
  l.steps = 50000;
  return l;
}

sample random_sample(std::uint64_t seed) {
  draws draw(seed);
  sample s;
  s.of = random_grammar(draw);
  s.text = random_text(draw, s.of);
  s.splits = random_splits(draw, s.text.size());
  return s;
}

}  // namespace toolcall::interpreter
