#include "flangeway/math/lane_fft.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "flangeway/math/types.hpp"
#include "flangeway/math/vector_clones.hpp"

namespace flangeway::math {
namespace {

/// One stage: group p takes inputs j at p·run + j·in_step and gives outputs at (p·radix + j)·run, each `run`
/// neighbouring numbers.
struct Pass {
  const double* __restrict re, * __restrict im;
  double* __restrict out_re, * __restrict out_im;
  std::size_t groups, in_step, run;
  const double *c, *s;  ///< twiddle factors of outputs 1 … radix−1, group by group

  [[nodiscard]] const double* factors_c(std::size_t p, std::size_t radix) const {
    return c + p * (radix - 1);
  }
  [[nodiscard]] const double* factors_s(std::size_t p, std::size_t radix) const {
    return s + p * (radix - 1);
  }
};

#define FLANGEWAY_INLINE inline __attribute__((always_inline))

/// out ← x, turned by the twiddle factor unless that is 1 (group 0).
template <bool turn>
FLANGEWAY_INLINE void put(double xr, double xi, double c, double s, double& re, double& im) {
  re = turn ? xr * c - xi * s : xr;
  im = turn ? xr * s + xi * c : xi;
}

template <bool turn, bool half_in, bool half_out>
FLANGEWAY_INLINE void group_2(const Pass& a, std::size_t p) {
  const std::size_t in = a.in_step, n = a.run;
  const double* __restrict re = a.re + p * n, * __restrict im = a.im + p * n;
  double* __restrict ore = a.out_re + 2 * p * n, * __restrict oim = a.out_im + 2 * p * n;
  const double c1 = a.factors_c(p, 2)[0], s1 = a.factors_s(p, 2)[0];
#pragma GCC ivdep
  for (std::size_t q = 0; q < n; ++q) {
    const double ar = re[q], ai = im[q], br = half_in ? 0 : re[q + in], bi = half_in ? 0 : im[q + in];
    ore[q] = ar + br;
    oim[q] = ai + bi;
    if (half_out) continue;
    put<turn>(ar - br, ai - bi, c1, s1, ore[q + n], oim[q + n]);
  }
}

template <bool turn>
FLANGEWAY_INLINE void group_3(const Pass& a, std::size_t p) {
  constexpr double h = 0.86602540378443864676;  // sin 60°
  const std::size_t in = a.in_step, n = a.run;
  const double* __restrict re = a.re + p * n, * __restrict im = a.im + p * n;
  double* __restrict ore = a.out_re + 3 * p * n, * __restrict oim = a.out_im + 3 * p * n;
  const double *c = a.factors_c(p, 3), *s = a.factors_s(p, 3);
  const double c1 = c[0], s1 = s[0], c2 = c[1], s2 = s[1];
#pragma GCC ivdep
  for (std::size_t q = 0; q < n; ++q) {
    const double ar = re[q], ai = im[q];
    const double sr = re[q + in] + re[q + 2 * in], si = im[q + in] + im[q + 2 * in];
    const double mr = h * (re[q + in] - re[q + 2 * in]), mi = h * (im[q + in] - im[q + 2 * in]);
    const double tr = ar - 0.5 * sr, ti = ai - 0.5 * si;
    ore[q] = ar + sr;
    oim[q] = ai + si;
    put<turn>(tr + mi, ti - mr, c1, s1, ore[q + n], oim[q + n]);
    put<turn>(tr - mi, ti + mr, c2, s2, ore[q + 2 * n], oim[q + 2 * n]);
  }
}

template <bool turn, bool half_in, bool half_out>
FLANGEWAY_INLINE void group_4(const Pass& a, std::size_t p) {
  const std::size_t in = a.in_step, n = a.run;
  const double* __restrict re = a.re + p * n, * __restrict im = a.im + p * n;
  double* __restrict ore = a.out_re + 4 * p * n, * __restrict oim = a.out_im + 4 * p * n;
  const double *c = a.factors_c(p, 4), *s = a.factors_s(p, 4);
  const double c1 = c[0], s1 = s[0], c2 = c[1], s2 = s[1], c3 = c[2], s3 = s[2];
#pragma GCC ivdep
  for (std::size_t q = 0; q < n; ++q) {
    const double ar = re[q], ai = im[q], br = re[q + in], bi = im[q + in];
    const double cr = half_in ? 0 : re[q + 2 * in], ci = half_in ? 0 : im[q + 2 * in];
    const double dr = half_in ? 0 : re[q + 3 * in], di = half_in ? 0 : im[q + 3 * in];
    const double er = ar + cr, ei = ai + ci, fr = ar - cr, fi = ai - ci;
    const double gr = br + dr, gi = bi + di, hr = br - dr, hi = bi - di;
    ore[q] = er + gr;
    oim[q] = ei + gi;
    put<turn>(fr + hi, fi - hr, c1, s1, ore[q + n], oim[q + n]);
    if (half_out) continue;
    put<turn>(er - gr, ei - gi, c2, s2, ore[q + 2 * n], oim[q + 2 * n]);
    put<turn>(fr - hi, fi + hr, c3, s3, ore[q + 3 * n], oim[q + 3 * n]);
  }
}

template <bool turn>
FLANGEWAY_INLINE void group_5(const Pass& a, std::size_t p) {
  constexpr double c72 = 0.30901699437494742410, s72 = 0.95105651629515357212;
  constexpr double c144 = -0.80901699437494742410, s144 = 0.58778525229247312917;
  const std::size_t in = a.in_step, n = a.run;
  const double* __restrict re = a.re + p * n, * __restrict im = a.im + p * n;
  double* __restrict ore = a.out_re + 5 * p * n, * __restrict oim = a.out_im + 5 * p * n;
  const double *c = a.factors_c(p, 5), *s = a.factors_s(p, 5);
  const double c1 = c[0], s1 = s[0], c2 = c[1], s2 = s[1], c3 = c[2], s3 = s[2], c4 = c[3], s4 = s[3];
#pragma GCC ivdep
  for (std::size_t q = 0; q < n; ++q) {
    const double ar = re[q], ai = im[q];
    const double p1r = re[q + in] + re[q + 4 * in], p1i = im[q + in] + im[q + 4 * in];
    const double m1r = re[q + in] - re[q + 4 * in], m1i = im[q + in] - im[q + 4 * in];
    const double p2r = re[q + 2 * in] + re[q + 3 * in], p2i = im[q + 2 * in] + im[q + 3 * in];
    const double m2r = re[q + 2 * in] - re[q + 3 * in], m2i = im[q + 2 * in] - im[q + 3 * in];
    const double t1r = ar + c72 * p1r + c144 * p2r, t1i = ai + c72 * p1i + c144 * p2i;
    const double t2r = ar + c144 * p1r + c72 * p2r, t2i = ai + c144 * p1i + c72 * p2i;
    const double v1r = s72 * m1r + s144 * m2r, v1i = s72 * m1i + s144 * m2i;
    const double v2r = s144 * m1r - s72 * m2r, v2i = s144 * m1i - s72 * m2i;
    ore[q] = ar + p1r + p2r;
    oim[q] = ai + p1i + p2i;
    put<turn>(t1r + v1i, t1i - v1r, c1, s1, ore[q + n], oim[q + n]);
    put<turn>(t2r + v2i, t2i - v2r, c2, s2, ore[q + 2 * n], oim[q + 2 * n]);
    put<turn>(t2r - v2i, t2i + v2r, c3, s3, ore[q + 3 * n], oim[q + 3 * n]);
    put<turn>(t1r - v1i, t1i + v1r, c4, s4, ore[q + 4 * n], oim[q + 4 * n]);
  }
}

// The first pass of a transform whose second half of samples is zero, the last of one whose second half is
// not wanted.
#define FLANGEWAY_PASSES(radix, suffix, half_in, half_out)                                   \
  FLANGEWAY_VECTOR_CLONES                                                                    \
  void pass_##radix##suffix(const Pass& a) {                                                 \
    group_##radix<false, half_in, half_out>(a, 0);                                           \
    for (std::size_t p = 1; p < a.groups; ++p) group_##radix<true, half_in, half_out>(a, p); \
  }
FLANGEWAY_PASSES(2, , false, false)
FLANGEWAY_PASSES(2, _half_in, true, false)
FLANGEWAY_PASSES(2, _half_out, false, true)
FLANGEWAY_PASSES(4, , false, false)
FLANGEWAY_PASSES(4, _half_in, true, false)
FLANGEWAY_PASSES(4, _half_out, false, true)
#undef FLANGEWAY_PASSES

FLANGEWAY_VECTOR_CLONES
void pass_3(const Pass& a) {
  group_3<false>(a, 0);
  for (std::size_t p = 1; p < a.groups; ++p) group_3<true>(a, p);
}

FLANGEWAY_VECTOR_CLONES
void pass_5(const Pass& a) {
  group_5<false>(a, 0);
  for (std::size_t p = 1; p < a.groups; ++p) group_5<true>(a, p);
}

enum class Part { all, half_in, half_out };

void run_pass(int radix, Part part, const Pass& a) {
  switch (radix) {
    case 2:
      return part == Part::all ? pass_2(a) : part == Part::half_in ? pass_2_half_in(a) : pass_2_half_out(a);
    case 3:
      return pass_3(a);
    case 4:
      return part == Part::all ? pass_4(a) : part == Part::half_in ? pass_4_half_in(a) : pass_4_half_out(a);
    default:
      return pass_5(a);
  }
}

/// Operations per sample of a transform of length n, −1 if it has other prime factors.
double cost_per_sample(int n) {
  double cost = 0;
  for (const auto& [radix, operations] : {std::pair{4, 8.5}, {2, 5.0}, {3, 9.7}, {5, 15.0}}) {
    for (; n % radix == 0; n /= radix) cost += operations;
  }
  return n == 1 ? cost : -1;
}

/// Even radices first and last, where half the samples may be zero or not wanted.
std::vector<int> radices(int n) {
  std::vector<int> even, odd;
  for (const int radix : {4, 2}) {
    for (; n % radix == 0; n /= radix) even.push_back(radix);
  }
  for (const int radix : {3, 5}) {
    for (; n % radix == 0; n /= radix) odd.push_back(radix);
  }
  if (n != 1) throw std::invalid_argument("length of a Fourier transform: a prime factor above 5");
  odd.insert(odd.begin(), even.begin(), even.begin() + (even.empty() ? 0 : 1));
  if (even.size() > 1) odd.insert(odd.end(), even.begin() + 1, even.end());
  return odd;
}

}  // namespace

