#include "flangeway/track/recorded_geometry.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "flangeway/math/types.hpp"

namespace flangeway::track {
namespace {

using ::testing::HasSubstr;

// Sines of these wavelengths (m) with an amplitude of 5 mm in each.
std::string recorded(const std::vector<double>& waves, double length = 1000, double shift = 0,
                     double step = 0.25) {
  std::string text = "s [m]; longitudinal_level_left [mm]; cross_level [mm]\n";
  for (double s = 0; s <= length; s += step) {
    double level = 0;
    for (const double wave : waves) level += 5 * std::sin(2 * pi * (s - shift) / wave);
    text += fmt::format("{};{:.9f};{:.9f}\n", s, level, 0.5 * level);
  }
  return text;
}

RecordedGeometry read(const std::string& text, Gaps gaps = Gaps::refuse) {
  Findings findings;
  auto geometry = parse_recorded_geometry(text, "r.csv", {.gaps = gaps}, findings);
  if (!geometry) throw std::runtime_error(findings.text());
  return *geometry;
}

std::string findings_of_recording(const std::string& text, Gaps gaps = Gaps::refuse) {
  Findings findings;
  EXPECT_FALSE(parse_recorded_geometry(text, "r.csv", {.gaps = gaps}, findings).has_value());
  return findings.text();
}

// A sine in the middle of a band keeps its amplitude there and vanishes in the others.
TEST(RecordedGeometry, BandsPartWavelengths) {
  const std::array waves{9.0, 42.0, 105.0};
  for (std::size_t w = 0; w < waves.size(); ++w) {
    const QualityReport report = judge_quality(read(recorded({waves[w]}, 2000)), {}, std::nullopt);
    ASSERT_EQ(report.sections.size(), 10U);
    for (std::size_t b = 0; b < 3; ++b) {
      const double expected = w == b ? 5e-3 / std::sqrt(2.0) : 0;
      EXPECT_NEAR(report.sections[4].sd[0][b], expected, 0.35e-3) << waves[w] << " in D" << b + 1;
    }
  }
}

// A filter that runs both ways delays nothing.
TEST(RecordedGeometry, BandsKeepThePhase) {
  const RecordedGeometry geometry = read(recorded({10}));
  const std::vector<double> part = band_part(geometry, geometry.columns[0].values, wave_bands("gauge")[0]);
  for (std::size_t i = 2000; i < 2040; ++i) EXPECT_NEAR(part[i], geometry.columns[0].values[i], 1.5e-4);
}

TEST(RecordedGeometry, BandEdgesHaveHalfTheGain) {
  const RecordedGeometry geometry = read(recorded({25}, 2000));
  const std::vector<double> part = band_part(geometry, geometry.columns[0].values, wave_bands("gauge")[0]);
  double largest = 0;
  for (std::size_t i = 3800; i < 4200; ++i) largest = std::max(largest, part[i]);
  EXPECT_NEAR(largest, 2.5e-3, 2e-5);
  EXPECT_EQ(wave_bands("alignment_left")[2].longest, 200);
  EXPECT_EQ(wave_bands("longitudinal_level")[2].longest, 150);
}

TEST(Chord, GainOfASymmetricOneIsOneLessACosine) {
  for (const double wave : {4.0, 7.0, 13.0, 60.0})
    EXPECT_NEAR(chord_gain({5, 5}, wave), 1 - std::cos(2 * pi * 5 / wave), 1e-14);
  EXPECT_NEAR(chord_gain({5, 5}, 5), 0, 1e-14);
  EXPECT_GT(chord_gain({4, 6}, 5), 0.5);  // an asymmetric chord sees what the symmetric one does not
  EXPECT_NEAR(chord_gain({4, 6}, 2), 0, 1e-14);
}

TEST(Chord, TellsWhatItDoesNotSee) {
  const auto blind = blind_wavelengths({5, 5}, 3, 200);
  ASSERT_EQ(blind.size(), 2U);
  EXPECT_NEAR((blind[0][0] + blind[0][1]) / 2, 5, 0.05);
  // Long waves: Ω²a²/2 = 0.05.
  EXPECT_NEAR(blind[1][0], 2 * pi * 5 / std::acos(0.95), 0.1);
  EXPECT_EQ(blind[1][1], 200);
}

// Offsets written down by hand from the shape come back as the shape, with its phase.
TEST(Chord, OffsetsBecomeTheShape) {
  const double step = 0.25, a = 4, b = 6;
  const auto shape = [](double s) {
    const double hump = std::exp(-std::pow((s - 500) / 120, 2));
    return hump * (4e-3 * std::sin(2 * pi * s / 14) + 3e-3 * std::cos(2 * pi * s / 33));
  };
  std::vector<double> offsets;
  for (double s = 0; s <= 1000; s += step)
    offsets.push_back(shape(s) - (b * shape(s - a) + a * shape(s + b)) / (a + b));
  const std::vector<double> restored = shape_of_offsets(offsets, step, {a, b}, 3, 80);
  for (std::size_t i = 0; i < restored.size(); i += 7)
    EXPECT_NEAR(restored[i], shape(step * static_cast<double>(i)), 5e-6) << i;
}

// 1 km of harmonics of random phases whose density falls with the third power of the wave number, seen by a
// chord, with white noise.
struct NoisyChord {
  static constexpr double step = 0.25, length = 1000, longest = 50, exponent = -3, noise = 5e-4;
  std::vector<double> shape, offsets;

