#include "flangeway/expression/parse.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace flangeway::expression {

namespace {

using Function = Expression (*)(const Expression&);
struct NamedFunction {
  std::string_view name;
  Function function;
};
constexpr std::array functions{NamedFunction{"sqrt", sqrt}, NamedFunction{"sin", sin},
                               NamedFunction{"cos", cos},   NamedFunction{"tan", tan},
                               NamedFunction{"exp", exp},   NamedFunction{"log", log},
                               NamedFunction{"atan", atan}, NamedFunction{"abs", abs}};
constexpr int max_nesting = 200;  // parentheses and signs within each other
constexpr int max_power = 64;

Expression power(const Expression& base, int exponent) {
  Expression result = 1;
  for (int i = 0; i < std::abs(exponent); ++i) result *= base;
  return exponent < 0 ? 1 / result : result;
}

class Parser {
 public:
  Parser(std::string_view text, const Names& names) : text_(text), names_(names) {}

  Expression all() {
    Expression result = sum();
    if (peek() != 0) expected("an operator");
    return result;
  }

 private:
  [[noreturn]] void expected(const std::string& what) {
    const char next = peek();
    const std::string got = next == 0 ? "the end" : fmt::format("'{}'", next);
    throw ParseError(at_ + 1, fmt::format("expected {} at column {} (got {})", what, at_ + 1, got));
  }
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void require(char c) {
    if (!accept(c)) expected(fmt::format("'{}'", c));
  }

  Expression sum() {
    Expression result = product();
    while (true) {
      if (accept('+')) {
        result += product();
      } else if (accept('-')) {
        result -= product();
      } else {
        return result;
      }
    }
  }
  Expression product() {
    Expression result = signed_power();
    while (true) {
      if (accept('*')) {
        result *= signed_power();
      } else if (accept('/')) {
        result /= signed_power();
      } else {
        return result;
      }
    }
  }
  Expression signed_power() {
    if (++depth_ > max_nesting)
      throw ParseError(at_ + 1, fmt::format("is nested deeper than {} levels", max_nesting));
    Expression result = accept('-') ? -signed_power() : accept('+') ? signed_power() : raised();
    --depth_;
    return result;
  }
  Expression raised() {
    const Expression base = primary();
    if (!accept('^')) return base;
    const bool negative = accept('-');
    peek();
    int exponent = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), exponent);
    if (error != std::errc{} || exponent < 0 || exponent > max_power) {
      expected(fmt::format("a whole exponent up to {}", max_power));
    }
    at_ += static_cast<std::size_t>(end - begin);
    return power(base, negative ? -exponent : exponent);
  }
  Expression primary() {
    const char c = peek();
    if (accept('(')) {
      Expression inner = sum();
      require(')');
      return inner;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return number();
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') return named();
    expected("a number, a name or '('");
  }
  Expression number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) expected("a number");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }
  Expression named() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (peek() == '(') return call(name, begin);
    if (const std::optional<Expression> known = names_(name)) return *known;
    if (name == "pi") return std::numbers::pi;
    throw ParseError(begin + 1, fmt::format("names {}, which is not known here", name));
  }
  Expression call(std::string_view name, std::size_t begin) {
    require('(');
    const Expression first = sum();
    if (name == "atan2") {
      require(',');
      const Expression second = sum();
      require(')');
      return atan2(first, second);
    }
    require(')');
    for (const NamedFunction& f : functions) {
      if (f.name == name) return f.function(first);
    }
    throw ParseError(begin + 1, fmt::format("calls {}, which is no function here", name));
  }

  std::string_view text_;
  const Names& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Expression parse(std::string_view text, const Names& names) {
  return Parser(text, names).all();
}

}  // namespace flangeway::expression
