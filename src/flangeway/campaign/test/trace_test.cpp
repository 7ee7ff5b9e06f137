#include "flangeway/campaign/trace.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::campaign {
namespace {

constexpr double pi = 3.14159265358979323846;

// y = amplitude · sin(t) + shift at n instants `step` apart.
Trace sine(double amplitude, double shift, double step, std::size_t n) {
  Trace trace{{"t", "a.y"}, {"s", "m"}, {{}, {}}};
  for (std::size_t i = 0; i < n; ++i) {
    trace.columns[0].push_back(static_cast<double>(i) * step);
    trace.columns[1].push_back(amplitude * std::sin(trace.columns[0].back()) + shift);
  }
  return trace;
}

TEST(Trace, ReadsBackBitForBit) {
  Trace trace = sine(1e-3 / 3, 1e-17, 0.01, 400);
  trace.names.emplace_back("a.yq");
  trace.units.emplace_back("1");
  trace.columns.emplace_back(400, -1.0 / 7);
  const std::optional<Trace> back = parse_trace(trace_csv(trace));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->names, trace.names);
  EXPECT_EQ(back->units, trace.units);
  EXPECT_EQ(back->columns, trace.columns);
}

TEST(Trace, ARunThatFailedAtOnceHasNoRows) {
  const std::optional<Trace> back = parse_trace(trace_csv({{"t"}, {"s"}, {{}}}));
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->columns[0].empty());
}

TEST(Trace, WhatIsTornOrForeignIsNotRead) {
  const std::string good = "t [s],y [m]\n0,1\n1,2\n";
  ASSERT_TRUE(parse_trace(good));
  for (std::size_t length = 0; length < good.size(); ++length) {
    const std::optional<Trace> part = parse_trace(good.substr(0, length));
    EXPECT_EQ(part.has_value(), length == 12 || length == 16) << length;  // whole lines
  }
  for (const char* bad : {"y\n0\n", "t,y\n0\n", "t,y\n0,1,2\n", "t,y\n0,x\n", "t,y\n0,nan\n",
                          "t,y\n1,0\n0,0\n", ",\n", "t,,y\n0,1,2\n", "t,y\n0,\n"})
    EXPECT_FALSE(parse_trace(bad)) << bad;
}

// |y − y_ref| = 1e-4 everywhere, max |y_ref| = 2e-3.
TEST(TraceError, IsTheDifferenceOverTheLargestOfTheReference) {
  const Trace reference = sine(2e-3, 0, pi / 200, 401), run = sine(2e-3, 1e-4, pi / 200, 401);
  const auto error = error_against(reference, run, {"a.y"}, ErrorScale::reference);
  ASSERT_TRUE(error);
  EXPECT_NEAR(error->largest, 0.05, 1e-12);
  EXPECT_NEAR(error->mean, 0.05, 1e-12);
  // Divided by the run's own largest, 2.1e-3.
  EXPECT_NEAR(error_against(reference, run, {"a.y"}, ErrorScale::run)->largest, 1e-4 / 2.1e-3, 1e-12);
}

// |sin| has the mean 2/π over whole half waves; the sum of n equal steps is off by π²/(12 n²) of it.
TEST(TraceError, MeanIsOverTimeAndChannels) {
  Trace reference = sine(1, 0, pi / 100, 201), run = sine(1.5, 0, pi / 100, 201);
  const auto error = error_against(reference, run, {"a.y"}, ErrorScale::reference);
  EXPECT_NEAR(error->largest, 0.5, 1e-12);
  EXPECT_NEAR(error->mean, 0.5 * 2 / pi * 200 / 201, 1e-4);
  // A second channel without error halves the mean and leaves the largest.
  for (Trace* trace : {&reference, &run}) {
    trace->names.emplace_back("b.y");
    trace->units.emplace_back("m");
    trace->columns.emplace_back(201, 0.25);
  }
  const auto both = error_against(reference, run, {"a.y", "b.y"}, ErrorScale::reference);
  EXPECT_NEAR(both->largest, 0.5, 1e-12);
  EXPECT_NEAR(both->mean, error->mean / 2, 1e-12);
}

// Other times: what the spline adds is far below the error that is measured.
TEST(TraceError, TheReferenceIsInterpolated) {
  const Trace reference = sine(1, 0, 0.01, 1001), run = sine(1, 1e-3, 0.0137, 700);
  const auto error = error_against(reference, run, {"a.y"}, ErrorScale::reference);
  ASSERT_TRUE(error);
  EXPECT_NEAR(error->largest, 1e-3, 1e-7);
  EXPECT_NEAR(error->mean, 1e-3, 1e-7);
}

TEST(TraceError, ThereIsNoneWithoutCommonGround) {
  const Trace run = sine(1, 0, 0.01, 100);
  EXPECT_FALSE(error_against(sine(1, 0, 0.01, 50), run, {"a.y"}, ErrorScale::reference));   // too short
  EXPECT_FALSE(error_against(sine(0, 0, 0.01, 100), run, {"a.y"}, ErrorScale::reference));  // all zero
  EXPECT_FALSE(error_against(run, run, {"b.y"}, ErrorScale::reference));
  EXPECT_FALSE(error_against(run, sine(1, 0, 0.01, 1), {"a.y"}, ErrorScale::reference));
  EXPECT_FALSE(error_against({}, run, {"a.y"}, ErrorScale::reference));
}

}  // namespace
}  // namespace flangeway::campaign
