// The constraint of a wheel on its knife edge, written by hand, against differentiation of its gap along the
// motion.
#include "flangeway/case_codegen/contact_kec.hpp"

#include <gtest/gtest.h>

#include <random>

#include "flangeway/case_codegen/rates_of_motion.hpp"

namespace flangeway::case_codegen {
namespace {

TEST(KnifeEdge, RateRowAndRightHandSideAreDerivativesOfTheGap) {
  Symbols s;
  const wheelrail::BasicKnifeEdge<Expression> edge = knife_edge(s);
  const Packed<Expression, 2> knife = wheelrail::knife_at(edge);
  const wheelrail::BasicProfileAt<Expression> f{s.at("f"), s.at("f'"), s.at("f''")};
  const auto found = wheelrail::constrain(edge, knife, f);

  std::vector<expression::Assignment> rates = rates_of_motion(s, "side->rail", 2);
  const Expression place_rate = expression::Derivative(s.graph(), rates)(knife.x());
  rates.emplace_back(f.value, f.slope * place_rate);
  rates.emplace_back(f.slope, f.second * place_rate);
  expression::Derivative along(s.graph(), rates);
  const Expression rate = along(found.gap);
  std::vector<Expression> by_hand{found.rate, found.right_hand}, derived{rate, -along(rate)};
  for (int k = 0; k < 4; ++k) {
    by_hand.push_back(found.row[k]);
    derived.push_back(expression::derivative(rate, s.at("v[" + std::to_string(k) + "]")));
  }

  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> values(expression::Tape(s.graph(), derived).symbols());
  for (const double sign : {-1.0, 1.0}) {
    for (double& value : values) value = number(random);
    values.front() = sign;  // the symbol that was made first
    const std::vector<double> a = expression::evaluate(s.graph(), by_hand, values),
                              b = expression::evaluate(s.graph(), derived, values);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-13 * (1 + std::abs(b[i]))) << i;
  }
}

}  // namespace
}  // namespace flangeway::case_codegen
