// Programs that answer over a mapped file, and the messages if none does.
#include "flangeway/control/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "flangeway/control/external.hpp"
#include "flangeway/control/process.hpp"
#include "flangeway/core/temporary_folder.hpp"

namespace flangeway::control {
namespace {

namespace fs = std::filesystem;

constexpr double patience = 30;  // s; no test waits so long

/// The program of the other side: it answers each request by `reply`.
class Answering {
 public:
  using Reply = std::function<void(SharedHeader& header, const double* inputs, double* outputs)>;
  Answering(const std::string& file, Reply reply)
      : thread_([this, file, reply = std::move(reply)] { serve(file, reply); }) {}
  ~Answering() {
    over_ = true;
    thread_.join();
  }

 private:
  void serve(const std::string& file, const Reply& reply) {
    int descriptor = -1;
    while (!over_ && (descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC)) < 0) ::usleep(200);
    if (descriptor < 0) return;
    struct stat status {};
    ::fstat(descriptor, &status);
    const auto size = static_cast<std::size_t>(status.st_size);
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    ::close(descriptor);
    auto& header = *static_cast<SharedHeader*>(memory);
    auto* numbers = reinterpret_cast<double*>(static_cast<char*>(memory) + shared_numbers);
    while (!over_ && __atomic_load_n(&header.ended, __ATOMIC_ACQUIRE) == 0) {
      const std::uint64_t request = __atomic_load_n(&header.requests, __ATOMIC_ACQUIRE);
      if (request == header.answers) {
        ::usleep(50);
        continue;
      }
      reply(header, numbers, numbers + 1 + header.inputs);
      __atomic_store_n(&header.answers, request, __ATOMIC_RELEASE);
    }
    ::munmap(memory, size);
  }

  std::atomic<bool> over_ = false;
  std::thread thread_;
};

std::string content_of(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

class SharedMemoryTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string file_ = folder_.path() + "/exchange";
};

TEST_F(SharedMemoryTest, AProgramGetsTimeAndInputsAndGivesOutputs) {
  {
    Answering program(file_, [](SharedHeader&, const double* in, double* out) {
      out[0] = in[0] + 10 * in[1] + 100 * in[2], out[1] = -in[2];
    });
    SharedMemory memory;
    ASSERT_EQ(memory.open(file_, 2, 2), "");
    for (int k = 0; k < 200; ++k) {
      const double inputs[] = {0.5 * k, 7.0 - k};
      double outputs[2] = {};
      ASSERT_EQ(memory.ask(0.01 * k, inputs, outputs, patience), "");
      EXPECT_EQ(outputs[0], 0.01 * k + 10 * inputs[0] + 100 * inputs[1]);
      EXPECT_EQ(outputs[1], -inputs[1]);
    }
  }
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(SharedMemoryTest, OnlyItsOwnerCanOpenTheFile) {
  SharedMemory memory;
  ASSERT_EQ(memory.open(file_, 1, 1), "");
  EXPECT_EQ(fs::status(file_).permissions() & fs::perms::all, fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(fs::file_size(file_), 256u + 3 * 8);
}

TEST_F(SharedMemoryTest, NobodyIsWaitedForLongerThanTheLimit) {
  SharedMemory memory;
  ASSERT_EQ(memory.open(file_, 1, 1), "");
  const double inputs[] = {1};
  double outputs[1] = {};
  EXPECT_EQ(memory.ask(0, inputs, outputs, 0.05), "no program has answered over \"" + file_ + "\" in time");
  int asked = 0;
  EXPECT_EQ(memory.ask(0, inputs, outputs, patience, [&] { return ++asked == 2; }), "it was interrupted");
  EXPECT_EQ(asked, 2);
}

TEST_F(SharedMemoryTest, AProgramThatBecomesSilentIsLate) {
  std::atomic<bool> silent = false;
  Answering program(file_, [&](SharedHeader&, const double*, double*) {
    while (silent) ::usleep(1000);
  });
  SharedMemory memory;
  ASSERT_EQ(memory.open(file_, 0, 1), "");
  double outputs[1] = {};
  EXPECT_EQ(memory.ask(0, {}, outputs, patience), "");
  silent = true;
  EXPECT_EQ(memory.ask(0, {}, outputs, 0.05), "it did not answer in time");
  silent = false;
}

TEST_F(SharedMemoryTest, AProgramMayReportAnError) {
  std::string text = "no valve \xFF";
  Answering program(file_, [&](SharedHeader& header, const double*, double*) {
    std::memset(header.problem.data(), 'x', header.problem.size());  // a text without an end
    std::memcpy(header.problem.data(), text.c_str(), text.size() + 1);
  });
  SharedMemory memory;
  ASSERT_EQ(memory.open(file_, 0, 1), "");
  double outputs[1] = {};
  EXPECT_EQ(memory.ask(0, {}, outputs, patience), "no valve ?");
}

TEST_F(SharedMemoryTest, AFileOfAnotherKindIsLeftAlone) {
  std::ofstream(file_) << "results of a long run";
  SharedMemory memory;
  EXPECT_EQ(memory.open(file_, 1, 1),
            "its file \"" + file_ + "\" is there and is no exchange of a controller");
  EXPECT_EQ(content_of(file_), "results of a long run");
}

TEST_F(SharedMemoryTest, ARunThatGoesOnKeepsItsFile) {
  SharedMemory first, second;
  ASSERT_EQ(first.open(file_, 1, 1), "");
  EXPECT_EQ(second.open(file_, 1, 1), "its file \"" + file_ + "\" belongs to another run that goes on");
}

TEST_F(SharedMemoryTest, AFileThatARunHasLeftIsReplaced) {
  {
    SharedMemory memory;
    ASSERT_EQ(memory.open(file_, 1, 1), "");
    fs::copy_file(file_, file_ + ".left");
  }
  fs::rename(file_ + ".left", file_);
  SharedMemory memory;
  EXPECT_EQ(memory.open(file_, 1, 3), "");
  EXPECT_EQ(fs::file_size(file_), 256u + 5 * 8);
}

TEST_F(SharedMemoryTest, AFolderThatIsNotThereIsNamed) {
  SharedMemory memory;
  EXPECT_EQ(memory.open(file_ + "/deeper", 1, 1),
            "its file \"" + file_ + "/deeper\" cannot be made: No such file or directory");
}

// The shipped example, as a controller of a run sees it: two runs, one after the other.
TEST_F(SharedMemoryTest, TheExampleInPythonAnswers) {
  Process program;
  ASSERT_EQ(program.run({"python3", FLANGEWAY_SOURCE_DIR "/examples/shared_memory_controller.py", file_}),
            "");
  Controller controller;
  controller.inputs.resize(1), controller.outputs = {"left", "right"}, controller.time_limit = patience;
  SharedMemorySpec spec;
  spec.file.value = file_;
  controller.law = spec;
  EXPECT_TRUE(controller.external());
  for (int run = 0; run < 2; ++run) {
    const auto external = make_external(controller, {});
    for (int k = 0; k < 20; ++k) {
      const double inputs[] = {0.01 * k};
      double outputs[2] = {};
      ASSERT_EQ(external->respond(0.1 * k, inputs, outputs, {}), "");
      EXPECT_EQ(outputs[0], -3e4 * inputs[0]);
      EXPECT_EQ(outputs[1], outputs[0]);
    }
  }
}

}  // namespace
}  // namespace flangeway::control
