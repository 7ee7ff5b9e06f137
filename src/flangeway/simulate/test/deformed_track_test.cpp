// The recorded shape of a track against what the channels say of single places, and against the whole mesh.
#include "flangeway/simulate/deformed_track.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "support/flexible_track_case.hpp"

namespace flangeway::simulate {
namespace {

using testing::HasSubstr;

class Shape : public test::FlexibleTrackCase {
 protected:
  /// Number of an array in a record, at a station or sleeper next to s.
  static double at(const DeformedTrackPlaces& places, const std::vector<double>& record,
                   const std::string& array, std::size_t side, double s) {
    const bool rail = array.starts_with("rail");
    const double step = rail ? places.bay / 2 : places.bay;
    const auto k = static_cast<std::size_t>(std::lround((s - record[1]) / step));
    EXPECT_NEAR(record[1] + step * static_cast<double>(k), s, 1e-6);
    const std::size_t count = rail ? places.stations() : places.sleepers;
    std::size_t first = 2;
    for (const char* name : {"rail_y", "rail_z", "rail_roll", "sleeper_y", "sleeper_z"}) {
      if (array == name) return record[first + side * count + k];
      first += 2 * (std::string(name).starts_with("rail") ? places.stations() : places.sleepers);
    }
    ADD_FAILURE() << array;
    return 0;
  }
};

// The wheel stands at 12 m, 12.6 m and 13.2 m when the records fall due: on a station each time.
TEST_F(Shape, UnderAWheelItIsWhatTheChannelsSay) {
  for (const char* quantity : {"rail_y", "rail_z", "rail_roll"}) {
    const vehicle_case::CaseModel model = load({});
    const std::vector<double> channel = record(model, std::string("wheelset.right.") + quantity);
    ASSERT_EQ(deformed_.size(), 3u);
    double largest = 0;
    for (const double value : channel) largest = std::max(largest, std::abs(value));
    for (std::size_t k = 0; k < 3; ++k) {
      const double t = 0.02 * static_cast<double>(k);
      EXPECT_NEAR(deformed_[k][0], t, 1e-12);
      // The window has just been moved on to this sleeper: what its shapes leave out there, also where the
      // rail passes through its rest.
      EXPECT_NEAR(
          at(deformed_track_places(model), deformed_[k], quantity, 1, 12 + 30 * t), channel[40 * k],
          k == 0 ? 1e-9 * std::abs(channel[0]) : std::max(5e-3 * std::abs(channel[40 * k]), 1e-3 * largest))
          << quantity << k;
    }
  }
}

// The slope of the left rail between the two stations on both sides of a wheel that stands still halfway: the
// wheel's own rotation is that of the curve through them, to a share that the bending between them takes.
TEST_F(Shape, TheYawOfTheRailIsTheSlopeOfItsShape) {
  const vehicle_case::CaseModel model = load({"initial.s=12.15", "integration.duration=0.001"});
  const std::vector<double> yaw = record(model, "wheelset.left.rail_yaw");
  const DeformedTrackPlaces places = deformed_track_places(model);
  const double slope =
      (at(places, deformed_.front(), "rail_y", 0, 12.3) - at(places, deformed_.front(), "rail_y", 0, 12.0)) /
      0.3;
  EXPECT_NEAR(yaw.front(), slope, 0.5 * std::abs(slope));
}

TEST_F(Shape, TheAngleOfAttackIsThatAgainstTheDeflectedRail) {
  const vehicle_case::CaseModel model = load({"initial.yaw=0.004"});
  const std::vector<double> yaw = record(model, "wheelset.yaw");
  for (const std::string side : {"wheelset.left", "wheelset.right"}) {
    const std::vector<double> rail = record(model, side + ".rail_yaw"),
                              attack = record(model, side + ".angle_of_attack");
    for (std::size_t i = 0; i < yaw.size(); ++i) EXPECT_EQ(attack[i], yaw[i] - rail[i]);
    EXPECT_NE(rail.back(), 0);
  }
}

TEST_F(Shape, OfASleeperIsWhatTheChannelsSay) {
  const vehicle_case::CaseModel model = load({"output.track_places=[12.6]"});
  for (const char* quantity : {"sleeper_y", "sleeper_z"}) {
    const std::vector<double> channel = record(model, std::string("track.12.6m.left.") + quantity);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_DOUBLE_EQ(at(deformed_track_places(model), deformed_[k], quantity, 0, 12.6), channel[40 * k]);
  }
}

TEST_F(Shape, WindowsGiveThatOfTheWholeMesh) {
  (void)record(load({}), "t");
  const std::vector<std::vector<double>> windows = deformed_;
  const vehicle_case::CaseModel model = load({"coupling.mesh=full"});
  (void)record(model, "t");
  ASSERT_EQ(windows.size(), deformed_.size());
  const std::size_t stations = deformed_track_places(model).stations();
  double largest = 0;
  for (std::size_t k = 0; k < windows.size(); ++k) {
    EXPECT_EQ(windows[k][1], deformed_[k][1]);
    for (std::size_t i = 2; i < windows[k].size(); ++i) {
      const bool angle = i >= 2 + 4 * stations && i < 2 + 6 * stations;
      // of 330 µm under the wheel; the window cuts at 3.6 m what reaches further
      EXPECT_NEAR(windows[k][i], deformed_[k][i], angle ? 6e-5 : 1.2e-5) << k << " " << i;
      largest = std::max(largest, std::abs(windows[k][i]));
    }
  }
  EXPECT_GT(largest, 2e-4);
}

TEST_F(Shape, IsRecordedWhenItFallsDue) {
  (void)record(load({"output.deformed_track_interval=0.0049"}), "t");
  ASSERT_EQ(deformed_.size(), 11u);
  for (std::size_t k = 0; k < deformed_.size(); ++k)  // rows are 5e-4 s apart
    EXPECT_NEAR(deformed_[k][0], std::ceil(9.8 * static_cast<double>(k) - 1e-9) * 5e-4, 1e-12);
  (void)record(load({"output.deformed_track_interval=0"}), "t");
  EXPECT_TRUE(deformed_.empty());
  EXPECT_TRUE(deformed_track_arrays(load({"output.deformed_track_interval=0"})).arrays.empty());
  EXPECT_TRUE(deformed_track_arrays(load({"coupling.method=none"})).arrays.empty());
}

TEST_F(Shape, ARecordHasTheNumbersOfItsArrays) {
  const vehicle_case::CaseModel model = load({});
  const DeformedTrackPlaces places = deformed_track_places(model);
  EXPECT_EQ(deformed_track_arrays(model).numbers(), 1 + places.numbers());
  // a wheelset with 3.6 m before and behind it, wherever it stands between sleepers
  EXPECT_GE(static_cast<double>(places.sleepers - 1) * places.bay, 7.2 + places.bay);
}

TEST_F(Shape, OfARigidTrackCannotBeRequested) {
  EXPECT_THAT(finding({"coupling.method=none", "output.deformed_track_interval=0.1"}),
              HasSubstr("output.deformed_track_interval: has no effect without a mesh of the track. "
                        "Leave it out, or set coupling.method = \"tight\"."));
}

}  // namespace
}  // namespace flangeway::simulate
