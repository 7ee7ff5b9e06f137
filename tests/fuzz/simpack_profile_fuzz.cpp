// The reader of SIMPACK profiles.
#include "profile_invariants.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::profile;
  check_reader(data, size, "fuzz.prw", Kind::wheel);
  check_reader(data, size, "fuzz.prr", Kind::rail);
  return 0;
}
