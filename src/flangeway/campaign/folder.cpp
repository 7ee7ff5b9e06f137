#include "flangeway/campaign/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/file_hash.hpp"
#include "flangeway/core/json_seal.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/core/version.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr const char* manifest = "study.json";
constexpr const char* runs_folder = "runs";
constexpr std::array result_files{"results.csv", "results.h5", "analysis.csv", "analysis.json", "study.html",
                                  "status.html", "front.csv",  "slurm.sh",     "slurm.json",    "slurm.lock",
                                  "status.lock", "asked.json", "asked.lock",   cancel_mark};
constexpr const char* format_name = "flangeway study";
constexpr int format_version = 1;  // of study.json and runs/; a program reads the versions up to its own
constexpr const char* begin_anew = "Give another folder, or --force to begin anew";

std::optional<std::string> text_of(const fs::path& file) {
  return read_regular_file(file);
}

// The same file may be named from another folder: its name and content count, not its path.
std::string content_key(const InputHash& input) {
  return fs::path(input.path).filename().string() + ' ' + input.sha256;
}

std::vector<std::string> content_keys(const Identity& identity) {
  std::vector<std::string> keys;
  for (const InputHash& input : identity.inputs) keys.push_back(content_key(input));
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Hash of everything that all runs of a study have in common. Runs that are added later may read further
// files: a folder keeps the hashes of all the states in which runs were written.
std::string run_identity(const Identity& identity) {
  std::string all = identity.version + '\n' + identity.commit + '\n' + identity.recorded + '\n';
  for (const std::string& key : content_keys(identity)) all += key + '\n';
  return sha256(all);
}

std::string manifest_text(const Identity& identity,
                          const std::optional<std::vector<std::string>>& run_identities,
                          const std::string& command_line) {
  OrderedJson inputs = OrderedJson::array();
  for (const InputHash& input : identity.inputs)
    inputs.push_back({{"path", input.path}, {"sha256", input.sha256}});
  OrderedJson json{{"format", format_name},
                   {"format_version", format_version},
                   {"version", identity.version},
                   {"commit", identity.commit},
                   {"settings", identity.settings},
                   {"runs", identity.runs},
                   {"references", identity.references},
                   {"record_judged", identity.judged},
                   {"inputs", inputs},
                   {"command_line", command_line}};
  if (run_identities) json["run_identities"] = *run_identities;
  return seal_json(json.dump(2, ' ', false, OrderedJson::error_handler_t::replace), {{"of", "study"}});
}

// Nothing, too, where its checksum is wrong.
OrderedJson manifest_json(const fs::path& file) {
  const SealedJson sealed = unseal_json(text_of(file).value_or(""));
  if (sealed.seal == SealedJson::Seal::wrong) return OrderedJson();
  return parse_json<OrderedJson>(sealed.text);
}

// Nothing where an earlier program has written the folder, whose runs have no seals.
std::optional<std::vector<std::string>> read_run_identities(const fs::path& file) {
  try {
    return manifest_json(file).at("run_identities").get<std::vector<std::string>>();
  } catch (const OrderedJson::exception&) {
    return std::nullopt;
  }
}

// The seal may also have been cut out: a study.json that names its runs was written with one.
bool has_wrong_checksum(const fs::path& file) {
  const SealedJson::Seal seal = unseal_json(text_of(file).value_or("")).seal;
  return seal == SealedJson::Seal::wrong ||
         (seal == SealedJson::Seal::none && read_run_identities(file).has_value());
}

constexpr const char* damaged_manifest =
    "contains a study.json that is damaged: its checksum is wrong or missing";

std::optional<Identity> read_manifest(const fs::path& file) {
  const OrderedJson json = manifest_json(file);
  try {
    if (json.at("format") != format_name || json.at("format_version") != format_version) return std::nullopt;
    Identity identity{json.at("version"), json.at("commit"), {}, json.at("settings"), {}};
    for (const OrderedJson& input : json.at("inputs"))
      identity.inputs.push_back({input.at("path"), input.at("sha256")});
    identity.runs = json.value("runs", std::size_t{0});
    return identity;
  } catch (const OrderedJson::exception&) {
    return std::nullopt;
  }
}

// The version of a manifest that a later program has written; 0: it is none.
int later_version(const fs::path& file) {
  const OrderedJson json = manifest_json(file);
  if (!json.is_object() || json.value("format", OrderedJson()) != format_name) return 0;
  const OrderedJson version = json.value("format_version", OrderedJson());
  if (!version.is_number_integer() || version <= format_version) return 0;
  return version.get<int>();
}

std::string later_text(int later) {
  return fmt::format("is in version {} of the format of studies, and this program knows version {}", later,
                     format_version);
}

// Reason why two results do not belong together, or "".
std::string difference(const Identity& old, const Identity& now) {
  const std::vector<std::string> before = content_keys(old), after = content_keys(now);
  const bool grown = std::find(now.earlier.begin(), now.earlier.end(), old.settings) != now.earlier.end();
  // Runs that were added may read further files, but those that were read before stay.
  const bool all_there = std::includes(after.begin(), after.end(), before.begin(), before.end());
  if (!all_there || (!grown && before != after)) {
    for (const InputHash& input : now.inputs) {
      if (!std::binary_search(before.begin(), before.end(), content_key(input)))
        return fmt::format("{} is not what it was", input.path);
    }
    return "it reads other files";
  }
  if (old.settings != now.settings && !grown)
    return "its runs have other settings, or other channels are recorded";
  if (old.version != now.version || old.commit != now.commit)
    return fmt::format("they come from flangeway {} ({}), and this is {} ({})", old.version, old.commit,
                       now.version, now.commit);
  return "";
}

// Hash of all settings of a run.
std::string settings_hash(const Run& run) {
  std::string all;
  for (const document::Assignment& set : run.sets) all += set.text + '\n';
  return sha256(all);
}

/// Removes files that a killed process left half written.
void remove_parts(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".part" || entry.path().extension() == ".claim")
      fs::remove(entry.path(), ignored);
  }
}

