#include "flangeway/math/real_fft_2d.hpp"

#include <algorithm>

#include "flangeway/math/vector_clones.hpp"

namespace flangeway::math {
namespace {

constexpr std::size_t most_lanes = 512;

/// Lanes per pass, so that the four arrays of a pass stay in the second-level cache.
template <typename Real>
std::size_t lane_count(std::size_t length, std::size_t wanted) {
  constexpr std::size_t cached_numbers = 65536 / sizeof(Real);
  return std::min(std::clamp<std::size_t>(cached_numbers / length / 8 * 8, 8, most_lanes), wanted);
}

/// Lanes are stored in whole vector registers.
template <typename Real>
std::size_t padded(std::size_t lanes) {
  constexpr std::size_t width = 32 / sizeof(Real);
  return (lanes + width - 1) / width * width;
}

/// `count` numbers, then zeros up to `width`.
template <typename From, typename Real>
void copy_padded(const From* from, std::size_t count, std::size_t width, Real* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<Real>(from[i]);
  std::fill(to + count, to + width, Real(0));
}

// The loops, for both kinds of numbers: clones cannot be templates.
#define FLANGEWAY_LOOPS(Real)                                                                                \
  /* Two real signals a and b were transformed as a + ib: their spectra, from row k and its mirror image. */ \
  FLANGEWAY_VECTOR_CLONES                                                                                    \
  void split(const Real* __restrict re, const Real* __restrict im, const Real* __restrict mirror_re,         \
             const Real* __restrict mirror_im, Real* __restrict out, std::size_t lanes) {                    \
    constexpr Real half = Real(0.5);                                                                         \
    for (std::size_t l = 0; l < lanes; ++l) {                                                                \
      out[l] = half * (re[l] + mirror_re[l]);                                                                \
      out[lanes + l] = half * (im[l] - mirror_im[l]);                                                        \
      out[2 * lanes + l] = half * (im[l] + mirror_im[l]);                                                    \
      out[3 * lanes + l] = half * (mirror_re[l] - re[l]);                                                    \
    }                                                                                                        \
  }                                                                                                          \
                                                                                                             \
  FLANGEWAY_VECTOR_CLONES                                                                                    \
  void multiply(const Real* __restrict factor, Real* __restrict re, Real* __restrict im, std::size_t n) {    \
    for (std::size_t i = 0; i < n; ++i) {                                                                    \
      re[i] *= factor[i];                                                                                    \
      im[i] *= factor[i];                                                                                    \
    }                                                                                                        \
  }                                                                                                          \
                                                                                                             \
  /* (a, b) ← [xx xy; xy yy] (a, b), for one part (real or imaginary) of two spectra. */                   \
  FLANGEWAY_VECTOR_CLONES                                                                                    \
  void multiply_symmetric(const SymmetricFactors<Real>& f, Real* __restrict a, Real* __restrict b,           \
                          std::size_t n) {                                                                   \
    const Real* __restrict xx = f.xx;                                                                        \
    const Real* __restrict yy = f.yy;                                                                        \
    const Real* __restrict xy = f.xy;                                                                        \
    for (std::size_t i = 0; i < n; ++i) {                                                                    \
      const Real u = xx[i] * a[i] + xy[i] * b[i];                                                            \
      b[i] = xy[i] * a[i] + yy[i] * b[i];                                                                    \
      a[i] = u;                                                                                              \
    }                                                                                                        \
  }
FLANGEWAY_LOOPS(double)
FLANGEWAY_LOOPS(float)
#undef FLANGEWAY_LOOPS

FLANGEWAY_VECTOR_CLONES
void scale(double* __restrict values, std::size_t count, double factor) {
  for (std::size_t i = 0; i < count; ++i) values[i] *= factor;
}

}  // namespace

template <typename Real>
BasicRealFft2d<Real>::BasicRealFft2d(int px, int py)
    : x_(px), y_(py), rows_(static_cast<std::size_t>(py) / 2 + 1) {
  const auto lx = static_cast<std::size_t>(px), ly = static_cast<std::size_t>(py);
  const std::size_t most = lane_count<Real>(lx, rows_), count = (rows_ + most - 1) / most;
  block_ = padded<Real>((rows_ + count - 1) / count);
  const std::size_t along = lx * std::max(padded<Real>(most), block_),
                    across = ly * padded<Real>(lane_count<Real>(ly, (lx + 1) / 2));
  for (std::vector<Real>* work : {&a_, &b_, &c_, &d_}) work->resize(std::max({along, across, 4 * lx}));
}

// The columns x … x+h−1 are the real parts, the next h the imaginary parts of h complex signals. Wave number
// k of column x goes to (k/block)·block·nx + x·block + k mod block.
template <typename Real>
void BasicRealFft2d<Real>::columns_forward(const double* field, std::size_t nx, std::size_t ny,
                                           std::size_t block, Real* out_re, Real* out_im) {
  const auto length = static_cast<std::size_t>(py());
  const std::size_t most = lane_count<Real>(length, (nx + 1) / 2);
  Real separated[4 * most_lanes];
  for (std::size_t x = 0; x < nx;) {
    const std::size_t lanes = std::min(most, (nx - x + 1) / 2), second = std::min(lanes, nx - x - lanes);
    const std::size_t width = padded<Real>(lanes);
    for (std::size_t k = 0; k < ny; ++k) {
      const double* row = field + k * nx + x;
      copy_padded(row, lanes, width, a_.data() + k * width);
      copy_padded(row + lanes, second, width, b_.data() + k * width);
    }
    const std::size_t read = ny <= y_.half() ? y_.half() : length;
    std::fill_n(a_.data() + ny * width, (read - ny) * width, Real(0));
    std::fill_n(b_.data() + ny * width, (read - ny) * width, Real(0));
    const bool here = y_.transform(a_.data(), b_.data(), c_.data(), d_.data(), width,
                                   read < length ? HalfZero::input : HalfZero::none);
    const Real *re = here ? a_.data() : c_.data(), *im = here ? b_.data() : d_.data();
    for (std::size_t k = 0; k < rows_; ++k) {
      const std::size_t at = k * width, mirror = (k == 0 ? 0 : length - k) * width;
      split(re + at, im + at, re + mirror, im + mirror, separated, lanes);
      const std::size_t to = k / block * block * nx + k % block + x * block;
      for (std::size_t l = 0; l < lanes; ++l) {
        out_re[to + l * block] = separated[l];
        out_im[to + l * block] = separated[lanes + l];
      }
      for (std::size_t l = 0; l < second; ++l) {
        out_re[to + (lanes + l) * block] = separated[2 * lanes + l];
        out_im[to + (lanes + l) * block] = separated[3 * lanes + l];
      }
    }
    x += lanes + second;
  }
}

template <typename Real>
void BasicRealFft2d<Real>::columns_inverse(const Real* in_re, const Real* in_im, std::size_t block,
                                           double* field, std::size_t nx, std::size_t ny) {
  const auto length = static_cast<std::size_t>(py());
  const std::size_t most = lane_count<Real>(length, (nx + 1) / 2);
  for (std::size_t x = 0; x < nx;) {
    const std::size_t lanes = std::min(most, (nx - x + 1) / 2), second = std::min(lanes, nx - x - lanes);
    const std::size_t width = padded<Real>(lanes);
    for (std::size_t k = 0; k < length && width > lanes; ++k) {
      for (std::size_t l = lanes; l < width; ++l) a_[k * width + l] = b_[k * width + l] = 0;
    }
    for (std::size_t k = 0; k < rows_; ++k) {
      const std::size_t from = k / block * block * nx + k % block + x * block;
      const std::size_t here = k * width, mirror = (k == 0 ? 0 : length - k) * width;
      for (std::size_t l = 0; l < lanes; ++l) {
        const std::size_t one = from + l * block, other = one + lanes * block;
        const Real re = l < second ? in_re[other] : 0, im = l < second ? in_im[other] : 0;
        a_[mirror + l] = in_re[one] + im;
        b_[mirror + l] = re - in_im[one];
        a_[here + l] = in_re[one] - im;
        b_[here + l] = in_im[one] + re;
      }
    }
    // Exchanging real and imaginary part makes the inverse of the forward transform.
    const bool here = y_.transform(b_.data(), a_.data(), d_.data(), c_.data(), width,
                                   ny <= y_.half() ? HalfZero::output : HalfZero::none);
    const Real *re = here ? a_.data() : c_.data(), *im = here ? b_.data() : d_.data();
    for (std::size_t k = 0; k < ny; ++k) {
      double* row = field + k * nx + x;
      std::copy_n(re + k * width, lanes, row);
      std::copy_n(im + k * width, second, row + lanes);
    }
    x += lanes + second;
  }
}

// Only the first `filled` of the px samples are not zero, only the first `wanted` results are used.
template <typename Real>
void BasicRealFft2d<Real>::rows_transform(std::vector<Real>& re, std::vector<Real>& im, std::size_t filled,
                                          std::size_t wanted) {
  const auto length = static_cast<std::size_t>(px());
  const std::size_t most = lane_count<Real>(length, rows_), read = filled <= x_.half() ? x_.half() : length;
  HalfZero zero = HalfZero::none;
  if (read < length) zero = HalfZero::input;
  if (filled == length && wanted <= x_.half()) zero = HalfZero::output;
  for (std::size_t k = 0; k < rows_;) {
    const std::size_t lanes = std::min(most, rows_ - k), width = padded<Real>(lanes);
    for (std::size_t x = 0; x < filled; ++x) {
      copy_padded(&re[x * rows_ + k], lanes, width, &a_[x * width]);
      copy_padded(&im[x * rows_ + k], lanes, width, &b_[x * width]);
    }
    std::fill_n(a_.data() + filled * width, (read - filled) * width, Real(0));
    std::fill_n(b_.data() + filled * width, (read - filled) * width, Real(0));
    const bool here = x_.transform(a_.data(), b_.data(), c_.data(), d_.data(), width, zero);
    const Real *out_re = here ? a_.data() : c_.data(), *out_im = here ? b_.data() : d_.data();
    for (std::size_t x = 0; x < wanted; ++x) {
      std::copy_n(out_re + x * width, lanes, &re[x * rows_ + k]);
      std::copy_n(out_im + x * width, lanes, &im[x * rows_ + k]);
    }
    k += lanes;
  }
}

template <typename Real>
void BasicRealFft2d<Real>::forward(const double* field, int nx, int ny, BasicSpectrum2d<Real>& spectrum) {
  spectrum.re.resize(spectrum_size());
  spectrum.im.resize(spectrum_size());
  columns_forward(field, static_cast<std::size_t>(nx), static_cast<std::size_t>(ny), rows_,
                  spectrum.re.data(), spectrum.im.data());
  rows_transform(spectrum.re, spectrum.im, static_cast<std::size_t>(nx), static_cast<std::size_t>(px()));
}

template <typename Real>
void BasicRealFft2d<Real>::inverse(BasicSpectrum2d<Real>& spectrum, double* field, int nx, int ny) {
  rows_transform(spectrum.im, spectrum.re, static_cast<std::size_t>(px()), static_cast<std::size_t>(nx));
  columns_inverse(spectrum.re.data(), spectrum.im.data(), rows_, field, static_cast<std::size_t>(nx),
                  static_cast<std::size_t>(ny));
  scale(field, static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny),
        1.0 / (static_cast<double>(px()) * static_cast<double>(py())));
}

