// A running FMU. Its library is loaded into this process: callers that must not fall with it use a process of
// its own (control/process.hpp).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/fmi/description.hpp"

namespace flangeway::fmi {

enum class Use { co_simulation, model_exchange };
enum class Solver { euler, rk4 };
inline constexpr auto alternatives_of(Solver) {
  return std::to_array<Alternative<Solver>>({
      {Solver::rk4, "rk4", "classic method of Runge and Kutta"},
      {Solver::euler, "euler", "explicit method of Euler"},
  });
}

struct Start {
  Place place;
  double value = 0;
};

struct UnitOptions {
  Use use = Use::co_simulation;
  Solver solver = Solver::rk4;  ///< of the states in model exchange
  double step = 1e-3;           ///< s, longest step of that solver
  std::string folder;           ///< of the unpacked archive
  std::string name;             ///< of the instance
  std::vector<Start> starts;    ///< parameters
};

/// Functions that the library has. One for each version of FMI.
class Library;

/// Every function returns what went wrong, or "".
class Unit {
 public:
  Unit(const Description& description, UnitOptions options);
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  ~Unit();

  /// Loads the library, makes an instance, sets its parameters and these inputs, and initialises it at time
  /// t.
  [[nodiscard]] std::string start(double t, std::span<const Place> inputs, std::span<const double> values);
  /// Holds the inputs and goes on to time t.
  [[nodiscard]] std::string advance(double t, std::span<const Place> inputs, std::span<const double> values);
  [[nodiscard]] std::string read(std::span<const Place> outputs, std::span<double> values);

 private:
  [[nodiscard]] std::string set(std::span<const Place> places, std::span<const double> values);
  [[nodiscard]] std::string change_inputs(std::span<const Place> inputs, std::span<const double> values);
  [[nodiscard]] std::string solve(double t);
  [[nodiscard]] std::string step_states(double h);
  [[nodiscard]] std::string rates_at(double t, const std::vector<double>& states, std::vector<double>& rates);
  [[nodiscard]] std::string handle_events();
  [[nodiscard]] bool indicators_changed();

  Description description_;
  UnitOptions options_;
  std::unique_ptr<Library> library_;
  double time_ = 0, next_event_ = -1;
  std::vector<double> held_;  // inputs
  std::vector<double> states_, trial_, rates_, sum_, indicators_, before_;
};

}  // namespace flangeway::fmi
