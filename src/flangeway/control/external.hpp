// Controllers in other processes while a run goes on.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "flangeway/control/model.hpp"

namespace flangeway::control {

/// A function of this process in place of an external controller: fills the outputs, or returns what went
/// wrong. It keeps the time limit itself.
using Function = std::function<std::string(double t, std::span<const double> inputs,
                                           std::span<double> outputs, double time_limit)>;
/// By the name of the controller.
using Functions = std::map<std::string, Function>;

class External {
 public:
  virtual ~External() = default;
  /// The outputs at time t, or what went wrong. The first call starts it. Whoever answers in another process
  /// is waited for no longer once `interrupted`, where there is one, is true.
  [[nodiscard]] virtual std::string respond(double t, std::span<const double> inputs,
                                            std::span<double> outputs,
                                            const std::function<bool()>& interrupted) = 0;
};

/// nullptr for a controller that calculates in this process.
[[nodiscard]] std::unique_ptr<External> make_external(const Controller& controller,
                                                      const Functions& functions);

}  // namespace flangeway::control
