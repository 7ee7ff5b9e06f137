// Linear response against limits that are known, and against runs in time.
#include "flangeway/response/response.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <fstream>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::response {
namespace {

using ::testing::HasSubstr;
using Complex = std::complex<double>;

const std::filesystem::path models = std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models";
const std::filesystem::path manchester = models / "cases/manchester_r500.toml";

std::vector<std::string> straight_at(double speed) {
  return {fmt::format("track={}", (models / "tracks/straight_1000.toml").string()),
          fmt::format("speed={}", speed)};
}

LinearModel linear_at(double speed, const std::vector<std::string>& channels,
                      const std::vector<std::string>& points = {}, const std::string& law = "polach") {
  Settings settings;
  settings.channels = channels, settings.points = points;
  std::vector<std::string> sets = straight_at(speed);
  sets.push_back("contact.creep.law=" + law);
  return linearised(test::load_case(manchester, sets), settings);
}

constexpr Eigen::Index alignment = 0, vertical = 1, gauge = 2, cross_level = 3;

TEST(Response, WheelsetsFollowTheRailsWithTheDelayOfTheirAxle) {
  const double speed = 20, frequency = 1.3;
  const LinearModel model = linear_at(speed, {"wheelset1.z", "wheelset4.z"});
  const Eigen::MatrixXcd h = transfer(model, frequency);
  EXPECT_NEAR(std::abs(h(0, vertical) - Complex(1, 0)), 0, 1e-6);
  const double delay = 2 * 10.78 / speed;  // s, from the leading to the last wheelset
  EXPECT_NEAR(std::abs(h(1, vertical) - std::exp(Complex(0, -2 * pi * frequency * delay))), 0, 1e-6);
}

TEST(Response, AVehicleFollowsLongWaves) {
  const LinearModel model = linear_at(20, {"carbody.z", "carbody.y", "carbody.roll"});
  const Eigen::MatrixXcd h = transfer(model, 0.002);  // a wave of 10 km
  // The carbody stands in the middle of the vehicle, 10.78 m behind the leading wheelset.
  const Complex delay = std::exp(Complex(0, -2 * pi * 0.002 * 10.78 / 20));
  EXPECT_NEAR(std::abs(h(0, vertical) - delay), 0, 1e-3);
  EXPECT_NEAR(std::abs(h(1, alignment) - delay), 0, 1e-3);
  // A roll of the rails by 1 m over the distance of the contacts, and the flexibility of the suspension on
  // top.
  EXPECT_NEAR(h(2, cross_level).real(), 1 / 1.5, 0.2);
  EXPECT_LT(std::abs(h(2, vertical)), 1e-6);
}

TEST(Response, MirrorSymmetryPartsTheInputs) {
  const LinearModel model = linear_at(25, {"carbody.z", "carbody.pitch", "carbody.y", "carbody.yaw"});
  const Eigen::MatrixXcd h = transfer(model, 1.7);
  for (const Eigen::Index row : {0, 1})
    for (const Eigen::Index input : {alignment, cross_level})
      EXPECT_LT(std::abs(h(row, input)), 1e-5 * std::abs(h(row, vertical))) << row << ' ' << input;
  for (const Eigen::Index row : {2, 3})
    for (const Eigen::Index input : {vertical, gauge})
      EXPECT_LT(std::abs(h(row, input)), 1e-4 * std::abs(h(row, alignment))) << row << ' ' << input;
}

TEST(Response, AccelerationOfAPointIsThatOfItsDisplacement) {
  const LinearModel model = linear_at(25, {"carbody.z", "carbody.pitch"}, {"carbody:9.5,0,0"});
  const double frequency = 1.1, omega = 2 * pi * frequency;
  const Eigen::MatrixXcd h = transfer(model, frequency);
  const Complex z = h(0, vertical) - 9.5 * h(1, vertical);
  EXPECT_LT(std::abs(h(3, vertical) - z), 1e-6 * std::abs(z));
  EXPECT_LT(std::abs(h(5, vertical) + omega * omega * z), 1e-6 * omega * omega * std::abs(z));
}

// Amplitude of one frequency in the second half of a run, by least squares on cosine, sine and a constant.
double amplitude_of(const std::vector<double>& time, const std::vector<double>& value, double frequency) {
  Eigen::MatrixXd basis(static_cast<Eigen::Index>(time.size()), 3);
  Eigen::VectorXd right(basis.rows());
  for (Eigen::Index i = 0; i < basis.rows(); ++i) {
    const double angle = 2 * pi * frequency * time[static_cast<std::size_t>(i)];
    basis.row(i) << std::cos(angle), std::sin(angle), 1;
    right(i) = value[static_cast<std::size_t>(i)];
  }
  const Eigen::Vector3d fit = (basis.transpose() * basis).inverse() * (basis.transpose() * right);
  return std::hypot(fit(0), fit(1));
}

std::vector<double> run_amplitudes(const std::vector<std::string>& sets,
                                   const std::vector<std::string>& names, double frequency) {
  const vehicle_case::CaseModel model = test::load_case(manchester, sets);
  const auto channels = simulate::channels(model);
  std::vector<std::size_t> places;
  for (const std::string& name : names)
    for (std::size_t i = 0; i < channels.size(); ++i)
      if (channels[i].name == name) places.push_back(i);
  std::vector<double> time;
  std::vector<std::vector<double>> values(names.size());
  simulate::RunOptions options;
  options.record = [&](const double* row) {
    if (row[0] < 11) return true;
    time.push_back(row[0]);
    for (std::size_t i = 0; i < places.size(); ++i) values[i].push_back(row[places[i]]);
    return true;
  };
  EXPECT_EQ(simulate::run(model, options).status, simulate::RunStatus::completed);
  std::vector<double> amplitudes;
  for (const auto& one : values) amplitudes.push_back(amplitude_of(time, one, frequency));
  return amplitudes;
}

// Amplitudes of a run over a wave of one irregularity, each over that of the linear response.
std::vector<double> run_over_linear(const char* channel, Eigen::Index input, double amplitude,
                                    double wavelength, const std::vector<std::string>& names,
                                    const std::string& law) {
  const double speed = 25, frequency = speed / wavelength;
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "wave.toml";
  std::ofstream(file)
      << "name = \"wave\"\n[[segments]]\nkind = \"straight\"\nlength = 1000\n[rails]\n"
         "profile = \"60e1\"\nlateral_position = 0.75\ninclination = 0.025\n[irregularities]\nfade = 60\n"
      << fmt::format("[[irregularities.harmonic]]\nchannel = \"{}\"\namplitude = {}\nwavelength = {}\n",
                     channel, amplitude, wavelength);
  const std::vector<std::string> sets{fmt::format("track={}", file.string()), fmt::format("speed={}", speed),
                                      "integration.duration=16", "contact.creep.law=" + law};
  const std::vector<double> run = run_amplitudes(sets, names, frequency);
  const Eigen::MatrixXcd h = transfer(linear_at(speed, names, {}, law), frequency);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < names.size(); ++i)
    ratios.push_back(run[i] / (amplitude * std::abs(h(static_cast<Eigen::Index>(i), input))));
  return ratios;
}

