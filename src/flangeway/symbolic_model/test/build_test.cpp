#include <gmock/gmock.h>

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

TEST(BuildModel, FindsWhatIsWrongWithItsPlace) {
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