void remove_results(const fs::path& folder) {
  // The manifest goes first: without it what is left is no longer taken for results.
  fs::remove(folder / manifest);
  for (const char* name : result_files) fs::remove(folder / name);
  for (const char* name : {runs_folder, "slurm"}) fs::remove_all(folder / name);
}

// An input that writing or removing results would destroy; empty: none.
std::string endangered_input(const fs::path& folder, const Identity& identity) {
  const fs::path own = fs::weakly_canonical(folder);
  for (const InputHash& input : identity.inputs) {
    const fs::path place = fs::weakly_canonical(input.path).lexically_relative(own);
    const bool is_result = place == manifest || std::any_of(result_files.begin(), result_files.end(),
                                                            [&](const char* name) { return place == name; });
    if (is_result || (!place.empty() && *place.begin() == runs_folder)) return input.path;
  }
  return "";
}

bool empty(const fs::path& folder) {
  return std::all_of(fs::directory_iterator(folder), fs::directory_iterator(),
                     [](const fs::directory_entry& entry) { return entry.path().extension() == ".part"; });
}

// Finds why the folder cannot be used as it is; true if old results are to be removed.
bool check(const fs::path& folder, const Identity& identity, bool force, Findings& findings) {
  const auto refuse = [&](std::string problem, std::string advice) {
    findings.add({{folder.string()}, "", std::move(problem), "", "", std::move(advice)});
    return false;
  };
  if (force) return true;
  if (!fs::exists(folder / manifest)) {
    return empty(folder)
               ? false
               : refuse("has other files in it", "Give a new folder, or --force to add the results to them");
  }
  const std::optional<Identity> old = read_manifest(folder / manifest);
  if (const int later = later_version(folder / manifest); later > 0)
    return refuse(later_text(later),
                  "Use the program that wrote it, give another folder, or --force to begin anew");
  if (has_wrong_checksum(folder / manifest)) return refuse(damaged_manifest, begin_anew);
  if (!old) return refuse("contains a study.json that cannot be read", begin_anew);
  if (const std::string what = difference(*old, identity); !what.empty())
    return refuse("holds results of another study: " + what, begin_anew);
  return false;
}

}  // namespace

void check_format(const fs::path& folder, Findings& findings) {
  const fs::path file = folder / manifest;
  std::error_code error;
  if (fs::status(file, error).type() == fs::file_type::none) {
    findings.add({{folder.string()}, "", "cannot be read: " + error.message(), "", "", ""});
    return;
  }
  if (const int later = later_version(file); later > 0) {
    findings.add({{folder.string()}, "", later_text(later), "", "", "Use the program that wrote it"});
    return;
  }
  if (has_wrong_checksum(file)) {
    findings.add({{folder.string()}, "", damaged_manifest, "", "", "Copy it again, or begin the study anew"});
    return;
  }
  const OrderedJson json = manifest_json(file);
  if (json.is_object() && json.value("format", OrderedJson()) == format_name) return;
  findings.add(
      {{folder.string()}, "", "holds no study", "", "", "Run the study, with --worker, --shard or neither"});
}

