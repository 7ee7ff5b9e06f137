// The two contact methods on profiles that touch in one point: the same run. [Escalona2021, section 6.1, Fig.
// 21]
#include "case_runner.hpp"

namespace flangeway::validation {
namespace {

struct Difference {
  double value = 0, distance = 0, sum_of_squares = 0;
};

Difference between(const Recording& a, const Recording& b, const std::string& channel) {
  Difference result;
  const std::size_t i = a.index(channel);
  for (std::size_t n = 0; n < a.rows.size(); ++n) {
    const double difference = std::abs(a.rows[n][i] - b.rows[n][i]);
    result.sum_of_squares += difference * difference;
    if (difference > result.value) result = {difference, a.rows[n][1], result.sum_of_squares};
  }
  return result;
}

// "Almost identical" in the paper: here below a tenth of a millimetre and of a milliradian, along the whole
// run.
TEST(OnePointBogie, RunsAlikeByBothMethods) {
  const Recording kec = record(load_model_case("bogie_r235_one_point.toml", {"contact.method=kec"}));
  const Recording lut = record(load_model_case("bogie_r235_one_point.toml", {"contact.method=lut"}));
  ASSERT_EQ(kec.rows.size(), lut.rows.size());
  for (const std::string body : {"wheelset1", "wheelset2", "bogie"}) {
    for (const std::string coordinate : {"y", "yaw"}) {
      const Difference d = between(kec, lut, body + '.' + coordinate);
      std::printf("%-9s %-3s largest difference %.4f %s at %.1f m, root of the mean square %.4f\n",
                  body.c_str(), coordinate.c_str(), d.value * 1e3, coordinate == "y" ? "mm" : "mrad",
                  d.distance, 1e3 * std::sqrt(d.sum_of_squares / static_cast<double>(kec.rows.size())));
      EXPECT_LT(d.value, 0.1e-3);
    }
  }
}

}  // namespace
}  // namespace flangeway::validation
