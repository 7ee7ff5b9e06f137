#include "flangeway/core/version.hpp"

#include "commit.inc"  // defines FLANGEWAY_COMMIT; written by cmake/Commit.cmake at each build

namespace flangeway {

std::string version() {
  return FLANGEWAY_VERSION;
}

std::string commit() {
  return FLANGEWAY_COMMIT;
}

}  // namespace flangeway
