// Loading of laws: contents of a library, and refusals with their place.
#include "flangeway/law/law.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "support/temporary_folder.hpp"

namespace flangeway::law {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

LawSpec spec_of(const std::string& library, const std::vector<std::pair<std::string, double>>& numbers = {}) {
  LawSpec spec;
  spec.library = {library, {"case.toml", 3, 1}};
  for (const auto& [key, number] : numbers)
    spec.parameters.push_back({key, {std::to_string(number), number, {"case.toml", 4, 1}}});
  return spec;
}

std::string findings_of(Kind kind, const LawSpec& spec) {
  Findings findings;
  std::vector<document::SourceFile> sources;
  EXPECT_EQ(load(kind, spec, "contact.creep", sources, findings), nullptr);
  return findings.text();
}

TEST(Law, HasTheParametersOfTheCaseAndTheDefaultsOfItsLibrary) {
  Findings findings;
  std::vector<document::SourceFile> sources;
  const auto law = load(Kind::creep, spec_of(FLANGEWAY_LAW_TEST_LAWS, {{"f22", 2e6}, {"f11", 1e6}}),
                        "contact.creep", sources, findings);
  ASSERT_NE(law, nullptr) << findings.text();
  EXPECT_THAT(law->parameters, ElementsAre(1e6, 2e6, 0, 1e9));
  EXPECT_EQ(law->name, "test_laws.so (linear)");
  ASSERT_EQ(sources.size(), 1U);
  EXPECT_EQ(sources[0].text.size(), std::filesystem::file_size(FLANGEWAY_LAW_TEST_LAWS));
  EXPECT_EQ(describe_failure(*law, 7), "returned the error 7, \"outside of the measured creepages\",");
  EXPECT_EQ(describe_failure(*law, 8), "returned the error 8");
  EXPECT_EQ(describe_failure(*law, 0), "returned a number that is not finite");
}

// A closed loop of amplitude A: the work in is that lost, and within ± yield nothing yields but by the power
// law.
TEST(Law, ExampleOfAnElementLosesTheWorkOfItsLoop) {
  Findings findings;
  std::vector<document::SourceFile> sources;
  const auto law = load(Kind::element, spec_of(FLANGEWAY_LAW_BOUC_WEN, {{"stiffness", 2e5}}),
                        "library_lines[0]", sources, findings);
  ASSERT_NE(law, nullptr) << findings.text();
  EXPECT_EQ(law->state_count, 1U);
  EXPECT_TRUE(law->gives_energy);
  constexpr int steps = 20000;  // of a cycle
  double z = 0, work = 0, lost = 0, stored = 0, at_start = 0, largest = 0;
  for (int i = 0; i < 3 * steps; ++i) {
    const double phase = 2 * M_PI * (i + 0.5) / steps, dt = 1.0 / steps;
    const std::array<double, FLANGEWAY_ELEMENT_IN_ROWS> input{
        8e-3 * std::sin(phase), 8e-3 * 2 * M_PI * std::cos(phase), z, 0, 0, 0};
    std::array<double, FLANGEWAY_ELEMENT_OUT_ROWS> out{};
    evaluate(*law, 1, input.data(), out.data());
    stored = out[FLANGEWAY_ELEMENT_ENERGY];
    if (i < 2 * steps) at_start = stored;
    if (i >= 2 * steps) {
      work += out[FLANGEWAY_ELEMENT_FORCE] * input[1] * dt, lost += out[FLANGEWAY_ELEMENT_LOSS] * dt;
      largest = std::max(largest, std::abs(z));
    }
    z += out[FLANGEWAY_ELEMENT_STATE_RATE] * dt;
  }
  EXPECT_GT(lost, 1);
  EXPECT_NEAR(work, lost + stored - at_start, 1e-3 * lost);
  EXPECT_LT(largest, 2e-3);
  EXPECT_GT(largest, 1.7e-3);
}

TEST(Law, ThatHasNoAnswerThrowsItsText) {
  Findings findings;
  std::vector<document::SourceFile> sources;
  const auto law = load(Kind::irregularity, spec_of(FLANGEWAY_LAW_TEST_LAWS, {{"end", 10}}), "irregularities",
                        sources, findings);
  ASSERT_NE(law, nullptr) << findings.text();
  const std::array<double, 3> input{5, 10, 15};
  std::array<double, 3 * FLANGEWAY_IRREGULARITY_OUT_ROWS> out{};
  try {
    evaluate(*law, 3, input.data(), out.data());
    FAIL() << "the last place has no answer";
  } catch (const NumericalFailure& failure) {
    EXPECT_STREQ(failure.what(),
                 "the irregularity law test_laws.so (sine) returned a number that is not finite "
                 "with place 15 m. Correct the law, or the case");
  }
}

TEST(Law, ExampleAgreesWithItsOwnDerivatives) {
  Findings findings;
  std::vector<document::SourceFile> sources;
  const auto law =
      load(Kind::creep, spec_of(FLANGEWAY_LAW_SATURATED_LINEAR), "contact.creep", sources, findings);
  ASSERT_NE(law, nullptr) << findings.text();
  constexpr std::size_t rows = FLANGEWAY_CREEP_IN_ROWS, answers = FLANGEWAY_CREEP_OUT_ROWS;
  const auto forces = [&](const std::array<double, rows>& in, int derivatives) {
    std::array<double, answers> out{};
    EXPECT_EQ(law->evaluate(law->parameters.data(), 1, in.data(), out.data(), derivatives), 0);
    return out;
  };
  for (const double creepage : {2e-4, 2e-3, 2e-2}) {  // saturated the more
    const std::array<double, rows> input{5e4, 6e-3, 5e-3, 9e6, 8e6, 2e4, 3, 0.3, creepage, -0.7 * creepage,
                                         0.4, 20};
    const auto analytic = forces(input, FLANGEWAY_BY_LOAD | FLANGEWAY_BY_CREEPAGE);
    const auto moved = [&](double h, double by_load, std::size_t row) {
      std::array<double, rows> there = input;
      const double factor = 1 + by_load * h;
      there[FLANGEWAY_CREEP_NORMAL_FORCE] *= factor;
      for (const std::size_t i : {FLANGEWAY_CREEP_F11, FLANGEWAY_CREEP_F22})
        there[i] *= std::pow(factor, 2.0 / 3);
      there[FLANGEWAY_CREEP_F23] *= factor, there[FLANGEWAY_CREEP_F33] *= std::pow(factor, 4.0 / 3);
      if (row < rows) there[row] *= 1 + h;
      return forces(there, 0);
    };
    const auto expect_slope = [&](std::size_t first, double by_load, std::size_t row, double size) {
      const auto above = moved(1e-5, by_load, row), below = moved(-1e-5, by_load, row);
      for (std::size_t i = 0; i < 3; ++i) {
        const double slope = (above[i] - below[i]) / (2e-5 * size);
        EXPECT_NEAR(analytic[first + i], slope, 1e-6 * std::abs(slope) + 1e-9)
            << first + i << " at " << creepage;
      }
    };
    expect_slope(FLANGEWAY_CREEP_FX_BY_LOAD, 1, rows, input[FLANGEWAY_CREEP_NORMAL_FORCE]);
    expect_slope(FLANGEWAY_CREEP_FX_BY_LONGITUDINAL, 0, FLANGEWAY_CREEP_LONGITUDINAL, creepage);
    expect_slope(FLANGEWAY_CREEP_FX_BY_LATERAL, 0, FLANGEWAY_CREEP_LATERAL, -0.7 * creepage);
    expect_slope(FLANGEWAY_CREEP_FX_BY_FRICTION, 0, FLANGEWAY_CREEP_FRICTION, 0.3);
  }
}

// Faults that the parameter of the law `wrong` chooses.
enum class Fault { none, not_a_number, infinite, error, exception, odd_exception, late };

int misbehave(const double* parameters, std::size_t, const double*, double* out, int) {
  out[0] = 1;
  switch (static_cast<Fault>(static_cast<int>(parameters[0]))) {
    case Fault::none:
      return 0;
    case Fault::not_a_number:
      out[0] = std::nan("");
      return 0;
    case Fault::infinite:
      out[0] = HUGE_VAL;
      return 0;
    case Fault::error:
      return 5;
    case Fault::exception:
      throw std::out_of_range("beyond the table");
    case Fault::odd_exception:
      throw 3;
    case Fault::late:
      break;
  }
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(250))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return 0;
}

