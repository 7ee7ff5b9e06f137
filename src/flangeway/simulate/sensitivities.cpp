#include "flangeway/simulate/sensitivities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "flangeway/core/parallel.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::simulate {
namespace {

using vehicle_case::CaseModel;
using vehicle_case::VariedKey;

// The changed values of a key, in steps: differences over two and over four steps.
constexpr std::array<double, 4> changes{1, -1, 2, -2};

struct RecordedRows {
  std::vector<double> values;  // [rows × channels]
  std::string failure;
};

// The steps of the case itself: a choice of its own could differ.
void take_steps_of(const CaseModel& base, CaseModel& varied) {
  const double duration = varied.integration.duration;
  varied.integration = base.integration;
  varied.integration.duration = duration;
  varied.contact.settings.patch_solution.interval = base.contact.settings.patch_solution.interval;
  tell_contact_of_steps(varied);
}

struct Shared {
  std::atomic<bool> stopped = false;
  std::vector<std::atomic<double>> shares;  // of each run
};

RecordedRows recorded_rows(const CaseModel& model, Shared& shared, std::size_t place) {
  RecordedRows rows;
  const std::size_t width = channels(model).size();
  const double all = std::max(expected_distance(model), 1e-3);
  RunOptions options;
  options.record = [&](const double* row) {
    rows.values.insert(rows.values.end(), row, row + width);
    return true;
  };
  options.progress = [&](double distance, double) {
    shared.shares[place] = std::min(distance / all, 1.0);
    return !shared.stopped;
  };
  rows.failure = run(model, options).failure;
  shared.shares[place] = 1;
  return rows;
}

bool same_time(double one, double other) {
  return std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(one));
}

std::size_t common_rows(const std::array<RecordedRows, 4>& runs, std::size_t width) {
  std::size_t count = std::numeric_limits<std::size_t>::max();
  for (const RecordedRows& run : runs) count = std::min(count, run.values.size() / width);
  for (std::size_t row = 0; row < count; ++row)
    for (const RecordedRows& run : runs)
      if (!same_time(run.values[row * width], runs[0].values[row * width])) return row;
  return count;
}

// A channel whose differences disagree by more than this share of its largest derivative has none there.
constexpr double disagreement_share = 0.05;
// Rounding in a difference, in units of the last place of the largest value with the same unit.
constexpr double rounding_units = 1e4;

class Differences {
 public:
  Differences(const VariedKey& key, const std::array<RecordedRows, 4>& runs, std::size_t width)
      : runs_(runs), width_(width), step_(key.step) {
    result_.key = key;
  }

  KeySensitivity evaluate(const std::vector<results::Channel>& all) {
    const std::size_t rows = common_rows(runs_, width_);
    for (std::size_t row = 0; row < rows; ++row) result_.times.push_back(runs_[0].values[row * width_]);
    result_.derivatives.resize(rows * width_);
    result_.errors.assign(width_, 0);
    find_sizes(rows, all);
    for (std::size_t i = 1; i < width_; ++i) evaluate_channel(i, rows, all[i]);  // time has none
    return std::move(result_);
  }

 private:
  [[nodiscard]] double value(std::size_t run, std::size_t index) const { return runs_[run].values[index]; }

