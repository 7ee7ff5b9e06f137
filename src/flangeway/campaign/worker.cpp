#include "flangeway/campaign/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "claims.hpp"
#include "flangeway/campaign/status.hpp"
#include "flangeway/core/parallel.hpp"
#include "run_case.hpp"

namespace flangeway::campaign {
namespace {

using namespace std::chrono_literals;

// How long a worker waits that finds all that is left claimed by others.
constexpr auto max_pause = 500ms;
// How long a worker waits for another one that begins the folder.
constexpr auto patience = 60s;

// How long a worker waits for a folder that is away or cannot be written for a while.
constexpr auto outage_limit = 10min;

// Whether a shared folder may be well again soon.
bool may_pass(const std::error_code& error) {
  for (const std::errc one :
       {std::errc::read_only_file_system, std::errc::permission_denied, std::errc::operation_not_permitted,
        std::errc::no_such_file_or_directory, std::errc::io_error, std::errc::no_space_on_device,
        std::errc::timed_out, std::errc::host_unreachable, std::errc::resource_unavailable_try_again})
    if (error == one) return true;
  return error == std::error_code(ESTALE, std::generic_category()) ||
         error == std::error_code(EDQUOT, std::generic_category());
}

// Who did the run, for the status of the study.
std::string with_worker(const std::string& summary, const std::string& owner) {
  auto json = nlohmann::ordered_json::parse(summary);
  json["worker"] = owner;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

class Worker {
 public:
  Worker(const Study& study, const StudyFolder& folder, const WorkerOptions& options)
      : study_(study),
        folder_(folder),
        options_(options),
        inputs_(folder.inputs()),
        claims_(folder.path() / "runs", options.lease,
                options.owner.empty() ? unique_owner() : options.owner) {
    const std::vector<Run>& runs = study.plan.runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const bool in_shard = !options.shard || i % options.shard->count == options.shard->index - 1;
      const bool named = options.names.empty() || std::find(options.names.begin(), options.names.end(),
                                                            runs[i].name) != options.names.end();
      if (in_shard && named) left_.push_back(i);
    }
    total_ = left_.size();
    // Workers begin at different places, so that they seldom want the same run.
    if (uses_claims() && !left_.empty()) next_ = std::hash<std::string>{}(claims_.owner()) % left_.size();
  }

  std::size_t work() {
    {
      // Claims are renewed and signals are seen while the page is written.
      const std::jthread page(
          [this](const std::stop_token& stop) { StatusPage().keep_young(folder_, stop); });
      for_each_index(
          options_.jobs, options_.jobs, [this](std::size_t) { draw_runs(); }, [this] { meanwhile(); });
    }
    // A part or a single run does not see the end of the study, and there may be very many of them.
    if (uses_claims() && (all_done() || StudyFolder::is_cancelled(folder_.path())))
      StatusPage().write(folder_);
    return done_;
  }

 private:
  [[nodiscard]] bool uses_claims() const { return !options_.shard && options_.names.empty(); }

  void draw_runs() {
    try {
      draw_until_done();
    } catch (...) {
      stop_ = true;  // the other threads, too
      throw;
    }
  }

  // Does it again until the folder takes it.
  template <class Work>
  auto patiently(const Work& work) {
    for (const auto until = std::chrono::steady_clock::now() + outage_limit;;) {
      try {
        return work();
      } catch (const std::system_error& error) {
        if (stop_ || !may_pass(error.code()) || std::chrono::steady_clock::now() > until) throw;
      }
      std::this_thread::sleep_for(max_pause);
    }
  }

  void draw_until_done() {
    while (!stop_) {
      const std::size_t i = patiently([this] { return draw(); });
      if (i != none) {
        do_run(i);
      } else if (all_done()) {
        return;
      } else {
        std::this_thread::sleep_for(std::min<std::chrono::milliseconds>(max_pause, options_.lease / 4));
      }
    }
  }

  bool all_done() {
    const std::lock_guard lock(mutex_);
    return left_.empty();
  }

  // A run that is ours now, or `none`. What is done drops out of the list.
  std::size_t draw() {
    const std::lock_guard lock(mutex_);
    for (std::size_t tries = left_.size(); tries > 0 && !stop_; --tries) {
      if (next_ >= left_.size()) next_ = 0;
      const std::size_t i = left_[next_];
      const Run& run = study_.plan.runs[i];
      const std::string name = folder_.stem_of(run);
      const bool was_done = folder_.read(run).has_value();
      const bool ours = !was_done && (!uses_claims() || claims_.take(name));
      // Another worker may have ended it between both questions.
      const bool done = was_done || (ours && uses_claims() && folder_.read(run).has_value());
      if (done && ours) claims_.give_back(name);
      if (done || (ours && !uses_claims())) {
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(next_));
      } else {
        ++next_;
      }
      if (ours && !done) return i;
    }
    return none;
  }

