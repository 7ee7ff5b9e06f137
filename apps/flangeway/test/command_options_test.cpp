// Refusals of options that the frame makes for every verb, with a verb made for the test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "command.hpp"
#include "flangeway/core/input_record.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::app {
namespace {

struct Answer {
  int code;
  std::string error;
};

struct Targets {
  double number = 0;
  std::optional<double> maybe;
  std::vector<double> numbers;
  std::string plot, table, word;
  bool ramp = false;
};

Targets targets;
bool has_acted = false;

void add_judge(CommandLine& program, Common& common) {
  targets = {}, has_acted = false;
  program.add(
      {.name = "judge",
       .summary = "Takes options of all kinds",
       .files = "CASE.toml",
       .example = "flangeway judge case.toml",
       .output = "what it found",
       .options =
           {{.name = "--number",
             .target = &targets.number,
             .text = "a number",
             .range = std::pair(0.0, 30.0),
             .not_with = {"--ramp"}},
            {.name = "--maybe", .target = &targets.maybe, .text = "a number or none"},
            {.name = "--numbers", .target = &targets.numbers, .text = "numbers", .splits_commas = true},
            {.name = "--plot", .target = &targets.plot, .text = "picture", .file = FileUse::output},
            {.name = "--table", .target = &targets.table, .text = "table", .file = FileUse::output},
            {.name = "--word",
             .target = &targets.word,
             .text = "a word",
             .choices = {"one", "two", "three"},
             .only_with = {"--ramp"}},
            {.name = "--ramp",
             .target = &targets.ramp,
             .text = "a way",
             .only_with = {"--word two", "--maybe"}}},
       .action = [&common] {
         has_acted = true;
         for (const std::string& file : {common.output, targets.plot})
           if (!file.empty()) write_file_atomically(file, file, common.force);
         return ExitCode::done;
       }});
}

Answer judge(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"flangeway", "judge"});
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  testing::internal::CaptureStderr();
  const int code = run_program(static_cast<int>(words.size()), words.data(), {{"Run", add_judge}});
  return {code, testing::internal::GetCapturedStderr()};
}

std::string refusal(const std::vector<std::string>& arguments) {
  const Answer answer = judge(arguments);
  EXPECT_EQ(answer.code, 2);
  EXPECT_FALSE(has_acted);
  const std::string help = "`flangeway judge --help` explains the command line.\n";
  return answer.error.ends_with(help) ? answer.error.substr(0, answer.error.size() - help.size())
                                      : answer.error;
}

// A NaN is neither below nor above a limit, whatever holds it.
TEST(Options, TakeFiniteNumbersOnly) {
  for (const std::string bad : {"nan", "-nan", "NaN", "inf", "-inf", "infinity", "1e999"}) {
    EXPECT_EQ(refusal({"x", "--number", bad}),
              "flangeway: --number: Value " + bad + " is no finite number\n");
    EXPECT_EQ(refusal({"x", "--maybe", bad}), "flangeway: --maybe: Value " + bad + " is no finite number\n");
    EXPECT_EQ(refusal({"x", "--numbers", "1," + bad}),
              "flangeway: --numbers: Value " + bad + " is no finite number\n");
  }
  EXPECT_EQ(refusal({"x", "--number", "31"}),
            "flangeway: --number: Value 31 not in range 0.000000 to 30.000000\n");
  EXPECT_EQ(judge({"x", "--number", "-0", "--maybe", "-1e300", "--numbers", "1,2"}).code, 0);
  EXPECT_EQ(targets.maybe, -1e300);
}