  // A channel that is zero but for rounding has the rounding of larger ones of its unit.
  void find_sizes(std::size_t rows, const std::vector<results::Channel>& all) {
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t i = 1; i < width_; ++i) {
        double& size = sizes_[all[i].unit];
        size = std::max(size, std::abs(value(0, row * width_ + i)));
      }
  }

  void evaluate_channel(std::size_t i, std::size_t rows, const results::Channel& channel) {
    double largest = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t index = row * width_ + i;
      const double narrow = (value(0, index) - value(1, index)) / (2 * step_),
                   wide = (value(2, index) - value(3, index)) / (4 * step_);
      result_.derivatives[index] = (4 * narrow - wide) / 3;
      result_.errors[i] = std::max(result_.errors[i], std::abs(narrow - wide) / 3);
      largest = std::max(largest, std::abs(result_.derivatives[index]));
    }
    const double rounding =
        rounding_units * std::numeric_limits<double>::epsilon() * sizes_[channel.unit] / step_;
    find_disagreement(i, rows, std::max(disagreement_share * largest, rounding), channel.name);
  }

  void find_disagreement(std::size_t i, std::size_t rows, double limit, const std::string& name) {
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t index = row * width_ + i;
      const double narrow = (value(0, index) - value(1, index)) / (2 * step_),
                   wide = (value(2, index) - value(3, index)) / (4 * step_);
      if (std::abs(narrow - wide) <= limit) continue;
      if (!result_.disagreement || result_.times[row] < result_.disagreement->time)
        result_.disagreement =
            Disagreement{result_.times[row], name, result_.disagreement ? result_.disagreement->channels : 0};
      ++result_.disagreement->channels;
      return;
    }
  }

  const std::array<RecordedRows, 4>& runs_;
  std::size_t width_;
  double step_;
  std::map<std::string, double> sizes_;  // largest value of all channels of a unit
  KeySensitivity result_;
};

std::array<CaseModel, 4> varied_models(const CaseModel& model, const vehicle_case::CaseSource& source,
                                       const VariedKey& key, wheelrail::PairTables& tables) {
  const auto load = [&](double steps) {
    Findings findings;
    std::optional<CaseModel> varied = vehicle_case::load_varied(source, key, steps, findings, &tables);
    findings.throw_if_any();
    if (channels(*varied).size() != channels(model).size()) {
      findings.add({model.where, key.key, "changes the channels of the case with its value",
                    fmt::format("{}", key.value), "", "Take another key, or a smaller step"});
      findings.throw_if_any();
    }
    take_steps_of(model, *varied);
    return std::move(*varied);
  };
  return {load(changes[0]), load(changes[1]), load(changes[2]), load(changes[3])};
}

}  // namespace

void choose_fixed_steps(CaseModel& model) {
  if (model.integration.choice.open) model.integration.choice.needs_fixed = true;
  choose_integrator(model);
}

void check_sensitivities(const CaseModel& model, Findings& findings) {
  if (const control::Controller* const external = model.control.external())
    findings.add({external->where, external->name,
                  "is a controller in another process, which cannot answer several runs at a time", "", "",
                  "Leave out the derivatives, or use a built-in controller"});
}

std::vector<KeySensitivity> sensitivities_of(const CaseModel& model, const vehicle_case::CaseSource& source,
                                             const std::vector<VariedKey>& keys,
                                             const SensitivityOptions& options) {
  const std::vector<results::Channel> all = channels(model);
  wheelrail::PairTables tables;
  std::vector<KeySensitivity> result;
  const std::size_t runs = changes.size() * keys.size();
  Shared shared;
  shared.shares = std::vector<std::atomic<double>>(runs);
  const auto meanwhile = [&] {
    double done = 0;
    for (const std::atomic<double>& share : shared.shares) done += share;
    if (options.progress && !options.progress(done / static_cast<double>(runs))) shared.stopped = true;
  };
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const std::array<CaseModel, 4> models = varied_models(model, source, keys[k], tables);
    std::array<RecordedRows, 4> rows;
    for_each_index(
        changes.size(), std::max<std::size_t>(1, options.jobs),
        [&](std::size_t i) { rows[i] = recorded_rows(models[i], shared, changes.size() * k + i); },
        meanwhile);
    if (shared.stopped) return {};
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (!rows[i].failure.empty())
        throw NumericalFailure(fmt::format("With {} = {:.9g} {}", keys[k].key,
                                           keys[k].value + changes[i] * keys[k].step, rows[i].failure));
    result.push_back(Differences(keys[k], rows, all.size()).evaluate(all));
  }
  return result;
}

std::string derivative_name(const std::string& channel, const std::string& key) {
  return fmt::format("d({})_d({})", channel, key);
}

