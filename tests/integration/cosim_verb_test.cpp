// `flangeway cosim` as a user meets it: both sides by one command or by hand, and sides that end too early.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <complex>
#include <csignal>
#include <cstring>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "flangeway/cosim/header.hpp"
#include "flangeway/results/reader.hpp"
#include "integration/models.hpp"
#include "support/has_rows.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::MatchesRegex;

class CosimVerb : public testing::Test {
 protected:
  CosimVerb() {
    folder_.write("case.toml", "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                                   "tracks/wheelset_r300.toml\"\nspeed = 10.0\ncontact.method = \"elastic\"\n"
                                   "integration = { duration = 0.5, step = 2.5e-4, method = \"rk4\" }\n"
                                   "coupling = { method = \"cosim\", mesh = \"rigid\" }\n");
    std::filesystem::create_directory(runtime());
    chmod(folder_.path().c_str(), S_IRWXU);
    setenv("XDG_RUNTIME_DIR", runtime().c_str(), 1);
  }
  [[nodiscard]] std::filesystem::path runtime() const { return folder_.path() / "runtime"; }

  ProgramResult flangeway(std::vector<std::string> command, RunOptions how = {}) const {
    how.folder = folder_.path();
    return run_flangeway(command, how);
  }
  [[nodiscard]] std::future<ProgramResult> side(const std::string& name,
                                                std::vector<std::string> more) const {
    std::vector<std::string> command{"cosim", "case.toml", "--side", name, "--exchange", exchange()};
    command.insert(command.end(), more.begin(), more.end());
    return std::async(std::launch::async, [this, command] { return flangeway(command); });
  }
  [[nodiscard]] std::string exchange() const { return folder_.path() / "sides"; }

  // The processes of a run by hand, as soon as it is some steps on its way.
  struct Processes {
    pid_t vehicle = 0, track = 0;
  };
  [[nodiscard]] Processes running() const { return running(exchange()); }
  // The file lies somewhere below the folder.
  [[nodiscard]] static Processes running(const std::filesystem::path& above) {
    using namespace std::chrono_literals;
    for (int i = 0; i < 6000; ++i) {
      std::ifstream in(exchange_below(above), std::ios::binary);
      alignas(cosim::Header) char bytes[sizeof(cosim::Header)]{};
      if (in.read(bytes, sizeof bytes)) {
        const auto number = [&](std::size_t seat, std::size_t offset) {
          std::uint32_t value = 0;
          std::memcpy(&value, bytes + offsetof(cosim::Header, seats) + seat * sizeof(cosim::Seat) + offset,
                      sizeof value);
          return value;
        };
        if (number(0, offsetof(cosim::Seat, sent)) > 300) {
          return {static_cast<pid_t>(number(0, offsetof(cosim::Seat, process))),
                  static_cast<pid_t>(number(1, offsetof(cosim::Seat, process)))};
        }
      }
      std::this_thread::sleep_for(5ms);
    }
    ADD_FAILURE() << "the two sides did not start";
    return {};
  }
  [[nodiscard]] static std::filesystem::path exchange_below(const std::filesystem::path& above) {
    std::error_code gone;
    for (auto at = std::filesystem::recursive_directory_iterator(above, gone); !gone && at != end(at);
         at.increment(gone))
      if (at->path().filename() == "exchange") return at->path();
    return {};
  }
  // A run that lasts longer than any test.
  static std::vector<std::string> endless() {
    return {"--set", "integration.step=1e-6", "--set", "cosim.step=1e-6"};
  }

  [[nodiscard]] results::Reader results(const std::string& name = "case.h5") const {
    Findings findings;
    auto reader = results::Reader::open((folder_.path() / name).string(), findings);
    findings.throw_if_any();
    return std::move(*reader);
  }

