#include <gmock/gmock.h>

#include <Eigen/Dense>
#include <cmath>

#include "flangeway/document/read.hpp"
#include "flangeway/expression/tape.hpp"
#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::symbolic_model {
namespace {

using testing::HasSubstr;

const std::string pendulum = R"(name = "pendulum"
gravity = 10
coordinates = [{ name = "q", position = 0.3 }]
bases = [{ name = "rod", axis = [0, 1, 0], angle = "q" }]
points = [{ name = "tip", base = "rod", offset = [0, 0, "-l"] }]
solids = [{ name = "tip", base = "rod", centre = "tip", mass = "m", inertia = [0, 0, 0] }]
parameters = { l = 2.0, m = 3.0 }
)";

std::unique_ptr<Model> read(const std::string& text, Findings& findings) {
  ModelSpec spec;
  document::Document::from_text(text, "model.toml", findings).fill(spec, findings);
  return findings.empty() ? build(spec, findings) : nullptr;
}

std::string findings_of(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "nothing to replace";
  Findings findings;
  EXPECT_EQ(read(text.replace(at, from.size(), to), findings), nullptr);
  return findings.text();
}

TEST(BuildModel, APendulumHasItsEquation) {
  Findings findings;
  const auto model = read(pendulum, findings);
  ASSERT_NE(model, nullptr) << findings.text();
  const std::vector<Expression> outputs{model->equations.mass[0][0], model->equations.force[0],
                                        model->kinetic_energy, model->potential_energy};
  const std::vector<double> r =  // symbols: q, its velocity and acceleration, l, m
      expression::evaluate(model->graph, outputs, std::vector<double>{0.3, 0.7, 0, 2, 3});
  EXPECT_NEAR(r[0], 3 * 4, 1e-13);
  EXPECT_NEAR(r[1], -3 * 10 * 2 * std::sin(0.3), 1e-12);
  EXPECT_NEAR(r[2], 0.5 * 12 * 0.49, 1e-13);
  EXPECT_NEAR(r[3], -3 * 10 * 2 * std::cos(0.3), 1e-12);
}

TEST(BuildModel, TheOrderInTheFileDoesNotMatter) {
  Findings findings;
  const auto model = read(R"(name = "two"
coordinates = [{ name = "a" }, { name = "b" }]
bases = [{ name = "second", parent = "first", axis = [1, 0, 0], angle = "b" },
         { name = "first", axis = [0, 1, 0], angle = "a" }]
points = [{ name = "end", parent = "middle", base = "second", offset = [0, 0, 1] },
          { name = "middle", base = "first", offset = [0, 0, 1] }]
solids = [{ name = "end", base = "second", centre = "end", mass = "1", inertia = [1, 1, 1] }]
)",
                          findings);
  ASSERT_NE(model, nullptr) << findings.text();
  EXPECT_EQ(model->frames.bases(), 3U);
}

// A body that turns about its centre, by Euler parameters.
const std::string top = R"(name = "top"
gravity = 0
coordinates = [{ name = "e0", position = 1 }, { name = "e1" }, { name = "e2" }, { name = "e3" }]
bases = [{ name = "body", euler_parameters = ["e0", "e1", "e2", "e3"] }]
solids = [{ name = "body", base = "body", centre = "origin", mass = "1", inertia = [2, 3, 5] }]
torques = [{ on = "body", base = "body", axis = [0, 0, 1], torque = "T" }]
inputs = { T = 7.0 }
)";

std::vector<double> values_of(Model& model, const std::vector<Expression>& x,
                              const std::vector<double>& symbols) {
  return expression::evaluate(model.graph, x, symbols);
}

// With ω = 2 G(e) ė, where the rows of G are (−e1 e0 e3 −e2), (−e2 −e3 e0 e1), (−e3 e2 −e1 e0) in the body's
// components, and G ë = ω̇ / 2 (G's own rate times ė is zero).
TEST(BuildModel, EulerParametersObeyEulersEquations) {
  Findings findings;
  const auto model = read(top, findings);
  ASSERT_NE(model, nullptr) << findings.text();
  Eigen::Vector4d e(0.8, -0.3, 0.5, 0.1);
  e.normalize();
  const Eigen::Matrix<double, 3, 4> g{
      {-e[1], e[0], e[3], -e[2]}, {-e[2], -e[3], e[0], e[1]}, {-e[3], e[2], -e[1], e[0]}};
  const Eigen::Vector3d omega(1.3, -0.7, 2.1), inertia(2, 3, 5);
  const Eigen::Vector4d rate = 0.5 * g.transpose() * omega;

  std::vector<double> symbols;
  for (int i = 0; i < 4; ++i) symbols.insert(symbols.end(), {e[i], rate[i], 0});
  symbols.push_back(7);
  std::vector<Expression> outputs = model->equations.force;
  for (const auto& row : model->equations.mass) outputs.insert(outputs.end(), row.begin(), row.end());
  ASSERT_EQ(model->constraints.residual.size(), 1U);
  const std::vector<Expression>& length = model->constraints.jacobian[0];
  outputs.insert(outputs.end(), length.begin(), length.end());
  outputs.insert(outputs.end(), {model->constraints.residual[0], model->constraints.velocity_residual[0],
                                 model->constraints.acceleration_side[0], model->kinetic_energy});
  const std::vector<double> r = values_of(*model, outputs, symbols);

  const Eigen::Map<const Eigen::Vector4d> force(r.data()), row(r.data() + 20);
  const Eigen::Map<const Eigen::Matrix4d> mass(r.data() + 4);
  Eigen::Matrix<double, 5, 5> system = Eigen::Matrix<double, 5, 5>::Zero();
  system << mass, row, row.transpose(), 0;
  Eigen::Vector<double, 5> right;
  right << force, r[26];
  const Eigen::Vector<double, 5> solution = system.partialPivLu().solve(right);
  const Eigen::Vector3d acceleration = 2 * g * solution.head<4>();
  const Eigen::Vector3d momentum = inertia.cwiseProduct(omega);
  const Eigen::Vector3d expected = (Eigen::Vector3d(0, 0, 7) - omega.cross(momentum)).cwiseQuotient(inertia);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(acceleration[i], expected[i], 1e-12) << i;
  EXPECT_NEAR(solution[4], 0, 1e-12);  // nothing has to hold the length: the weight has its own force
  EXPECT_NEAR(r[24], 0, 1e-15);
  EXPECT_NEAR(r[25], 0, 1e-15);
  EXPECT_NEAR(r[27], 0.5 * omega.dot(momentum), 1e-13);
  EXPECT_GT(mass.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0.5);
}

