#include "flangeway/results/disk_space.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>

namespace flangeway::results {

namespace {

// A version 1 B-tree node of 64 chunks takes 2096 bytes, and one more can follow for each dataset
// [HDF5Format, III.A.1]; the rest of the slack is for the heap of attributes.
constexpr std::size_t bytes_per_index = 4400;
constexpr std::size_t slack = 1 << 18;

// Superblock version 0 [HDF5Format, II.A]: byte 8 is the version, byte 40 begins the "end of file address".
constexpr off_t version_place = 8;
constexpr off_t end_place = 40;

bool has_version_0(int descriptor) {
  unsigned char version = 255;
  return ::pread(descriptor, &version, 1, version_place) == 1 && version == 0;
}

std::optional<off_t> stated_end(int descriptor) {
  std::array<unsigned char, 8> bytes{};
  if (!has_version_0(descriptor) || ::pread(descriptor, bytes.data(), bytes.size(), end_place) != 8)
    return {};
  off_t end = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) end |= static_cast<off_t>(bytes[i]) << (8 * i);
  return end;
}

/// Writes the end-of-file address, 8 bytes, little end first.
bool state_end(int descriptor, off_t end) {
  if (!has_version_0(descriptor)) return true;
  std::array<unsigned char, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(end >> (8 * i) & 0xff);
  return ::pwrite(descriptor, bytes.data(), bytes.size(), end_place) == static_cast<ssize_t>(bytes.size());
}

}  // namespace

int reserve_disk_space(hid_t file, std::size_t bytes, std::size_t datasets) {
  void* driver = nullptr;
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &driver) < 0 || driver == nullptr) return EIO;
  const int descriptor = *static_cast<int*>(driver);
  haddr_t used = 0;
  struct stat before {};
  if (H5Fget_eoa(file, &used) < 0) return EIO;
  if (::fstat(descriptor, &before) != 0) return errno;
  const auto from = static_cast<off_t>(used);
  const auto need = static_cast<off_t>(bytes + datasets * bytes_per_index + slack);
  const int error = ::posix_fallocate(descriptor, from, need);
  // A file system that cannot reserve (EINVAL, EOPNOTSUPP) is used without.
  if (error == EINVAL || error == EOPNOTSUPP) return 0;
  if (error != 0) {
    // Give back the part that was reserved; the rows already written stay as they are.
    if (::ftruncate(descriptor, before.st_size) != 0) return errno;
    return error;
  }
  return state_end(descriptor, from + need) ? 0 : errno;
}

int second_descriptor(hid_t file) {
  void* driver = nullptr;
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &driver) < 0 || driver == nullptr) return -1;
  return ::fcntl(*static_cast<int*>(driver), F_DUPFD_CLOEXEC, 0);
}

void release_disk_space(int descriptor) {
  struct stat now {};
  const std::optional<off_t> end = stated_end(descriptor);
  if (end && ::fstat(descriptor, &now) == 0 && now.st_size > *end) {
    // The space would do no harm: what goes wrong here is no error of the result.
    static_cast<void>(::ftruncate(descriptor, *end) == 0);
  }
}

}  // namespace flangeway::results
