#include "flangeway/report/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

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
  std::vector<results::Reader> recorded(std::size_t rows, const char* summary) {
    const std::string path = (folder_.path() / "run.h5").string();
    Findings findings;
    std::vector<results::Channel> channels;
    for (const char* name :
         {"t", "distance", "carbody.y", "carbody.yaw", "carbody.roll", "wheelset1.y", "wheelset1.yaw",
          "wheelset1.left.Q", "wheelset1.left.tread.contact_angle", "wheelset1.left.flange.contact_angle",
          "wheelset1.left.flange.normal_force", "wheelset1.right.Q", "track.curvature", "wheelset1.vy"}) {
      channels.push_back({name, "", "", ""});
    }
    auto writer = results::Writer::create(path, channels, provenance_, true, findings);
    findings.throw_if_any();
    for (std::size_t i = 0; i < rows; ++i) {
      const double x = static_cast<double>(i);
      const bool flange = i >= 2;
      const double row[] = {0.1 * x,
                            2 * x,
                            0.001,
                            0,
                            0.002,
                            0.003,
                            0,
                            50000 + x,
                            0.1,
                            flange ? 1.0 : 0,
                            flange ? 700.0 : 0,
                            40000,
                            0.002,
                            0.01 * x * x};
      EXPECT_TRUE(writer->append(row));
    }
    if (summary != nullptr) writer->finish(results::Status::completed, summary);
    writer.reset();
    auto reader = results::Reader::open(path, findings);
    findings.throw_if_any();
    std::vector<results::Reader> runs;
    runs.push_back(std::move(*reader));
    return runs;
  }

  static nlohmann::json data_of(const std::string& html) {
    const std::string mark = "<script type=\"application/json\" id=\"data\">";
    const std::size_t from = html.find(mark) + mark.size();
    return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
  }
  static nlohmann::json channel_of(const nlohmann::json& run, const std::string& name) {
    for (const auto& channel : run["channels"]) {
      if (channel["name"] == name) return channel;
    }
    return nullptr;
  }
};

TEST_F(PageTest, SaysWhatWasRun) {
  provenance_.scene = R"({"bodies": []})";
  const nlohmann::json run = data_of(page(recorded(4, summary_text)))["runs"][0];
  EXPECT_EQ(run["name"], "A <b> & c");
  EXPECT_EQ(run["status"], "completed");
  EXPECT_EQ(run["rows"], 4);
  EXPECT_EQ(run["summary"]["wheels"]["wheelset1.left"]["Q_max"], 61234);
  EXPECT_EQ(run["provenance"]["command_line"], "flangeway run a.toml");
  EXPECT_EQ(run["provenance"]["inputs"][0]["sha256"], std::string(64, 'f'));
  EXPECT_EQ(run["provenance"]["integrator"], "rk4, step 0.001 s");
  EXPECT_EQ(run["scene"]["bodies"], nlohmann::json::array());
}

TEST_F(PageTest, ChannelsCarryTheirRange) {
  const nlohmann::json run = data_of(page(recorded(4, summary_text)))["runs"][0];
  EXPECT_EQ(run["run"], 1);
  EXPECT_EQ(run["frames"], nullptr);
  const auto q = channel_of(run, "wheelset1.left.Q");
  EXPECT_EQ(q["lo"], 50000);
  EXPECT_EQ(q["hi"], 50003);
  EXPECT_EQ(channel_of(run, "wheelset1.right.Q")["c"], 40000);
  EXPECT_EQ(channel_of(run, "wheelset1.left.contact_angle")["derived"], true);
}

TEST_F(PageTest, TakesSeveralRuns) {
  std::vector<results::Reader> runs = recorded(4, summary_text);
  Findings findings;
  runs.push_back(std::move(*results::Reader::open((folder_.path() / "run.h5").string(), findings)));
  EXPECT_EQ(data_of(page(runs))["runs"].size(), 2u);
}