// The rotation about an axis by an angle, said in both ways, has the same equation; what is no coordinate is
// not held at a length.
TEST(BuildModel, ExpressionsAsEulerParametersEqualAnAxisAndAnAngle) {
  std::string by_parameters = pendulum;
  const std::string from = R"(axis = [0, 1, 0], angle = "q")";
  by_parameters.replace(by_parameters.find(from), from.size(),
                        R"x(euler_parameters = ["cos(q/2)", 0, "sin(q/2)", 0])x");
  Findings findings;
  const auto model = read(by_parameters, findings), other = read(pendulum, findings);
  ASSERT_NE(model, nullptr) << findings.text();
  EXPECT_TRUE(model->constraints.residual.empty());
  const auto of = [](Model& one) {
    return values_of(one, {one.equations.mass[0][0], one.equations.force[0], one.kinetic_energy},
                     {0.3, 0.7, 0, 2, 3});
  };
  const std::vector<double> a = of(*model), b = of(*other);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << i;
}

TEST(BuildModel, FindsErrorsInEulerParameters) {
  EXPECT_THAT(findings_of(top, "euler_parameters = [", "axis = [1, 0, 0], euler_parameters = ["),
              HasSubstr("model.toml:4:19: bases[0].axis: is given beside euler_parameters (got body). "
                        "Leave one of them out."));
  EXPECT_THAT(findings_of(top, R"(, "e3"] })", "] }"), HasSubstr("bases[0].euler_parameters"));
  EXPECT_THAT(findings_of(top, R"("e3"] })", R"("e4"] })"),
              HasSubstr("bases[0].euler_parameters[3]: names e4, which is not known here (got e4)."));
}

TEST(BuildModel, FindsErrorsWithTheirPosition) {
  EXPECT_THAT(
      findings_of(pendulum, R"(base = "rod", offset)", R"(base = "rd", offset)"),
      HasSubstr("model.toml:5:34: points[0].base: names a base that is not there (got rd). Did you mean "
                "rod."));
  EXPECT_THAT(
      findings_of(pendulum, R"(angle = "q" })", R"(angle = "q", parent = "rod" })"),
      HasSubstr("bases[0].parent: closes a loop in the tree of bases, or hangs on one (got rod). Let the "
                "bases descend from ground."));
  EXPECT_THAT(findings_of(pendulum, R"(base = "rod", offset)", R"(base = "rod", parent = "top", offset)"),
              HasSubstr("points[0].parent: names a point that is not there (got top)."));
  EXPECT_THAT(findings_of(pendulum, "\"-l\"", "\"1/(l - l)\""),
              HasSubstr("points[0].offset[2]: an expression divides by zero (got 1/(l - l))."));
  EXPECT_THAT(
      findings_of(pendulum, "\"-l\"", "\"-l +\""),
      HasSubstr(
          "points[0].offset[2]: expected a number, a name or '(' at column 5 (got the end) (got -l +)."));
  EXPECT_THAT(findings_of(pendulum, "\"-l\"", "\"-L\""),
              HasSubstr("points[0].offset[2]: names L, which is not known here (got -L)."));
  EXPECT_THAT(
      findings_of(pendulum, "l = 2.0", "dq = 2.0"),
      HasSubstr("parameters.dq: is a name that is taken already (got dq). A coordinate x also takes the "
                "names dx and ddx; choose another name."));
  EXPECT_THAT(findings_of(pendulum, "axis = [0, 1, 0]", "axis = [0, 0, 0]"),
              HasSubstr("bases[0].axis: has no length (got rod)."));
}

TEST(BuildModel, FindsElementsThatCannotBe) {
  const std::string spring = "springs = [{ a = \"tip\", b = \"tip\", stiffness = \"1\" }]\nparameters";
  EXPECT_THAT(
      findings_of(pendulum, "parameters", spring),
      HasSubstr("springs[0].b: is always where a is, so that the line has no direction (got tip). Use a "
                "bushing for elements without length."));
  EXPECT_THAT(findings_of(pendulum, "parameters", "constraints = [{ zero = \"l - 2\" }]\nparameters"),
              HasSubstr("constraints[0].zero: does not depend on any coordinate (got l - 2)."));
  const std::string wheel =
      "wheels = [{ name = \"w\", body = \"rod\", axle = \"ground\", centre = \"tip\", side = \"left\" "
      "}]\nparameters";
  EXPECT_THAT(findings_of(pendulum, "parameters", wheel),
              HasSubstr("wheels: needs what the wheels run on (got w). Add the tables contact and track."));
}

}  // namespace
}  // namespace flangeway::symbolic_model
