// Channels of the kinds beside wheels and contacts: units of all, and those of the track against the line as
// it is given.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/flexible_track_case.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using KindsOfChannels = test::FlexibleTrackCase;

TEST_F(KindsOfChannels, HaveTheUnitsOfTheirQuantities) {
  std::map<std::string, std::string> units{
      {"t", "s"}, {"distance", "m"}, {"speed", "m/s"}, {"curvature", "1/m"}, {"cant", "m"}};
  for (const char* length : {"s", "y", "z", "alignment", "vertical_profile", "gauge_variation", "cross_level",
                             "rail_y", "rail_z", "sleeper_y", "sleeper_z"})
    units[length] = "m";
  for (const char* angle : {"roll", "pitch", "yaw", "rail_roll", "rail_yaw", "angle_of_attack"})
    units[angle] = "rad";
  for (const char* velocity : {"vs", "vy", "vz"}) units[velocity] = "m/s";
  for (const char* rate : {"vroll", "vpitch", "vyaw"}) units[rate] = "rad/s";
  for (const char* force : {"pad_y", "pad_z", "ballast_y", "ballast_z"}) units[force] = "N";
  std::size_t found = 0;
  for (const results::Channel& channel : channels(load({"output.track_places=[12.6]"}))) {
    const auto unit = units.find(channel.name.substr(channel.name.rfind('.') + 1));
    if (unit == units.end()) continue;  // of wheels and contacts: channels_test.cpp
    EXPECT_EQ(channel.unit, unit->second) << channel.name;
    ++found;
  }
  // Run 2, body 12, wheelset 1, track 6, rails 2 × 5, ends of the sleeper 2 × 8.
  EXPECT_EQ(found, 2u + 12 + 1 + 6 + 10 + 16);
}

class TrackChannels : public test::WheelsetCase {};

// A left curve of 300 m with 60 mm of cant; waves of all four measures, each with its own amplitude.
TEST_F(TrackChannels, AreTheLineAndTheWavesThatAreGiven) {
  track(R"(segments = [{ kind = "straight", length = 20.0 }, { kind = "transition", length = 30.0 },
            { kind = "circular", length = 100.0, radius = 300.0, cant = 0.06 }])",
        R"([irregularities]
harmonic = [{ channel = "alignment", amplitude = 0.002, wavelength = 31.0 },
            { channel = "vertical_profile", amplitude = 0.003, wavelength = 37.0 },
            { channel = "gauge_variation", amplitude = -0.001, wavelength = 41.0 },
            { channel = "cross_level", amplitude = 0.004, wavelength = 43.0 }]
)");
  const auto model = load({"initial.s=70", "integration.duration=1"});
  const auto all = channels(model);
  RunOptions options;
  std::size_t rows = 0;
  options.record = [&](const double* row) {
    const auto value = [&](const std::string& name) {
      for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].name == name) return row[i];
      return std::nan("");
    };
    const double s = value("wheelset.s");
    EXPECT_NEAR(value("distance"), s - 70, 1e-9);
    EXPECT_NEAR(value("track.curvature"), 1 / 300.0, 1e-12);
    EXPECT_NEAR(value("track.cant"), 0.06, 1e-12);
    const auto wave = [&](double amplitude, double length) {
      return amplitude * std::sin(2 * pi * s / length);
    };
    // Tables of irregularities are interpolated.
    EXPECT_NEAR(value("track.alignment"), wave(0.002, 31), 1e-6);
    EXPECT_NEAR(value("track.vertical_profile"), wave(0.003, 37), 1e-6);
    EXPECT_NEAR(value("track.gauge_variation"), wave(-0.001, 41), 1e-6);
    EXPECT_NEAR(value("track.cross_level"), wave(0.004, 43), 1e-6);
    ++rows;
    return true;
  };
  EXPECT_EQ(run(model, options).failure, "");
  EXPECT_GT(rows, 50u);
}

}  // namespace
}  // namespace flangeway::simulate
