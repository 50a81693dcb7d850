// A row of pieces is an array, and the form of a dialect says which are its rows.

#include "grammarc/emit_marks_written.hpp"

#include <string>
#include <vector>

#include "grammarc/dialects.hpp"
#include "grammarc/emit_rule.hpp"
#include "grammarc/written_form.hpp"

namespace toolcall::grammarc {
namespace {

class form_emitter {
 public:
  explicit form_emitter(const page& here) : page_(here) {}

  // The entry of the list; nothing where the page declares no call. The pieces are added to those of all.
  std::string entry(std::string& to) {
    const auto of = written_form_of(page_);
    if (!of) return {};
    std::string made = "  {" + cpp_literal(page_.name) + ",";
    for (const auto* const row : {&of->block, &of->call, &of->field, &of->item, &of->object, &of->think, &of->answer})
      made += span(to, *row);
    return made + " " + cpp_literal(of->between) + ", " + cpp_literal(of->after_think) + ", " +
           (of->one_in_block ? "true" : "false") + "},\n";
  }

 private:
  std::string span(std::string& to, const std::vector<written_piece>& of) {
    if (of.empty()) return " {},";
    const std::string name = identifier(page_.name + "_" + std::to_string(rows_++));
    to += "constexpr piece " + name + "[] = {";
    for (const written_piece& each : of)
      to += "\n    {" + cpp_literal(each.text) + ", slot::" + each.slot + ", " + cpp_literal(each.first) + ", " +
            cpp_literal(each.second) + ", spelling::" + each.how + "},";
    to += "};\n";
    return " " + name + ",";
  }

  const page& page_;
  std::size_t rows_ = 0;
};

}  // namespace

generated_file emit_written_forms(const std::vector<page>& pages) {
  std::string rows, list;
  for (const page* const each : dialects_among(pages)) list += form_emitter(*each).entry(rows);
  return {"written_forms.cpp", std::string(generated_mark) +
                                   "spec/dialects. Do not edit it: change the pages.\n\n"
                                   "#include \"writer/form.hpp\"\n\n"
                                   "namespace toolcall::writer {\n\nnamespace {\n\n" +
                                   rows + "\nconstexpr form all[] = {\n" + list +
                                   "};\n\n}  // namespace\n\n"
                                   "constinit const std::span<const form> written_forms = all;\n\n"
                                   "}  // namespace toolcall::writer\n"};
}

}  // namespace toolcall::grammarc
