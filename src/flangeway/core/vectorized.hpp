// Marks functions of a step that are compiled twice: for any processor of the architecture, and for
// processors with AVX2 and FMA.
#pragma once

/// Put before the definition of a function outside of a header. All that it calls and whose source is in
/// reach is made part of it, so that nothing but this function exists twice; the loader takes the copy that
/// suits the processor. Results of the two differ in the last bits, because a fused product is rounded once
/// (docs/decisions/0004-vector-forms.md). With sanitizers, and with FLANGEWAY_PORTABLE, there is the portable
/// one only.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) && \
    defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(FLANGEWAY_PORTABLE)
#define FLANGEWAY_VECTORIZED __attribute__((target_clones("arch=x86-64-v3", "default"), flatten))
#else
#define FLANGEWAY_VECTORIZED
#endif

// Sources that are compiled as one must not contain such functions (flangeway_compile_together in
// cmake/Room.cmake).
#if defined(FLANGEWAY_COMPILED_TOGETHER) && !defined(__SANITIZE_ADDRESS__)
#undef FLANGEWAY_VECTORIZED
#define FLANGEWAY_VECTORIZED _Pragma("GCC error \"run cmake again, so that this source is compiled alone\"")
#endif
