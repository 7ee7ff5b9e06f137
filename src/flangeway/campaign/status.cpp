#include "flangeway/campaign/status.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <condition_variable>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "claims.hpp"
#include "file_lock.hpp"
#include "flangeway/campaign/slurm.hpp"
#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/json_seal.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using plot::escaped;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t most_slow = 10;
constexpr std::size_t runs_for_rate = 200;  // the last ones: the rate follows workers that come and go
constexpr double page_age = 10;             // s
constexpr double page_share = 20;           // at most a twentieth of the time goes into the page
constexpr const char* page_name = "status.html";
constexpr const char* page_lock_name = "status.lock";

SealedJson sealed_json(const fs::path& file) {
  return unseal_json(read_regular_file(file).value_or(""));
}

Json json_of(const fs::path& file) {
  return parse_json<Json>(sealed_json(file).text);
}

std::string text_at(const Json& json, const char* key) {
  return json.contains(key) && json.at(key).is_string() ? json.at(key).get<std::string>() : "";
}
double number_at(const Json& json, const char* key) {
  return json.contains(key) && json.at(key).is_number() ? json.at(key).get<double>() : 0;
}
std::size_t count_at(const Json& json, const char* key) {
  return json.contains(key) && json.at(key).is_number_unsigned() ? json.at(key).get<std::size_t>() : 0;
}

// A failure without its numbers: times and places differ from run to run.
std::string kind_of(const std::string& failure) {
  std::string kind;
  for (std::size_t i = 0; i < failure.size();) {
    if (std::isdigit(static_cast<unsigned char>(failure[i])) == 0) {
      kind += failure[i++];
      continue;
    }
    kind += '#';
    while (i < failure.size() &&
           (std::isalnum(static_cast<unsigned char>(failure[i])) != 0 || failure[i] == '.' ||
            ((failure[i] == '-' || failure[i] == '+') && failure[i - 1] == 'e')))
      ++i;
  }
  return kind;
}

std::string name_of_run(const fs::path& file) {
  std::string name = file.stem().string();
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// Runs are numbers, after references.
bool earlier(const std::string& a, const std::string& b) {
  return std::pair(a.size(), a) < std::pair(b.size(), b);
}

class Reader {
 public:
  explicit Reader(const fs::path& folder) : folder_(folder) {}

  // Nothing after a request to stop.
  std::optional<StudyStatus> read(const Json& manifest, const std::stop_token& stop) {
    std::error_code ignored;
    std::vector<fs::path> claims;
    sealed_ = manifest.contains("run_identities");
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / "runs", ignored)) {
      if (stop.stop_requested()) return std::nullopt;
      const fs::path& file = entry.path();
      if (file.extension() == ".json") read_run(file);
      if (file.extension() == ".claim") claims.push_back(file);
    }
    for (const fs::path& file : claims) read_claim(file);
    std::sort(status_.claimed.begin(), status_.claimed.end(), earlier);
    std::sort(status_.damaged.begin(), status_.damaged.end(), earlier);
    status_.runs = std::max(count_at(manifest, "runs") + count_at(manifest, "references"), status_.done());
    status_.cancelled = StudyFolder::is_cancelled(folder_);
    status_.job = submitted_job(folder_).value_or("");
    find_rate();
    sort_lists();
    return std::move(status_);
  }

 private:
  void read_run(const fs::path& file) {
    const SealedJson sealed = sealed_json(file);
    const Json summary = parse_json<Json>(sealed.text);
    const std::string name = name_of_run(file), word = text_at(summary, "status");
    // The checksum of the channels is left to those who read them.
    const bool right = sealed.seal == SealedJson::Seal::right
                           ? sealed.fact("of") == "run " + name
                           : sealed.seal == SealedJson::Seal::none && !sealed_;
    if (!summary.is_object() || !right) {
      status_.damaged.push_back(name);
      return;
    }
    done_.insert(name);
    ++(word == "failed" ? status_.failed : word == "derailed" ? status_.derailed : status_.completed);
    if (word == "failed") {
      const std::string failure = text_at(summary, "failure");
      const auto [kind, is_new] = failures_.try_emplace(kind_of(failure), FailureKind{failure, 0, name});
      ++kind->second.count;
      if (!is_new && earlier(name, kind->second.run)) {
        kind->second.run = name;
        kind->second.text = failure;
      }
    }
    const double wall = number_at(summary, "wall_time");
    status_.slowest.push_back({name, wall});
    if (const std::string worker = text_at(summary, "worker"); !worker.empty()) {
      ++workers_[worker].done;
      workers_[worker].busy += wall;
    }
    std::error_code ignored;
    ended_.push_back(fs::last_write_time(file, ignored));
  }

  void read_claim(const fs::path& file) {
    std::istringstream in(read_regular_file(file).value_or(""));
    std::string owner;
    const std::string name = name_of_run(file);
    if (!(in >> owner) || done_.count(name) > 0) return;
    status_.claimed.push_back(fmt::format("{} by {}", name, owner));
    WorkerStatus& worker = workers_[owner];
    worker.runs.push_back(name);
    std::error_code ignored;
    const double age = age_of(fs::last_write_time(file, ignored));
    worker.renewed = std::isnan(worker.renewed) ? age : std::min(worker.renewed, age);
  }

  // Clocks of machines may differ a little.
  static double age_of(fs::file_time_type when) {
    return std::max(0.0, Seconds(fs::file_time_type::clock::now() - when).count());
  }

  void find_rate() {
    std::sort(ended_.begin(), ended_.end());
    const std::size_t count = std::min(ended_.size(), runs_for_rate);
    const std::size_t left = status_.runs - status_.done();
    if (left == 0) status_.time_left = 0;
    if (count < 2) return;
    const fs::file_time_type first = ended_[ended_.size() - count];
    // While it goes on, time in which nothing ended counts, too.
    const double time = left > 0 ? age_of(first) : Seconds(ended_.back() - first).count();
    if (!(time > 0)) return;
    status_.rate = static_cast<double>(count - 1) / time;
    if (left > 0 && !status_.claimed.empty()) status_.time_left = static_cast<double>(left) / status_.rate;
  }

  void sort_lists() {
    for (auto& [kind, failure] : failures_) status_.failures.push_back(std::move(failure));
    std::stable_sort(status_.failures.begin(), status_.failures.end(),
                     [](const FailureKind& a, const FailureKind& b) { return a.count > b.count; });
    std::sort(status_.slowest.begin(), status_.slowest.end(), [](const SlowRun& a, const SlowRun& b) {
      return a.wall_time > b.wall_time || (a.wall_time == b.wall_time && earlier(a.run, b.run));
    });
    if (status_.slowest.size() > most_slow) status_.slowest.resize(most_slow);
    for (auto& [name, worker] : workers_) {
      worker.name = name;
      std::sort(worker.runs.begin(), worker.runs.end(), earlier);
      status_.workers.push_back(std::move(worker));
    }
  }

  fs::path folder_;
  StudyStatus status_;
  bool sealed_ = false;  // the runs of this folder have seals
  std::set<std::string> done_;
  std::vector<fs::file_time_type> ended_;
  std::map<std::string, FailureKind> failures_;
  std::map<std::string, WorkerStatus> workers_;
};

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string rate_text(const StudyStatus& status) {
  if (!(status.rate > 0)) return "";
  std::string text = status.rate >= 1 ? fmt::format("{:.3g} runs per second", status.rate)
                                      : fmt::format("{:.3g} runs per minute", 60 * status.rate);
  if (std::isfinite(status.time_left) && status.time_left > 0)
    text += fmt::format(", {} left", duration(status.time_left));
  return text;
}

