// Cooperrider's bogie on a ramp, against the fold of its limit cycles.
#include "flangeway/stability/ramp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/stability/page.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::stability {
namespace {

using ::testing::HasSubstr;

constexpr double fold = 66.656;  // m/s, of Stability.LimitCyclesOfCooperridersBogie

vehicle_case::CaseModel bogie(const document::Assignments& sets = {}) {
  Findings findings;
  auto model = vehicle_case::load_case(
      std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases/cooperrider.toml", sets, findings);
  EXPECT_TRUE(model) << findings.text();
  return std::move(*model);
}

RampSettings steep() {
  RampSettings settings;
  settings.from = 56, settings.to = 69, settings.rate = 0.4, settings.disturbance = 0.011;
  return settings;
}

// Above the fold the bogie hunts with the amplitude of its limit cycle. Below it hunting goes on while it
// dies out, to lower speeds on a steeper ramp.
TEST(Ramp, HuntingDiesBelowTheFold) {
  const Ramp ramp = ramp_of(bogie(), steep());
  EXPECT_TRUE(ramp.dies()) << ramp.end;
  EXPECT_LT(ramp.hunting.ends, fold);
  EXPECT_GT(ramp.hunting.ends, fold - 7);
  EXPECT_NEAR(ramp.frequency, 4, 0.25);
  for (const RampWindow& window : ramp.windows) {
    if (window.speed > fold + 0.2 && window.speed < 68) {
      EXPECT_GT(window.amplitude[0], 9.3e-3) << window.speed;  // of the fold: 9.36 mm
    }
    if (window.speed < fold - 3) {
      EXPECT_LT(window.amplitude[0], 9.36e-3 / 2) << window.speed;
    }
  }
  RampSettings steeper = steep();
  steeper.rate = 0.8;
  EXPECT_LT(ramp_of(bogie(), steeper).hunting.ends, ramp.hunting.ends);
  EXPECT_GT(ramp.windows.front().amplitude[0], ramp.windows.back().amplitude[0] * 10);
  EXPECT_THAT(text(ramp), HasSubstr("hunting above 0.2 mm      ends at 6"));
  const auto json = nlohmann::json::parse(json_text(ramp));
  for (const RampWindow& window : ramp.windows) {  // Cooperrider's flange is 9.1 mm away
    const double amplitude = std::max(window.amplitude[0], window.amplitude[1]);
    if (window.speed < 68.9 && std::abs(amplitude - 9.1e-3) > 5e-5) {
      EXPECT_EQ(window.flange, amplitude > 9.1e-3) << window.speed;
    }
  }
  EXPECT_NEAR(ramp.flange.begins, ramp.windows.front().speed, 1e-9);
  EXPECT_NEAR(ramp.flange.ends, fold, 0.7);
  EXPECT_EQ(json["flange"]["ends"], ramp.flange.ends);
  EXPECT_THAT(text(ramp), HasSubstr("a flange                  touches its rail from 6"));
  EXPECT_EQ(json["critical_speed_of_ramp"], ramp.hunting.ends);
  EXPECT_EQ(json["windows"].size(), ramp.windows.size());
  EXPECT_THAT(page(bogie(), ramp, "flangeway stability"), HasSubstr("rms of ΣY in kN"));
}

// A disturbance below the unstable branch dies at once, above the fold as well.
TEST(Ramp, ASmallDisturbanceIsNoHunting) {
  RampSettings settings = steep();
  settings.to = 67.5, settings.disturbance = 1e-4;
  const Ramp ramp = ramp_of(bogie(), settings);
  EXPECT_TRUE(std::isnan(ramp.hunting.ends));
  EXPECT_FALSE(ramp.dies());
  EXPECT_THAT(text(ramp), HasSubstr("none at any speed of the ramp"));
  EXPECT_THAT(text(ramp), HasSubstr("a flange                  touches its rail at no speed of the ramp"));
  EXPECT_TRUE(nlohmann::json::parse(json_text(ramp))["critical_speed_of_ramp"].is_null());
}

// A large disturbance that dies at constant speed, far below the fold, shows no critical speed either.
TEST(Ramp, HuntingThatDiesBeforeTheSpeedFallsHasNoCriticalSpeed) {
  RampSettings settings = steep();
  settings.from = 48, settings.to = 50;
  const Ramp ramp = ramp_of(bogie(), settings);
  EXPECT_GT(ramp.windows.front().amplitude[0], 1e-3);
  EXPECT_NEAR(ramp.hunting.ends, 50, 0.1);
  EXPECT_FALSE(ramp.dies());
  EXPECT_THAT(text(ramp), HasSubstr("died out at the highest speed"));
  EXPECT_TRUE(nlohmann::json::parse(json_text(ramp))["critical_speed_of_ramp"].is_null());
}

// Hunting with an amplitude of ΣY of F has an rms of F/√2 in its band.
TEST(Ramp, TheRmsCriterionFollowsHunting) {
  const Ramp ramp = ramp_of(bogie(), steep());
  ASSERT_EQ(ramp.rms_limit.size(), 2u);
  double above = 0, below = 0;
  for (const RampWindow& window : ramp.windows)
    (window.speed > fold ? above : below) = window.rms[0];  // the last ones of each side
  EXPECT_GT(above, 5 * below);
  EXPECT_EQ(std::isnan(ramp.rms.ends), std::isnan(ramp.rms.begins));
}

TEST(Ramp, SaysWhatACaseMustBe) {
  Findings findings;
  RampSettings settings = steep();
  settings.to = settings.from;
  check(bogie({"drive=free"}), settings, findings);
  EXPECT_THAT(findings.text(), HasSubstr("drive: is free: a vehicle that is not driven has no steady speed"));
  EXPECT_THAT(findings.text(), HasSubstr("--to: is not above --from (got 56 m/s; allowed more than 56 m/s)"));
}

TEST(Ramp, HasBounds) {
  const vehicle_case::CaseModel model = bogie();
  const auto text_of = [&](const auto& change) {
    RampSettings settings = steep();
    change(settings);
    Findings findings;
    check(model, settings, findings);
    return findings.text();
  };
  EXPECT_EQ(text_of([](RampSettings&) {}), "");
  EXPECT_EQ(text_of([](RampSettings& s) { s.disturbance = std::nan(""); }),
            "--disturbance: is out of range (got nan m; allowed 0 to 0.02 m).");
  EXPECT_EQ(text_of([](RampSettings& s) { s.rate = HUGE_VAL; }),
            "--rate: is out of range (got inf m/s²; allowed 0.001 to 5 m/s²).");
  EXPECT_EQ(text_of([](RampSettings& s) { s.to = HUGE_VAL, s.rate = 5; }),
            "--to: is out of range (got inf m/s; allowed 0.1 to 300 m/s).\n"
            "--rate: makes the run too long (got inf s from --to to --from; allowed up to 3600 s). Ramp "
            "faster, or over a smaller range of speeds.");
  EXPECT_EQ(text_of([](RampSettings& s) { s.rate = 0.002; }),
            "--rate: makes the run too long (got 6500 s from --to to --from; allowed up to 3600 s). Ramp "
            "faster, or over a smaller range of speeds.");
}

}  // namespace
}  // namespace flangeway::stability
