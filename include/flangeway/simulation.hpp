// A case in motion, step by step in a loop of the caller's own.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "flangeway/case.hpp"

namespace flangeway {

/// One motion of a case by its integrator. After the construction a step allocates nothing, throws nothing
/// and prints nothing. Controllers are not sampled, and derailments do not end it: run() does both. Not for
/// several threads at once; different objects are independent.
class Simulation {
 public:
  /// At the start of the case: wheels rest on the rails and roll. Throws InputError for a case with
  /// controllers, and NumericalError where there is no such state.
  explicit Simulation(const Case& of);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  /// Takes one step, whose length the integrator of the case gives. False: it failed, and time and state are
  /// still those before.
  [[nodiscard]] bool step();
  [[nodiscard]] double time() const;      ///< s
  [[nodiscard]] double distance() const;  ///< m, of the reference body since the start
  /// The channels of the case at time(), in their order, SI. Valid until the next step; work and losses in
  /// the energy channels do not accumulate.
  [[nodiscard]] std::span<const double> row();

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace flangeway
