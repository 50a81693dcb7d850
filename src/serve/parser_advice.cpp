// Counts answers in a row; the names of parsers are front matter of the pages.

#include "serve/parser_advice.hpp"

#include <algorithm>

#include <toolcall/dialect.hpp>

#include "dialects/dialect_names.hpp"
#include "output/json_writer.hpp"

namespace toolcall::serve {

namespace {

// Of a server's own calls nothing says how the model wrote them, but its name.
std::string dialect_of(const std::string& model) {
  const auto found = events::find_dialects(model, dialect::all());
  return found.size() == 1 ? std::string(dialect::all()[found.front()].name) : std::string();
}

// Those of this server; of all where it is not known which it is.
std::vector<std::string> parsers_of(std::string_view dialect, std::string_view profile) {
  std::vector<std::string> all, own;
  for (const dialect_facts& known : dialect::all()) {
    if (known.name != dialect) continue;
    for (const std::string_view parser : known.server_parsers) {
      all.emplace_back(parser);
      if (parser.substr(0, parser.find('=')) == profile) own.emplace_back(parser);
    }
  }
  return own.empty() ? all : own;
}

std::string start_of(const std::vector<std::string>& parsers) {
  std::string made;
  for (const std::string& each : parsers) {
    const std::size_t equals = each.find('=');
    made += (made.empty() ? "start it with --tool-call-parser " : ", or ") + each.substr(equals + 1) + " (" +
            each.substr(0, equals) + ")";
  }
  return made.empty() ? "no parser of a server is known for it" : made;
}

}  // namespace

std::optional<std::string> parser_advice::note(const std::string& model, std::string_view profile,
                                               const answer_report& found) {
  bool has_own = false, in_text = false;
  std::string dialect;
  for (const auto& [kind, n] : found.calls) {
    const bool is_own = kind.channel == call_channel::upstream;
    (is_own ? has_own : in_text) = true;
    const bool is_of_dialect = !is_own && kind.evidence != call_evidence::general_reader;
    if (is_of_dialect && dialect.empty()) dialect = kind.dialect;
  }
  if (!has_own && !in_text) return std::nullopt;
  const std::lock_guard hold(mutex_);
  if (!in_text && found.recoveries.empty()) {
    models_.erase(model);
    return std::nullopt;
  }
  if (dialect.empty()) dialect = dialect_of(model);
  streak& of = models_[model];
  if (of.in_text != in_text || of.dialect != dialect) of = {in_text, dialect};
  if (++of.answers != answers_in_a_row) return std::nullopt;
  of.parsers = parsers_of(dialect, profile);
  return sentence(model, of);
}

std::string parser_advice::sentence(const std::string& model, const streak& of) {
  return "The last " + std::to_string(of.answers) + " answers of " + (model.empty() ? "the model" : model) +
         " with calls had them " + (of.in_text ? "in the text" : "damaged") +
         (of.dialect.empty() ? ", and which dialect it writes is not known" : ", and it writes " + of.dialect) +
         ": the server's parser " + (of.in_text ? "does not know them" : "does not read them as they are") + "; " +
         start_of(of.parsers) + ".";
}

std::string parser_advice::health() const {
  const std::lock_guard hold(mutex_);
  const auto is_known = [](const auto& each) { return each.second.answers >= answers_in_a_row; };
  events::json_writer out;
  out.object([&] {
    out.member("status", "ok");
    if (std::none_of(models_.begin(), models_.end(), is_known)) return;
    out.key("parsers").array([&] {
      for (const auto& each : models_) {
        const streak& of = each.second;
        if (!is_known(each)) continue;
        out.object([&] {
          out.member("model", each.first).member("dialect", of.dialect).member("answers", of.answers);
          out.key("server_parsers").array([&] {
            for (const std::string& parser : of.parsers) out.string(parser);
          });
          out.member("message", sentence(each.first, of));
        });
      }
    });
  });
  return out.take();
}

}  // namespace toolcall::serve
