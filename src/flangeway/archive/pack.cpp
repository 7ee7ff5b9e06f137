#include <fmt/format.h>
#include <zip.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "flangeway/archive/archive.hpp"
#include "flangeway/archive/cite.hpp"
#include "flangeway/archive/manifest.hpp"
#include "flangeway/core/file_hash.hpp"
#include "flangeway/core/input_record.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/core/utf8.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/fmi/archive.hpp"
#include "flangeway/results/checkpoint.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::archive {
namespace {

namespace fs = std::filesystem;
using Contents = std::map<std::string, std::string>;  // by name in the archive

std::string content_of(const fs::path& file) {
  note_input(file);
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(text).str();
}

fs::path absolute_of(const fs::path& folder, const std::string& file) {
  return fs::absolute(folder / file).lexically_normal();
}

// Names in archives and the manifest are UTF-8. Part by part, so that files of one folder stay together.
std::string utf8_name(const fs::path& path) {
  fs::path name;
  for (const fs::path& part : path) name /= utf8_of_latin1(part.string());
  return name.generic_string();
}

std::string name_in_archive(const fs::path& absolute) {
  return utf8_name("inputs" / absolute.relative_path());
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// "/home/…/x.toml" in quotes becomes a path relative to `folder`.
std::string with_relative_paths(std::string text, const std::vector<fs::path>& files,
                                const fs::path& folder) {
  for (const fs::path& file : files)
    for (const char quote : {'"', '\''})
      replace_all(text, quote + file.string() + quote,
                  quote + file.lexically_relative(folder).generic_string() + quote);
  return text;
}

// Packs runs one after another.
class Packer {
 public:
  explicit Packer(Findings& findings) : findings_(findings) { manifest_.version = version(); }

  void add(const std::string& result) {
    const std::size_t before = findings_.all().size();
    const auto stored = results::read_origin(result, findings_);
    if (!stored) return;
    const auto reader = results::Reader::open(result, findings_);
    if (!reader) return;
    if (reader->status() == results::Status::running)
      complain(result, "has not ended, or was killed", "Let the run end, or continue it");
    if (stored->provenance.inputs.empty())
      complain(result, "belongs to a case that was built without a file", "Run a case from a file");
    if (findings_.all().size() == before) add_run(result, *stored);
  }

  [[nodiscard]] Contents take() {
    contents_["manifest.json"] = to_json(manifest_);
    contents_["CITATION.cff"] = citation_file();
    return std::move(contents_);
  }

 private:
  void complain(const std::string& file, std::string problem, const char* advice) {
    findings_.add({{file}, "", std::move(problem), "", "", advice});
  }

  void add_run(const std::string& result, const results::StoredOrigin& stored) {
    const results::Provenance& of_run = stored.provenance;
    const fs::path folder = absolute_of(stored.origin.folder, "");
    std::vector<fs::path> files;
    for (const results::InputFile& input : of_run.inputs) files.push_back(absolute_of(folder, input.path));
    ArchivedRun run{unused_name(result),
                    "",
                    of_run.version,
                    of_run.commit,
                    utf8_of_latin1(of_run.command_line),
                    of_run.started,
                    of_run.method,
                    of_run.integrator,
                    name_in_archive(folder),
                    {},
                    {}};
    for (const std::string& set : stored.origin.sets)
      run.sets.push_back(utf8_of_latin1(with_relative_paths(set, files, folder)));
    for (std::size_t i = 0; i < files.size(); ++i) add_input(of_run.inputs[i], files[i], files, run);
    std::string bytes = content_of(result);
    run.sha256 = sha256(bytes);
    contents_[run.file] = std::move(bytes);
    manifest_.runs.push_back(std::move(run));
  }

  void add_input(const results::InputFile& input, const fs::path& file, const std::vector<fs::path>& files,
                 ArchivedRun& run) {
    if (const std::string problem = reading_problem(file); !problem.empty())
      return complain(file.string(), problem + ", but the run has read it",
                      "Put it back, or run the case again");
    std::string text = content_of(file);
    if (!is_hash_of(input.sha256, text))
      return complain(file.string(), "has changed since the run has read it",
                      "Put it back as it was, or run the case again");
    if (file.extension() == ".toml") {
      const std::string plain = plain_utf8(text);  // the bytes stay unless a path changes
      std::string relative = with_relative_paths(plain, files, file.parent_path());
      if (relative != plain) text = std::move(relative);
    }
    const std::string name = name_in_archive(file);
    run.inputs.push_back({utf8_of_latin1(input.path), name, input.sha256, sha256(text)});
    const auto [known, is_new] = contents_.emplace(name, text);
    if (!is_new && known->second != text)
      complain(file.string(), "would have the name of another file in the archive", "Rename one of them");
  }

  // Two results of one name get numbers.
  [[nodiscard]] std::string unused_name(const std::string& result) const {
    const fs::path path(utf8_of_latin1(fs::path(result).filename().string()));
    std::string name = "results/" + path.filename().string();
    for (int i = 2; contents_.contains(name); ++i)
      name = fmt::format("results/{}_{}{}", path.stem().string(), i, path.extension().string());
    return name;
  }

  Findings& findings_;
  Manifest manifest_;
  Contents contents_;
};

[[noreturn]] void fail_to_pack() {
  throw std::runtime_error("the archive cannot be made");
}

// The bytes of a zip file. Its files have no times, so that the same results give the same bytes.
std::string zipped(const Contents& contents) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const target = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (target == nullptr) fail_to_pack();
  zip_source_keep(target);
  zip_t* const archive = zip_open_from_source(target, ZIP_TRUNCATE, &error);
  if (archive == nullptr) fail_to_pack();
  for (const auto& [name, text] : contents) {
    zip_source_t* const source = zip_source_buffer(archive, text.data(), text.size(), 0);
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) fail_to_pack();
    constexpr time_t start_of_zip_times = 315619200;  // 2 January 1980, in every time zone
    (void)zip_file_set_mtime(archive, static_cast<zip_uint64_t>(index), start_of_zip_times, 0);
  }
  if (zip_close(archive) != 0 || zip_source_open(target) != 0) fail_to_pack();
  zip_source_seek(target, 0, SEEK_END);
  std::string bytes(static_cast<std::size_t>(zip_source_tell(target)), '\0');
  zip_source_seek(target, 0, SEEK_SET);
  const bool whole =
      zip_source_read(target, bytes.data(), bytes.size()) == static_cast<zip_int64_t>(bytes.size());
  zip_source_close(target);
  zip_source_free(target);
  if (!whole) fail_to_pack();
  return bytes;
}

