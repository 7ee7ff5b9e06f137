#include "flangeway/core/standard_descriptors.hpp"

#include <fcntl.h>

#include <array>
#include <cerrno>

namespace flangeway {

// open() gives the lowest number that is free.
void open_standard_descriptors() {
  constexpr std::array<int, 3> modes{O_RDONLY, O_RDONLY, O_WRONLY};
  for (int number = 0; number < 3; ++number) {
    const bool closed = ::fcntl(number, F_GETFD) < 0 && errno == EBADF;
    if (closed) (void)::open("/dev/null", modes.at(static_cast<std::size_t>(number)));
  }
}

}  // namespace flangeway
