#include "flangeway/campaign/study.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "flangeway/campaign/page.hpp"
#include "flangeway/campaign/slurm.hpp"
#include "flangeway/campaign/status.hpp"
#include "flangeway/core/parallel.hpp"
#include "run_case.hpp"

namespace flangeway::campaign {
namespace {

using Clock = std::chrono::steady_clock;

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
    {
      const std::jthread page(
          [this](const std::stop_token& stop) { StatusPage().keep_young(folder_, stop); });
      for_each_index(
          waiting_.size(), options_.jobs, [this](std::size_t k) { work(k); }, [this] { meanwhile(); });
    }
    report();
    Table table = make_table(study_.plan, scores_);
    write_tables(study_, folder_, table);
    StatusPage().write(folder_);
    return table;
  }

 private:
  void work(std::size_t k) {
    if (stop_) return;
    const std::size_t i = waiting_[k];
    Case& one = study_.cases[i];
    std::optional<Outcome> outcome = load_where_missing(study_, i, one);
    if (!outcome) outcome = run_case(one, stop_, fractions_[k]);
    one.give_up_models();
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

std::optional<Study> read_study(const document::Document& file, Findings& findings) {
  const std::size_t before = findings.all().size();
  Study study;
  file.fill(study.spec, findings);
  if (findings.all().size() != before) return std::nullopt;
  std::optional<Plan> plan = make_plan(study.spec, findings);
  if (!plan) return std::nullopt;
  study.plan = std::move(*plan);
  study.identity = identity_of(study.spec, study.plan);
  study.tables = std::make_shared<wheelrail::PairTables>();
  check_slurm(study.spec.slurm, findings);
  check_page(study.spec, study.plan, {}, findings);
  if (findings.all().size() != before) return std::nullopt;
  return study;
}

std::optional<Study> load_study(const document::Document& file, std::size_t jobs, Findings& findings) {
  const std::size_t before = findings.all().size();
  std::optional<Study> study = read_study(file, findings);
  if (!study) return std::nullopt;
  study->cases = load_cases(
      study->spec, study->plan, jobs, *study->tables,
      [&](const vehicle_case::CaseModel& model) { add_inputs(model, study->identity); }, findings);
  if (findings.all().size() == before) check_page(study->spec, study->plan, study->cases, findings);
  if (findings.all().size() != before) return std::nullopt;
  return study;
}

Table run_study(Study& study, const StudyFolder& folder, const StudyOptions& options) {
  return Runner(study, folder, options).run();
}

}  // namespace flangeway::campaign