int fast_length(int n) {
  int best = 0;
  double least = 0;
  for (int candidate = n; best == 0 || candidate <= n + n / 8; ++candidate) {
    const double cost = cost_per_sample(candidate) * candidate;
    if (cost >= 0 && (best == 0 || cost < least)) best = candidate, least = cost;
  }
  return best;
}

LaneFft::LaneFft(int n) : n_(n) {
  if (n < 1) throw std::invalid_argument("length of a Fourier transform: below 1");
  std::size_t stride = 1;
  int rest = n;
  for (const int radix : radices(n)) {
    Stage stage;
    stage.radix = radix;
    stage.groups = rest / stage.radix;
    stage.stride = stride;
    for (int p = 0; p < stage.groups; ++p) {
      for (int j = 1; j < stage.radix; ++j) {
        const double angle = -2 * pi * p * j / rest;
        stage.cosine.push_back(std::cos(angle));
        stage.sine.push_back(std::sin(angle));
      }
    }
    stride *= static_cast<std::size_t>(stage.radix);
    rest = stage.groups;
    stages_.push_back(std::move(stage));
  }
}

bool LaneFft::transform(double* re, double* im, double* work_re, double* work_im, std::size_t lanes,
                        HalfZero zero) const {
  bool in_place = true;
  for (const Stage& stage : stages_) {
    const std::size_t run = stage.stride * lanes;
    const auto groups = static_cast<std::size_t>(stage.groups);
    const double *from_re = in_place ? re : work_re, *from_im = in_place ? im : work_im;
    double *to_re = in_place ? work_re : re, *to_im = in_place ? work_im : im;
    const bool first = &stage == &stages_.front(), last = &stage == &stages_.back();
    Part part = Part::all;
    if (zero == HalfZero::input && first) part = Part::half_in;
    if (zero == HalfZero::output && last && !first) part = Part::half_out;
    run_pass(
        stage.radix, part,
        {from_re, from_im, to_re, to_im, groups, groups * run, run, stage.cosine.data(), stage.sine.data()});
    in_place = !in_place;
  }
  return in_place;
}

}  // namespace flangeway::math
