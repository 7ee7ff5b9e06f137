// The fuzz targets of a program. CMakeLists.txt writes the table from the names of the files *_fuzz.cpp, each
// of which defines LLVMFuzzerTestOneInput, as for libFuzzer; here that name is a macro for one of the
// target's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace flangeway::test {

/// Must come back, whatever the bytes are. Returns 0.
using FuzzFunction = int (*)(const std::uint8_t* data, std::size_t size);

struct FuzzTarget {
  const char* name;
  FuzzFunction function;
};

[[nodiscard]] std::span<const FuzzTarget> fuzz_targets();

}  // namespace flangeway::test
