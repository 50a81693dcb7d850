// A whole text becomes a message, by dialect, tools and options; and the message's parts without JSON.

#include "check.h"

#define CALL \
  "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bern\", \"days\": \"3\"}}\n</tool_call>"

static char* parsed(const char* text, const char* options, const char* reason) {
  toolcall_error* error = NULL;
  toolcall_tools* tools = some_tools();
  toolcall_options* chosen = options_of(options);
  char* message = toolcall_parse_json(text, strlen(text), NULL, tools, chosen, reason,
                                      reason == NULL ? 0 : strlen(reason), NULL, &error);
  if (error != NULL) check(false, toolcall_error_message(error, NULL), __FILE__, __LINE__);
  toolcall_error_free(error);
  toolcall_options_free(chosen);
  toolcall_tools_free(tools);
  return message;
}

static void check_has(char* message, const char* part) {
  CHECK_HAS(message == NULL ? "" : message, part);
  toolcall_free(message);
}

static void messages(void) {
  CHECK_OWN(
      parsed("<think>Hm.</think>Sure." CALL, "{\"seed\": 0}", NULL),
      "{\"role\":\"assistant\",\"content\":\"Sure.\",\"reasoning_content\":\"Hm.\",\"tool_calls\":[{\"id\":"
      "\"call_rUyMNAmnOSYXxNfnwaIJg5yO\",\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"arguments\":"
      "\"{\\\"city\\\":\\\"Bern\\\",\\\"days\\\":3}\"}}],\"finish_reason\":\"tool_calls\",\"toolcall\":{\"dialects\":"
      "[\"hermes\"],\"diagnostics\":[],\"calls\":[{\"status\":\"complete\",\"dialect\":\"hermes\",\"channel\":\"text\","
      "\"evidence\":\"exact\",\"begin\":35,"
      "\"end\":102,\"repairs\":[]}],\"incomplete\":[],\"refused\":[],\"recovered\":false}}");
  check_has(parsed("", "{}", NULL),
            "\"content\":null,\"reasoning_content\":null,\"tool_calls\":[],\"finish_reason\":\"stop\"");
  // The tools are not known, so nothing is typed.
  check_has(toolcall_parse_json(TEXT(CALL), NULL, NULL, NULL, NULL, 0, NULL, NULL), "\\\"days\\\":\\\"3\\\"");
}

static void options_are_heard(void) {
  check_has(parsed("Hm.</think>Yes.", "{\"prefill\": \"<think>\\n\"}", NULL),
            "\"content\":\"Yes.\",\"reasoning_content\":\"Hm.\"");
  check_has(parsed(CALL, "{\"tool-choice\": \"none\"}", NULL), "\"tool_calls\":[]");
  check_has(parsed(CALL, "{\"max-level\": \"exact\"}", NULL), "\"status\":\"invalid\"");
  check_has(parsed(CALL, "{\"ids\": \"kimi\", \"first-call\": 4}", NULL), "\"id\":\"functions.get_weather:4\"");
  check_has(parsed(CALL, "{\"collect\": false, \"trace\": true}", NULL), "\"status\":\"complete\"");
  check_has(parsed("<tool_call>{\"name\": \"ping\", \"arguments\": {}", "{}", "length"),
            "\"finish_reason\":\"length\"");
  check_has(parsed("<tool_call>{\"name\": \"ping\", \"arguments\": {}", "{}", "length"),
            "\"incomplete\":[{\"name\":\"ping\"");
  check_has(parsed("<tool_call>{\"name\": \"ping\", \"arguments\": {}", "{}", "stop"),
            "\"repairs\":[\"missing_brace\"");
  const char damaged[] = "<tool_call>{\"name\": \"ping\", \"arguments\": {},}</tool_call>";
  check_has(parsed(damaged, "{\"native_only\": true}", NULL), "\"tool_calls\":[]");
  check_has(parsed(damaged, "{\"native-only\": false}", NULL), "\"repairs\":[\"loose_json\"]");
  check_has(parsed(damaged, "{\"without\": [\"loose_json\", \"open_json\"]}", NULL), "\"tool_calls\":[]");
  toolcall_dialect* minimax = toolcall_dialect_named(TEXT("minimax"), NULL);
  check_has(toolcall_parse_json(TEXT(CALL), minimax, NULL, NULL, NULL, 0, NULL, NULL), "\"tool_calls\":[]");
  toolcall_dialect_free(minimax);
}

