// A folder for one test and a writer with three channels.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::results {

class InFolder : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name = "run.h5") const {
    return (folder_.path() / name).string();
  }

  static std::vector<Channel> three_channels() {
    return {{"t", "s", "", "time"},
            {"wheelset1.left.YQ", "1", "track", "Y/Q"},
            {"wheelset1.left.Q", "N", "track", "vertical wheel force"}};
  }
  /// Row i of every file of these tests.
  static std::array<double, 3> row(std::size_t i) {
    const auto x = static_cast<double>(i);
    return {0.1 * x, -x / 3.0, 50000.0 + 1.0 / (x + 1.0)};
  }
  static Writer create(const std::string& path, const Provenance& provenance = {}) {
    Findings findings;
    std::optional<Writer> writer = Writer::create(path, three_channels(), provenance, false, findings);
    if (!writer) throw BadInput(findings);
    return std::move(*writer);
  }
  static bool append(Writer& writer, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (!writer.append(row(i).data())) return false;
    }
    return true;
  }

  test::TemporaryFolder folder_;
};

}  // namespace flangeway::results
