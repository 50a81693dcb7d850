// What a dialect can be called.

#include "dialects/dialect_names.hpp"

#include <algorithm>
#include <map>

#include <toolcall/error.hpp>

#include "catch.hpp"

namespace dialect_names_test {

using namespace toolcall;

namespace {

const std::vector<dialect_facts> some = {
    {"tags", {"Swift-2", "Owl-7B"}}, {"json", {"Swift-2", "tags", "NestLab/Heron-1"}}, {"bare", {}}};

std::vector<std::size_t> named(std::string_view name) {
  return events::dialects_named(name, some);
}

std::string refused(std::string_view name) {
  try {
    named(name);
  } catch (const setup_error& why) {
    return why.what();
  }
  return "";
}

using numbers = std::vector<std::size_t>;

}  // namespace

TEST_CASE("a dialect's own name stands for it alone") {
  CHECK(named("json") == numbers{1});
  CHECK(named("bare") == numbers{2});
  CHECK(named("tags") == numbers{0});  // although a model of another is called so
}

TEST_CASE("a model's name stands for every dialect that lists it, in their order") {
  CHECK(named("Swift-2") == numbers{0, 1});
  CHECK(named("Owl-7B") == numbers{0});
}

TEST_CASE("a model's name is taken in any letter case, with or without its vendor") {
  CHECK(named("swift-2") == numbers{0, 1});
  CHECK(named("OWL-7b") == numbers{0});
  CHECK(named("NestLab/Owl-7B") == numbers{0});
  CHECK(named("hub.example/NestLab/owl-7b") == numbers{0});
  CHECK(named("Heron-1") == numbers{1});
  CHECK(named("other/heron-1") == numbers{1});
}

TEST_CASE("what servers add after a model's name does not matter, and the longest name counts") {
  CHECK(named("NestLab/Swift-2-70B-Instruct") == numbers{0, 1});
  CHECK(named("heron-1:8b") == numbers{1});
  CHECK(named("Heron-1.gguf") == numbers{1});
  CHECK(refused("Heron-12") != "");
  const std::vector<dialect_facts> two = {{"old", {"Tit"}}, {"new", {"Tit-Coder"}}};
  CHECK(events::dialects_named("Tit-Coder-7B", two) == numbers{1});
  CHECK(events::dialects_named("Tit-7B", two) == numbers{0});
}

TEST_CASE("a version that is not listed is none of the listed ones, where these have different dialects") {
  const std::vector<dialect_facts> differ = {
      {"old", {"Tern-3", "Wren-2"}}, {"new", {"Tern-3.5", "Tern-3.6"}}, {"bare", {}}};
  CHECK(events::find_dialects("Tern-3-8B", differ) == numbers{0});
  CHECK(events::find_dialects("NestLab/Tern-3.6-27B", differ) == numbers{1});
  CHECK(events::find_dialects("Tern-3.5.1", differ) == numbers{1});
  CHECK(events::find_dialects("Wren-2.5", differ) == numbers{0});
  CHECK(events::find_dialects("NestLab/Tern-3.9-27B", differ).empty());
  CHECK(events::dialects_named("NestLab/Tern-3.9-27B", differ) == numbers{0, 1, 2});
  CHECK(events::is_unlisted_version("tern3.9", differ));
  CHECK_FALSE(events::is_unlisted_version("Wren-2.5", differ));
  CHECK_FALSE(events::is_unlisted_version("old", differ));
}

TEST_CASE("the word with which the names of models begin stands for all of them") {
  CHECK(named("swift") == numbers{0, 1});
  CHECK(named("NestLab/Owl") == numbers{0});
  CHECK(refused("Sw") != "");
  CHECK(refused("S") != "");
  CHECK(refused("Swift-") != "");
}

TEST_CASE("a name of nothing is refused, with what is near, or with the dialects") {
  CHECK(refused("Crane") == "there is no dialect and no model \"Crane\"; dialects are auto, tags, json, bare");
  CHECK(refused("Owl-8B") == "there is no dialect and no model \"Owl-8B\"; did you mean Owl-7B?");
  CHECK(refused("tgas") == "there is no dialect and no model \"tgas\"; did you mean tags?");
  CHECK(refused("gats") == "there is no dialect and no model \"gats\"; dialects are auto, tags, json, bare");
  CHECK(refused("tag") == "there is no dialect and no model \"tag\"; did you mean tags?");
  CHECK(refused("NestLab/Swift-3-8B") ==
        "there is no dialect and no model \"NestLab/Swift-3-8B\"; did you mean Swift-2?");
  CHECK(refused("") == "a name of a dialect or a model is empty");
  const std::vector<dialect_facts> many(20, dialect_facts{"tags", {}});
  try {
    events::dialects_named("Crane", many);
    FAIL("it was not refused");
  } catch (const setup_error& why) {
    CHECK(why.reason() == "there is no dialect and no model \"Crane\", nor one with a similar name");
  }
  CHECK(refused(std::string(10'000, 'x')).size() < 10'200);
  for (const std::string_view name : {"", "/", "NestLab/", "JSON", "x/json"}) {
    INFO(name);
    CHECK(refused(name) != "");
  }
  CHECK(refused("auto") == "\"auto\" means every dialect, and cannot be combined with other names");
}

TEST_CASE("signs between words may be others, or be left out, but not between digits") {
  const std::vector<dialect_facts> one = {{"old", {"Tit-3.1", "Great-Tit-v2"}}};
  for (const std::string_view name : {"tit3.1", "tit-3-1", "Tit_3_1-8B", "tit3_1:8b", "great_tit.V2", "greattitv2"}) {
    INFO(name);
    CHECK(events::dialects_named(name, one) == numbers{0});
  }
  for (const std::string_view name : {"tit31", "tit-31b", "tit3", "tit3.12", "tit-3.1b", "great-titan-v2"}) {
    INFO(name);
    CHECK(events::find_dialects(name, one).empty());
    CHECK_THROWS_AS(events::dialects_named(name, one), setup_error);
  }
}

TEST_CASE("words before a model's name are its vendor's, but a name that stands first goes before") {
  const std::vector<dialect_facts> two = {{"old", {"Tit-3.1"}}, {"new", {"Wren-2"}}};
  CHECK(events::dialects_named("Meta-Tit-3.1-8B", two) == numbers{0});
  CHECK(events::dialects_named("hub/nestlab_Tit-3.1-8B-GGUF", two) == numbers{0});
  CHECK(events::dialects_named("Wren-2-Tit-3.1-8B", two) == numbers{1});
  CHECK_THROWS_AS(events::dialects_named("Tomtit-3.1", two), setup_error);
}

// As people and servers write them. A name after "?" is none that is known, and what is near it follows.
TEST_CASE("models are found as people write their names") {
  const std::map<std::string_view, std::string_view> table = {
      {"qwq", "hermes"},
      {"qwq:32b", "hermes"},
      {"Qwen/QwQ-32B", "hermes"},
      {"qwen2.5:7b-instruct-q4_K_M", "hermes"},
      {"Qwen2.5-7B-Instruct-Q4_K_M.gguf", "hermes"},
      {"Qwen_Qwen3-8B-GGUF", "hermes"},
      {"unsloth/Qwen3-14B-unsloth-bnb-4bit", "hermes"},
      {"Qwen/Qwen3-Next-80B-A3B-Instruct-FP8", "hermes"},
      {"Qwen/Qwen2.5-VL-72B-Instruct-AWQ", "hermes"},
      {"qwen2.5-coder:7b", "json_wrapper generic_json"},
      {"qwen3-coder:30b", "qwen3_coder"},
      {"Qwen/Qwen3.5-397B-A17B", "qwen3_coder"},
      {"hermes3:8b", "hermes"},
      {"NousResearch/Hermes-3-Llama-3.1-8B", "hermes"},
      {"Nous-Hermes-2-Pro-Mistral-7B", "hermes"},
      {"llama3-groq-tool-use", "hermes"},
      {"arcee-ai/trinity-mini", "hermes"},
      {"LGAI-EXAONE/EXAONE-4.0-32B", "hermes"},
      {"tngtech/deepseek-r1t2-chimera:free", "hermes"},
      {"baidu/ERNIE-4.5-21B-A3B-Thinking", "ernie"},
      {"smollm2:1.7b", "hermes"},
      {"HuggingFaceTB/SmolLM3-3B", "hermes"},
      {"llama3.1:8b", "llama_json"},
      {"meta-llama/Meta-Llama-3.1-8B-Instruct", "llama_json"},
      {"unsloth/Meta-Llama-3.1-8B-bnb-4bit", "llama_json"},
      {"llama3.2:3b", "llama_json pythonic"},
      {"meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama_json pythonic"},
      {"gemma3:27b", "llama_json pythonic"},
      {"Llama-3.3-70B-Instruct", "llama_json"},
      {"Llama-3.3-Nemotron-Super-49B-v1", "json_wrapper"},
      {"nvidia/Llama-3_3-Nemotron-Super-49B-v1_5", "json_wrapper"},
      {"nvidia/Llama-3.1-Nemotron-Nano-8B-v1", "json_wrapper"},
      {"nvidia/Llama-3.1-Nemotron-70B-Instruct-HF", "llama_json"},
      {"nvidia/NVIDIA-Nemotron-Nano-9B-v2", "json_wrapper"},
      {"nemotron-mini", "json_wrapper"},
      {"nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-FP8", "qwen3_coder"},
      {"Jamba", "json_wrapper"},
      {"Jamba-1.6", "json_wrapper"},
      {"ai21labs/AI21-Jamba-1.5-Mini", "json_wrapper"},
      {"InternLM", "json_wrapper"},
      {"internlm2:7b", "json_wrapper"},
      {"internlm/internlm2_5-7b-chat", "json_wrapper"},
      {"tencent/Hunyuan-A13B-Instruct", "json_wrapper"},
      {"ibm-granite/granite-20b-functioncalling", "json_wrapper"},
      {"HyperCLOVAX-SEED-Think-32B", "hyperclovax_think"},
      {"naver-hyperclovax/HyperCLOVAX-SEED-Think-14B", "hyperclovax_14b generic_json"},
      {"Salesforce/Llama-xLAM-2-8b-fc-r", "mistral hermes generic_json"},
      {"firefunction-v2", "granite4"},
      {"phi4-mini", "granite4"},
      {"microsoft/Phi-4-mini-instruct", "granite4"},
      {"granite3.3:8b", "granite4 granite_pythonic"},
      {"granite4.0-h-small", "granite4"},
      {"mistral-nemo", "mistral generic_json"},
      {"mistralai_Mistral-Small-3.2-24B-Instruct-2506-Q6_K.gguf", "mistral generic_json"},
      {"deepseek/deepseek-chat-v3-0324:free", "deepseek"},
      {"deepseek-ai/DeepSeek-V3.1-Terminus", "deepseek"},
      {"deepseek-ai/DeepSeek-V3.2", "dsml"},
      {"deepseek-ai/DeepSeek-V3.2-Exp", "deepseek"},
      {"moonshotai/Kimi-K2-Instruct-0905", "kimi_k2"},
      {"kimi-k2.5", "kimi_k2"},
      {"zai-org/GLM-4.5-Air-FP8", "glm47"},
      {"gpt oss", "harmony"},
      {"C:\\models\\gpt-oss-20b.gguf", "harmony"},
      {"poolside/Laguna-XS", "laguna generic_json"},
      {"meituan-longcat/LongCat-Flash-Chat", "longcat"},
      {"stepfun-ai/step3", "step3"},
      {"tencent/Hunyuan-3", "hy_v4 hy_v3"},
      {"glm45", "glm47"},
      {"glm-5.1", "glm47"},
      {"MiniMaxAI/MiniMax-M2", "minimax"},
      {"gpt-oss:20b", "harmony"},
      {"llm-jp/llm-jp-4.1-32b-thinking", "harmony"},
      {"claude-3-5-sonnet-20241022", "anthropic"},
      {"LiquidAI/LFM2-8B-A1B", "lfm2"},
      {"command-r", "command_r"},
      {"command-r7b:latest", "cohere"},
      {"CohereLabs/c4ai-command-a-03-2025", "cohere cofl"},
      {"thinkingmachines/Inkling", "inkling"},
      {"swiss-ai/Apertus-8B-Instruct-2509", "apertus"},
      {"ai-sage/GigaChat3-10B-A1.8B", "gigachat3"},
      {"ai-sage/GigaChat3.1-10B-A1.8B-GGUF", "gigachat3"},
      {"allenai/Olmo-3.1-32B-Think", "olmo3"},
      {"olmo-3:7b", "olmo3"},
      {"CohereForAI/c4ai-command-r-plus", "command_r"},
      {"pfnet/plamo-3-nict-8b-base", "plamo3"},
      {"miromind-ai/MiroThinker-v1.0-72B", "mirothinker"},
      {"stepfun-ai/Step-Audio-2-mini", "step_audio2"},
      {"sbintuitions/sarashina2.2-3b-instruct-v0.1", "sarashina"},
      {"ServiceNow-AI/Apriel-1.6-15b-Thinker", "json_wrapper apriel"},
      {"meetkai/functionary-medium-v3.2-GGUF", "functionary"},
      {"facebook/cwm-sft", "cwm"},
      {"BlinkDL/rwkv-7-world", "anthropic rwkv"},
      {"gpt-4o", "?"},
      {"phi4", "? Phi-4-mini"},
      {"hermess", "? hermes, Hermes-3 or Hermes-4"},
      {"qwen", "hermes qwen3_coder json_wrapper generic_json"},
      {"llama3", "? Llama-3.1, Llama-3.2 or Llama-3.3"},
      {"IQuest-Coder-V2", "iquest"},
  };
  for (const auto& [name, expected] : table) {
    std::string made;
    try {
      for (const std::size_t i : events::dialects_named(name, dialect::all()))
        made += (made.empty() ? "" : " ") + std::string(dialect::all()[i].name);
    } catch (const setup_error& why) {
      const std::string reason = why.reason();
      const std::size_t near = reason.find("did you mean ");
      made = near == reason.npos ? "?" : "? " + reason.substr(near + 13, reason.size() - near - 14);
    }
    INFO(name);
    CHECK(made == expected);
  }
}

TEST_CASE("a name with a minus leaves out what it stands for") {
  const auto number_of = [](std::string_view name) {
    const auto& all = dialect::all();
    const auto is_it = [name](const dialect_facts& each) { return each.name == name; };
    return static_cast<std::size_t>(std::find_if(all.begin(), all.end(), is_it) - all.begin());
  };
  const auto listed = [](std::string_view names) { return events::dialects_listed(names, dialect::all()); };
  CHECK(listed("auto,-hermes").count() == dialect::all().size() - 1);
  CHECK_FALSE(listed("auto,-hermes").test(number_of("hermes")));
  CHECK(listed("-hermes,auto") == listed("auto,-hermes"));
  CHECK_FALSE(listed("auto,-evidence").test(number_of("general")));
  CHECK(listed("auto,-evidence").count() == dialect::all().size() - 1);
  CHECK(listed("minimax,hermes,-hermes") == listed("minimax"));
  CHECK_THROWS_WITH(listed("-hermes"), "\"-hermes\" only leaves dialects out; name one, or auto");
  CHECK_THROWS_WITH(listed("hermes,-hermes"), "\"hermes,-hermes\" leaves out all the dialects that it names");
  CHECK_THROWS_WITH(listed("auto,hermes"), "\"auto\" means every dialect, and cannot be combined with other names");
  CHECK_THROWS_WITH(listed("hermes,-general"),
                    "\"-general\" leaves out nothing of \"hermes,-general\", which does not name it");
  CHECK_THROWS_AS(listed("hermes,minimax,-minimax,-evidence"), setup_error);
  CHECK_THROWS_AS(listed("auto,-hermess"), setup_error);
}

TEST_CASE("every model of every page can be named") {
  for (const dialect_facts& each : dialect::all())
    for (const std::string_view model : each.models) {
      INFO(model);
      const auto found = events::dialects_named(model, dialect::all());
      CHECK_NOTHROW(dialect::named("vendor/" + std::string(model)));
      bool own = false;
      for (const std::size_t number : found) own = own || dialect::all()[number].name == each.name;
      CHECK(own);
    }
}

}  // namespace dialect_names_test