// A choice may be what a request says, and then a tool may be called as a word is.
static void choices(void) {
  const char one[] = "{\"name\": \"ping\", \"arguments\": {}}";
  check_has(parsed(one, "{\"tool_choice\": {\"type\": \"function\", \"function\": {\"name\": \"ping\"}}}", NULL),
            "\"name\":\"ping\"");
  check_has(parsed(one,
                   "{\"tool_choice\": {\"type\": \"allowed_tools\", \"allowed_tools\": {\"mode\": "
                   "\"required\"}}}",
                   NULL),
            "\"name\":\"ping\"");
  toolcall_tools* tools = toolcall_tools_new(TEXT("[{\"name\": \"none\"}]"), 0, NULL);
  toolcall_options* chosen = options_of("{\"tool_choice\": {\"function\": {\"name\": \"none\"}}}");
  check_has(toolcall_parse_json(TEXT("{\"a\": 1}"), NULL, tools, chosen, NULL, 0, NULL, NULL), "\"name\":\"none\"");
  toolcall_options_free(chosen);
  toolcall_tools_free(tools);
}

// Sizes count: a zero byte is a byte, and the result has one after it that does not count.
static void zero_bytes(void) {
  size_t size = 0;
  char* message = toolcall_parse_json(TEXT("a\0b"), NULL, NULL, NULL, NULL, 0, &size, NULL);
  CHECK(message != NULL && strlen(message) == size);
  check_has(message, "\"content\":\"a\\u0000b\"");
}

// Adds what toolcall_parse_json gives of one text to a list.
static void add_alone(char* to, size_t room, const char* text, size_t size, const toolcall_tools* tools,
                      const char* options, const char* reason) {
  toolcall_options* chosen = options_of(options);
  char* message =
      toolcall_parse_json(text, size, NULL, tools, chosen, reason, reason == NULL ? 0 : strlen(reason), &size, NULL);
  append(to, room, strlen(to) == 0 ? "[" : ",", 1);
  append(to, room, message, size);
  toolcall_free(message);
  toolcall_options_free(chosen);
}

static const char* const some_texts[] = {"Sure." CALL, "a\0b", NULL,
                                         "<tool_call>{\"name\": \"ping\", \"arguments\": {}"};
static const size_t some_sizes[] = {sizeof "Sure." CALL - 1, 3, 0,
                                    sizeof "<tool_call>{\"name\": \"ping\", \"arguments\": {}" - 1};