template <typename Real>
std::vector<Real> BasicRealFft2d<Real>::arranged(const std::vector<double>& spectrum) const {
  const auto length = static_cast<std::size_t>(px());
  const double scale = 1.0 / (static_cast<double>(px()) * static_cast<double>(py()));
  std::vector<Real> factor(blocks() * block_ * length);
  for (std::size_t x = 0; x < length; ++x)
    for (std::size_t k = 0; k < rows_; ++k)
      factor[k / block_ * block_ * length + x * block_ + k % block_] =
          static_cast<Real>(scale * spectrum[x * rows_ + k]);
  return factor;
}

template <typename Real>
void BasicRealFft2d<Real>::begin_filter(const double* field, std::size_t nx, std::size_t ny,
                                        Columns& columns) {
  const std::size_t size = blocks() * block_ * nx;
  if (columns.re.size() != size) columns.re.assign(size, Real(0)), columns.im.assign(size, Real(0));
  columns_forward(field, nx, ny, block_, columns.re.data(), columns.im.data());
}

template <typename Real>
typename BasicRealFft2d<Real>::Rows BasicRealFft2d<Real>::block_forward(const Columns& columns, std::size_t b,
                                                                        std::size_t nx, Rows work) {
  const std::size_t length = static_cast<std::size_t>(px()), count = nx * block_;
  const std::size_t read = (nx <= x_.half() ? x_.half() : length) * block_;
  std::copy_n(columns.re.data() + b * count, count, work.re);
  std::copy_n(columns.im.data() + b * count, count, work.im);
  std::fill_n(work.re + count, read - count, Real(0));
  std::fill_n(work.im + count, read - count, Real(0));
  const bool here = x_.transform(work.re, work.im, work.other_re, work.other_im, block_,
                                 nx <= x_.half() ? HalfZero::input : HalfZero::none);
  return here ? work : Rows{work.other_re, work.other_im, work.re, work.im};
}