// Nobody could repeat the runs of an archive beyond these bounds.
void check_size(const Contents& contents, std::size_t packed, const std::string& first, Findings& findings) {
  std::uint64_t sum = 0;
  for (const auto& [name, text] : contents) sum += text.size();
  const std::uint64_t max_bytes = fmi::max_unpacked_bytes(packed);
  if (contents.size() <= fmi::max_archived_files && sum <= max_bytes) return;
  findings.add({{first},
                "",
                "is too much for one archive, with its inputs and the other results",
                fmt::format("{} files of {} MiB", contents.size(), sum >> 20),
                fmt::format("{} files and {} MiB for {:.3g} MiB when packed", fmi::max_archived_files,
                            max_bytes >> 20, static_cast<double>(packed) / (1 << 20)),
                "Pack fewer results at once, or record fewer channels or rows"});
}

}  // namespace

std::string pack(const std::vector<std::string>& results, Findings& findings) {
  const std::size_t before = findings.all().size();
  Packer packer(findings);
  for (const std::string& result : results) packer.add(result);
  if (findings.all().size() != before) return "";
  const Contents contents = packer.take();
  std::string bytes = zipped(contents);
  check_size(contents, bytes.size(), results.front(), findings);
  return findings.all().size() == before ? bytes : "";
}

std::string packed_json(const std::string& file, const std::vector<std::string>& results) {
  return nlohmann::ordered_json{{"archive", file}, {"results", results}}.dump(
      2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace flangeway::archive
