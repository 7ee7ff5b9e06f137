#include "flangeway/math/real_fft_2d.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/vector_clones.hpp"

namespace flangeway::math {
namespace {

constexpr std::size_t max_lanes = 512;

/// Lanes per pass, so that the four arrays of a pass stay in the second-level cache.
template <typename Real>
std::size_t lane_count(std::size_t length, std::size_t wanted) {
  constexpr std::size_t cached_numbers = 65536 / sizeof(Real);
  return std::min(std::clamp<std::size_t>(cached_numbers / length / 8 * 8, 8, max_lanes), wanted);
}

/// Lanes are stored in fours: whole or half vector registers.
std::size_t padded(std::size_t lanes) {
  return (lanes + 3) / 4 * 4;
}

/// `count` numbers of each row, then zeros up to `width`.
template <typename From, typename Real>
FLANGEWAY_VECTOR_CLONES void take_rows(const From* __restrict from, std::size_t stride, std::size_t rows,
                                       std::size_t count, std::size_t width, Real* __restrict to) {
  for (std::size_t k = 0; k < rows; ++k) {
    for (std::size_t l = 0; l < count; ++l) to[k * width + l] = static_cast<Real>(from[k * stride + l]);
    for (std::size_t l = count; l < width; ++l) to[k * width + l] = 0;
  }
}

/// The inverse of take_rows.
template <typename Real, typename To>
FLANGEWAY_VECTOR_CLONES void give_rows(const Real* __restrict from, std::size_t width, std::size_t rows,
                                       std::size_t count, std::size_t stride, To* __restrict to) {
  for (std::size_t k = 0; k < rows; ++k)
    for (std::size_t l = 0; l < count; ++l) to[k * stride + l] = from[k * width + l];
}

constexpr std::size_t tile = 4;  // wave numbers that are turned from rows into columns together

/// Layout of the wave numbers of columns: number k of column x at (k/block)·block·nx + x·block + k mod
/// block.
struct Columnwise {
  std::size_t block, nx;
  [[nodiscard]] std::size_t at(std::size_t k, std::size_t x) const {
    return k / block * block * nx + k % block + x * block;
  }
};

/// As many numbers as a narrow vector register holds, at any place.
template <typename Real>
struct Square {
  static constexpr std::size_t side = 16 / sizeof(Real);
  typedef Real Row __attribute__((vector_size(16), aligned(alignof(Real)), may_alias));
};

/// Rows of a square, `from_step` numbers apart, to columns `to_step` numbers apart.
template <typename Real>
FLANGEWAY_INLINE void turn_square(const Real* from, std::size_t from_step, Real* to, std::size_t to_step) {
  using Row = typename Square<Real>::Row;
  const auto row = [&](std::size_t k) { return *reinterpret_cast<const Row*>(from + k * from_step); };
  const auto put = [&](std::size_t k, Row v) { *reinterpret_cast<Row*>(to + k * to_step) = v; };
  const Row a = row(0), b = row(1);
  if constexpr (Square<Real>::side == 2) {
    put(0, __builtin_shufflevector(a, b, 0, 2));
    put(1, __builtin_shufflevector(a, b, 1, 3));
  } else {
    const Row c = row(2), d = row(3);
    const Row ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Row ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Row cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Row cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    put(0, __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5));
    put(1, __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7));
    put(2, __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
    put(3, __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
  }
}

/// from[k·lanes + l], `count` wave numbers k of `used` lanes l, to to[l·block + k].
template <typename Real>
FLANGEWAY_INLINE void turn_out(const Real* from, std::size_t lanes, std::size_t used, std::size_t count,
                               std::size_t block, Real* to) {
  constexpr std::size_t side = Square<Real>::side;
  std::size_t l = 0;
  for (; count == tile && l + side <= used; l += side)
    for (std::size_t k = 0; k < tile; k += side)
      turn_square(from + k * lanes + l, lanes, to + l * block + k, block);
  for (; l < used; ++l)
    for (std::size_t k = 0; k < count; ++k) to[l * block + k] = from[k * lanes + l];
}

/// The inverse of turn_out, with zeros in the lanes that are not used.
template <typename Real>
FLANGEWAY_INLINE void turn_in(const Real* from, std::size_t lanes, std::size_t used, std::size_t count,
                              std::size_t block, Real* to) {
  constexpr std::size_t side = Square<Real>::side;
  std::size_t l = 0;
  for (; count == tile && l + side <= used; l += side)
    for (std::size_t k = 0; k < tile; k += side)
      turn_square(from + l * block + k, block, to + k * lanes + l, lanes);
  for (; l < lanes; ++l)
    for (std::size_t k = 0; k < count; ++k) to[k * lanes + l] = l < used ? from[l * block + k] : 0;
}

/// Columns x … x+lanes−1 were the real parts and the next `second` the imaginary parts of `lanes` complex
/// signals, whose transforms of `length` points lie in rows of `width`.
struct Pairs {
  std::size_t x, lanes, second, width, length;
};

/// The spectra of the columns from the transforms of the pairs: row k and its mirror image, length − k.
template <typename Real>
FLANGEWAY_VECTOR_CLONES void split(const Pairs& p, const Real* __restrict re, const Real* __restrict im,
                                   std::size_t rows, const Columnwise& order, Real* __restrict out_re,
                                   Real* __restrict out_im) {
  const std::size_t part = tile * p.lanes;
  Real separated[4 * tile * max_lanes];
  for (std::size_t first = 0; first < rows; first += tile) {
    const std::size_t count = std::min(tile, rows - first);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t row = first + k, mirror = row == 0 ? 0 : p.length - row;
      const Real* __restrict a = re + row * p.width, * __restrict b = im + row * p.width;
      const Real* __restrict c = re + mirror * p.width, * __restrict d = im + mirror * p.width;
      Real* __restrict to = separated + k * p.lanes;
      for (std::size_t l = 0; l < p.lanes; ++l) {
        to[l] = Real(0.5) * (a[l] + c[l]);
        to[part + l] = Real(0.5) * (b[l] - d[l]);
        to[2 * part + l] = Real(0.5) * (b[l] + d[l]);
        to[3 * part + l] = Real(0.5) * (c[l] - a[l]);
      }
    }
    const std::size_t one = order.at(first, p.x), other = order.at(first, p.x + p.lanes);
    turn_out(separated, p.lanes, p.lanes, count, order.block, out_re + one);
    turn_out(separated + part, p.lanes, p.lanes, count, order.block, out_im + one);
    turn_out(separated + 2 * part, p.lanes, p.second, count, order.block, out_re + other);
    turn_out(separated + 3 * part, p.lanes, p.second, count, order.block, out_im + other);
  }
}

/// The inverse of split.
template <typename Real>
FLANGEWAY_VECTOR_CLONES void join(const Pairs& p, const Real* __restrict in_re, const Real* __restrict in_im,
                                  std::size_t rows, const Columnwise& order, Real* __restrict re,
                                  Real* __restrict im) {
  const std::size_t part = tile * p.lanes;
  Real separated[4 * tile * max_lanes];
  for (std::size_t first = 0; first < rows; first += tile) {
    const std::size_t count = std::min(tile, rows - first);
    const std::size_t one = order.at(first, p.x), other = order.at(first, p.x + p.lanes);
    turn_in(in_re + one, p.lanes, p.lanes, count, order.block, separated);
    turn_in(in_im + one, p.lanes, p.lanes, count, order.block, separated + part);
    turn_in(in_re + other, p.lanes, p.second, count, order.block, separated + 2 * part);
    turn_in(in_im + other, p.lanes, p.second, count, order.block, separated + 3 * part);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t row = first + k, mirror = row == 0 ? 0 : p.length - row;
      const Real* __restrict from = separated + k * p.lanes;
      Real *a = re + row * p.width, *b = im + row * p.width;
      Real *c = re + mirror * p.width, *d = im + mirror * p.width;
      for (std::size_t l = 0; l < p.lanes; ++l) {
        c[l] = from[l] + from[3 * part + l];
        d[l] = from[2 * part + l] - from[part + l];
      }
      for (std::size_t l = 0; l < p.lanes; ++l) {
        a[l] = from[l] - from[3 * part + l];
        b[l] = from[part + l] + from[2 * part + l];
      }
    }
  }
}

