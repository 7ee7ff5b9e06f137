#include "flangeway/results/disk_space.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace flangeway::results {

namespace {

// A version 1 B-tree node of 64 chunks takes 2096 bytes, and one more can follow for each dataset
// [HDF5Format, III.A.1]; what is left of the slack is for the heap of attributes.
constexpr std::size_t bytes_per_index = 4400;
constexpr std::size_t slack = 1 << 18;

// Superblock version 0 [HDF5Format, II.A]: byte 8 is the version, byte 40 begins the "end of file address".
constexpr off_t version_place = 8;
constexpr off_t end_place = 40;

/// Writes the end-of-file address, 8 bytes, little end first.
bool state_end(int descriptor, off_t end) {
  unsigned char version = 255;
  if (::pread(descriptor, &version, 1, version_place) != 1 || version != 0) return true;
  std::array<unsigned char, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(end >> (8 * i) & 0xff);
  return ::pwrite(descriptor, bytes.data(), bytes.size(), end_place) == static_cast<ssize_t>(bytes.size());
}

}  // namespace

int reserve_disk_space(hid_t file, std::size_t bytes, std::size_t datasets) {
  void* driver = nullptr;
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &driver) < 0 || driver == nullptr) return EIO;
  const int descriptor = *static_cast<int*>(driver);
  struct stat before{};
  if (::fstat(descriptor, &before) != 0) return errno;
  const auto need = static_cast<off_t>(bytes + datasets * bytes_per_index + slack);
  const int error = ::posix_fallocate(descriptor, before.st_size, need);
  // A file system that cannot reserve (EINVAL, EOPNOTSUPP) is used without.
  if (error == EINVAL || error == EOPNOTSUPP) return 0;
  if (error != 0) {
    // Give back what was claimed in part; the rows already written stay as they are.
    if (::ftruncate(descriptor, before.st_size) != 0) return errno;
    return error;
  }
  return state_end(descriptor, before.st_size + need) ? 0 : errno;
}

}  // namespace flangeway::results
