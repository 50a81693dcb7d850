// The forms that find their own end, and those that look at what was read before. Their tokens are PEGTL's rules too.

#include <algorithm>
#include <set>

#include <tao/pegtl.hpp>

#include "pegtl/reading.hpp"

namespace toolcall::tests::by_pegtl {

namespace {

namespace pegtl = tao::pegtl;

template <char Quote>
struct quoted
    : pegtl::seq<pegtl::one<Quote>,
                 pegtl::star<pegtl::sor<pegtl::seq<pegtl::one<'\\'>, pegtl::any>, pegtl::not_one<Quote, '\\'>>>,
                 pegtl::one<Quote>> {};
template <char Quote>
struct thrice : pegtl::string<Quote, Quote, Quote> {};
template <char Quote>
struct long_quoted : pegtl::seq<thrice<Quote>,
                                pegtl::star<pegtl::not_at<thrice<Quote>>,
                                            pegtl::sor<pegtl::seq<pegtl::one<'\\'>, pegtl::any>, pegtl::not_one<'\\'>>>,
                                thrice<Quote>> {};
template <char Quote>
struct python_quoted : pegtl::if_then_else<pegtl::at<thrice<Quote>>, long_quoted<Quote>, quoted<Quote>> {};

struct line_comment_sign
    : pegtl::sor<pegtl::string<'/', '/'>, pegtl::seq<pegtl::one<'#'>, pegtl::at<pegtl::one<' ', '\t'>>>> {};
struct line_comment : pegtl::seq<line_comment_sign, pegtl::until<pegtl::one<'\n'>>> {};
struct block_comment_sign : pegtl::string<'/', '*'> {};
struct block_comment : pegtl::seq<block_comment_sign, pegtl::until<pegtl::string<'*', '/'>>> {};
struct comment_sign : pegtl::sor<line_comment_sign, block_comment_sign> {};
struct comment : pegtl::sor<line_comment, block_comment> {};
struct escape : pegtl::seq<pegtl::one<'\\'>, pegtl::any> {};

struct bytes_of_scalar : pegtl::plus<pegtl::sor<pegtl::alnum, pegtl::one<'+', '-', '.'>>> {};
struct json_scalar : pegtl::seq<pegtl::at<pegtl::sor<pegtl::digit, pegtl::one<'-', 't', 'f', 'n'>>>, bytes_of_scalar> {
};
struct python_scalar : pegtl::plus<pegtl::sor<pegtl::alnum, pegtl::one<'_', '+', '-', '.'>>> {};
struct name_byte
    : pegtl::sor<pegtl::alnum, pegtl::one<'_', '-', '.', ':', '/', '$', '@'>, pegtl::not_range<'\0', '\x7F'>> {};
struct word_byte : pegtl::sor<pegtl::alnum, pegtl::one<'_', '-'>, pegtl::not_range<'\0', '\x7F'>> {};

// How many bytes of the text the rule takes; nothing where it does not match.
template <typename Rule>
std::optional<std::size_t> taken(std::string_view text) {
  pegtl::memory_input<pegtl::tracking_mode::lazy> in(text.data(), text.data() + text.size(), "");
  if (!pegtl::parse<Rule>(in)) return std::nullopt;
  return static_cast<std::size_t>(in.current() - text.data());
}

bool among(std::string_view bytes, char byte) {
  return bytes.find(byte) != bytes.npos;
}

// A value, and whether it has an end in the text.
struct extent {
  std::size_t size;
  bool whole;
};

// A token, which the text cuts off where it does not match.
template <typename Token>
extent token(std::string_view text) {
  const auto size = taken<Token>(text);
  return {size.value_or(text.size()), size.has_value()};
}

// What stands between the brackets of JSON, and is read by what stood before it.
class json_parts {
 public:
  extent next(std::string_view text) {
    const char first = text.front();
    if (first == '"') return string<quoted<'"'>>(text);
    if (first == '\'' && among("{[,:", significant_)) return string<quoted<'\''>>(text);
    if (first == '`' && among("{[,:", significant_)) return string<quoted<'`'>>(text);
    if (among(" \t\r\n{}[],\"'`", before_) && taken<comment_sign>(text)) {
      before_ = ' ';
      return token<comment>(text);
    }
    before_ = first == '\\' ? '.' : first;
    if (!among(" \t\r\n", first)) significant_ = before_;
    return first == '\\' ? token<escape>(text) : extent{1, true};
  }

