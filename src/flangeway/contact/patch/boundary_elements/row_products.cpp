#include "flangeway/contact/patch/boundary_elements/row_products.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {
namespace {

using math::Spectrum2d;

// The spectrum of the same field with x and y exchanged. Half of each is kept: the other half is its mirror
// image about the origin, conjugate complex.
Spectrum2d exchanged(const Spectrum2d& spectrum, std::size_t px, std::size_t py) {
  FLANGEWAY_ASSERT(spectrum.re.size() == px * (py / 2 + 1), "the spectrum belongs to this transform");
  const std::size_t rows = py / 2 + 1, columns = px / 2 + 1;
  Spectrum2d result;
  result.re.resize(py * columns);
  if (!spectrum.im.empty()) result.im.resize(py * columns);
  for (std::size_t y = 0; y < py; ++y) {
    const bool mirrored = y >= rows;
    for (std::size_t x = 0; x < columns; ++x) {
      const std::size_t from = mirrored ? (px - x) % px * rows + py - y : x * rows + y, to = y * columns + x;
      result.re[to] = spectrum.re[from];
      if (!spectrum.im.empty()) result.im[to] = mirrored ? -spectrum.im[from] : spectrum.im[from];
    }
  }
  return result;
}

constexpr std::size_t tile = 8;  // rows and columns that are turned together: a line of the cache

// put(number in `to`, number in `from`) for a field of nx × ny and the same with x and y exchanged.
template <typename Put>
void for_each_exchange(std::size_t nx, std::size_t ny, const Put& put) {
  for (std::size_t y_first = 0; y_first < ny; y_first += tile)
    for (std::size_t x = 0; x < nx; ++x)
      for (std::size_t y = y_first; y < std::min(y_first + tile, ny); ++y) put(y + ny * x, x + nx * y);
}

}  // namespace

template <typename Real>
RowProducts::Transforms<Real>::Transforms(const KernelSpectra& spectra) : fft(spectra.py, spectra.px) {
  for (std::size_t k = 0; k < kernel_count; ++k) {
    if (spectra.of[k].re.empty()) continue;
    const Spectrum2d spectrum =
        exchanged(spectra.of[k], static_cast<std::size_t>(spectra.px), static_cast<std::size_t>(spectra.py));
    re[k] = fft.arranged(spectrum.re);
    if (!spectrum.im.empty()) im[k] = fft.arranged(spectrum.im);
  }
}

RowProducts::RowProducts(int nx, int ny, const KernelSpectra& spectra)
    : nx_(nx),
      ny_(ny),
      full_(spectra),
      single_(spectra),
      turned_(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny)) {}

template <typename Real>
void RowProducts::take(const std::array<const double*, 2>& fields, Transforms<Real>& transforms) {
  for (std::size_t i = 0; i < fields.size() && fields[i] != nullptr; ++i) {
    for_each_exchange(static_cast<std::size_t>(nx_), static_cast<std::size_t>(ny_),
                      [&](std::size_t to, std::size_t from) { turned_[to] = fields[i][from]; });
    transforms.fft.take(turned_.data(), ny_, nx_, transforms.fields[i]);
  }
}

void RowProducts::take(const std::array<const double*, 2>& fields, Precision precision) {
  precision_ = precision;
  precision == Precision::single ? take(fields, single_) : take(fields, full_);
}

template <typename Real>
void RowProducts::multiply(std::span<const Term> terms, std::span<const Weights> weights,
                           Transforms<Real>& transforms) {
  transforms.terms.clear(), transforms.weights.clear();
  for (const Term& term : terms) {
    const auto kernel = static_cast<std::size_t>(term.kernel);
    const std::vector<Real>& im = transforms.im[kernel];
    transforms.terms.push_back({&transforms.fields[term.field], transforms.re[kernel].data(),
                                im.empty() ? nullptr : im.data(), static_cast<Real>(term.factor)});
  }
  for (const Weights& weight : weights)
    transforms.weights.push_back({weight.in == nullptr ? nullptr : weight.in->of(Real()),
                                  weight.out == nullptr ? nullptr : weight.out->of(Real()),
                                  static_cast<Real>(weight.factor)});
  transforms.fft.filter(transforms.terms, transforms.weights, ny_, nx_, turned_.data());
}

void RowProducts::add(std::span<const Term> terms, std::span<const Weights> weights, double* u) {
  precision_ == Precision::single ? multiply(terms, weights, single_) : multiply(terms, weights, full_);
  for_each_exchange(static_cast<std::size_t>(nx_), static_cast<std::size_t>(ny_),
                    [&](std::size_t from, std::size_t to) { u[to] += turned_[from]; });
}

}  // namespace flangeway::contact::patch
