#include "flangeway/math/lane_fft.hpp"

#include <cmath>
#include <stdexcept>

#include "flangeway/math/types.hpp"
#include "flangeway/math/vector_clones.hpp"

namespace flangeway::math {
namespace {

/// One stage for one twiddle index p: inputs j at j·in_step, outputs j at j·run, `run` neighbouring numbers
/// each.
struct Butterfly {
  const double *re, *im;
  double *out_re, *out_im;
  std::size_t in_step, run;
  const double *c, *s;  ///< twiddle factors of outputs 1 … radix−1
};

FLANGEWAY_VECTOR_CLONES
void radix_2(const Butterfly& b) {
  const std::size_t in = b.in_step, n = b.run;
  const double* __restrict re = b.re, * __restrict im = b.im;
  double* __restrict ore = b.out_re, * __restrict oim = b.out_im;
  const double c1 = b.c[0], s1 = b.s[0];
  for (std::size_t q = 0; q < n; ++q) {
    const double ar = re[q], ai = im[q], br = re[q + in], bi = im[q + in];
    const double dr = ar - br, di = ai - bi;
    ore[q] = ar + br;
    oim[q] = ai + bi;
    ore[q + n] = dr * c1 - di * s1;
    oim[q + n] = dr * s1 + di * c1;
  }
}

FLANGEWAY_VECTOR_CLONES
void radix_3(const Butterfly& b) {
  constexpr double h = 0.86602540378443864676;  // sin 60°
  const std::size_t in = b.in_step, n = b.run;
  const double* __restrict re = b.re, * __restrict im = b.im;
  double* __restrict ore = b.out_re, * __restrict oim = b.out_im;
  const double c1 = b.c[0], s1 = b.s[0], c2 = b.c[1], s2 = b.s[1];
  for (std::size_t q = 0; q < n; ++q) {
    const double ar = re[q], ai = im[q];
    const double pr = re[q + in] + re[q + 2 * in], pi_ = im[q + in] + im[q + 2 * in];
    const double mr = h * (re[q + in] - re[q + 2 * in]), mi = h * (im[q + in] - im[q + 2 * in]);
    const double tr = ar - 0.5 * pr, ti = ai - 0.5 * pi_;
    const double xr = tr + mi, xi = ti - mr, yr = tr - mi, yi = ti + mr;
    ore[q] = ar + pr;
    oim[q] = ai + pi_;
    ore[q + n] = xr * c1 - xi * s1;
    oim[q + n] = xr * s1 + xi * c1;
    ore[q + 2 * n] = yr * c2 - yi * s2;
    oim[q + 2 * n] = yr * s2 + yi * c2;
  }
}

FLANGEWAY_VECTOR_CLONES
void radix_4(const Butterfly& b) {
  const std::size_t in = b.in_step, n = b.run;
  const double* __restrict re = b.re, * __restrict im = b.im;
  double* __restrict ore = b.out_re, * __restrict oim = b.out_im;
  const double c1 = b.c[0], s1 = b.s[0], c2 = b.c[1], s2 = b.s[1], c3 = b.c[2], s3 = b.s[2];
  for (std::size_t q = 0; q < n; ++q) {
    const double er = re[q] + re[q + 2 * in], ei = im[q] + im[q + 2 * in];
    const double fr = re[q] - re[q + 2 * in], fi = im[q] - im[q + 2 * in];
    const double gr = re[q + in] + re[q + 3 * in], gi = im[q + in] + im[q + 3 * in];
    const double hr = re[q + in] - re[q + 3 * in], hi = im[q + in] - im[q + 3 * in];
    const double ur = er - gr, ui = ei - gi;
    const double xr = fr + hi, xi = fi - hr, yr = fr - hi, yi = fi + hr;
    ore[q] = er + gr;
    oim[q] = ei + gi;
    ore[q + n] = xr * c1 - xi * s1;
    oim[q + n] = xr * s1 + xi * c1;
    ore[q + 2 * n] = ur * c2 - ui * s2;
    oim[q + 2 * n] = ur * s2 + ui * c2;
    ore[q + 3 * n] = yr * c3 - yi * s3;
    oim[q + 3 * n] = yr * s3 + yi * c3;
  }
}

FLANGEWAY_VECTOR_CLONES
void radix_5(const Butterfly& b) {
  constexpr double c72 = 0.30901699437494742410, s72 = 0.95105651629515357212;
  constexpr double c144 = -0.80901699437494742410, s144 = 0.58778525229247312917;
  const std::size_t in = b.in_step, n = b.run;
  const double* __restrict re = b.re, * __restrict im = b.im;
  double* __restrict ore = b.out_re, * __restrict oim = b.out_im;
  const double c1 = b.c[0], s1 = b.s[0], c2 = b.c[1], s2 = b.s[1];
  const double c3 = b.c[2], s3 = b.s[2], c4 = b.c[3], s4 = b.s[3];
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
    const double xr = t1r + v1i, xi = t1i - v1r, yr = t1r - v1i, yi = t1i + v1r;
    const double zr = t2r + v2i, zi = t2i - v2r, wr = t2r - v2i, wi = t2i + v2r;
    ore[q] = ar + p1r + p2r;
    oim[q] = ai + p1i + p2i;
    ore[q + n] = xr * c1 - xi * s1;
    oim[q + n] = xr * s1 + xi * c1;
    ore[q + 2 * n] = zr * c2 - zi * s2;
    oim[q + 2 * n] = zr * s2 + zi * c2;
    ore[q + 3 * n] = wr * c3 - wi * s3;
    oim[q + 3 * n] = wr * s3 + wi * c3;
    ore[q + 4 * n] = yr * c4 - yi * s4;
    oim[q + 4 * n] = yr * s4 + yi * c4;
  }
}

void butterfly(int radix, const Butterfly& b) {
  switch (radix) {
    case 2:
      return radix_2(b);
    case 3:
      return radix_3(b);
    case 4:
      return radix_4(b);
    default:
      return radix_5(b);
  }
}

int next_radix(int n) {
  for (const int radix : {4, 2, 3, 5}) {
    if (n % radix == 0) return radix;
  }
  throw std::invalid_argument("length of a Fourier transform: a prime factor above 5");
}

}  // namespace