// Exchanging real and imaginary part makes the inverse of the forward transform.
template <typename Real>
void BasicRealFft2d<Real>::block_inverse(Rows rows, std::size_t b, std::size_t nx, Columns& columns) {
  const std::size_t count = nx * block_;
  const bool here = x_.transform(rows.im, rows.re, rows.other_im, rows.other_re, block_,
                                 nx <= x_.half() ? HalfZero::output : HalfZero::none);
  std::copy_n(here ? rows.re : rows.other_re, count, columns.re.data() + b * count);
  std::copy_n(here ? rows.im : rows.other_im, count, columns.im.data() + b * count);
}

template <typename Real>
void BasicRealFft2d<Real>::filter(const double* field, int nx, int ny, const std::vector<Real>& factor,
                                  double* out) {
  const auto columns = static_cast<std::size_t>(nx), rows = static_cast<std::size_t>(ny);
  const std::size_t count = static_cast<std::size_t>(px()) * block_;
  begin_filter(field, columns, rows, first_);
  for (std::size_t b = 0; b < blocks(); ++b) {
    const Rows block = block_forward(first_, b, columns, {a_.data(), b_.data(), c_.data(), d_.data()});
    multiply(factor.data() + b * count, block.re, block.im, count);
    block_inverse(block, b, columns, first_);
  }
  columns_inverse(first_.re.data(), first_.im.data(), block_, out, columns, rows);
}