  explicit NoisyChord(const Chord& chord) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> phases(0, 2 * pi);
    std::normal_distribution<double> errors(0, noise);
    const auto count = static_cast<std::size_t>(length / step);
    shape.assign(count, 0.0), offsets.assign(count, 0.0);
    // 36 to 3.3 m: waves at the edges of the restored band would be cut off in part.
    for (int line = 28; line <= 300; ++line) {
      const double frequency = line / length, phase = phases(random);
      const double amplitude = 4e-6 * std::pow(frequency, exponent / 2);
      const auto value = [&](double s) { return amplitude * std::cos(2 * pi * frequency * s + phase); };
      const double a = chord.before, b = chord.after;
      for (std::size_t i = 0; i < count; ++i) {
        const double s = step * static_cast<double>(i);
        shape[i] += value(s);
        offsets[i] += value(s) - (b * value(s - a) + a * value(s + b)) / (a + b);
      }
    }
    for (double& offset : offsets) offset += errors(random);
  }

  /// rms of the error away from the ends, m.
  [[nodiscard]] double error(const Chord& chord) const {
    const std::vector<double> restored = shape_of_offsets(offsets, step, chord, 3, longest);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 400; i + 400 < shape.size(); ++i, ++count)
      sum += (restored[i] - shape[i]) * (restored[i] - shape[i]);
    return std::sqrt(sum / static_cast<double>(count));
  }
};

TEST(Chord, WienerFilterFindsTheLawOfTheShape) {
  const NoisyChord record({5, 5});
  const auto law = power_law_of_offsets(record.offsets, NoisyChord::step, {5, 5, NoisyChord::noise}, 3,
                                        NoisyChord::longest);
  ASSERT_TRUE(law);
  // A Welch spectrum of 30 segments scatters by 18 %, and its Hann window smears the steep side.
  EXPECT_NEAR(law->exponent, NoisyChord::exponent, 0.5);
}

// The sums over the lines of S N/(|H|² S + N), and of N/|H|² where |H| is at least 0.05, give ratios of the
// errors of 0.47 for 5 and 5 m and 0.65 for 10 and 10 m in the mean; a few lines where |H| is small decide
// the error of one record.
TEST(Chord, WienerFilterErrsLessThanADivisionByTheGain) {
  for (const Chord& chord : {Chord{5, 5}, Chord{10, 10}}) {
    const NoisyChord record(chord);
    const Chord known{chord.before, chord.after, NoisyChord::noise};
    EXPECT_LT(record.error(known), 0.9 * record.error(chord)) << chord.before;
  }
}

TEST(Chord, WavesInTheNoiseAreNamed) {
  const PowerLaw law{1e-9, -3};
  const auto weak = weak_wavelengths({5, 5, 1e-4}, law, 0.25, 3, 200);
  ASSERT_FALSE(weak.empty());
  for (const auto& range : weak)
    for (const double wavelength : {range[0], (range[0] + range[1]) / 2, range[1]}) {
      const double gain = chord_gain({5, 5}, wavelength), density = 1e-9 * std::pow(wavelength, 3);
      // Less than half: |H|² S < N.
      EXPECT_LE(gain * gain * density, 2 * 1e-8 * 0.25 * 1.001) << wavelength;
    }
  EXPECT_TRUE(weak_wavelengths({4, 6, 1e-7}, law, 0.25, 3, 20).empty());
}