int fast_length(int n) {
  for (int candidate = n;; ++candidate) {
    int rest = candidate;
    for (const int prime : {2, 3, 5}) {
      while (rest % prime == 0) rest /= prime;
    }
    if (rest == 1) return candidate;
  }
}

LaneFft::LaneFft(int n) : n_(n) {
  if (n < 1) throw std::invalid_argument("length of a Fourier transform: below 1");
  std::size_t stride = 1;
  for (int rest = n; rest > 1;) {
    Stage stage;
    stage.radix = next_radix(rest);
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

bool LaneFft::transform(double* re, double* im, double* work_re, double* work_im, std::size_t lanes) const {
  bool in_place = true;
  for (const Stage& stage : stages_) {
    const std::size_t run = stage.stride * lanes;
    const auto radix = static_cast<std::size_t>(stage.radix), groups = static_cast<std::size_t>(stage.groups);
    const double *from_re = in_place ? re : work_re, *from_im = in_place ? im : work_im;
    double *to_re = in_place ? work_re : re, *to_im = in_place ? work_im : im;
    for (std::size_t p = 0; p < groups; ++p) {
      const std::size_t in = p * run, out = p * radix * run, twiddle = p * (radix - 1);
      butterfly(stage.radix, {from_re + in, from_im + in, to_re + out, to_im + out, groups * run, run,
                              stage.cosine.data() + twiddle, stage.sine.data() + twiddle});
    }
    in_place = !in_place;
  }
  return in_place;
}

}  // namespace flangeway::math
