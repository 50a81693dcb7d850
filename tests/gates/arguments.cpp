// nlohmann's reader in its streaming form, because its values would lose digits and members that come twice.

#include "gates/arguments.hpp"

#include <vector>

#include <nlohmann/json.hpp>

namespace toolcall::tests {

namespace {

using json = nlohmann::json;

std::string json_string(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

class speller : public nlohmann::json_sax<json> {
 public:
  bool null() override { return value("null"); }
  bool boolean(bool is) override { return value(is ? "true" : "false"); }
  bool number_integer(number_integer_t is) override { return value(std::to_string(is)); }
  bool number_unsigned(number_unsigned_t is) override { return value(std::to_string(is)); }
  bool number_float(number_float_t, const string_t& digits) override { return value(digits); }
  bool string(string_t& text) override {
    if (depth_ == 1) last_string_ = text;
    return value(json_string(text));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open('{'); }
  bool end_object() override { return close('}'); }
  bool start_array(std::size_t) override { return open('['); }
  bool end_array() override { return close(']'); }
  bool key(string_t& name) override {
    if (depth_ == 1) {
      name_ = name;
      from_ = all.size() + (fresh_ ? 0 : 1) + json_string(name).size() + 1;
    }
    separate();
    all += json_string(name) + ":";
    fresh_ = true;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  std::string all;
  bool is_object = false;
  std::map<std::string, field_value> members;

 private:
  void separate() {
    if (!fresh_) all += ',';
    fresh_ = false;
  }
  bool value(const std::string& written) {
    separate();
    all += written;
    ended();
    return true;
  }
  bool open(char bracket) {
    separate();
    if (depth_ == 0) is_object = bracket == '{';
    all += bracket;
    fresh_ = true;
    ++depth_;
    return true;
  }
  bool close(char bracket) {
    all += bracket;
    fresh_ = false;
    --depth_;
    ended();
    return true;
  }
  // A value of the outermost object has ended.
  void ended() {
    if (depth_ != 1 || !is_object) return;
    members.try_emplace(name_, field_value{all.substr(from_), last_string_});
    last_string_.reset();
  }

  std::string name_;
  std::optional<std::string> last_string_;
  std::size_t depth_ = 0, from_ = 0;
  bool fresh_ = true;
};

bool read(std::string_view text, speller& into) {
  return json::sax_parse(text.begin(), text.end(), &into);
}

}  // namespace

std::optional<std::map<std::string, field_value>> members_of(std::string_view text) {
  speller made;
  if (!read(text, made) || !made.is_object) return std::nullopt;
  return std::move(made.members);
}

std::string spelled_alike(std::string_view text) {
  speller made;
  return read(text, made) ? made.all : "";
}

}  // namespace toolcall::tests
