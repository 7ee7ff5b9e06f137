#include "flangeway/core/version.hpp"

namespace flangeway {

std::string version() {
  return FLANGEWAY_VERSION;
}

}  // namespace flangeway
