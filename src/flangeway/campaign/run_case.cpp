#include "run_case.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>

#include "flangeway/recording/summary.hpp"
#include "flangeway/simulate/judged.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::campaign {
namespace {

// Distance over which the progress of a run is measured, m.
double length_of(const vehicle_case::CaseModel& model) {
  return std::max(simulate::expected_distance(model), 1e-3);
}

// Processor time of the calling thread, s: unlike wall time it does not count what others took meanwhile.
double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Times of the repetitions of a run.
struct Times {
  std::vector<double> cpu, wall;  // s

  [[nodiscard]] static double mean(const std::vector<double>& times) {
    return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
  }
  // NaN for less than two.
  [[nodiscard]] double cpu_deviation() const {
    double squares = 0;
    for (const double time : cpu) squares += (time - mean(cpu)) * (time - mean(cpu));
    return std::sqrt(squares / (static_cast<double>(cpu.size()) - 1));
  }
};

std::string summary_of(const simulate::Summary& summary, const Times& times, double search_cpu_time) {
  auto json = nlohmann::ordered_json::parse(recording::summary_json(summary));
  json["cpu_time"] = Times::mean(times.cpu) + search_cpu_time;
  if (times.cpu.size() > 1) json["cpu_time_deviation"] = times.cpu_deviation();
  if (summary.status == simulate::RunStatus::failed) json["status"] = "failed";
  return json.dump(2);
}

// NaN where there is none in the range, or no equilibrium that it could be searched from.
double critical_speed_of(const Case& one, const std::atomic<bool>& stop) {
  try {
    return stability::linear_stability_of(one.searched ? *one.searched : *one.model, *one.critical_speed,
                                          [&](double, const std::string&) { return !stop; })
        .linear_critical_speed();
  } catch (const NumericalFailure&) {
    return std::nan("");
  }
}

std::string with_critical_speed(const std::string& summary, double speed) {
  auto json = nlohmann::ordered_json::parse(summary);
  json["critical_speed"] = std::isfinite(speed) ? nlohmann::ordered_json(speed) : nullptr;
  return json.dump(2);
}

Trace empty_trace(const Case& one) {
  const std::vector<results::Channel> channels =
      one.judged ? simulate::judged_channels(*one.model) : simulate::channels(*one.model);
  Trace trace;
  for (const std::size_t place : one.recorded) {
    trace.names.push_back(channels[place].name);
    trace.units.push_back(channels[place].unit);
  }
  trace.columns.resize(one.recorded.size());
  return trace;
}

// Makes the run once. `progress` is called with the share that is done, 0 to 1; false stops the run.
simulate::Summary run_once(const Case& one, Trace& trace, const std::function<bool(double)>& progress) {
  const double length = length_of(*one.model);
  simulate::RunOptions options;
  (one.judged ? options.record_judged : options.record) = [&](const double* row) {
    for (std::size_t i = 0; i < one.recorded.size(); ++i) trace.columns[i].push_back(row[one.recorded[i]]);
    return true;
  };
  options.progress = [&](double distance, double) { return progress(std::min(distance / length, 1.0)); };
  return simulate::run(*one.model, options);
}

}  // namespace

std::optional<Outcome> run_case(const Case& one, const std::atomic<bool>& stop,
                                std::atomic<double>& fraction) {
  Outcome outcome;
  Times times;
  simulate::Summary summary;
  for (long i = 0; i < one.repetitions; ++i) {
    outcome.trace = empty_trace(one);
    const double started = thread_seconds();
    summary = run_once(one, outcome.trace, [&](double share) {
      fraction = (static_cast<double>(i) + share) / static_cast<double>(one.repetitions);
      return !stop;
    });
    if (summary.status == simulate::RunStatus::stopped || stop) return std::nullopt;
    times.cpu.push_back(thread_seconds() - started);
    fraction = static_cast<double>(i + 1) / static_cast<double>(one.repetitions);
    times.wall.push_back(summary.wall_time);
  }
  summary.wall_time = Times::mean(times.wall);
  summary.real_time_factor = summary.wall_time > 0 ? summary.time / summary.wall_time : 0;
  double critical = std::nan("");
  const double started = thread_seconds();
  if (one.critical_speed) {
    const auto began = std::chrono::steady_clock::now();
    critical = critical_speed_of(one, stop);
    // As in cpu_time; real_time_factor stays that of the simulation.
    summary.wall_time += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }
  if (stop) return std::nullopt;
  outcome.summary = summary_of(summary, times, thread_seconds() - started);
  if (one.critical_speed) outcome.summary = with_critical_speed(outcome.summary, critical);
  return outcome;
}

Outcome outcome_without_run(std::string summary) {
  return {std::move(summary), {{"t"}, {"s"}, {{}}}};
}

Case load_again(const Study& study, std::size_t i) {
  Findings findings;
  std::optional<Case> one = load_case(study.spec, study.plan.runs[i], *study.tables, findings);
  findings.throw_if_any();
  return std::move(one.value());
}

std::optional<Outcome> load_where_missing(const Study& study, std::size_t i, Case& one) {
  if (one.model) return std::nullopt;
  try {
    one = load_again(study, i);
  } catch (const BadInput& refused) {
    if (!study.spec.optimise || i == 0) throw;
    (void)load_again(study, 0);
    const nlohmann::ordered_json json{{"status", "failed"},
                                      {"failure", refused.findings().all().front().text()}};
    return outcome_without_run(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  }
  return std::nullopt;
}

}  // namespace flangeway::campaign
