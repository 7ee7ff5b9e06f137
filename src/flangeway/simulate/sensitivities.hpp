// Derivatives of the channels of a run with respect to numeric keys of its case, by differences of runs with
// the same steps. Theory: docs/theory/sensitivities.md.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/results/channel.hpp"
#include "flangeway/vehicle_case/varied_case.hpp"

namespace flangeway::simulate {

/// Step of a difference as a share of the key: rounding and the error of the extrapolated differences are
/// about equal.
inline constexpr double sensitivity_step = 1e-4;

/// The two differences of a channel disagree: there is no derivative, or it is not resolved.
struct Disagreement {
  double time = 0;  ///< s, first one of all channels
  std::string channel;
  std::size_t channels = 0;  ///< how many disagree somewhere
};

/// Derivatives with respect to one key, row by row, in the order of the channels of the case.
struct KeySensitivity {
  vehicle_case::VariedKey key;
  std::vector<double> times;        ///< s, of the rows
  std::vector<double> derivatives;  ///< [rows × channels], unit of the channel by the unit of the key
  std::vector<double> errors;       ///< [channels], estimate of the largest error over all rows
  std::optional<Disagreement> disagreement;
};

/// Makes the choice of the integrator that is open, so that all runs of a difference have the same steps.
void choose_fixed_steps(vehicle_case::CaseModel& model);

/// Findings: reasons against differences of runs of this case.
void check_sensitivities(const vehicle_case::CaseModel& model, Findings& findings);

struct SensitivityOptions {
  std::size_t jobs = 1;  ///< runs at a time
  /// Called about every 50 ms with the share of the work that is done; false ends it.
  std::function<bool(double fraction)> progress = {};
};

/// Runs the case with each key changed by one and by two steps either way. `model`: the case itself, after
/// choose_fixed_steps(). Empty where progress() ended it. Throws BadInput where a changed value does not fit
/// and NumericalFailure where a changed case does not run.
[[nodiscard]] std::vector<KeySensitivity> sensitivities_of(const vehicle_case::CaseModel& model,
                                                           const vehicle_case::CaseSource& source,
                                                           const std::vector<vehicle_case::VariedKey>& keys,
                                                           const SensitivityOptions& options);

/// "d(wheelset1.y)_d(speed)"
[[nodiscard]] std::string derivative_name(const std::string& channel, const std::string& key);
[[nodiscard]] bool is_derivative_name(std::string_view channel);
/// Channels of the derivatives with respect to all keys, one key after the other.
[[nodiscard]] std::vector<results::Channel> derivative_channels(
    const vehicle_case::CaseModel& model, const std::vector<vehicle_case::VariedKey>& keys);

/// Derivatives of the statistics of a channel over all rows that have derivatives.
struct ChannelDerivative {
  double mean = 0;                        ///< of the mean: of all rows alike
  double at_maximum = 0, at_minimum = 0;  ///< of the extreme values
};

/// Rows of the case with its derivatives behind its channels.
class DerivativeRows {
 public:
  DerivativeRows(std::size_t channels, const std::vector<KeySensitivity>& sensitivities);
  /// The row with its derivatives; nullptr where some run has no row at this time.
  [[nodiscard]] const double* extended(const double* row);
  [[nodiscard]] std::size_t left_out() const { return left_out_; }
  /// Statistics of each channel, for a key.
  [[nodiscard]] std::vector<ChannelDerivative> of_key(std::size_t key) const;

 private:
  std::size_t channels_, rows_, row_ = 0, left_out_ = 0;
  const std::vector<KeySensitivity>& sensitivities_;
  std::vector<double> extended_;
  std::vector<double> maximum_, minimum_;               // [channels]
  std::vector<std::size_t> maximum_row_, minimum_row_;  // [channels]
};

/// Sentences for the warnings of the run.
[[nodiscard]] std::vector<std::string> sensitivity_warnings(const vehicle_case::CaseModel& model,
                                                            const std::vector<KeySensitivity>& sensitivities,
                                                            std::size_t rows_left_out);

}  // namespace flangeway::simulate
