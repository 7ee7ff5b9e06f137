#include "flangeway/vehicle_case/wheel_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "flangeway/document/table_text.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::vehicle_case {
namespace {

constexpr double max_deviation = 0.02;  // [m]
constexpr double mismatch = 0.01;       // of the circumference
constexpr double min_step = 1e-6;       // rad, half a micrometre on the tread
constexpr double max_slope = 1;         // along the tread; ends of flats reach about 0.1

// "angle [deg]" → "deg"
std::string_view unit_text(std::string_view header) {
  const document::ColumnName written = document::split_unit(header, "[]");
  return written.readable ? written.unit : std::string_view();
}

// 0 where the unit is none of an angle.
double angle_unit(std::string_view header) {
  const std::string_view unit = unit_text(header);
  return unit == "deg" ? pi / 180 : unit == "rad" ? 1 : 0;
}

// 0 where the unit is none of a length.
double length_unit(std::string_view header) {
  const document::Unit* unit = document::find_unit(unit_text(header));
  return unit == nullptr ? 0 : unit->metres;
}

class WheelParser {
 public:
  WheelParser(const std::string& file_name, double radius, Findings& findings)
      : file_name_(file_name), radius_(radius), findings_(findings) {}

  std::optional<math::CubicSpline> parse(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size() && sound_;) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      take(document::trimmed(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    if (sound_) check_whole();
    return sound_ ? std::optional(once_more_on_both_sides()) : std::nullopt;
  }

 private:
  void say(std::string key, std::string problem, std::string got, std::string allowed, std::string advice) {
    findings_.add({{file_name_, line_, 1},
                   std::move(key),
                   std::move(problem),
                   std::move(got),
                   std::move(allowed),
                   std::move(advice)});
    sound_ = false;
  }

  void take(std::string_view line) {
    if (line.empty() || line.front() == '#') return;
    const auto fields = document::split(line, document::separator_of(line));
    if (fields.size() != 2)
      return say("", "has not two columns", std::to_string(fields.size()),
                 "two, such as angle [deg], radius_deviation [mm]", "");
    const std::string_view first = fields[0].text, second = fields[1].text;
    if (first_unit_ == 0) return take_header(first, second);
    const double x = number(first), y = number(second);
    if (sound_) take_row(x * first_unit_, y * second_unit_);
  }

  void take_header(std::string_view first, std::string_view second) {
    by_angle_ = first.starts_with("angle");
    first_unit_ = by_angle_ ? angle_unit(first) : first.starts_with("position") ? length_unit(first) : 0;
    second_unit_ = second.starts_with("radius_deviation") ? length_unit(second) : 0;
    if (first_unit_ > 0 && second_unit_ > 0) return;
    say("", "has no such header", fmt::format("\"{}\" and \"{}\"", first, second),
        fmt::format("angle [deg], angle [rad] or position [{0}], then radius_deviation [{0}]",
                    document::unit_list),
        "Name both columns and their units in the first line");
  }

  double number(std::string_view text) {
    const auto value = document::parse_number(text);
    if (value && std::isfinite(*value)) return *value;
    say("", "is not a number", fmt::format("\"{}\"", text), "a number such as 1.5e-3", "");
    return 0;
  }

  void take_row(double place, double deviation) {
    const double angle = by_angle_ ? place : place / radius_;
    if (!angle_.empty() && !(angle > angle_.back()))
      return say(by_angle_ ? "angle" : "position", "does not increase",
                 fmt::format("{:g}", place / first_unit_),
                 fmt::format("more than {:g}", angle_.back() * (by_angle_ ? 1 : radius_) / first_unit_), "");
    if (std::abs(deviation) > max_deviation)
      return say("radius_deviation", "is larger than any of a wheel", fmt::format("{:g} m", deviation),
                 "-0.02 to 0.02 m", "Give deviations from the radius, and check the unit of the column");
    if (!angle_.empty() && !is_smooth(angle - angle_.back(), deviation - deviation_.back()))
      return say(
          "radius_deviation", "jumps from the row before", fmt::format("to {:g} m", deviation),
          fmt::format("changes of up to {:g} of the way along the tread, and steps of {:g} rad or more",
                      max_slope, min_step),
          "Remove rows that repeat an angle, and check the units of both columns");
    angle_.push_back(angle);
    deviation_.push_back(deviation);
  }

  // Between rows that jump the curve through them would swing far out.
  [[nodiscard]] bool is_smooth(double step, double change) const {
    return step >= min_step && std::abs(change) <= max_slope * radius_ * step;
  }

  // The distance from the last row to the first one is that of the last two rows.
  void check_whole() {
    line_ = 1;
    if (angle_.size() < 8)
      return say("", "has too few rows", std::to_string(angle_.size()), "at least 8",
                 "The file may be truncated");
    const std::size_t n = angle_.size();
    const double span = angle_[n - 1] - angle_[0];
    const double last = angle_[n - 1] - angle_[n - 2];
    const bool closed = std::abs(span - 2 * pi) < last / 2;  // the first row again at the end
    const double whole = closed ? span : span + last;
    if (std::abs(whole - 2 * pi) > mismatch * 2 * pi) {
      if (by_angle_)
        return say("angle", "does not go once around the wheel", fmt::format("{:.1f} deg", whole * 180 / pi),
                   "360 deg", "The file may be truncated, or its unit another one");
      return say("position", "does not go once around the wheel",
                 fmt::format("a circumference of {:.4g} m", whole * radius_),
                 fmt::format("{:.4g} m, of a radius of {:g} m", 2 * pi * radius_, radius_),
                 "Check wheel_radius of the wheelset and the unit of the column");
    }
    if (closed) {
      angle_.pop_back();
      deviation_.pop_back();
    }
    if (!is_smooth(last, deviation_.front() - deviation_.back()))
      return say("radius_deviation", "does not close: the last row does not lead to the first",
                 fmt::format("{:g} m after {:g} m", deviation_.front(), deviation_.back()),
                 fmt::format("changes of up to {:g} of the way along the tread", max_slope),
                 "The file may be truncated");
    for (double& angle : angle_) angle *= 2 * pi / whole;
    const double turns = 2 * pi * std::floor(angle_[0] / (2 * pi));
    for (double& angle : angle_) angle -= turns;
  }

  // The first angle lies in the first turn.
  [[nodiscard]] math::CubicSpline once_more_on_both_sides() const {
    std::vector<double> x, y;
    for (int turn = -2; turn < 3; ++turn) {
      for (std::size_t i = 0; i < angle_.size(); ++i) {
        const double angle = angle_[i] + 2 * pi * turn;
        if (angle < -1.5 * pi || angle > 3.5 * pi) continue;
        x.push_back(angle);
        y.push_back(deviation_[i]);
      }
    }
    return {std::move(x), std::move(y)};
  }

  const std::string& file_name_;
  double radius_;
  Findings& findings_;
  std::vector<double> angle_, deviation_;
  double first_unit_ = 0, second_unit_ = 0;
  int line_ = 0;
  bool by_angle_ = true, sound_ = true;
};

}  // namespace

std::optional<math::CubicSpline> parse_wheel(const std::string& text, const std::string& file_name,
                                             double radius, Findings& findings) {
  return WheelParser(file_name, radius, findings).parse(text);
}

}  // namespace flangeway::vehicle_case
