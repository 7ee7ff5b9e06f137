// The report for print: names of the standards, values after the rules, folded events, limits in the plots.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/plot/page.hpp"
#include "flangeway/report/page.hpp"
#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

using testing::HasSubstr;

class PrintPage : public testing::Test {
 protected:
  std::string of(const nlohmann::json& summary, std::size_t runs = 1) {
    const std::string path = (folder_.path() / "run.h5").string();
    Findings findings;
    std::vector<results::Channel> channels;
    for (const char* name : {"t", "distance", "w.y", "w.left.Q", "w.left.Y", "w.left.YQ", "w.right.Q",
                             "w.right.Y", "w.right.YQ"})
      channels.push_back({name, "", "", ""});
    auto writer = results::Writer::create(path, channels, {}, true, findings);
    findings.throw_if_any();
    for (int i = 0; i <= 40; ++i) {
      const double left = i == 20 ? 30e3 : 50e3, y = i > 10 ? 60e3 : 1e3;
      const double row[]{0.1 * i, i * 1.0, 0.001 * i, left, y, y / left, 50e3, -1e3, 0.02};
      EXPECT_TRUE(writer->append(row));
    }
    writer->finish(results::Status::completed, summary.dump());
    std::vector<results::Reader> readers;
    for (std::size_t i = 0; i < runs; ++i)
      readers.push_back(std::move(*results::Reader::open(path, findings)));
    return print_page(readers);
  }

  test::TemporaryFolder folder_;
};

const nlohmann::json wheels{{"w.left", {{"YQ_max", 2.0}, {"flange_time", 0}, {"nadal_limit", 0}}},
                            {"w.right", {{"YQ_max", 0.02}, {"flange_time", 0}, {"nadal_limit", 0}}}};

TEST_F(PrintPage, HasTheNamesAndValuesOfTheStandards) {
  const std::string html = of({{"wheels", wheels}});
  EXPECT_THAT(html, HasSubstr("<th>w.left (12)</th>"));
  EXPECT_THAT(html, HasSubstr("<th>w.right (11)</th>"));
  EXPECT_THAT(html, HasSubstr("<td>30.0 <span class=\"note\">at 0.020 km</span></td>"));  // least Q
  // Mean forces 49.512 and 50 kN: static 49.756 kN, and 30 kN is 39.7 % less.
  EXPECT_THAT(html, HasSubstr("<td>0.40</td>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"alarm\">1.600 <span"));  // mean over 2 m: 1.2, 2, 1.2 by trapezia
  EXPECT_THAT(html, HasSubstr("0.8 (EN 14363)"));
}

TEST_F(PrintPage, FoldsEventsOfOneKind) {
  nlohmann::json events = nlohmann::json::array();
  for (int i = 0; i < 112; ++i)
    events.push_back({{"time", i}, {"distance", 10.0 * i}, {"wheel", "w.left"}, {"kind", "flange touches"}});
  const std::string html = of({{"wheels", wheels}, {"events", events}});
  EXPECT_THAT(html, HasSubstr("<th>w.left: flange touches</th><td>112</td><td>0.000</td><td>1.110</td>"));
}

TEST_F(PrintPage, BecomesAPdfOfOneRunAndOfTwo) {
  EXPECT_THAT(plot::page_pdf(of({{"wheels", wheels}})), HasSubstr("(Vertical wheel force) Tj"));
  EXPECT_THAT(plot::page_pdf(of({{"wheels", wheels}}, 2)), HasSubstr("first wheelset are drawn"));
}

}  // namespace
}  // namespace flangeway::report
