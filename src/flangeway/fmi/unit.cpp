#include "flangeway/fmi/unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/fmi/library.hpp"

namespace flangeway::fmi {
namespace {

std::string refused(const char* what) {
  return last_message().empty() ? fmt::format("{} failed", what)
                                : fmt::format("{} failed: {}", what, last_message());
}

}  // namespace

Unit::Unit(const Description& description, UnitOptions options)
    : description_(description), options_(std::move(options)) {
  for (std::vector<double>* v : {&states_, &trial_, &rates_, &sum_}) v->resize(description_.states);
  indicators_.resize(description_.event_indicators);
  before_.resize(description_.event_indicators);
}

Unit::~Unit() = default;

std::string Unit::set(std::span<const Place> places, std::span<const double> values) {
  FLANGEWAY_ASSERT(places.size() == values.size(), "each variable has a value");
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Variable& variable = description_.variables[places[i].variable];
    const bool real = variable.type == Type::float64 || variable.type == Type::float32;
    if (!real && !std::isfinite(values[i]))
      return fmt::format("{} has to be {} and cannot be {}", variable.name,
                         variable.type == Type::boolean ? "true or false" : "a whole number",
                         std::isnan(values[i]) ? "NaN" : "infinite");
    std::vector<double> all(variable.size, values[i]);
    if (variable.size > 1) {
      if (!library_->get(variable, all)) return refused("reading an array");
      all[places[i].element] = values[i];
    }
    if (!library_->set(variable, all)) return refused(("setting " + variable.name).c_str());
  }
  return "";
}

std::string Unit::start(double t, std::span<const Place> inputs, std::span<const double> values) {
  std::string problem;
  library_ = load_library(description_, options_, problem);
  if (!library_) return problem;
  if (!library_->instantiate(description_, options_)) return refused("making an instance");
  for (const Start& start : options_.starts) {
    const Place place[] = {start.place};
    const double value[] = {start.value};
    if (std::string failed = set(place, value); !failed.empty()) return failed;
  }
  if (!library_->enter_initialization(t)) return refused("initialising");
  if (std::string failed = set(inputs, values); !failed.empty()) return failed;
  if (!library_->exit_initialization()) return refused("initialising");
  time_ = t;
  held_.assign(values.begin(), values.end());
  return options_.use == Use::model_exchange ? handle_events() : "";
}

std::string Unit::advance(double t, std::span<const Place> inputs, std::span<const double> values) {
  if (options_.use == Use::model_exchange) {
    if (std::string failed = change_inputs(inputs, values); !failed.empty()) return failed;
    return solve(t);
  }
  if (std::string failed = set(inputs, values); !failed.empty()) return failed;
  if (!(t > time_)) return "";
  if (!library_->do_step(time_, t - time_)) return refused("doStep");
  time_ = t;
  return "";
}

// Inputs jump at a sample, which is an event: whole numbers may change nowhere else [FMI3, 3.2.1].
std::string Unit::change_inputs(std::span<const Place> inputs, std::span<const double> values) {
  if (std::equal(values.begin(), values.end(), held_.begin(), held_.end())) return "";
  held_.assign(values.begin(), values.end());
  if (!library_->enter_event_mode()) return refused("entering an event");
  if (std::string failed = set(inputs, values); !failed.empty()) return failed;
  return handle_events();
}

std::string Unit::read(std::span<const Place> outputs, std::span<double> values) {
  FLANGEWAY_ASSERT(outputs.size() == values.size(), "there is a place for each value");
  std::vector<double> all;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Variable& variable = description_.variables[outputs[i].variable];
    all.resize(variable.size);
    if (!library_->get(variable, all)) return refused(("reading " + variable.name).c_str());
    values[i] = all[outputs[i].element];
  }
  return "";
}

std::string Unit::solve(double t) {
  constexpr double rounding = 1e-9;
  while (time_ < t - rounding * std::max(options_.step, t - time_)) {
    double end = std::min(t, time_ + options_.step);
    if (t - end < rounding * options_.step) end = t;
    const bool timed = next_event_ >= 0 && next_event_ <= end;
    if (timed) end = std::max(next_event_, time_);
    if (std::string failed = step_states(end - time_); !failed.empty()) return failed;
    time_ = end;
    const bool indicated = indicators_changed();
    bool event = false;
    if (!library_->completed_step(event)) return refused("completing a step");
    if (!timed && !indicated && !event) continue;
    if (!library_->enter_event_mode()) return refused("entering an event");
    if (std::string failed = handle_events(); !failed.empty()) return failed;
  }
  return "";
}

std::string Unit::rates_at(double t, const std::vector<double>& states, std::vector<double>& rates) {
  const bool good = library_->set_time(t) &&
                    (states.empty() || (library_->set_states(states) && library_->get_derivatives(rates)));
  return good ? "" : refused("evaluating derivatives");
}

// One step of Euler's method, or of the classic Runge–Kutta method.
std::string Unit::step_states(double h) {
  if (!states_.empty() && !library_->get_states(states_)) return refused("reading the states");
  static constexpr double places[] = {0, 0.5, 0.5, 1}, weights[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
  const int stages = options_.solver == Solver::euler ? 1 : 4;
  std::fill(sum_.begin(), sum_.end(), 0.0);
  std::fill(rates_.begin(), rates_.end(), 0.0);
  for (int k = 0; k < stages; ++k) {
    for (std::size_t i = 0; i < states_.size(); ++i) trial_[i] = states_[i] + places[k] * h * rates_[i];
    if (std::string failed = rates_at(time_ + places[k] * h, trial_, rates_); !failed.empty()) return failed;
    const double weight = stages == 1 ? 1 : weights[k];
    for (std::size_t i = 0; i < states_.size(); ++i) sum_[i] += weight * rates_[i];
  }
  for (std::size_t i = 0; i < states_.size(); ++i) states_[i] += h * sum_[i];
  if (!library_->set_time(time_ + h)) return refused("setting the time");
  if (!states_.empty() && !library_->set_states(states_)) return refused("setting the states");
  return "";
}

// An indicator that changes its sign within the step.
bool Unit::indicators_changed() {
  if (indicators_.empty()) return false;
  before_ = indicators_;
  if (!library_->get_indicators(indicators_)) return false;
  for (std::size_t i = 0; i < indicators_.size(); ++i)
    if ((before_[i] > 0) != (indicators_[i] > 0)) return true;
  return false;
}

std::string Unit::handle_events() {
  constexpr int max_event_iterations = 1000;
  EventResult result;
  for (int i = 0; i < max_event_iterations; ++i) {
    if (!library_->update_discrete_states(result)) return refused("updating discrete states");
    if (result.terminate) return "the FMU asked to end";
    if (!result.again) break;
  }
  if (result.again) return "the FMU finds no end of an event";
  next_event_ = result.next;
  if (!library_->enter_continuous_time_mode()) return refused("leaving an event");
  if (!indicators_.empty() && !library_->get_indicators(indicators_))
    return refused("reading event indicators");
  return "";
}

}  // namespace flangeway::fmi