// The message of one evaluation; empty: there was an answer.
std::string failure_of(Kind kind, Fault fault) {
  Findings findings;
  std::vector<document::SourceFile> sources;
  LawSpec spec = spec_of("registered:wrong", {{"fault", static_cast<double>(fault)}});
  spec.time_limit = 0.03;
  const auto law = load(kind, spec, "key", sources, findings);
  EXPECT_NE(law, nullptr) << findings.text();
  if (law == nullptr) return findings.text();
  const std::vector<double> in(max_in_rows, 2.0);
  std::vector<double> out(100);
  try {
    evaluate(*law, 1, in.data(), out.data());
  } catch (const NumericalFailure& failure) {
    return failure.what();
  }
  return "";
}

TEST(Law, OfEachKindThatFailsIsNamed) {
  static const flangeway_law_parameter fault{"fault", "1", 0, 0, 9};
  const flangeway_law wrong{FLANGEWAY_LAW_INTERFACE, "wrong", misbehave, 0, 1, &fault, nullptr};
  for (const Kind kind : {Kind::creep, Kind::friction, Kind::normal, Kind::element, Kind::irregularity,
                          Kind::wear, Kind::measure}) {
    if (kind == Kind::element)
      register_law("wrong", flangeway_element{wrong, 0, 0}, "source", nullptr);
    else
      register_law(kind, "wrong", wrong, "source", nullptr);
    const std::string start = fmt::format("the {} registered:wrong (wrong) ", text_of(kind));
    EXPECT_EQ(failure_of(kind, Fault::none), "");
    for (const Fault value : {Fault::not_a_number, Fault::infinite}) {
      EXPECT_THAT(failure_of(kind, value), StartsWith(start + "returned a "));
      EXPECT_THAT(failure_of(kind, value), HasSubstr("not finite with "));
    }
    EXPECT_THAT(failure_of(kind, Fault::error), StartsWith(start + "returned the error 5 with "));
    EXPECT_THAT(failure_of(kind, Fault::exception),
                StartsWith(start + "threw an exception, \"beyond the table\", with "));
    EXPECT_THAT(failure_of(kind, Fault::odd_exception),
                StartsWith(start + "threw an exception, \"not derived from std::exception\", with "));
    EXPECT_THAT(failure_of(kind, Fault::late),
                testing::ContainsRegex("took 0\\.[0-9]+ s, longer than its time_limit of 0.03 s, with "));
    unregister_law(kind, "wrong");
  }
}

