// Reads a model's answer from standard input, with tools as the first argument. The model writes calls as nobody else
// does, @call get_weather(city=Paris, days=3)@, so it gets a dialect of its own; those of the library are tried, too.

#include <iostream>
#include <iterator>
#include <string>

#include <toolcall/custom_dialect.hpp>
#include <toolcall/toolcall.hpp>

namespace at_call {

namespace pegtl = tao::pegtl;
namespace rules = toolcall::rules;
using rules::node_role;

// After a cut nothing is read again: what stands before it is a call, whatever comes.
struct blanks : pegtl::star<pegtl::blank> {};
struct key : rules::role<node_role::key, pegtl::plus<pegtl::identifier_other>> {};
struct value : rules::role<node_role::value, rules::run<pegtl::one<',', ')', '\n'>>> {};
struct field : pegtl::seq<blanks, key, blanks, pegtl::one<'='>, rules::cut, blanks, value> {};
struct fields : pegtl::opt<field, pegtl::star<pegtl::one<','>, rules::cut, field>> {};
struct closed : rules::recover<"missing_bracket", pegtl::seq<pegtl::one<')'>, pegtl::opt<pegtl::one<'@'>>>,
                               pegtl::at<pegtl::eolf>> {};
struct call : rules::role<node_role::call, rules::text<"@call ">, rules::role<node_role::name, rules::tool>,
                          pegtl::one<'('>, rules::cut, fields, closed> {};

struct page {
  static constexpr std::string_view name = "at_call";
  static constexpr toolcall::label_facts labels[] = {
      {"missing_bracket", "by finish reason", "The bracket of this call was not closed."}};
  using call = at_call::call;
};

}  // namespace at_call

int main(int, char** arguments) {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const toolcall::dialect known = toolcall::custom_dialect<at_call::page>("auto");
  const toolcall::tools declared =
      arguments[1] == nullptr ? toolcall::tools() : toolcall::tools::from_json(arguments[1]);
  const toolcall::message read = toolcall::parse(text, known, declared);
  std::cout << read.content << '\n';
  for (const toolcall::tool_call& call : read.calls)
    std::cout << call.dialect << ": " << call.name << ' ' << call.arguments << '\n';
  for (const toolcall::diagnostic& d : read.diagnostics) std::cout << d.label << ": " << d.message << '\n';
}