 private:
  template <typename Token>
  extent string(std::string_view text) {
    before_ = significant_ = '"';
    return token<Token>(text);
  }

  char before_ = ' ', significant_ = ',';
};

struct python_parts {
  extent next(std::string_view text) {
    if (text.front() == '"') return token<python_quoted<'"'>>(text);
    if (text.front() == '\'') return token<python_quoted<'\''>>(text);
    return {1, true};
  }
};

// From a bracket to the one that closes it, of whatever kind.
template <typename Parts>
extent bracketed(std::string_view text, std::string_view open, std::string_view close, Parts parts) {
  std::size_t at = 0, depth = 0;
  while (at < text.size()) {
    const char first = text[at];
    const extent part = parts.next(text.substr(at));
    if (!part.whole) break;
    at += part.size;
    if (among(open, first)) ++depth;
    if (among(close, first) && --depth == 0) return {at, true};
  }
  return {text.size(), false};
}

// The parts that are open after these node events, with what counts as their bytes.
struct open_part {
  std::string what, said;
  std::size_t said_until;
  bool is_named = false;  // of a call
  std::string tool{};
  std::set<std::string> keys{};

  bool replaces() const { return what.substr(0, 2) == "->"; }
};

class open_parts {
 public:
  open_parts(const std::vector<interpreter::node_event>& events, std::string_view text) : text_(text) {
    using interpreter::node_event_type;
    for (const interpreter::node_event& each : events) {
      if (each.is == node_event_type::begin) all_.push_back({each.what, "", each.begin});
      if (each.is == node_event_type::end) close(each.end);
      if (each.is == node_event_type::failed) all_.pop_back();
    }
  }

  const open_part* call() const {
    for (auto each = all_.rbegin(); each != all_.rend(); ++each)
      if (each->what == "call") return &*each;
    return nullptr;
  }

 private:
  void close(std::size_t end) {
    open_part closed = std::move(all_.back());
    all_.pop_back();
    if (closed.replaces()) return replaced(closed.what.substr(2), closed.said_until, end);
    closed.said += text_.substr(closed.said_until, end - closed.said_until);
    bool directly = true;  // but for roles that say whose rule it is
    for (auto each = all_.rbegin(); each != all_.rend(); ++each) {
      if (each->what == "call") {
        if (closed.what == "name") each->is_named = true, each->tool = closed.said;
        if (closed.what == "key" && directly) each->keys.insert(closed.said);
        return;
      }
      directly = directly && each->what.substr(0, 8) == "dialect:";
    }
  }

  // In all parts around it, up to another replacement.
  void replaced(const std::string& by, std::size_t begin, std::size_t end) {
    for (auto each = all_.rbegin(); each != all_.rend() && !each->replaces(); ++each) {
      each->said.append(text_.substr(each->said_until, begin - each->said_until)).append(by);
      each->said_until = end;
    }
  }

