#include "authoring/form_of_page.hpp"

#include <string>
#include <utility>
#include <vector>

#include "grammarc/written_form.hpp"
#include "text/words.hpp"

namespace toolcall::authoring {

namespace {

// The form, with all that it is a view of.
struct kept_form {
  std::string name;
  grammarc::written_form of;
  std::vector<std::vector<writer::piece>> rows;
  writer::form seen;

  writer::pieces row(const std::vector<grammarc::written_piece>& from) {
    std::vector<writer::piece>& made = rows.emplace_back();
    for (const grammarc::written_piece& each : from)
      made.push_back({each.text, value_of<writer::slot>(each.slot).value_or(writer::slot::unsaid), each.first,
                      each.second, value_of<writer::spelling>(each.how).value_or(writer::spelling::usual)});
    return made;
  }
};

}  // namespace

std::shared_ptr<const writer::form> form_of_page(const grammarc::page& here) {
  const auto kept = std::make_shared<kept_form>();
  kept->name = here.name;
  kept->of = grammarc::written_form_of(here).value_or(grammarc::written_form());
  const grammarc::written_form& of = kept->of;
  // The rows do not move with the list, for their pieces are their own.
  kept->seen = {.dialect = kept->name,
                .block = kept->row(of.block),
                .call = kept->row(of.call),
                .field = kept->row(of.field),
                .item = kept->row(of.item),
                .object = kept->row(of.object),
                .think = kept->row(of.think),
                .answer = kept->row(of.answer),
                .between = of.between,
                .after_think = of.after_think,
                .one_in_block = of.one_in_block};
  return {kept, &kept->seen};
}

}  // namespace toolcall::authoring
