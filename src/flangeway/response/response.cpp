#include "flangeway/response/response.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>

#include "flangeway/math/dense.hpp"
#include "flangeway/response/driven.hpp"
#include "flangeway/response/points.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/rollers.hpp"
#include "flangeway/simulate/steady_running.hpp"

namespace flangeway::response {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;

// Energy is of second order, and place and time are no answers of the vehicle.
bool answers(const std::string& channel) {
  return channel != "t" && channel != "distance" && !channel.starts_with("vehicle.") &&
         !channel.starts_with("track.");
}

void check_channels(const vehicle_case::CaseModel& model, const Settings& settings, Findings& findings) {
  std::vector<std::string> names;
  for (const results::Channel& channel : simulate::channels(model))
    if (answers(channel.name)) names.push_back(channel.name);
  for (const std::string& name : settings.channels) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string nearest = nearest_name(name, names);
    findings.add(
        {{},
         "--channel",
         "is no channel that has a linear response",
         name,
         "",
         nearest.empty() ? "docs/reference/channels.md lists the channels" : "Did you mean " + nearest});
  }
  for (const std::string& point : settings.points) (void)parse_point(point, model, findings);
}

void check_range(double from, double to, const char* low, const char* high, const char* unit,
                 Findings& findings) {
  if (from < to) return;
  findings.add({{},
                high,
                fmt::format("is not above {}", low),
                fmt::format("{:g} {}", to, unit),
                fmt::format("more than {:g} {}", from, unit),
                ""});
}

struct Fastest {
  double growth = 0, frequency = 0;
};
// The oscillation that grows fastest.
Fastest fastest_growth(const LinearModel& model) {
  constexpr double rounding = 1e-6;  // 1/s; free motions have a growth of zero
  Fastest fastest;
  const Eigen::VectorXcd values = math::eigenpairs(model.a).values;
  for (Index i = 0; i < values.size(); ++i)
    if (values(i).real() > std::max(fastest.growth, rounding))
      fastest = {values(i).real(), std::abs(values(i).imag()) / (2 * pi)};
  return fastest;
}

}  // namespace

const char* input_name(std::size_t input) {
  return alternatives_of(track::Measure{})[input].name.data();
}

void check(const vehicle_case::CaseModel& model, const Settings& settings, Findings& findings) {
  simulate::check_steady_running(model, findings);
  simulate::refuse_rollers(model, "they have no irregularities that pass the vehicle", findings);
  if (!(model.drive.speed > 0)) {
    findings.add({model.where, "speed", "is not positive: irregularities pass a vehicle that runs",
                  fmt::format("{:g}", model.drive.speed), "a number > 0 in m/s", "Set speed"});
  }
  check_range(settings.from, settings.to, "--from", "--to", "Hz", findings);
  if (settings.spectrum)
    check_range(settings.spectrum->min_wavelength, settings.spectrum->max_wavelength, "--min-wavelength",
                "--max-wavelength", "m", findings);
  check_channels(model, settings, findings);
}

InputWeights input_weights(const LinearModel& model, double frequency) {
  const double wave_number = 2 * pi * frequency / model.speed;
  const Complex i(0, 1), along[] = {1.0, i * wave_number, -wave_number * wave_number};
  InputWeights weights(model.ahead.size());
  for (std::size_t w = 0; w < weights.size(); ++w) {
    const Complex delay = std::exp(i * wave_number * model.ahead[w]);
    for (std::size_t k = 0; k < 3; ++k) weights[w][k] = delay * along[k];
  }
  return weights;
}

InputWeights input_weight_changes(const LinearModel& model, const LinearModel& change, double frequency) {
  const double wave_number = 2 * pi * frequency / model.speed,
               wave_change = -wave_number * change.speed / model.speed;
  const Complex i(0, 1), along[] = {1.0, i * wave_number, -wave_number * wave_number},
                         along_change[] = {0.0, i * wave_change, -2 * wave_number * wave_change};
  InputWeights weights(model.ahead.size());
  for (std::size_t w = 0; w < weights.size(); ++w) {
    const Complex delay = std::exp(i * wave_number * model.ahead[w]),
                  delay_change = i * (wave_change * model.ahead[w] + wave_number * change.ahead[w]) * delay;
    for (std::size_t k = 0; k < 3; ++k) weights[w][k] = delay_change * along[k] + delay * along_change[k];
  }
  return weights;
}

Driven driven(const LinearModel& model, const InputWeights& weights) {
  Driven sum{MatrixXcd::Zero(model.a.rows(), input_count), MatrixXcd::Zero(model.c.rows(), input_count)};
  for (std::size_t w = 0; w < weights.size(); ++w) {
    const auto first = static_cast<Index>(input_count * w);
    for (std::size_t k = 0; k < 3; ++k) {
      sum.states += weights[w][k] * model.b[k].middleCols(first, input_count);
      sum.outputs += weights[w][k] * model.d[k].middleCols(first, input_count);
    }
  }
  return sum;
}

void scale_accelerations(const LinearModel& model, double omega, MatrixXcd& output) {
  for (Index row = 0; row < output.rows(); ++row)
    if (model.accelerations[static_cast<std::size_t>(row)]) output.row(row) *= -omega * omega;
}

