#include "flangeway/results/new_file.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <system_error>

#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/layout.hpp"

namespace flangeway::results {

bool create_under_temporary_name(const std::string& path, Findings& findings,
                                 const std::function<bool(const std::string& temporary)>& make) {
  remove_abandoned_parts(path);
  const std::string temporary = part_of(path).string();
  errno = 0;
  if (make(temporary) && std::rename(temporary.c_str(), path.c_str()) == 0) return true;
  const int error = errno;
  std::remove(temporary.c_str());
  for (const int no_mistake : {ENOSPC, EFBIG, EDQUOT, EMFILE, ENFILE, ENOMEM, EIO})
    if (error == no_mistake) throw std::system_error(error, std::generic_category(), "cannot write " + path);
  findings.add({{path},
                "",
                fmt::format("cannot be created ({})", std::strerror(error)),
                "",
                "",
                "Write to another folder"});
  return false;
}

namespace {

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace

void keep_metadata_until_flush(hid_t file) {
  H5AC_cache_config_t cache;
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  if (H5Fget_mdc_config(file, &cache) < 0) return;
  cache.evictions_enabled = false;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  H5Fset_mdc_config(file, &cache);
}

bool write_provenance(hid_t file, const char* format, const Provenance& from) {
  std::vector<std::string> paths;
  std::vector<std::string> hashes;
  for (const InputFile& input : from.inputs) {
    paths.push_back(input.path);
    hashes.push_back(input.sha256);
  }
  return write_text(file, layout::format, format) &&
         write_integer(file, layout::format_version, layout::newest_version) &&
         write_text(file, layout::status, to_string(Status::running)) &&
         write_text(file, layout::summary, "{}") &&
         write_text(file, layout::version, from.version.empty() ? flangeway::version() : from.version) &&
         write_text(file, layout::commit, from.commit) &&
         write_text(file, layout::command_line, from.command_line) &&
         write_text(file, layout::started, from.started.empty() ? utc_now() : from.started) &&
         write_text(file, layout::method, from.method) &&
         write_text(file, layout::integrator, from.integrator) &&
         write_text(file, layout::settings, from.settings) &&
         (from.scene.empty() || write_text(file, layout::scene, from.scene)) &&
         write_texts(file, layout::input_paths, paths) && write_texts(file, layout::input_hashes, hashes);
}

}  // namespace flangeway::results
