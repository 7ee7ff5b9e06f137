// The creep forces of generated models by themselves: contact.c with one wheel that has three coordinates,
// its sliding along, across and about the normal.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "flangeway/codegen/runtime_files.hpp"
#include "support/compiled_project.hpp"

namespace flangeway::codegen {
namespace {

constexpr const char* sizes =
    "enum { FW_COORDINATES = 3, FW_CONSTRAINTS = 0, FW_WHEELS = 1, FW_COURSE = 1, FW_PARAMETERS = 0,\n"
    "  FW_INPUTS = 0, FW_CONSTANT_COUNT = 0, FW_SHARED_COUNT = 0, FW_PROFILE_BREAKS = 2,\n"
    "  FW_COURSE_PIECES = 1, FW_PATCH_NODES = 3 };\n";

// Semi-axes of a unit load 1.2 and 0.8, coefficients 4, 3, 1.5 and 0.7, whatever the curvatures.
constexpr const char* program =
    "#include <stdio.h>\n#include <stdlib.h>\n#include \"runtime.h\"\n"
    "#define ROW {1.2, 0.8, 4.0, 3.0, 1.5, 0.7}\n"
    "const int fw_path_begin[] = {0, 3}, fw_path[] = {0, 1, 2}, fw_wheel_side[] = {0};\n"
    "const int fw_profile_pieces[2] = {1, 1};\n"
    "const double fw_profile_break[2][2][FW_PROFILE_BREAKS] = {{{0}}}, fw_course_from = 0;\n"
    "const double fw_profile_cubic[2][2][FW_PROFILE_BREAKS][4] = {{{{0}}}}, fw_course_spacing = 1;\n"
    "const double fw_course_cubic[2][FW_COURSE_PIECES][FW_COURSE][4] = {{{{0}}}};\n"
    "const double fw_patch_table[FW_PATCH_NODES][6] = {ROW, ROW, ROW};\n"
    "const double fw_patch_from = -1, fw_patch_step = 1, fw_shear_modulus = 8e10;\n"
    "static fw_state x;\nstatic fw_workspace w;\n"
    "int main(int count, char **given) {\n"
    "  if (count != 5) return 2;\n"
    "  for (int d = 0; d < 3; ++d) w.creep_rows[0][d][d] = 1.0, x.v[d] = atof(given[1 + d]);\n"
    "  w.friction = atof(given[4]);\n"
    "  w.curvature[0][0] = w.curvature[0][1] = 1e-3, w.wheel_speed[0] = 20.0, x.multiplier[0] = 1e-9;\n"
    "  fw_creep_coefficients(&x, &w);\n"
    "  for (int d = 0; d < 3; ++d) printf(\"%.17g \", w.wheel[0].force[d]);\n"
    "  return 0;\n}\n";

class GeneratedCreep : public testing::Test {
 protected:
  GeneratedCreep() : project_(files(), {"contact.c"}) { project_.compile("creep"); }

  [[nodiscard]] std::array<double, 3> force(const std::array<double, 3>& sliding,
                                            double friction = 1e20) const {
    std::vector<std::string> command{"creep"};
    for (const double value : sliding) command.push_back(std::to_string(value));
    command.push_back(std::to_string(friction));
    const test::ProgramResult result = project_.run(command);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    std::array<double, 3> found{};
    std::istringstream in(result.out);
    for (double& value : found) in >> value;
    return found;
  }

  // The size of the patch is the third root of 2 N over the sum of the curvatures: 1e-2.
  static constexpr double a = 1.2e-2, b = 0.8e-2, modulus = 8e10, speed = 20;

 private:
  static std::vector<std::pair<std::string, std::string>> files() {
    std::vector<std::pair<std::string, std::string>> made{{"model_size.h", sizes}, {"creep.c", program}};
    for (const auto& [name, content] : runtime_files()) made.emplace_back(name, content);
    return made;
  }

  test::CompiledProject project_;
};

// [Kalker1990]: Fx = −G ab C11 ξ, Fy = −G ab (C22 η + √(ab) C23 φ), Mz = G ab (√(ab) C23 η − ab C33 φ).
TEST_F(GeneratedCreep, IsKalkersLinearLaw) {
  const double xi = 0.002, eta = -0.003, phi = 0.4, size = std::sqrt(a * b), scale = modulus * a * b;
  const auto [along, across, moment] = force({xi * speed, eta * speed, phi * speed});
  EXPECT_NEAR(along / (-scale * 4 * xi), 1, 1e-6);
  EXPECT_NEAR(across / (-scale * (3 * eta + size * 1.5 * phi)), 1, 1e-6);
  EXPECT_NEAR(moment / (scale * (size * 1.5 * eta - size * size * 0.7 * phi)), 1, 1e-6);
}

// Pure sliding of each kind is braked; what spin does across, sliding across does to the moment, with the
// other sign.
TEST_F(GeneratedCreep, BrakesEveryKindOfSliding) {
  for (std::size_t d = 0; d < 3; ++d) {
    std::array<double, 3> sliding{};
    sliding[d] = 0.01;
    EXPECT_LT(force(sliding)[d], 0) << d;
  }
  const double across_of_spin = force({0, 0, 0.01})[1], moment_of_across = force({0, 0.01, 0})[2];
  EXPECT_LT(across_of_spin, 0);
  EXPECT_NEAR(moment_of_across / across_of_spin, -1, 1e-6);
}

// Friction 100 times too weak for the linear forces: all three keep their ratio.
TEST_F(GeneratedCreep, KeepsItsRatiosBeyondFriction) {
  const std::array<double, 3> sliding{0.02, 0.03, 0.5}, free = force(sliding);
  const double most = std::hypot(free[0], free[1]) / 100, normal_force = 1e-9;
  const std::array<double, 3> held = force(sliding, most / normal_force);
  EXPECT_NEAR(std::hypot(held[0], held[1]) / most, 1, 1e-6);
  for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(100 * held[d] / free[d], 1, 1e-6) << d;
}

}  // namespace
}  // namespace flangeway::codegen
