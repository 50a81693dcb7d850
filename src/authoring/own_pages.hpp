// Pages that a host brings, beside the dialects that were compiled in. One alone is dialect::of_page.
//
// The one idea: a page that is used alone is laid out with what it uses, which takes milliseconds; only names that mix
// such pages with compiled dialects lay out all pages of the library.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>

#include "authoring/page_set.hpp"
#include "grammarc/read_page.hpp"

namespace toolcall::authoring {

class own_pages {
 public:
  // The content of a page's file. Problems are gathered; a page that has some is not used.
  void add(const std::string& file, std::string_view content);
  const std::vector<grammarc::problem>& problems() const { return problems_; }

  // Their names, in the order in which they were added, with commas between them.
  std::string names() const;
  // Null where none is called so.
  const page_set* named(std::string_view name) const;
  // Names of these pages, which come first, and of what dialect::named takes; "auto" is all. The dialect keeps what it
  // needs. Throws setup_error for an unknown name, and where the machine cannot run a page.
  toolcall::dialect dialect(std::string_view names) const;

 private:
  toolcall::dialect among_compiled(const std::vector<std::size_t>& own, std::string_view others) const;

  struct source {
    std::string file, content;
    std::shared_ptr<const page_set> pages;
  };
  std::vector<source> all_;
  std::vector<grammarc::problem> problems_;
};

}  // namespace toolcall::authoring
