#include "flangeway/campaign/plan.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flangeway::campaign {
namespace {

using testing::ElementsAre;

StudySpec spec_of(const std::string& text, Findings& findings) {
  StudySpec spec;
  document::Document::from_text("case = \"case.toml\"\n" + text, "study.toml", findings).fill(spec, findings);
  return spec;
}

Plan plan_of(const std::string& text) {
  Findings findings;
  const std::optional<Plan> plan = make_plan(spec_of(text, findings), findings);
  findings.throw_if_any();
  return *plan;
}

std::string findings_of(const std::string& text) {
  Findings findings;
  const StudySpec spec = spec_of(text, findings);
  if (findings.empty()) {
    EXPECT_FALSE(make_plan(spec, findings));
  }
  return findings.text();
}

std::vector<std::string> texts(const Run& run) {
  std::vector<std::string> result;
  for (const document::Assignment& set : run.sets) result.push_back(set.text);
  return result;
}

constexpr const char* two_axes = R"(
set = { integration = { duration = 2 } }
[[axes]]
name = "stiffness"
key = "contact.lookup.flange_stiffness"
values = [1e9, 1e10]
tied = [{ key = "contact.lookup.flange_damping", factor = 0.01 }]
[[axes]]
name = "integrator"
[[axes.choices]]
name = "abm4"
set = { integration.method = "abm4", integration.step = 1e-3 }
[[axes.choices]]
name = "rk4"
set = { integration.method = "rk4" }
[[axes.choices]]
name = "rk4 fine"
set = { integration.method = "rk4", integration.step = 1e-4 }
)";

TEST(Plan, IsEveryCombinationWithTheLastAxisFastest) {
  const Plan plan = plan_of(two_axes);
  ASSERT_EQ(plan.runs.size(), 6u);
  EXPECT_EQ(plan.references, 0u);
  EXPECT_EQ(plan.runs[0].name, "1");
  EXPECT_EQ(settings_of(plan, plan.runs[0]), "stiffness 1e9, integrator abm4");
  EXPECT_EQ(settings_of(plan, plan.runs[1]), "stiffness 1e9, integrator rk4");
  EXPECT_EQ(settings_of(plan, plan.runs[3]), "stiffness 1e10, integrator abm4");
  // Settings shared by all runs come first, so that an axis may change them.
  EXPECT_THAT(texts(plan.runs[3]),
              ElementsAre("integration.duration=2", "contact.lookup.flange_stiffness=10000000000.0",
                          "contact.lookup.flange_damping=100000000", "integration.method=\"abm4\"",
                          "integration.step=0.001"));
}

TEST(Plan, SettingsKeepTheirPlaces) {
  const Plan plan = plan_of(two_axes);
  const SourceLocation& where = plan.runs[3].sets[1].where;
  EXPECT_EQ(where.file, "study.toml");
  EXPECT_EQ(where.line, 7);
  EXPECT_EQ(where.column, 16);
}

TEST(Plan, GridsEndWhereTheyShould) {
  const Plan plan = plan_of(R"(
[[axes]]
name = "stiffness"
key = "k"
logarithmic = { from = 1e9, to = 1e13, count = 5 }
[[axes]]
name = "points"
key = "n"
linear = { from = 101, to = 501, count = 3 }
[[axes]]
name = "damping"
key = "d"
logarithmic = { from = 1.0, to = 1.2345678901234567, count = 2 })");
  std::vector<std::string> labels;
  for (const Point& point : plan.axes[0].points) labels.push_back(point.label);
  EXPECT_THAT(labels, ElementsAre("1e9", "1e10", "1e11", "1e12", "1e13"));
  // Whole numbers stay whole: some keys take nothing else.
  EXPECT_EQ(plan.axes[1].points[1].sets.front().text, "n=301");
  // The end is the number that is given, with all its digits.
  EXPECT_EQ(plan.axes[2].points[1].sets.front().text, "d=1.2345678901234567");
  EXPECT_EQ(plan.runs.size(), 30u);
}