TEST(Options, TakeNoEmptyValueAndNoOptionForOne) {
  EXPECT_EQ(refusal({"x", "--output=", "--force"}), "flangeway: --output: Value is empty\n");
  EXPECT_EQ(refusal({"x", "--output="}), "flangeway: --output: Value is empty\n");
  EXPECT_EQ(refusal({"--output=", "x"}), "flangeway: --output: Value is empty\n");
  EXPECT_EQ(refusal({"x", "--number=", "1"}), "flangeway: --number: Value is empty\n");
  EXPECT_EQ(refusal({"x", "-o", ""}), "flangeway: --output: Value is empty\n");
  EXPECT_EQ(refusal({"x", "-o", "--force"}), "flangeway: --output: Value is missing before --force\n");
  EXPECT_EQ(refusal({"x", "-o", "--", "--force"}), "flangeway: --output: Value is missing before --\n");
  EXPECT_EQ(refusal({"x", "-o=a.h5"}), "flangeway: -o: Value begins with =; write -o a.h5\n");
  EXPECT_EQ(refusal({"x", "--quiet=3"}), "flangeway: --quiet takes no value\n");
  EXPECT_EQ(refusal({"x", "-o="}), "flangeway: -o: Value begins with =; write -o OUT\n");
  EXPECT_EQ(refusal({"x", "--plot", "--quiet"}), "flangeway: --plot: Value is missing before --quiet\n");
  EXPECT_EQ(refusal({""}), "flangeway: CASE.toml: Value is empty\n");
  const test::TemporaryFolder folder;
  EXPECT_EQ(judge({"x", "--set", "name=", "-o", (folder.path() / "a=").string()}).code, 0);
}

TEST(Options, AreRefusedWhereTheyHaveNoEffect) {
  EXPECT_EQ(refusal({"x", "--word", "one"}),
            "--word: has no effect without --ramp. Leave it out, or give --ramp.\n");
  EXPECT_EQ(refusal({"x", "--ramp", "--word", "three"}),
            "--ramp: has no effect without --word two or --maybe. Leave it out, or give one of them.\n");
  EXPECT_EQ(refusal({"x", "--ramp", "--word", "two", "--number", "3"}),
            "--number: has no effect with --ramp. Leave one of them out.\n");
  EXPECT_EQ(judge({"x", "--ramp", "--word", "two"}).code, 0);
  EXPECT_EQ(judge({"x", "--ramp", "--maybe", "2"}).code, 0);
}

// A verb with outputs of all formats.
struct Drawn {
  std::string plot, table;
} drawn;

void add_draw(CommandLine& program, Common& common) {
  drawn = {};
  program.add({.name = "draw",
               .summary = "Writes files of all formats",
               .files = "CASE.toml",
               .example = "flangeway draw case.toml",
               .output = "the page",
               .output_format = Format::page,
               .options = {{.name = "--plot",
                            .target = &drawn.plot,
                            .text = "picture",
                            .file = FileUse::output,
                            .format = Format::picture},
                           {.name = "--csv",
                            .target = &drawn.table,
                            .text = "table",
                            .file = FileUse::output,
                            .format = Format::table}},
               .action = [&common] {
                 if (!common.output.empty())
                   write_page_file(common.output, plot::page_head("A page") + plot::page_end(), common.force);
                 if (!drawn.plot.empty())
                   write_picture_file(drawn.plot, plot::svg(plot::Figure{.title = "A picture"}),
                                      common.force);
                 return ExitCode::done;
               }});
}