template <typename Real>
FLANGEWAY_VECTOR_CLONES void multiply(const Real* __restrict factor, Real* __restrict re, Real* __restrict im,
                                      std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    re[i] *= factor[i];
    im[i] *= factor[i];
  }
}

/// (a, b) ← [xx xy; xy yy] (a, b), for one part (real or imaginary) of two spectra.
template <typename Real>
FLANGEWAY_VECTOR_CLONES void multiply_symmetric(const SymmetricFactors<Real>& f, Real* __restrict a,
                                                Real* __restrict b, std::size_t n) {
  const Real* __restrict xx = f.xx;
  const Real* __restrict yy = f.yy;
  const Real* __restrict xy = f.xy;
  for (std::size_t i = 0; i < n; ++i) {
    const Real u = xx[i] * a[i] + xy[i] * b[i];
    b[i] = xy[i] * a[i] + yy[i] * b[i];
    a[i] = u;
  }
}

/// (a, b) ← factor · (f_re + i f_im) (re + i im), added to what is there or in its place.
template <bool add, typename Real>
FLANGEWAY_VECTOR_CLONES void multiply_complex(const Real* __restrict f_re, const Real* __restrict f_im,
                                              Real factor, const Real* re, const Real* im, Real* a, Real* b,
                                              std::size_t n) {
  FLANGEWAY_INDEPENDENT
  for (std::size_t i = 0; i < n; ++i) {
    const Real u = factor * (f_re[i] * re[i] - f_im[i] * im[i]);
    const Real v = factor * (f_re[i] * im[i] + f_im[i] * re[i]);
    a[i] = add ? a[i] + u : u;
    b[i] = add ? b[i] + v : v;
  }
}