// The vehicle is linear for irregularities this small. What is left is mostly the transient of the body.
void compare_with_run(const char* channel, Eigen::Index input, double amplitude, double wavelength,
                      const std::vector<std::string>& names, double tolerance) {
  const std::vector<double> ratios =
      run_over_linear(channel, input, amplitude, wavelength, names, "kalker_table");
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_NEAR(ratios[i], 1, tolerance) << names[i];
}

TEST(Response, AgreesWithARunOverAVerticalWave) {
  compare_with_run("vertical_profile", vertical, 1e-3, 15,
                   {"carbody.z", "carbody.pitch", "bogie_front.z", "wheelset1.left.Q"}, 0.015);
}

TEST(Response, AgreesWithARunOverCrossLevel) {
  compare_with_run("cross_level", cross_level, 5e-4, 20,
                   {"carbody.roll", "bogie_front.roll", "wheelset1.left.Q"}, 0.015);
}

const std::vector<std::string> lateral_channels{"carbody.y",   "bogie_front.y", "bogie_front.yaw",
                                                "wheelset1.y", "wheelset1.yaw", "wheelset2.yaw"};

TEST(Response, AgreesWithARunOverAlignment) {
  compare_with_run("alignment", alignment, 2e-5, 22, lateral_channels, 1e-3);
}

