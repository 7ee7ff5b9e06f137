#include "cross_check_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "flangeway/acceptance/cross_check.hpp"
#include "flangeway/acceptance/judge.hpp"
#include "flangeway/multibody/roles.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/judged.hpp"

namespace flangeway::app {
namespace {

using simulate::RunStatus;

constexpr const char* judging_rule = "en14363";
constexpr std::size_t max_difference_warnings = 6;

// The settings of the check as assignments, and its name.
struct OtherMethod {
  std::string name;
  std::vector<std::string> sets;
};

OtherMethod other_method(const wheelrail::Settings& settings) {
  using wheelrail::Method;
  using wheelrail::PatchModel;
  if (settings.method != Method::elastic) return {"elastic", {"contact.method=elastic"}};
  if (settings.patch_solution.model != PatchModel::hertz)
    return {"elastic, patch hertz", {"contact.patch=hertz"}};
  return {"kec", {"contact.method=kec"}};
}

std::map<std::string, std::string> roles_by_name(const multibody::Model& vehicle) {
  std::map<std::string, std::string> result;
  const std::vector<multibody::BodyRole> roles = multibody::roles_of(vehicle);
  for (std::size_t i = 0; i < vehicle.body_count(); ++i)
    result[vehicle.bodies[i].name] = multibody::to_string(roles[i].role);
  return result;
}

// Accelerations are judged at the centres of car bodies and bogie frames.
std::vector<acceptance::FloorPoint> judged_points(const std::map<std::string, std::string>& roles) {
  std::vector<acceptance::FloorPoint> points;
  for (const auto& [body, role] : roles)
    if (role == "car_body" || role == "bogie_frame") points.push_back({body, {}});
  return points;
}

acceptance::Record record_of(const std::string& name, const JudgedColumns& records,
                             const std::map<std::string, std::string>& roles) {
  std::map<std::string, std::vector<double>> columns;
  for (std::size_t i = 0; i < records.names().size(); ++i) columns[records.names()[i]] = records.columns()[i];
  return acceptance::Record::in_memory(name, std::move(columns), roles);
}

std::string shown(double value, const std::string& unit) {
  return std::isnan(value) ? "without a value, as the wheel lost contact"
                           : acceptance::value_text(value, unit);
}

std::string difference_text(const assess::MethodDifference& d, const std::string& method) {
  std::string text =
      fmt::format("cross-check: {} of {} is {} from {:.0f} to {:.0f} m, and {} with {}", d.quantity, d.item,
                  shown(d.value, d.unit), d.begin, d.end, shown(d.other, d.unit), method);
  if (d.sections > 1) text += fmt::format("; {} sections differ", d.sections);
  return text;
}

bool ends_early(RunStatus status) {
  return status == RunStatus::derailed || status == RunStatus::failed;
}

void add_warnings(const simulate::Summary& other, simulate::Summary& summary) {
  const assess::CrossCheck& check = *summary.cross_check;
  if (check.outcome_differs)
    summary.warnings.push_back(fmt::format("cross-check: this run {}, and the one with {} {} at {:.1f} m",
                                           simulate::status_name(summary.status), check.method,
                                           check.failure.empty() ? check.status : "failed", other.distance));
  if (!check.failure.empty())
    summary.warnings.push_back(
        fmt::format("cross-check: the run with {} failed: {}", check.method, check.failure));
  if (!check.problem.empty())
    summary.warnings.push_back("cross-check: nothing was compared: " + check.problem);
  for (std::size_t i = 0; i < std::min(check.differences.size(), max_difference_warnings); ++i)
    summary.warnings.push_back(difference_text(check.differences[i], check.method));
  if (check.differences.size() > max_difference_warnings)
    summary.warnings.push_back(fmt::format("cross-check: {} more differences are in the result file",
                                           check.differences.size() - max_difference_warnings));
}

simulate::Summary run_other(const Common& common, const CrossCheckCase& other, JudgedColumns& records) {
  ProgressBar bar(common, std::max(simulate::expected_distance(other.model), 1e-3));
  simulate::RunOptions options;
  options.record_judged = [&](const double* record) {
    records.add(record);
    return true;
  };
  options.progress = [&](double distance, double time) {
    bar.update(distance, time);
    return !interrupt_requested();
  };
  return simulate::run(other.model, options);
}

}  // namespace

std::optional<CrossCheckCase> load_cross_check(const Common& common, const vehicle_case::CaseModel& run,
                                               Findings& findings) {
  if (!(run.output.judged_interval > 0)) {
    findings.add({{},
                  "--cross-check",
                  "needs judged records, which output.judged_interval = 0 switches off",
                  "",
                  "",
                  "Set output.judged_interval = 0.002"});
    return std::nullopt;
  }
  const OtherMethod method = other_method(run.contact.settings);
  std::vector<std::string> sets = common.sets;
  sets.insert(sets.end(), method.sets.begin(), method.sets.end());
  Findings mine;
  std::optional<vehicle_case::CaseModel> model = vehicle_case::load_case(common.files.front(), sets, mine);
  if (!model) {
    findings.add({{},
                  "--cross-check",
                  "cannot run this case with method " + method.name,
                  "",
                  "",
                  "Change the keys that are named next, or leave --cross-check out"});
    findings.append(mine);
    return std::nullopt;
  }
  simulate::choose_integrator(*model);
  return CrossCheckCase{method.name, std::move(*model)};
}

JudgedColumns::JudgedColumns(const vehicle_case::CaseModel& model) {
  for (const results::Channel& channel : simulate::judged_channels(model)) names_.push_back(channel.name);
  columns_.resize(names_.size());
}

void JudgedColumns::add(const double* record) {
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].push_back(record[i]);
}

void cross_check(const Common& common, const vehicle_case::CaseModel& run, const JudgedColumns& records,
                 const CrossCheckCase& other, simulate::Summary& summary) {
  JudgedColumns others(other.model);
  const simulate::Summary second = run_other(common, other, others);
  assess::CrossCheck& check = summary.cross_check.emplace();
  check.method = other.method;
  check.status = simulate::status_name(second.status);
  if (second.status == RunStatus::failed) check.failure = second.failure;
  check.outcome_differs =
      second.status != summary.status && (ends_early(second.status) || ends_early(summary.status));
  Findings findings;
  const auto rule = acceptance::load_rule(judging_rule, findings);
  const std::map<std::string, std::string> roles = roles_by_name(run.vehicle.bodies);
  compare_methods(record_of("the run", records, roles),
                  record_of("the run with " + other.method, others, roles), *rule, judged_points(roles),
                  check);
  add_warnings(second, summary);
}

}  // namespace flangeway::app
