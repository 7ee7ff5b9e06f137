#include "flangeway/track/spectrum_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "flangeway/math/types.hpp"
#include "support.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::track {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

SpectrumTable spectrum(const std::string& text, const SpectrumReading& reading = {}) {
  Findings findings;
  auto table = parse_spectrum(text, "s.csv", reading, findings);
  if (!table) throw std::runtime_error(findings.text());
  return *table;
}

std::string refused(const std::string& text, const SpectrumReading& reading = {}) {
  Findings findings;
  EXPECT_FALSE(parse_spectrum(text, "s.csv", reading, findings).has_value());
  return findings.text();
}

const Spectrum& vertical(const SpectrumTable& table) {
  return table.spectra[static_cast<std::size_t>(Measure::vertical_profile)];
}

// 2e-6/Ω² in m²/(rad/m), in all units: S_f = 2π S, f = Ω/2π.
TEST(SpectrumFile, UnitsGiveTheSameSpectrum) {
  const auto check = [](const SpectrumTable& table) {
    EXPECT_NEAR(vertical(table).density(0.5), 8e-6, 1e-15);
    EXPECT_NEAR(vertical(table).variance(0.4, 0.8), 2e-6 * (1 / 0.4 - 1 / 0.8), 1e-15);
    EXPECT_NEAR(table.min_wavelength, 2 * pi / 2, 1e-9);
    EXPECT_NEAR(table.max_wavelength, 2 * pi / 0.1, 1e-9);
    EXPECT_THAT(table.notes, ElementsAre("has no spectrum of alignment, gauge_variation, cross_level: zero"));
  };
  const auto table = [](const char* head, double f1, double s1, double f2, double s2) {
    return fmt::format("{}\n{:.17g};{:.17g}\n{:.17g};{:.17g}\n", head, f1, s1, f2, s2);
  };
  check(spectrum(table("wave_number [rad/m]; vertical_profile [m2/(rad/m)]", 0.1, 2e-4, 2, 5e-7)));
  check(spectrum(table("wave_number [rad/m]; longitudinal_level [mm²/(rad/m)]", 0.1, 200, 2, 0.5)));
  check(spectrum(table("wave_number [rad/m]; vertical_profile [cm2/(rad/m)]", 0.1, 2, 2, 0.005)));
  check(spectrum(
      table("n [1/m]; vertical_profile [m^3]", 0.1 / (2 * pi), 2e-4 * 2 * pi, 2 / (2 * pi), 5e-7 * 2 * pi)));
  check(spectrum("wave_number [rad/m]; vertical_profile [mm2/(rad/m)]\n0,1;2D+02\n2,0;0,5\n"));
  check(spectrum("# measured\n\n" +
                 table("wave_number [rad/m]; vertical_profile [m2/(rad/m)]\n# a note", 0.1, 2e-4, 2, 5e-7)));
  check(spectrum(table("n [1/m]; vertical_profile [mm2 m]", 0.1 / (2 * pi), 400 * pi, 2 / (2 * pi), pi)));
  check(spectrum(table("L [m]; vertical_profile [m2/(rad/m)]", 2 * pi / 2, 5e-7, 2 * pi / 0.1, 2e-4)));
  // At 20 m/s, f = Ωv/2π and S_f = 2πS/v.
  const double per_hz = 2 * pi / 20;
  check(spectrum(
      table("f [Hz]; vertical_profile [m2/Hz]", 0.1 / per_hz, 2e-4 * per_hz, 2 / per_hz, 5e-7 * per_hz),
      {.speed = 20}));
  check(spectrum(table("wave_number [rad/m]; vertical_profile [m2/(rad/m)]", 0.1, 1e-4, 2, 2.5e-7),
                 {.sides = SpectrumSides::two}));
}

TEST(SpectrumFile, IntegratesInverseWaveNumbersToo) {
  const auto table = spectrum("k [rad/m]; alignment [m2/(rad/m)]\n0.1;1e-5\n1;1e-6\n");
  EXPECT_NEAR(table.spectra[0].variance(0.2, 0.4), 1e-6 * std::log(2.0), 1e-15);
  EXPECT_EQ(table.spectra[0].density(2), 0) << "nothing beyond the file";
}

