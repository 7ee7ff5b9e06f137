#include "flangeway/results/stored_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "flangeway/core/file_content.hpp"
#include "flangeway/core/input_record.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/seal.hpp"

namespace flangeway::results {
namespace {

struct Outcome {
  std::string status, summary;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Outcome> outcome) {
  codec(outcome.status, outcome.summary);
}

std::optional<Status> status_from(const std::string& text) {
  for (const Status status : {Status::running, Status::completed, Status::derailed, Status::stopped}) {
    if (text == to_string(status)) return status;
  }
  return std::nullopt;
}

herr_t collect_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

struct OpenedFile {
  Handle file;
  const char* problem = nullptr;
  bool may_pass = false;  // the problem, as a writer may be at work
  bool sealed = false;
};

OpenedFile try_to_open(const std::string& path) {
  constexpr const char* damaged = "is truncated or damaged";
  const auto [seal, size] = check_seal(path);
  if (seal == Seal::wrong) return {{}, "is damaged: its checksum is wrong"};
  const Handle access = file_access();
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!file) return {{}, damaged, seal == Seal::none};
  if (seal == Seal::right) return {std::move(file), nullptr, false, true};
  if (!survives_reading(file.get())) return {{}, damaged};
  if (has_lost_its_seal(file.get(), size)) return {{}, "is damaged: its checksum is missing", true};
  return {std::move(file)};
}

/// Facts of a file by which a writer at work is detected.
struct FileState {
  std::uintmax_t size = 0;
  std::filesystem::file_time_type time;
  bool operator==(const FileState&) const = default;
};

FileState state_of(const std::string& path) {
  std::error_code ignored;
  return {std::filesystem::file_size(path, ignored), std::filesystem::last_write_time(path, ignored)};
}

/// Opens for reading. HDF5 requests the length of the file and then reads the length that the file states; a
/// writer may have added a chunk or a seal between the two. Damage is believed once five attempts have seen
/// the same file, and after two seconds of a file that changes.
OpenedFile open_file(const std::string& path) {
  constexpr int max_unchanged = 5, max_attempts = 200;
  FileState before;
  int unchanged = 0;
  for (int attempt = 1;; ++attempt) {
    OpenedFile opened = try_to_open(path);
    const FileState now = state_of(path);
    unchanged = now == before ? unchanged + 1 : 1;
    if (!opened.may_pass || unchanged == max_unchanged || attempt == max_attempts) return opened;
    before = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// "is a MATLAB 5 file, not an HDF5 file".
std::string not_hdf5(const std::string& path) {
  std::string head(std::size_t{1} << 16, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(stream.gcount()));
  const FileContent* content = binary_content(head);
  return content == nullptr ? "is not an HDF5 file" : fmt::format("is {}, not an HDF5 file", content->name);
}

/// Advice that names the program which writes the file.
std::string give(const char* program) {
  return fmt::format("Give a file that {} has written", program);
}

}  // namespace

std::optional<StoredFile> open_stored(const std::string& path, const char* format, const char* program,
                                      std::optional<Finding>& wrong) {
  const auto refuse = [&](std::string problem, std::string advice = {}) {
    wrong = Finding{{path}, "", std::move(problem), "", "", std::move(advice)};
    return std::nullopt;
  };
  constexpr const char* foreign = "is an HDF5 file, but not a result of Flangeway";
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::none) return refuse("cannot be read: " + error.message());
  if (!std::filesystem::exists(status)) return refuse("does not exist");
  if (std::filesystem::is_directory(status)) return refuse("is a folder", "Give the name of a file");
  if (!std::filesystem::is_regular_file(status)) return refuse("is not a regular file");
  // Some files of /proc let a reader wait for ever, and have no size.
  if (std::filesystem::file_size(path, error) == 0 && !error)
    return refuse("is not an HDF5 file", give(program));
  const htri_t is_hdf5 = H5Fis_hdf5(path.c_str());
  if (is_hdf5 < 0) return refuse("cannot be read");
  if (is_hdf5 == 0) return refuse(not_hdf5(path), give(program));
  note_input(path);
  OpenedFile opened = open_file(path);
  if (!opened.file) return refuse(opened.problem, "Copy it again or repeat the run");
  Handle& file = opened.file;
  const std::optional<long long> version = read_integer(file.get(), layout::format_version);
  if (!version) return refuse(foreign, give(program));
  if (*version < 1 || *version > layout::newest_version) {
    (void)refuse("has a format that this version cannot read", "Use a newer Flangeway");
    wrong->got = fmt::format("format_version {}", *version);
    wrong->allowed = fmt::format("1 to {}", layout::newest_version);
    return std::nullopt;
  }
  std::optional<StoredTexts> texts = StoredTexts::read(file.get(), *version);
  if (!texts) return refuse("is damaged: its texts cannot be read", "Copy it again or repeat the run");
  if (texts->text("", layout::format) != format) return refuse(foreign, give(program));
  return StoredFile{std::move(file), *version, std::move(*texts), opened.sealed};
}

bool has_numbers(hid_t dataset) {
  const Handle type(H5Dget_type(dataset), H5Tclose);
  return type && (H5Tequal(type.get(), H5T_IEEE_F64LE) > 0 || H5Tequal(type.get(), H5T_IEEE_F32LE) > 0);
}

bool is_backed(hid_t dataset, hsize_t rows, hsize_t columns) {
  // Deflate packs no more than 1032 bytes into one; small datasets may be unwritten, as in an interrupted
  // file. The size is that of the whole file: the dataset's own is unknown while a flush is under way, or
  // after a kill in the middle of one.
  constexpr hsize_t small = hsize_t{1} << 20, max_packed = 1032;
  if (columns > 0 && rows > std::numeric_limits<hsize_t>::max() / sizeof(double) / columns) return false;
  if (rows * columns <= small) return true;
  const Handle file(H5Iget_file_id(dataset), H5Fclose);
  hsize_t bytes = 0;
  return file && H5Fget_filesize(file.get(), &bytes) >= 0 &&
         rows * columns / max_packed * sizeof(float) <= bytes;
}

Story read_story(const StoredFile& file) {
  const auto text = [&](const char* name) { return file.texts.text("", name).value_or(""); };
  Story story{Status::running,
              "{}",
              {text(layout::version),
               text(layout::commit),
               text(layout::command_line),
               text(layout::started),
               {},
               text(layout::method),
               text(layout::integrator),
               text(layout::settings),
               text(layout::scene)}};
  const std::vector<std::string> paths = file.texts.texts("", layout::input_paths);
  const std::vector<std::string> hashes = file.texts.texts("", layout::input_hashes);
  for (std::size_t i = 0; i < std::min(paths.size(), hashes.size()); ++i)
    story.provenance.inputs.push_back({paths[i], hashes[i]});
  Outcome outcome;
  if (file.version < layout::version_with_texts) {
    outcome = {text(layout::status), text(layout::summary)};
  } else if (const auto bytes = read_block(file.handle.get(), layout::outcome)) {
    if (!decode_state(*bytes, outcome)) return story;
  } else {
    return story;
  }
  story.status = status_from(outcome.status).value_or(Status::running);
  if (!outcome.summary.empty()) story.summary = std::move(outcome.summary);
  return story;
}

bool write_outcome(hid_t file, Status status, const std::string& summary_json) {
  const Outcome outcome{to_string(status), summary_json};
  return write_text(file, layout::status, outcome.status) &&
         write_text(file, layout::summary, outcome.summary) &&
         write_block(file, layout::outcome, encode_state(outcome));
}

bool write_no_outcome(hid_t file) {
  return write_text(file, layout::status, to_string(Status::running)) &&
         write_integer(file, layout::sealed, 0) && write_block(file, layout::outcome, {});
}

std::optional<std::vector<std::string>> members(hid_t group) {
  std::vector<std::string> names;
  if (H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, collect_name, &names) < 0)
    return std::nullopt;
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace flangeway::results
