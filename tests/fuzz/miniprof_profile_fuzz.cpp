// The reader of MiniProf profiles.
#include "profile_invariants.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::profile;
  check_reader(data, size, "fuzz.whl", Kind::wheel);
  check_reader(data, size, "fuzz.ban", Kind::rail);
  return 0;
}
