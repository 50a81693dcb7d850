// Objects of a document with some members changed; all else of them stays as it was written.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "typing/json.hpp"

namespace toolcall::mender {

// Without a value the member is left out.
struct member_edit {
  std::string_view key;
  std::optional<std::string> json;
};

// A member that the object has is changed where it stands; others are added at the end, in their order.
std::string edited(const typing::json::document& in, std::uint32_t object, const std::vector<member_edit>& edits);

std::string quoted(std::string_view text);
std::string joined_list(const std::vector<std::string>& items);
bool is_blank(std::string_view text);

// The string that a member holds; empty if missing.
std::string member_text(const typing::json::document& in, std::uint32_t object, std::string_view key);
bool is_object(const typing::json::document& in, std::uint32_t node);
bool is_list(const typing::json::document& in, std::uint32_t node);
bool is_null(const typing::json::document& in, std::uint32_t node);
bool is_string(const typing::json::document& in, std::uint32_t node);
std::vector<std::uint32_t> items_of(const typing::json::document& in, std::uint32_t list);

}  // namespace toolcall::mender
