#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

#include "flangeway/vehicle_import/spck_file.hpp"

namespace flangeway::vehicle_import {
namespace {

struct SpckUnit {
  std::string_view name;
  double factor;
};
constexpr double degree = std::numbers::pi / 180;
constexpr std::array spck_units{SpckUnit{"m", 1},
                                SpckUnit{"mm", 1e-3},
                                SpckUnit{"cm", 1e-2},
                                SpckUnit{"km", 1e3},
                                SpckUnit{"in", 0.0254},
                                SpckUnit{"kg", 1},
                                SpckUnit{"g", 1e-3},
                                SpckUnit{"t", 1e3},
                                SpckUnit{"kgm", 1},
                                SpckUnit{"s", 1},
                                SpckUnit{"ms", 1e-3},
                                SpckUnit{"min", 60},
                                SpckUnit{"h", 3600},
                                SpckUnit{"Hz", 1},
                                SpckUnit{"rad", 1},
                                SpckUnit{"deg", degree},
                                SpckUnit{"N", 1},
                                SpckUnit{"kN", 1e3},
                                SpckUnit{"MN", 1e6},
                                SpckUnit{"Nm", 1},
                                SpckUnit{"kNm", 1e3},
                                SpckUnit{"MNm", 1e6},
                                SpckUnit{"Nmm", 1e-3},
                                SpckUnit{"Ns", 1},
                                SpckUnit{"kNs", 1e3},
                                SpckUnit{"MNs", 1e6},
                                SpckUnit{"Nms", 1},
                                SpckUnit{"kNms", 1e3},
                                SpckUnit{"Pa", 1},
                                SpckUnit{"kPa", 1e3},
                                SpckUnit{"MPa", 1e6},
                                SpckUnit{"GPa", 1e9},
                                SpckUnit{"bar", 1e5},
                                SpckUnit{"Mg", 1e3},
                                SpckUnit{"inch", 0.0254},
                                SpckUnit{"ft", 0.3048},
                                SpckUnit{"grad", 0.9 * degree},
                                SpckUnit{"gon", 0.9 * degree}};

struct SpckFunction {
  std::string_view name;
  double (*value)(double);
};
constexpr std::array spck_functions{SpckFunction{"sqrt", [](double x) { return std::sqrt(x); }},
                                    SpckFunction{"sin", [](double x) { return std::sin(x); }},
                                    SpckFunction{"cos", [](double x) { return std::cos(x); }},
                                    SpckFunction{"tan", [](double x) { return std::tan(x); }},
                                    SpckFunction{"asin", [](double x) { return std::asin(x); }},
                                    SpckFunction{"acos", [](double x) { return std::acos(x); }},
                                    SpckFunction{"atan", [](double x) { return std::atan(x); }},
                                    SpckFunction{"exp", [](double x) { return std::exp(x); }},
                                    SpckFunction{"ln", [](double x) { return std::log(x); }},
                                    SpckFunction{"abs", [](double x) { return std::abs(x); }}};

template <typename Table>
auto find_named(const Table& table, std::string_view name) -> decltype(table.data()) {
  for (const auto& one : table)
    if (one.name == name) return &one;
  return nullptr;
}

std::string lower_case(std::string_view name) {
  std::string result(name);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.';
}

/// By recursive descent: sum, product, sign, power, primary. The first problem ends the evaluation.
class SpckExpression {
 public:
  SpckExpression(std::string_view text, const SpckVariables& variables, std::string& problem)
      : text_(text), variables_(variables), problem_(problem) {}

  std::optional<double> value() {
    const double result = sum();
    skip_spaces();
    if (at_ < text_.size()) fail(fmt::format("has \"{}\" where it should end", text_.substr(at_)));
    if (problem_.empty() && !std::isfinite(result)) fail("is not finite");
    return problem_.empty() ? std::optional(result) : std::nullopt;
  }

 private:
  static constexpr int max_depth = 100;

  void fail(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
    at_ = text_.size();
  }

  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool take(char wanted) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  double sum() {
    if (++depth_ > max_depth) fail("is nested too deeply");
    double result = product();
    for (;;) {
      if (take('+'))
        result += product();
      else if (take('-'))
        result -= product();
      else
        break;
    }
    --depth_;
    return result;
  }

  double product() {
    double result = sign();
    for (;;) {
      if (is_power_sign()) return result;
      if (take('*'))
        result *= sign();
      else if (take('/'))
        result /= sign();
      else
        return result;
    }
  }

  bool is_power_sign() {
    skip_spaces();
    return text_.substr(at_).starts_with("**");
  }

  double sign() {
    if (take('-')) return -power();
    (void)take('+');
    return power();
  }

  double power() {
    const double base = primary();
    if (is_power_sign())
      at_ += 2;
    else if (!take('^'))
      return base;
    if (++depth_ > max_depth) fail("is nested too deeply");
    const double result = std::pow(base, sign());
    --depth_;
    return result;
  }

