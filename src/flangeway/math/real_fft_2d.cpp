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

FLANGEWAY_VECTOR_CLONES
void multiply(const double* __restrict factor, double* __restrict re, double* __restrict im, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    re[i] *= factor[i];
    im[i] *= factor[i];
  }
}

/// (a, b) ← [xx xy; xy yy] (a, b), for one part (real or imaginary) of two spectra.
FLANGEWAY_VECTOR_CLONES
void multiply_symmetric(SymmetricFactors f, double* __restrict a, double* __restrict b, std::size_t n) {
  const double* __restrict xx = f.xx;
  const double* __restrict yy = f.yy;
  const double* __restrict xy = f.xy;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = xx[i] * a[i] + xy[i] * b[i];
    b[i] = xy[i] * a[i] + yy[i] * b[i];
    a[i] = u;
  }
}

}  // namespace

RealFft2d::RealFft2d(int px, int py) : x_(px), y_(py), rows_(static_cast<std::size_t>(py) / 2 + 1) {
  const auto lx = static_cast<std::size_t>(px), ly = static_cast<std::size_t>(py);
  const std::size_t most = lane_count(lx, rows_), count = (rows_ + most - 1) / most;
  block_ = padded((rows_ + count - 1) / count);
  const std::size_t along = lx * std::max(padded(most), block_),
                    across = ly * padded(lane_count(ly, (lx + 1) / 2));
  for (std::vector<double>* work : {&a_, &b_, &c_, &d_}) work->resize(std::max({along, across, 4 * lx}));
}

