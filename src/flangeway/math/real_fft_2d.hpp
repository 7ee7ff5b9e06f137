// Fourier transforms of a real field in a corner of a larger periodic rectangle that is zero elsewhere.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "flangeway/math/lane_fft.hpp"

namespace flangeway::math {

/// Spectrum of a real field on px × py points: half of it, the rest is its mirror image. Element (kx, ky),
/// ky = 0 … py/2, has the index kx·rows + ky with rows = py/2 + 1.
template <typename Real>
struct BasicSpectrum2d {
  std::vector<Real> re, im;
};
using Spectrum2d = BasicSpectrum2d<double>;

/// Real spectra of a symmetric 2 × 2 matrix, in the order of BasicRealFft2d::arranged().
template <typename Real>
struct SymmetricFactors {
  const Real *xx, *yy, *xy;
};

/// Forward and inverse transforms of px × py points. Fields are nx × ny ≤ px × py, index ix + nx·iy.
/// Transforms the rows that are zero or not wanted not at all. Holds its own work space: one object per
/// thread. Fields are doubles; between them it calculates in Real, double or float.
template <typename Real>
class BasicRealFft2d {
 public:
  /// px, py ≥ 1 of the form 2^a 3^b 5^c (fast_length).
  BasicRealFft2d(int px, int py);
  [[nodiscard]] int px() const { return x_.length(); }
  [[nodiscard]] int py() const { return y_.length(); }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t spectrum_size() const { return rows_ * static_cast<std::size_t>(px()); }

  /// Spectrum of the field of nx × ny numbers, zero beyond. Not scaled.
  void forward(const double* field, int nx, int ny, BasicSpectrum2d<Real>& spectrum);
  /// The first nx × ny points of the field of a spectrum, scaled by 1/(px·py). The spectrum is used up.
  void inverse(BasicSpectrum2d<Real>& spectrum, double* field, int nx, int ny);

  /// Forward transform, product with a real spectrum, inverse transform: the same numbers, but of the
  /// spectrum no more than a block at a time, which stays in the cache. `factor` as arranged() gives it; out
  /// may be field.
  void filter(const double* field, int nx, int ny, const std::vector<Real>& factor, double* out);
  /// The same for two fields and a matrix.
  void filter(const double* x, const double* y, int nx, int ny, const SymmetricFactors<Real>& factors,
              double* out_x, double* out_y);
  /// A real spectrum (spectrum_size() numbers) in the order in which filter() takes it, over px·py.
  [[nodiscard]] std::vector<Real> arranged(const std::vector<double>& spectrum) const;
  /// The inverse of arranged().
  [[nodiscard]] std::vector<double> plain(const std::vector<Real>& arranged) const;

  /// A field that has been transformed over y alone: blocks of wave numbers, in each column by column.
  struct Columns {
    std::vector<Real> re, im;
  };
  /// A field and the complex spectrum that it is multiplied by: real and imaginary part as arranged() gives
  /// them. `im` is null where the spectrum is real.
  struct Term {
    const Columns* field;
    const Real *re, *im;
    Real factor;
  };
  /// Numbers of the nx columns of what is transformed and of the result; null: all are 1.
  struct Weights {
    const Real *in, *out;
    Real factor;
  };
  void take(const double* field, int nx, int ny, Columns& columns);
  /// out = Σ over weights of factor·w_out·F⁻¹(Σ over terms of factor·spectrum·F(w_in·field)). A filter whose
  /// columns are weighted needs no transforms over y of its own, as they do not mix columns.
  void filter(std::span<const Term> terms, std::span<const Weights> weights, int nx, int ny, double* out);

 private:
  /// Both parts of a block of rows that was transformed.
  struct Rows {
    Real *re, *im, *other_re, *other_im;
  };
  struct Parts {
    const Real *re, *im;
  };
  void columns_forward(const double* field, std::size_t nx, std::size_t ny, std::size_t block, Real* out_re,
                       Real* out_im);
  void columns_inverse(const Real* in_re, const Real* in_im, std::size_t block, double* field, std::size_t nx,
                       std::size_t ny);
  /// `weight` of the nx columns; null: 1.
  Rows block_forward(const Columns& columns, std::size_t b, std::size_t nx, Rows work,
                     const Real* weight = nullptr);
  /// Returns the first nx columns of one part after the other.
  Parts block_inverse(Rows rows, std::size_t nx);
  void block_inverse(Rows rows, std::size_t b, std::size_t nx, Columns& columns);
  [[nodiscard]] std::size_t blocks() const { return (rows_ + block_ - 1) / block_; }
  void rows_transform(std::vector<Real>& re, std::vector<Real>& im, std::size_t filled, std::size_t wanted);

  BasicLaneFft<Real> x_, y_;
  std::size_t rows_ = 0, block_ = 1;  ///< wave numbers in y, and how many of them are a block of filter()
  std::vector<Real> a_, b_, c_, d_;   ///< real, imaginary, and the same again for the other half of a stage
  std::vector<Real> e_, f_, g_, h_;   ///< the same for a second field
  Columns first_, second_;
};
using RealFft2d = BasicRealFft2d<double>;

}  // namespace flangeway::math