TEST_F(PageTest, NeedsNothingFromElsewhere) {
  const std::string html = page(recorded(4, summary_text));
  EXPECT_THAT(html, HasSubstr("Content-Security-Policy\" content=\"default-src 'none'"));
  for (const char* outside :
       {" src=\"", "<link", "@import", "url(", "fetch(", "XMLHttpRequest", "WebSocket"}) {
    EXPECT_THAT(html, Not(HasSubstr(outside))) << outside;
  }
}

TEST_F(PageTest, AnInterruptedRunIsShownWithoutSummary) {
  const nlohmann::json run = data_of(page(recorded(3, nullptr)))["runs"][0];
  EXPECT_EQ(run["status"], "running");
  EXPECT_EQ(run["summary"], nlohmann::json::object());
  EXPECT_EQ(run["rows"], 3);
}

TEST_F(PageTest, ARunWithoutRowsHasAPage) {
  EXPECT_EQ(data_of(page(recorded(0, nullptr)))["runs"][0]["rows"], 0);
}

TEST_F(PageTest, TextsCannotEndTheScript) {
  provenance_.settings = "name = \"</script><script>alert(1)</script>\"";
  const std::string html = page(recorded(1, summary_text));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_EQ(data_of(html)["runs"][0]["name"], "</script><script>alert(1)</script>");
}

TEST_F(PageTest, LongRunsAreThinnedAndKeepTheirExtremes) {
  const std::string html = page(recorded(400000, summary_text));
  EXPECT_LT(html.size(), 10'000'000u);
  const nlohmann::json run = data_of(html)["runs"][0];
  EXPECT_GT(run["run"], 1);
  EXPECT_EQ(channel_of(run, "wheelset1.left.Q")["hi"], 50000 + 399999);
  EXPECT_EQ(run["frames"]["every"], 160);
}

// A record is a time and 2 × 3 numbers: all that a page has room for, evenly.
TEST_F(PageTest, TheDeformedTrackIsThinned) {
  const results::ArrayGroup arrays{"",
                                   {{"station_spacing", 0.3}},
                                   {{"t", "s", "", "", {}},
                                    {"s", "m", "track", "", {}},
                                    {"rail_y", "m", "track", "", {2, 3}},
                                    {"rail_roll", "rad", "track", "", {2, 3}},
                                    {"sleeper_y", "m", "track", "", {2, 3}},
                                    {"sleeper_z", "m", "track", "", {2, 3}},
                                    {"rail_z", "m", "track", "", {2, 1488}}}};
  for (const std::size_t records : {0u, 100u, 400u}) {
    const std::string path = (folder_.path() / "deformed.h5").string();
    Findings findings;
    auto writer = results::Writer::create(path, {{"t", "s", "", ""}}, provenance_, true, findings, arrays);
    ASSERT_TRUE(writer);
    std::vector<double> record(arrays.numbers());
    for (std::size_t i = 0; i < records; ++i) {
      record[0] = static_cast<double>(i);
      record.back() = -1e-3 * static_cast<double>(i);
      ASSERT_TRUE(writer->append_deformed_track(record.data()));
    }
    ASSERT_TRUE(writer->finish(results::Status::completed, "{}"));
    std::vector<results::Reader> runs;
    runs.push_back(std::move(*results::Reader::open(path, findings)));
    const nlohmann::json track = data_of(page(runs))["runs"][0]["deformed_track"];
    if (records == 0) {
      EXPECT_TRUE(track.is_null());
      continue;
    }
    EXPECT_EQ(track["records"], records);
    EXPECT_EQ(track["every"], records == 400 ? 3 : 1);  // 550 000 numbers
    EXPECT_EQ(track["station_spacing"], 0.3);
    EXPECT_EQ(track["arrays"]["rail_z"]["extents"], (std::vector<int>{2, 1488}));
    EXPECT_NEAR(track["arrays"]["rail_z"]["lo"], records == 400 ? -0.399 : -0.099, 2e-8);
  }
}

