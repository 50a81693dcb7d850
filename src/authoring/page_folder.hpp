// A folder of pages, as spec/ is one, read and laid out at run time: its dialects without a compiler.

#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>

#include "grammarc/main_spec.hpp"

namespace toolcall::authoring {

class page_folder {
 public:
  // message.md, values/*.md, shapes/*.md, dialects/*.md and recovery.md. Throws std::runtime_error with the first
  // problem, where one of them cannot be read or is refused.
  explicit page_folder(const std::filesystem::path& folder);
  // Pages in which nothing is wrong.
  explicit page_folder(grammarc::specification spec);

  const std::vector<grammarc::page>& pages() const { return spec_.pages; }
  // In the order in which they are tried.
  const std::vector<const grammarc::page*>& dialects() const { return dialects_; }
  // Those of the dialects that are named, as dialect::named takes names; "auto" is all of them. Throws setup_error that
  // lists the dialects.
  std::vector<const grammarc::page*> named(std::string_view names) const;
  // Laid out on first use. Must not outlive the folder.
  const toolcall::dialect& dialect(const std::string& names);

 private:
  grammarc::specification spec_;
  std::vector<const grammarc::page*> dialects_;
  std::map<std::string, toolcall::dialect> laid_out_;  // by the names given to dialect()
};

}  // namespace toolcall::authoring
