// The notation as a PEGTL grammar, rule for rule as in spec/notation.md, "The notation in itself".
//
// The rules that have a message may not fail: what stands there instead becomes the problem. They have no parts of
// their own, because a parse tree's control tells only such rules, and those it keeps, of their failure.

#pragma once

#include <cstddef>
#include <utility>

#include <tao/pegtl.hpp>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc::notation {

using namespace tao::pegtl;  // NOLINT: a grammar reads best without prefixes

struct comment : seq<one<'#'>, star<not_one<'\n'>>> {};
struct blank_piece : sor<one<' ', '\t', '\r', '\n'>, comment> {};
struct blank : star<blank_piece> {};
struct word_byte : ranges<'a', 'z', '0', '9', '_'> {};
struct word : seq<ranges<'a', 'z', '_'>, star<word_byte>> {};

struct choice;

struct parameter_name : seq<word> {};
struct parameters_end : one<')'> {};
struct parameters : seq<one<'('>, blank, list<parameter_name, one<','>, blank_piece>, blank, parameters_end> {};
struct rule_name : seq<word> {};
struct arrow : string<'<', '-'> {};
template <std::size_t... I>
string<given_word[I]...> spelled_given(std::index_sequence<I...>);
struct given_begin : seq<decltype(spelled_given(std::make_index_sequence<given_word.size()>())), plus<blank_piece>> {};
struct new_given : seq<given_begin, word> {};
struct new_head : seq<word, opt<one<'('>, blank, list<word, one<','>, blank_piece>, blank, one<')'>>> {};
// name = …, name := … and name ::= … are how other notations write a rule. No expression holds them: the = of a back
// reference touches its word, the : of a role its name. At the start of a line they begin a rule that is refused for
// it.
struct foreign_arrow : sor<seq<blank, sor<string<':', ':', '='>, seq<opt<one<':'>>, one<'='>, not_at<word>>>>,
                           seq<plus<blank_piece>, string<':', '='>>> {};
struct new_rule : sor<new_given, seq<new_head, blank, arrow>, seq<bol, new_head, foreign_arrow>> {};

struct escaped : seq<one<'\\'>, not_one<'\n'>> {};
struct double_quoted : star<sor<escaped, not_one<'"', '\\', '\n'>>> {};
struct single_quoted : star<sor<escaped, not_one<'\'', '\\', '\n'>>> {};
struct quote_end : one<'"'> {};
struct apostrophe_end : one<'\''> {};
struct any_case : seq<one<'i'>, not_at<word_byte>> {};
struct literal
    : seq<sor<seq<one<'"'>, double_quoted, quote_end>, seq<one<'\''>, single_quoted, apostrophe_end>>, opt<any_case>> {
};

struct class_inside : star<sor<escaped, not_one<']', '\\', '\n'>>> {};
struct class_end : one<']'> {};
struct byte_class : seq<one<'['>, class_inside, class_end> {};

struct dot : one<'.'> {};
struct cut : one<'^'> {};
struct group_end : one<')'> {};
struct group : seq<one<'('>, blank, choice, group_end> {};
struct back_word : seq<word> {};
struct back : seq<one<'='>, back_word> {};
struct arguments_end : one<')'> {};
struct binding : seq<word, blank, arrow, blank> {};
struct bound_name : seq<word> {};
struct argument : seq<opt<at<binding>, bound_name, blank, arrow, blank>, choice> {};
struct arguments : seq<one<'('>, blank, list<argument, seq<one<','>, blank>>, arguments_end> {};
struct name : seq<word, opt<one<'.'>, word>> {};
struct invocation : seq<name, opt<arguments>> {};
struct primary : sor<back, invocation, group, literal, byte_class, dot> {};

struct label_word : seq<word> {};
struct label : seq<one<'@'>, label_word> {};
struct part_name : seq<word> {};
struct part_prefix : seq<part_name, one<':'>> {};
struct predicate : one<'&', '!'> {};
struct no_operand : failure {};
struct count_end : one<'}'> {};
struct counted : seq<one<'{'>, star<digit>, opt<one<','>, star<digit>>, count_end> {};
struct suffix : sor<one<'?', '*', '+'>, counted> {};
struct no_replacement : failure {};
struct arrow_right : seq<blank, string<'-', '>'>, blank, sor<literal, no_replacement>> {};
struct marked : sor<seq<part_prefix, opt<predicate>>, predicate> {};
struct item
    : sor<cut,
          seq<not_at<new_rule>, sor<seq<marked, sor<primary, no_operand>>, primary>, opt<suffix>, opt<arrow_right>>> {};
struct alternative : seq<opt<label>, blank, star<item, blank>> {};
struct choice : seq<alternative, star<one<'/'>, blank, alternative>> {};

struct rule_arrow : seq<arrow> {};
struct given_name : seq<word, opt<string<'.', '*'>>> {};  // field.*: those of that page
struct no_rule_end : failure {};
struct rule_end : sor<eof, at<new_rule>, no_rule_end> {};
struct one_rule : seq<rule_name, opt<parameters>, blank, rule_arrow, blank, choice, rule_end> {};
struct one_given
    : seq<given_begin, list<given_name, one<','>, blank_piece>, blank, opt<arrow, blank, choice>, rule_end> {};

template <typename>
inline constexpr const char* message = nullptr;
template <>
inline constexpr const char* message<parameters_end> =
    "the parameters of a rule are words separated by commas and closed by )";
template <>
inline constexpr const char* message<rule_arrow> = "a rule is written `name <- …`";
template <>
inline constexpr const char* message<quote_end> = "a literal is closed by \" on the line where it began";
template <>
inline constexpr const char* message<apostrophe_end> = "a literal is closed by ' on the line where it began";
template <>
inline constexpr const char* message<class_end> = "a class is closed by ] on the line where it began";
template <>
inline constexpr const char* message<group_end> = "a group is closed by )";
template <>
inline constexpr const char* message<arguments_end> = "arguments are separated by , and closed by )";
template <>
inline constexpr const char* message<back_word> = "= is followed by the name of a capture";
template <>
inline constexpr const char* message<label_word> = "@ is followed by the name of a label, in a-z, 0-9 and _";
template <>
inline constexpr const char* message<count_end> = "a count is written {n} or {m,n}";
template <>
inline constexpr const char* message<no_operand> = "a part's name, & and ! touch what they belong to";
template <>
inline constexpr const char* message<no_replacement> = "-> is followed by the literal that the item counts as";
template <>
inline constexpr const char* message<no_rule_end> = "a rule is made of items and /";

struct errors {
  template <typename Rule>
  static constexpr const char* message = notation::message<Rule>;
};

}  // namespace toolcall::grammarc::notation
