// The fuzz targets of a program. CMakeLists.txt writes the table from the names of the files *_fuzz.cpp. As
// for libFuzzer, each file defines LLVMFuzzerTestOneInput; here that name is a macro for a name of its own.
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