/// The same with a real factor f.
template <bool add, typename Real>
FLANGEWAY_VECTOR_CLONES void multiply_real(const Real* __restrict f, Real factor, const Real* re,
                                           const Real* im, Real* a, Real* b, std::size_t n) {
  FLANGEWAY_INDEPENDENT
  for (std::size_t i = 0; i < n; ++i) {
    const Real u = factor * f[i] * re[i], v = factor * f[i] * im[i];
    a[i] = add ? a[i] + u : u;
    b[i] = add ? b[i] + v : v;
  }
}

/// (a, b) ← the spectrum of the term, from number `at` on, times (re, im).
template <typename Real>
void multiply_term(const typename BasicRealFft2d<Real>::Term& term, std::size_t at, bool add, const Real* re,
                   const Real* im, Real* a, Real* b, std::size_t n) {
  const Real factor = term.factor;
  if (term.im == nullptr)
    return add ? multiply_real<true>(term.re + at, factor, re, im, a, b, n)
               : multiply_real<false>(term.re + at, factor, re, im, a, b, n);
  add ? multiply_complex<true>(term.re + at, term.im + at, factor, re, im, a, b, n)
      : multiply_complex<false>(term.re + at, term.im + at, factor, re, im, a, b, n);
}

/// Columns of `block` numbers times one number each, added to what is there or in its place. Null: all are 1.
template <bool add, typename Real>
FLANGEWAY_VECTOR_CLONES void weigh_columns(const Real* __restrict weight, Real factor,
                                           const Real* __restrict from, std::size_t columns,
                                           std::size_t block, Real* __restrict to) {
  for (std::size_t x = 0; x < columns; ++x) {
    const Real w = factor * (weight != nullptr ? weight[x] : Real(1));
    for (std::size_t i = x * block; i < (x + 1) * block; ++i) to[i] = add ? to[i] + w * from[i] : w * from[i];
  }
}

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
  block_ = padded((rows_ + count - 1) / count);
  const std::size_t along = lx * std::max(padded(most), block_),
                    across = ly * padded(lane_count<Real>(ly, (lx + 1) / 2));
  for (std::vector<Real>* work : {&a_, &b_, &c_, &d_}) work->resize(std::max({along, across, 4 * lx}));
}

template <typename Real>
void BasicRealFft2d<Real>::columns_forward(const double* field, std::size_t nx, std::size_t ny,
                                           std::size_t block, Real* out_re, Real* out_im) {
  const auto length = static_cast<std::size_t>(py());
  const std::size_t most = lane_count<Real>(length, (nx + 1) / 2);
  const std::size_t read = ny <= y_.half() ? y_.half() : length;
  for (std::size_t x = 0; x < nx;) {
    const std::size_t lanes = std::min(most, (nx - x + 1) / 2), second = std::min(lanes, nx - x - lanes);
    const std::size_t width = padded(lanes);
    take_rows(field + x, nx, ny, lanes, width, a_.data());
    take_rows(field + x + lanes, nx, ny, second, width, b_.data());
    std::fill_n(a_.data() + ny * width, (read - ny) * width, Real(0));
    std::fill_n(b_.data() + ny * width, (read - ny) * width, Real(0));
    const bool here = y_.transform(a_.data(), b_.data(), c_.data(), d_.data(), width,
                                   read < length ? HalfZero::input : HalfZero::none);
    split<Real>({x, lanes, second, width, length}, here ? a_.data() : c_.data(), here ? b_.data() : d_.data(),
                rows_, {block, nx}, out_re, out_im);
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
    const std::size_t width = padded(lanes);
    for (std::size_t k = 0; k < length && width > lanes; ++k) {
      for (std::size_t l = lanes; l < width; ++l) a_[k * width + l] = b_[k * width + l] = 0;
    }
    join<Real>({x, lanes, second, width, length}, in_re, in_im, rows_, {block, nx}, a_.data(), b_.data());
    // Exchanging real and imaginary part makes the inverse of the forward transform.
    const bool here = y_.transform(b_.data(), a_.data(), d_.data(), c_.data(), width,
                                   ny <= y_.half() ? HalfZero::output : HalfZero::none);
    give_rows(here ? a_.data() : c_.data(), width, ny, lanes, nx, field + x);
    give_rows(here ? b_.data() : d_.data(), width, ny, second, nx, field + x + lanes);
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
    const std::size_t lanes = std::min(most, rows_ - k), width = padded(lanes);
    take_rows(&re[k], rows_, filled, lanes, width, a_.data());
    take_rows(&im[k], rows_, filled, lanes, width, b_.data());
    std::fill_n(a_.data() + filled * width, (read - filled) * width, Real(0));
    std::fill_n(b_.data() + filled * width, (read - filled) * width, Real(0));
    const bool here = x_.transform(a_.data(), b_.data(), c_.data(), d_.data(), width, zero);
    give_rows(here ? a_.data() : c_.data(), width, wanted, lanes, rows_, &re[k]);
    give_rows(here ? b_.data() : d_.data(), width, wanted, lanes, rows_, &im[k]);
    k += lanes;
  }
}