  std::string_view text_;
  std::vector<open_part> all_;
};

// Null where the call has no name yet, or that of no declared tool.
const std::set<std::string>* fields_of(const open_part* call, const interpreter::names& declared) {
  if (call == nullptr || !call->is_named) return nullptr;
  const auto tool = declared.tools.find(call->tool);
  return tool == declared.tools.end() ? nullptr : &tool->second;
}

}  // namespace

bool reading::json_until(bool (*stops)(reading&)) {
  const std::string_view text = text_.substr(position);
  const char first = text.empty() ? ' ' : text.front();
  const std::size_t from = position;
  const auto scalar = taken<json_scalar>(text);
  if (!scalar && !among("\"'{[", first)) return false;
  begin("json");
  extent value = scalar          ? extent{*scalar, true}
                 : first == '"'  ? token<quoted<'"'>>(text)
                 : first == '\'' ? token<quoted<'\''>>(text)
                                 : bracketed(text, "{[", "}]", json_parts());
  for (++position; !scalar && position < from + value.size; ++position)
    if (stops(*this)) value = {position - from, false};
  position = from + value.size;
  if (!scalar) cut();
  if (value.whole) end("json", from);
  return value.whole;
}

bool reading::python() {
  const std::string_view text = text_.substr(position);
  if (text.empty()) return false;
  const std::size_t from = position;
  const auto scalar = taken<python_scalar>(text);
  if (!scalar && !among("\"'{[(", text.front())) return false;
  begin("python");
  if (scalar)
    position += *scalar;
  else if (among("\"'", text.front()))
    position += python_parts().next(text).size;
  else
    position += bracketed(text, "{[(", "}])", python_parts()).size;
  end("python", from);
  return true;
}

bool reading::bare_name() {
  const auto size = taken<pegtl::plus<name_byte>>(text_.substr(position));
  position += size.value_or(0);
  return size.has_value();
}

// The size of the longest of these names that stands here and ends where it does.
std::size_t reading::size_of_longest(const std::set<std::string>& names) const {
  const std::string_view text = text_.substr(position);
  std::size_t longest = 0;
  for (const std::string& name : names) {
    if (name.size() <= longest || text.substr(0, name.size()) != name) continue;
    const std::string_view last = text.substr(name.size() - 1, 1), next = text.substr(name.size(), 1);
    if (!taken<word_byte>(last) || !taken<word_byte>(next)) longest = name.size();
  }
  return longest;
}

bool reading::tool() {
  if (!declared_->given) return bare_name();
  std::set<std::string> names;
  for (const auto& [name, fields] : declared_->tools) names.insert(name);
  const std::size_t size = size_of_longest(names);
  position += size;
  return size > 0;
}

bool reading::match_field(bool fresh) {
  if (!declared_->given) return bare_name();
  const open_parts parts(events, text_);
  const open_part* const call = parts.call();
  const std::set<std::string>* const fields = fields_of(call, *declared_);
  if (fields == nullptr) return false;
  const std::size_t size = size_of_longest(*fields);
  if (size == 0 || (fresh && call->keys.count(std::string(text_.substr(position, size))) != 0)) return false;
  position += size;
  return true;
}

bool reading::only_field() {
  const open_parts parts(events, text_);
  const std::set<std::string>* const fields = declared_->given ? fields_of(parts.call(), *declared_) : nullptr;
  if (fields == nullptr || fields->size() != 1) return false;
  begin("->" + *fields->begin());
  end("->" + *fields->begin(), position);
  return true;
}

bool reading::field_left() {
  const open_parts parts(events, text_);
  const open_part* const call = parts.call();
  const std::set<std::string>* const fields = declared_->given ? fields_of(call, *declared_) : nullptr;
  if (fields == nullptr) return false;
  for (const std::string& each : *fields)
    if (call->keys.count(each) == 0) return true;
  return false;
}

// The columns of blanks between the start of the line and here, if nothing else stands there.
std::optional<std::size_t> reading::indent() const {
  const std::string_view before = text_.substr(0, position);
  const std::size_t newline = before.rfind('\n');
  const std::string_view line = before.substr(std::max(line_, newline == before.npos ? 0 : newline + 1));
  if (line.find_first_not_of(" \t") != line.npos) return std::nullopt;
  const auto tabs = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\t'));
  return line.size() + 3 * tabs;
}

// A call may have failed as well.
std::size_t reading::end_of_last(std::string_view role) const {
  using interpreter::node_event_type;
  std::size_t last = 0;
  for (const interpreter::node_event& each : events) {
    const bool is_over = each.is == node_event_type::end || (role == "call" && each.is == node_event_type::failed);
    if (is_over && each.what == role && (role == "call" || each.begin < each.end)) last = std::max(last, each.end);
  }
  return last;
}

bool reading::is_blank_since(std::size_t since) const {
  using interpreter::node_event_type;
  std::size_t between = since;  // what stands in no item, behind it
  const auto is_blank = [&](std::size_t end) {
    return end <= between ||
           text_.substr(between, end - between).find_first_not_of(" \t\r\n") == std::string_view::npos;
  };
  for (const interpreter::node_event& each : events) {
    if (each.is == node_event_type::end && each.what == "text" && each.begin < each.end && each.end > since)
      return false;
    if (each.what != "block") continue;
    if (each.is == node_event_type::begin && !is_blank(each.begin)) return false;
    if (each.is != node_event_type::begin) between = std::max(between, each.end);
  }
  return is_blank(item_);
}

bool reading::start() {
  return is_blank_since(end_of_last("reasoning"));
}

}  // namespace toolcall::tests::by_pegtl
