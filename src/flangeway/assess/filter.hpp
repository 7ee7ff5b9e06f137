// Digital Butterworth filters for samples at equal steps.
//
//   const Filter low = butterworth({.band = Band::low_pass, .order = 4, .high = 20}, step);
//   const std::vector<double> smooth = filtered(low, values);
//
// The analogue filter becomes a digital one by the bilinear transform. Its edges are prewarped, so that the
// response at the edges, 1/√2, is exact; between them and half the sampling rate the axis of frequencies is
// compressed: f of the digital filter responds as tan(πf step)/(π step) of the analogue one
// [Oppenheim2010, section 7.2.2].
#pragma once

#include <array>
#include <complex>
#include <span>
#include <string>
#include <vector>

namespace flangeway::assess {

enum class Band { low_pass, high_pass, band_pass };

struct Butterworth {
  Band band = Band::low_pass;
  int order = 4;             ///< 1 to 12, of the low pass; a band pass of order n has 2n poles
  double low = 0, high = 0;  ///< edges in Hz: high_pass has low, low_pass high, band_pass both
};

/// b0 + b1 z⁻¹ + b2 z⁻² over 1 + a1 z⁻¹ + a2 z⁻².
struct FilterSection {
  std::array<double, 3> b{1, 0, 0};
  std::array<double, 2> a{0, 0};
};
/// Sections one after the other, stable.
struct Filter {
  std::vector<FilterSection> sections;
};

/// Memory of a section, in the transposed second direct form.
struct SectionMemory {
  double first = 0, second = 0;

  double next(const FilterSection& section, double x) {
    const auto& [b, a] = section;
    const double y = b[0] * x + first;
    first = b[1] * x - a[0] * y + second;
    second = b[2] * x - a[1] * y;
    return y;
  }
  /// As after this input for ever; gives the output.
  double settle(const FilterSection& section, double x) {
    const auto& [b, a] = section;
    const double y = (b[0] + b[1] + b[2]) / (1 + a[0] + a[1]) * x;
    second = b[2] * x - a[1] * y;
    first = b[1] * x - a[0] * y + second;
    return y;
  }
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<SectionMemory> memory) {
  codec(memory.first, memory.second);
}

/// Why there is no such filter at a sampling step (s), as "needs 0 < high < 50 Hz (half the sampling rate)";
/// empty if there is one.
[[nodiscard]] std::string problem(const Butterworth& wanted, double step);

/// Needs problem() to be empty.
[[nodiscard]] Filter butterworth(const Butterworth& wanted, double step);

/// Complex gain at a frequency in Hz.
[[nodiscard]] std::complex<double> response(const Filter& filter, double step, double frequency);

/// Assumed signal before the first sample.
enum class FilterStart {
  steady,  ///< the first sample, for ever: a constant passes a low pass unchanged from the beginning
  zero,    ///< nothing: the output is the response to the series alone
};

/// Filters in the direction of time: the phase is that of the filter.
[[nodiscard]] std::vector<double> filtered(const Filter& filter, std::span<const double> values,
                                           FilterStart start = FilterStart::steady);

/// Filters forwards and then backwards: no phase, and the square of the gain, 1/2 at the edges. The series is
/// continued at both ends by its point reflection about the end sample, until the filter has forgotten its
/// start to 1e-6 or the reflection is used up, and steady before that.
[[nodiscard]] std::vector<double> filtered_both_ways(const Filter& filter, std::span<const double> values);

}  // namespace flangeway::assess