template <typename Real>
void BasicRealFft2d<Real>::forward(const double* field, int nx, int ny, BasicSpectrum2d<Real>& spectrum) {
  FLANGEWAY_ASSERT(nx >= 0 && nx <= px() && ny >= 0 && ny <= py(), "the field fits into the transform");
  spectrum.re.resize(spectrum_size());
  spectrum.im.resize(spectrum_size());
  columns_forward(field, static_cast<std::size_t>(nx), static_cast<std::size_t>(ny), rows_,
                  spectrum.re.data(), spectrum.im.data());
  rows_transform(spectrum.re, spectrum.im, static_cast<std::size_t>(nx), static_cast<std::size_t>(px()));
}

template <typename Real>
void BasicRealFft2d<Real>::inverse(BasicSpectrum2d<Real>& spectrum, double* field, int nx, int ny) {
  FLANGEWAY_ASSERT(nx >= 0 && nx <= px() && ny >= 0 && ny <= py(), "the field fits into the transform");
  FLANGEWAY_ASSERT(spectrum.re.size() == spectrum_size() && spectrum.im.size() == spectrum_size(),
                   "the spectrum belongs to this transform");
  rows_transform(spectrum.im, spectrum.re, static_cast<std::size_t>(px()), static_cast<std::size_t>(nx));
  columns_inverse(spectrum.re.data(), spectrum.im.data(), rows_, field, static_cast<std::size_t>(nx),
                  static_cast<std::size_t>(ny));
  scale(field, static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny),
        1.0 / (static_cast<double>(px()) * static_cast<double>(py())));
}

template <typename Real>
std::vector<Real> BasicRealFft2d<Real>::arranged(const std::vector<double>& spectrum) const {
  FLANGEWAY_ASSERT(spectrum.size() == spectrum_size(), "the spectrum belongs to this transform");
  const auto length = static_cast<std::size_t>(px());
  const double scale = 1.0 / (static_cast<double>(px()) * static_cast<double>(py()));
  std::vector<Real> factor(blocks() * block_ * length);
  const Columnwise order{block_, length};
  for (std::size_t x = 0; x < length; ++x)
    for (std::size_t k = 0; k < rows_; ++k)
      factor[order.at(k, x)] = static_cast<Real>(scale * spectrum[x * rows_ + k]);
  return factor;
}

template <typename Real>
std::vector<double> BasicRealFft2d<Real>::plain(const std::vector<Real>& arranged) const {
  FLANGEWAY_ASSERT(arranged.size() == blocks() * block_ * static_cast<std::size_t>(px()),
                   "the spectrum belongs to this transform");
  const auto length = static_cast<std::size_t>(px());
  const double scale = static_cast<double>(px()) * static_cast<double>(py());
  std::vector<double> spectrum(spectrum_size());
  const Columnwise order{block_, length};
  for (std::size_t x = 0; x < length; ++x)
    for (std::size_t k = 0; k < rows_; ++k)
      spectrum[x * rows_ + k] = scale * static_cast<double>(arranged[order.at(k, x)]);
  return spectrum;
}

