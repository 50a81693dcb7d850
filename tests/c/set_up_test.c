// Versions, errors, dialects, tools and options: what a program makes before it reads a text.

#include "check.h"

static void versions(void) {
  CHECK(toolcall_abi_version() == TOOLCALL_ABI_VERSION);
  CHECK(strchr(toolcall_version(), '.') != NULL);
}

static void dialects(void) {
  toolcall_error* error = NULL;
  size_t size = 0;
  char* list = toolcall_dialects_json(&size, &error);
  CHECK(error == NULL && size == strlen(list));
  CHECK_HAS(list, "\"name\":\"hermes\",\"models\":[\"Hermes-2-Pro\"");
  CHECK_HAS(list, "\"starts\":[\"<think>\\n\",\"\"],\"tokens\":[\"<think>\",\"</think>\"]");
  toolcall_free(list);

  toolcall_dialect* named = toolcall_dialect_named(TEXT("Qwen/Qwen3-8B,minimax"), &error);
  CHECK(named != NULL && error == NULL);
  toolcall_dialect_free(named);
  CHECK(toolcall_dialect_named(TEXT("hermess"), &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "hermes");
  char* found = toolcall_dialects_of_template_json(TEXT("{{ '<seed:tool_call><function=' + name + '>' }}"
                                                        "</function></seed:tool_call>"),
                                                   &size, &error);
  CHECK(found != NULL && error == NULL && size == strlen(found));
  CHECK_HAS(found, "[{\"dialect\":\"seed_oss\",\"likely\":true,\"marks\":[");
  toolcall_free(found);
  CHECK(toolcall_dialects_of_template_json(TEXT("{\"chat_template\": 1}"), &size, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "must be a string");

  char* likely = toolcall_likely_dialects_of_template(
      TEXT("{{ '<seed:tool_call><function=' + name + '>' }}</function></seed:tool_call>"), &size, &error);
  CHECK(likely != NULL && error == NULL && size == strlen(likely));
  CHECK(strcmp(likely, "seed_oss") == 0);
  toolcall_free(likely);
  likely = toolcall_likely_dialects_of_template(TEXT("{\"name\": \"{{ name }}\", \"parameters\": {{ arguments }}}"),
                                                &size, &error);
  CHECK(likely != NULL && error == NULL);
  CHECK(strcmp(likely, "auto") == 0);
  toolcall_free(likely);
  CHECK(toolcall_likely_dialects_of_template(TEXT("{{ messages }}"), &size, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "this chat template shows the calls of no dialect; name the dialect or");

  toolcall_dialect* shown = toolcall_dialect_from_template(
      TEXT("{{ '<seed:tool_call><function=' + name + '>' }}</function></seed:tool_call>"), &error);
  CHECK(shown != NULL && error == NULL);
  char* read = toolcall_parse_json(TEXT("<seed:tool_call><function=ping></function></seed:tool_call><tool_call>"),
                                   shown, NULL, NULL, NULL, 0, NULL, NULL);
  CHECK_HAS(read, "\"content\":\"<tool_call>\"");  // of another dialect
  CHECK_HAS(read, "\"dialects\":[\"seed_oss\"]");
  toolcall_free(read);
  toolcall_dialect_free(shown);
  CHECK(toolcall_dialect_from_template(TEXT("{{ messages }}"), &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "this chat template shows the calls of no dialect; name the dialect or");
  CHECK(toolcall_dialect_named(NULL, 0, NULL) == NULL);  // who does not ask for the error gets none
}

static void pages(void) {
  toolcall_error* error = NULL;
  size_t size = 0;
  toolcall_dialect* zebra = toolcall_dialect_of_page(
      TEXT("---\ndialect: zebra\norder: 600\n---\n# z\n\n```marks\ncall '<|z|>' object '<|/z|>'\n```\n"), NULL, 0,
      &error);
  CHECK(zebra != NULL && error == NULL);
  char* written = toolcall_render(TEXT("[{\"name\": \"ping\", \"arguments\": {}}]"), zebra, NULL, &size, &error);
  CHECK(written != NULL && error == NULL);
  char* read = toolcall_parse_json(written, size, zebra, NULL, NULL, NULL, 0, NULL, NULL);
  CHECK_HAS(read, "\"dialects\":[\"zebra\"]");
  toolcall_free(read);
  toolcall_free(written);
  toolcall_dialect_free(zebra);
  CHECK(toolcall_dialect_of_page(TEXT("# z\n\n```peg\ncall <- nothing\n```\n"), TEXT("z.md"), &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "z.md:");
}

static void tools(void) {
  toolcall_error* error = NULL;
  CHECK(toolcall_tools_new(TEXT("[{\"name\": \"a\"}, {\"name\": \"a\"}]"), 0, &error) == NULL);
  CHECK(strcmp(toolcall_error_pointer(error, NULL), "/1/name") == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "a");
  CHECK(toolcall_tools_new(TEXT("nonsense"), 0, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "");

  const char odd[] = "[{\"name\": \"parameter\", \"parameters\": {\"$ref\": \"#\"}}]";
  toolcall_tools* kept = toolcall_tools_new(TEXT(odd), 0, &error);
  CHECK(kept != NULL && error == NULL);
  toolcall_tools_free(kept);
  CHECK(toolcall_tools_new(TEXT(odd), 1, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "");

  size_t size = 0;
  char* report = toolcall_schema_report_json(TEXT(odd), NULL, &size, &error);
  CHECK(error == NULL && size == strlen(report));
  CHECK_HAS(report, "{\"usable\":[\"parameter\"],\"issues\":[{\"grade\":\"error\",");
  CHECK_HAS(report, "\"code\":\"marker_name\"");
  toolcall_free(report);
  toolcall_dialect* hermes = toolcall_dialect_named(TEXT("hermes"), NULL);
  CHECK_OWN(toolcall_schema_report_json(TEXT("[]"), hermes, NULL, NULL), "{\"usable\":[],\"issues\":[]}");
  toolcall_dialect_free(hermes);
}

static void options(void) {
  toolcall_error* error = NULL;
  toolcall_options* chosen = toolcall_options_new(&error);
  static const char* const right[][2] = {{"tool-choice", "none"},
                                         {"ids", "kimi"},
                                         {"seed", "18446744073709551615"},
                                         {"first-call", "3"},
                                         {"prefill", "<think>\n"},
                                         {"collect", "off"},
                                         {"held-bytes", "1024"},
                                         {"trace", "on"},
                                         {"arguments", "complete"},
                                         {"id", "chatcmpl-1"},
                                         {"model", "qwen"},
                                         {"created", "1764000000"},
                                         {"input", "server-events"},
                                         {"output", "json"},
                                         {"events", ""},
                                         {"native-only", ""},
                                         {"native_only", "off"},
                                         {"require-wrapper", "on"},
                                         {"without", "loose_json"},
                                         {"confirm", "repaired,loose_json"},
                                         {"raw", "on"},
                                         {"repairs", "on"},
                                         {"unknown-tools", "text"},
                                         {"calls-in-reasoning", "never"},
                                         {"quotation-guard", "fences,inline-code"},
                                         {"invalid-calls", "refuse"},
                                         {"made-up", "text"},
                                         {"evidence", "keys"},
                                         {"max-level", "exact"},
                                         {"unknown-keys", "drop"},
                                         {"hold-calls", "on"}};
  for (size_t i = 0; i < sizeof right / sizeof *right; ++i) {
    const char *name = right[i][0], *value = right[i][1];
    check(toolcall_options_set(chosen, name, strlen(name), value, strlen(value), &error) == 1 && error == NULL, name,
          __FILE__, __LINE__);
  }
  toolcall_options_free(chosen);
}

static void wrong_options(void) {
  toolcall_error* error = NULL;
  toolcall_options* chosen = toolcall_options_new(&error);
  static const char* const wrong[][3] = {
      {"ids", "uuid", "openai, mistral, kimi"},
      {"seed", "-1", "-1"},
      {"seed", "", "seed"},
      {"created", "now", "now"},
      {"trace", "yes", "off, on"},
      {"tool-choice", "", "auto, none, required or the name of a tool"},
      {"confirm", "lose_json", "confirm: there is no label \"lose_json\"; did you mean"},
      {"without", "lose_json", "without: there is no label \"lose_json\"; did you mean"},
      {"native-only", "yes", "on, off"},
      {"output", "sse", "server-events"},
      {"max-level", "", "lossless"},
      {"sed", "1", "did you mean seed?"},
      {"zzzzzzzz", "1", "tool-choice, ids"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    const char *name = wrong[i][0], *value = wrong[i][1];
    check(toolcall_options_set(chosen, name, strlen(name), value, strlen(value), &error) == 0, name, __FILE__,
          __LINE__);
    CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, wrong[i][2]);
  }
  toolcall_options_free(chosen);
}

static void options_in_json(void) {
  toolcall_error* error = NULL;
  toolcall_options_free(
      options_of("{\"seed\": 7, \"native_only\": true, \"without\": [\"loose_json\", \"open_json\"], \"ids\": null}"));
  toolcall_options_free(options_of("{}"));
  static const char* const wrong[][3] = {
      {"[]", "", "the options must be a JSON object"},
      {"{\"seed\": 1", "", "the options are not JSON: at byte"},
      {"{\"seed\": 1.5}", "/seed", "1.5"},
      {"{\"seed\": true}", "/seed", "seed: true is not a number"},
      {"{\"a/b\": 1}", "/a~1b", "a/b"},
      {"{\"without\": [1]}", "/without", "without: 1 is not a string"},
      {"{\"without\": [\"lose_json\"]}", "/without", "without: there is no label \"lose_json\"; did you mean"},
      {"{\"ids\": {}}", "/ids", "ids: {} is not a string"},
      {"{\"ids\": [\"openai\"]}", "/ids", "ids: [\"openai\"] is not a string"},
      {"{\"prefill\": 5}", "/prefill", "prefill: 5 is not a string"},
      {"{\"native_only\": \"yes\"}", "/native_only", "native_only: \"yes\" is not true or false"},
      {"{\"native-only\": \"yes\"}", "/native-only", "native-only: \"yes\" is not true or false"},
      {"{\"trace\": 1}", "/trace", "trace: 1 is not true or false"},
      {"{\"quotation-guard\": false}", "/quotation-guard", "false is not a string or a list of strings"},
      {"{\"tool_choice\": \"\"}", "/tool_choice", "tool_choice: \"\" is not auto, none, required or"},
      {"{\"tool-choice\": [null]}", "/tool-choice", "[null] is not auto, none, required or the name of a tool, or {"},
      {"{\"tool-choice\": {\"type\": \"tool\"}}", "/tool-choice", "{\"type\":\"tool\"} is not auto"},
      {"{\"seed\": 1, \"seed\": 2}", "/seed", "seed is given more than once"},
      {"{\"native-only\": null, \"native_only\": true}", "/native_only", "native-only is given more than once"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    CHECK(toolcall_options_from_json_new(wrong[i][0], strlen(wrong[i][0]), &error) == NULL);
    CHECK(error != NULL && strcmp(toolcall_error_pointer(error, NULL), wrong[i][1]) == 0);
    CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, wrong[i][2]);
  }
  // A tool that is chosen is looked for where the tools are known.
  toolcall_tools* known = some_tools();
  toolcall_options* choice = options_of("{\"tool-choice\": \"get_wether\"}");
  CHECK(toolcall_parser_new(NULL, known, choice, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "get_weather");
  CHECK(toolcall_rewriter_new(NULL, known, choice, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "get_weather");
  toolcall_options_free(choice);
  toolcall_tools_free(known);
}

// A program that hands in NULL for an object that is needed is told so, or gets nothing.
static void missing_objects(void) {
  toolcall_error* error = NULL;
  size_t size = 7;
  CHECK(toolcall_parser_feed(NULL, TEXT("a"), TOOLCALL_ORIGIN_UNKNOWN, &error) == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "parser is NULL; it must be");
  CHECK(toolcall_options_set(NULL, TEXT("seed"), TEXT("1"), &error) == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "options is NULL; it must be");
  CHECK(toolcall_rewriter_feed(NULL, TEXT("a"), &size, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "rewriter is NULL; it must be");
  CHECK(toolcall_openai_writer_finish(NULL, NULL, 0, &error) == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "writer is NULL; it must be");
  CHECK(toolcall_parser_message_json(NULL, &size, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "NULL");
  CHECK(toolcall_parser_copy(NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "NULL");
  CHECK(toolcall_parser_next(NULL) == NULL && toolcall_parser_calls(NULL) == 0 &&
        toolcall_parser_call(NULL, 0) == NULL);
  CHECK_STRING(toolcall_parser_content, NULL, "");
  CHECK_STRING(toolcall_error_message, NULL, "");
  CHECK(toolcall_error_code(NULL) == 0);
  toolcall_free(NULL);
  toolcall_error_free(NULL);
  toolcall_parser_free(NULL);
  toolcall_rewriter_free(NULL);
  toolcall_openai_writer_free(NULL);
  toolcall_options_free(NULL);
  toolcall_tools_free(NULL);
  toolcall_dialect_free(NULL);
}

// NULL is a string only with the size 0; elsewhere the caller has lost something. The object is none the worse.
static void missing_strings(void) {
  toolcall_error* error = NULL;
  CHECK(toolcall_parse_json(NULL, 4, NULL, NULL, NULL, NULL, 0, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "text is NULL, and its size is 4; it may be NULL only with the size 0");
  CHECK(toolcall_parse_json(TEXT("a"), NULL, NULL, NULL, NULL, 4, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "finish_reason is NULL");
  CHECK(toolcall_dialect_named(NULL, 1, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "names is NULL");
  CHECK(toolcall_tools_new(NULL, 1, 0, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "json is NULL");
  toolcall_options* chosen = toolcall_options_new(NULL);
  CHECK(toolcall_options_set(chosen, TEXT("seed"), NULL, 1, &error) == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "value is NULL");
  toolcall_options_free(chosen);

  toolcall_parser* parser = toolcall_parser_new(NULL, NULL, NULL, NULL);
  CHECK(toolcall_parser_feed(parser, NULL, 1, TOOLCALL_ORIGIN_UNKNOWN, &error) == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "bytes is NULL");
  CHECK(toolcall_parser_feed(parser, NULL, 0, TOOLCALL_ORIGIN_UNKNOWN, &error) == 1);
  CHECK(toolcall_parser_finish(parser, NULL, 1, &error) == 0);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "reason is NULL");
  CHECK(toolcall_parser_finish(parser, NULL, 0, &error) == 1 && error == NULL);
  toolcall_parser_free(parser);

  toolcall_rewriter* rewriter = toolcall_rewriter_new(NULL, NULL, NULL, NULL);
  CHECK(toolcall_rewriter_feed(rewriter, NULL, 1, NULL, &error) == NULL);
  CHECK_ERROR(error, TOOLCALL_ERROR_SETUP, "bytes is NULL");
  CHECK(toolcall_rewriter_feed(rewriter, TEXT("a"), NULL, &error) != NULL && error == NULL);
  toolcall_rewriter_free(rewriter);
}

void set_up_tests(void) {
  versions();
  dialects();
  pages();
  tools();
  options();
  wrong_options();
  options_in_json();
  missing_objects();
  missing_strings();
}
