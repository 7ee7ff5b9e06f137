// The two contact methods on profiles that touch in one point: the same run. [Escalona2021, section 6.1, Fig.
// 21]
#include "case_runner.hpp"
#include "flangeway/geometry/position.hpp"
#include "flangeway/track/irregularity.hpp"
#include "flangeway/vehicle_case/geometry.hpp"

namespace flangeway::validation {
namespace {

struct Difference {
  double value = 0, distance = 0, sum_of_squares = 0;
};

Difference between(const Recording& a, const Recording& b, const std::string& channel) {
  Difference result;
  const std::size_t i = a.index(channel);
  for (std::size_t n = 0; n < a.rows.size(); ++n) {
    const double difference = std::abs(a.rows[n][i] - b.rows[n][i]);
    result.sum_of_squares += difference * difference;
    if (difference > result.value) result = {difference, a.rows[n][1], result.sum_of_squares};
  }
  return result;
}

// "Almost identical" in the paper: 0.012 mm and 0.009 mrad here, along the whole run.
TEST(OnePointBogie, RunsAlikeByBothMethods) {
  const Recording kec = record(load_model_case("bogie_r235_one_point.toml", {"contact.method=kec"}));
  const Recording lut = record(load_model_case("bogie_r235_one_point.toml", {"contact.method=lut"}));
  ASSERT_EQ(kec.rows.size(), lut.rows.size());
  for (const std::string body : {"wheelset1", "wheelset2", "bogie"}) {
    for (const std::string coordinate : {"y", "yaw"}) {
      const Difference d = between(kec, lut, body + '.' + coordinate);
      std::printf("%-9s %-3s largest difference %.4f %s at %.1f m, root of the mean square %.4f\n",
                  body.c_str(), coordinate.c_str(), d.value * 1e3, coordinate == "y" ? "mm" : "mrad",
                  d.distance, 1e3 * std::sqrt(d.sum_of_squares / static_cast<double>(kec.rows.size())));
      EXPECT_LT(d.value, 0.03e-3);
    }
  }
}

struct Errors {
  double z = 0, roll = 0, wheel_s = 0;  // largest
  std::size_t positions = 0;
};

// Contact search for a wheelset at the recorded position between the displaced rails.
class AgainstSearch {
 public:
  explicit AgainstSearch(const vehicle_case::CaseModel& model, const vehicle_case::CaseGeometry& g)
      : model_(model),
        search_(geometry::make_geometry(g.profiles[0], g.profiles[1], g.profiles[2], g.profiles[3],
                                        g.profile_position, g.radius, g.placement)) {}

  void add(const Recording& run, std::size_t row, const std::string& wheelset, Errors& errors) {
    const auto value = [&](const char* channel) { return run.rows[row][run.index(wheelset + channel)]; };
    track::Irregularity irregularity;
    track::evaluate_irregularity(model_.track, value(".s"), irregularity);
    const auto [alignment, profile, gauge, cross_level] = track::measures_of_rails(irregularity.value);
    const double angle = cross_level / (2 * model_.contact.rail_half_distance);
    const double y = value(".y") - alignment, z = value(".z") - profile;
    guess_ = search_.at_y(std::cos(angle) * y + std::sin(angle) * z, gauge, guess_);
    ASSERT_TRUE(guess_.found);
    ++errors.positions;
    errors.z = std::max(errors.z, std::abs(std::cos(angle) * z - std::sin(angle) * y - guess_.z));
    errors.roll = std::max(errors.roll, std::abs(value(".roll") - angle - guess_.roll));
    const double left = search_.left().side().wheel.point(guess_.left.wheel_s).x(),
                 right = search_.right().side().wheel.point(guess_.right.wheel_s).x();
    for (const auto& [side, s] : {std::pair(".left", left), std::pair(".right", right)}) {
      const double tread = value((std::string(side) + ".tread.wheel_s").c_str()),
                   flange = value((std::string(side) + ".flange.wheel_s").c_str());
      errors.wheel_s = std::max(errors.wheel_s, std::abs((tread != 0 ? tread : flange) - s));
    }
  }

 private:
  const vehicle_case::CaseModel& model_;
  geometry::PositionSearch search_;
  geometry::Position guess_;
};

// Both methods lie where an independent search of the contact puts them, at the states of their own runs.
TEST(OnePointBogie, LiesWhereTheContactSearchPutsItAlongTheRun) {
  Findings findings;
  const auto geometry = vehicle_case::load_geometry(
      FLANGEWAY_SOURCE_DIR "/models/cases/bogie_r235_one_point.toml", {}, findings);
  findings.throw_if_any();
  for (const std::string method : {"kec", "lut"}) {
    const auto model = load_model_case("bogie_r235_one_point.toml", {"contact.method=" + method});
    const Recording run = record(model);
    Errors errors;
    for (const std::string wheelset : {"wheelset1", "wheelset2"}) {
      AgainstSearch search(model, *geometry);
      for (std::size_t row = 0; row < run.rows.size(); row += 70) search.add(run, row, wheelset, errors);
    }
    std::printf(
        "%s against the contact search at %zu positions: z %.3f um, roll %.4f mrad, contact on the wheel "
        "%.4f mm\n",
        method.c_str(), errors.positions, errors.z * 1e6, errors.roll * 1e3, errors.wheel_s * 1e3);
    EXPECT_LT(errors.z, 2e-6);
    EXPECT_LT(errors.roll, 0.02e-3);
    EXPECT_LT(errors.wheel_s, 0.5e-3);
  }
}

}  // namespace
}  // namespace flangeway::validation
