// The checks, one idea each; check.cpp runs them in this order.

#pragma once

#include <string>
#include <vector>

#include "grammarc/check.hpp"
#include "grammarc/check_anchor.hpp"
#include "grammarc/check_facts.hpp"
#include "grammarc/check_graph.hpp"
#include "grammarc/closest.hpp"

namespace toolcall::grammarc {

using problems = std::vector<problem>;

// On the trees. The first two must find nothing before the graph can be made.
void check_names(const std::vector<page>& pages, problems& found);
void check_arguments(const std::vector<page>& pages, problems& found);
void check_use(const std::vector<page>& pages, bool whole_spec, problems& found);
void check_captures(const std::vector<page>& pages, problems& found);
void check_marks(const std::vector<page>& pages, problems& found);
void check_labels(const std::vector<page>& pages, const std::vector<label>& labels, const scope& seen, problems& found);

// On the graph. While there is left recursion, what the other checks would say means nothing: then it is false.
bool check_recursion(const graph& of, const facts& known, problems& found);
void check_marks_read(const std::vector<page>& pages, const graph& of, problems& found);
void check_emptiness(const graph& of, const facts& known, problems& found);
// Only choices of the page in question, if there is one.
void check_shadows(const graph& of, const facts& known, problems& found, const std::string& in_question = {});
void check_cuts(const graph& of, const facts& known, problems& found);
void check_pending(const graph& of, const facts& known, problems& found);
void check_keys(const graph& of, problems& found);
void check_places(const graph& of, problems& found);
void check_speculation(const graph& of, const facts& known, problems& found);
void check_rereading(const graph& of, const facts& known, anchors& anchored, problems& found);

}  // namespace toolcall::grammarc
