// Samples in study files, and what is made of their results.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "flangeway/campaign/analysis.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::campaign {
namespace {

using testing::HasSubstr;

StudySpec sampled_spec(const std::string& text, Findings& findings) {
  StudySpec spec;
  document::Document::from_text("case = \"case.toml\"\n" + text, "study.toml", findings).fill(spec, findings);
  return spec;
}

struct Planned {
  StudySpec spec;
  Plan plan;
};
Planned planned(const std::string& text) {
  Findings findings;
  Planned result{sampled_spec(text, findings), {}};
  std::optional<Plan> plan = make_plan(result.spec, findings);
  findings.throw_if_any();
  result.plan = std::move(*plan);
  return result;
}

std::string sample_findings(const std::string& text) {
  Findings findings;
  const StudySpec spec = sampled_spec(text, findings);
  if (findings.empty()) {
    const auto plan = make_plan(spec, findings);
    if (plan) check_page(spec, *plan, {}, findings);
  }
  return findings.text();
}

const std::string two_quantities = R"(
[[axes]]
name = "a"
key = "a"
distribution = { kind = "uniform", from = 10, to = 20 }
[[axes]]
name = "b"
key = "b"
distribution = { kind = "normal", mean = 3, deviation = 0.5 }
tied = [{ key = "c", factor = 2 }]
)";

std::string sample(const std::string& content) {
  return "sample = { " + content + " }\n" + two_quantities;
}

std::vector<std::string> set_texts(const Plan& plan) {
  std::vector<std::string> all;
  for (const campaign::Run& run : plan.runs)
    for (const document::Assignment& set : run.sets) all.push_back(set.text);
  return all;
}

TEST(Sample, HasTheRunsOfItsMethodAndGrows) {
  const std::pair<const char*, std::size_t> methods[] = {
      {"random", 8}, {"latin_hypercube", 8}, {"sobol", 8}, {"saltelli", 32}, {"morris", 24}};
  for (const auto& [method, runs] : methods) {
    const std::string name = std::string("method = \"") + method + "\", seed = 5, ";
    const Planned small = planned(sample(name + "count = 8")), large = planned(sample(name + "count = 16"));
    ASSERT_EQ(small.plan.runs.size(), runs) << method;
    EXPECT_EQ(large.plan.runs.size(), 2 * runs) << method;
    const auto first = set_texts(small.plan), all = set_texts(large.plan);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin())) << method;
    // The folder of the small one is that of the large one, too.
    const Identity now = identity_of(large.spec, large.plan);
    EXPECT_THAT(now.earlier, testing::Contains(identity_of(small.spec, small.plan).settings)) << method;
    const Planned other = planned(sample(name + "count = 12"));
    const bool keeps = method != std::string("latin_hypercube");
    EXPECT_EQ(testing::Value(identity_of(other.spec, other.plan).earlier,
                             testing::Contains(identity_of(small.spec, small.plan).settings)),
              keeps);
  }
}

TEST(Sample, SetsTheKeyAndWhatIsTiedToIt) {
  const Planned study = planned(sample("method = \"latin_hypercube\", count = 10"));
  std::set<int> strata;
  for (const campaign::Run& run : study.plan.runs) {
    ASSERT_EQ(run.sets.size(), 3u);
    const double a = std::stod(run.sets[0].text.substr(2)), b = std::stod(run.sets[1].text.substr(2));
    EXPECT_EQ(std::stod(run.sets[2].text.substr(2)), 2 * b);
    strata.insert(static_cast<int>(a));
    EXPECT_EQ(run.sets[0].where.line, 7);  // of the distribution
  }
  EXPECT_EQ(strata.size(), 10u);
}

TEST(Sample, OfAListTakesThePointsInTurn) {
  const Planned study = planned(R"(sample.method = "list"
[[axes]]
name = "a"
key = "a"
values = [1, 2, 3]
[[axes]]
name = "b"
choices = [{ name = "x", set = { b = 1 } }, { name = "y", set = { b = 2 } }, { name = "z", set = { b = 3 } }])");
  ASSERT_EQ(study.plan.runs.size(), 3u);
  EXPECT_EQ(settings_of(study.plan, study.plan.runs[1]), "a 2, b y");
}