TEST_F(PageTest, ADamagedDeformedTrackIsLeftOut) {
  const std::string path = (folder_.path() / "damaged.h5").string();
  Findings findings;
  auto writer =
      results::Writer::create(path, {{"t", "s", "", ""}}, provenance_, true, findings,
                              {"", {}, {{"t", "s", "", "", {}}, {"rail_z", "m", "track", "", {2, 4}}}});
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->append_deformed_track(std::vector<double>(9).data()));
  ASSERT_TRUE(writer->finish(results::Status::completed, "{}"));
  std::vector<results::Reader> runs;
  runs.push_back(std::move(*results::Reader::open(path, findings)));
  EXPECT_TRUE(data_of(page(runs))["runs"][0]["deformed_track"].is_null());
}

TEST_F(PageTest, OfPatchesHasTheFieldsOfTheCases) {
  const std::string path = (folder_.path() / "fields.h5").string();
  Findings findings;
  provenance_.scene = R"({"wheel": [], "rail": []})";
  auto writer = results::FieldWriter::create(path, provenance_, false, findings);
  findings.throw_if_any();
  for (const char* name : {"case_00001/patch_1", "case_00001/patch_2", "case_00002/patch_1"}) {
    writer->add({name,
                 {{"state", "solved"}, {"results", R"({"case": 7, "name": "<x>", "patches": [
                      {"approach": 0.5, "FN": 10, "FX": 3}, {"FN": 20, "FX": -1, "FS": 4}]})"}},
                 {{"x", "m", "", 0, 2, {0, 0.5}},
                  {"y", "m", "", 0, 1, {3}},
                  {"pressure", "Pa", "", 1, 2, {1, 2}},
                  {"friction", "1", "", 1, 2, {0.5, 0.5}},
                  {"traction_x", "Pa", "", 1, 2, {0.3, 0}},
                  {"traction_y", "Pa", "", 1, 2, {0.4, 0.25}},
                  {"gap", "m", "", 1, 2, {0.75, 0.5}},
                  {"displacement_z", "m", "", 1, 2, {0.125, 0.25}}}});
  }
  writer->finish(results::Status::completed, "{}");
  const nlohmann::json file = data_of(page(*results::FieldReader::open(path, findings)))["file"];
  ASSERT_EQ(file["cases"].size(), 2u);
  EXPECT_EQ(file["cases"][0]["number"], 7);
  EXPECT_EQ(file["cases"][0]["state"], "solved");
  ASSERT_EQ(file["cases"][0]["patches"].size(), 2u);
  const auto& patch = file["cases"][0]["patches"][0];
  EXPECT_EQ(patch["nx"], 2);
  EXPECT_EQ(patch["dx"], 0.5);
  EXPECT_EQ(patch["fields"]["pressure"]["hi"], 2);
  EXPECT_EQ(patch["peak"], (nlohmann::json{{"row", 0}, {"column", 1}}));
  EXPECT_DOUBLE_EQ(patch["fields"]["traction"]["hi"], 0.5);
  EXPECT_EQ(patch["fields"]["bound"]["hi"], 1);
  EXPECT_DOUBLE_EQ(patch["fields"]["utilisation"]["hi"], 1);
  EXPECT_EQ(patch["fields"]["utilisation"]["lo"], 0.25);
  EXPECT_EQ(patch["fields"]["pressed_gap"]["lo"], 0);
  EXPECT_EQ(patch["fields"]["pressed_gap"]["hi"], 0.25);
  EXPECT_EQ(patch["fields"]["deformed_gap"]["hi"], 0.375);
  EXPECT_EQ(file["cases"][0]["totals"], (nlohmann::json{{"FN", 30.0}, {"FX", 2.0}, {"FS", 4.0}}));
  EXPECT_EQ(file["cases_without_fields"], 0);
  EXPECT_TRUE(file["profiles"].is_object());
}

}  // namespace
}  // namespace flangeway::report
