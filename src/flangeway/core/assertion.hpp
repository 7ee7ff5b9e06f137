// Assertions of preconditions, which a caller has to ensure.
//
//   FLANGEWAY_ASSERT(step > 0, "a step has a length");
//
// Debug and sanitizer builds stop with file, line, condition and message. In a release nothing is evaluated.
// Readers check user data and report its faults; an assertion that fails is a bug of the program.
#pragma once

#include <cassert>

#ifdef NDEBUG
// The condition is compiled, so that it stays correct, and its variables count as used.
#define FLANGEWAY_ASSERT(condition, message) static_cast<void>(sizeof((condition) && (message)))
#else
#define FLANGEWAY_ASSERT(condition, message) assert((condition) && (message))
#endif