static void many(void) {
  const char* const reasons[] = {NULL, "stop", "stop", "length"};
  const size_t reason_sizes[] = {0, 4, 4, 6};
  const uint64_t seeds[] = {7, 8, 9, UINT64_MAX};
  char expected[4000] = "";
  toolcall_tools* tools = some_tools();
  add_alone(expected, sizeof expected, some_texts[0], some_sizes[0], tools, "{\"seed\": 7}", NULL);
  add_alone(expected, sizeof expected, some_texts[1], some_sizes[1], tools, "{\"seed\": 8}", NULL);
  add_alone(expected, sizeof expected, NULL, 0, tools, "{\"seed\": 9}", NULL);
  add_alone(expected, sizeof expected, some_texts[3], some_sizes[3], tools, "{\"seed\": 18446744073709551615}",
            "length");
  append(expected, sizeof expected, "]", 1);
  CHECK_HAS(expected, "days\\\":3");
  CHECK_HAS(expected, "\"finish_reason\":\"length\"");
  size_t size = 0;
  char* found =
      toolcall_parse_many_json(some_texts, some_sizes, 4, NULL, tools, NULL, reasons, reason_sizes, seeds, &size, NULL);
  check_text(found, size, expected, strlen(expected), __FILE__, __LINE__);
  toolcall_free(found);

  // Without reasons and seeds, the options say all.
  toolcall_options* chosen = options_of("{\"seed\": 3}");
  expected[0] = '\0';
  for (int i = 0; i < 2; ++i)
    add_alone(expected, sizeof expected, some_texts[i], some_sizes[i], tools, "{\"seed\": 3}", NULL);
  append(expected, sizeof expected, "]", 1);
  found = toolcall_parse_many_json(some_texts, some_sizes, 2, NULL, tools, chosen, NULL, NULL, NULL, &size, NULL);
  check_text(found, size, expected, strlen(expected), __FILE__, __LINE__);
  toolcall_free(found);
  CHECK_OWN(toolcall_parse_many_json(NULL, NULL, 0, NULL, tools, chosen, NULL, NULL, NULL, NULL, NULL), "[]");
  toolcall_options_free(chosen);
  toolcall_tools_free(tools);
}