TEST(Sample, TakesFilesAsAnAxis) {
  const test::TemporaryFolder folder;
  for (const char* name : {"worn_2.csv", "worn_1.csv", "new.csv"}) folder.write(name, "");
  folder.write("study.toml", R"(case = "case.toml"
sample = { method = "random", count = 40 }
[[axes]]
name = "wheel"
key = "profiles.wheel"
files = "worn_*.csv"
)");
  Findings findings;
  StudySpec spec;
  document::Document::from_file(folder.path() / "study.toml", findings).fill(spec, findings);
  const auto plan = make_plan(spec, findings);
  ASSERT_TRUE(plan) << findings.text();
  ASSERT_EQ(plan->axes[0].points.size(), 2u);
  EXPECT_EQ(plan->axes[0].points[0].sets.front().text, "profiles.wheel=\"worn_1.csv\"");
  std::set<std::size_t> drawn;
  for (const campaign::Run& run : plan->runs) drawn.insert(run.place[0]);
  EXPECT_EQ(drawn.size(), 2u);
}

TEST(Sample, SaysWhatIsWrong) {
  EXPECT_EQ(sample_findings(two_quantities),
            "study.toml:6:16: axes[0].distribution: has no meaning in a grid. Choose another sample.method, "
            "or give "
            "the axis values.\n"
            "study.toml:10:16: axes[1].distribution: has no meaning in a grid. Choose another sample.method, "
            "or give "
            "the axis values.");
  EXPECT_EQ(sample_findings(sample("method = \"random\"")),
            "study.toml:2:10: sample.count: is too small or missing (got 0; allowed a whole number of at "
            "least 1).");
  EXPECT_THAT(
      sample_findings(sample("method = \"sobol\", count = 4, shift = false")),
      HasSubstr("axes[1].distribution: has no end, and a Sobol sequence without shift begins there. Give "
                "limits, or leave out sample.shift."));
  EXPECT_THAT(sample_findings(sample("method = \"random\", count = 4, correlated = [{ axes = [\"a\", \"d\"], "
                                     "correlation = 0.5 }]")),
              HasSubstr("sample.correlated[0].axes[1]: is no axis of the study (got \"d\")."));
  EXPECT_THAT(sample_findings(sample("method = \"random\", count = 4, correlated = [{ axes = [\"a\"], "
                                     "correlation = 0.5 }]")),
              HasSubstr("sample.correlated[0].axes: is no pair (got 1 axes; allowed 2 axes)."));
  EXPECT_THAT(sample_findings(sample("method = \"random\", count = 4") +
                              "[[axes]]\nname = \"d\"\nkey = \"d\"\n"
                              "distribution = { kind = \"uniform\", from = 2, to = 1 }\n"),
              HasSubstr("axes[2].distribution: has an end that is not above its beginning."));
  EXPECT_THAT(
      sample_findings(sample("method = \"random\", count = 90000") + "[[axes]]\nname = \"d\"\nkey = \"d\"\n"
                                                                     "files = \"nowhere/*.csv\"\n"),
      HasSubstr("axes[2].files: matches no file (got \"nowhere/*.csv\")."));
  EXPECT_THAT(sample_findings(sample("method = \"saltelli\", count = 90000")),
              HasSubstr("axes: make too many runs (got 3.6e5; allowed at most 100000)."));
  EXPECT_THAT(sample_findings(sample("method = \"sobol\", count = 4") +
                              "[[tables]]\nrows = \"a\"\ncolumns = \"b\"\nvalue = \"steps\"\n"),
              HasSubstr("tables[0]: needs a grid (got sample.method = \"sobol\"). Leave the table out."));
  EXPECT_THAT(
      sample_findings(sample("method = \"sobol\", count = 4") + "[[analyses]]\noutput = \"stepps\"\n"),
      HasSubstr("analyses[0].output: is no column of the results (got \"stepps\"). The nearest is 'steps'."));
  EXPECT_THAT(
      sample_findings(
          "[[axes]]\nname = \"a\"\nkey = \"a\"\nvalues = [1]\n[[analyses]]\noutput = \"steps\"\n"),
      HasSubstr("analyses[0]: needs a sample (got sample.method = \"grid\"). Choose random, latin_hypercube, "
                "sobol, saltelli or morris."));
  EXPECT_THAT(
      sample_findings(sample("method = \"sobol\", count = 4") + "[reference]\nfollows = [\"a\"]\n"),
      HasSubstr("reference.follows[0]: is an axis with a distribution (got \"a\"). Each run would need a "
                "reference of its own."));
}

// Results made by hand: y = a + 10 b, without those of the runs in `missing`.
Table linear_results(const Planned& study, const std::set<std::size_t>& missing = {}) {
  Table table{{{"status", "", ""}, {"y", "m", ""}}, {}, {}};
  for (std::size_t i = 0; i < study.plan.runs.size(); ++i) {
    const campaign::Run& run = study.plan.runs[i];
    const double a = *study.plan.axes[0].points[run.place[0]].number,
                 b = *study.plan.axes[1].points[run.place[1]].number;
    table.runs.push_back(i);
    table.rows.push_back({missing.count(i) > 0 ? "failed" : "completed", fmt::format("{}", a + 10 * b)});
  }
  return table;
}

