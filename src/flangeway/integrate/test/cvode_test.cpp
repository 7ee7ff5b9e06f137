// Bdf next to CVODE 6.4.1, whose formulas and control it has (docs/decisions/0017): an implementation by
// others.
#include <gtest/gtest.h>

#include <vector>

#include "adaptive_problems.hpp"
#include "flangeway/integrate/bdf.hpp"

namespace flangeway::integrate {
namespace {

enum class Which { kepler, robertson };

struct CvodeRun {
  Which problem;
  int order;         // largest
  double tolerance;  // relative and absolute
  std::uint64_t steps, evaluations, rejected;
  double time, first;  // after the last step, the first beyond the end
};

// Printed by benchmarks/libraries/cvode.cpp with Debian's libsundials-cvode6 6.4.1+dfsg1-3.
const std::vector<CvodeRun> cvode_runs{
    {Which::kepler, 1, 0.0001, 1323, 1479, 1, 10.003918011529914, 0.2629190004092965},
    {Which::kepler, 1, 1e-06, 11890, 13174, 1, 10.001030302539382, -1.1164754900696447},
    {Which::kepler, 2, 0.0001, 231, 266, 2, 10.01623246363387, -1.1525250734625563},
    {Which::kepler, 2, 1e-06, 1027, 1142, 2, 10.008804200789035, -1.1985567201382425},
    {Which::kepler, 3, 0.0001, 112, 143, 3, 10.143083476930467, -1.1366722112156045},
    {Which::kepler, 3, 1e-06, 354, 403, 3, 10.013354011281486, -1.197518211362707},
    {Which::robertson, 1, 0.0001, 781, 828, 1, 1012.6732370460497, 0.33617745258782583},
    {Which::robertson, 1, 1e-06, 7126, 7439, 2, 1001.0165628958322, 0.33683438718371145},
    {Which::robertson, 2, 0.0001, 204, 254, 2, 1014.0096069250719, 0.33504653033169407},
    {Which::robertson, 2, 1e-06, 913, 964, 3, 1003.5141643815031, 0.33643656665927901},
    {Which::robertson, 3, 0.0001, 187, 255, 5, 1025.8231832606643, 0.33368368783468855},
    {Which::robertson, 3, 1e-06, 404, 496, 7, 1000.2634262034442, 0.33684476758142867},
};

// Both take their steps by the same rules, so that the counts are equal. Jacobians by differences carry 1e-8
// of rounding, which grows over the steps of an orbit to 1e-6.
constexpr double rounding = 1e-4;

TEST(Bdf, TakesTheStepsOfCvode) {
  for (const CvodeRun& run : cvode_runs) {
    SCOPED_TRACE(testing::Message() << (run.problem == Which::kepler ? "Kepler" : "Robertson") << ", order "
                                    << run.order << ", tolerance " << run.tolerance);
    test::Kepler kepler;
    test::Robertson robertson;
    const bool orbit = run.problem == Which::kepler;
    const Problem problem = orbit ? kepler.problem() : robertson.problem(true);
    const std::vector<double> start = orbit ? kepler.start() : std::vector<double>{1, 0, 0};
    Bdf method;
    method.init(problem,
                {.relative = run.tolerance,
                 .absolute = run.tolerance,
                 .first_step = 1e-5,
                 .max_step = 0,
                 .max_order = run.order},
                0, start.data());
    const double end = orbit ? 10 : 1000;
    while (method.time() < end) ASSERT_EQ(method.step(), EvalStatus::ok);
    EXPECT_EQ(method.counts().steps, run.steps);
    EXPECT_EQ(method.counts().evaluations, run.evaluations);
    EXPECT_EQ(method.counts().rejected_steps, run.rejected);
    EXPECT_NEAR(method.time() / run.time, 1, rounding);
    EXPECT_NEAR(method.state()[0], run.first, rounding);
  }
}

}  // namespace
}  // namespace flangeway::integrate
