#include "flangeway/math/real_fft_2d.hpp"

#include <algorithm>

#include "flangeway/math/vector_clones.hpp"

namespace flangeway::math {
namespace {

constexpr std::size_t most_lanes = 512;

/// Lanes per pass, so that the four arrays of a pass stay in the second-level cache.
std::size_t lane_count(std::size_t length, std::size_t wanted) {
  constexpr std::size_t cached_numbers = 8192;
  return std::min(std::clamp<std::size_t>(cached_numbers / length / 8 * 8, 8, most_lanes), wanted);
}

/// Lanes are stored in whole vector registers.
std::size_t padded(std::size_t lanes) {
  return (lanes + 3) / 4 * 4;
}

/// `count` numbers, then zeros up to `width`.
void copy_padded(const double* from, std::size_t count, std::size_t width, double* to) {
  std::copy_n(from, count, to);
  std::fill(to + count, to + width, 0.0);
}

/// Two real signals a and b were transformed as a + ib: their spectra from it. Row k and its mirror image n −
/// k.
FLANGEWAY_VECTOR_CLONES
void split(const double* __restrict re, const double* __restrict im, const double* __restrict mirror_re,
           const double* __restrict mirror_im, double* __restrict out, std::size_t lanes) {
  for (std::size_t l = 0; l < lanes; ++l) {
    out[l] = 0.5 * (re[l] + mirror_re[l]);
    out[lanes + l] = 0.5 * (im[l] - mirror_im[l]);
    out[2 * lanes + l] = 0.5 * (im[l] + mirror_im[l]);
    out[3 * lanes + l] = 0.5 * (mirror_re[l] - re[l]);
  }
}

}  // namespace

RealFft2d::RealFft2d(int px, int py) : x_(px), y_(py), rows_(static_cast<std::size_t>(py) / 2 + 1) {
  const auto lx = static_cast<std::size_t>(px), ly = static_cast<std::size_t>(py);
  const std::size_t along = lx * padded(lane_count(lx, rows_)),
                    across = ly * padded(lane_count(ly, (lx + 1) / 2));
  for (std::vector<double>* work : {&a_, &b_, &c_, &d_}) work->resize(std::max({along, across, 4 * lx}));
}

// The columns x … x+h−1 are the real parts, the next h the imaginary parts of h complex signals.
void RealFft2d::columns_forward(const double* field, std::size_t nx, std::size_t ny, Spectrum2d& spectrum) {
  const auto length = static_cast<std::size_t>(py());
  const std::size_t most = lane_count(length, (nx + 1) / 2);
  double separated[4 * most_lanes];
  for (std::size_t x = 0; x < nx;) {
    const std::size_t lanes = std::min(most, (nx - x + 1) / 2), second = std::min(lanes, nx - x - lanes);
    const std::size_t width = padded(lanes);
    for (std::size_t k = 0; k < ny; ++k) {
      const double* row = field + k * nx + x;
      copy_padded(row, lanes, width, a_.data() + k * width);
      copy_padded(row + lanes, second, width, b_.data() + k * width);
    }
    const std::size_t read = ny <= y_.half() ? y_.half() : length;
    std::fill_n(a_.data() + ny * width, (read - ny) * width, 0.0);
    std::fill_n(b_.data() + ny * width, (read - ny) * width, 0.0);
    const bool here = y_.transform(a_.data(), b_.data(), c_.data(), d_.data(), width,
                                   read < length ? HalfZero::input : HalfZero::none);
    const double *re = here ? a_.data() : c_.data(), *im = here ? b_.data() : d_.data();
    for (std::size_t k = 0; k < rows_; ++k) {
      const std::size_t at = k * width, mirror = (k == 0 ? 0 : length - k) * width;
      split(re + at, im + at, re + mirror, im + mirror, separated, lanes);
      for (std::size_t l = 0; l < lanes; ++l) {
        spectrum.re[(x + l) * rows_ + k] = separated[l];
        spectrum.im[(x + l) * rows_ + k] = separated[lanes + l];
      }
      for (std::size_t l = 0; l < second; ++l) {
        spectrum.re[(x + lanes + l) * rows_ + k] = separated[2 * lanes + l];
        spectrum.im[(x + lanes + l) * rows_ + k] = separated[3 * lanes + l];
      }
    }
    x += lanes + second;
  }
}

void RealFft2d::columns_inverse(const Spectrum2d& spectrum, double* field, std::size_t nx, std::size_t ny) {
  const auto length = static_cast<std::size_t>(py());
  const std::size_t most = lane_count(length, (nx + 1) / 2);
  for (std::size_t x = 0; x < nx;) {
    const std::size_t lanes = std::min(most, (nx - x + 1) / 2), second = std::min(lanes, nx - x - lanes);
    const std::size_t width = padded(lanes);
    for (std::size_t k = 0; k < length && width > lanes; ++k) {
      for (std::size_t l = lanes; l < width; ++l) a_[k * width + l] = b_[k * width + l] = 0;
    }
    for (std::size_t l = 0; l < lanes; ++l) {
      const double *ar = &spectrum.re[(x + l) * rows_], *ai = &spectrum.im[(x + l) * rows_];
      const bool pair = l < second;
      const double* br = pair ? &spectrum.re[(x + lanes + l) * rows_] : nullptr;
      const double* bi = pair ? &spectrum.im[(x + lanes + l) * rows_] : nullptr;
      for (std::size_t k = 0; k < rows_; ++k) {
        const double re = pair ? br[k] : 0, im = pair ? bi[k] : 0;
        const std::size_t mirror = k == 0 ? 0 : length - k;
        a_[mirror * width + l] = ar[k] + im;
        b_[mirror * width + l] = re - ai[k];
        a_[k * width + l] = ar[k] - im;
        b_[k * width + l] = ai[k] + re;
      }
    }
    // Exchanging real and imaginary part makes the inverse of the forward transform.
    const bool here = y_.transform(b_.data(), a_.data(), d_.data(), c_.data(), width,
                                   ny <= y_.half() ? HalfZero::output : HalfZero::none);
    const double *re = here ? a_.data() : c_.data(), *im = here ? b_.data() : d_.data();
    for (std::size_t k = 0; k < ny; ++k) {
      double* row = field + k * nx + x;
      std::copy_n(re + k * width, lanes, row);
      std::copy_n(im + k * width, second, row + lanes);
    }
    x += lanes + second;
  }
}

// Only the first `filled` of the px samples are not zero, only the first `wanted` results are used.
void RealFft2d::rows_transform(std::vector<double>& re, std::vector<double>& im, std::size_t filled,
                               std::size_t wanted) {
  const auto length = static_cast<std::size_t>(px());
  const std::size_t most = lane_count(length, rows_), read = filled <= x_.half() ? x_.half() : length;
  HalfZero zero = HalfZero::none;
  if (read < length) zero = HalfZero::input;
  if (filled == length && wanted <= x_.half()) zero = HalfZero::output;
  for (std::size_t k = 0; k < rows_;) {
    const std::size_t lanes = std::min(most, rows_ - k), width = padded(lanes);
    for (std::size_t x = 0; x < filled; ++x) {
      copy_padded(&re[x * rows_ + k], lanes, width, &a_[x * width]);
      copy_padded(&im[x * rows_ + k], lanes, width, &b_[x * width]);
    }
    std::fill_n(a_.data() + filled * width, (read - filled) * width, 0.0);
    std::fill_n(b_.data() + filled * width, (read - filled) * width, 0.0);
    const bool here = x_.transform(a_.data(), b_.data(), c_.data(), d_.data(), width, zero);
    const double *out_re = here ? a_.data() : c_.data(), *out_im = here ? b_.data() : d_.data();
    for (std::size_t x = 0; x < wanted; ++x) {
      std::copy_n(out_re + x * width, lanes, &re[x * rows_ + k]);
      std::copy_n(out_im + x * width, lanes, &im[x * rows_ + k]);
    }
    k += lanes;
  }
}

void RealFft2d::forward(const double* field, int nx, int ny, Spectrum2d& spectrum) {
  spectrum.re.resize(spectrum_size());
  spectrum.im.resize(spectrum_size());
  columns_forward(field, static_cast<std::size_t>(nx), static_cast<std::size_t>(ny), spectrum);
  rows_transform(spectrum.re, spectrum.im, static_cast<std::size_t>(nx), static_cast<std::size_t>(px()));
}

FLANGEWAY_VECTOR_CLONES
static void scale(double* __restrict values, std::size_t count, double factor) {
  for (std::size_t i = 0; i < count; ++i) values[i] *= factor;
}

void RealFft2d::inverse(Spectrum2d& spectrum, double* field, int nx, int ny) {
  rows_transform(spectrum.im, spectrum.re, static_cast<std::size_t>(px()), static_cast<std::size_t>(nx));
  columns_inverse(spectrum, field, static_cast<std::size_t>(nx), static_cast<std::size_t>(ny));
  scale(field, static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny),
        1.0 / (static_cast<double>(px()) * static_cast<double>(py())));
}

}  // namespace flangeway::math
