#include "flangeway/results/stored_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <thread>

#include "flangeway/results/layout.hpp"

namespace flangeway::results {
namespace {

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

/// Opens for reading. HDF5 asks for the length of the file and then reads what the file states as its length;
/// a writer may have added a chunk between the two, so "truncated" is believed only the fifth time.
Handle open_file(const std::string& path) {
  const Handle access = file_access();
  for (int attempt = 1;; ++attempt) {
    Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
    if (file || attempt == 5) return file;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// The advice that names the program which writes such a file.
std::string give(const char* program) {
  return fmt::format("Give a file that {} has written", program);
}

}  // namespace

Handle open_stored(const std::string& path, const char* format, const char* program,
                   std::optional<Finding>& wrong) {
  const auto refuse = [&](std::string problem, std::string advice = {}) {
    wrong = Finding{{path}, "", std::move(problem), "", "", std::move(advice)};
    return Handle{};
  };
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return refuse("does not exist");
  if (std::filesystem::is_directory(path, ignored)) return refuse("is a folder", "Give the name of a file");
  const htri_t is_hdf5 = H5Fis_hdf5(path.c_str());
  if (is_hdf5 < 0) return refuse("cannot be read");
  if (is_hdf5 == 0) return refuse("is not an HDF5 file", give(program));
  Handle file = open_file(path);
  if (!file) return refuse("is truncated or damaged", "Copy it again or repeat the run");
  if (read_text(file.get(), layout::format) != format) {
    return refuse("is an HDF5 file, but not a result of Flangeway", give(program));
  }
  const long long version = read_integer(file.get(), layout::format_version).value_or(0);
  if (version >= 1 && version <= layout::newest_version) return file;
  (void)refuse("has a form that this version cannot read", "Use a newer Flangeway");
  wrong->got = fmt::format("format_version {}", version);
  wrong->allowed = fmt::format("1 to {}", layout::newest_version);
  return {};
}

bool is_backed(hid_t dataset, hsize_t rows, hsize_t columns) {
  // Deflate packs no more than 1032 bytes into one; what is small may be unwritten, as in an interrupted
  // file.
  constexpr hsize_t small = hsize_t{1} << 20, max_packed = 1032;
  if (columns > 0 && rows > std::numeric_limits<hsize_t>::max() / sizeof(double) / columns) return false;
  return rows * columns <= small ||
         rows * columns / max_packed * sizeof(float) <= H5Dget_storage_size(dataset);
}

Story read_story(hid_t file) {
  const auto text = [file](const char* name) { return read_text(file, name).value_or(""); };
  Story story{status_from(text(layout::status)).value_or(Status::running),
              read_text(file, layout::summary).value_or("{}"),
              {text(layout::version),
               text(layout::commit),
               text(layout::command_line),
               text(layout::started),
               {},
               text(layout::method),
               text(layout::integrator),
               text(layout::settings),
               text(layout::scene)}};
  const std::vector<std::string> paths = read_texts(file, layout::input_paths);
  const std::vector<std::string> hashes = read_texts(file, layout::input_hashes);
  for (std::size_t i = 0; i < std::min(paths.size(), hashes.size()); ++i)
    story.provenance.inputs.push_back({paths[i], hashes[i]});
  return story;
}

std::optional<std::vector<std::string>> members(hid_t group) {
  std::vector<std::string> names;
  if (H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, collect_name, &names) < 0)
    return std::nullopt;
  return names;
}

}  // namespace flangeway::results