TEST(RecordedGeometry, GapsAreCountedAndTreatedByName) {
  std::string text = recorded({10}, 400);
  const auto cut = text.find("\n200;"), end = text.find("\n205;");
  text.erase(cut, end - cut);
  EXPECT_EQ(findings_of_recording(text),
            "r.csv:802:1: s: comes after a gap (got 5.25 m). Take --gaps interpolate or --gaps split.");
  const RecordedGeometry bridged = read(text, Gaps::interpolate), split = read(text, Gaps::split);
  EXPECT_EQ(bridged.stretches.size(), 1U);
  EXPECT_EQ(split.stretches.size(), 2U);
  ASSERT_EQ(split.gaps.size(), 1U);
  EXPECT_EQ(split.gaps[0][0], 199.75);
  EXPECT_EQ(split.gaps[0][1], 205);
  EXPECT_EQ(split.at(split.stretches[0].end - 1), 199.75);
  EXPECT_EQ(split.at(split.stretches[1].first), 205);
  const QualityReport report = judge_quality(split, {}, std::nullopt);
  EXPECT_FALSE(std::isnan(report.sections[0].sd[0][0]) && std::isnan(report.sections[1].sd[0][0]));
  EXPECT_TRUE(std::isnan(report.sections[1].sd[0][0]));  // the gap lies in it
  // A cell without a number is a gap as well.
  std::string empty = recorded({10}, 400);
  empty.replace(empty.find("\n200;"), empty.find("\n200.25;") - empty.find("\n200;"), "\n200;;");
  EXPECT_EQ(read(empty, Gaps::interpolate).gaps.size(), 1U);
}

TEST(RecordedGeometry, FindsTheShiftOfAnotherRecording) {
  const RecordedGeometry first = read(recorded({7.3, 11.9, 19.7})),
                         second = read(recorded({7.3, 11.9, 19.7}, 1000, 3.6));
  const auto shift = shift_between(first, second, 20);
  ASSERT_TRUE(shift.has_value());
  EXPECT_NEAR(shift->distance, 3.6, 0.02);
  EXPECT_GT(shift->correlation, 0.98);
  EXPECT_NEAR(shift_between(second, first, 20)->distance, -3.6, 0.02);
}

QualityLimitsSpec limits() {
  QualityLimitsSpec spec;
  spec.name.value = "L", spec.source.value = "S", spec.date.value = "2020";
  for (const auto& [speed, immediate] : {std::pair{80.0, 0.02}, std::pair{160.0, 0.008}}) {
    QualityLimitSpec one;
    one.quantity.value = "longitudinal_level", one.band.value = "D1";
    one.to_speed_kmh = speed, one.immediate = immediate, one.alert = immediate / 2;
    spec.limits.push_back(one);
  }
  QualityLimitSpec twist;
  twist.quantity.value = "twist", twist.to_speed_kmh = 300, twist.immediate = 1.0e-3;
  spec.limits.push_back(twist);
  return spec;
}

TEST(RecordedGeometry, LimitsNameWhatIsRecorded) {
  EXPECT_TRUE([] {
    Findings none;
    check(limits(), none);
    return none.empty();
  }());
  QualityLimitsSpec wrong = limits();
  wrong.limits[0].quantity = {"longitudinal_levle", {"limits.toml", 4, 15}};
  wrong.limits[1].band = {"D4", {"limits.toml", 5, 40}};
  wrong.limits[2].immediate = 0, wrong.limits[2].where = {"limits.toml", 6, 3};
  Findings findings;
  check(wrong, findings);
  EXPECT_EQ(
      findings.text(),
      "limits.toml:4:15: limits[0].quantity: is no quantity of a recording (got \"longitudinal_levle\"; "
      "allowed alignment, longitudinal_level, gauge, cross_level, twist). Did you mean "
      "longitudinal_level.\n"
      "limits.toml:5:40: limits[1].band: is no band of wavelengths (got \"D4\"; allowed D1, D2, D3). Did "
      "you mean D1.\n"
      "limits.toml:6:3: limits[2]: has no limit. Give alert, intervention or immediate.");
}