// Polach's law is of first degree at small creepages, but its slope depends on their direction: the response
// is in proportion to the wave, and is not that of any linear vehicle.
TEST(Response, WithPolachsLawItIsNotThatOfALinearVehicle) {
  const auto ratios = [](double amplitude) {
    return run_over_linear("alignment", alignment, amplitude, 22, lateral_channels, "polach");
  };
  const std::vector<double> small = ratios(2e-6), large = ratios(2e-5);
  for (std::size_t i = 0; i < small.size(); ++i) EXPECT_NEAR(small[i], large[i], 2e-3) << lateral_channels[i];
  EXPECT_NEAR(small[4], 0.966, 2e-3);  // yaw of the first wheelset
}

// The root mean square of many harmonics whose variances are those of the spectrum.
TEST(Response, RootMeanSquareIsThatOfManyHarmonics) {
  const LinearModel model = linear_at(25, {"carbody.y", "carbody.z"});
  const SpectrumSettings settings{track::SpectrumClass::erri_b176_low, 5, 25};
  const SpectralResponse found = *spectral_response(model, settings);
  track::SpectrumSpec spec;
  spec.quality = settings.quality, spec.min_wavelength = 5, spec.max_wavelength = 25, spec.harmonics = 150;
  Eigen::VectorXd square = Eigen::VectorXd::Zero(2);
  const auto harmonics = track::random_harmonics(spec);
  for (std::size_t input = 0; input < input_count; ++input)
    for (const track::Harmonic& one : harmonics[input]) {
      const Eigen::MatrixXcd h = transfer(model, one.omega * model.speed / (2 * pi));
      square += h.col(static_cast<Eigen::Index>(input)).cwiseAbs2() * one.amplitude * one.amplitude / 2;
    }
  // The harmonics stand anywhere within their strips: some percent of the variance.
  for (const Eigen::Index row : {0, 1}) EXPECT_NEAR(found.rms(row) / std::sqrt(square(row)), 1, 0.03) << row;
  const double sum = found.rms_of_input.row(0).squaredNorm();
  EXPECT_NEAR(found.rms(0) * found.rms(0) / sum, 1, 1e-12);
}

// One mass of 1 kg on a spring that follows the vertical profile, with resonance at 1 Hz and decay 0.0126
// 1/s.
LinearModel lightly_damped(double speed, double resonance, double damping) {
  LinearModel model;
  model.speed = speed;
  model.a = Eigen::MatrixXd{{0, 1}, {-resonance * resonance, -2 * damping * resonance}};
  model.c = Eigen::MatrixXd{{1, 0}};
  for (auto& b : model.b) b = Eigen::MatrixXd::Zero(2, 4);
  for (auto& d : model.d) d = Eigen::MatrixXd::Zero(1, 4);
  model.b[0](1, vertical) = resonance * resonance;
  model.ahead = {0}, model.accelerations = {false};
  return model;
}

