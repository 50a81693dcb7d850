// Dialects and tools: what is made once, and then shared.

#include <toolcall/chat_template.hpp>
#include <toolcall/schema_report.hpp>

#include "c_interface/handles.hpp"
#include "output/json_writer.hpp"

namespace toolcall::c_interface {

namespace {

std::string dialects_json() {
  events::json_writer out;
  const auto list = [&](std::string_view name, std::span<const std::string_view> words) {
    out.key(name).array([&] {
      for (const std::string_view word : words) out.string(word);
    });
  };
  out.array([&] {
    for (const dialect_facts& each : dialect::all())
      out.object([&] {
        out.member("name", each.name);
        list("models", each.models);
        list("starts", each.starts);
        list("tokens", each.tokens);
        list("server_parsers", each.server_parsers);
      });
  });
  return out.take();
}

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

toolcall_dialect* toolcall_dialect_named(const char* names, size_t names_size, toolcall_error** error) noexcept {
  return guarded(error,
                 [&] { return new toolcall_dialect{toolcall::dialect::named(view("names", names, names_size))}; });
}

void toolcall_dialect_free(toolcall_dialect* dialect) noexcept {
  delete dialect;
}

char* toolcall_dialects_json(size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&] { return copied(dialects_json(), size); });
}

char* toolcall_dialects_of_template_json(const char* text, size_t text_size, size_t* size,
                                         toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const std::vector<toolcall::template_dialect> found = toolcall::dialects_of_template(view("text", text, text_size));
    return copied(to_json(found), size);
  });
}

char* toolcall_likely_dialects_of_template(const char* text, size_t text_size, size_t* size,
                                           toolcall_error** error) noexcept {
  return guarded(error,
                 [&] { return copied(toolcall::likely_dialects_of_template(view("text", text, text_size)), size); });
}

toolcall_dialect* toolcall_dialect_from_template(const char* text, size_t text_size, toolcall_error** error) noexcept {
  return guarded(error,
                 [&] { return new toolcall_dialect{toolcall::dialect::from_template(view("text", text, text_size))}; });
}

toolcall_tools* toolcall_tools_new(const char* json, size_t json_size, int strict, toolcall_error** error) noexcept {
  using schemas = toolcall::tools::unusable_schema;
  return guarded(error, [&] {
    return new toolcall_tools{
        toolcall::tools::from_json(view("json", json, json_size), strict != 0 ? schemas::refused : schemas::unchecked)};
  });
}

void toolcall_tools_free(toolcall_tools* tools) noexcept {
  delete tools;
}

char* toolcall_schema_report_json(const char* json, size_t json_size, const toolcall_dialect* dialect, size_t* size,
                                  toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const toolcall::tools read = toolcall::tools::checked(view("json", json, json_size));
    return copied(to_json(read, schema_report(read, dialect_or_all(dialect))), size);
  });
}