TEST(Plan, AReferenceFollowsTheAxesItNames) {
  const std::string text =
      std::string(two_axes) + "[reference]\nset = { contact.method = \"kec\" }\nfollows = [\"integrator\"]\n";
  const Plan plan = plan_of(text);
  ASSERT_EQ(plan.references, 3u);
  ASSERT_EQ(plan.runs.size(), 9u);
  EXPECT_EQ(plan.runs[1].name, "reference 2");
  EXPECT_THAT(texts(plan.runs[1]),
              ElementsAre("integration.duration=2", "integration.method=\"rk4\"", "contact.method=\"kec\""));
  for (std::size_t i = 3; i < plan.runs.size(); ++i) EXPECT_EQ(plan.runs[i].reference, (i - 3) % 3);
}

TEST(Plan, OneReferenceServesAllIfItFollowsNothing) {
  const Plan plan = plan_of(std::string(two_axes) + "[reference]\nset = { contact.method = \"kec\" }\n");
  EXPECT_EQ(plan.references, 1u);
  for (std::size_t i = 1; i < plan.runs.size(); ++i) EXPECT_EQ(plan.runs[i].reference, 0u);
}

TEST(Plan, SelectsByPoint) {
  const Plan plan = plan_of(two_axes);
  Findings findings;
  StudySpec spec =
      spec_of(std::string(two_axes) + "[[plots]]\ntrace = \"t\"\nonly = { stiffness = 1e10 }\n", findings);
  const auto selection = selected(plan, spec.plots.front().only, "plots[0]", findings);
  EXPECT_TRUE(findings.empty());
  EXPECT_FALSE(matches(plan.runs[2], selection));
  EXPECT_TRUE(matches(plan.runs[3], selection));
  (void)selected(plan,
                 {{"stiffness", {"3", 3, {"study.toml", 9, 1}}}, {"axle", {"1", 1, {"study.toml", 9, 9}}}},
                 "plots[0]", findings);
  EXPECT_EQ(findings.text(),
            "study.toml:9:1: plots[0].only.stiffness: is no point of the axis (got 3).\n"
            "study.toml:9:9: plots[0].only.axle: is no axis of the study.");
}

