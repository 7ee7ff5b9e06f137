#include "support/allocation_guard.hpp"

#include <cerrno>
#include <cstdlib>

namespace flangeway::test {
namespace {

// Plain and thread-local: it is touched inside malloc, where nothing may be initialised on first use.
constinit thread_local std::size_t allocations = 0;

}  // namespace

#if defined(__SANITIZE_ADDRESS__)

// The address sanitizer owns malloc and calls this hook for each allocation.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                                         void (*on_free)(const volatile void*));
namespace {
const int hooks_installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++allocations; }, [](const volatile void*) {});
}  // namespace
AllocationGuard::AllocationGuard() : at_start_(allocations) {
  if (hooks_installed == 0) std::abort();  // a guard that sees nothing must not let a test pass
}

#else

AllocationGuard::AllocationGuard() : at_start_(allocations) {}

#endif

std::size_t AllocationGuard::count() const {
  return allocations - at_start_;
}

}  // namespace flangeway::test

#if !defined(__SANITIZE_ADDRESS__)

// Definitions in the program take the place of glibc's for the program and all of its libraries; operator new
// calls malloc. glibc keeps its own under these names ("Replacing malloc" in the manual of the GNU C
// Library).
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t size) {
  ++flangeway::test::allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++flangeway::test::allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++flangeway::test::allocations;
  return __libc_realloc(block, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++flangeway::test::allocations;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++flangeway::test::allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  ++flangeway::test::allocations;
  *block = __libc_memalign(alignment, size);
  return *block != nullptr ? 0 : ENOMEM;
}
void free(void* block) {
  __libc_free(block);
}
}

#endif
