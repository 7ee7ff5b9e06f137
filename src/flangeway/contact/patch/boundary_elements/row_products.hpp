// Products with influence coefficients of a plane whose rows are weighted. Private to the folder.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "flangeway/contact/patch/boundary_elements/precision.hpp"
#include "flangeway/math/real_fft_2d.hpp"

namespace flangeway::contact::patch {

/// Displacements in the plane by tractions along, across and normal; along_across is symmetric. The last two:
/// displacements along and across by pressures; the normal displacement by tractions has the opposite sign.
enum class Kernel { along, along_across, across, normal, pressure_along, pressure_across };
inline constexpr std::size_t kernel_count = 6;

/// The spectra of all kernels, each px × py as of math::Spectrum2d. Empty where a kernel is zero; `im` alone
/// is empty where a spectrum is real.
struct KernelSpectra {
  int px = 1, py = 1;
  std::array<math::Spectrum2d, kernel_count> of;
};

/// One number for each row of elements, for products in either precision.
class RowWeights {
 public:
  void resize(std::size_t rows) { full_.resize(rows), single_.resize(rows); }
  void set(std::size_t row, double value) { full_[row] = value, single_[row] = static_cast<float>(value); }
  [[nodiscard]] const double* of(double) const { return full_.data(); }
  [[nodiscard]] const float* of(float) const { return single_.data(); }

 private:
  std::vector<double> full_;
  std::vector<float> single_;
};

/// u = Σ over weights of out · K (in · p). Transforms run along the rows first: the weights of rows do not
/// mix with those, so that all weights share them. Fields have nx·ny numbers, index ix + nx·iy.
class RowProducts {
 public:
  RowProducts(int nx, int ny, const KernelSpectra& spectra);

  /// Up to two fields that the products after it are of, both in this precision.
  void take(const std::array<const double*, 2>& fields, Precision precision);

  /// A kernel, the number of the field that it is of, and a factor.
  struct Term {
    Kernel kernel;
    std::size_t field;
    double factor = 1;
  };
  /// Weights of the rows of the sources and of the receivers; null: 1.
  struct Weights {
    const RowWeights *in = nullptr, *out = nullptr;
    double factor = 1;
  };
  /// u += Σ over weights of factor · out · Σ over terms of factor · K (in · field).
  void add(std::span<const Term> terms, std::span<const Weights> weights, double* u);

 private:
  // The places of rows and columns are exchanged.
  template <typename Real>
  struct Transforms {
    using Fft = math::BasicRealFft2d<Real>;
    explicit Transforms(const KernelSpectra& spectra);
    Fft fft;
    std::array<std::vector<Real>, kernel_count> re, im;
    std::array<typename Fft::Columns, 2> fields;
    std::vector<typename Fft::Term> terms;
    std::vector<typename Fft::Weights> weights;
  };
  template <typename Real>
  void take(const std::array<const double*, 2>& fields, Transforms<Real>& transforms);
  template <typename Real>
  void multiply(std::span<const Term> terms, std::span<const Weights> weights, Transforms<Real>& transforms);

  int nx_, ny_;
  Precision precision_ = Precision::full;
  Transforms<double> full_;
  Transforms<float> single_;
  std::vector<double> turned_;  // index iy + ny·ix
};

}  // namespace flangeway::contact::patch
