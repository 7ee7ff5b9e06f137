// Child processes that misbehave: none takes the run with it, holds it up or speaks for it.
#include "flangeway/control/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace flangeway::control {
namespace {

constexpr double limit = 30;  // s; no test waits so long

// Answer of a child to one question.
std::string answer_of(const Process::Answer& answer) {
  Process process;
  EXPECT_EQ(process.fork_to(answer), "");
  double value[1] = {0};
  return process.ask(std::vector<double>{1}, value, limit);
}

std::string answer_of_program(const std::string& program) {
  Process process;
  EXPECT_EQ(process.run({"python3", "-c", program}), "");
  double value[1] = {0};
  return process.ask(std::vector<double>{1}, value, limit);
}

TEST(Process, AnExceptionIsAnAnswer) {
  EXPECT_EQ(answer_of([](auto, auto&) -> std::string { throw std::runtime_error("too large"); }),
            "it threw an exception: too large");
  EXPECT_EQ(answer_of([](auto, auto&) -> std::string { throw std::runtime_error(""); }),
            "it threw an exception");
  EXPECT_EQ(answer_of([](auto, auto&) -> std::string { throw 3; }),
            "it threw something that is no exception of C++");
}

TEST(Process, BytesThatAreNoTextBecomeQuestionMarks) {
  EXPECT_EQ(answer_of([](auto, auto&) { return std::string("a\xFF\xC3 ü"); }), "a?? ü");
}

// The limit is half a minute: the test must not wait for this child until then.
TEST(Process, AChildThatClosesItsConnectionAndLivesOnIsEnded) {
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(answer_of_program("import os, time; os.close(0); time.sleep(60)"), "it closed its connection");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(15));
}

TEST(Process, AnInterruptionEndsTheWaiting) {
  Process process;
  ASSERT_EQ(process.fork_to([](auto, auto&) { return ::pause(), std::string(); }), "");
  double value[1] = {0};
  int asked = 0;
  EXPECT_EQ(process.ask({}, value, limit, [&] { return ++asked == 2; }), "it was interrupted");
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(process.ask({}, value, limit), "its process has ended");
}

TEST(Process, TheEndOfAChildIsNamed) {
  EXPECT_EQ(answer_of_program("pass"), "its process ended");
  EXPECT_EQ(answer_of([](auto, auto&) -> std::string { return ::raise(SIGKILL), ""; }),
            "its process fell by signal 9 (Killed)");
}

TEST(Process, WhatAChildPrintsIsNoOutputOfTheRun) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const std::string problem = answer_of([](auto, auto& reply) {
    reply = {7};
    return ::write(STDOUT_FILENO, "hello\n", 6) == 6 ? "" : "cannot print";
  });
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "hello\n");
  EXPECT_EQ(problem, "");
}

TEST(Process, AChildFindsAnEmptyStandardInput) {
  EXPECT_EQ(answer_of([](auto, auto& reply) {
              char byte = 0;
              reply = {0};
              return ::read(STDIN_FILENO, &byte, 1) == 0 ? "" : "there is input";
            }),
            "");
}

TEST(Process, WhatAChildStartsEndsWithIt) {
  Process process;
  ASSERT_EQ(process.fork_to([](auto, auto& reply) {
    const pid_t grandchild = ::fork();
    if (grandchild == 0) ::pause();
    reply = {static_cast<double>(grandchild)};
    return "";
  }),
            "");
  double grandchild[1] = {0};
  ASSERT_EQ(process.ask({}, grandchild, limit), "");
  const auto pid = static_cast<pid_t>(grandchild[0]);
  ASSERT_GT(pid, 0);
  EXPECT_EQ(::kill(pid, 0), 0);
  process.stop();
  // Nobody may be there to reap it: a zombie has ended, too.
  const auto lives = [&] {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string number, name, state;
    return file >> number >> name >> state && state != "Z";
  };
  for (int i = 0; i < 500 && lives(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(lives());
}

}  // namespace
}  // namespace flangeway::control
