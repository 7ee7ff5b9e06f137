// Limit of the acoustic rail roughness of test sections, ISO 3095:2013, in one-third octave bands of
// wavelength. Held against its figure 2 as [Phonometry2026] transcribes it, and against the level that
// [NoiseModelling2020] names after it. EN 15610:2009, B.9.2, has the same numbers [Phonometry2026].
#pragma once

#include <array>

namespace flangeway::track::roughness_table {

struct Band {
  double wavelength;  ///< m, middle of the band
  double level;       ///< dB re 1 µm (root mean square)
};

inline constexpr std::array<Band, 22> limit{
    {{0.4, 17.1},    {0.315, 15.0}, {0.25, 13.0},   {0.2, 11.0},     {0.16, 9.0},  {0.125, 7.0},
     {0.1, 4.9},     {0.08, 2.9},   {0.063, 0.9},   {0.05, -1.1},    {0.04, -3.2}, {0.0315, -5.0},
     {0.025, -5.6},  {0.02, -6.2},  {0.016, -6.8},  {0.0125, -7.4},  {0.01, -8.0}, {0.008, -8.6},
     {0.0063, -9.2}, {0.005, -9.8}, {0.004, -10.4}, {0.00315, -11.0}}};

}  // namespace flangeway::track::roughness_table
