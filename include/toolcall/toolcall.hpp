// All of the library's interface.

#pragma once

#include <toolcall/correction.hpp>
#include <toolcall/dialect.hpp>
#include <toolcall/error.hpp>
#include <toolcall/event.hpp>
#include <toolcall/message.hpp>
#include <toolcall/openai.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/policy.hpp>
#include <toolcall/schema_report.hpp>
#include <toolcall/tool_choice.hpp>
#include <toolcall/tools.hpp>
#include <toolcall/trace.hpp>
#include <toolcall/typing_level.hpp>
#include <toolcall/version.hpp>