Answer draw(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"flangeway", "draw", "x"});
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  testing::internal::CaptureStderr();
  const int code = run_program(static_cast<int>(words.size()), words.data(), {{"Run", add_draw}});
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(Formats, FollowTheEnding) {
  const test::TemporaryFolder folder;
  const auto path_of = [&](const char* name) { return (folder.path() / name).string(); };
  EXPECT_EQ(draw({"-o", path_of("a.html"), "--plot", path_of("a.svg")}).code, 0);
  EXPECT_TRUE(test::read_file(path_of("a.html")).starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(test::read_file(path_of("a.svg")).starts_with("<svg"));
  EXPECT_EQ(draw({"-o", path_of("page.PDF"), "--plot", path_of("plot.pdf")}).code, 0);
  EXPECT_TRUE(test::read_file(path_of("page.PDF")).starts_with("%PDF-"));
  EXPECT_TRUE(test::read_file(path_of("plot.pdf")).starts_with("%PDF-"));
}

TEST(Formats, OtherEndingsAreRefusedAllAtOnce) {
  const Answer answer = draw({"-o", "a.svg", "--plot", "b.html", "--csv", "c.pdf"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_EQ(
      answer.error,
      "a.svg: -o: is not written in this format (got .svg; allowed .html, .htm or .pdf). Give the file such "
      "an ending.\n"
      "b.html: --plot: is not written in this format (got .html; allowed .svg or .pdf). Give the file such "
      "an "
      "ending.\n"
      "c.pdf: --csv: is not written in this format (got .pdf; allowed .csv or .txt). Give the file such an "
      "ending.\n");
  EXPECT_EQ(
      draw({"-o", "page"}).error,
      "page: -o: has no ending that says what to write (allowed .html, .htm or .pdf). Give the file such an "
      "ending.\n");
  for (const char* other : {"a.png", "a.txt", "a.pdf.svg.docx"})
    EXPECT_EQ(draw({"--plot", other}).code, 2) << other;
  EXPECT_EQ(draw({"--csv", "a.tsv"}).code, 0);  // a table of another name
}

class OutputNames : public testing::Test {
 protected:
  OutputNames() {
    const auto old = folder_.write("old", "old");
    std::filesystem::create_symlink("old", folder_.path() / "link");
    std::filesystem::create_hard_link(old, folder_.path() / "hard");
    std::filesystem::create_symlink("new", folder_.path() / "link_to_new");
    std::filesystem::create_directory(folder_.path() / "inside");
    std::filesystem::create_directory_symlink(".", folder_.path() / "here");
  }
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  test::TemporaryFolder folder_;
};

TEST_F(OutputNames, AreDifferentFilesByWhateverWay) {
  const std::vector<std::pair<std::string, std::string>> same{
      {"new", "new"},         {"new", "./new"}, {"new", "inside/../new"}, {"new", "here/new"},
      {"new", "link_to_new"}, {"old", "link"},  {"link", "hard"}};
  for (const auto& [a, b] : same) {
    EXPECT_EQ(refusal({"x", "-o", at(a), "--plot", at(b), "--force"}),
              "--plot: names the file of -o (got " + at(b) + "). Give it a name of its own.\n");
    EXPECT_EQ(refusal({"x", "--table", at(a), "--plot", at(b), "--force"}),
              "--table: names the file of --plot (got " + at(a) + "). Give it a name of its own.\n");
  }
  EXPECT_FALSE(std::filesystem::exists(at("new")));
  EXPECT_EQ(test::read_file(at("old")), "old");
  EXPECT_EQ(judge({"x", "-o", at("new"), "--plot", at("other")}).code, 0);
  EXPECT_EQ(test::read_file(at("new")), at("new"));
}

TEST_F(OutputNames, AreNoneOfAnInput) {
  for (const char* input : {"old", "link", "hard", "here/old"})
    EXPECT_EQ(
        refusal({at(input), "--plot", at("old"), "--force"}),
        at("old") + ": is one of the files that this command reads. Name another file for the output.\n");
}

// Names that only the verb knows.
TEST_F(OutputNames, AreNoneOfAFileThatTheCommandHasWritten) {
  const InputRecord record;
  write_file_atomically(at("a"), "first", false);
  try {
    write_file_atomically(at("./a"), "second", true);
    FAIL() << "nothing thrown";
  } catch (const BadInput& refused) {
    EXPECT_EQ(refused.what(), at("./a") +
                                  ": is one of the files that this command has written. Give each output a "
                                  "name of its own.");
  }
  EXPECT_EQ(test::read_file(at("a")), "first");
  EXPECT_THROW(write_folder(folder_.path(), {{"a", "third"}}, true), BadInput);
}

}  // namespace
}  // namespace flangeway::app
