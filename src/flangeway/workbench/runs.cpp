#include "flangeway/workbench/runs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/workbench/run_command.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace flangeway::workbench {

namespace fs = std::filesystem;

const char* name_of(RunState state) {
  constexpr const char* names[] = {"waiting", "running", "done", "failed", "stopped"};
  return names[static_cast<std::size_t>(state)];
}

namespace {

constexpr std::size_t kept_runs = 200, kept_lines = 200, tail_bytes = 1 << 16;

// The shell writes the exit code where the server is gone. It ignores the signals that end the command, which
// gets its own answer to them back.
constexpr const char* run_script =
    "trap : INT TERM\n"
    "folder=$1\n"
    "shift\n"
    "\"$@\"\n"
    "code=$?\n"
    "echo $code >\"$folder/exit_code.part\" && mv \"$folder/exit_code.part\" \"$folder/exit_code\"\n"
    "exit $code\n";

double now_in_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string new_id() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%dT%H%M%S", &parts);
  static std::atomic<unsigned> count = 0;
  return fmt::format("{}_{:04}_{}", text, count++ % 10000, random_name(3));
}

fs::path folder_of(const Project& project, const std::string& id) {
  return project.folder() / own_folder / "runs" / id;
}

// Field 22 of /proc/PID/stat, which begins after the name in brackets; 0: there is no such process.
std::uint64_t start_of(::pid_t process) {
  const auto text = read_regular_file(fmt::format("/proc/{}/stat", process), 4096);
  const std::size_t name = text ? text->rfind(')') : std::string::npos;
  if (name == std::string::npos) return 0;
  std::istringstream rest(text->substr(name + 1));
  std::string word;
  rest >> word;
  if (word == "Z") return 0;  // it has ended
  std::uint64_t start = 0;
  for (int field = 4; field < 22; ++field) rest >> word;
  rest >> start;
  return start;
}

// A line as a terminal would show it: without colours, and after the last return of the carriage.
std::string shown(std::string line) {
  while (!line.empty() && line.back() == '\r') line.pop_back();
  if (const std::size_t last = line.rfind('\r'); last != std::string::npos) line.erase(0, last + 1);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b') {
      while (i < line.size() && (std::isalpha(static_cast<unsigned char>(line[i])) == 0)) ++i;
    } else {
      out += line[i];
    }
  }
  return out;
}

std::vector<std::string> last_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(shown(std::move(line)));
  if (lines.size() > kept_lines)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kept_lines));
  return lines;
}

/// Steps of posix_spawn in the new process before it begins.
class SpawnActions {
 public:
  SpawnActions() {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    sigset_t ends, none;
    ::sigemptyset(&ends);
    ::sigemptyset(&none);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) ::sigaddset(&ends, signal);
    ::posix_spawnattr_setsigdefault(&attributes, &ends);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes,
                               POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnActions() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
};

std::vector<char*> pointers_of(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Runs::Runs(Project& project, Events& events, std::string program, std::vector<std::string> verbs)
    : project_(project), events_(events), program_(std::move(program)), verbs_(std::move(verbs)) {
  load();
}

void Runs::load() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_of(project_, ""), error)) {
    const auto text = read_regular_file(entry.path() / "run.json", std::size_t{1} << 20);
    const Json json = text ? parse_json<Json>(*text) : Json();
    if (!json.is_object()) continue;
    try {
      Run run;
      run.name = entry.path().filename().string();
      run.words = json.at("words").get<std::vector<std::string>>();
      run.queued = json.at("queued"), run.started = json.at("started"), run.ended = json.at("ended");
      run.stop_asked = json.at("stop_asked");
      run.process = json.at("process"), run.process_start = json.at("process_start");
      if (json.at("exit_code").is_number()) run.exit_code = json.at("exit_code").get<int>();
      for (const RunState state :
           {RunState::waiting, RunState::running, RunState::done, RunState::failed, RunState::stopped})
        if (json.at("state") == name_of(state)) run.state = state;
      // Records may come with a project of somebody else: nothing starts before the user asks.
      if (run.state == RunState::waiting) run.state = RunState::stopped;
      if (!run.words.empty()) {
        look_at_output(run);
        runs_.emplace(run.name, std::move(run));
      }
    } catch (const Json::exception&) {  // a record that somebody else has written
    }
  }
}