Identity identity_of(const StudySpec& spec, const Plan& plan) {
  Identity identity{version(), commit(), {}, "", {}};
  identity.runs = plan.runs.size() - plan.references;
  identity.references = plan.references;
  std::string hash;
  for (const auto* names : {&spec.record, &spec.error.channels})
    for (const auto& name : *names) hash += name.value + '\n';
  identity.judged = spec.record_judged;
  hash += spec.reference ? "error" : "";
  hash += spec.record_judged ? "record_judged\n" : "";
  if (spec.repetitions > 1) hash += fmt::format("repetitions {}\n", spec.repetitions);
  if (const auto& search = spec.critical_speed) {
    hash += fmt::format("critical_speed {} {} {}\n", search->from, search->to, search->speeds);
    for (const document::Setting& setting : search->set)
      hash += fmt::format("{} = {}\n", setting.key, setting.value.text);
  }
  identity.recorded = sha256(hash);
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    if (i > 0) identity.earlier.push_back(hash);
    std::string settings = hash + plan.runs[i].name + '\n';
    for (const document::Assignment& set : plan.runs[i].sets) settings += set.text + '\n';
    hash = sha256(settings);
  }
  identity.settings = hash;
  return identity;
}

void add_inputs(const vehicle_case::CaseModel& model, Identity& identity) {
  for (const vehicle_case::SourceFile& source : model.sources) {
    const auto place =
        std::lower_bound(identity.inputs.begin(), identity.inputs.end(), source.path,
                         [](const InputHash& input, const std::string& path) { return input.path < path; });
    if (place == identity.inputs.end() || place->path != source.path)
      identity.inputs.insert(place, {source.path, file_hash(source.path, source.text)});
  }
}

std::optional<StudyFolder> StudyFolder::open(const fs::path& folder, const Identity& identity,
                                             const std::string& command_line, bool force,
                                             Findings& findings) {
  std::optional<StudyFolder> result = open_or_make(folder, identity, command_line, force, findings);
  if (!result) return std::nullopt;
  remove_parts(folder);
  remove_parts(folder / runs_folder);
  return result;
}

std::optional<StudyFolder> StudyFolder::begin(const fs::path& folder, const Identity& identity,
                                              const std::string& command_line, Findings& findings) {
  return open_or_make(folder, identity, command_line, false, findings);
}

std::optional<StudyFolder> StudyFolder::open_or_make(const fs::path& folder, const Identity& identity,
                                                     const std::string& command_line, bool force,
                                                     Findings& findings) {
  const auto refuse = [&](std::string problem, std::string advice) {
    findings.add({{folder.string()}, "", std::move(problem), "", "", std::move(advice)});
    return std::nullopt;
  };
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    return refuse("is not a folder", "Give the name of a folder");
  // Another worker may make it in the same moment.
  if (!fs::exists(folder, error)) fs::create_directory(folder, error);
  if (error) return refuse(fmt::format("cannot be made: {}", error.message()), "");
  const int lock = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) return refuse(fmt::format("cannot be read: {}", std::strerror(errno)), "");
  StudyFolder result(folder, lock);
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    return refuse("is in use by another flangeway study",
                  "Wait until that one has ended, or give another folder");
  }
  if (const std::string input = endangered_input(folder, identity); !input.empty())
    return refuse(fmt::format("would replace {}, which the study reads", input), "Give another folder");
  const std::size_t before = findings.all().size();
  const bool anew = check(folder, identity, force, findings);
  if (findings.all().size() != before) return std::nullopt;
  if (anew) remove_results(folder);
  result.was_cancelled_ = fs::remove(folder / cancel_mark);
  // First, so that a kill at any moment leaves a folder that is known as ours.
  const std::optional<Identity> old = read_manifest(folder / manifest);
  const std::string id = run_identity(identity);
  auto known = old ? read_run_identities(folder / manifest) : std::vector<std::string>{};
  const bool is_new = known && std::find(known->begin(), known->end(), id) == known->end();
  if (is_new) known->push_back(id);
  if (!old || is_new || old->settings != identity.settings || old->runs != identity.runs)
    result.write(manifest, manifest_text(identity, known, command_line));
  result.know(id, std::move(known));
  fs::create_directories(folder / runs_folder);
  return result;
}