  TemporaryFolder folder_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST_F(CosimVerb, GivesTheDocumentOfRun) {
  const ProgramResult two = flangeway({"cosim", "case.toml", "--json"});
  ASSERT_EQ(two.exit_code, 0) << two.error;
  EXPECT_EQ(two.error, "");
  const ProgramResult one = flangeway({"run", "case.toml", "--set", "coupling.method=none", "--set",
                                       "coupling.mesh=moving", "--json", "-o", "one.h5"});
  ASSERT_EQ(one.exit_code, 0) << one.error;
  const json cosim = json::parse(two.out), alone = json::parse(one.out);
  for (const auto& [key, value] : alone.items()) EXPECT_TRUE(cosim.contains(key)) << key;
  EXPECT_EQ(cosim.size(), alone.size());
  EXPECT_EQ(alone["coupling"], "none");
  EXPECT_EQ(cosim["coupling"], "cosim");
  EXPECT_EQ(cosim["track"]["steps"], 2000);
  EXPECT_EQ(cosim["track"]["degrees_of_freedom"], 0);
  EXPECT_GT(cosim["track"]["wall_time"], 0);
  EXPECT_NEAR(cosim["final"]["wheelset"]["y"], alone["final"]["wheelset"]["y"].get<double>(), 1e-8);
  EXPECT_EQ(results().status(), results::Status::completed);
  EXPECT_EQ(results().rows(), 51u);
  EXPECT_TRUE(std::filesystem::is_empty(runtime()));
}

TEST_F(CosimVerb, SidesStartedByHandMeet) {
  std::future<ProgramResult> track = side("track", {"--json"});
  const ProgramResult vehicle = side("vehicle", {"--json"}).get(), other = track.get();
  EXPECT_EQ(vehicle.exit_code, 0) << vehicle.error;
  EXPECT_EQ(other.exit_code, 0) << other.error;
  EXPECT_EQ(json::parse(vehicle.out)["status"], "completed");
  EXPECT_EQ(json::parse(other.out)["track"]["steps"], 2000);
  EXPECT_FALSE(std::filesystem::exists(exchange() + "/exchange"));
}

// The vehicle of examples/other_program: half a wagon of 9813 kg on one wheelset, over sleepers 0.6 m apart.
TEST_F(CosimVerb, AVehicleMayBeAnotherProgram) {
  const std::string example = FLANGEWAY_SOURCE_DIR "/examples/other_program/";
  std::future<ProgramResult> track = std::async(std::launch::async, [&] {
    return flangeway({"cosim", example + "case.toml", "--side", "track", "--exchange", exchange(), "--json"});
  });
  const ProgramResult vehicle = run_program({"python3", example + "vehicle.py", exchange(), "0.3"}),
                      other = track.get();
  EXPECT_EQ(vehicle.exit_code, 0) << vehicle.error;
  EXPECT_EQ(other.exit_code, 0) << other.error;
  EXPECT_EQ(json::parse(other.out)["track"]["steps"], 1200);
  EXPECT_FALSE(std::filesystem::exists(exchange() + "/exchange"));
  std::vector<double> force;
  std::istringstream lines(vehicle.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "s,z,Q");
  while (std::getline(lines, line)) force.push_back(std::stod(line.substr(line.rfind(',') + 1)));
  ASSERT_EQ(force.size(), 1200u);
  // The last 240 steps are three sleepers: a whole number of periods of what they excite.
  std::complex<double> mean, sleepers;
  for (std::size_t i = 960; i < 1200; ++i) {
    mean += force[i] / 240;
    sleepers += force[i] / 120 * std::polar(1.0, 2 * M_PI * static_cast<double>(i) / 80);
  }
  EXPECT_NEAR(mean.real(), 9813 * 9.81, 100);
  EXPECT_GT(std::abs(sleepers), 500);
  EXPECT_LT(std::abs(sleepers), 3000);
}

TEST_F(CosimVerb, AKilledTrackEndsTheVehicleWhichKeepsItsRows) {
  std::future<ProgramResult> track = side("track", endless()), vehicle = side("vehicle", endless());
  const Processes processes = running();
  kill(processes.track, SIGKILL);
  const auto killed = std::chrono::steady_clock::now();
  const ProgramResult result = vehicle.get();
  EXPECT_LT(seconds_since(killed), 10);  // at once, and the end of a program on a busy machine
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("the track side (process " + std::to_string(processes.track) +
                                    ") has ended without a message"));
  EXPECT_EQ(results().status(), results::Status::stopped);
  EXPECT_GE(results().rows(), 1u);
  EXPECT_EQ(track.get().exit_code, 128 + SIGKILL);
}

TEST_F(CosimVerb, AStalledTrackEndsTheVehicle) {
  std::future<ProgramResult> track = side("track", endless()), vehicle = side("vehicle", endless());
  const Processes processes = running();
  kill(processes.track, SIGSTOP);
  const auto stopped = std::chrono::steady_clock::now();
  const ProgramResult result = vehicle.get();
  EXPECT_LT(seconds_since(stopped), 10);  // 1.5 s, and the end of a program on a busy machine
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("has not answered for 1.5 s"));
  kill(processes.track, SIGCONT);
  const ProgramResult other = track.get();
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.error, HasSubstr("the vehicle side (process " + std::to_string(processes.vehicle) +
                                     ") has ended: the step failed at t = "));
}