template <typename Real>
void BasicRealFft2d<Real>::filter(const double* x, const double* y, int nx, int ny,
                                  const SymmetricFactors<Real>& factors, double* out_x, double* out_y) {
  const auto columns = static_cast<std::size_t>(nx), rows = static_cast<std::size_t>(ny);
  const std::size_t count = static_cast<std::size_t>(px()) * block_;
  for (std::vector<Real>* work : {&e_, &f_, &g_, &h_}) work->resize(a_.size());
  begin_filter(x, columns, rows, first_);
  begin_filter(y, columns, rows, second_);
  for (std::size_t b = 0; b < blocks(); ++b) {
    const Rows one = block_forward(first_, b, columns, {a_.data(), b_.data(), c_.data(), d_.data()});
    const Rows two = block_forward(second_, b, columns, {e_.data(), f_.data(), g_.data(), h_.data()});
    const SymmetricFactors<Real> here{factors.xx + b * count, factors.yy + b * count, factors.xy + b * count};
    multiply_symmetric(here, one.re, two.re, count);
    multiply_symmetric(here, one.im, two.im, count);
    block_inverse(one, b, columns, first_);
    block_inverse(two, b, columns, second_);
  }
  columns_inverse(first_.re.data(), first_.im.data(), block_, out_x, columns, rows);
  columns_inverse(second_.re.data(), second_.im.data(), block_, out_y, columns, rows);
}

template class BasicRealFft2d<double>;
template class BasicRealFft2d<float>;

}  // namespace flangeway::math