void Runs::save(const Run& run) const {
  const Json json{{"words", run.words},
                  {"state", name_of(run.state)},
                  {"queued", run.queued},
                  {"started", run.started},
                  {"ended", run.ended},
                  {"stop_asked", run.stop_asked},
                  {"process", run.process},
                  {"process_start", run.process_start},
                  {"exit_code", run.exit_code ? Json(*run.exit_code) : Json()}};
  write_file_atomically(folder_of(project_, run.name) / "run.json", dumped(json));
}

std::string Runs::add(std::vector<std::string> words) {
  check_command(project_, verbs_, words);
  // Commands refuse outputs in folders that do not exist.
  for (const std::string& output : named_outputs(words))
    (void)open_parent(project_.root(), page_path(output), true);
  Run run;
  run.name = new_id();
  run.words = std::move(words);
  run.queued = now_in_seconds();
  const std::scoped_lock lock(mutex_);
  fs::create_directories(folder_of(project_, run.name));
  save(run);
  events_.send("run", json_of(run));
  const std::string added = run.name;
  runs_.emplace(added, std::move(run));
  drop_oldest();
  return added;
}

// The records of runs that have ended long ago go; their results stay.
void Runs::drop_oldest() {
  for (auto run = runs_.begin(); run != runs_.end() && runs_.size() > kept_runs;) {
    const bool goes_on = run->second.state == RunState::waiting || run->second.state == RunState::running;
    if (goes_on) {
      ++run;
      continue;
    }
    std::error_code ignored;
    fs::remove_all(folder_of(project_, run->first), ignored);
    run = runs_.erase(run);
  }
}

Run& Runs::find(const std::string& id) {
  const auto found = runs_.find(id);
  if (found == runs_.end()) throw Refusal(404, "id", "is no run", id);
  return found->second;
}

void Runs::stop(const std::string& id) {
  const std::scoped_lock lock(mutex_);
  Run& run = find(id);
  if (run.state == RunState::waiting) {
    run.state = RunState::stopped;
    run.ended = now_in_seconds();
  } else if (run.state == RunState::running && is_alive(run)) {
    run.stop_asked = true;
    ::kill(-run.process, SIGINT);
  } else if (run.state != RunState::running) {
    throw Refusal(409, "id", "has ended already", id);
  }
  save(run);
  events_.send("run", json_of(run));
}

std::string Runs::resume(const std::string& id) {
  std::vector<std::string> words;
  {
    const std::scoped_lock lock(mutex_);
    const Run& run = find(id);
    if (run.state != RunState::stopped && run.state != RunState::failed)
      throw Refusal(409, "id", "was not stopped", id);
    words = run.started > 0 ? continuation(run.words) : run.words;
  }
  return add(std::move(words));
}

Json Runs::json_of(const Run& run) const {
  Json outputs = Json::array();
  for (const std::string& path : possible_outputs(run.words)) {
    struct stat status {};
    const bool exists = ::fstatat(project_.root(), path.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && run.started > 0 && static_cast<double>(status.st_mtim.tv_sec) + 1 >= run.started)
      outputs.push_back(path);
  }
  const auto time = [](double seconds) { return seconds > 0 ? Json(seconds) : Json(); };
  return {{"id", run.name},
          {"command", command_text(run.words)},
          {"verb", run.words.front()},
          {"arguments", std::vector<std::string>(run.words.begin() + 1, run.words.end())},
          {"state", name_of(run.state)},
          {"stop_asked", run.stop_asked},
          {"exit_code", run.exit_code ? Json(*run.exit_code) : Json()},
          {"progress", run.progress},
          {"queued", run.queued},
          {"started", time(run.started)},
          {"ended", time(run.ended)},
          {"outputs", outputs},
          {"lines", run.lines}};
}

Json Runs::list() const {
  const std::scoped_lock lock(mutex_);
  Json list = Json::array();
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) list.push_back(json_of(run->second));
  return {{"runs", list}};
}

