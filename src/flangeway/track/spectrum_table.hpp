// Constants of published spectra of track irregularities.
#pragma once

#include <array>

namespace flangeway::track::spectrum_table {

// ERRI B 176 (German) spectra, low and high disturbance [ERRI_B176, ClausSchiehlen1998]:
//   alignment        A_a Ωc² / ((Ω²+Ωr²)(Ω²+Ωc²))
//   vertical profile A_v Ωc² / ((Ω²+Ωr²)(Ω²+Ωc²))
//   gauge variation  A_g Ωc² Ω² / ((Ω²+Ωr²)(Ω²+Ωc²)(Ω²+Ωs²))
//   cross level      the same with A_v/b² for the angle (zl-zr)/(2b): with 4 A_v for zl-zr itself
struct Erri {
  double alignment, vertical, gauge;  // m² rad/m
};
inline constexpr std::array<Erri, 2> erri{{{2.119e-7, 4.032e-7, 5.32e-8}, {6.125e-7, 1.080e-6, 1.032e-7}}};
inline constexpr double erri_cutoff = 0.8246, erri_low = 0.0206, erri_gauge = 0.4380;  // Ωc, Ωr, Ωs, rad/m

// FRA classes 1 to 6 [Hamid1983, FriesCoffey1990], k = 1/4:
//   alignment        k A_a Ωc² / (Ω²(Ω²+Ωc²)),  vertical profile with A_v
//   gauge variation and cross level  4 k A_v Ωc² / ((Ω²+Ωc²)(Ω²+Ωs²))
// A_v, Ωc, and A_a of classes 5 and 6 are found alike in two independent sources; A_v of all classes, Ωc and
// k also in [TTB2D2022], after a doctoral thesis. A_a of classes 1 to 4 and all of Ωs are written down from
// memory and not yet checked against a publication: usable defaults, no reference.
struct Fra {
  double alignment, vertical;  // cm² rad/m, as printed
  double cutoff_s;             // Ωs, rad/m
};
inline constexpr std::array<Fra, 6> fra{{{3.3634, 1.2107, 0.6046},
                                         {1.2107, 1.0181, 0.9308},
                                         {0.4128, 0.6816, 0.8520},
                                         {0.3027, 0.5376, 1.1312},
                                         {0.0762, 0.2095, 0.8209},
                                         {0.0339, 0.0339, 0.4380}}};
inline constexpr double fra_cutoff = 0.8245, fra_factor = 0.25;  // Ωc in rad/m, k

}  // namespace flangeway::track::spectrum_table
