// A page that somebody is writing, among the pages that were compiled in: read, checked, and laid out as a dialect.
//
// The one idea: nothing here reads texts. The page becomes what a compiled page becomes, and the ordinary parser runs
// it.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>

#include "grammarc/message_item.hpp"
#include "grammarc/read_page.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::authoring {

class page_set {
 public:
  // The page, those that it uses, and those that use it. One that is called like a dialect that was compiled takes its
  // place.
  page_set(const std::string& file, std::string_view content);

  // In the order of their lines; empty if the page is right. Then, and only then, the rest may be used.
  const std::vector<grammarc::problem>& problems() const { return problems_; }
  const grammarc::page& own() const { return pages_.back(); }
  const std::vector<grammarc::page>& pages() const { return pages_; }
  // What a message is tried for, in order: what is quoted, and what the page brings.
  std::vector<grammarc::message_item> items() const;
  // Throws setup_error where the machine cannot run the page. The set must outlive it.
  toolcall::dialect dialect() const;

 private:
  void add_used(const grammarc::page& by, const std::string& own_name);
  void add_users(const std::string& name);
  bool has(std::string_view name) const;
  void check_place();
  void check_results();
  void own_problems(bool names_resolve);
  void name_sources();
  bool is_asked_for(grammarc::problem& p) const;
  void blame(grammarc::problem& p, bool names_resolve) const;

  std::vector<grammarc::page> pages_;    // the page itself is the last
  std::vector<grammarc::label> labels_;  // those that were compiled
  std::vector<grammarc::problem> problems_;
};

// The page of a dialect that was compiled, as far as it was: its grammar, without its prose and examples. Empty where
// there is no such dialect.
std::string compiled_page(std::string_view dialect);

// The grammars of all pages that were compiled, those of dialects with name and order, and what their labels mean.
std::vector<grammarc::page> compiled_pages();
std::vector<grammarc::label> compiled_labels();

// Whether a page, or a name that pages may not have, is called so.
bool is_taken(std::string_view name);

}  // namespace toolcall::authoring