TEST(RecordedGeometry, FindsIsolatedDefects) {
  // A dip of 9 mm over 12 m at 500 m.
  std::string text = "s [m], longitudinal_level_left [mm]\n";
  for (double s = 0; s <= 1000; s += 0.25)
    text += fmt::format("{},{:.6f}\n", s, -9 * std::exp(-std::pow((s - 500) / 3.0, 2)));
  const RecordedGeometry geometry = read(text);
  EXPECT_TRUE(judge_quality(geometry, {.speed_kmh = 80}, limits()).defects.empty());
  const QualityReport report = judge_quality(geometry, {.speed_kmh = 120}, limits());
  ASSERT_EQ(report.defects.size(), 1U);
  EXPECT_EQ(report.defects[0].level, "alert");
  EXPECT_EQ(report.defects[0].peak_at, 500);
  EXPECT_LT(report.defects[0].peak, -4e-3);
  const std::string said = summary_text(geometry, report, std::nullopt);
  EXPECT_THAT(said,
              HasSubstr("limits of L, S, 2020\n  judged: longitudinal_level_left D1, immediate 8 mm, alert 4 "
                        "mm: 1 beyond, over "
                        "1000.25 m; S\n  not judged: twist: no column of twist, and none of cross level\n\n"
                        "beyond limits: 1\n"));
  EXPECT_THAT(json_text(geometry, report, std::nullopt), HasSubstr("\"level\": \"alert\""));
}

// A cross level of 2.5 mm sin(2πs/12) has a twist over 3 m of 2.5 · 2 sin(π/4)/3 mm/m.
TEST(RecordedGeometry, TakesTwistFromCrossLevel) {
  const QualityReport report = judge_quality(read(recorded({12})), {.speed_kmh = 200}, limits());
  ASSERT_FALSE(report.defects.empty());
  EXPECT_EQ(report.defects[3].quantity, "twist");
  EXPECT_NEAR(std::abs(report.defects[3].peak), 2.5e-3 * 2 * std::sin(pi / 4) / 3, 1e-6);
}

TEST(RecordedGeometry, LeavesRemarksAside) {
  const std::string text = recorded({10}, 100);
  const std::size_t middle = text.find('\n', text.size() / 2) + 1;
  const RecordedGeometry whole = read(text),
                         noted = read("# of a car\n% and by whom\n\n" + text.substr(0, middle) +
                                      "# a stop\n\n% on\n" + text.substr(middle));
  ASSERT_EQ(noted.columns.size(), whole.columns.size());
  for (std::size_t i = 0; i < whole.columns.size(); ++i)
    EXPECT_EQ(noted.columns[i].values, whole.columns[i].values);
  EXPECT_THAT(findings_of_recording(text.substr(0, middle) + "a stop\n" + text.substr(middle)),
              ::testing::HasSubstr("r.csv:"));
}

TEST(RecordedGeometry, FindingsNameTheNearestColumn) {
  const std::string rows = "0;1\n1;2\n";
  EXPECT_EQ(findings_of_recording("s [m]; longitudinal_levl_left [mm]\n" + rows),
            "r.csv:1:8: longitudinal_levl_left: is not a known column. Write longitudinal_level_left if that "
            "is meant.");
  EXPECT_EQ(findings_of_recording("s [m]; twist [mm]\n" + rows),
            "r.csv:1:8: twist: has an unknown unit (got \"mm\"; allowed mm/m or m/m). Write the unit in "
            "brackets, such "
            "as twist [mm/m], or the base in the name, such as twist_3m [mm].");
  EXPECT_EQ(
      findings_of_recording("s [m]; gauge [mm] [in]\n" + rows),
      "r.csv:1:8: gauge: has a unit that cannot be read (got \"gauge [mm] [in]\"; allowed m, mm, cm, dm, km, "
      "µm, in, ft). Write the unit in brackets, such as gauge [mm].");
  EXPECT_EQ(findings_of_recording("gauge [mm]; twist [mm/m]\n" + rows),
            "r.csv:1:1: s: is missing among the columns. Name the distance s [m], or chainage [km].");
  EXPECT_EQ(findings_of_recording("s [m]; gauge [mm]\n" + rows),
            "r.csv:1:1: has too few rows (got 2; allowed at least 16). The file may be truncated.");
  EXPECT_EQ(findings_of_recording("s [m]; gauge [mm]\n0;1.5x\n"),
            "r.csv:2:3: gauge: is not a number (got \"1.5x\"; allowed a number, or nothing where nothing was "
            "measured).");
  EXPECT_EQ(findings_of_recording("s [m]; gauge [m]\n0;12\n"),
            "r.csv:2:3: gauge: is larger than on any track (got 12 m). Check the unit of the column.");
  EXPECT_EQ(findings_of_recording("0;1;2\n1;2;3\n"),
            "r.csv:1:1: begins with numbers, not with column names. Write a first line such as s "
            "[m],alignment_left "
            "[mm],longitudinal_level_left [mm].");
  EXPECT_EQ(findings_of_recording(""), "r.csv:1:1: is empty (allowed a line of column names, then numbers).");
}

}  // namespace
}  // namespace flangeway::track