static void mistakes_of_many(void) {
  const size_t sizes[] = {0, 1};
  const char* const holes[] = {"", NULL};
  toolcall_error* error = NULL;
  CHECK(toolcall_parse_many_json(NULL, NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "texts is NULL, and its size is 2");
  CHECK(toolcall_parse_many_json(NULL, sizes, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "texts is NULL, and its sizes are not; both are given, or neither");
  CHECK(toolcall_parse_many_json(some_texts, some_sizes, 2, NULL, NULL, NULL, holes, NULL, NULL, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "finish_reasons is not NULL, and its sizes are; both are given, or neither");
  CHECK(toolcall_parse_many_json(holes, sizes, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "texts[1] is NULL, and its size is 1");
  CHECK(toolcall_parse_many_json(some_texts, some_sizes, 2, NULL, NULL, NULL, holes, sizes, NULL, NULL, &error) ==
        NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "finish_reasons[1] is NULL, and its size is 1");
}

static void parts(void) {
  toolcall_tools* tools = some_tools();
  toolcall_parser* parser = toolcall_parser_new(NULL, tools, NULL, NULL);
  toolcall_tools_free(tools);  // the parser has what it needs
  const char text[] =
      "<think>Hm.</think>Sure." CALL
      "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\", \"days\": 99,}}</tool_call>";
  CHECK_STRING(toolcall_parser_finish_reason, parser, "");
  CHECK(toolcall_parser_feed(parser, TEXT(text), TOOLCALL_ORIGIN_UNKNOWN, NULL) == 1);
  CHECK(toolcall_parser_finish(parser, NULL, 0, NULL) == 1);
  CHECK_STRING(toolcall_parser_content, parser, "Sure.");
  CHECK_STRING(toolcall_parser_reasoning, parser, "Hm.");
  CHECK_STRING(toolcall_parser_finish_reason, parser, "tool_calls");
  CHECK(toolcall_parser_calls(parser) == 2);
  const toolcall_call* call = toolcall_parser_call(parser, 0);
  CHECK(call->status == TOOLCALL_STATUS_COMPLETE && call->recovered == 0);
  CHECK(call->channel == TOOLCALL_CHANNEL_TEXT && call->evidence == TOOLCALL_EVIDENCE_EXACT);
  CHECK(call->begin == strlen("<think>Hm.</think>Sure.<tool_call>\n") && call->end > call->begin);
  CHECK_VIEW(call->name, "get_weather");
  CHECK_VIEW(call->arguments, "{\"city\":\"Bern\",\"days\":3}");
  CHECK_VIEW(call->dialect, "hermes");
  CHECK(call->id.size == strlen("call_") + 24);
  call = toolcall_parser_call(parser, 1);
  CHECK(call != NULL && call->status == TOOLCALL_STATUS_INVALID && call->recovered == 1);
  if (call != NULL) CHECK_VIEW(call->arguments, "{\"city\":\"Oslo\",\"days\":99}");
  CHECK(toolcall_parser_call(parser, 2) == NULL);

  char* wrong = toolcall_parser_correction(parser, TOOLCALL_CORRECT_TEXT_CALLS, TEXT(text), NULL, NULL);
  CHECK_HAS(wrong, "/days: expected at most 14, got 99");
  toolcall_free(wrong);
  wrong = toolcall_parser_correction(parser, TOOLCALL_CORRECT_FUNCTION_CALLS, NULL, 0, NULL, NULL);
  CHECK_HAS(wrong, "get_weather, ping");
  toolcall_free(wrong);
  toolcall_error* error = NULL;
  CHECK(toolcall_parser_correction(parser, 2, NULL, 0, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "executed is 2; it must be TOOLCALL_CORRECT_FUNCTION_CALLS (0) or ");
  toolcall_parser_free(parser);
}

// What is written is what is read, and the error says which value cannot be written.
static void writing(void) {
  toolcall_error* error = NULL;
  size_t size = 0;
  toolcall_dialect* hermes = toolcall_dialect_named(TEXT("hermes"), NULL);
  toolcall_dialect* glm = toolcall_dialect_named(TEXT("glm47"), NULL);
  toolcall_tools* tools = some_tools();
  char* message = parsed("Sure." CALL, "{}", NULL);
  char* text = toolcall_render(message, strlen(message), hermes, tools, &size, &error);
  CHECK(error == NULL && text != NULL && strlen(text) == size);
  CHECK_HAS(text == NULL ? "" : text, "Sure.<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {");
  toolcall_free(text);
  toolcall_free(message);
  const char call[] =
      "{\"name\": \"get_weather\", \"arguments\": {\"city\": \"a</arg_value><arg_key>days</arg_key><arg_value>3\"}}";
  CHECK(toolcall_render(TEXT(call), glm, tools, NULL, &error) == NULL);
  CHECK(error != NULL && strcmp(toolcall_error_pointer(error, NULL), "/tool_calls/0/function/arguments/city") == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "written as glm47 has it, the value ");
  CHECK(toolcall_render(TEXT(call), NULL, tools, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "calls are written as one dialect has them");
  CHECK(toolcall_render(NULL, 3, glm, tools, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "json is NULL");
  toolcall_tools_free(tools);
  toolcall_dialect_free(glm);
  toolcall_dialect_free(hermes);
}

// A call that stands in the text becomes one, and the format may be said.
static void mending(void) {
  toolcall_error* error = NULL;
  size_t size = 0;
  toolcall_tools* tools = some_tools();
  const char leaked[] =
      "[{\"role\": \"assistant\", \"content\": \"{\\\"name\\\": \\\"ping\\\", \\\"arguments\\\": {}}\"}]";
  char* mended = toolcall_mend_json(TEXT(leaked), NULL, tools, NULL, 0, &size, &error);
  CHECK(error == NULL && mended != NULL && strlen(mended) == size);
  check_has(
      mended,
      "{\"format\":\"openai\",\"changed\":true,\"changes\":[{\"code\":\"leaked_call\",\"pointer\":\"/0/content\",");
  check_has(toolcall_mend_json(TEXT(leaked), NULL, tools, TEXT("anthropic"), NULL, NULL), "\"type\": \"tool_use\"");
  toolcall_dialect* glm = toolcall_dialect_named(TEXT("glm47"), NULL);
  CHECK_OWN(toolcall_mend_json(TEXT("[ ]"), glm, NULL, TEXT("auto"), NULL, NULL),
            "{\"format\":\"openai\",\"changed\":false,\"changes\":[],\"transcript\":[ ]}");
  toolcall_dialect_free(glm);
  CHECK(toolcall_mend_json(TEXT("[{}]"), NULL, NULL, NULL, 0, NULL, &error) == NULL);
  CHECK(error != NULL && strcmp(toolcall_error_pointer(error, NULL), "/0") == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "the message has no role");
  CHECK(toolcall_mend_json(TEXT("[]"), NULL, NULL, TEXT("yaml"), NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "format is \"yaml\"; it must be one of auto, openai, responses, anthropic");
  toolcall_tools_free(tools);
}

static void reporting(void) {
  toolcall_error* error = NULL;
  size_t size = 0;
  char* made = toolcall_report_json(TEXT("Dear Gwendolyn"), NULL, 0, &size, &error);
  CHECK(error == NULL && made != NULL && strlen(made) == size);
  check_has(made, "\"redacted\":false,\"dialect\":\"auto\",\"finish_reason\":\"stop\",\"text\":\"Dear Gwendolyn\",");
  made =
      toolcall_report_json(TEXT("Dear Gwendolyn"), TEXT("{\"redact\": true, \"tools\": [], \"seed\": 3}"), NULL, NULL);
  CHECK(made != NULL && strstr(made, "Gwendolyn") == NULL);
  check_has(made, "\"tools\":[]");
  CHECK(toolcall_report_json(TEXT("a"), TEXT("{\"redact_names\": true}"), NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "redact_names needs redact");
  CHECK(toolcall_report_json(TEXT("a"), TEXT("{\"colour\": 1}"), NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "colour is not one of tools, dialect");
  CHECK(toolcall_report_json(TEXT("a"), TEXT("[]"), NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "the settings of a report must be a JSON object");
}

static void verdicts(void) {
  toolcall_error* error = NULL;
  char* message = parsed(CALL, "{}", NULL);
  CHECK_OWN(toolcall_verdict_json(message, message == NULL ? 0 : strlen(message), NULL, &error),
            "{\"verdict\":\"call\",\"message\":\"There is a call of get_weather.\"}");
  toolcall_free(message);
  CHECK(toolcall_verdict_json(TEXT("{}"), NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "this is no message as toolcall parse prints it");
}

// What a constraint does not say stands beside it.
static void constraining(void) {
  toolcall_error* error = NULL;
  size_t size = 0;
  toolcall_dialect* hermes = toolcall_dialect_named(TEXT("hermes"), NULL);
  const char list[] =
      "[{\"name\": \"f\", \"parameters\": {\"properties\": {\"x\": {\"type\": \"integer\", \"minimum\": 1}}}}]";
  toolcall_tools* tools = toolcall_tools_new(TEXT(list), 0, NULL);
  char* made = toolcall_constrain_json(TEXT("{\"format\": \"gbnf\", \"choice\": \"required\", \"parallel\": false}"),
                                       hermes, tools, &size, &error);
  CHECK(error == NULL && made != NULL && strlen(made) == size);
  CHECK_HAS(made == NULL ? "" : made, "{\"text\":\"root ::= \\\"<tool_call>");
  CHECK_HAS(made == NULL ? "" : made, "\"limits\":[{\"pointer\":\"/0/parameters/properties/x/minimum\",\"reason\":");
  toolcall_free(made);
  CHECK(toolcall_constrain_json(TEXT("{}"), hermes, tools, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "format is missing");
  CHECK(toolcall_constrain_json(TEXT("{\"format\": \"yaml\"}"), hermes, tools, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "format must be one of structural-tag, ebnf, lark, gbnf");
  CHECK(toolcall_constrain_json(TEXT("{\"format\": \"lark\", \"parallel\": 1}"), hermes, tools, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "parallel must be true or false");
  CHECK(toolcall_constrain_json(TEXT("{\"format\": \"lark\"}"), hermes, NULL, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "none are given");
  toolcall_tools_free(tools);
  toolcall_dialect_free(hermes);
}

void whole_text_tests(void) {
  messages();
  options_are_heard();
  choices();
  zero_bytes();
  many();
  constraining();
  mistakes_of_many();
  parts();
  writing();
  mending();
  reporting();
  verdicts();
}