std::string counts_text(const StudyStatus& status) {
  return fmt::format("{} of {} runs done: {} completed, {} derailed, {} failed; {} in hand", status.done(),
                     status.runs, status.completed, status.derailed, status.failed, status.claimed.size());
}

std::string worker_text(const WorkerStatus& worker) {
  std::string text = fmt::format("{} runs done in {}", worker.done, duration(worker.busy));
  for (const std::string& run : worker.runs) text += fmt::format(", run {} in hand", run);
  if (std::isfinite(worker.renewed)) text += fmt::format(", renewed {} ago", duration(worker.renewed));
  return text;
}

std::string html_list(const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string html = fmt::format("<h2>{}</h2>\n<ul>\n", title);
  for (const std::string& line : lines) html += fmt::format("<li>{}</li>\n", escaped(line));
  return html + "</ul>\n";
}

struct Lists {
  std::vector<std::string> failures, slowest, workers;
};
Lists lists_of(const StudyStatus& status) {
  Lists lists;
  for (const FailureKind& failure : status.failures)
    lists.failures.push_back(fmt::format("{} × {} (run {})", failure.count, failure.text, failure.run));
  for (const SlowRun& slow : status.slowest)
    lists.slowest.push_back(fmt::format("run {}: {:.3g} s", slow.run, slow.wall_time));
  for (const WorkerStatus& worker : status.workers)
    lists.workers.push_back(fmt::format("{}: {}", worker.name, worker_text(worker)));
  return lists;
}

std::string state_text(const StudyStatus& status) {
  std::string text;
  if (status.cancelled) text += "cancelled; workers end and none begins\n";
  if (!status.job.empty()) text += fmt::format("job array {} of Slurm\n", status.job);
  if (!status.damaged.empty())
    text += fmt::format("damaged, or of another run, and to be done again: {}\n",
                        fmt::join(status.damaged, ", "));
  return text;
}