// By equal steps of a quarter of the half-width of the resonance, where the trapezoidal rule has converged.
TEST(Response, RootMeanSquareHoldsOfANarrowResonanceInAWideBand) {
  constexpr double speed = 40, resonance = 2 * pi, damping = 0.002, low = 0.04, high = 40, width = 5e-4;
  const SpectrumSettings settings{track::SpectrumClass::erri_b176_low, speed / high, speed / low};
  const track::Spectrum spectrum =
      track::spectrum_of(settings.quality, static_cast<track::Measure>(vertical));
  double square = 0;
  for (std::size_t j = 0; low + width * static_cast<double>(j) < high; ++j) {
    const double omega = 2 * pi * (low + width * static_cast<double>(j)), own = resonance * resonance;
    const double h = own / std::abs(Complex(own - omega * omega, 2 * damping * resonance * omega));
    square += h * h * spectrum.density(omega / speed) * 2 * pi / speed * (j == 0 ? width / 2 : width);
  }
  const auto found = spectral_response(lightly_damped(speed, resonance, damping), settings);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->rms(0) / std::sqrt(square), 1, 2e-3);
  EXPECT_LT(found->frequencies.size(), 5000u);
}

// A partial result would look like a whole one.
TEST(Response, GivesNoResultWhenItIsStopped) {
  const vehicle_case::CaseModel model = test::load_case(manchester, straight_at(20));
  Settings settings;
  settings.count = 3, settings.channels = {"carbody.z"}, settings.spectrum = SpectrumSettings{};
  for (const char* where : {"transfer functions", "spectra"}) {
    Findings findings;
    EXPECT_FALSE(response_of(model, settings, findings,
                             [&](double, const std::string& what) { return what != where; }));
    EXPECT_TRUE(findings.empty());
  }
}

std::string findings_of(const vehicle_case::CaseModel& model, Settings settings) {
  Findings findings;
  settings.count = 2;
  check(model, settings, findings);
  if (settings.channels.empty()) settings.channels = {"carbody.z"};
  if (findings.empty()) (void)response_of(model, settings, findings);
  return findings.text();
}

TEST(Response, ReportsErrors) {
  const vehicle_case::CaseModel good = test::load_case(manchester, straight_at(20));
  vehicle_case::CaseModel free = good, fast = good;
  free.vehicle.bodies.driven_body = multibody::no_index;
  fast.drive.speed = 190;
  Settings settings;
  EXPECT_EQ(findings_of(good, settings), "");
  EXPECT_THAT(findings_of(free, settings), HasSubstr("drive: is free: a vehicle that is not driven has no "
                                                     "steady speed (got free; allowed prescribed)."));
  settings.channels = {"carbody.zz"};
  EXPECT_THAT(findings_of(good, settings),
              HasSubstr("--channel: is no channel that has a linear response (got "
                        "carbody.zz). Did you mean carbody."));
  settings.channels = {"vehicle.creep_power"};
  EXPECT_THAT(findings_of(good, settings), HasSubstr("is no channel that has a linear response"));
  settings.channels.clear();
  settings.points = {"carbody"};
  EXPECT_THAT(findings_of(good, settings),
              HasSubstr("--point: is not a point of a body (got carbody; allowed BODY:x,y,z"));
  settings.points = {"carbodi:0,0,1"};
  EXPECT_THAT(findings_of(good, settings),
              HasSubstr("--point: names no body of the vehicle (got carbodi). Did you mean carbody."));
  settings.points.clear();
  settings.from = 30;
  EXPECT_THAT(findings_of(good, settings),
              HasSubstr("--to: is not above --from (got 20 Hz; allowed more than 30 Hz)."));
  settings = {};
  settings.spectrum = SpectrumSettings{track::SpectrumClass::fra_class_4, 30, 25};
  EXPECT_THAT(findings_of(good, settings), HasSubstr("--max-wavelength: is not above --min-wavelength"));
  EXPECT_THAT(findings_of(fast, {}),
              HasSubstr("speed: is one at which the vehicle is unstable: a motion of "));
}