Estimate found(const Analysis& analysis, const std::string& quantity, const std::string& about) {
  for (const Estimate& estimate : analysis.estimates)
    if (estimate.quantity == quantity && estimate.about == about) return estimate;
  ADD_FAILURE() << quantity << ' ' << about;
  return {};
}

Planned with_analysis(const std::string& text) {
  Planned study = planned(sample(text));
  AnalysisSpec& analysis = study.spec.analyses.emplace_back();
  analysis.output.value = "y";
  analysis.above = {45};
  return study;
}

// Variances: a 100/12, 10 b 25.
TEST(Analyses, OfABlockSampleGiveSobolIndicesAndLeaveOutWholeBlocks) {
  const Planned study = with_analysis("method = \"saltelli\", count = 512");
  const Analysis analysis = analyse(study.spec, study.plan, linear_results(study, {4}))[0];
  EXPECT_EQ(analysis.used, 2044u);
  EXPECT_EQ(analysis.left_out, 4u);
  const double expected = 100.0 / 12 / (100.0 / 12 + 25);
  for (const char* order : {"first_order", "total_order"}) {
    const auto [value, lower, upper] = found(analysis, order, "a").interval;
    EXPECT_LE(lower, expected);
    EXPECT_GE(upper, expected);
    EXPECT_LT(upper - lower, 0.2);
  }
  EXPECT_NEAR(found(analysis, "polynomial_total_order", "b").interval.value, 1 - expected, 1e-3);
  EXPECT_LT(found(analysis, "polynomial_error", "").interval.value, 1e-20);
}

// P(y > 45) with y - 45 the sum of a uniform variable of width 10 and a normal one of deviation 5, both about
// 0: 1/2.
TEST(Analyses, OfAnyOtherSampleGiveQuantilesAndProbabilities) {
  for (const char* method : {"random", "latin_hypercube", "sobol"}) {
    const Planned study = with_analysis(std::string("method = \"") + method + "\", count = 1000");
    const Analysis analysis = analyse(study.spec, study.plan, linear_results(study))[0];
    for (const Estimate& one : {found(analysis, "probability_above", "45"), found(analysis, "mean", ""),
                                found(analysis, "quantile", "0.5")}) {
      const double truth = one.quantity == "probability_above" ? 0.5 : 45;
      EXPECT_LE(one.interval.lower, truth) << method << one.quantity;
      EXPECT_GE(one.interval.upper, truth) << method << one.quantity;
    }
    EXPECT_GT(found(analysis, "rank_correlation", "b").interval.value, 0.75);
  }
}

TEST(Analyses, OfTrajectoriesGiveElementaryEffects) {
  const Planned study = with_analysis("method = \"morris\", count = 4");
  const std::vector<Analysis> all = analyse(study.spec, study.plan, linear_results(study));
  EXPECT_NEAR(found(all[0], "effect_mean", "a").interval.value, 10, 1e-9);
  EXPECT_NEAR(found(all[0], "effect_deviation", "a").interval.value, 0, 1e-9);
  EXPECT_THAT(analysis_csv(all), HasSubstr("output,quantity,about,value,lower,upper\ny,effect_absolute,a,"));
  const std::string html = analysis_html(all, study.plan, linear_results(study));
  EXPECT_THAT(html, HasSubstr("12 runs used, 0 left out."));
  EXPECT_THAT(html, HasSubstr("effect_absolute"));
}

TEST(Analyses, SayWhatThereAreTooFewRunsFor) {
  const Planned study = with_analysis("method = \"random\", count = 3");
  const Analysis analysis = analyse(study.spec, study.plan, linear_results(study))[0];
  EXPECT_THAT(
      analysis.notes,
      testing::ElementsAre("quantiles and probabilities need at least 4 runs with a value; there are 3"));
  EXPECT_TRUE(analysis.estimates.empty());
}

// 20 values bound no quantile of 0.95 from above.
TEST(Analyses, LeaveAnEndOpenThatNothingBounds) {
  const Planned study = with_analysis("method = \"random\", count = 20");
  const std::vector<Analysis> all = analyse(study.spec, study.plan, linear_results(study));
  EXPECT_TRUE(std::isinf(found(all[0], "quantile", "0.95").interval.upper));
  EXPECT_THAT(analysis_json(all), HasSubstr("\"upper\": null"));
  EXPECT_THAT(analysis_csv(all), testing::ContainsRegex("quantile,0.95,[0-9.]+,[0-9.]+,\n"));
}

}  // namespace
}  // namespace flangeway::campaign
