// The threads of a batch of contact cases: who computes which, in which order results come, what a sequence
// finds. The cases themselves compute nothing here, so that threads meet all the time.
#include "flangeway/contact_case/run.hpp"

#include <gtest/gtest.h>

#include <numeric>

// No case uses memory here.
struct flangeway::contact::patch::Workspace::Memory {};
flangeway::contact::patch::Workspace::Workspace() = default;
flangeway::contact::patch::Workspace::~Workspace() = default;
struct flangeway::wheel_on_rail::Workspace::Memory {};
flangeway::wheel_on_rail::Workspace::Workspace() = default;
flangeway::wheel_on_rail::Workspace::~Workspace() = default;

namespace flangeway::contact_case {

// In place of the solution of a case: marks the case, and that its sequence was handed on.
CaseResult run_case(const Batch&, std::size_t index, SequenceState& sequence, const Wanted&, Workspaces&) {
  CaseResult result;
  result.metadata.number = static_cast<int>(index);
  if (!sequence.last) sequence.last.emplace();
  std::vector<double>& before = sequence.last->tractions.pressure;
  result.json["sequence"] = before.size();
  before.push_back(1);
  return result;
}

namespace {

// Sequences of five cases each.
TEST(BatchOfCases, ThreadsKeepOrderAndSequences) {
  Batch batch;
  for (int i = 0; i < 2000; ++i) {
    batch.entries.emplace_back();
    batch.entries.back().after = i % 5 == 0 ? 0 : i;
  }
  std::vector<int> order;
  RunOptions options;
  options.threads = 4;
  options.deliver = [&](const CaseResult& result) {
    order.push_back(result.metadata.number);
    EXPECT_EQ(result.json["sequence"].get<int>(), result.metadata.number % 5);
    return true;
  };
  EXPECT_EQ(run(batch, options), batch.entries.size());
  std::vector<int> expected(2000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

}  // namespace
}  // namespace flangeway::contact_case
