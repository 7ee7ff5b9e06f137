// The reader of two-column profiles.
#include "profile_invariants.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::profile;
  check_reader(data, size, "fuzz.csv", Kind::wheel);
  check_reader(data, size, "fuzz.csv", Kind::rail);
  return 0;
}
