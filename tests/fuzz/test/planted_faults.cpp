// A target with faults in it, to test the driver.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("key = nan") != std::string_view::npos) std::abort();
  if (text.starts_with("throw")) throw std::runtime_error("escapes");
  if (text.starts_with("segfault")) std::raise(SIGSEGV);
  return 0;
}
