#include <gmock/gmock.h>

#include <cstdlib>
#include <map>
#include <set>

#include "fuzz/mutator.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

TEST(Mutator, GivesTheSameInputsForTheSameSeed) {
  Mutator one({"a = 1", "b = 2"}, 7), same({"a = 1", "b = 2"}, 7), other({"a = 1", "b = 2"}, 8);
  int differing = 0;
  for (int i = 0; i < 100; ++i) {
    const std::string input = one.next();
    EXPECT_EQ(input, same.next());
    differing += input != other.next() ? 1 : 0;
  }
  EXPECT_GT(differing, 50);
}

TEST(Mutator, GrowsInputsFromNothingAndKeepsThemShort) {
  Mutator mutator({}, 1, 20);
  std::set<std::string> inputs;
  for (int i = 0; i < 1000; ++i) {
    const std::string input = mutator.next();
    EXPECT_LE(input.size(), 20u);
    inputs.insert(input);
  }
  EXPECT_GT(inputs.size(), 100u);
}

TEST(Mutator, ReplacesValuesByOnesThatBreakReaders) {
  Mutator mutator({"mass = 1500.0\n"}, 1);
  std::map<std::string, int> seen;
  for (int i = 0; i < 20000; ++i) ++seen[mutator.next()];
  for (const char* input : {"mass = nan\n", "mass = -1\n", "mass = 1e999\n", "mass mass 1500.0\n"}) {
    EXPECT_GT(seen[input], 0) << input;
  }
}

TEST(Mutator, GivesInputsInOtherEncodings) {
  using std::string_literals::operator""s;
  EXPECT_EQ(in_other_encoding("a=", 0),
            "\xEF\xBB\xBF"
            "a=");
  EXPECT_EQ(in_other_encoding("a=", 1),
            "\xFF\xFE"
            "a\0=\0"s);
  EXPECT_EQ(in_other_encoding("a=", 2), "\xFE\xFF\0a\0="s);
  EXPECT_EQ(in_other_encoding("a=", 3), "a\0=\0"s);
  EXPECT_EQ(in_other_encoding("a=", 4), "\0a\0="s);
  Mutator mutator({"mass = 1500.0\n"}, 1);
  int marked = 0;
  for (int i = 0; i < 1000; ++i) marked += mutator.next().starts_with("\xFF\xFE") ? 1 : 0;
  EXPECT_GT(marked, 3);
}

TEST(Tokens, AreWordsNumbersAndMarks) {
  EXPECT_THAT(tokens_of("a.b = [-1e-3, \"x\"]"),
              testing::ElementsAre("a.b", "=", "[", "-1e-3", ",", "\"", "x", "\"", "]"));
}

class Driver : public testing::Test {
 protected:
  [[nodiscard]] ProgramResult run(const std::string& argument) const {
    return run_program({FLANGEWAY_PLANTED_FAULTS, "planted_faults", argument}, {.folder = folder.path()});
  }
  [[nodiscard]] std::string saved() const { return read_file(folder.path() / "failing-input.bin"); }

  TemporaryFolder folder;
};

TEST_F(Driver, FindsAPlantedFaultSavesTheInputAndShowsItAgain) {
  folder.write("seeds/one", "key = 1\n");
  const ProgramResult result = run("seeds");
  EXPECT_NE(result.exit_code, 0);
  EXPECT_THAT(result.error, testing::HasSubstr("the failing input is saved"));
  EXPECT_THAT(saved(), testing::HasSubstr("key = nan"));
  EXPECT_NE(run("failing-input.bin").exit_code, 0);
}

TEST_F(Driver, SeesAnExceptionThatEscapesAndASignal) {
  for (const char* input : {"throw", "segfault"}) {
    folder.write("one", input);
    EXPECT_NE(run("one").exit_code, 0);
    EXPECT_EQ(saved(), input);
  }
}

TEST_F(Driver, CountsItsRuns) {
  folder.write("seeds/one", "quite harmless");
  setenv("FLANGEWAY_FUZZ_RUNS", "50", 1);
  const ProgramResult result = run("seeds");
  unsetenv("FLANGEWAY_FUZZ_RUNS");
  EXPECT_EQ(result.out, "1 seed inputs and 50 mutations, no failure\n");
  EXPECT_EQ(result.exit_code, 0) << result.error;
}

TEST_F(Driver, RefusesATargetThatItDoesNotHave) {
  folder.write("one", "quite harmless");
  const ProgramResult result =
      run_program({FLANGEWAY_PLANTED_FAULTS, "other", "one"}, {.folder = folder.path()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, testing::HasSubstr("The names: planted_faults\n"));
}

TEST_F(Driver, RefusesAFolderThatIsNotThere) {
  const ProgramResult result = run("nowhere");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, testing::HasSubstr("SEEDS_FOLDER | FILE (which must exist)"));
}

}  // namespace
}  // namespace flangeway::test
