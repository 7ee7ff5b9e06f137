#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "flangeway/archive/archive.hpp"
#include "flangeway/archive/compare.hpp"
#include "flangeway/archive/manifest.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/core/temporary_folder.hpp"
#include "flangeway/core/write_failure.hpp"
#include "flangeway/fmi/archive.hpp"
#include "flangeway/recording/recorded_case.hpp"
#include "flangeway/recording/run_file.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/vehicle_case/coupling.hpp"

namespace flangeway::archive {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t any_size = std::uint64_t{1} << 40;  // the archive's own bounds hold

// An archive that is unpacked into a folder of its own.
class Unpacked {
 public:
  Unpacked(const std::string& file, Findings& findings) : file_(file), findings_(findings), archive_(file) {
    if (is_archive()) unpack();
  }
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  [[nodiscard]] fs::path place_of(const std::string& name) const { return fs::path(folder_.path()) / name; }

 private:
  void complain(const std::string& entry, std::string problem) {
    findings_.add(
        {{file_}, entry, std::move(problem), "", "", "Give an archive that flangeway archive has packed"});
  }

  [[nodiscard]] bool is_archive() {
    if (!archive_.good()) return complain("", "is missing, or no zip file"), false;
    if (const std::string excess = archive_.excess(); !excess.empty()) return complain("", excess), false;
    return true;
  }

  void unpack() {
    if (folder_.path().empty())
      throw WriteFailure(fmt::format("{}. {}.", folder_.problem(), temporary_files_advice));
    std::string text;
    if (!archive_.read("manifest.json", text, any_size))
      return complain("", "is no archive of Flangeway: it has no manifest.json");
    manifest_ = read_manifest(text, file_, findings_);
    for (const ArchivedRun& run : manifest_.runs) unpack(run);
  }

  void unpack(const ArchivedRun& run) {
    unpack(run.file, run.sha256);
    fs::create_directories(place_of(run.folder));
    for (const ArchivedInput& input : run.inputs) unpack(input.file, input.archived_sha256);
  }

  // For a while only, so that it need not reach the disk.
  static void write(const fs::path& file, const std::string& content) {
    errno = 0;
    std::ofstream out(file, std::ios::binary);
    out << content;
    out.close();
    if (!out)
      throw WriteFailure(fmt::format("cannot write {}: {}. {}.", file.string(),
                                     std::strerror(errno != 0 ? errno : EIO), temporary_files_advice));
  }

  void unpack(const std::string& name, const std::string& hash) {
    const auto [known, is_new] = hashes_.try_emplace(name);
    if (is_new) {  // runs share inputs
      std::string content;
      if (!archive_.read(name, content, any_size)) return complain(name, "is missing or damaged");
      known->second = sha256(content);
      fs::create_directories(place_of(name).parent_path());
      write(place_of(name), content);
    }
    if (known->second != hash) complain(name, "was changed after it was packed: its hash is another");
  }

  std::string file_;
  Findings& findings_;
  fmi::Archive archive_;
  TemporaryFolder folder_;
  Manifest manifest_;
  std::map<std::string, std::string> hashes_;  // by name, of the files that are unpacked
};

// The case of a run, from the unpacked inputs alone.
std::optional<vehicle_case::CaseModel> load(const Unpacked& unpacked, const ArchivedRun& run,
                                            Findings& findings) {
  const fs::path folder = unpacked.place_of(run.folder);
  fs::current_path(folder);  // paths among the changes of a run start there
  results::Provenance provenance;
  provenance.method = run.method;
  for (const ArchivedInput& input : run.inputs)
    provenance.inputs.push_back({unpacked.place_of(input.file).string(), input.archived_sha256});
  auto model = recording::load_recorded_case(run.file, {folder.string(), run.sets}, provenance, findings);
  if (!model) return std::nullopt;
  const std::string top = unpacked.place_of("inputs").string() + "/";
  for (const vehicle_case::SourceFile& source : model->sources) {
    const std::string path = fs::absolute(source.path).lexically_normal().string();
    if (!path.starts_with(top))
      findings.add({{run.file},
                    "",
                    "reads a file outside of the archive",
                    path,
                    "",
                    "Name it by a path relative to the file that names it, and run the case again"});
  }
  vehicle_case::check_one_process(*model, findings);
  simulate::check_functions(*model, {}, findings);
  if (!findings.empty()) return std::nullopt;
  simulate::choose_integrator(*model);
  return model;
}

// Runs the case and records it. False: it was ended.
bool record(const vehicle_case::CaseModel& model, const ArchivedRun& run, const std::string& path,
            const std::function<bool(double)>& progress, Findings& findings) {
  auto writer = recording::create_run_file(model, {path, run.sets, run.command_line, true, false}, findings);
  if (!writer) return true;
  simulate::RunOptions options;
  options.record = [&](const double* row) { return writer->append(row); };
  options.record_deformed_track = [&](const double* row) { return writer->append_deformed_track(row); };
  if (model.output.judged_interval > 0)
    options.record_judged = [&](const double* row) { return writer->append_judged(row); };
  const double whole = std::max(simulate::expected_distance(model), 1e-3);
  bool ended = false;
  options.progress = [&](double distance, double) {
    ended = ended || !progress(std::min(1.0, distance / whole));
    return !ended;
  };
  simulate::Summary summary = simulate::run(model, options);
  recording::finish_run_file(*writer, summary);
  if (!writer->problem().empty())
    throw WriteFailure(fmt::format("{}: cannot be repeated: the temporary file {} {}. {}.", run.file, path,
                                   writer->cause(), temporary_files_advice));
  return !ended;
}

}  // namespace

std::vector<Repetition> reproduce(const std::string& file,
                                  const std::function<bool(double, std::size_t, std::size_t)>& progress,
                                  Findings& findings) {
  const std::size_t before = findings.all().size();
  const Unpacked unpacked(fs::absolute(file).string(), findings);
  std::vector<Repetition> repetitions;
  const std::vector<ArchivedRun>& runs = unpacked.manifest().runs;
  for (std::size_t i = 0; i < runs.size() && findings.all().size() == before; ++i) {
    const auto model = load(unpacked, runs[i], findings);
    if (!model) break;
    const std::string path = unpacked.place_of("repeated.h5").string();
    if (!record(
            *model, runs[i], path, [&](double share) { return progress(share, i, runs.size()); }, findings))
      break;
    const auto archived = results::Reader::open(unpacked.place_of(runs[i].file).string(), findings),
               repeated = results::Reader::open(path, findings);
    if (!archived || !repeated) break;
    Repetition& one = repetitions.emplace_back();
    one.result = runs[i].file, one.version = runs[i].version, one.commit = runs[i].commit;
    compare(*archived, *repeated, one);
  }
  fs::current_path("/");  // the folder goes
  return repetitions;
}

}  // namespace flangeway::archive