  void do_run(std::size_t i) {
    const Run& run = study_.plan.runs[i];
    if (std::optional<Outcome> outcome = outcome_of(i)) {
      outcome->summary = with_worker(outcome->summary, claims_.owner());
      patiently([&] { folder_.publish(run, *outcome, claims_.owner()); });
      ++done_;
    }
    claims_.give_back(folder_.stem_of(run));
  }

  // Nothing if it was stopped.
  std::optional<Outcome> outcome_of(std::size_t i) {
    Case one = i < study_.cases.size() ? study_.cases[i] : Case{};
    if (std::optional<Outcome> refused = load_where_missing(study_, i, one)) return refused;
    check_inputs(inputs_, *one.model);
    if (one.searched) check_inputs(inputs_, *one.searched);
    std::atomic<double> fraction = 0;
    return run_case(one, stop_, fraction);
  }

  void meanwhile() {
    claims_.renew();
    if (std::chrono::steady_clock::now() - looked_ > 1s) {
      looked_ = std::chrono::steady_clock::now();
      if (StudyFolder::is_cancelled(folder_.path())) stop_ = true;
    }
    if (!options_.progress) return;
    const std::size_t left = [this] {
      const std::lock_guard lock(mutex_);
      return left_.size();
    }();
    const double share = total_ == 0 ? 1 : 1 - static_cast<double>(left) / static_cast<double>(total_);
    if (!options_.progress({total_ - left, total_, 0, share})) stop_ = true;
  }

  const Study& study_;
  const StudyFolder& folder_;
  const WorkerOptions& options_;
  std::vector<InputHash> inputs_;
  Claims claims_;
  std::mutex mutex_;
  std::vector<std::size_t> left_;
  std::size_t next_ = 0, total_ = 0;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<bool> stop_ = false;
  std::chrono::steady_clock::time_point looked_{};
};

}  // namespace

std::optional<Shard> parse_shard(const std::string& text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.index);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, shard.count);
  if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
  if (shard.index < 1 || shard.index > shard.count) return std::nullopt;
  return shard;
}

std::size_t work(const Study& study, const StudyFolder& folder, const WorkerOptions& options) {
  return Worker(study, folder, options).work();
}

std::optional<Outcome> run_alone(const Study& study, std::size_t run, const std::vector<InputHash>& inputs,
                                 const std::function<bool()>& goes_on) {
  const Case one = load_again(study, run);
  check_inputs(inputs, *one.model);
  if (one.searched) check_inputs(inputs, *one.searched);
  std::optional<Outcome> outcome;
  std::atomic<bool> stop = false;
  std::atomic<double> fraction = 0;
  for_each_index(
      1, 1, [&](std::size_t) { outcome = run_case(one, stop, fraction); },
      [&] {
        if (!goes_on()) stop = true;
      });
  if (outcome) outcome->summary = with_worker(outcome->summary, unique_owner());
  return outcome;
}

std::optional<StudyFolder> join_study(const StudyReader& reader, const document::Document& file,
                                      const std::filesystem::path& folder, const std::string& command_line,
                                      std::size_t jobs, std::optional<Study>& study, Findings& findings) {
  study = reader.read(file, findings);
  if (!study) return std::nullopt;
  if (StudyFolder::is_cancelled(folder)) {
    findings.add(
        {{folder.string()},
         "",
         "was cancelled",
         "",
         "",
         fmt::format("Submit it again with --on slurm, or remove {}", (folder / cancel_mark).string())});
    return std::nullopt;
  }
  if (!StudyFolder::has_begun(folder, study->identity)) {
    study = reader.load(file, jobs, findings);
    if (!study) return std::nullopt;
    // One of several workers that come at once begins the folder; the others wait for it.
    for (const auto until = std::chrono::steady_clock::now() + patience;;) {
      // While the cases were checked another one may have begun it, and may have runs in hand.
      if (StudyFolder::has_begun(folder, study->identity)) break;
      Findings own;
      const bool begun = StudyFolder::begin(folder, study->identity, command_line, own).has_value();
      if (begun || StudyFolder::has_begun(folder, study->identity)) break;
      if (std::chrono::steady_clock::now() > until || !StudyFolder::is_in_use(folder)) {
        findings.append(own);
        return std::nullopt;
      }
      std::this_thread::sleep_for(100ms);
    }
  }
  return StudyFolder::join(folder, study->identity, findings);
}

std::vector<std::string> open_runs(const Study& study, const StudyFolder& folder) {
  std::vector<std::string> names;
  for (const Run& run : study.plan.runs)
    if (!folder.read(run)) names.push_back(run.name);
  return names;
}

Table collect(const Study& study, const StudyFolder& folder) {
  Scores scores(study.spec, study.plan);
  for (std::size_t i = 0; i < study.plan.runs.size(); ++i) {
    if (std::optional<Outcome> outcome = folder.read(study.plan.runs[i]))
      scores.add(i, std::move(*outcome),
                 i < study.cases.size() ? study.cases[i].error_channels : std::vector<std::string>{});
  }
  Table table = make_table(study.plan, scores);
  write_tables(study, folder, table);
  StatusPage().write(folder);
  return table;
}

}  // namespace flangeway::campaign