// [docs/theory/linear_response.md, eq. 3]
MatrixXcd transfer(const LinearModel& model, double frequency) {
  const double omega = 2 * pi * frequency;
  const Driven drive = driven(model, input_weights(model, frequency));
  MatrixXcd matrix = -model.a.cast<Complex>();
  matrix.diagonal().array() += Complex(0, omega);
  const MatrixXcd state = matrix.partialPivLu().solve(drive.states);
  MatrixXcd output = model.c.cast<Complex>() * state + drive.outputs;
  scale_accelerations(model, omega, output);
  return output;
}

namespace {

// Frequencies whose steps follow what the response depends on. [docs/theory/linear_response.md, eq. 6]
class SpectralSteps {
 public:
  explicit SpectralSteps(const LinearModel& model) : modes_(math::eigenpairs(model.a).values) {
    const double length = -*std::min_element(model.ahead.begin(), model.ahead.end());
    if (length > 0) longest_ = std::min(longest_, model.speed / (8 * length));
  }

  [[nodiscard]] std::vector<double> from(double low, double high) const {
    std::vector<double> frequencies{low};
    while (frequencies.back() < high)
      frequencies.push_back(std::min(high, frequencies.back() + step_at(frequencies.back())));
    return frequencies;
  }

 private:
  // Hz
  [[nodiscard]] double step_at(double frequency) const {
    constexpr double min_decay = 1e-6;  // 1/s, of decay: a motion without any has no finite response
    double step = std::min(longest_, 0.01 * frequency);
    for (Index i = 0; i < modes_.size(); ++i) {
      const double decay = std::max(min_decay, std::abs(modes_(i).real())),
                   away = 2 * pi * frequency - std::abs(modes_(i).imag());
      step = std::min(step, std::hypot(decay, away) / (2 * pi * 16));
    }
    return step;
  }

  Eigen::VectorXcd modes_;
  double longest_ = 0.02;  // Hz
};

}  // namespace

// [docs/theory/linear_response.md, eq. 4 and 5]
std::optional<SpectralResponse> spectral_response(const LinearModel& model, const SpectrumSettings& settings,
                                                  const Progress& progress) {
  const double low = model.speed / settings.max_wavelength, high = model.speed / settings.min_wavelength;
  SpectralResponse result;
  result.frequencies = SpectralSteps(model).from(low, high);
  const std::size_t count = result.frequencies.size();
  result.density.resize(model.c.rows(), static_cast<Index>(count));
  Eigen::MatrixXd square = Eigen::MatrixXd::Zero(model.c.rows(), input_count);
  for (std::size_t j = 0; j < count; ++j) {
    if (progress && !progress(static_cast<double>(j) / static_cast<double>(count), "spectra"))
      return std::nullopt;
    const double f = result.frequencies[j], wave_number = 2 * pi * f / model.speed;
    Eigen::MatrixXd density = transfer(model, f).cwiseAbs2();
    for (std::size_t input = 0; input < input_count; ++input) {
      const track::Spectrum spectrum =
          track::spectrum_of(settings.quality, static_cast<track::Measure>(input));
      density.col(static_cast<Index>(input)) *= spectrum.density(wave_number) * 2 * pi / model.speed;
    }
    result.density.col(static_cast<Index>(j)) = density.rowwise().sum();
    const double before = j > 0 ? result.frequencies[j - 1] : f,
                 after = j + 1 < count ? result.frequencies[j + 1] : f;
    square += density * (after - before) / 2;
  }
  result.rms_of_input = square.cwiseSqrt();
  result.rms = square.rowwise().sum().cwiseSqrt();
  return result;
}

std::optional<Response> response_of(const vehicle_case::CaseModel& model, const Settings& settings,
                                    Findings& findings, const Progress& progress) {
  const LinearModel linear = linearised(model, settings);
  if (const Fastest grows = fastest_growth(linear); grows.growth > 0) {
    findings.add(
        {model.where, "speed",
         fmt::format("is one at which the vehicle is unstable: a motion of {:.3g} Hz grows with {:.3g} 1/s",
                     grows.frequency, grows.growth),
         fmt::format("{:g} m/s", linear.speed), "",
         "Choose a speed below the critical one, which flangeway stability finds"});
    return std::nullopt;
  }
  Response result{model.name, linear.speed, linear.channels, {}, {}, settings.spectrum, {}};
  for (std::size_t j = 0; j < settings.count; ++j) {
    const double share =
        static_cast<double>(j) / static_cast<double>(std::max<std::size_t>(settings.count - 1, 1));
    if (progress && !progress(share, "transfer functions")) return std::nullopt;
    result.frequencies.push_back(settings.from * std::pow(settings.to / settings.from, share));
    result.transfer.push_back(transfer(linear, result.frequencies.back()));
  }
  if (!settings.spectrum) return result;
  result.spectral = spectral_response(linear, *settings.spectrum, progress);
  if (!result.spectral) return std::nullopt;
  return result;
}

}  // namespace flangeway::response