StudyFolder::StudyFolder(StudyFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::exchange(other.lock_, -1)),
      was_cancelled_(other.was_cancelled_),
      run_identity_(std::move(other.run_identity_)),
      run_identities_(std::move(other.run_identities_)),
      notes_(std::move(other.notes_)) {}

StudyFolder::~StudyFolder() {
  if (lock_ >= 0) ::close(lock_);
}

std::string StudyFolder::stem_of(const Run& run) {
  std::string name = run.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

fs::path StudyFolder::file_of(const Run& run, const char* ending) const {
  return path_ / runs_folder / (stem_of(run) + ending);
}

bool StudyFolder::has_begun(const fs::path& folder, const Identity& identity) {
  const std::optional<Identity> old = read_manifest(folder / manifest);
  return old && old->settings == identity.settings && old->version == identity.version &&
         old->commit == identity.commit;
}

bool StudyFolder::is_cancelled(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / cancel_mark, ignored);
}

bool StudyFolder::is_in_use(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return false;
  const bool used = ::flock(file, LOCK_EX | LOCK_NB) != 0;
  ::close(file);
  return used;
}

void StudyFolder::remove_if_unused(const fs::path& folder) {
  const StudyFolder own(folder, ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (own.lock_ < 0 || ::flock(own.lock_, LOCK_EX | LOCK_NB) != 0) return;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename() != manifest && entry.path().filename() != runs_folder) return;
  if (fs::exists(folder / runs_folder) && !fs::remove(folder / runs_folder, ignored)) return;  // has runs
  fs::remove(folder / manifest, ignored);
  fs::remove(folder, ignored);
}