std::string status_html(const StudyStatus& status, const std::string& title) {
  const bool goes_on = status.done() < status.runs && !status.cancelled;
  const Lists lists = lists_of(status);
  const double share =
      status.runs == 0 ? 0 : 100.0 * static_cast<double>(status.done()) / static_cast<double>(status.runs);
  return plot::page_head(title, goes_on ? 10 : 0) +
         fmt::format(
             "<p><span class=\"bar\"><i style=\"width:{:.1f}%\"></i></span> {}</p>\n<p>{}</p>\n<p>{}</p>\n",
             share, escaped(counts_text(status)), escaped(rate_text(status)), escaped(state_text(status))) +
         html_list("Failures by cause", lists.failures) + html_list("Slowest runs", lists.slowest) +
         html_list("Workers", lists.workers) +
         "<p class=\"note\">The results so far are in results.csv; the page of the study is "
         "study.html.</p>\n" +
         plot::page_end();
}

}  // namespace

StudyStatus status_of(const fs::path& folder, Findings& findings) {
  const std::size_t before = findings.all().size();
  check_format(folder, findings);
  if (findings.all().size() != before) return {};
  return Reader(folder).read(json_of(folder / "study.json"), {}).value();
}

std::string status_text(const StudyStatus& status) {
  std::string text = counts_text(status) + '\n';
  if (const std::string rate = rate_text(status); !rate.empty()) text += rate + '\n';
  text += state_text(status);
  const Lists lists = lists_of(status);
  const auto add = [&text](const char* title, const std::vector<std::string>& lines) {
    if (!lines.empty()) text += fmt::format("{}\n", title);
    for (const std::string& line : lines) text += fmt::format("  {}\n", line);
  };
  add("failures by cause", lists.failures);
  add("slowest runs", lists.slowest);
  add("workers", lists.workers);
  return text;
}

std::string status_json(const StudyStatus& status) {
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  Json failures = Json::array(), slowest = Json::array(), workers = Json::array();
  for (const FailureKind& failure : status.failures)
    failures.push_back({{"failure", failure.text}, {"count", failure.count}, {"run", failure.run}});
  for (const SlowRun& slow : status.slowest)
    slowest.push_back({{"run", slow.run}, {"wall_time", slow.wall_time}});
  for (const WorkerStatus& worker : status.workers) {
    workers.push_back({{"worker", worker.name},
                       {"done", worker.done},
                       {"wall_time", worker.busy},
                       {"runs", worker.runs},
                       {"renewed", number(worker.renewed)}});
  }
  return Json{{"runs", status.runs},
              {"completed", status.completed},
              {"derailed", status.derailed},
              {"failed", status.failed},
              {"waiting", status.runs - std::min(status.runs, status.done() + status.claimed.size())},
              {"claimed", status.claimed},
              {"damaged", status.damaged},
              {"rate", status.rate},
              {"time_left", number(status.time_left)},
              {"failures", failures},
              {"slowest", slowest},
              {"workers", workers},
              {"cancelled", status.cancelled},
              {"job", status.job.empty() ? Json() : Json(status.job)}}
      .dump(2, ' ', false, Json::error_handler_t::replace);
}

void StatusPage::write(const StudyFolder& folder) {
  (void)write(folder, When::now, {});
}

bool StatusPage::write_if_old(const StudyFolder& folder, const std::stop_token& stop) {
  std::error_code error;
  const auto when = fs::last_write_time(folder.path() / page_name, error);
  // The lock is for those that find it old: a look at the file is cheap.
  if (!error && Seconds(fs::file_time_type::clock::now() - when).count() < page_age) return false;
  return write(folder, When::if_old, stop);
}

bool StatusPage::write(const StudyFolder& folder, When when, const std::stop_token& stop) try {
  const auto began = std::chrono::steady_clock::now();
  const std::optional<FileLock> lock = FileLock::take(folder.path() / page_lock_name);
  if (!lock) return false;
  const fs::path page = folder.path() / page_name;
  if (when == When::if_old) {
    double took = 0;
    const std::string text = lock->text();
    (void)std::from_chars(text.data(), text.data() + text.size(), took);
    std::error_code error;
    const auto written = fs::last_write_time(page, error);
    if (!error &&
        Seconds(fs::file_time_type::clock::now() - written).count() < std::max(page_age, page_share * took))
      return false;
  }
  const std::optional<StudyStatus> status =
      Reader(folder.path()).read(json_of(folder.path() / "study.json"), stop);
  if (!status) return false;
  const std::string title =
      fs::absolute(folder.path() / "").lexically_normal().parent_path().filename().string();
  // Processes of two machines may have the same number, and then the same name of a part.
  const fs::path own = folder.path() / fmt::format("{}.{}.part", page_name, unique_owner());
  write_file_atomically(own, status_html(*status, title));
  std::error_code refused, ignored;
  fs::rename(own, page, refused);
  if (refused) fs::remove(own, ignored);
  if (refused) return false;
  lock->set_text(fmt::format("{:.3f}\n", Seconds(std::chrono::steady_clock::now() - began).count()));
  return true;
} catch (const std::system_error&) {
  return false;
}

void StatusPage::keep_young(const StudyFolder& folder, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any ends;
  std::unique_lock lock(mutex);
  while (!ends.wait_for(lock, stop, std::chrono::seconds(1), [&] { return stop.stop_requested(); }))
    (void)write_if_old(folder, stop);
}

}  // namespace flangeway::campaign
