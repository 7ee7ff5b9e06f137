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
    summary.warnings.push_back("cross-check: " +
                               acceptance::difference_text(check.differences[i], check.method));
  if (check.differences.size() > max_difference_warnings)
    summary.warnings.push_back(fmt::format("cross-check: {} more differences are in the result file",
                                           check.differences.size() - max_difference_warnings));
}

simulate::Summary run_other(const CrossCheckCase& other,
                            const std::function<bool(double distance, double time)>& progress,
                            JudgedColumns& records) {
  simulate::RunOptions options;
  options.record_judged = [&](const double* record) {
    records.add(record);
    return true;
  };
  options.progress = progress;
  return simulate::run(other.model, options);
}

assess::CrossCheck check_of(const CrossCheckCase& other, const simulate::Summary& summary) {
  assess::CrossCheck check;
  check.method = other.method;
  check.status = simulate::status_name(summary.status);
  if (summary.status == RunStatus::failed) check.failure = summary.failure;
  return check;
}

void compare(const acceptance::Record& record, const multibody::Model& vehicle, const CrossCheckCase& other,
             const JudgedColumns& others, assess::CrossCheck& check) {
  Findings findings;
  const auto rule = acceptance::load_rule(judging_rule, findings);
  const std::map<std::string, std::string> roles = roles_by_name(vehicle);
  compare_methods(record, record_of("the run with " + other.method, others, roles), *rule,
                  judged_points(roles), check);
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
  Findings mine;
  std::optional<CrossCheckCase> other =
      load_other_method(common.files.front(), common.sets, run.contact.settings, nullptr, mine);
  if (!other) {
    findings.add({{},
                  "--cross-check",
                  "cannot run this case with method " + other_method(run.contact.settings).name,
                  "",
                  "",
                  "Change the keys that are named next, or leave --cross-check out"});
    findings.append(mine);
  }
  return other;
}

std::optional<CrossCheckCase> load_other_method(const std::filesystem::path& file, document::Assignments sets,
                                                const wheelrail::Settings& settings,
                                                wheelrail::PairTables* tables, Findings& findings) {
  const OtherMethod method = other_method(settings);
  for (const std::string& set : method.sets) sets.push_back({set});
  std::optional<vehicle_case::CaseModel> model = vehicle_case::load_case(file, sets, findings, tables);
  if (!model) return std::nullopt;
  simulate::choose_integrator(*model);
  return CrossCheckCase{method.name, std::move(*model)};
}

assess::CrossCheck cross_check(const acceptance::Record& record, const multibody::Model& vehicle,
                               const CrossCheckCase& other,
                               const std::function<bool(double time)>& progress) {
  JudgedColumns others(other.model);
  const simulate::Summary second = run_other(
      other, [&](double, double time) { return progress(time); }, others);
  assess::CrossCheck check = check_of(other, second);
  check.outcome_differs = ends_early(second.status);  // a record that is judged reached its end
  compare(record, vehicle, other, others, check);
  return check;
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
  ProgressBar bar(common, std::max(simulate::expected_distance(other.model), 1e-3));
  JudgedColumns others(other.model);
  const simulate::Summary second = run_other(
      other,
      [&](double distance, double time) {
        bar.update(distance, time);
        return !interrupt_requested();
      },
      others);
  assess::CrossCheck& check = summary.cross_check.emplace(check_of(other, second));
  check.outcome_differs =
      second.status != summary.status && (ends_early(second.status) || ends_early(summary.status));
  compare(record_of("the run", records, roles_by_name(run.vehicle.bodies)), run.vehicle.bodies, other, others,
          check);
  add_warnings(second, summary);
}

}  // namespace flangeway::app
