#include "flangeway/report/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numbers>

#include "flangeway/report/plots.hpp"
#include "flangeway/report/wheels.hpp"
#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* summary_text =
    R"({"status": "completed", "time": 9.9, "distance": 198.0, "wall_time": 0.5,
  "real_time_factor": 19.8, "warnings": ["wheelset1 <pulls> & lifts"], "failure": null, "admissible": false,
  "wheels": {"wheelset1.left": {"Q_mean": 50000, "Q_max": 61234, "Y_max": 20000, "YQ_max": 0.9,
                                "contact_angle_max": 1.0471975512, "nadal_limit": 1.034, "flange_time": 2.5,
                                "tensile_time": 0.25},
             "wheelset1.right": {"Q_mean": 45000, "Q_max": 55000, "Y_max": 9000, "YQ_max": 0.2,
                                 "contact_angle_max": 0.05, "nadal_limit": 0, "flange_time": 0, "tensile_time": 0}}})";

class PageTest : public testing::Test {
 protected:
  results::Provenance provenance_{.version = "1.2.3",
                                  .commit = "abc1234",
                                  .command_line = "flangeway run a.toml",
                                  .started = "2020-01-02T03:04:05Z",
                                  .inputs = {{"a.toml", std::string(64, 'f')}},
                                  .method = "kec",
                                  .integrator = "rk4, step 0.001 s",
                                  .settings =
                                      "name = \"A <b> & c\"\nspeed = 20\n[contact]\n"
                                      "friction = { coefficient = 0.3, right = 0.1 }\n"
                                      "# --set contact.friction.coefficient=0.25"};
  test::TemporaryFolder folder_;

  /// A run of `rows` rows with all kinds of channels that the page draws; no summary where `summary` is null.
  results::Reader recorded(std::size_t rows, const char* summary) {
    const std::string path = (folder_.path() / "run.h5").string();
    Findings findings;
    std::vector<results::Channel> channels;
    for (const char* name :
         {"t", "distance", "carbody.y", "carbody.yaw", "carbody.roll", "wheelset1.y", "wheelset1.yaw",
          "wheelset1.left.Q", "wheelset1.left.tread.contact_angle", "wheelset1.left.flange.contact_angle",
          "wheelset1.left.flange.normal_force", "wheelset1.right.Q", "track.curvature"}) {
      channels.push_back({name, "", "", ""});
    }
    auto writer = results::Writer::create(path, channels, provenance_, true, findings);
    findings.throw_if_any();
    for (std::size_t i = 0; i < rows; ++i) {
      const double x = static_cast<double>(i);
      const bool flange = i >= 2;
      const double row[] = {
          0.1 * x, 2 * x, 0.001, 0, 0.002, 0.003, 0, 50000 + x, 0.1, flange ? 1.0 : 0, flange ? 700.0 : 0,
          40000,   0.002};
      EXPECT_TRUE(writer->append(row));
    }
    if (summary != nullptr) writer->finish(results::Status::completed, summary);
    writer.reset();
    auto reader = results::Reader::open(path, findings);
    findings.throw_if_any();
    return std::move(*reader);
  }

  static nlohmann::json data_of(const std::string& html) {
    const std::string mark = "<script type=\"application/json\" id=\"data\">";
    const std::size_t from = html.find(mark) + mark.size();
    return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
  }
};

TEST_F(PageTest, SaysWhatWasRun) {
  const std::string html = page(recorded(4, summary_text));
  EXPECT_THAT(html, HasSubstr("<h1>A &lt;b&gt; &amp; c</h1>"));
  EXPECT_THAT(html, HasSubstr("<span class=\"status completed\">completed</span>"));
  EXPECT_THAT(html, HasSubstr("198.00 m in 9.900 s"));
  EXPECT_THAT(html, HasSubstr("<li>wheelset1 &lt;pulls&gt; &amp; lifts</li>"));
  EXPECT_THAT(html, HasSubstr("0.50 s, 19.8 times real time"));
  EXPECT_THAT(html, HasSubstr("a.toml <code class=\"hash\" title=\"SHA-256\">" + std::string(64, 'f')));
  EXPECT_THAT(html, HasSubstr("<code>flangeway run a.toml</code>"));
  EXPECT_THAT(html, HasSubstr("Flangeway 1.2.3 (abc1234)"));
}

TEST_F(PageTest, ShowsTheNumbersOfTheWheels) {
  const std::string html = page(recorded(4, summary_text));
  EXPECT_THAT(html,
              HasSubstr("<tr><th>wheelset1.left</th><td>50.00</td><td>61.23</td><td>20.00</td><td>0.900</td>"
                        "<td>60.0</td><td>1.034</td><td>2.50</td><td class=\"over\">0.25</td></tr>"));
  EXPECT_THAT(html,
              HasSubstr("<tr><th>wheelset1.right</th><td>45.00</td><td>55.00</td><td>9.00</td><td>0.200</td>"
                        "<td>2.9</td><td>–</td><td>0.00</td><td>0.00</td></tr>"));
}

