#include "flangeway/case_codegen/axle_equations.hpp"

#include <fmt/format.h>

#include "flangeway/multibody/axle_twist.hpp"

namespace flangeway::case_codegen {

namespace {

Expression state(Symbols& symbols, std::size_t place) {
  return symbols.at(fmt::format("auxiliary[{}]", place));
}

}  // namespace

Expression twist_rate(const multibody::AxleTwist& twist, Symbols& symbols) {
  return state(symbols, twist.rate);
}

Function axle_function(const multibody::Model& model) {
  Symbols s;
  Targets out;
  for (const multibody::AxleTwist& twist : model.axle_twists) {
    const Expression rate = twist_rate(twist, s),
                     angle = twist.elastic ? state(s, twist.angle) : Expression(0.0),
                     torque = s.at(fmt::format("w->body[{}].torque_difference", twist.body));
    out.set(fmt::format("auxiliary_rate[{}]", twist.rate),
            multibody::twist_acceleration<Expression>(twist, torque, angle, rate));
    if (twist.elastic) out.set(fmt::format("auxiliary_rate[{}]", twist.angle), rate);
  }
  return function(
      "fw_twist_axles",
      "void fw_twist_axles(const double *auxiliary, const fw_workspace *w, double *auxiliary_rate)", s, out);
}

}  // namespace flangeway::case_codegen
