#include "flangeway/inspection/record_relations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "flangeway/assess/statistics.hpp"

namespace flangeway::inspection {
namespace {

using Column = std::vector<double>;

constexpr double gravity = 9.81, cant_base = 1.5;  // m/s²; m, to which cant refers
constexpr double min_unbalanced = 0.02;            // of gravity: rows beyond it are in curves
constexpr std::size_t min_rows = 10;               // that a mean or a regression needs
constexpr double half_vehicle = 20;                // m: no wheelset is further from the place of its row

std::string counted(std::size_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

class RecordCheck {
 public:
  RecordCheck(const acceptance::Record& record, Inspection& inspection)
      : record_(record), inspection_(inspection), time_(column("t")), wheelsets_(record.wheelsets()) {}

  void check() {
    check_speed();
    for (const std::string& name : record_.names()) check_rate(name);
    check_loads();
    for (const std::string& wheelset : wheelsets_)
      for (const char* side : {".left", ".right"}) check_quotient(wheelset + side);
    check_balance();
    if (too_coarse_ > 0)
      not_judged(fmt::format("{} against {}: rows are too far apart, as of {}",
                             counted(too_coarse_, "motion", "motions"),
                             too_coarse_ == 1 ? "its rate" : "their rates", coarse_name_));
    if (without_guiding_ > 0)
      not_judged(fmt::format("Y against Q of {}: ten rows of numbers are needed",
                             counted(without_guiding_, "wheel", "wheels")));
  }

 private:
  void not_judged(std::string reason) { inspection_.not_judged.push_back(std::move(reason)); }
  // The values; empty where the record has none, or as many as it has times, all of them numbers.
  [[nodiscard]] Column column(const std::string& name) const {
    if (!record_.has(name)) return {};
    Column values = record_.values(name);
    const bool whole = std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
    if (!whole || (name != "t" && values.size() != time_.size())) return {};
    return values;
  }
  void add(const std::string& subject, std::string quantity, const char* unit, double value, double low,
           double high, const char* remedy) {
    if (std::isfinite(value))
      inspection_.values.push_back({subject, std::move(quantity), unit, value, low, high, "record", remedy});
  }

  void check_speed() {
    const Column distance = column("distance");
    if (time_.size() < 2 || distance.empty())
      return not_judged(
          "the speed against distance and time: the record has no t with a distance in each row");
    add("distance", "mean speed", "m/s",
        (distance.back() - distance.front()) / (time_.back() - time_.front()), 0.5, 170,
        "Check the units of t and distance");
    for (const std::string& wheelset : wheelsets_) {
      if (compare_rate("distance", wheelset + ".vs") || compare_rate("distance", wheelset + ".speed")) return;
    }
    if (!compare_rate("distance", "speed"))
      not_judged("the distance against the speed: the record has no speed in each of ten rows at least");
  }

  // BODY.y and BODY.vy, and so on.
  void check_rate(const std::string& name) {
    for (const char* rate : {"vs", "vy", "vz", "vroll", "vyaw"})
      if (name.ends_with(std::string(".") + rate)) {
        const std::string body = name.substr(0, name.size() - std::string_view(rate).size());
        (void)compare_rate(body + (rate + 1), name);
        return;
      }
  }

  // Steps of a motion against its rate times the steps of time, by regression. A motion that is sampled too
  // coarsely is no sum of its rates: nothing follows from it. Returns whether the record has both.
  bool compare_rate(const std::string& name, const std::string& rate_name) {
    const Column motion = column(name), rate = column(rate_name);
    if (motion.size() < min_rows || rate.empty()) return false;
    double square = 0, product = 0, other = 0, change = 0, size = 0;
    for (std::size_t i = 1; i < motion.size(); ++i) {
      const double step = motion[i] - motion[i - 1],
                   expected = (rate[i] + rate[i - 1]) / 2 * (time_[i] - time_[i - 1]);
      square += expected * expected, product += step * expected, other += step * step;
      change += (rate[i] - rate[i - 1]) * (rate[i] - rate[i - 1]), size += rate[i] * rate[i];
    }
    // With a phase x between the rows of a wave the slope below is tan(x/2)/(x/2), and change/size is 4
    // sin²(x/2): up to x = 1 the slope is wrong by less than a tenth.
    const double max_change = 4 * std::sin(0.5) * std::sin(0.5);
    constexpr double min_correlation = 0.95, min_motion = 1e-6;  // m or rad
    if (!(other > min_motion * min_motion)) return true;
    if (!(std::abs(product) > min_correlation * std::sqrt(square * other)) || change > max_change * size) {
      if (too_coarse_++ == 0) coarse_name_ = name;
      return true;
    }
    add(name, "rate of change over " + rate_name, "1", product / square, 0.85, 1.15,
        "Check the units and signs of both, and the unit of t");
    return true;
  }

  void check_loads() {
    Column means;
    std::vector<std::string> names;
    for (const std::string& wheelset : wheelsets_)
      for (const char* side : {".left.Q", ".right.Q"}) {
        const Column load = column(wheelset + side);
        if (load.empty()) continue;
        names.push_back(wheelset + side), means.push_back(assess::mean(load));
        add(names.back(), "mean", "kN", means.back() / 1e3, 3, 250,
            "Check the unit and the sign of the wheel load: it is positive downwards");
      }
    if (means.size() < 2)
      return not_judged(
          "wheel loads among each other: the record has no wheelset with Q and Y of both wheels");
    Column sorted = means;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted[sorted.size() / 2];
    for (std::size_t i = 0; i < means.size(); ++i)
      add(names[i], "mean over the median of all wheels", "1", means[i] / median, 0.15, 6,
          "Check its unit, and that it is this wheel's");
  }

  void check_quotient(const std::string& wheel) {
    const Column load = column(wheel + ".Q"), guiding = column(wheel + ".Y"),
                 quotient = column(wheel + ".YQ");
    if (load.size() < min_rows || guiding.empty()) {
      ++without_guiding_;
      return;
    }
    double force = 0, loads = 0;
    for (std::size_t i = 0; i < load.size(); ++i) force += std::abs(guiding[i]), loads += load[i];
    add(wheel + ".Y", "mean size over the mean of Q", "1", force / loads, 0, 1.2,
        "Check the units of both, and that they were not exchanged");
    if (quotient.empty()) return;
    double square = 0, product = 0;
    for (std::size_t i = 0; i < load.size(); ++i) {
      if (!(load[i] > 0)) continue;
      const double expected = std::abs(guiding[i]) / load[i];
      square += expected * expected, product += std::abs(quotient[i]) * expected;
    }
    if (square > 0)
      add(wheel + ".YQ", "size over the quotient of Y and Q", "1", product / square, 0.8, 1.25,
          "Check the units of Y and Q, and that the three are of one wheel");
  }

  // Forces of all wheels on the vehicle balance its weight and its acceleration across the track
  // a = v²κ − g u/b: ΣY = −a ΣQ/g with Y to the left, and the outer wheels carry more.
  void check_balance() {
    const std::string subject = "balance of forces across the track: ";
    if (wheelsets_.size() < 2)
      return not_judged(subject + "the record has fewer than two wheelsets with Q and Y of both wheels");
    const Column curvature = column("track.curvature"), speed = speed_of_vehicle();
    if (curvature.size() < min_rows || speed.empty())
      return not_judged(subject + "it needs track.curvature and a speed, or distance, in ten rows at least");
    Column cant = column("track.cant");
    cant.resize(time_.size(), 0.0);
    Column unbalanced(time_.size());
    for (std::size_t i = 0; i < time_.size(); ++i)
      unbalanced[i] = speed[i] * speed[i] * curvature[i] / gravity - cant[i] / cant_base;
    const std::vector<bool> is_partly_curved = near_curves(unbalanced, speed);
    std::array<Sums, 3> sums;  // of straight track, of curves, and of straight track next to a curve
    std::vector<Row> rows;
    for (std::size_t i = 0; i < time_.size(); ++i) {
      const bool in_curve = std::abs(unbalanced[i]) > min_unbalanced;
      rows.push_back({&sums[in_curve              ? 1
                            : is_partly_curved[i] ? 2
                                                  : 0],
                      in_curve && unbalanced[i] < 0 ? -1.0 : 1.0});
      rows.back().sums->expected += std::abs(unbalanced[i]), ++rows.back().sums->rows;
    }
    for (const std::string& wheelset : wheelsets_) {
      const Column left = column(wheelset + ".left.Q"), right = column(wheelset + ".right.Q"),
                   left_force = column(wheelset + ".left.Y"), right_force = column(wheelset + ".right.Y");
      if (left.empty() || right.empty() || left_force.empty() || right_force.empty())
        return not_judged(subject + wheelset + " has not Q and Y of both wheels");
      for (std::size_t i = 0; i < time_.size(); ++i) {
        const auto& [row_sums, side] = rows[i];
        row_sums->load += left[i] + right[i];
        row_sums->force += side * (left_force[i] + right_force[i]);
        row_sums->moment += side * (right[i] - left[i]);
      }
    }
    if (sums[0].rows < min_rows && sums[2].rows >= min_rows)
      not_judged(fmt::format("{}on straight track: the record has no ten rows that are {} m from any curve",
                             subject, half_vehicle));
    judge(sums[0], sums[1]);
  }

  // Rows at which a wheelset may run in a curve: a row has the curvature at one place of the vehicle.
  [[nodiscard]] std::vector<bool> near_curves(const Column& unbalanced, const Column& speed) const {
    std::vector<bool> result(unbalanced.size(), false);
    const auto pass = [&](std::size_t count, auto row) {
      double since_curve = half_vehicle + 1;
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = row(k), before = row(k == 0 ? 0 : k - 1);
        since_curve += std::abs(speed[i] * (time_[i] - time_[before]));
        if (std::abs(unbalanced[i]) > min_unbalanced) since_curve = 0;
        if (since_curve <= half_vehicle) result[i] = true;
      }
    };
    const std::size_t count = unbalanced.size();
    pass(count, [](std::size_t k) { return k; });
    pass(count, [count](std::size_t k) { return count - 1 - k; });
    return result;
  }

  // Sums over rows and wheelsets, the sides of curves to the right exchanged.
  struct Sums {
    double expected = 0, load = 0, force = 0, moment = 0;
    std::size_t rows = 0;
  };
  struct Row {
    Sums* sums;
    double side;  // of the outer rail: 1 right, −1 left
  };

  void judge(const Sums& straight, const Sums& curved) {
    constexpr const char* remedy =
        "Check the units and signs of Y, which is positive to the left, of curvature (left positive), "
        "cant and speed, and whether wind or other forces act";
    constexpr double max_straight = 0.02, max_curved = 0.03, max_share = 0.4;
    if (straight.rows >= min_rows)
      add("wheelsets", "sum of Y over the sum of Q on straight track", "1", straight.force / straight.load,
          -max_straight, max_straight, remedy);
    if (curved.rows < min_rows) return;
    const double expected = curved.expected / static_cast<double>(curved.rows),
                 most = max_curved + max_share * expected;
    add("wheelsets", "sum of Y over the sum of Q in curves, plus a/g", "1",
        curved.force / curved.load + expected, -most, most, remedy);
    add("wheelsets", "load shift to the outer wheels, over the cant deficiency angle", "1",
        curved.moment / curved.load / expected, 0.5, 6,
        "Check that left and right were not exchanged, and the signs of curvature (left positive) and cant");
  }

  [[nodiscard]] Column speed_of_vehicle() const {
    for (const std::string& wheelset : wheelsets_)
      for (const char* channel : {".vs", ".speed"})
        if (Column speed = column(wheelset + channel); !speed.empty()) return speed;
    if (Column speed = column("speed"); !speed.empty()) return speed;
    Column speed = column("distance");
    if (speed.size() < min_rows) return {};
    const double mean = (speed.back() - speed.front()) / (time_.back() - time_.front());
    return Column(speed.size(), mean);
  }

  const acceptance::Record& record_;
  Inspection& inspection_;
  Column time_;
  std::vector<std::string> wheelsets_;
  std::size_t too_coarse_ = 0, without_guiding_ = 0;  // motions; wheels
  std::string coarse_name_;                           // the first of these motions
};

}  // namespace

void add_relations(const acceptance::Record& record, Inspection& inspection) {
  RecordCheck(record, inspection).check();
}

}  // namespace flangeway::inspection
