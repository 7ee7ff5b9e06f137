// Counts every operator new of the test program. In a file of its own, so that the compiler does not pair the
// malloc and free inside with new and delete elsewhere.
#include <cstdlib>
#include <new>

#include "support.hpp"

namespace flangeway::track::testing {
long allocations = 0;
}

void* operator new(std::size_t size) {
  ++flangeway::track::testing::allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

// Standard algorithms take their buffers here and give them back by the ordinary delete.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++flangeway::track::testing::allocations;
  return std::malloc(size);
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
