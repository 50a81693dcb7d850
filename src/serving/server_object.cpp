// Objects told apart by their members.

#include "serving/server_object.hpp"

#include <cstdio>

#include "output/json_writer.hpp"
#include "serving/json_reading.hpp"
#include "text/utf8.hpp"

namespace toolcall::serving {

using typing::json::document;
using typing::json::value_kind;

namespace {

bool is_ollama(const document& in) {
  const std::uint32_t done = in.member(0, "done"), message = in.member(0, "message");
  if (done == 0 || in[done].what != value_kind::boolean) return false;
  return (message != 0 && in[message].what == value_kind::object) || is_string(in, in.member(0, "response"));
}

}  // namespace

object_kind kind_of(const document& in) {
  const std::uint32_t choices = in.member(0, "choices"), object = in.member(0, "object");
  if (choices == 0 || in[choices].what != value_kind::array)
    return is_ollama(in) ? object_kind::ollama : object_kind::other;
  if (is_string(in, object) && in.lexeme(object) == "\"chat.completion.chunk\"") return object_kind::chunk;
  object_kind found = object_kind::other;
  each_item(in, choices, [&](std::uint32_t choice) {
    const std::uint32_t message = in.member(choice, "message");
    // The last chunk of some servers has a finish reason alone.
    const bool ends =
        message == 0 && in.member(choice, "text") == 0 && is_string(in, in.member(choice, "finish_reason"));
    if (in.member(choice, "delta") != 0 || ends)
      found = object_kind::chunk;
    else if (message != 0 && in[message].what == value_kind::object && found == object_kind::other)
      found = object_kind::whole;
  });
  return found;
}

bool is_error(const document& in) {
  const std::uint32_t error = in.member(0, "error"), object = in.member(0, "object");
  return (error != 0 && in[error].what != value_kind::null) || (object != 0 && in.lexeme(object) == "\"error\"");
}

std::string what_is_wrong(std::string_view object, const typing::json::syntax_error& why) {
  return "not JSON: at byte " + std::to_string(why.at) + ", " + why.reason + ": " +
         utf8::shortened(utf8::well_formed(std::string(object)), 300);
}

void write_syntax_error(std::string_view object, const typing::json::syntax_error& why, std::string& to) {
  events::json_writer out;
  out.object([&] {
    out.key("error").object([&] {
      out.member("type", "server_error")
          .member("message", "the server sent something that is " + what_is_wrong(object, why));
      out.key("param").null().member("code", "not_json");
    });
  });
  to += out.take();
}

// The days are counted in years that begin in March, so that leap days come last
// (https://howardhinnant.github.io/date_algorithms.html, days_from_civil).
std::int64_t seconds_of(const std::string& time) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, read = 0;
  if (std::sscanf(time.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second, &read) != 6)
    return 0;
  std::size_t at = static_cast<std::size_t>(read);
  if (at < time.size() && time[at] == '.') at = time.find_first_not_of("0123456789", at + 1);
  int away_hours = 0, away_minutes = 0;
  if (at < time.size() && (time[at] == '+' || time[at] == '-')) {
    if (std::sscanf(time.c_str() + at + 1, "%2d:%2d", &away_hours, &away_minutes) != 2) return 0;
    if (time[at] == '-') away_hours = -away_hours, away_minutes = -away_minutes;
  }
  const std::int64_t y = year - (month <= 2 ? 1 : 0), era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t days = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
  return days * 86400 + (hour - away_hours) * 3600 + (minute - away_minutes) * 60 + second;
}

}  // namespace toolcall::serving
