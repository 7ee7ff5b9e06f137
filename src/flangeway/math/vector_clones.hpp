// Loops over arrays, compiled for wide and for narrow vector units; one version is selected at start.
#pragma once

// The resolver of such functions runs before the sanitizers are ready.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define FLANGEWAY_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FLANGEWAY_VECTOR_CLONES
#endif

// As for FLANGEWAY_VECTORIZED (core/vectorized.hpp).
#if defined(FLANGEWAY_COMPILED_TOGETHER) && !defined(__SANITIZE_ADDRESS__)
#undef FLANGEWAY_VECTOR_CLONES
#define FLANGEWAY_VECTOR_CLONES \
  _Pragma("GCC error \"run cmake again, so that this source is compiled alone\"")
#endif

/// Before a loop whose iterations touch different numbers: GCC need not check that at run time.
#if defined(__clang__)
#define FLANGEWAY_INDEPENDENT
#else
#define FLANGEWAY_INDEPENDENT _Pragma("GCC ivdep")
#endif

/// For the parts of such functions.
#define FLANGEWAY_INLINE inline __attribute__((always_inline))