TEST_F(PageTest, MarksAWheelAboveNadalsLimit) {
  std::string summary = summary_text;
  summary.replace(summary.find("1.034"), 5, "0.787");
  provenance_.settings.clear();
  const std::string html = page(recorded(4, summary.c_str()));
  EXPECT_THAT(html, HasSubstr("<td class=\"over\">0.900</td><td>60.0</td><td>0.787</td>"));
  EXPECT_THAT(html, HasSubstr("<h1>run.h5</h1>"));
}

TEST_F(PageTest, SaysWhetherTheResultIsAdmissible) {
  EXPECT_THAT(page(recorded(4, summary_text)),
              HasSubstr("<span class=\"over\">no: wheels were pulled onto their rails</span>"));
  EXPECT_THAT(page(recorded(4, R"({"admissible": true})")),
              HasSubstr("yes: no wheel was pulled onto its rail"));
  EXPECT_THAT(page(recorded(4, "{}")), Not(HasSubstr("Admissible")));
}

TEST_F(PageTest, SaysHowAWheelDerailed) {
  EXPECT_THAT(
      page(recorded(4, R"({"derailment": {"wheel": "wheelset1.right", "kind": "flange climbed the rail",
                "distance": 150.126, "time": 7.5, "YQ": 0.9, "nadal_limit": 0.4}})")),
      HasSubstr("wheelset1.right, flange climbed the rail, after 150.13 m, 7.500 s; Y/Q there 0.900, "
                "Nadal’s limit 0.400"));
}

TEST_F(PageTest, CurvesHaveTheValuesOfTheChannels) {
  const nlohmann::json data = data_of(page(recorded(4, summary_text)));
  EXPECT_EQ(data["run"], 1);
  EXPECT_EQ(data["places"]["distance"], (std::vector<double>{0, 2, 4, 6}));
  EXPECT_EQ(data["places"]["time"], (std::vector<double>{0, 0.1, 0.2, 0.3}));
  EXPECT_EQ(data["curvature"][3], 0.002);
  std::map<std::string, nlohmann::json> panels;
  for (const auto& panel : data["panels"]) panels[panel["title"]] = panel;
  const auto& q = panels.at("Vertical wheel force Q");
  EXPECT_EQ(q["unit"], "kN");
  EXPECT_EQ(q["curves"][0]["name"], "wheelset1.left");
  EXPECT_EQ(q["curves"][0]["values"], (std::vector<double>{50, 50.001, 50.002, 50.003}));
  EXPECT_EQ(q["curves"][1]["dashed"], true);
  const auto& angle = panels.at("Contact angle, of the flange where it touches");
  EXPECT_EQ(angle["curves"][0]["values"], (std::vector<double>{5.7296, 5.7296, 57.296, 57.296}));
  EXPECT_EQ(panels.at("Car body and bogies: roll, left side up positive")["curves"].size(), 1u);
  EXPECT_EQ(panels.count("Lateral wheel force Y, left positive"), 0u);  // not recorded
}

TEST_F(PageTest, NeedsNothingFromElsewhere) {
  const std::string html = page(recorded(4, summary_text));
  for (const char* outside : {"http:", "https:", "src=", "href=", "@import", "url(", "fetch(", "<!--"}) {
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  }
}

TEST_F(PageTest, AnInterruptedRunIsShownWithoutSummary) {
  const std::string html = page(recorded(3, nullptr));
  EXPECT_THAT(html, HasSubstr("running, or ended without a word: the plots show what was recorded"));
  EXPECT_THAT(html, HasSubstr("The file has no summary: the run is still going on or was killed."));
  EXPECT_EQ(data_of(html)["places"]["distance"].size(), 3u);
}

TEST_F(PageTest, ARunWithoutRowsHasAPage) {
  EXPECT_EQ(data_of(page(recorded(0, nullptr)))["places"]["time"].size(), 0u);
}

TEST_F(PageTest, TextsCannotEndTheScript) {
  provenance_.settings = "name = \"</script><script>alert(1)</script>\"";
  const std::string html = page(recorded(1, summary_text));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, HasSubstr("<h1>&lt;/script&gt;"));
}

TEST_F(PageTest, LongRunsAreThinnedBelowFiveMegabytes) {
  const std::string html = page(recorded(120000, summary_text));
  EXPECT_LT(html.size(), 5'000'000u);
  const nlohmann::json data = data_of(html);
  EXPECT_GT(data["run"], 1);
  const auto q = data["panels"][3]["curves"][0]["values"].get<std::vector<double>>();
  EXPECT_EQ(q.size(), data["places"]["time"].size());
  EXPECT_EQ(*std::max_element(q.begin(), q.end()), 170.0);  // 50000 N + 119999 N
}

TEST(Thinned, KeepsExtremesInTheirOrder) {
  const std::vector<double> values{3, 1, 2, 5, 9, 4, 7};
  EXPECT_EQ(thinned(values, 1), values);
  EXPECT_THAT(thinned(values, 3), ElementsAre(3, 1, 9, 4, 7, 7));
  EXPECT_THAT(thinned_places({0, 1, 2, 3, 4, 5, 6}, 3), ElementsAre(0, 1, 3, 4, 6, 6));
}

}  // namespace
}  // namespace flangeway::report