bool is_derivative_name(std::string_view channel) {
  return channel.starts_with("d(") && channel.find(")_d(") != std::string_view::npos;
}

std::vector<results::Channel> derivative_channels(const CaseModel& model,
                                                  const std::vector<VariedKey>& keys) {
  std::vector<results::Channel> result;
  for (const VariedKey& key : keys)
    for (const results::Channel& channel : channels(model))
      result.push_back(
          {derivative_name(channel.name, key.key), fmt::format("{} per unit of {}", channel.unit, key.key),
           channel.frame,
           fmt::format("derivative of {} with respect to {} = {:.9g}", channel.name, key.key, key.value)});
  return result;
}

DerivativeRows::DerivativeRows(std::size_t channels, const std::vector<KeySensitivity>& sensitivities)
    : channels_(channels),
      rows_(std::numeric_limits<std::size_t>::max()),
      sensitivities_(sensitivities),
      extended_(channels * (1 + sensitivities.size())),
      maximum_(channels, -std::numeric_limits<double>::infinity()),
      minimum_(channels, std::numeric_limits<double>::infinity()),
      maximum_row_(channels),
      minimum_row_(channels) {
  for (const KeySensitivity& one : sensitivities) rows_ = std::min(rows_, one.times.size());
}

const double* DerivativeRows::extended(const double* row) {
  const auto has_row = [&](const KeySensitivity& one) { return same_time(one.times[row_], row[0]); };
  if (row_ >= rows_ || !std::all_of(sensitivities_.begin(), sensitivities_.end(), has_row)) {
    ++left_out_;
    return nullptr;
  }
  std::copy_n(row, channels_, extended_.begin());
  for (std::size_t k = 0; k < sensitivities_.size(); ++k)
    std::copy_n(&sensitivities_[k].derivatives[row_ * channels_], channels_, &extended_[(1 + k) * channels_]);
  for (std::size_t i = 0; i < channels_; ++i) {
    if (row[i] > maximum_[i]) maximum_[i] = row[i], maximum_row_[i] = row_;
    if (row[i] < minimum_[i]) minimum_[i] = row[i], minimum_row_[i] = row_;
  }
  ++row_;
  return extended_.data();
}

std::vector<ChannelDerivative> DerivativeRows::of_key(std::size_t key) const {
  std::vector<ChannelDerivative> result(channels_);
  if (row_ == 0) return result;
  const auto derivative = [&](std::size_t row, std::size_t i) {
    return sensitivities_[key].derivatives[row * channels_ + i];
  };
  for (std::size_t i = 0; i < channels_; ++i) {
    for (std::size_t row = 0; row < row_; ++row) result[i].mean += derivative(row, i);
    result[i].mean /= static_cast<double>(row_);
    result[i].at_maximum = derivative(maximum_row_[i], i),
    result[i].at_minimum = derivative(minimum_row_[i], i);
  }
  return result;
}

std::vector<std::string> sensitivity_warnings(const CaseModel& model,
                                              const std::vector<KeySensitivity>& sensitivities,
                                              std::size_t rows_left_out) {
  std::vector<std::string> warnings;
  if (!has_fixed_steps(model.integration.method))
    warnings.push_back(
        fmt::format("the steps of {} adapt to each run, so that derivatives have the noise of "
                    "its tolerance: leave integration.method to the program, or set abm4",
                    name_of(model.integration.method)));
  for (const KeySensitivity& one : sensitivities)
    if (one.disagreement)
      warnings.push_back(fmt::format(
          "differences with respect to {} over one and over two steps disagree from t = {:.3f} s on, first "
          "in "
          "{}, in {} channels in all: contacts switch, or the motion is not smooth, and these numbers are no "
          "derivatives there",
          one.key.key, one.disagreement->time, one.disagreement->channel, one.disagreement->channels));
  if (rows_left_out > 0)
    warnings.push_back(
        fmt::format("the last {} rows are left out: with other values of the keys the run ends "
                    "at another time",
                    rows_left_out));
  return warnings;
}

}  // namespace flangeway::simulate
