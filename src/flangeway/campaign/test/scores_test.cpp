// Many threads hand in results at once, as those of a study do. It runs under the thread sanitizer too.
#include "flangeway/campaign/scores.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "flangeway/core/parallel.hpp"

namespace flangeway::campaign {
namespace {

constexpr std::size_t references = 16, runs_of_each = 40;

Plan plan_of_runs() {
  Plan plan;
  plan.references = references;
  plan.runs.resize(references * (1 + runs_of_each));
  for (std::size_t i = references; i < plan.runs.size(); ++i) plan.runs[i].reference = i % references;
  return plan;
}

Outcome outcome(double y) {
  return {R"({"status": "completed"})", {{"t", "a.y"}, {"s", "m"}, {{0, 1}, {y, -y}}}};
}

// References come in the midst of their runs, so that some wait for them and some do not.
TEST(Scores, TakeResultsFromManyThreadsAtOnce) {
  const Plan plan = plan_of_runs();
  for (int round = 0; round < 8; ++round) {
    Scores scores({}, plan);
    std::size_t most = 0;
    for_each_index(
        plan.runs.size(), 4,
        [&](std::size_t k) {
          const std::size_t i = (k + 7 * references) % plan.runs.size();
          const double base = 1 + static_cast<double>(i % references);
          scores.add(i, outcome(i < references ? base : 1.5 * base), {"a.y"});
        },
        [&] { most = std::max(most, scores.done()); });
    EXPECT_LE(most, plan.runs.size());
    EXPECT_EQ(scores.done(), plan.runs.size());
    EXPECT_EQ(scores.with_status("completed"), plan.runs.size());
    const auto all = scores.all();
    for (std::size_t i = references; i < all.size(); ++i) {
      ASSERT_TRUE(all[i] && all[i]->error) << i;
      ASSERT_NEAR(all[i]->error->largest, 0.5, 1e-12) << i;
    }
  }
}

}  // namespace
}  // namespace flangeway::campaign
