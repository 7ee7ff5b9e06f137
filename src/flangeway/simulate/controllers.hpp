// The controllers of a case while it runs: they sample its channels and hold their outputs.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "flangeway/control/external.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::simulate {

/// Says which inputs of controllers are no channels of the case.
void check_inputs_of_controllers(const vehicle_case::CaseModel& model, Findings& findings);
/// Says which controllers in Python have neither a file nor one of these functions.
void check_functions(const vehicle_case::CaseModel& model, const control::Functions& functions,
                     Findings& findings);

class Controllers {
 public:
  Controllers(const vehicle_case::CaseModel& model, const control::Functions& functions);

  /// Time of the next sample of any controller, s; infinite: there are none.
  [[nodiscard]] double next(const control::State& state) const;
  /// Takes the samples that are due at t from a row of all channels. True where a command has changed. After
  /// a problem the run must end.
  [[nodiscard]] bool sample(double t, std::span<const double> row, control::State& state);
  /// Asked while another process is waited for; true ends that, and is a problem of the sample.
  void set_interrupted(std::function<bool()> interrupted) { interrupted_ = std::move(interrupted); }
  /// Which controller failed, when and why; "" as long as none did.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  struct Running {
    std::vector<std::size_t> inputs;  ///< channels
    std::vector<double> values, outputs;
    std::unique_ptr<control::External> external;
  };
  [[nodiscard]] bool sample_one(std::size_t i, double t, std::span<const double> row, control::State& state);

  const control::Model& model_;
  std::vector<Running> running_;
  std::string problem_;
  std::function<bool()> interrupted_;
};

}  // namespace flangeway::simulate