TEST(Law, AtTheTopOfAFileIsNamedByItsKeyAlone) {
  Findings findings;
  std::vector<document::SourceFile> sources;
  EXPECT_EQ(load(Kind::wear, spec_of("registered:none"), "", sources, findings), nullptr);
  EXPECT_THAT(findings.text(),
              StartsWith("case.toml:3:1: library: names a wear law that this process has not registered"));
}

TEST(Law, IsNotLoadedWhereThatIsForbidden) {
  const LawSpec spec = spec_of(FLANGEWAY_LAW_SATURATED_LINEAR);
  Findings findings;
  std::vector<document::SourceFile> sources;
  {
    const LoadingForbidden guard;
    EXPECT_THROW((void)load(Kind::creep, spec, "contact.creep", sources, findings), NotLoaded);
  }
  EXPECT_NE(load(Kind::creep, spec, "contact.creep", sources, findings), nullptr);
}

TEST(Law, SaysWhatIsWrongWithALibrary) {
  test::TemporaryFolder folder;
  folder.write("text.so", "no library");
  EXPECT_THAT(findings_of(Kind::creep, spec_of("missing.so")),
              HasSubstr("case.toml:3:1: contact.creep.library: does not exist, or is no file (got "
                        "\"missing.so\"). Give the path of a shared library"));
  EXPECT_THAT(findings_of(Kind::creep, spec_of((folder.path() / "text.so").string())),
              HasSubstr("contact.creep.library: cannot be loaded: "));
  EXPECT_THAT(findings_of(Kind::friction, spec_of(FLANGEWAY_LAW_SATURATED_LINEAR)),
              HasSubstr("has no friction law: it does not export flangeway_friction_law (got "
                        "\"saturated_linear.so\"). Define const flangeway_law flangeway_friction_law in it"));
  EXPECT_THAT(findings_of(Kind::creep, spec_of(FLANGEWAY_LAW_OTHER_INTERFACE)),
              HasSubstr("was built for another version of the interface (got 2; allowed 1). Build it again "
                        "with the flangeway_law.h of this program"));
}

