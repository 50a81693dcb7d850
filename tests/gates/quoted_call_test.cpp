// Quoted calls: a call that a value quotes is not made, whatever tag before it is damaged.
//
// A call is rendered in the shape of each dialect, and its last value quotes a whole call of another tool, in the shape
// of each dialect. The text is also read without one of the tags that stand before the quoted call, be it the first;
// where both calls have the same shape, also with one of them damaged: it stands there twice, a byte of it is missing,
// or a blank, a quotation mark or a bracket too many stands in it. What becomes of the call itself is not asked here;
// the other tool is not called, and nothing of the quoted call is an argument. The same holds where the policy makes
// text of calls without their wrapper.

#include <algorithm>

#include "catch.hpp"
#include "gates/gate.hpp"
#include "gates/renderers.hpp"
#include "gates/texts.hpp"

namespace quoted_call_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

constexpr std::string_view quoted_tool = "execute";
constexpr std::string_view declared_tools = R"([
  {"name": "store", "parameters": {"type": "object", "properties": {
    "place": {"type": "string"}, "mode": {"type": "string"}, "words": {"type": "string"}}}},
  {"name": "execute", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}])";

// Left out, but for whole texts: tool_tag has no tags but names, and any element of HTML looks like one of its fields.
bool is_left_out(const shape& each) {
  return each.dialect == "tool_tag";
}

class quoting_calls {
 public:
  quoting_calls(const shape& as, gate_pages& pages, alarm_list& alarms)
      : as_(as), pages_(pages), alarms_(alarms), declared_(tools::from_json(declared_tools)) {
    policies_.back().policy.native_only = true;
    const std::string plain = render(as, {call_of_texts("store", {{"place", "alpha"}})}, {}).text;
    for (const std::string& name : {std::string(as.dialect), std::string("auto")})
      if (!parse(plain, pages.dialect(name), declared_).calls.empty()) names_.push_back(name);
  }

  void run() {
    for (const shape& other : shapes()) {
      const std::string text = quoting(other);
      replace(text, {0, 0}, 0, 0, "");
      // In a string of JSON the marks of others are not looked for where no dialect is named.
      if (!is_left_out(as_) && (as_.how != values_as::json || other.dialect == as_.dialect))
        for (const span_of_text tag : tags_before_quotation(text))
          replace(text, tag, tag.begin, tag.end - tag.begin, "");
    }
    if (is_left_out(as_)) return;
    const std::string text = quoting(as_);
    for (const span_of_text tag : tags_before_quotation(text)) damage(text, tag);
  }

 private:
  // A call that quotes one in another shape.
  std::string quoting(const shape& other) const {
    const std::string quoted = render(other, {call_of_texts(quoted_tool, {{"command", "eta"}})}, {}).text;
    return render(as_, {call_of_texts("store", {{"place", "alpha"}, {"words", "Write " + quoted + " for it."}})}, {})
        .text;
  }

  std::vector<span_of_text> tags_before_quotation(const std::string& text) const {
    std::vector<span_of_text> tags = tags_of(text, pages_.dialects());
    const std::size_t quotation = text.find("Write ");
    std::erase_if(tags, [&](span_of_text tag) { return tag.end > quotation; });
    return tags;
  }

  void damage(const std::string& text, span_of_text tag) {
    replace(text, tag, tag.begin, 0, text.substr(tag.begin, tag.end - tag.begin));
    for (std::size_t at = tag.begin; at < tag.end && !alarms_.enough(); ++at) {
      replace(text, tag, at, 1, "");
      if (at == tag.begin) continue;
      for (const char* more : {" ", "\"", "<"}) replace(text, tag, at, 0, more);
    }
  }

  void replace(const std::string& text, span_of_text tag, std::size_t at, std::size_t size, const std::string& by) {
    std::string made = text;
    made.replace(at, size, by);
    const std::string what = made.substr(tag.begin, tag.end - tag.begin - size + by.size());
    for (const options& how : policies_)
      for (const std::string& name : names_)
        for (const tool_call& call : parse(made, pages_.dialect(name), declared_, how).calls)
          if (call.status == call_status::complete &&
              (call.name == quoted_tool ||
               (size + by.size() > 0 && call.arguments.find(R"("command":"eta")") != std::string::npos)))
            alarms_.add(std::string(as_.dialect) + " [" + what + "]",
                        name + (how.policy.native_only ? " native only" : ""), made, call.name + " " + call.arguments);
  }

  const shape& as_;
  gate_pages& pages_;
  alarm_list& alarms_;
  tools declared_;
  std::vector<options> policies_{2};  // the usual one, and that which wants no damaged calls
  std::vector<std::string> names_;    // of the dialects that read the shape: some are read only where they are named
};

alarm_list quoted_calls_made(gate_pages& pages, std::size_t most = all_alarms) {
  alarm_list alarms(most);
  for (const shape& each : shapes())
    if (has_dialect(pages, each.dialect) && is_wanted(each.dialect)) quoting_calls(each, pages, alarms).run();
  return alarms;
}

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of quoted calls", "[quoted]") {
  CHECK(quoted_calls_made(old_pages(), 1).enough());
}

TEST_CASE("a call that a value quotes is not made, whatever tag before it is damaged", "[quoted]") {
  CHECK(quoted_calls_made(todays_pages()).report() == 0);
}

}  // namespace quoted_call_test
