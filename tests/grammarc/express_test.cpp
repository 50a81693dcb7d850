// What a grammar formalism for tool calls must be able to say: one fragment of a dialect for each point.
//
// A fragment is no dialect. It shows that the point is said by the notation itself, without a predicate in C++, and
// that the checks let it pass.

#include "express_fragment.hpp"

namespace express_test {

using namespace fragment;

TEST_CASE("1: a JSON value finds its own end, and keys come in any order and under several names") {
  const auto page = dialect(R"peg(
call          <- call:( "<tool_call>" ws "{" ^ ( part / @unread_key unread )* ws ( "}" / @missing_brace "" ) close )
part          <- ws key("name" / "function") name:string comma
               / ws key("arguments" / "parameters" / "args") ^ arguments:json comma    # an object, or one in a string
unread        <- ws '"' [^"]* '"' colon ^ json comma
key(k)        <- '"' k '"' colon
string        <- ('"' -> "") [^"]+ ('"' -> "")
colon         <- ws ":" ws
comma         <- ws ","?
close         <- "</tool_call>" / @missing_close ""
ws            <- [ \t\r\n]*
)peg");
  CHECK(has(page, "part", form::json));
  CHECK(find(rule_of(page, "part").body, form::role, "arguments")->children[0].is == form::json);
  CHECK(find(rule_of(page, "part").body, form::call, "key")->children[0].is == form::choice);
}

TEST_CASE("2: an end without a marker: balance, the next opener, the line's end, the text's end") {
  const auto page = dialect(R"peg(
call          <- call:( "[ARGS]" name:word "\n" ^ ( line_of / parameter / ^ arguments:json )* )
parameter     <- "<parameter=" key:word ">" ^ value:run("\n<parameter=" / "</function>") "\n"?
line_of       <- key:word "=" ^ value:run("\n") "\n"?
word          <- [a-z_]+
)peg");
  const auto* stop = find(rule_of(page, "parameter").body, form::run);
  REQUIRE(stop != nullptr);
  CHECK(stop->children[0].children.size() == 2);
  CHECK(find(rule_of(page, "line_of").body, form::run)->children[0].text == "\n");
}

TEST_CASE("3: a closer counts only where the next piece follows") {
  const auto page = dialect(R"peg(
call          <- call:( "<tool_call>" name:word "\n" ^ pair* ( "</tool_call>" / @missing_close "" ) )
pair          <- "<arg_key>" key:word "</arg_key><arg_value>" ^ value:run(end) end
end           <- "</arg_value>" &( ws ( "<arg_key>" / "</tool_call>" / !. ) ) / @open_value !.
ws            <- [ \t\r\n]*
word          <- [a-z_]+
)peg");
  const auto& end = rule_of(page, "end").body;
  CHECK(end.is == form::recovery);
  CHECK(end.text == "open_value");
  CHECK(find(end.children[0], form::at) != nullptr);
  CHECK(find(rule_of(page, "pair").body, form::run)->children[0].text == "end");
}

TEST_CASE("4: a closer repeats its opener: an element's name, a kind of quote") {
  const auto page = dialect(R"peg(
call          <- call:( "<invoke " q:["'] name:word =q ">" ^ element* )
element       <- m "<" key:word ">" ^ value:run(close(=key)) ( close(=key) / @open_value "" )
close(tag)    <- m "</" tag ">"
m             <- "]<]minimax[>["
word          <- [a-z_]+
)peg");
  CHECK(tree(rule_of(page, "element").body).find("role:key(capture:key(call:word))") != std::string::npos);
  CHECK(find(rule_of(page, "element").body, form::call, "close")->children[0].is == form::back);
  CHECK(find(rule_of(page, "close").body, form::parameter, "tag") != nullptr);
  CHECK(find(rule_of(page, "call").body, form::capture, "q") != nullptr);
}

TEST_CASE("5: values nest: objects, arrays and plain ones, typed along the way") {
  const auto page = dialect(R"peg(
call          <- call:( "<invoke " name:word ">" ^ field_* ( m "</invoke>" / @missing_close "" ) )
field_        <- m "<" !"/" key:word ">" ^ content(=key) ( m "</" =key ">" / @open_value "" )
content(tag)  <- array:item+ / object:field_+ / value:run(m "<")
item          <- m "<item>" ^ content("item") ( m "</item>" / @open_value "" )
m             <- "]<]minimax[>["
word          <- [a-z_]+
)peg");
  CHECK(has(page, "content", form::role, "object"));
  CHECK(has(page, "content", form::role, "array"));
  CHECK(find(rule_of(page, "item").body, form::call, "content")->children[0].text == "item");
  CHECK(find(rule_of(page, "field_").body, form::call, "content")->children[0].is == form::back);
}

TEST_CASE("6: markers that only the text or the model's vocabulary fixes") {
  const auto page = dialect(R"peg(
call          <- block("<tool_call", "</tool_call") / block("<|call", "<|end")
block(open, close)
              <- call:( open suffix:[a-z0-9]* ">" name:[a-z_]+ "\n" ^ arguments:run(close =suffix ">")
                        ( close =suffix ">" / @missing_close "" ) )
)peg",
                            "tokens: [\"<|call\", \"<|end\"]\n");
  CHECK(rule_of(page, "block").parameters == std::vector<std::string>{"open", "close"});
  CHECK(has(page, "block", form::capture, "suffix"));
  CHECK(page.front.at("tokens").size() == 2);
}

TEST_CASE("7: what may be an answer is tried, and is text if it is none") {
  const auto page = dialect(R"peg(
call          <- followed_by(list, end, text) end?
list          <- line_start "[" named ( ", " named )*
named         <- call:( name:[a-z_]+ "(" ^ ( argument ", "? )* ( ")" / @missing_close "" ) )
end           <- "]" ws !.
argument      <- key:[a-z_]+ "=" value:python
ws            <- [ \t\r\n]*
)peg");
  const auto& late = rule_of(page, "call").body.children.at(0);
  CHECK(late.is == form::followed_by);
  CHECK(late.text == "text");
  CHECK(print(late.children.at(1)) == "end");
  CHECK(has(page, "named", form::cut));  // it reaches no further than the followed_by around it
}

TEST_CASE("8: what a text means depends on a header whose parts come in any order") {
  const auto page = dialect(R"peg(
call          <- call:( "<|start|>" [a-z]+ part? part? to part? part? "<|message|>" ^ arguments:json closed )
reasoning     <- "<|start|>" [a-z]+ part? "<|channel|>analysis" part? "<|message|>" ^ reasoning:run(end) closed
control       <- "<|start|>" [a-z]+ part? part? "<|message|>"
to            <- " to=functions." name:[a-z_.]+
part          <- "<|channel|>" !"analysis" [a-z]+ / "<|constrain|>" [a-z]+
end           <- "<|end|>" / "<|call|>" / "<|start|>"
closed        <- "<|end|>" / "<|call|>" / ""
)peg");
  for (const auto* entry : {"call", "reasoning", "control"}) CHECK(has(page, entry, form::optional));
  CHECK(find(rule_of(page, "to").body, form::role, "name") != nullptr);
  CHECK(has(page, "reasoning", form::run));
}

TEST_CASE("9: a message may start in the middle of what the prompt began") {
  const auto page = dialect(R"peg(
call          <- call:( "<tool_call>" name:[a-z_]+ ">" ^ arguments:json )
reasoning     <- "<think>" ^ "\n"? reasoning:run("</think>") "</think>"?
)peg",
                            "starts: [\"<think>\\n\", \"<tool_call>\", \"\"]\n");
  CHECK(page.front.at("starts") == std::vector<std::string>{"<think>\n", "<tool_call>", ""});
}

TEST_CASE("10: an opener closes what is open, and a stray closer is no text") {
  const auto page = dialect(R"peg(
call          <- call:( opener name:[a-z_]+ ">" ^ param* ( "</function>" / @missing_close "" ) )
param         <- "<parameter=" key:[a-z_]+ ">" ^ value:run(end) end
end           <- "</parameter>" / @missing_close &"<parameter=" / @missing_close &"</function>" / @open_value !.
reasoning     <- "<think>" ^ reasoning:run("</think>" / opener) ( "</think>" / @call_in_reasoning &opener / "" )
control       <- note(stray_close, ( "</think>" / "</function>" / "<|END_TEXT|>" ))
opener        <- "<function="
)peg");
  const auto& stray = rule_of(page, "control").body;
  CHECK(stray.is == form::note);
  CHECK(has(page, "reasoning", form::recovery, "call_in_reasoning"));
  CHECK(tree(rule_of(page, "end").body).substr(0, 60) ==
        "recovery:open_value(recovery:missing_close(recovery:missing_");
}

TEST_CASE("11: blanks beside a marker belong to it, exactly one newline to a value's frame") {
  const auto page = dialect(R"peg(
call          <- [\n]* "<tool_call>" call:( name:[a-z_]+ "\n" ^ param* ) ( "</tool_call>" / @missing_close "" )
param         <- "<parameter=" key:[a-z_]+ ">" "\n"? ^ value:run(end) ( end / @open_value "" )
end           <- "\n</parameter>\n" / "</parameter>"
)peg");
  CHECK(rule_of(page, "call").body.children.at(0).is == form::star);
  CHECK(tree(rule_of(page, "param").body).find("optional(literal:\"\\n\"), cut") != std::string::npos);
}

TEST_CASE("12: a marker that is a special token is told from the same text in data") {
  const auto page = dialect(R"peg(
call          <- call:( "<|tool_call>" name:[a-z_]+ "{" ^ arguments:run("<tool_call|>") ( "<tool_call|>" / @missing_close "" ) )
)peg",
                            "tokens: [\"<|tool_call>\", \"<tool_call|>\"]\n");
  const auto& tokens = page.front.at("tokens");
  for (const auto& token : tokens) CHECK(has(page, "call", form::literal, token));
}

TEST_CASE("13: a value is not always the bytes that stand there") {
  const auto page = dialect(R"peg(
call          <- call:( "<tool " name:[a-z_]+ ^ gap ( attribute gap )* ( "/>" / @missing_close "" ) )
attribute     <- key:[a-z_]+ "=" ^ value:decoded
decoded       <- (q:["'] -> "") ( "&quot;" -> "\"" / "&lt;" -> "<" / "&amp;" -> "&" / "\\\"" -> "\"" / cdata / !=q . ^ )*
                 ( =q -> "" / @open_value "" )
cdata         <- ("<![CDATA[" -> "") ^ run("]]>") ("]]>" -> "" / @open_value "")
gap           <- ( ( "\\n" / "Ġ" / [ \n] ) ^ )*                                    # also a backslash and an n
)peg");
  CHECK(find(rule_of(page, "decoded").body, form::replace, "<")->children[0].text == "&lt;");
  CHECK(find(rule_of(page, "decoded").body, form::capture, "q")->children[0].is == form::replace);
  CHECK(find(rule_of(page, "gap").body, form::literal, "\\n") != nullptr);
}

TEST_CASE("14: a name stands in an id, a JSON key, a recipient, a second line, a tag") {
  const auto page = dialect(R"peg(
call          <- kimi / key / recipient / second_line / tag
kimi          <- call:( "<|call|>" id:( "functions." name:[a-z_]+ ":" [0-9]+ ) "<|args|>" ^ arguments:json )
key           <- call:( '[{"' name:tool '":' ^ arguments:json ( "}]" / @missing_brace "" ) )
recipient     <- call:( "to=functions." ( "functions." / "tool." )? name:[a-z_]+ "<|message|>" ^ arguments:json )
second_line   <- call:( "function\n" name:[a-z_]+ "\n" ^ arguments:json )
tag           <- call:( "<" name:tool ">" ^ arguments:run("</" =name ">") ( "</" =name ">" / @missing_close "" ) )
)peg");
  const auto* id = find(rule_of(page, "kimi").body, form::role, "id");
  REQUIRE(id != nullptr);
  CHECK(find(*id, form::role, "name") != nullptr);
  for (const auto* rule : {"kimi", "key", "recipient", "second_line", "tag"})
    CHECK(has(page, rule, form::role, "name"));
  CHECK(has(page, "tag", form::tool));
}

TEST_CASE("15: the schema decides what a value is, and the page says what it may decide on") {
  const auto page = dialect(R"peg(
call          <- call:( "<call " name:tool ">" ^ ( known / unknown )* )
known         <- "<" key:field ">" ^ value:run("</") ( "</" =key ">" / @close_mismatch "</" field ">" / @open_value "" )
unknown       <- "<text name=" key:[a-z_]+ ">" ^ string:run("</text>") ( "</text>" / @open_value "" )
)peg",
                            "repeats: last\n");
  CHECK(has(page, "known", form::role, "value"));
  CHECK(has(page, "unknown", form::role, "string"));
  CHECK(has(page, "known", form::field));
  CHECK(page.front.at("repeats") == std::vector<std::string>{"last"});
}

TEST_CASE("16: the same rule tells its call as it comes, or whole") {
  const auto page = dialect(R"peg(
call          <- body("<tool_call>") / trial(body("<maybe_call>") !.)
body(open)    <- call:( open name:[a-z_]+ "\n" ^ arguments:json ( "</tool_call>" / @missing_close "" ) )
)peg",
                            "emission: whole\n");
  const auto& call = rule_of(page, "call").body;
  CHECK(call.children.at(0).is == form::call);
  CHECK(call.children.at(1).is == form::trial);
  CHECK(find(call.children.at(1), form::call, "body") != nullptr);
  CHECK(page.front.at("emission") == std::vector<std::string>{"whole"});
}

TEST_CASE("17: where a raw value could be read in two ways, the page says which is meant") {
  const auto page = dialect(R"peg(
call          <- call:( "<function=" name:[a-z_]+ ">" ^ param* ( "</function>" / @missing_close "" ) )
param         <- "<parameter=" key:[a-z_]+ ">" ^ value:run(end) end
end           <- "</parameter>" &( "\n<parameter=" / "\n</function>" / !. )
               / @missing_close opener / @open_value !.
opener        <- line_start &( "<parameter=" new_field ">" )      # any other <parameter=x> is data
)peg");
  CHECK(has(page, "opener", form::new_field));
  CHECK(has(page, "opener", form::line_start));
  CHECK(has(page, "end", form::recovery, "missing_close"));
}

TEST_CASE("a call that counts only if something follows is followed_by") {
  const auto page = dialect(R"peg(
call          <- followed_by(named, !., @unanchored text)
named         <- call:( "<function=" name:tool ">" ^ arguments:json "</function>" )
)peg");
  const auto& late = rule_of(page, "call").body;
  CHECK(late.is == form::followed_by);
  CHECK(late.label == "unanchored");
  CHECK(late.text == "text");
}

}  // namespace express_test