std::optional<StudyFolder> StudyFolder::join(const fs::path& folder, const Identity& identity,
                                             Findings& findings) {
  const auto refuse = [&](const char* problem, const char* advice) {
    findings.add({{folder.string()}, "", problem, "", "", advice});
    return std::nullopt;
  };
  StudyFolder result(folder, ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (result.lock_ < 0 && errno != ENOENT && errno != ENOTDIR)
    return refuse(("cannot be read: " + std::string(std::strerror(errno))).c_str(), "");
  if (result.lock_ < 0 || !fs::exists(folder / manifest))
    return refuse("holds no study", "Run the study, with --worker, --shard or neither");
  if (later_version(folder / manifest) > 0) {
    check_format(folder, findings);
    return std::nullopt;
  }
  if (!has_begun(folder, identity))
    return refuse("holds results of another study, or of another version of Flangeway",
                  "Give another folder, or the study that it holds");
  // Another worker may have it alone for the moment in which it begins it.
  for (int tries = 0; ::flock(result.lock_, LOCK_SH | LOCK_NB) != 0; ++tries) {
    if (tries == 50)
      return refuse("is in use by another flangeway study",
                    "Wait until that one has ended, or run workers only");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  // One that was killed while it began the folder may not have come to this.
  std::error_code ignored;
  fs::create_directories(folder / runs_folder, ignored);
  // Whoever has begun the folder knows all inputs; a worker has not read them.
  auto known = read_run_identities(folder / manifest);
  std::string id = known && !known->empty() ? known->back() : run_identity(identity);
  result.know(std::move(id), std::move(known));
  return result;
}

void StudyFolder::know(std::string run_identity, std::optional<std::vector<std::string>> known) {
  run_identity_ = std::move(run_identity);
  run_identities_ = std::move(known);
  if (!run_identities_)
    note(path_.string() +
         ": its runs have no checksums, as an earlier program has begun it; damage to them is not noticed");
}

void StudyFolder::note(std::string text) const {
  const std::lock_guard lock(notes_->mutex);
  notes_->texts.insert(std::move(text));
}

std::vector<std::string> StudyFolder::notes() const {
  const std::lock_guard lock(notes_->mutex);
  return {notes_->texts.begin(), notes_->texts.end()};
}

std::string StudyFolder::sealed(const Run& run, const Outcome& outcome, const std::string& channels) const {
  return seal_json(outcome.summary, {{"of", "run " + run.name},
                                     {"settings", settings_hash(run)},
                                     {"study", run_identity_},
                                     {"channels", sha256(channels)}});
}

// Why the files of a run are not those that were written for it, or "".
std::string StudyFolder::problem_of(const Run& run, const SealedJson& summary,
                                    const std::string& channels) const {
  using Seal = SealedJson::Seal;
  if (summary.seal == Seal::none)
    return run_identities_ ? "has no checksum, as those that this program writes have" : "";
  if (summary.seal == Seal::wrong) return "is damaged: its checksum is wrong";
  if (const std::string of = summary.fact("of"); of != "run " + run.name)
    return fmt::format("is the result of {}, not of run {}", of, run.name);
  const std::string study = summary.fact("study");
  const bool ours = !run_identities_ || std::find(run_identities_->begin(), run_identities_->end(), study) !=
                                            run_identities_->end();
  if (!ours || summary.fact("settings") != settings_hash(run))
    return "is the result of a run of another study";
  if (summary.fact("channels") != sha256(channels))
    return fmt::format("does not belong to {}, which was changed", file_of(run, ".csv").string());
  return "";
}

void StudyFolder::publish(const Run& run, const Outcome& outcome, const std::string& owner) const {
  if (read(run)) return;
  const fs::path trace = file_of(run, ".csv"), summary = file_of(run, ".json");
  const fs::path own_trace = file_of(run, ('.' + owner + ".csv.part").c_str()),
                 own_summary = file_of(run, ('.' + owner + ".json.part").c_str());
  const std::string channels = trace_csv(outcome.trace);
  write_file_atomically(own_trace, channels);
  write_file_atomically(own_summary, sealed(run, outcome, channels));
  // Copies of a trace are equal. Summaries have measured times: the first one stays.
  fs::rename(own_trace, trace);
  if (::link(own_summary.c_str(), summary.c_str()) == 0 || read(run)) {
    fs::remove(own_summary);
  } else {
    fs::rename(own_summary, summary);  // what was there is damaged
  }
}

void StudyFolder::check_inputs(const vehicle_case::CaseModel& model) const {
  campaign::check_inputs(inputs(), model);
}

void check_inputs(const std::vector<InputHash>& inputs, const vehicle_case::CaseModel& model) {
  Identity begun, now;
  begun.inputs = inputs;
  add_inputs(model, now);
  Findings findings;
  const std::vector<std::string> before = content_keys(begun);
  for (const InputHash& input : now.inputs) {
    if (!std::binary_search(before.begin(), before.end(), content_key(input)))
      findings.add({{input.path},
                    "",
                    "is not what it was when the study began",
                    "",
                    "",
                    "Restore it, or begin the study anew"});
  }
  findings.throw_if_any();
}

std::vector<InputHash> StudyFolder::inputs() const {
  return read_manifest(path_ / manifest).value_or(Identity{}).inputs;
}

std::string StudyFolder::claimed_by(const Run& run) const {
  const std::string content = text_of(file_of(run, ".claim")).value_or("");
  return content.substr(0, content.find(' '));
}

std::optional<Outcome> StudyFolder::read(const Run& run) const {
  const std::optional<std::string> text = text_of(file_of(run, ".json"));
  const std::optional<std::string> csv = text ? text_of(file_of(run, ".csv")) : std::nullopt;
  if (!csv) return std::nullopt;
  SealedJson summary = unseal_json(*text);
  std::string problem = problem_of(run, summary, *csv);
  if (problem.empty() && (is_nested_too_deeply(summary.text) || !OrderedJson::accept(summary.text)))
    problem = "is damaged: it is no JSON document";
  std::optional<Trace> trace = problem.empty() ? parse_trace(*csv) : std::nullopt;
  if (trace) return Outcome{std::move(summary.text), std::move(*trace)};
  if (problem.empty()) problem = fmt::format("has damaged channels in {}", file_of(run, ".csv").string());
  note(fmt::format("{}: {}; it does not count, and run {} is done again", file_of(run, ".json").string(),
                   problem, run.name));
  return std::nullopt;
}

void StudyFolder::write(const Run& run, const Outcome& outcome) const {
  const std::string channels = trace_csv(outcome.trace);
  write_file_atomically(file_of(run, ".csv"), channels);
  write_file_atomically(file_of(run, ".json"), sealed(run, outcome, channels));
}

void StudyFolder::write(const std::string& name, std::string_view content) const {
  write_file_atomically(path_ / name, content);
}

}  // namespace flangeway::campaign