TEST_F(CosimVerb, AKilledVehicleEndsTheTrack) {
  std::future<ProgramResult> track = side("track", endless()), vehicle = side("vehicle", endless());
  const Processes processes = running();
  kill(processes.vehicle, SIGKILL);
  const ProgramResult result = track.get();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.error, MatchesRegex("track: [0-9]+ steps of 0 unknowns in [0-9.]+ s\nthe vehicle side "
                                         ".process [0-9]+. has ended without a message\n"));
  EXPECT_EQ(vehicle.get().exit_code, 128 + SIGKILL);
}

TEST_F(CosimVerb, TheFolderOfARunGoesWhereItsVehicleIsKilled) {
  using namespace std::chrono_literals;
  std::vector<std::string> command{"cosim", "case.toml"};
  for (const std::string& word : endless()) command.push_back(word);
  std::future<ProgramResult> both =
      std::async(std::launch::async, [this, command] { return flangeway(command); });
  const Processes processes = running(runtime());
  EXPECT_FALSE(std::filesystem::is_empty(runtime()));
  kill(processes.vehicle, SIGKILL);
  EXPECT_EQ(both.get().exit_code, 128 + SIGKILL);
  for (int i = 0; i < 2000 && !std::filesystem::is_empty(runtime()); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(std::filesystem::is_empty(runtime()));  // within ten seconds
  EXPECT_EQ(results().status(), results::Status::running);
}

TEST_F(CosimVerb, InterruptedItKeepsItsRows) {
  std::vector<std::string> command{"cosim", "case.toml", "--json", "--set", "output.flush_interval=0.02"};
  for (const std::string& word : endless()) command.push_back(word);
  const ProgramResult result = flangeway(command, {.signal = SIGINT, .signal_when = [this](int) {
                                                     return has_rows(folder_.path() / "case.h5");
                                                   }});
  EXPECT_EQ(result.exit_code, 130) << result.error;
  EXPECT_EQ(json::parse(result.out)["status"], "stopped");
  EXPECT_EQ(results().status(), results::Status::stopped);
  EXPECT_TRUE(std::filesystem::is_empty(runtime()));
}

TEST_F(CosimVerb, AnInterruptedTrackTellsTheVehicle) {
  std::future<ProgramResult> track = side("track", endless()), vehicle = side("vehicle", endless());
  kill(running().track, SIGINT);
  const ProgramResult result = vehicle.get();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("has ended: it was interrupted"));
  EXPECT_EQ(track.get().exit_code, 130);
}

TEST_F(CosimVerb, BadInput) {
  const auto refuses = [&](const std::vector<std::string>& command, const std::string& text) {
    const ProgramResult result = flangeway(command);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.error, HasSubstr(text));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "case.h5"));
  };
  refuses({"run", "case.toml"},
          "coupling.method: needs two processes (got cosim; allowed none, tight or mass_spring). Run it with "
          "flangeway cosim, or change it.");
  refuses(
      {"cosim", "case.toml", "--set", "coupling.method=none", "--set", "coupling.mesh=moving"},
      "coupling.method: needs one process only (got none; allowed cosim). Run it with flangeway run, or set "
      "coupling.method = \"cosim\".");
  refuses({"cosim", "case.toml", "--side", "track", "-o", "a.h5"},
          "-o: names the results, which are of the vehicle side. Leave it out.");
  refuses({"cosim", "case.toml", "--side", "track", "--checkpoint", "1"},
          "--checkpoint: is for the side that writes the results. Give it to the vehicle side.");
  refuses({"cosim", "--continue", "case.h5", "--set", "speed=3"},
          "--set: cannot be given with --continue: the case stays as it was. Leave it out, or run the case "
          "again.");
  refuses({"cosim", "case.toml", "--exchange", "here"},
          "--exchange: is for sides that are started by hand. Give --side.");
  const ProgramResult result = flangeway({"cosim", "case.toml", "--side", "track", "--wait", "0.2"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.error,
            "no vehicle side came within 0.2 s. Start it with --side vehicle, the same case and "
            "the same --exchange\n");
}

// The mesh is made by the side of the track alone: what it finds reaches the user as any other finding.
TEST_F(CosimVerb, WhatTheTrackSideFindsEndsBoth) {
  const std::string file = models + "cases/flexible_r500_cosim_flexible.toml";
  const ProgramResult result = flangeway({"cosim", file, "--set", "coupling.mesh=full", "--set",
                                          "coupling.reach=60", "--set", "initial.s=1", "-o", "case.h5"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("leaves the alignment"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "case.h5"));
  EXPECT_TRUE(std::filesystem::is_empty(runtime()));
}

}  // namespace
}  // namespace flangeway::test