  double primary() {
    skip_spaces();
    if (at_ >= text_.size()) return fail("ends too early"), 0;
    if (take('(')) {
      const double inside = sum();
      if (!take(')')) fail("has a parenthesis that is not closed");
      return inside * unit();
    }
    const char next = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(next)) != 0 || next == '.') return literal() * unit();
    if (next == '$') return variable();
    if (is_letter(next)) return function();
    return fail(fmt::format("has \"{}\" where a number should be", text_.substr(at_))), 0;
  }

  double literal() {
    double number = 0;
    const char* const end = text_.data() + text_.size();
    const auto [next, error] = std::from_chars(text_.data() + at_, end, number);
    if (error != std::errc{}) return fail("is not a number"), 0;
    at_ = static_cast<std::size_t>(next - text_.data());
    return number * power_of_ten();
  }

  // "D+03" as Fortran writes exponents; 1 where there is none.
  double power_of_ten() {
    if (at_ >= text_.size() || (text_[at_] != 'D' && text_[at_] != 'd')) return 1;
    std::size_t begin = at_ + 1;
    if (begin < text_.size() && text_[begin] == '+') ++begin;
    int exponent = 0;
    const char* const end = text_.data() + text_.size();
    const auto [next, error] = std::from_chars(text_.data() + begin, end, exponent);
    if (error != std::errc{}) return 1;
    at_ = static_cast<std::size_t>(next - text_.data());
    return std::pow(10.0, exponent);
  }

  // A unit behind a number; 1 where there is none.
  double unit() {
    skip_spaces();
    if (at_ >= text_.size() || !is_letter(text_[at_])) return 1;
    const std::string_view name = letters(at_);
    const SpckUnit* const first = find_named(spck_units, name);
    if (first == nullptr) return fail(fmt::format("has \"{}\", which is no unit that is known", name)), 1;
    at_ += name.size();
    double factor = std::pow(first->factor, unit_exponent());
    for (;;) {
      const std::size_t begin = at_;
      const double direction = at_ < text_.size() && text_[at_] == '/' ? -1 : 1;
      if (at_ < text_.size() && (text_[at_] == '/' || (text_[at_] == '*' && !is_power_sign()))) ++at_;
      skip_spaces();
      const std::string_view following = letters(at_);
      const SpckUnit* const one = find_named(spck_units, following);
      if (one == nullptr || is_called(at_ + following.size())) {  // a function or a variable
        at_ = begin;
        return factor;
      }
      at_ += following.size();
      factor *= std::pow(one->factor, direction * unit_exponent());
    }
  }

  // Whether a parenthesis follows.
  bool is_called(std::size_t at) const {
    while (at < text_.size() && text_[at] == ' ') ++at;
    return at < text_.size() && text_[at] == '(';
  }

  std::string_view letters(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    return text_.substr(from, end - from);
  }

  // "^2", "^-1", "**2", "²" or "³" behind a unit; 1 where there is none.
  double unit_exponent() {
    const std::string_view rest = text_.substr(at_);
    for (const auto& [raised, exponent] : {std::pair<std::string_view, double>{"²", 2}, {"³", 3}})
      if (rest.starts_with(raised)) {
        at_ += raised.size();
        return exponent;
      }
    const std::size_t sign = rest.starts_with("**") ? 2 : rest.starts_with('^') ? 1 : 0;
    if (sign == 0) return 1;
    const char* const end = text_.data() + text_.size();
    int exponent = 0;
    const auto [next, error] = std::from_chars(text_.data() + at_ + sign, end, exponent);
    if (error != std::errc{} || std::abs(exponent) > 9)
      return fail(fmt::format("has \"{}\", where a unit has a whole number as its exponent", rest)), 1;
    at_ = static_cast<std::size_t>(next - text_.data());
    return exponent;
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  double variable() {
    const std::string name(word());
    std::string problem;
    const auto number = variables_(name, problem);
    if (!number) fail(problem);
    return number.value_or(0);
  }

  double function() {
    const std::string_view written = word();
    const std::string name = lower_case(written);
    if (name == "pi") return std::numbers::pi;
    const bool has_two = name == "atan2" || name == "min" || name == "max";
    const SpckFunction* const one = find_named(spck_functions, name);
    if ((one == nullptr && !has_two) || !take('('))
      return fail(fmt::format("has \"{}\", which is no function that is known", written)), 0;
    const double first = sum();
    double second = 0;
    if (has_two && take(',')) second = sum();
    if (!take(')')) fail("has a parenthesis that is not closed");
    if (one != nullptr) return one->value(first);
    return name == "atan2" ? std::atan2(first, second)
           : name == "min" ? std::min(first, second)
                           : std::max(first, second);
  }

  std::string_view text_;
  const SpckVariables& variables_;
  std::string& problem_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<double> evaluate_spck(std::string_view text, const SpckVariables& variables,
                                    std::string& problem) {
  return SpckExpression(text, variables, problem).value();
}

}  // namespace flangeway::vehicle_import
