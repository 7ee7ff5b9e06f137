// Any bytes as a study file, or as the trace of a run: findings or a plan whose runs set what the file says,
// a trace that reads back, never a crash, and the same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/campaign/page.hpp"

namespace flangeway::campaign {
namespace {

void check_plan(const StudySpec& spec, const Plan& plan) {
  if (plan.runs.empty() || plan.runs.size() > 2 * max_runs || plan.references > plan.runs.size())
    std::abort();
  for (const Run& run : plan.runs) {
    if (run.place.size() != spec.axes.size() || run.sets.size() < spec.set.size()) std::abort();
    if (run.reference != none && run.reference >= plan.references) std::abort();
  }
}

std::string outcome(std::string_view text) {
  Findings findings;
  StudySpec spec;
  document::Document::from_text(text, "fuzz.toml", findings).fill(spec, findings);
  if (!findings.empty()) return findings.text();
  // A million runs are no fault, but take long.
  double runs = 1;
  for (const AxisSpec& axis : spec.axes) {
    for (const auto& grid : {axis.linear, axis.logarithmic})
      runs *= grid ? static_cast<double>(grid->count) : 1;
  }
  if (runs > 2000 || spec.sample.count > 200) return "";
  const std::optional<Plan> plan = make_plan(spec, findings);
  if (plan.has_value() != findings.empty()) std::abort();
  if (!plan) return findings.text();
  check_plan(spec, *plan);
  check_page(spec, *plan, {}, findings);
  if (!findings.empty()) return findings.text();
  return csv(make_table(*plan, Scores(spec, *plan))) +
         std::to_string(pivots(spec, *plan, make_table(*plan, Scores(spec, *plan))).size());
}

void check_trace(std::string_view text) {
  const std::optional<Trace> trace = parse_trace(text);
  if (!trace) return;
  for (const auto& column : trace->columns) {
    if (column.size() != trace->columns.front().size()) std::abort();
    for (const double value : column) {
      if (!std::isfinite(value)) std::abort();
    }
  }
  const std::optional<Trace> again = parse_trace(trace_csv(*trace));
  if (!again || again->columns != trace->columns) std::abort();
}

}  // namespace
}  // namespace flangeway::campaign

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::campaign;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (outcome(text) != outcome(text)) std::abort();
  check_trace(text);
  return 0;
}
