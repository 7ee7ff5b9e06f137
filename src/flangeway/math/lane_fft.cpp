#include "flangeway/math/lane_fft.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/math/vector_clones.hpp"

namespace flangeway::math {
namespace {

/// One stage: group p takes inputs j at p·run + j·in_step and gives outputs at (p·radix + j)·run, each `run`
/// neighbouring numbers.
template <typename Real>
struct Pass {
  const Real* __restrict re, * __restrict im;
  Real* __restrict out_re, * __restrict out_im;
  std::size_t groups, in_step, run;
  const Real *c, *s;  ///< twiddle factors of outputs 1 … radix−1, group by group

  [[nodiscard]] const Real* factors_c(std::size_t p, std::size_t radix) const { return c + p * (radix - 1); }
  [[nodiscard]] const Real* factors_s(std::size_t p, std::size_t radix) const { return s + p * (radix - 1); }
};

/// out ← x, turned by the twiddle factor unless that is 1 (group 0).
template <bool turn, typename Real>
FLANGEWAY_INLINE void put(Real xr, Real xi, Real c, Real s, Real& re, Real& im) {
  re = turn ? xr * c - xi * s : xr;
  im = turn ? xr * s + xi * c : xi;
}

template <bool turn, bool half_in, bool half_out, typename Real>
FLANGEWAY_INLINE void group_2(const Pass<Real>& a, std::size_t p) {
  const std::size_t in = a.in_step, n = a.run;
  const Real* __restrict re = a.re + p * n, * __restrict im = a.im + p * n;
  Real* __restrict ore = a.out_re + 2 * p * n, * __restrict oim = a.out_im + 2 * p * n;
  const Real c1 = a.factors_c(p, 2)[0], s1 = a.factors_s(p, 2)[0];
  FLANGEWAY_INDEPENDENT
  for (std::size_t q = 0; q < n; ++q) {
    const Real ar = re[q], ai = im[q], br = half_in ? Real(0) : re[q + in],
               bi = half_in ? Real(0) : im[q + in];
    ore[q] = ar + br;
    oim[q] = ai + bi;
    if (half_out) continue;
    put<turn>(ar - br, ai - bi, c1, s1, ore[q + n], oim[q + n]);
  }
}

template <bool turn, typename Real>
FLANGEWAY_INLINE void group_3(const Pass<Real>& a, std::size_t p) {
  constexpr Real h = Real(0.86602540378443864676), half = Real(0.5);  // sin 60°
  const std::size_t in = a.in_step, n = a.run;
  const Real* __restrict re = a.re + p * n, * __restrict im = a.im + p * n;
  Real* __restrict ore = a.out_re + 3 * p * n, * __restrict oim = a.out_im + 3 * p * n;
  const Real *c = a.factors_c(p, 3), *s = a.factors_s(p, 3);
  const Real c1 = c[0], s1 = s[0], c2 = c[1], s2 = s[1];
  FLANGEWAY_INDEPENDENT
  for (std::size_t q = 0; q < n; ++q) {
    const Real ar = re[q], ai = im[q];
    const Real sr = re[q + in] + re[q + 2 * in], si = im[q + in] + im[q + 2 * in];
    const Real mr = h * (re[q + in] - re[q + 2 * in]), mi = h * (im[q + in] - im[q + 2 * in]);
    const Real tr = ar - half * sr, ti = ai - half * si;
    ore[q] = ar + sr;
    oim[q] = ai + si;
    put<turn>(tr + mi, ti - mr, c1, s1, ore[q + n], oim[q + n]);
    put<turn>(tr - mi, ti + mr, c2, s2, ore[q + 2 * n], oim[q + 2 * n]);
  }
}

template <bool turn, bool half_in, bool half_out, typename Real>
FLANGEWAY_INLINE void group_4(const Pass<Real>& a, std::size_t p) {
  const std::size_t in = a.in_step, n = a.run;
  const Real* __restrict re = a.re + p * n, * __restrict im = a.im + p * n;
  Real* __restrict ore = a.out_re + 4 * p * n, * __restrict oim = a.out_im + 4 * p * n;
  const Real *c = a.factors_c(p, 4), *s = a.factors_s(p, 4);
  const Real c1 = c[0], s1 = s[0], c2 = c[1], s2 = s[1], c3 = c[2], s3 = s[2];
  FLANGEWAY_INDEPENDENT
  for (std::size_t q = 0; q < n; ++q) {
    const Real ar = re[q], ai = im[q], br = re[q + in], bi = im[q + in];
    const Real cr = half_in ? Real(0) : re[q + 2 * in], ci = half_in ? Real(0) : im[q + 2 * in];
    const Real dr = half_in ? Real(0) : re[q + 3 * in], di = half_in ? Real(0) : im[q + 3 * in];
    const Real er = ar + cr, ei = ai + ci, fr = ar - cr, fi = ai - ci;
    const Real gr = br + dr, gi = bi + di, hr = br - dr, hi = bi - di;
    ore[q] = er + gr;
    oim[q] = ei + gi;
    put<turn>(fr + hi, fi - hr, c1, s1, ore[q + n], oim[q + n]);
    if (half_out) continue;
    put<turn>(er - gr, ei - gi, c2, s2, ore[q + 2 * n], oim[q + 2 * n]);
    put<turn>(fr - hi, fi + hr, c3, s3, ore[q + 3 * n], oim[q + 3 * n]);
  }
}

template <bool turn, typename Real>
FLANGEWAY_INLINE void group_5(const Pass<Real>& a, std::size_t p) {
  constexpr Real c72 = Real(0.30901699437494742410), s72 = Real(0.95105651629515357212);
  constexpr Real c144 = Real(-0.80901699437494742410), s144 = Real(0.58778525229247312917);
  const std::size_t in = a.in_step, n = a.run;
  const Real* __restrict re = a.re + p * n, * __restrict im = a.im + p * n;
  Real* __restrict ore = a.out_re + 5 * p * n, * __restrict oim = a.out_im + 5 * p * n;
  const Real *c = a.factors_c(p, 5), *s = a.factors_s(p, 5);
  const Real c1 = c[0], s1 = s[0], c2 = c[1], s2 = s[1], c3 = c[2], s3 = s[2], c4 = c[3], s4 = s[3];
  FLANGEWAY_INDEPENDENT
  for (std::size_t q = 0; q < n; ++q) {
    const Real ar = re[q], ai = im[q];
    const Real p1r = re[q + in] + re[q + 4 * in], p1i = im[q + in] + im[q + 4 * in];
    const Real m1r = re[q + in] - re[q + 4 * in], m1i = im[q + in] - im[q + 4 * in];
    const Real p2r = re[q + 2 * in] + re[q + 3 * in], p2i = im[q + 2 * in] + im[q + 3 * in];
    const Real m2r = re[q + 2 * in] - re[q + 3 * in], m2i = im[q + 2 * in] - im[q + 3 * in];
    const Real t1r = ar + c72 * p1r + c144 * p2r, t1i = ai + c72 * p1i + c144 * p2i;
    const Real t2r = ar + c144 * p1r + c72 * p2r, t2i = ai + c144 * p1i + c72 * p2i;
    const Real v1r = s72 * m1r + s144 * m2r, v1i = s72 * m1i + s144 * m2i;
    const Real v2r = s144 * m1r - s72 * m2r, v2i = s144 * m1i - s72 * m2i;
    ore[q] = ar + p1r + p2r;
    oim[q] = ai + p1i + p2i;
    put<turn>(t1r + v1i, t1i - v1r, c1, s1, ore[q + n], oim[q + n]);
    put<turn>(t2r + v2i, t2i - v2r, c2, s2, ore[q + 2 * n], oim[q + 2 * n]);
    put<turn>(t2r - v2i, t2i + v2r, c3, s3, ore[q + 3 * n], oim[q + 3 * n]);
    put<turn>(t1r - v1i, t1i + v1r, c4, s4, ore[q + 4 * n], oim[q + 4 * n]);
  }
}

template <int radix, bool turn, bool half_in, bool half_out, typename Real>
FLANGEWAY_INLINE void group(const Pass<Real>& a, std::size_t p) {
  if constexpr (radix == 2) group_2<turn, half_in, half_out>(a, p);
  if constexpr (radix == 3) group_3<turn>(a, p);
  if constexpr (radix == 4) group_4<turn, half_in, half_out>(a, p);
  if constexpr (radix == 5) group_5<turn>(a, p);
}

// half_in: the first pass of a transform whose second half of samples is zero; half_out: the last of one
// whose second half is not wanted.
template <int radix, bool half_in, bool half_out, typename Real>
FLANGEWAY_VECTOR_CLONES void pass(const Pass<Real>& a) {
  group<radix, false, half_in, half_out>(a, 0);
  for (std::size_t p = 1; p < a.groups; ++p) group<radix, true, half_in, half_out>(a, p);
}

enum class Part { all, half_in, half_out };

template <int radix, typename Real>
void run_even(Part part, const Pass<Real>& a) {
  if (part == Part::all) return pass<radix, false, false>(a);
  part == Part::half_in ? pass<radix, true, false>(a) : pass<radix, false, true>(a);
}

template <typename Real>
void run_pass(int radix, Part part, const Pass<Real>& a) {
  switch (radix) {
    case 2:
      return run_even<2>(part, a);
    case 3:
      return pass<3, false, false>(a);
    case 4:
      return run_even<4>(part, a);
    default:
      return pass<5, false, false>(a);
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
  FLANGEWAY_ASSERT(n >= 1, "a transform has a length");
  int best = 0;
  double least = 0;
  for (int candidate = n; best == 0 || candidate <= n + n / 8; ++candidate) {
    const double cost = cost_per_sample(candidate) * candidate;
    if (cost >= 0 && (best == 0 || cost < least)) best = candidate, least = cost;
  }
  return best;
}

template <typename Real>
BasicLaneFft<Real>::BasicLaneFft(int n) : n_(n) {
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
        stage.cosine.push_back(static_cast<Real>(std::cos(angle)));
        stage.sine.push_back(static_cast<Real>(std::sin(angle)));
      }
    }
    stride *= static_cast<std::size_t>(stage.radix);
    rest = stage.groups;
    stages_.push_back(std::move(stage));
  }
}

template <typename Real>
bool BasicLaneFft<Real>::transform(Real* re, Real* im, Real* work_re, Real* work_im, std::size_t lanes,
                                   HalfZero zero) const {
  FLANGEWAY_ASSERT(lanes == 0 || (re != work_re && im != work_im), "scratch memory differs from the data");
  bool in_place = true;
  for (const Stage& stage : stages_) {
    const std::size_t run = stage.stride * lanes;
    const auto groups = static_cast<std::size_t>(stage.groups);
    const Real *from_re = in_place ? re : work_re, *from_im = in_place ? im : work_im;
    Real *to_re = in_place ? work_re : re, *to_im = in_place ? work_im : im;
    const bool first = &stage == &stages_.front(), last = &stage == &stages_.back();
    Part part = Part::all;
    if (zero == HalfZero::input && first) part = Part::half_in;
    if (zero == HalfZero::output && last && !first) part = Part::half_out;
    run_pass<Real>(
        stage.radix, part,
        {from_re, from_im, to_re, to_im, groups, groups * run, run, stage.cosine.data(), stage.sine.data()});
    in_place = !in_place;
  }
  return in_place;
}

template class BasicLaneFft<double>;
template class BasicLaneFft<float>;

}  // namespace flangeway::math
