// Which dialects a chat template's model writes, as JSON.

#include <toolcall/chat_template.hpp>

#include "output/json_writer.hpp"

namespace toolcall {

std::string to_json(std::span<const template_dialect> found) {
  events::json_writer out;
  out.array([&] {
    for (const template_dialect& each : found)
      out.object([&] {
        out.member("dialect", each.name);
        out.json_member("likely", each.is_likely ? "true" : "false");
        out.key("marks").array([&] {
          for (const std::string_view mark : each.marks) out.string(mark);
        });
      });
  });
  return out.take();
}

}  // namespace toolcall
