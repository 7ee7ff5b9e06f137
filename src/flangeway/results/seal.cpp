#include "flangeway/results/seal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "flangeway/results/checksum.hpp"
#include "flangeway/results/disk_space.hpp"
#include "flangeway/results/layout.hpp"

namespace flangeway::results {
namespace {

constexpr std::uint64_t seal_mark = 0x316c616573776c66;  // "flwseal1"

// The last bytes of a sealed file.
struct SealBytes {
  std::uint64_t mark = seal_mark;
  std::uint64_t length = 0;  // of what stands before
  std::uint64_t checksum = 0;
};

std::uint64_t bytes_in(int descriptor) {
  struct stat now {};
  return ::fstat(descriptor, &now) == 0 ? static_cast<std::uint64_t>(now.st_size) : 0;
}

// Checksum of the first bytes of a file; the last word is filled up with zeros.
std::optional<std::uint64_t> checksum_of(int descriptor, std::uint64_t length) {
  constexpr std::size_t most_words = 1 << 17;
  std::vector<std::uint64_t> words(most_words);
  std::uint64_t sum = length;
  for (std::uint64_t at = 0; at < length;) {
    const std::size_t bytes = std::min<std::uint64_t>(most_words * sizeof(std::uint64_t), length - at);
    const std::size_t count = (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
    words[count - 1] = 0;
    if (::pread(descriptor, words.data(), bytes, static_cast<off_t>(at)) != static_cast<ssize_t>(bytes))
      return {};
    for (std::size_t i = 0; i < count; ++i) sum = add_word(sum, words[i]);
    at += bytes;
  }
  return sum;
}

std::optional<SealBytes> find_seal(int descriptor, std::uint64_t size) {
  SealBytes found;
  if (size < sizeof found) return {};
  const std::uint64_t length = size - sizeof found;
  const bool read = ::pread(descriptor, &found, sizeof found, static_cast<off_t>(length)) == sizeof found;
  return read && found.mark == seal_mark && found.length == length ? std::optional(found) : std::nullopt;
}

void append_seal(int descriptor) {
  const std::uint64_t length = bytes_in(descriptor);
  const auto checksum = checksum_of(descriptor, length);
  if (!checksum) return;
  const SealBytes bytes{seal_mark, length, *checksum};
  if (::pwrite(descriptor, &bytes, sizeof bytes, static_cast<off_t>(length)) != sizeof bytes)
    static_cast<void>(::ftruncate(descriptor, static_cast<off_t>(length)) == 0);
}

}  // namespace

bool close_and_seal(Handle& file) {
  const int descriptor = second_descriptor(file.get());
  // In this order: when the file says that it is sealed, nothing is behind its stated end but the seal.
  const bool flushed = H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0;
  if (descriptor >= 0) release_disk_space(descriptor);
  const bool told = write_integer(file.get(), layout::sealed, descriptor >= 0 ? 1 : 0);
  const bool closed = file.reset() && flushed && told;
  if (descriptor < 0) return closed;
  release_disk_space(descriptor);
  if (closed) append_seal(descriptor);
  ::close(descriptor);
  return closed;
}

bool has_lost_its_seal(hid_t file, std::uint64_t size) {
  haddr_t stated = 0;
  return read_integer(file, layout::sealed).value_or(0) != 0 &&
         (H5Fget_eoa(file, &stated) < 0 || size > stated);
}

SealedFile check_seal(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  SealedFile file{Seal::none, bytes_in(descriptor)};
  if (const auto found = find_seal(descriptor, file.size))
    file.seal = checksum_of(descriptor, found->length) == found->checksum ? Seal::right : Seal::wrong;
  ::close(descriptor);
  return file;
}

bool take_seal_off(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return false;
  const auto found = find_seal(descriptor, bytes_in(descriptor));
  const bool taken = found && ::ftruncate(descriptor, static_cast<off_t>(found->length)) == 0;
  ::close(descriptor);
  return taken;
}

}  // namespace flangeway::results
