// `flangeway report` as a user meets it: a short run, and the page of it.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ReportVerb : public testing::Test {
 protected:
  ReportVerb() {
    summary_ = run_flangeway({"run", FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500_irregular.toml",
                              "-o", file_, "--set", "integration.duration=0.2", "--json"})
                   .out;
  }
  TemporaryFolder folder_;
  std::string file_ = (folder_.path() / "run.h5").string(), page_ = (folder_.path() / "run.html").string();
  std::string summary_;
};

/// The elements that are open at the end, outermost first; a closing tag that does not fit is shown with `/`.
std::vector<std::string> open_elements(const std::string& html) {
  static const std::regex tag("<(/?)([a-zA-Z][a-zA-Z0-9]*)[^>]*?(/?)>");
  std::vector<std::string> open;
  for (std::sregex_iterator it(html.begin(), html.end(), tag), end; it != end; ++it) {
    const std::string name = (*it)[2];
    if (name == "meta" || name == "br" || (*it)[3].length() > 0) continue;
    if ((*it)[1].length() == 0) {
      open.push_back(name);
    } else if (!open.empty() && open.back() == name) {
      open.pop_back();
    } else {
      open.push_back("/" + name);
    }
  }
  return open;
}

/// The page without what stands inside its scripts and style.
std::string markup(std::string html) {
  for (const std::string name : {"script", "style"}) {
    for (std::size_t at = html.find("<" + name); at != std::string::npos;
         at = html.find("<" + name, at + 1)) {
      const std::size_t from = html.find('>', at) + 1;
      html.erase(from, html.find("</" + name + ">", from) - from);
    }
  }
  return html;
}

TEST_F(ReportVerb, WritesAWholePageBesideTheResults) {
  const ProgramResult result = run_flangeway({"report", file_});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.out, page_ + "\n");
  const std::string html = read_file(page_);
  EXPECT_THAT(html, StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_THAT(open_elements(markup(html)), testing::IsEmpty());
  EXPECT_THAT(html, HasSubstr("<h1>Manchester wagon, R = 500 m, irregular</h1>"));
  for (const char* outside : {"http:", "https:", "src=", "href=", "@import", "url("}) {
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  }
  EXPECT_LT(html.size(), 5'000'000u);
}

TEST_F(ReportVerb, ShowsTheNumbersOfTheRun) {
  const ProgramResult result = run_flangeway({"report", file_, "-o", page_, "--json"});
  ASSERT_EQ(nlohmann::json::parse(result.out)["report"], page_);
  const std::string html = read_file(page_);
  const auto wheels = nlohmann::json::parse(summary_)["wheels"];
  ASSERT_EQ(wheels.size(), 8u);
  for (const auto& [name, wheel] : wheels.items()) {
    char cells[100];
    std::snprintf(cells, sizeof cells, "<td>%.2f</td><td>%.2f</td>", wheel["Q_mean"].get<double>() / 1e3,
                  wheel["Q_max"].get<double>() / 1e3);
    EXPECT_THAT(html, HasSubstr("<tr><th>" + name + "</th>" + cells));
  }
  EXPECT_THAT(html, HasSubstr("manchester_r500_irregular.toml <code class=\"hash\""));
  for (const char* panel : {"Track: irregularities", "Wheelsets: yaw", "Vertical wheel force Q",
                            "Flange: normal force", "Contact angle", "Car body and bogies: roll"}) {
    EXPECT_THAT(html, HasSubstr(panel));
  }
}

TEST_F(ReportVerb, DoesNotOverwriteUnlessForced) {
  folder_.write("run.html", "mine");
  const ProgramResult refused = run_flangeway({"report", file_});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error, page_ + ": exists already. Give another name, or --force to overwrite it.\n");
  EXPECT_EQ(read_file(page_), "mine");
  EXPECT_EQ(run_flangeway({"report", file_, "--force"}).exit_code, 0);
  EXPECT_THAT(read_file(page_), StartsWith("<!DOCTYPE html>"));
}

TEST_F(ReportVerb, RefusesWhatIsNoResult) {
  const std::string text = folder_.write("text.h5", "no HDF5").string();
  const ProgramResult refused = run_flangeway({"report", text});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error, text + ": is not an HDF5 file. Give a file that flangeway run has written.\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "text.html"));
}

}  // namespace
}  // namespace flangeway::test
