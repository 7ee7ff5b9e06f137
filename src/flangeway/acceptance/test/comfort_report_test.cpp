#include "flangeway/acceptance/comfort_report.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "flangeway/assess/filter.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::acceptance {
namespace {

using ::testing::HasSubstr;

// A sine of 1 m/s² and 1 Hz in all directions, at 200 Hz.
std::string shaken(double seconds, double step = 0.005) {
  std::string text = "t [s],ax [m/s^2],ay [m/s^2],az [m/s^2]\n";
  for (int i = 0; i < static_cast<int>(std::lround(seconds / step)); ++i) {
    const double a = std::sin(2 * std::numbers::pi * step * i);
    text += fmt::format("{},{},{},{}\n", step * i, a, a, a);
  }
  return text;
}

std::optional<ComfortReport> report_of(const std::string& table, const std::string& rule,
                                       Findings& findings) {
  const test::TemporaryFolder folder;
  const auto record = Record::open(folder.write("floor.csv", table).string(), findings);
  return record ? judge_comfort(*record, rule, std::nullopt, findings) : std::nullopt;
}

double value_of(const ComfortReport& report, const std::string& name) {
  for (const ComfortRow& row : report.rows)
    if (row.name == name) return row.value;
  ADD_FAILURE() << name;
  return 0;
}

TEST(ComfortReport, NumbersOfASineAfterAllRules) {
  Findings findings;
  const std::string table = shaken(60);
  const auto en = report_of(table, "en12299", findings), iso = report_of(table, "iso2631", findings),
             wz = report_of(table, "sperling", findings);
  ASSERT_TRUE(en && iso && wz) << findings.text();
  EXPECT_NEAR(value_of(*en, "a_YP95"), 1.01102 / std::sqrt(2), 5e-3);
  EXPECT_THAT(text(*en), HasSubstr("no judgement: 12 of 60 windows"));
  EXPECT_NEAR(value_of(*iso, "a_wz"), 0.482473 / std::sqrt(2), 5e-3);
  EXPECT_NEAR(value_of(*wz, "Wz_z"), 3.2105, 2e-3);
  EXPECT_THAT(page({*wz}, "flangeway assess"), HasSubstr("<th>Wz_z</th>"));
}

TEST(ComfortReport, RunsThatEndedEarlyAreRefused) {
  const test::TemporaryFolder folder;
  Findings findings;
  RecordSet set = open_records({folder.write("floor.csv", shaken(60)).string()}, findings);
  EXPECT_EQ(judge_comfort(set, "sperling", {}, findings).size(), 1u);
  ASSERT_TRUE(findings.empty()) << findings.text();
  set.failures.emplace_back("run.h5: the run derailed");
  EXPECT_TRUE(judge_comfort(set, "sperling", {}, findings).empty());
  EXPECT_EQ(findings.text(), "run.h5: the run derailed. Comfort is judged of runs that reached their end.");
}

TEST(ComfortReport, SaysWhatIsWrong) {
  Findings findings;
  EXPECT_FALSE(report_of(shaken(60, 0.01), "en12299", findings));
  EXPECT_THAT(findings.text(),
              HasSubstr("floor.csv: acceleration: has a sampling step of 0.01 s; weightings up to 80 Hz "
                        "need at most 0.005 s. Record more often, longer, or repair it."));
  Findings short_record;
  EXPECT_FALSE(report_of(shaken(2), "en12299", short_record));
  EXPECT_THAT(short_record.text(), HasSubstr("is 2 s long; 5 s are needed"));
  Findings columns;
  EXPECT_FALSE(report_of("t [s],y [m]\n0,0\n0.005,0\n0.01,0\n0.015,0\n", "en12299", columns));
  EXPECT_THAT(columns.text(), HasSubstr("ax: is missing, and so are ay and az. Name a point of a body with "
                                        "--point BODY:x,y,z, or give columns "
                                        "ax, ay and az."));
}

// Measures of the recorded axes are judged, and the rest is named as not judged in the text, the JSON and the
// page.
TEST(ComfortReport, JudgesTheAxesThatThereAre) {
  std::string text = "t [s],az [m/s^2]\n";
  for (int i = 0; i < 4000; ++i) text += fmt::format("{:.3f},{:.6f}\n", 0.005 * i, std::sin(0.2 * i));
  for (const std::string rule : {"sperling", "en12299", "iso2631"}) {
    Findings findings;
    const auto report = report_of(text, rule, findings);
    ASSERT_TRUE(report) << findings.text();
    const char* missing = rule == "sperling" ? "Wz_y" : rule == "en12299" ? "N_MV" : "a_v";
    const char* there = rule == "sperling" ? "Wz_z" : rule == "en12299" ? "a_ZP95" : "a_wz";
    EXPECT_TRUE(std::isnan(value_of(*report, missing))) << rule;
    EXPECT_GT(value_of(*report, there), 0) << rule;
    EXPECT_THAT(acceptance::text(*report), HasSubstr("not judged: no column a"));
    EXPECT_THAT(json_text({*report}), HasSubstr("\"not_judged\": [\n      \""));
    EXPECT_THAT(page({*report}, "c"), HasSubstr("not judged: no column a"));
  }
}

// A logger of 256 Hz that prints milliseconds: the same values as with exact stamps.
TEST(ComfortReport, TakesRoundedStampsAsEven) {
  const auto record = [](int digits) {
    std::string text = "t [s],ay [m/s^2]\n";
    for (int i = 0; i < 3000; ++i)
      text += fmt::format("{:.{}f},{:.6f}\n", i / 256.0, digits, std::sin(0.1 * i));
    return text;
  };
  Findings findings;
  const auto exact = report_of(record(9), "sperling", findings),
             rounded = report_of(record(3), "sperling", findings);
  ASSERT_TRUE(exact && rounded) << findings.text();
  EXPECT_TRUE(exact->notes.empty());
  EXPECT_NEAR(value_of(*rounded, "Wz_y"), value_of(*exact, "Wz_y"), 1e-4);
  EXPECT_THAT(acceptance::text(*rounded), HasSubstr("time: stamps lie up to 0.000"));
  EXPECT_THAT(acceptance::text(*rounded), HasSubstr(": the samples count as even\n"));
}

TEST(ComfortReport, PointOfABody) {
  Findings findings;
  const auto point = parse_floor_point("carbody:8,0,-0.9", findings);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->body, "carbody");
  EXPECT_EQ(point->position, (std::array<double, 3>{8, 0, -0.9}));
  for (const char* wrong : {"carbody", "carbody:1,2", ":1,2,3", "carbody:1,2,3,4", "carbody:a,b,c"})
    EXPECT_FALSE(parse_floor_point(wrong, findings)) << wrong;
  EXPECT_THAT(findings.text(),
              HasSubstr("--point: is not a point of a body (got carbody; allowed BODY:x,y,z in m from its "
                        "centre of gravity). Write for example carbody:8,0,-0.9."));
}