// The columns x … x+h−1 are the real parts, the next h the imaginary parts of h complex signals. Wave number
// k of column x goes to (k/block)·block·nx + x·block + k mod block.
void RealFft2d::columns_forward(const double* field, std::size_t nx, std::size_t ny, std::size_t block,
                                double* out_re, double* out_im) {
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

void RealFft2d::columns_inverse(const double* in_re, const double* in_im, std::size_t block, double* field,
                                std::size_t nx, std::size_t ny) {
  const auto length = static_cast<std::size_t>(py());
  const std::size_t most = lane_count(length, (nx + 1) / 2);
  for (std::size_t x = 0; x < nx;) {
    const std::size_t lanes = std::min(most, (nx - x + 1) / 2), second = std::min(lanes, nx - x - lanes);
    const std::size_t width = padded(lanes);
    for (std::size_t k = 0; k < length && width > lanes; ++k) {
      for (std::size_t l = lanes; l < width; ++l) a_[k * width + l] = b_[k * width + l] = 0;
    }
    for (std::size_t k = 0; k < rows_; ++k) {
      const std::size_t from = k / block * block * nx + k % block + x * block;
      const std::size_t here = k * width, mirror = (k == 0 ? 0 : length - k) * width;
      for (std::size_t l = 0; l < lanes; ++l) {
        const std::size_t one = from + l * block, other = one + lanes * block;
        const double re = l < second ? in_re[other] : 0, im = l < second ? in_im[other] : 0;
        a_[mirror + l] = in_re[one] + im;
        b_[mirror + l] = re - in_im[one];
        a_[here + l] = in_re[one] - im;
        b_[here + l] = in_im[one] + re;
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
  columns_forward(field, static_cast<std::size_t>(nx), static_cast<std::size_t>(ny), rows_,
                  spectrum.re.data(), spectrum.im.data());
  rows_transform(spectrum.re, spectrum.im, static_cast<std::size_t>(nx), static_cast<std::size_t>(px()));
}

FLANGEWAY_VECTOR_CLONES
static void scale(double* __restrict values, std::size_t count, double factor) {
  for (std::size_t i = 0; i < count; ++i) values[i] *= factor;
}

void RealFft2d::inverse(Spectrum2d& spectrum, double* field, int nx, int ny) {
  rows_transform(spectrum.im, spectrum.re, static_cast<std::size_t>(px()), static_cast<std::size_t>(nx));
  columns_inverse(spectrum.re.data(), spectrum.im.data(), rows_, field, static_cast<std::size_t>(nx),
                  static_cast<std::size_t>(ny));
  scale(field, static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny),
        1.0 / (static_cast<double>(px()) * static_cast<double>(py())));
}

std::vector<double> RealFft2d::arranged(const std::vector<double>& spectrum) const {
  const auto length = static_cast<std::size_t>(px());
  std::vector<double> factor(blocks() * block_ * length);
  for (std::size_t x = 0; x < length; ++x)
    for (std::size_t k = 0; k < rows_; ++k)
      factor[k / block_ * block_ * length + x * block_ + k % block_] = spectrum[x * rows_ + k];
  return factor;
}

void RealFft2d::begin_filter(const double* field, std::size_t nx, std::size_t ny, Columns& columns) {
  const std::size_t size = blocks() * block_ * nx;
  if (columns.re.size() != size) columns.re.assign(size, 0.0), columns.im.assign(size, 0.0);
  columns_forward(field, nx, ny, block_, columns.re.data(), columns.im.data());
}

void RealFft2d::end_filter(const Columns& columns, double* field, std::size_t nx, std::size_t ny) {
  columns_inverse(columns.re.data(), columns.im.data(), block_, field, nx, ny);
  scale(field, nx * ny, 1.0 / (static_cast<double>(px()) * static_cast<double>(py())));
}

RealFft2d::Rows RealFft2d::block_forward(const Columns& columns, std::size_t b, std::size_t nx, Rows work) {
  const std::size_t length = static_cast<std::size_t>(px()), count = nx * block_;
  const std::size_t read = (nx <= x_.half() ? x_.half() : length) * block_;
  std::copy_n(columns.re.data() + b * count, count, work.re);
  std::copy_n(columns.im.data() + b * count, count, work.im);
  std::fill_n(work.re + count, read - count, 0.0);
  std::fill_n(work.im + count, read - count, 0.0);
  const bool here = x_.transform(work.re, work.im, work.other_re, work.other_im, block_,
                                 nx <= x_.half() ? HalfZero::input : HalfZero::none);
  return here ? work : Rows{work.other_re, work.other_im, work.re, work.im};
}

// Exchanging real and imaginary part makes the inverse of the forward transform.
void RealFft2d::block_inverse(Rows rows, std::size_t b, std::size_t nx, Columns& columns) {
  const std::size_t count = nx * block_;
  const bool here = x_.transform(rows.im, rows.re, rows.other_im, rows.other_re, block_,
                                 nx <= x_.half() ? HalfZero::output : HalfZero::none);
  std::copy_n(here ? rows.re : rows.other_re, count, columns.re.data() + b * count);
  std::copy_n(here ? rows.im : rows.other_im, count, columns.im.data() + b * count);
}

void RealFft2d::filter(const double* field, int nx, int ny, const std::vector<double>& factor, double* out) {
  const auto columns = static_cast<std::size_t>(nx), rows = static_cast<std::size_t>(ny);
  const std::size_t count = static_cast<std::size_t>(px()) * block_;
  begin_filter(field, columns, rows, first_);
  for (std::size_t b = 0; b < blocks(); ++b) {
    const Rows block = block_forward(first_, b, columns, {a_.data(), b_.data(), c_.data(), d_.data()});
    multiply(factor.data() + b * count, block.re, block.im, count);
    block_inverse(block, b, columns, first_);
  }
  end_filter(first_, out, columns, rows);
}

void RealFft2d::filter(const double* x, const double* y, int nx, int ny, const SymmetricFactors& factors,
                       double* out_x, double* out_y) {
  const auto columns = static_cast<std::size_t>(nx), rows = static_cast<std::size_t>(ny);
  const std::size_t count = static_cast<std::size_t>(px()) * block_;
  for (std::vector<double>* work : {&e_, &f_, &g_, &h_}) work->resize(a_.size());
  begin_filter(x, columns, rows, first_);
  begin_filter(y, columns, rows, second_);
  for (std::size_t b = 0; b < blocks(); ++b) {
    const Rows one = block_forward(first_, b, columns, {a_.data(), b_.data(), c_.data(), d_.data()});
    const Rows two = block_forward(second_, b, columns, {e_.data(), f_.data(), g_.data(), h_.data()});
    const SymmetricFactors here{factors.xx + b * count, factors.yy + b * count, factors.xy + b * count};
    multiply_symmetric(here, one.re, two.re, count);
    multiply_symmetric(here, one.im, two.im, count);
    block_inverse(one, b, columns, first_);
    block_inverse(two, b, columns, second_);
  }
  end_filter(first_, out_x, columns, rows);
  end_filter(second_, out_y, columns, rows);
}

}  // namespace flangeway::math
