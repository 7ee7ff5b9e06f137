#include "flangeway/expression/parse.hpp"

#include <gmock/gmock.h>

#include <numbers>

namespace flangeway::expression {
namespace {

class ParseTest : public testing::Test {
 protected:
  Expression parsed(std::string_view text) {
    return parse(text, [this](std::string_view name) -> std::optional<Expression> {
      if (name == "x") return x;
      if (name == "y_1") return y;
      return std::nullopt;
    });
  }
  void expect_error(std::string_view text, std::size_t column, const std::string& message) {
    try {
      static_cast<void>(parsed(text));
      ADD_FAILURE() << text << " was read";
    } catch (const ParseError& error) {
      EXPECT_EQ(error.what(), message);
      EXPECT_EQ(error.column, column);
    }
  }
  Graph graph;
  Expression x = symbol(graph, "x"), y = symbol(graph, "y");
};

TEST_F(ParseTest, ReadsWhatPeopleWrite) {
  EXPECT_TRUE(parsed("1 + 2*3 - 4/8") == Expression(6.5));
  EXPECT_TRUE(parsed("-x^2") == -(x * x));
  EXPECT_TRUE(parsed("x^-1 * 2e-3") == 2e-3 / x);
  EXPECT_TRUE(parsed("(x - y_1) * (x + y_1)") == (x - y) * (x + y));
  EXPECT_TRUE(parsed("x - y_1 - 1") == (x - y) - 1);
  EXPECT_TRUE(parsed("sqrt(1 + sin(x)^2) / cos( x )") == sqrt(1 + sin(x) * sin(x)) / cos(x));
  EXPECT_TRUE(parsed("atan2(y_1, -x) + atan(x) + abs(-x) + exp(log(2))") ==
              atan2(y, -x) + atan(x) + abs(x) + exp(log(Expression(2))));
  EXPECT_TRUE(parsed("pi/2") == Expression(std::numbers::pi / 2));
  EXPECT_TRUE(parsed("--x") == x);
}

TEST_F(ParseTest, ReportsErrorsWithTheirPosition) {
  expect_error("", 1, "expected a number, a name or '(' at column 1 (got the end)");
  expect_error("2 x", 3, "expected an operator at column 3 (got 'x')");
  expect_error("(x + 1", 7, "expected ')' at column 7 (got the end)");
  expect_error("x + * 2", 5, "expected a number, a name or '(' at column 5 (got '*')");
  expect_error("x^0.5", 4, "expected an operator at column 4 (got '.')");
  expect_error("x^99", 3, "expected a whole exponent up to 64 at column 3 (got '9')");
  expect_error("1e999", 1, "expected a number at column 1 (got '1')");
  expect_error("1 + z", 5, "names z, which is not known here");
  expect_error("x * sinh(x)", 5, "calls sinh, which is no function here");
  expect_error("atan2(x)", 8, "expected ',' at column 8 (got ')')");
  expect_error(std::string(300, '('), 201, "is nested deeper than 200 levels");
  EXPECT_THAT([&] { return parsed("1 / (x - x)"); },
              testing::ThrowsMessage<SymbolicError>("an expression divides by zero"));
}

}  // namespace
}  // namespace flangeway::expression