void Runs::start(Run& run) {
  const fs::path folder = folder_of(project_, run.name);
  const std::string output = folder / "output",
                    progress = "FLANGEWAY_PROGRESS=" + (folder / "progress").string();
  SpawnActions actions;
  ::posix_spawn_file_actions_addopen(&actions.files, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions.files, 1, output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  ::posix_spawn_file_actions_adddup2(&actions.files, 1, 2);
  ::posix_spawn_file_actions_addchdir_np(&actions.files, project_.folder().c_str());
  ::posix_spawn_file_actions_addclosefrom_np(&actions.files, 3);
  std::vector<std::string> words{"/bin/sh", "-c", run_script, "sh", folder.string(), program_};
  words.insert(words.end(), run.words.begin(), run.words.end());
  std::vector<std::string> variables{progress};
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (!std::string_view(*variable).starts_with("FLANGEWAY_PROGRESS=")) variables.emplace_back(*variable);
  std::vector<char*> word_pointers = pointers_of(words), variable_pointers = pointers_of(variables);
  const int error = ::posix_spawn(&run.process, "/bin/sh", &actions.files, &actions.attributes,
                                  word_pointers.data(), variable_pointers.data());
  run.started = now_in_seconds();
  run.state = error == 0 ? RunState::running : RunState::failed;
  if (error == 0) {
    run.process_start = start_of(run.process);
  } else {
    run.ended = run.started;
    run.lines = {"cannot be started: " + std::generic_category().message(error)};
  }
}

bool Runs::is_alive(const Run& run) const {
  return run.process > 0 && run.process_start != 0 && start_of(run.process) == run.process_start;
}

void Runs::look_at_output(Run& run) const {
  const fs::path folder = folder_of(project_, run.name);
  if (const auto text = read_regular_file(folder / "progress", 4096)) {
    Json progress = parse_json<Json>(*text);
    if (progress.is_object()) run.progress = std::move(progress);
  }
  std::error_code error;
  const std::uintmax_t size = fs::file_size(folder / "output", error);
  if (error || size == run.output_bytes) return;
  run.output_bytes = static_cast<std::size_t>(size);
  std::ifstream stream(folder / "output", std::ios::binary);
  if (size > tail_bytes) stream.seekg(static_cast<std::streamoff>(size - tail_bytes));
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  run.lines = last_lines(text.substr(0, 2 * tail_bytes));
}

void Runs::look_at_end(Run& run) {
  ::waitpid(run.process, nullptr, WNOHANG);  // of a child; others have been started by an earlier server
  if (is_alive(run)) return;
  if (const auto text = read_regular_file(folder_of(project_, run.name) / "exit_code", 16);
      text && !text->empty())
    run.exit_code = std::atoi(text->c_str());
  const bool by_signal = run.exit_code && (*run.exit_code == 128 + SIGINT || *run.exit_code == 128 + SIGTERM);
  run.state = run.exit_code == 0                                ? RunState::done
              : by_signal || (run.stop_asked && !run.exit_code) ? RunState::stopped
                                                                : RunState::failed;
  run.ended = now_in_seconds();
}

// Whether something has changed that listeners want to know.
bool Runs::look_at(Run& run) {
  const Json progress = run.progress;
  const std::size_t bytes = run.output_bytes;
  look_at_output(run);
  look_at_end(run);
  if (run.state != RunState::running) {
    look_at_output(run);
    save(run);
  }
  return run.state != RunState::running || run.progress != progress || run.output_bytes != bytes;
}

void Runs::advance() {
  const std::size_t at_once = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
  const std::scoped_lock lock(mutex_);
  std::size_t running = 0;
  for (auto& [id, run] : runs_) {
    if (run.state != RunState::running) continue;
    if (look_at(run)) events_.send("run", json_of(run));
    if (run.state == RunState::running) ++running;
  }
  for (auto& [id, run] : runs_) {
    if (running >= at_once) break;
    if (run.state != RunState::waiting) continue;
    start(run);
    save(run);
    events_.send("run", json_of(run));
    if (run.state == RunState::running) ++running;
  }
}

void Runs::end(double seconds) {
  const std::scoped_lock lock(mutex_);
  const double until = now_in_seconds() + seconds;
  const auto any_runs = [&] {
    return std::any_of(runs_.begin(), runs_.end(),
                       [](const auto& run) { return run.second.state == RunState::running; });
  };
  for (auto& [id, run] : runs_) {
    if (run.state != RunState::running || !is_alive(run)) continue;
    run.stop_asked = true;
    save(run);
    ::kill(-run.process, SIGINT);
  }
  while (any_runs() && now_in_seconds() < until) {
    for (auto& [id, run] : runs_)
      if (run.state == RunState::running) (void)look_at(run);
    if (any_runs()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace flangeway::workbench