TEST(Law, SaysWhatIsWrongWithItsParameters) {
  EXPECT_THAT(findings_of(Kind::creep, spec_of(FLANGEWAY_LAW_TEST_LAWS, {{"f11", 1}})),
              HasSubstr("case.toml:3:1: contact.creep.parameters: does not give a number that the law needs "
                        "(allowed f22). Add f22 = a number in N"));
  EXPECT_THAT(findings_of(Kind::creep, spec_of(FLANGEWAY_LAW_SATURATED_LINEAR, {{"slop", 1}})),
              HasSubstr("case.toml:4:1: contact.creep.parameters.slop: is no parameter of the law (got "
                        "1.000000; allowed slope). Use slope"));
  EXPECT_THAT(findings_of(Kind::creep, spec_of(FLANGEWAY_LAW_SATURATED_LINEAR, {{"slope", 2}})),
              HasSubstr("contact.creep.parameters.slope: is outside the range of the law (got 2.000000; "
                        "allowed 0.01 to 1 in 1)"));
  LawSpec text = spec_of(FLANGEWAY_LAW_SATURATED_LINEAR);
  text.parameters.push_back({"slope", {"\"steep\"", std::nullopt, {"case.toml", 4, 1}}});
  EXPECT_THAT(findings_of(Kind::creep, text), HasSubstr("slope: is not a number (got \"steep\"; allowed a "
                                                        "number in 1)"));
}

TEST(Law, ChangedWhileLoadedIsNotTakenForTheOldOne) {
  test::TemporaryFolder folder;
  const std::filesystem::path copy = folder.path() / "law.so";
  std::filesystem::copy_file(FLANGEWAY_LAW_SATURATED_LINEAR, copy);
  Findings findings;
  std::vector<document::SourceFile> sources;
  auto law = load(Kind::creep, spec_of(copy.string()), "contact.creep", sources, findings);
  ASSERT_NE(law, nullptr) << findings.text();
  std::filesystem::remove(copy);
  std::filesystem::copy_file(FLANGEWAY_LAW_TEST_LAWS, copy);
  EXPECT_THAT(findings_of(Kind::creep, spec_of(copy.string(), {{"f11", 1}, {"f22", 1}})),
              HasSubstr("has changed since this process loaded it"));
}

TEST(Law, OfThisProcessIsFoundByItsName) {
  const auto twice = [](const double* p, std::size_t count, const double* in, double* out, int) {
    for (std::size_t i = 0; i < count; ++i) out[i] = p[0] * in[i];
    return 0;
  };
  static const flangeway_law_parameter parameter{"factor", "1", 2, 0, 10};
  auto owner = std::make_shared<int>(0);
  register_law(Kind::friction, "twice", {FLANGEWAY_LAW_INTERFACE, "twice", twice, 0, 1, &parameter, nullptr},
               "source of twice", owner);
  Findings findings;
  std::vector<document::SourceFile> sources;
  auto law = load(Kind::friction, spec_of("/folder/of/case/registered:twice", {{"factor", 3}}),
                  "contact.friction", sources, findings);
  ASSERT_NE(law, nullptr) << findings.text();
  EXPECT_EQ(sources.at(0).text, "source of twice");
  const double in[] = {0.25};
  double out[] = {0.0};
  EXPECT_EQ(law->evaluate(law->parameters.data(), 1, in, out, 0), 0);
  EXPECT_EQ(out[0], 0.75);
  unregister_law(Kind::friction, "twice");
  EXPECT_EQ(owner.use_count(), 2);  // here and in the law, which lives on
  law = nullptr;
  EXPECT_EQ(owner.use_count(), 1);
  EXPECT_THAT(
      findings_of(Kind::friction, spec_of("registered:twice")),
      HasSubstr("names a friction law that this process has not registered (got \"registered:twice\"). "
                "Register it before the case is loaded"));
}

}  // namespace
}  // namespace flangeway::law
