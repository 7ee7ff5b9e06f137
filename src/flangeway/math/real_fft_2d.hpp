// Fourier transforms of a real field in a corner of a larger, elsewhere zero, periodic rectangle.
#pragma once

#include <cstddef>
#include <vector>

#include "flangeway/math/lane_fft.hpp"

namespace flangeway::math {

/// Spectrum of a real field on px × py points: half of it, the rest is its mirror image. Element (kx, ky),
/// ky = 0 … py/2, has the index kx·rows + ky with rows = py/2 + 1.
struct Spectrum2d {
  std::vector<double> re, im;
};

/// Forward and inverse transforms of px × py points. Fields are nx × ny ≤ px × py, index ix + nx·iy.
/// Transforms the rows that are zero or not wanted not at all. Holds its own work space: one object per
/// thread.
class RealFft2d {
 public:
  /// px, py ≥ 1 of the form 2^a 3^b 5^c (fast_length).
  RealFft2d(int px, int py);
  [[nodiscard]] int px() const { return x_.length(); }
  [[nodiscard]] int py() const { return y_.length(); }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t spectrum_size() const { return rows_ * static_cast<std::size_t>(px()); }

  /// Spectrum of the field of nx × ny numbers, zero beyond. Not scaled.
  void forward(const double* field, int nx, int ny, Spectrum2d& spectrum);
  /// The first nx × ny points of the field of a spectrum, scaled by 1/(px·py). The spectrum is used up.
  void inverse(Spectrum2d& spectrum, double* field, int nx, int ny);

 private:
  void columns_forward(const double* field, std::size_t nx, std::size_t ny, Spectrum2d& spectrum);
  void columns_inverse(const Spectrum2d& spectrum, double* field, std::size_t nx, std::size_t ny);
  void rows_transform(std::vector<double>& re, std::vector<double>& im, std::size_t filled,
                      std::size_t wanted);

  LaneFft x_, y_;
  std::size_t rows_ = 0;
  std::vector<double> a_, b_, c_, d_;  ///< real, imaginary, and the same again for the other half of a stage
};

}  // namespace flangeway::math
