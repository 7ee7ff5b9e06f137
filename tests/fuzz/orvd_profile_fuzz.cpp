// The reader of profiles in JSON, and the guess of a kind by the content.
#include "profile_invariants.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::profile;
  check_reader(data, size, "fuzz.json", Kind::wheel);
  check_reader(data, size, "fuzz.json", Kind::rail);
  (void)kind_of_content(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.json");
  return 0;
}