TEST(Plan, SaysWhatMakesNoGrid) {
  EXPECT_EQ(findings_of(""), "study.toml: axes: is missing (allowed a list of 1 or more tables).");
  EXPECT_EQ(findings_of("[[axes]]\nname = \"k\"\nkey = \"k\"\n"),
            "study.toml:2:1: axes[0]: has no values (allowed one of values, linear, logarithmic, "
            "distribution, files and "
            "choices).");
  EXPECT_EQ(
      findings_of("[[axes]]\nname = \"K 1\"\nkey = \"k\"\nvalues = [1, 1]\nlinear = {from=1,to=2,count=2}\n"),
      "study.toml:2:1: axes[0]: has values in more than one form (allowed one of values, linear, "
      "logarithmic, "
      "distribution, files and choices).\n"
      "study.toml:3:8: axes[0].name: is not the name of a column (got \"K 1\"; allowed small letters, digits "
      "and _, a letter first). Put the text for readers into title.");
  EXPECT_EQ(findings_of("[[axes]]\nname = \"k\"\nkey = \"k\"\nvalues = [1, 2, 1]\n"),
            "study.toml:2:1: axes[0]: has the point '1' twice.");
  EXPECT_EQ(findings_of("[[axes]]\nname = \"k\"\nvalues = [1, [2]]\n"),
            "study.toml:4:14: axes[0].values[1]: is not a single value (got a list of 1; allowed a number, a "
            "text in "
            "quotes, true or false).");
  EXPECT_EQ(findings_of("[[axes]]\nname = \"k\"\nvalues = [1, 2]\n"),
            "study.toml:2:1: axes[0].key: is missing (allowed the key that the values are for).");
  EXPECT_EQ(
      findings_of("[[axes]]\nname = \"k\"\nkey = \"k\"\nlogarithmic = { from = 0, to = 1, count = 3 }\n"),
      "study.toml:5:15: axes[0].logarithmic: has an end that is not above zero (allowed from and to > 0).");
  EXPECT_EQ(findings_of("[[axes]]\nname = \"k\"\nkey = \"k\"\nvalues = [1, 2]\ntied = [{ key = \"c\" }]\n"),
            "study.toml:6:9: axes[0].tied[0]: has neither factor nor values (allowed one of both).");
  EXPECT_EQ(
      findings_of(
          "[[axes]]\nname = \"k\"\nkey = \"k\"\nvalues = [1, 2]\ntied = [{ key = \"c\", values = [1] }]\n"),
      "study.toml:6:9: axes[0].tied[0].values: has another length than the axis (got 1 values; allowed 2 "
      "values).");
  EXPECT_EQ(
      findings_of(
          "[[axes]]\nname = \"k\"\nkey = \"k\"\nvalues = [\"a\"]\ntied = [{ key = \"c\", factor = 2 }]\n"),
      "study.toml:5:11: axes[0].values[0]: is not a number, but a tied key has a factor (allowed a number). "
      "Give "
      "the tied key its own values.");
  EXPECT_EQ(
      findings_of("[[axes]]\nname = \"a\"\nkey = \"k\"\nvalues = [1]\n[[axes]]\nname = \"a\"\nkey = \"k\"\n"
                  "values = [2]\n"),
      "study.toml:7:8: axes[1].name: is the name of another axis (got \"a\").\n"
      "study.toml:9:11: axes[1]: sets k, which axis a sets, too. Join both axes, or tie the key to one of "
      "them.");
  for (const char* name : {"run", "steps", "critical_speed"})
    EXPECT_EQ(
        findings_of(fmt::format("[[axes]]\nname = \"{}\"\nkey = \"k\"\nvalues = [1]\n", name)),
        fmt::format("study.toml:3:8: axes[0].name: is the name of a column of the results (got \"{}\"). "
                    "Give the axis another name, such as {}_set.",
                    name, name));
  EXPECT_EQ(findings_of(
                "[[axes]]\nname = \"a\"\nkey = \"k\"\nlinear = {from=0, to=1, count=1000}\n[[axes]]\nname = "
                "\"b\"\nkey = \"j\"\nlinear = {from=0, to=1, count=1000}\n"),
            "study.toml:2:1: axes: make too many runs (got 1e6; allowed at most 100000).");
  EXPECT_EQ(
      findings_of("[[axes]]\nname = \"a\"\nkey = \"k\"\nvalues = [1]\n[reference]\nfollows = [\"b\"]\n"),
      "study.toml:7:12: reference.follows[0]: is no axis (got \"b\").");
  EXPECT_EQ(
      findings_of("set = { a = 1979-05-27 }\n[[axes]]\nname = \"a\"\nkey = \"k\"\nvalues = [1]\n"),
      "study.toml:2:13: a: is not a value that can be set (got a date or time; allowed a number, a text in "
      "quotes, true, false or a list of these).");
}

TEST(ShortNumber, ReadsBackAndIsShort) {
  EXPECT_EQ(short_number(1e9), "1e9");
  EXPECT_EQ(short_number(0.001), "1e-3");
  EXPECT_EQ(short_number(0.5), "0.5");
  EXPECT_EQ(short_number(361), "361");
  EXPECT_EQ(short_number(7.075e13), "7.075e13");
  EXPECT_EQ(short_number(-2), "-2");
  EXPECT_EQ(short_number(0), "0");
  for (const double value : {1.0 / 3, 6.02214076e23, 5e-324})
    EXPECT_EQ(std::strtod(short_number(value).c_str(), nullptr), value);
}

}  // namespace
}  // namespace flangeway::campaign
