// The functions of an FMU's library behind one interface for both versions [FMI2; FMI3].
#pragma once

#include <span>
#include <string>
#include <vector>

#include "flangeway/fmi/description.hpp"
#include "flangeway/fmi/unit.hpp"

namespace flangeway::fmi {

/// Outcome of an event.
struct EventResult {
  bool again = false, terminate = false;
  double next = -1;  ///< time of the next event, s; negative: none is known
};

/// false: the FMU refused, or has not the function.
class Library {
 public:
  virtual ~Library() = default;
  [[nodiscard]] virtual bool instantiate(const Description& description, const UnitOptions& options) = 0;
  [[nodiscard]] virtual bool enter_initialization(double t) = 0;
  [[nodiscard]] virtual bool exit_initialization() = 0;
  [[nodiscard]] virtual bool set(const Variable& variable, std::span<const double> values) = 0;
  [[nodiscard]] virtual bool get(const Variable& variable, std::span<double> values) = 0;
  [[nodiscard]] virtual bool do_step(double t, double h) = 0;

  // model exchange
  [[nodiscard]] virtual bool set_time(double t) = 0;
  [[nodiscard]] virtual bool get_states(std::span<double> states) = 0;
  [[nodiscard]] virtual bool set_states(std::span<const double> states) = 0;
  [[nodiscard]] virtual bool get_derivatives(std::span<double> rates) = 0;
  [[nodiscard]] virtual bool get_indicators(std::span<double> indicators) = 0;
  /// True in `event`: an event has to be handled.
  [[nodiscard]] virtual bool completed_step(bool& event) = 0;
  [[nodiscard]] virtual bool enter_event_mode() = 0;
  [[nodiscard]] virtual bool update_discrete_states(EventResult& result) = 0;
  [[nodiscard]] virtual bool enter_continuous_time_mode() = 0;
};

/// From a shared library. nullptr, and why, where a function is missing.
[[nodiscard]] std::unique_ptr<Library> load_library(const Description& description,
                                                    const UnitOptions& options, std::string& problem);
[[nodiscard]] std::unique_ptr<Library> make_fmi2(void* handle);
[[nodiscard]] std::unique_ptr<Library> make_fmi3(void* handle);

/// The last thing the FMU said about an error; of this process.
[[nodiscard]] std::string& last_message();

}  // namespace flangeway::fmi