TEST(SpectrumFile, RefusesWhatIsNotStated) {
  EXPECT_EQ(refused("f; alignment [m3]\n1;1\n2;1\n"),
            "s.csv:1:1: f: has no unit (allowed rad/m, 1/m, Hz, m). Write the unit in square brackets, such "
            "as frequency "
            "[1/m].");
  EXPECT_THAT(refused("f [1/m]; alignment [mm]\n1;1\n2;1\n"),
              HasSubstr("s.csv:1:10: alignment: has an unknown unit (got mm; allowed m2/(rad/m)"));
  EXPECT_THAT(refused("f [1/m]; wear [m3]\n1;1\n2;1\n"),
              HasSubstr("wear: is not a measure of a track (got wear; allowed alignment, vertical_profile, "
                        "gauge_variation, cross_level). Rename the column as one of these, or delete it."));
  EXPECT_THAT(refused("f [Hz]; alignment [m2/Hz]\n1;1\n2;1\n"),
              HasSubstr("alignment: is over Hz, but no speed is given. Set speed of the spectrum in m/s."));
  EXPECT_THAT(refused("f [1/m]; alignment [m3]\n1;1\n3;1\n2;1\n"),
              HasSubstr("s.csv:4:1: is out of order (got 2). Sort the rows by their first column."));
  EXPECT_THAT(
      refused("f [1/m]; alignment [m3]\n1;-1\n3;1\n"),
      HasSubstr("s.csv:2:3: is negative (got \"-1\"; allowed a number >= 0). Correct it, or delete the row"));
  EXPECT_THAT(
      refused("f [1/m]; alignment [m3]\n1;1\n2;NaN\n3;1\n"),
      HasSubstr("s.csv:3:3: is not a number (got \"NaN\"; allowed a number >= 0). Correct it, or delete the "
                "row: densities follow from the rows before and behind it."));
  for (const char* number : {"1e-320", "1e-70", "1e5", "1e308"})
    EXPECT_THAT(refused(std::string("f [1/m]; alignment [m3]\n1;1\n3;") + number + "\n"),
                HasSubstr(std::string("s.csv:3:3: is beyond any track (got \"") + number +
                          "\"; allowed 0, or 1e-60 to 1000 m²/(rad/m)). Check the unit of the column."));
  EXPECT_THAT(refused("l [m]; alignment [m3]\n1e-300;1\n1;1\n"),
              HasSubstr("s.csv:2:1: is beyond any track (got \"1e-300\"; allowed wavelengths from 6 µm to "
                        "60 000 km)."));
  EXPECT_THAT(refused("f [1/m]; alignment [m3]\n1;1\n"),
              HasSubstr("has too few rows (got 1; allowed at least 2)."));
}

// The standard deviation of the track is that of the band of the spectrum.
TEST(SpectrumFile, GivesTheTrackItsVariance) {
  const test::TemporaryFolder folder;
  TrackSpec spec;
  spec.segments = {testing::straight(3000)};
  SpectrumFileSpec file;
  file.file.value =
      folder.write("s.csv", "n [1/m]; longitudinal_level [mm2/(1/m)]\n0.01;1000\n1;0.1\n").string();
  file.settings.min_wavelength = 4;
  file.settings.max_wavelength = 40;
  spec.irregularities.spectrum_file = file;
  const TrackModel track = testing::compiled(spec);
  double squares = 0, count = 0;
  for (double s = 20; s < 2980; s += 0.37, ++count) {
    const auto value = measures_of_rails(testing::irregularity_at(track, s).value);
    squares += value[1] * value[1];
    EXPECT_EQ(value[0], 0);
  }
  // ∫ 0.1/n² dn from 1/40 to 1/4 is 3.6 mm².
  EXPECT_NEAR(std::sqrt(squares / count), 1e-3 * std::sqrt(3.6), 0.15e-3);
  spec.irregularities.spectrum_file->settings.max_wavelength = 400;
  Findings findings;
  EXPECT_FALSE(compile(spec, findings).has_value());
  EXPECT_THAT(findings.text(),
              HasSubstr("max_wavelength: is a wavelength that the file does not have (got 400; allowed 1 "
                        "to 100 m). Choose a wavelength that it has."));
}

}  // namespace
}  // namespace flangeway::track
