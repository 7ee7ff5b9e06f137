// Tables of splines as C. Private to the room.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>

#include "flangeway/geometry/contact_data.hpp"
#include "flangeway/math/uniform_spline.hpp"

namespace flangeway::case_codegen {

/// The shortest text that reads back as the same bits.
[[nodiscard]] std::string number(double x);

/// In the order of runtime.h.
inline constexpr std::array<std::size_t, 9> contact_channels{
    geometry::wheel_y, geometry::wheel_z, geometry::wheel_angle, geometry::patch_a, geometry::patch_b,
    geometry::c11,     geometry::c22,     geometry::c23,         geometry::c33};

/// Arrays of numbers, each once, however many tables have it.
class Tables {
 public:
  /// An initialiser of fw_spline: at each node values of the channels, then slopes.
  std::string spline(const math::UniformSpline& spline, std::span<const std::size_t> channels);
  std::string spline(const math::UniformSpline& spline);
  /// The name of an array with these entries.
  std::string array(const char* type, const std::string& entries);

  [[nodiscard]] const std::string& code() const { return code_; }

 private:
  std::string code_;
  std::map<std::string, std::string> names_;  // by content
};

}  // namespace flangeway::case_codegen
