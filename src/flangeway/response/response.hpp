// Linear response of a vehicle to irregularities of the track: transfer functions, spectra of the response
// and their root mean squares, without a run. Theory: docs/theory/linear_response.md.
#pragma once

#include <Eigen/Core>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"
#include "flangeway/simulate/reduced_equations.hpp"
#include "flangeway/track/spectrum.hpp"
#include "flangeway/vehicle_case/varied_case.hpp"

namespace flangeway::response {

/// Alignment, vertical profile, gauge variation, cross level: the order of track::Measure.
inline constexpr std::size_t input_count = 4;
[[nodiscard]] const char* input_name(std::size_t input);

/// A point that moves with a body. Gives the channels NAME.y and NAME.z (m), NAME.ay and NAME.az (m/s²).
struct BodyPoint {
  std::string name;           ///< as written: "carbody:9.5,0,-0.6"
  std::size_t body = 0;       ///< of the vehicle
  Vec3 place = Vec3::Zero();  ///< m, from the centre of gravity, axes of the body
};

struct SpectrumSettings {
  track::SpectrumClass quality = track::SpectrumClass::erri_b176_low;
  double min_wavelength = 3, max_wavelength = 25;  ///< m
};

struct Settings {
  double from = 0.2, to = 20;         ///< Hz
  std::size_t count = 200;            ///< frequencies, in equal ratios
  std::vector<std::string> channels;  ///< of the recorder; empty: of bodies and wheel forces
  std::vector<std::string> points;    ///< "BODY:x,y,z"
  std::optional<SpectrumSettings> spectrum;
};

/// dx/dt = A x + Σ B_k u_k, y = C x + Σ D_k u_k about steady running at one speed. Columns of B_k and D_k:
/// the four inputs of the first wheelset, then those of the second, … u_0 is the irregularity there (m), u_1
/// and u_2 its first and second derivative over the arc length.
struct LinearModel {
  double speed = 0;                        ///< m/s
  Eigen::MatrixXd a, c;                    ///< [states × states], [outputs × states]
  std::array<Eigen::MatrixXd, 3> b, d;     ///< [states × 4 wheelsets], [outputs × 4 wheelsets]
  std::vector<double> ahead;               ///< m, of each wheelset before the leading one: ≤ 0
  std::vector<bool> accelerations;         ///< of each output: y is its second derivative over time
  std::vector<results::Channel> channels;  ///< of the outputs
};

/// Response to a spectrum of the track; rows: outputs.
struct SpectralResponse {
  std::vector<double> frequencies;  ///< Hz, over the band of wavelengths, closer near resonances
  Eigen::MatrixXd density;          ///< one-sided, unit² / Hz, [outputs × frequencies]
  Eigen::VectorXd rms;              ///< unit
  Eigen::MatrixXd rms_of_input;     ///< the share of each input alone, [outputs × 4]
};

/// Derivatives of the transfer functions with respect to a key.
struct ResponseSensitivity {
  vehicle_case::VariedKey key;
  std::vector<Eigen::MatrixXcd> transfer;  ///< per frequency, by the unit of the key, [outputs × 4]
};

struct Response {
  std::string name;  ///< of the case
  double speed = 0;  ///< m/s
  std::vector<results::Channel> channels;
  std::vector<double> frequencies;         ///< Hz
  std::vector<Eigen::MatrixXcd> transfer;  ///< per frequency: output per metre of each input, [outputs × 4]
  std::optional<SpectrumSettings> settings;  ///< of `spectral`
  std::optional<SpectralResponse> spectral;
  std::vector<ResponseSensitivity> sensitivities = {};  ///< at `frequencies`
};

/// Findings: requirements on a case and on a request that are not met.
void check(const vehicle_case::CaseModel& model, const Settings& settings, Findings& findings);

/// The share of the work that is done, and what is being done; false: stop.
using Progress = std::function<bool(double fraction, const std::string& what)>;

/// After check(). Irregularities of the case's track are left out. There is no result where `progress`
/// stopped it, and where the vehicle is unstable at its speed, which is a finding.
[[nodiscard]] std::optional<Response> response_of(const vehicle_case::CaseModel& model,
                                                  const Settings& settings, Findings& findings,
                                                  const Progress& progress = {});

/// Step of a difference as a share of the key: the matrices have a rounding error of about 1e-9.
inline constexpr double sensitivity_step = 1e-3;

/// By the resolvent from derivatives of the matrices, which are differences of the case with other values.
/// After check(). Throws BadInput where a changed value does not fit.
[[nodiscard]] std::vector<ResponseSensitivity> response_sensitivities(
    const vehicle_case::CaseSource& source, const std::vector<vehicle_case::VariedKey>& keys,
    const vehicle_case::CaseModel& model, const Settings& settings, const std::vector<double>& frequencies);

/// The parts of it. Throws NumericalFailure where the vehicle does not run steadily.
[[nodiscard]] LinearModel linearised(const vehicle_case::CaseModel& model, const Settings& settings);
/// Outputs per metre of each input, e^{2πi f t} at the leading wheelset, [outputs × 4].
[[nodiscard]] Eigen::MatrixXcd transfer(const LinearModel& model, double frequency);
/// Empty where `progress` stopped it.
[[nodiscard]] std::optional<SpectralResponse> spectral_response(const LinearModel& model,
                                                                const SpectrumSettings& settings,
                                                                const Progress& progress = {});

[[nodiscard]] std::string text(const Response& response);
[[nodiscard]] std::string json_text(const Response& response);
/// Amplitude and phase of every transfer function, and densities, one line for each frequency.
[[nodiscard]] std::string csv_text(const Response& response);
[[nodiscard]] std::string page(const vehicle_case::CaseModel& model, const Response& response,
                               const std::string& command_line);

}  // namespace flangeway::response
