#include "flangeway/assess/weighting.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "flangeway/assess/statistics.hpp"

namespace flangeway::assess {
namespace {

// |H| of a sine: [ISO2631-1, table 3] by the transfer functions at nominal frequencies, three digits more
// than printed; EN 12299 and BS 6841 from the same form.
struct Known {
  Weighting which;
  double frequency, gain;
};
constexpr Known known[] = {{Weighting::wk, 0.5, 0.418246},
                           {Weighting::wk, 5, 1.03883},
                           {Weighting::wk, 80, 0.132372},
                           {Weighting::wd, 1, 1.01102},
                           {Weighting::wd, 10, 0.201706},
                           {Weighting::wd, 80, 0.0210599},
                           {Weighting::wc, 0.8, 0.97241},
                           {Weighting::wc, 12.5, 0.646615},
                           {Weighting::wc, 80, 0.084424},
                           {Weighting::wf, 0.1, 0.695091},
                           {Weighting::wf, 0.2, 0.99201},
                           {Weighting::wf, 1, 0.0235203},
                           {Weighting::wb, 0.4, 0.281993},
                           {Weighting::wb, 8, 1.05593},
                           {Weighting::wb, 80, 0.174035},
                           {Weighting::wb_bs6841, 2.5, 0.493516},
                           {Weighting::wb_bs6841, 80, 0.171488},
                           {Weighting::sperling_vertical, 1, 0.489125},
                           {Weighting::sperling_vertical, 30, 0.137452},
                           {Weighting::sperling_lateral, 5, 1.016045}};

TEST(Weighting, HasTheGainsOfItsStandard) {
  for (const Known& at : known) {
    EXPECT_NEAR(std::abs(response(weighting(at.which), at.frequency)) / at.gain, 1, 2e-5)
        << name_of(at.which) << " at " << at.frequency << " Hz";
  }
}

TEST(Weighting, DigitalFilterHasTheAnalogueResponseUpTo80Hz) {
  for (const auto& one : alternatives_of(Weighting{})) {
    const AnalogueFilter analogue = weighting(one.value);
    for (const double rate : {200.0, 233.0, 256.0, 400.0, 500.0, 1000.0, 2048.0, 10000.0}) {
      const MatchedFilter digital = matched(analogue, 1 / rate);
      double worst = 0, worst_at = 0;
      for (double frequency = 0.05; frequency <= 80; frequency *= 1.01) {
        const std::complex<double> wanted = response(analogue, frequency);
        const double error = std::abs(response(digital, 1 / rate, frequency) - wanted) / std::abs(wanted);
        if (error > worst) worst = error, worst_at = frequency;
      }
      EXPECT_LT(worst, 0.005) << one.name << " at " << rate << " Hz, worst at " << worst_at << " Hz";
    }
  }
}

TEST(Weighting, OfASineHasItsGain) {
  constexpr double step = 1.0 / 200;
  for (const double frequency : {1.0, 8.0, 80.0}) {
    std::vector<double> sine;
    for (int i = 0; i < 8000; ++i)
      sine.push_back(std::sin(2 * std::numbers::pi * frequency * step * i + 0.3));
    const std::vector<double> weighted = filtered(matched(weighting(Weighting::wb), step), sine);
    const std::span<const double> settled(weighted.data() + 4000, 3000);
    EXPECT_NEAR(rms(settled) * std::numbers::sqrt2 / std::abs(response(weighting(Weighting::wb), frequency)),
                1, 0.005)
        << frequency;
  }
}

TEST(Weighting, LeavesNothingOfAConstant) {
  const std::vector<double> constant(500, 9.81);
  for (const double value : filtered(matched(weighting(Weighting::wk), 0.002), constant))
    EXPECT_NEAR(value, 0, 1e-8);
}

}  // namespace
}  // namespace flangeway::assess
