#include "flangeway/fmi/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace flangeway::fmi {

std::string& last_message() {
  static std::string message;
  return message;
}

std::unique_ptr<Library> load_library(const Description& description, const UnitOptions& options,
                                      std::string& problem) {
  const std::string& file = options.use == Use::model_exchange ? description.model_exchange_library
                                                               : description.co_simulation_library;
  void* const handle = dlopen((options.folder + "/" + file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    problem = fmt::format("its library cannot be loaded: {}", dlerror());
    return nullptr;
  }
  return description.version == 2 ? make_fmi2(handle) : make_fmi3(handle);
}

}  // namespace flangeway::fmi
