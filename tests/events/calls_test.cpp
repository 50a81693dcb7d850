// What becomes of a call: complete, invalid, incomplete, refused, and with which diagnostics.

#include "events/calls.hpp"

#include "catch.hpp"

namespace calls_test {

using namespace toolcall;
using namespace toolcall::tests;

TEST_CASE("a call that violates its schema is surfaced as invalid, with a pointer") {
  const message made = parsed(block(invoke("set", field("n", "1") + field("mode", "maybe"))));
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].status == call_status::invalid);
  CHECK(made.calls[0].arguments == "{\"n\":1,\"mode\":\"maybe\"}");
  REQUIRE(!made.diagnostics.empty());
  CHECK(made.diagnostics.back().label == "schema_violation");
  CHECK(made.diagnostics.back().pointer == "/mode");
  CHECK(made.diagnostics.back().call == 0);
}

TEST_CASE("an undamaged call without a required field is invalid, a repaired one incomplete") {
  const message plain = parsed(block(invoke("set", field("mode", "on"))));
  REQUIRE(plain.calls.size() == 1);
  CHECK(plain.calls[0].status == call_status::invalid);
  CHECK(labels(plain) == "missing_required");
  const message repaired = parsed(block("<invoke name=\"set\"><parameter name=\"mode\">on</mode></invoke>"));
  CHECK(repaired.calls.empty());
  REQUIRE(repaired.incomplete.size() == 1);
  CHECK(repaired.incomplete[0].label == "missing_required");
  CHECK(repaired.incomplete[0].dialect == "minimax");
  CHECK(labels(repaired) == "close_mismatch missing_required");
}

TEST_CASE("a call whose opening tag was damaged is emitted when it is complete, or refused") {
  const std::string damaged = "<invoke x=\"y\" name=\"set\">";
  const std::string good = open_block + damaged + field("n", "1") + "</invoke>";
  parser reader(minimax(), some_tools());
  emitted all;
  join(all, reader.feed(open_block + damaged + field("n", "1")));
  CHECK(show(all).find("call_begin") == std::string::npos);
  join(all, reader.feed("</invoke>" + close_block));
  CHECK(show(all).find("call_begin") != std::string::npos);
  const message refused = parsed(open_block + damaged + "</invoke>" + close_block);
  CHECK(refused.calls.empty());
  CHECK(refused.incomplete.empty());
  REQUIRE(refused.refused.size() == 1);
  CHECK(refused.refused[0].name == "set");
  CHECK(refused.refused[0].label == "missing_required");
  CHECK(refused.refused[0].dialect == "minimax");
  CHECK(refused.spans.at(1).part == message_part::refused);
}

TEST_CASE("a refused call takes no number from the calls after it") {
  const message made = parsed(block("<invoke x=\"y\" name=\"set\"></invoke>" + invoke("ping")));
  const message plain = parsed(block(invoke("ping")));
  REQUIRE(made.calls.size() == 1);
  CHECK(made.calls[0].id == plain.calls.at(0).id);
}

TEST_CASE("of a repeated field the first counts, and equal ones are one") {
  const message other = parsed(block(invoke("set", field("n", "1") + field("n", "2"))));
  REQUIRE(other.calls.size() == 1);
  CHECK(other.calls[0].arguments == "{\"n\":1}");
  CHECK(other.calls[0].status == call_status::invalid);
  CHECK(labels(other) == "duplicate_field");
  const message same = parsed(block(invoke("put", field("text", "abc") + field("text", "abc"))));
  REQUIRE(same.calls.size() == 1);
  CHECK(same.calls[0].arguments == "{\"text\":\"abc\"}");
  CHECK(same.calls[0].status == call_status::complete);
  CHECK(labels(same) == "");
}

TEST_CASE("the label of a repair belongs to the call that it repaired") {
  const message made =
      parsed(block(invoke("ping") + "<invoke name=\"set\"><parameter name=\"n\">1</n></invoke>" + invoke("ping")));
  REQUIRE(made.calls.size() == 3);
  CHECK(made.calls[0].repairs.empty());
  CHECK(made.calls[1].repairs == std::vector<std::string>{"close_mismatch"});
  CHECK(made.calls[2].repairs.empty());
  REQUIRE(made.diagnostics.size() == 1);
  CHECK(made.diagnostics[0].call == 1);
  CHECK(made.diagnostics[0].recovery);
}

TEST_CASE("a broken call among others is counted apart, and they stay where they were") {
  const message made =
      parsed(block(invoke("ping") + "<invoke name=\"set\">words</invoke>" + invoke("put", field("text", "x"))));
  REQUIRE(made.calls.size() == 2);
  CHECK(made.calls[1].name == "put");
  REQUIRE(made.incomplete.size() == 1);
  CHECK(made.incomplete[0].label == "stray_text");
}

TEST_CASE("a call begins when its opening tag is complete, and a string is emitted as it comes") {
  parser reader(minimax(), some_tools());
  emitted all;
  join(all, reader.feed(open_block + "<invoke name=\"put\""));
  CHECK(show(all).find("call_begin") == std::string::npos);
  join(all, reader.feed(">"));
  REQUIRE(show(all).find("call_begin") != std::string::npos);
  join(all, reader.feed("<parameter name=\"text\">abc"));
  CHECK(all.back().text == "{\"text\":\"abc");
  join(all, reader.feed("</para"));
  CHECK(all.back().text == "{\"text\":\"abc");
  join(all, reader.feed("graph>"));  // the next field could follow
  CHECK(all.back().text == "{\"text\":\"abc");
  join(all, reader.feed("."));
  CHECK(all.back().text == "{\"text\":\"abc</paragraph>.");
  join(all, reader.feed("</parameter>"));
  CHECK(all.back().text == "{\"text\":\"abc</paragraph>.");
  join(all, reader.feed("</invoke>" + close_block));
  join(all, reader.finish());
  CHECK(broken_calls(all) == "");
}

TEST_CASE("a value that is no plain string is emitted when it is complete, and the last brace with the end") {
  parser reader(minimax(), some_tools());
  emitted all;
  join(all, reader.feed(open_block + "<invoke name=\"set\"><parameter name=\"n\">12"));
  CHECK(all.back().type == event_type::call_begin);
  join(all, reader.feed("</parameter><parameter name=\"mode\">o"));
  CHECK(all.back().text == "{\"n\":12");
  join(all, reader.feed("n</parameter></invoke></min"));  // as much of the next mark as shows that it is one
  REQUIRE(all.back().type == event_type::call_end);
  CHECK(all.at(all.size() - 2).text == "{\"n\":12,\"mode\":\"on\"}");
}

}  // namespace calls_test
