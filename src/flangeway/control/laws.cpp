#include <algorithm>
#include <cmath>

#include "flangeway/control/model.hpp"
#include "flangeway/math/pair_table.hpp"

namespace flangeway::control {
namespace {

constexpr auto held = math::TableEnds::held;

// Exact for an input that is held over the sample.
double filtered(double old, double input, double sample_time, double filter_time, bool first) {
  if (first || filter_time <= 0) return input;
  return old + (input - old) * -std::expm1(-sample_time / filter_time);
}

// Number of values that a controller stores per output.
constexpr std::size_t memory_of(const TableSpec&) {
  return 0;
}
constexpr std::size_t memory_of(const SpeedSpec&) {
  return 1;  // the integral part; of all outputs alike
}
constexpr std::size_t memory_of(const SlideProtectionSpec&) {
  return 1;  // share of the braking torque
}
constexpr std::size_t memory_of(const LevellingSpec&) {
  return 2;  // filtered height, time for which it has been wrong
}
constexpr std::size_t memory_of(const LateralSpec&) {
  return 2;  // slow parts of velocity and deflection
}
constexpr std::size_t memory_of(const GuidanceSpec&) {
  return 1;  // filtered difference; of the first output of an axle
}
constexpr std::size_t memory_of(const PythonSpec&) {
  return 0;
}
constexpr std::size_t memory_of(const Fmu&) {
  return 0;
}
constexpr std::size_t memory_of(const SharedMemorySpec&) {
  return 0;
}

class Responder {
 public:
  Responder(const Controller& controller, const Sample& sample, std::span<double> memory,
            std::span<double> outputs)
      : dt_(controller.sample_time), limit_(controller.limit), s_(sample), memory_(memory), out_(outputs) {}

  void operator()(const TableSpec& law) {
    std::fill(out_.begin(), out_.end(), math::table_value(law.table, s_.t, held));
  }

  // The integral part stands still while the limit holds the output back, and in the direction of the limit.
  void operator()(const SpeedSpec& law) {
    const double speed = s_.inputs[0], error = math::table_value(law.speed, s_.t, held) - speed;
    const double proportional = law.proportional_gain * error;
    double most = limit_ > 0 ? limit_ : HUGE_VAL;
    if (law.constant_power_from > 0 && speed > law.constant_power_from)
      most *= law.constant_power_from / speed;
    double integral = s_.first ? 0 : memory_[0];
    if (law.integral_time > 0) {
      const double grown = integral + proportional * dt_ / law.integral_time;
      if (std::abs(proportional + grown) <= most || std::abs(grown) < std::abs(integral)) integral = grown;
    }
    std::fill(memory_.begin(), memory_.end(), integral);
    std::fill(out_.begin(), out_.end(), std::clamp(proportional + integral, -most, most));
  }

  void operator()(const SlideProtectionSpec& law) {
    const double speed = s_.inputs[0], size = std::abs(speed);
    const double asked = math::table_value(law.braking, s_.t, held);
    for (std::size_t i = 0; i < out_.size(); ++i) {
      double share = s_.first ? 1 : memory_[i];
      if (size > law.least_speed) {
        const double slip = 1 - law.wheel_radius * s_.inputs[i + 1] / speed;
        if (slip > law.release_slip) share -= law.release_rate * dt_;
        if (slip < law.apply_slip) share += law.apply_rate * dt_;
      }
      memory_[i] = share = std::clamp(share, 0.0, 1.0);
      out_[i] = -share * asked * std::clamp(speed / law.least_speed, -1.0, 1.0);
    }
  }

  void operator()(const LevellingSpec& law) {
    for (std::size_t i = 0; i < out_.size(); ++i) {
      double &height = memory_[2 * i], &wrong = memory_[2 * i + 1];
      height = filtered(height, s_.inputs[i], dt_, law.filter_time, s_.first);
      const double beyond = std::abs(height) - law.dead_band;
      wrong = beyond > 0 ? wrong + (s_.first ? 0 : dt_) : 0;
      out_[i] = beyond > 0 && wrong > law.delay - dt_ / 2 ? -std::copysign(law.gain * beyond, height) : 0;
    }
  }

  void operator()(const LateralSpec& law) {
    for (std::size_t i = 0; i < out_.size(); ++i) {
      const double velocity = s_.inputs[2 * i], deflection = s_.inputs[2 * i + 1];
      double &drift = memory_[2 * i], &offset = memory_[2 * i + 1];
      drift = filtered(drift, velocity, dt_, law.filter_time, s_.first);
      offset = filtered(offset, deflection, dt_, law.filter_time, s_.first);
      out_[i] = -law.skyhook_damping * (velocity - drift) - law.centring_stiffness * offset;
    }
  }

  // docs/theory/independent_wheels.md (9)
  void operator()(const GuidanceSpec& law) {
    for (std::size_t left = 0; left + 1 < out_.size(); left += 2) {
      const double* in = &s_.inputs[left / 2 * 3];
      const double wanted = law.lateral_gain * in[0] + law.yaw_gain * in[1] + law.yaw_rate_gain * in[2];
      double& difference = memory_[left];
      difference = filtered(difference, wanted, dt_, law.filter_time, s_.first);
      out_[left] = difference / 2, out_[left + 1] = -difference / 2;
    }
  }

  void operator()(const PythonSpec&) {}
  void operator()(const Fmu&) {}
  void operator()(const SharedMemorySpec&) {}

 private:
  double dt_, limit_;
  const Sample& s_;
  std::span<double> memory_, out_;
};

}  // namespace

bool Controller::external() const {
  return std::holds_alternative<PythonSpec>(law) || std::holds_alternative<Fmu>(law) ||
         std::holds_alternative<SharedMemorySpec>(law);
}

const Controller* Model::external() const {
  const auto found =
      std::find_if(controllers.begin(), controllers.end(), [](const auto& c) { return c.external(); });
  return found == controllers.end() ? nullptr : &*found;
}

State make_state(const Model& model) {
  State state;
  state.commands.assign(model.commands, 0.0);
  state.samples.assign(model.controllers.size(), 0);
  for (const Controller& controller : model.controllers) {
    const std::size_t each = std::visit([](const auto& law) { return memory_of(law); }, controller.law);
    state.memory.emplace_back(each * controller.outputs.size(), 0.0);
  }
  return state;
}

void respond(const Controller& controller, const Sample& sample, std::span<double> memory,
             std::span<double> outputs) {
  Responder responder(controller, sample, memory, outputs);
  std::visit(responder, controller.law);
}

}  // namespace flangeway::control
