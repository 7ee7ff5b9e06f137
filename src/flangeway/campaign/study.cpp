#include "flangeway/campaign/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "flangeway/campaign/page.hpp"
#include "flangeway/core/parallel.hpp"
#include "flangeway/recording/summary.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::campaign {
namespace {

using Clock = std::chrono::steady_clock;

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

std::string summary_of(const simulate::Summary& summary, double cpu_time) {
  auto json = nlohmann::ordered_json::parse(recording::summary_json(summary));
  json["cpu_time"] = cpu_time;
  if (summary.status == simulate::RunStatus::failed) json["status"] = "failed";
  return json.dump(2);
}

Trace empty_trace(const Case& one) {
  const std::vector<results::Channel> channels = simulate::channels(*one.model);
  Trace trace;
  for (const std::size_t place : one.recorded) {
    trace.names.push_back(channels[place].name);
    trace.units.push_back(channels[place].unit);
  }
  trace.columns.resize(one.recorded.size());
  return trace;
}

// One run on the calling thread. Nothing if it was stopped.
std::optional<Outcome> run_case(const Case& one, const std::atomic<bool>& stop,
                                std::atomic<double>& fraction) {
  Outcome outcome{"", empty_trace(one)};
  Trace& trace = outcome.trace;
  const double length = length_of(*one.model);
  std::string wild;
  simulate::RunOptions options;
  options.record = [&](const double* row) {
    for (std::size_t i = 0; i < one.recorded.size() && wild.empty(); ++i) {
      if (!std::isfinite(row[one.recorded[i]])) wild = trace.names[i];
    }
    if (!wild.empty()) return false;
    for (std::size_t i = 0; i < one.recorded.size(); ++i) trace.columns[i].push_back(row[one.recorded[i]]);
    return true;
  };
  options.progress = [&](double distance, double) {
    fraction = std::min(distance / length, 1.0);
    return !stop;
  };
  const double started = thread_seconds();
  simulate::Summary summary = simulate::run(*one.model, options);
  if (!wild.empty()) {
    summary.status = simulate::RunStatus::failed;
    summary.failure =
        fmt::format("{} is not finite at t = {:.4f} s. Shorten integration.step", wild, summary.time);
  }
  if (summary.status == simulate::RunStatus::stopped) return std::nullopt;
  outcome.summary = summary_of(summary, thread_seconds() - started);
  return outcome;
}

class Runner {
 public:
  Runner(Study& study, const StudyFolder& folder, const StudyOptions& options)
      : study_(study), folder_(folder), options_(options), scores_(study.spec, study.plan) {
    for (std::size_t i = 0; i < study.cases.size(); ++i) {
      if (std::optional<Outcome> outcome = folder.read(study.plan.runs[i])) {
        scores_.add(i, std::move(*outcome), study.cases[i].error_channels);
      } else {
        waiting_.push_back(i);
      }
    }
    fractions_ = std::vector<std::atomic<double>>(waiting_.size());
  }

  Table run() {
    for_each_index(
        waiting_.size(), options_.jobs, [this](std::size_t k) { work(k); }, [this] { meanwhile(); });
    report();
    Table table = make_table(study_.plan, scores_);
    folder_.write("results.csv", csv(table));
    return table;
  }

 private:
  void work(std::size_t k) {
    if (stop_) return;
    const std::size_t i = waiting_[k];
    Case& one = study_.cases[i];
    std::optional<Outcome> outcome = run_case(one, stop_, fractions_[k]);
    one.model.reset();
    if (!outcome) return;
    fractions_[k] = 1;
    folder_.write(study_.plan.runs[i], *outcome);
    scores_.add(i, std::move(*outcome), one.error_channels);
  }

  void meanwhile() {
    report();
    const auto now = Clock::now();
    const std::size_t done = scores_.done();
    // A long table is written less often: a twentieth of the time at most goes into it.
    if (done == written_ || now - wrote_ < std::max<Clock::duration>(std::chrono::seconds(1), 20 * took_))
      return;
    folder_.write("results.csv", csv(make_table(study_.plan, scores_)));
    written_ = done;
    wrote_ = Clock::now();
    took_ = wrote_ - now;
  }

  void report() {
    if (!options_.progress) return;
    StudyProgress progress{scores_.done(), study_.plan.runs.size(), scores_.with_status("failed"), 1};
    if (!waiting_.empty()) {
      progress.fraction = 0;
      for (const auto& fraction : fractions_) progress.fraction += fraction;
      progress.fraction /= static_cast<double>(waiting_.size());
    }
    if (!options_.progress(progress)) stop_ = true;
  }

  Study& study_;
  const StudyFolder& folder_;
  const StudyOptions& options_;
  Scores scores_;
  std::vector<std::size_t> waiting_;
  std::vector<std::atomic<double>> fractions_;
  std::atomic<bool> stop_ = false;
  std::size_t written_ = 0;
  Clock::time_point wrote_{};
  Clock::duration took_{};
};

}  // namespace

std::optional<Study> load_study(const document::Document& file, std::size_t jobs, Findings& findings) {
  const std::size_t before = findings.all().size();
  Study study;
  file.fill(study.spec, findings);
  if (findings.all().size() != before) return std::nullopt;
  std::optional<Plan> plan = make_plan(study.spec, findings);
  if (!plan) return std::nullopt;
  study.plan = std::move(*plan);
  study.cases = load_cases(study.spec, study.plan, jobs, findings);
  check_page(study.spec, study.plan, study.cases, findings);
  if (findings.all().size() != before) return std::nullopt;
  study.identity = identity_of(study.plan, study.cases);
  return study;
}

Table run_study(Study& study, const StudyFolder& folder, const StudyOptions& options) {
  return Runner(study, folder, options).run();
}

}  // namespace flangeway::campaign