// Against extrapolated differences of whole transfer functions, of a mass, the speed and a place (delays
// between wheelsets).
TEST(Response, DerivativesAreThoseOfOtherCases) {
  std::vector<std::string> sets = straight_at(20);
  sets.insert(sets.end(), {"contact.creep.law=kalker_table", "contact.method=kec"});
  const vehicle_case::CaseSource source = vehicle_case::source_without_run(manchester, sets);
  Settings settings;
  settings.channels = {"wheelset4.z", "carbody.z", "carbody.y", "wheelset1.left.Q"};
  settings.points = {"carbody:9.5,0,0"};
  Findings findings;
  const auto keys =
      vehicle_case::varied_keys(source, {"vehicle.bodies[0].mass", "speed", "vehicle.wheelsets[3].x"},
                                sensitivity_step, "--sensitivities", findings);
  findings.throw_if_any();
  const auto model = vehicle_case::load_case_without_run(manchester, sets, findings);
  const std::vector<double> frequencies{0.8, 6.3};
  const auto found = response_sensitivities(source, keys, *model, settings, frequencies);
  ASSERT_EQ(found.size(), keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    std::array<LinearModel, 4> others;
    for (std::size_t i = 0; i < others.size(); ++i)
      others[i] = linearised(
          *vehicle_case::load_varied(source, keys[k], std::array{2.0, -2.0, 4.0, -4.0}[i], findings),
          settings);
    for (std::size_t j = 0; j < frequencies.size(); ++j) {
      const auto difference = [&](std::size_t above, double steps) {
        return Eigen::MatrixXcd(
            (transfer(others[above], frequencies[j]) - transfer(others[above + 1], frequencies[j])) /
            (2 * steps * keys[k].step));
      };
      const Eigen::MatrixXcd expected = (4 * difference(0, 2) - difference(2, 4)) / 3;
      const Eigen::MatrixXcd whole = transfer(others[0], frequencies[j]);
      for (Eigen::Index row = 0; row < expected.rows(); ++row) {
        // The phase over the vehicle is 41 rad, so that the next terms are 1e-4 of the derivative; the
        // matrices round to 1e-9 of forces and stiffnesses.
        const double size = expected.row(row).cwiseAbs().maxCoeff(),
                     rounding = 1e-5 * whole.row(row).cwiseAbs().maxCoeff() / std::abs(keys[k].value);
        EXPECT_LT((found[k].transfer[j].row(row) - expected.row(row)).cwiseAbs().maxCoeff(),
                  1e-3 * size + rounding)
            << keys[k].key << ' ' << row << ' ' << frequencies[j];
      }
    }
  }
  EXPECT_GT(found[0].transfer[0].cwiseAbs().maxCoeff(), 1e-7);
}

TEST(Response, RefusesControllers) {
  EXPECT_THAT(findings_of(test::load_case(models / "cases/metro_coach_active.toml",
                                          {"drive=prescribed", "integration.duration=1"}),
                          {}),
              HasSubstr("metro_coach_active.toml:18:1: control: has controllers, whose samples no steady "
                        "running has. Leave them out."));
}

TEST(Response, TablesHaveEveryTransferFunction) {
  Settings settings;
  settings.count = 3, settings.channels = {"carbody.z"}, settings.points = {"carbody:9.5,0,-0.6"};
  settings.spectrum = SpectrumSettings{};
  Findings findings;
  const vehicle_case::CaseModel model = test::load_case(manchester, straight_at(20));
  const auto found = response_of(model, settings, findings);
  ASSERT_TRUE(found) << findings.text();
  const std::string csv = csv_text(*found), json = json_text(*found),
                    html = page(model, *found, "flangeway response");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
  EXPECT_THAT(csv, HasSubstr("carbody.z over vertical_profile amplitude [(m)/m]"));
  EXPECT_THAT(json, HasSubstr("\"name\":\"carbody:9.5,0,-0.6.az\",\"unit\":\"m/s²\""));
  EXPECT_THAT(json, HasSubstr("\"rms_of_input\":{\"alignment\":"));
  EXPECT_THAT(html, HasSubstr("Root mean squares"));
  EXPECT_THAT(text(*found), HasSubstr("root mean squares on erri_b176_low, wavelengths 3 to 25 m"));
}

}  // namespace
}  // namespace flangeway::response