// A run in memory at 1000 rows a second and 20 m/s: the reference runs 2 m behind the start of the track, and
// the car body 3 m before the reference, its centre of gravity 1.8 m above the rails.
constexpr double row = 1e-3, speed = 20, ahead = 3, height = 1.8, base = 1.5;

// The track below a body that does not move with it: curvature (1/m) and its integral over the way (rad),
// cant angle (rad) and its rate over the way (1/m), at an arc length.
struct TrackOfTest {
  double (*curvature)(double s), (*heading)(double s), (*cant)(double s), (*cant_rate)(double s);
};

std::map<std::string, std::vector<double>> straight_ahead_over(const TrackOfTest& track, int rows) {
  std::map<std::string, std::vector<double>> columns;
  for (int i = 0; i < rows; ++i) {
    // The reference alone moves exactly as the distance does: springs are between it and the car body.
    const double t = row * i, distance = speed * t, reference = distance - 2,
                 body = reference + ahead + 1e-6 * std::sin(t);
    const auto put = [&](const char* name, double value) { columns[name].push_back(value); };
    put("t", t), put("distance", distance);
    put("track.curvature", track.curvature(reference)), put("track.cant", base * track.cant(reference));
    put("frame.s", reference), put("carbody.s", body), put("carbody.z", height);
    // Heading and roll of the body stay in space: relative to the track frame they are opposite to the track.
    put("carbody.roll", track.cant(body)), put("carbody.vs", speed), put("carbody.vz", 0),
        put("carbody.vpitch", 0);
    put("carbody.vroll", speed * track.cant_rate(body)), put("carbody.vyaw", -speed * track.curvature(body));
    put("carbody.vy", -speed * track.heading(body) - height * speed * track.cant_rate(body));
  }
  return columns;
}

std::optional<FloorRecord> floor_of(const std::map<std::string, std::vector<double>>& columns) {
  Findings findings;
  const auto floor =
      floor_record(Record::in_memory("run", columns, {}), FloorPoint{"carbody", {8, 1, -0.9}}, findings);
  findings.throw_if_any();
  return floor;
}

// The body keeps its place in space while the track turns aside and twists below it: an accelerometer shows
// nothing, whatever the body does relative to its track frame. Central differences of waves of 40 m leave
// (2π·20/40·0.001)²/6 = 2e-6 of terms of up to 0.6 m/s².
TEST(FloorRecord, OfABodyThatTheTrackTurnsAwayFromIsZero) {
  const TrackOfTest track{
      [](double s) { return 1e-3 * std::sin(std::numbers::pi * s / 20); },
      [](double s) { return 1e-3 * 20 / std::numbers::pi * (1 - std::cos(std::numbers::pi * s / 20)); },
      [](double s) { return 0.02 * (1 - std::cos(std::numbers::pi * s / 20)); },
      [](double s) { return 0.02 * std::numbers::pi / 20 * std::sin(std::numbers::pi * s / 20); }};
  const auto floor = floor_of(straight_ahead_over(track, 3000));
  for (const std::vector<double>* axis : {&floor->x, &floor->y, &floor->z})
    for (std::size_t i = 200; i + 200 < axis->size(); ++i) ASSERT_NEAR((*axis)[i], 0, 2e-4) << i;
}

// A ramp of cant begins with a kink, at which the track frame jumps aside with 0.9 m × 0.04 rad/s relative to
// the floor. A low pass of 10 Hz would make 0.9 · 0.04 · 20 m/s² and more of it.
TEST(FloorRecord, HasNoImpulseWhereARampOfCantBegins) {
  const TrackOfTest track{[](double) { return 0.0; }, [](double) { return 0.0; },
                          [](double s) { return 0.002 * std::max(s - 20, 0.0); },
                          [](double s) { return s > 20 ? 0.002 : 0.0; }};
  auto columns = straight_ahead_over(track, 3000);
  const auto low = assess::butterworth({.band = assess::Band::low_pass, .order = 4, .high = 10}, row);
  const auto peak = [&] {
    const std::vector<double> filtered = assess::filtered(low, floor_of(columns)->y);
    double largest = 0;
    for (std::size_t i = 0; i + 10 < filtered.size(); ++i) largest = std::max(largest, std::abs(filtered[i]));
    return largest;
  };
  EXPECT_LT(peak(), 0.03);
  columns.erase("carbody.z");  // a record that does not say how high the body is
  EXPECT_GT(peak(), 0.5);
}

}  // namespace
}  // namespace flangeway::acceptance