template <typename Real>
typename BasicRealFft2d<Real>::Rows BasicRealFft2d<Real>::block_forward(const Columns& columns, std::size_t b,
                                                                        std::size_t nx, Rows work,
                                                                        const Real* weight) {
  const std::size_t length = static_cast<std::size_t>(px()), count = nx * block_;
  const std::size_t read = (nx <= x_.half() ? x_.half() : length) * block_;
  if (weight != nullptr) {
    weigh_columns<false>(weight, Real(1), columns.re.data() + b * count, nx, block_, work.re);
    weigh_columns<false>(weight, Real(1), columns.im.data() + b * count, nx, block_, work.im);
  } else {
    std::copy_n(columns.re.data() + b * count, count, work.re);
    std::copy_n(columns.im.data() + b * count, count, work.im);
  }
  std::fill_n(work.re + count, read - count, Real(0));
  std::fill_n(work.im + count, read - count, Real(0));
  const bool here = x_.transform(work.re, work.im, work.other_re, work.other_im, block_,
                                 nx <= x_.half() ? HalfZero::input : HalfZero::none);
  return here ? work : Rows{work.other_re, work.other_im, work.re, work.im};
}

// Exchanging real and imaginary part makes the inverse of the forward transform.
template <typename Real>
typename BasicRealFft2d<Real>::Parts BasicRealFft2d<Real>::block_inverse(Rows rows, std::size_t nx) {
  const bool here = x_.transform(rows.im, rows.re, rows.other_im, rows.other_re, block_,
                                 nx <= x_.half() ? HalfZero::output : HalfZero::none);
  return here ? Parts{rows.re, rows.im} : Parts{rows.other_re, rows.other_im};
}

template <typename Real>
void BasicRealFft2d<Real>::block_inverse(Rows rows, std::size_t b, std::size_t nx, Columns& columns) {
  const std::size_t count = nx * block_;
  const Parts result = block_inverse(rows, nx);
  std::copy_n(result.re, count, columns.re.data() + b * count);
  std::copy_n(result.im, count, columns.im.data() + b * count);
}

template <typename Real>
void BasicRealFft2d<Real>::take(const double* field, int nx, int ny, Columns& columns) {
  FLANGEWAY_ASSERT(nx >= 0 && nx <= px() && ny >= 0 && ny <= py(), "the field fits into the transform");
  const std::size_t size = blocks() * block_ * static_cast<std::size_t>(nx);
  if (columns.re.size() != size) columns.re.assign(size, Real(0)), columns.im.assign(size, Real(0));
  columns_forward(field, static_cast<std::size_t>(nx), static_cast<std::size_t>(ny), block_,
                  columns.re.data(), columns.im.data());
}

template <typename Real>
void BasicRealFft2d<Real>::filter(std::span<const Term> terms, std::span<const Weights> weights, int nx,
                                  int ny, double* out) {
  const auto columns = static_cast<std::size_t>(nx), rows = static_cast<std::size_t>(ny);
  const std::size_t count = static_cast<std::size_t>(px()) * block_, kept = columns * block_;
  for (std::vector<Real>* work : {&e_, &f_, &g_, &h_}) work->resize(a_.size());
  first_.re.resize(blocks() * kept), first_.im.resize(blocks() * kept);
  for (std::size_t b = 0; b < blocks(); ++b) {
    for (const Weights& weight : weights) {
      const bool begins = &weight == weights.data();
      Rows sum{};
      for (const Term& term : terms) {
        const bool first = &term == terms.data();
        const Rows work = first ? Rows{a_.data(), b_.data(), c_.data(), d_.data()}
                                : Rows{e_.data(), f_.data(), g_.data(), h_.data()};
        const Rows field = block_forward(*term.field, b, columns, work, weight.in);
        if (first) sum = field;
        multiply_term<Real>(term, b * count, !first, field.re, field.im, sum.re, sum.im, count);
      }
      const Parts result = block_inverse(sum, columns);
      Real *re = first_.re.data() + b * kept, *im = first_.im.data() + b * kept;
      (begins ? weigh_columns<false, Real> : weigh_columns<true, Real>)(weight.out, weight.factor, result.re,
                                                                        columns, block_, re);
      (begins ? weigh_columns<false, Real> : weigh_columns<true, Real>)(weight.out, weight.factor, result.im,
                                                                        columns, block_, im);
    }
  }
  columns_inverse(first_.re.data(), first_.im.data(), block_, out, columns, rows);
}

template <typename Real>
void BasicRealFft2d<Real>::filter(const double* field, int nx, int ny, const std::vector<Real>& factor,
                                  double* out) {
  const auto columns = static_cast<std::size_t>(nx), rows = static_cast<std::size_t>(ny);
  const std::size_t count = static_cast<std::size_t>(px()) * block_;
  take(field, nx, ny, first_);
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
  take(x, nx, ny, first_);
  take(y, nx, ny, second_);
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
