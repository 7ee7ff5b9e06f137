#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/assess/filter.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/quasistatic/gust.hpp"
#include "flangeway/quasistatic/kinds.hpp"
#include "flangeway/quasistatic/table_file.hpp"

namespace flangeway::quasistatic {
namespace {

Aerodynamics::At coefficients(const Aerodynamics& air, double angle) {
  const auto next =
      std::find_if(air.at.begin(), air.at.end(), [&](const auto& one) { return one.angle >= angle; });
  if (next == air.at.begin()) return air.at.front();
  if (next == air.at.end()) return air.at.back();
  const Aerodynamics::At &a = *(next - 1), &b = *next;
  const double share = (angle - a.angle) / (b.angle - a.angle);
  const auto mix = [&](double Aerodynamics::At::*of) { return a.*of + share * (b.*of - a.*of); };
  return {angle, mix(&Aerodynamics::At::side), mix(&Aerodynamics::At::lift),
          mix(&Aerodynamics::At::overturning)};
}

// Wind from the right, so that the right wheels unload. [docs/theory/quasi_static.md, eq. 11]
Load load_of(const Aerodynamics& air, std::size_t body, double height, double wind, double speed) {
  const Aerodynamics::At c = coefficients(air, std::atan2(wind, speed));
  const double pressure = air.density / 2 * (wind * wind + speed * speed) * air.area;
  const double side = pressure * c.side;
  // The moment counts about the top of rail; the force acts at the centre of gravity.
  return {body, Vec3(0, side, pressure * c.lift),
          Vec3(-pressure * air.length * c.overturning + height * side, 0, 0)};
}

// m/s, of its peak: with a mean wind that is somewhat faster than the fastest steady wind.
double fastest_gust(const WindSettings& settings) {
  return 2 * settings.fastest;
}

// A vehicle through a gust.
struct GustPassage {
  std::vector<double> place, wind, unloading;  // m from the middle of the gust, m/s, of the worst bogie
  double worst = 0;                            // infinite where wheels leave their rails
};

class WindSearch {
 public:
  WindSearch(const vehicle_case::CaseModel& model, const Aerodynamics& air, const WindSettings& settings,
             std::vector<Bogie> groups)
      : air_(air),
        settings_(settings),
        steady_(model),
        groups_(std::move(groups)),
        body_(carbody(model.vehicle.bodies)) {
    for (std::size_t w = 0; w < model.contact.wheelsets.size(); ++w)
      at_rest_.push_back(steady_.static_load(w));
    height_ = steady_.value(model.vehicle.bodies.bodies[body_].name + ".z");
  }

  // Largest share that the windward wheels of one bogie lose together.
  double unloading(double speed, double wind) {
    (void)steady_.at(condition_of(speed, wind));
    double worst = -HUGE_VAL;
    for (const Bogie& group : groups_) worst = std::max(worst, unloading_of(group));
    return worst;
  }

  // The same while the vehicle runs through a gust. The shares pass a low pass of 2 Hz [EN14067-6, from
  // memory].
  GustPassage through_gust(double speed, double peak) {
    constexpr double interval = 0.02, decays = 8, after = 2, edge = 2;  // s, 1, s, Hz
    const Gust gust = chinese_hat(peak);
    const double reach = decays * gust.decay + settings_.vehicle_length / 2;
    const auto wind_of = [&](double time) {
      return wind_at(gust, speed * time - reach, settings_.vehicle_length);
    };
    GustPassage passage;
    std::vector<std::vector<double>> shares(groups_.size());
    const auto look = [&](double time) {
      passage.place.push_back(speed * time - reach);
      passage.wind.push_back(wind_of(time));
      for (std::size_t g = 0; g < groups_.size(); ++g) shares[g].push_back(unloading_of(groups_[g]));
    };
    try {
      steady_.pass(condition_of(speed, wind_of(0)),
                   {.duration = 2 * reach / speed + after,
                    .interval = interval,
                    .load = [&](double time) { return load_of(air_, body_, height_, wind_of(time), speed); },
                    .look = look});
    } catch (const NumericalFailure&) {
      const auto lifts = [&](const auto& share) { return !share.empty() && share.back() >= settings_.limit; };
      if (std::none_of(shares.begin(), shares.end(), lifts)) throw;
      passage.worst = HUGE_VAL;
      return passage;
    }
    const assess::Filter filter =
        assess::butterworth({.band = assess::Band::low_pass, .order = 4, .high = edge}, interval);
    for (const auto& share : shares) {
      std::vector<double> smooth = assess::filtered(filter, share);
      const double highest = assess::highest(smooth).value;
      if (passage.unloading.empty() || highest > passage.worst)
        passage.worst = highest, passage.unloading = std::move(smooth);
    }
    return passage;
  }

  // The peak of the gust that reaches the limit, near the steady wind that does. NaN: none up to the fastest.
  double characteristic_gust(double speed, double near) {
    constexpr double close = 0.02, widening = 1.1;  // m/s, 1
    const auto reaches = [&](double peak) { return through_gust(speed, peak).worst >= settings_.limit; };
    double low = near, high = near;
    if (reaches(near)) {
      do high = low, low /= widening;
      while (low > close && reaches(low));
    } else {
      do low = high, high *= widening;
      while (high <= fastest_gust(settings_) && !reaches(high));
      if (high > fastest_gust(settings_)) return std::nan("");
    }
    while (high - low > close) {
      const double middle = (low + high) / 2;
      (reaches(middle) ? high : low) = middle;
    }
    if (shown_.place.empty()) shown_ = through_gust(speed, low);
    return (low + high) / 2;
  }

  [[nodiscard]] bool has_gust() const { return !shown_.place.empty(); }
  // The first characteristic gust that was found.
  [[nodiscard]] plot::Figure figure_of_gust() const {
    const auto panel = [&](const char* label, const std::vector<double>& values) {
      return plot::Panel{.x_label = "distance from the middle of the gust in m",
                         .y_label = label,
                         .series = {{.name = "", .x = shown_.place, .y = values}}};
    };
    return {.panels = {panel("wind in m/s", shown_.wind), panel("unloading", shown_.unloading)},
            .shared_x = true};
  }

  // NaN: the limit is not reached up to the fastest wind.
  double characteristic(double speed) {
    constexpr double close = 1e-3;  // m/s
    double low = 0, high = settings_.fastest;
    if (unloading(speed, low) >= settings_.limit) return 0;
    // Slowly up, so that the search begins near steady running that is known.
    for (double wind = 5;; wind += 5) {
      if (wind > settings_.fastest) return std::nan("");
      if (unloading(speed, wind) >= settings_.limit) {
        high = wind;
        break;
      }
      low = wind;
    }
    while (high - low > close) {
      const double middle = (low + high) / 2;
      (unloading(speed, middle) < settings_.limit ? low : high) = middle;
    }
    return (low + high) / 2;
  }

 private:
  [[nodiscard]] Condition condition_of(double speed, double wind) const {
    Condition condition;
    condition.speed = speed, condition.cant = settings_.cant_deficiency;
    condition.loads = {load_of(air_, body_, height_, wind, speed)};
    return condition;
  }
  // Unloading in the last state.
  [[nodiscard]] double unloading_of(const Bogie& group) const {
    double left = 0, rest = 0;
    for (const std::size_t w : group.wheelsets)
      left += steady_.value(steady_.wheelset_name(w) + ".right.Q"), rest += at_rest_[w];
    return 1 - left / rest;
  }

  const Aerodynamics& air_;
  const WindSettings& settings_;
  SteadyRunning steady_;
  std::vector<Bogie> groups_;
  std::size_t body_;
  std::vector<double> at_rest_;
  double height_ = 0;
  GustPassage shown_;
};

}  // namespace

std::optional<Aerodynamics> read_aerodynamics(const std::filesystem::path& file, Findings& findings) {
  const auto coefficient = [](const char* name) {
    return TableColumn{name, 1000, "", "is no aerodynamic coefficient"};  // no vehicle reaches it
  };
  const auto rows =
      read_table(file, {{"angle_deg"}, coefficient("side"), coefficient("lift"), coefficient("overturning")},
                 2, findings);
  if (!rows) return std::nullopt;
  Aerodynamics air;
  for (const TableRow& row : *rows) {
    const double degrees = row.values[0];
    const bool rises = air.at.empty() || degrees * pi / 180 > air.at.back().angle;
    if (!rises || degrees < 0 || degrees > 90) {
      findings.add({{file.string(), row.line, 1},
                    "angle_deg",
                    rises ? "is outside of the range" : "does not increase",
                    fmt::format("{:g}", degrees),
                    "0 to 90, increasing",
                    ""});
      return std::nullopt;
    }
    air.at.push_back({degrees * pi / 180, row.values[1], row.values[2], row.values[3]});
  }
  return air;
}

Outcome wind(const vehicle_case::CaseModel& model, const Aerodynamics& air, const WindSettings& settings,
             Findings& findings, const Progress& progress) {
  Outcome outcome{"wind", "Characteristic wind curve", model.name};
  std::vector<Bogie> groups = bogies(model, findings);
  if (!findings.empty()) return outcome;
  WindSearch search(model, air, settings, std::move(groups));
  outcome.label = "speed of the vehicle";
  outcome.columns = {{"speed", "m/s"}, {"characteristic wind", "m/s"}, {"angle of approach", "rad"}};
  if (settings.gust) outcome.columns.push_back({"characteristic gust, peak", "m/s"});
  plot::Series curve{.name = "steady wind"}, gusts{.name = "gust, peak"};
  double lowest = std::nan(""), lowest_gust = std::nan("");
  bool wind_missing = false, gust_missing = false;
  for (const double speed : settings.speeds) {
    if (progress)
      progress(outcome.rows.size(), settings.speeds.size(), fmt::format("wind at {:g} m/s", speed));
    ++outcome.conditions;
    double value = std::nan(""), gust = std::nan("");
    const char* unknown = "wind";
    std::string failed;
    try {
      value = search.characteristic(speed);
      unknown = "gust";
      if (settings.gust && !std::isnan(value))
        gust = value > 0 ? search.characteristic_gust(speed, value) : 0;
    } catch (const NumericalFailure& failure) {
      ++outcome.missing;
      failed = failure.what();
    }
    const double angle = std::atan2(value, speed);
    outcome.rows.push_back({fmt::format("{:g} m/s", speed), {speed, value, angle}});
    if (settings.gust) outcome.rows.back().values.push_back(gust);
    curve.x.push_back(speed), curve.y.push_back(value);
    gusts.x.push_back(speed), gusts.y.push_back(gust);
    lowest = std::fmin(lowest, value), lowest_gust = std::fmin(lowest_gust, gust);
    if (!failed.empty()) (std::isnan(value) ? wind_missing : gust_missing) = true;
    if (!failed.empty())
      outcome.notes.push_back(
          fmt::format("At {:g} m/s no characteristic {} is known. {}.", speed, unknown, failed));
    else if (std::isnan(value))
      outcome.notes.push_back(fmt::format("At {:g} m/s the wheels keep their load up to a wind of {:g} m/s.",
                                          speed, settings.fastest));
    else if (settings.gust && std::isnan(gust))
      outcome.notes.push_back(
          fmt::format("At {:g} m/s the wheels keep their load in gusts of up to {:g} m/s.", speed,
                      fastest_gust(settings)));
    else if (angle > air.at.back().angle || angle < air.at.front().angle)
      outcome.notes.push_back(
          fmt::format("At {:g} m/s the air approaches at {:.1f} degrees, outside of the table of "
                      "coefficients: its end value was taken.",
                      speed, angle * 180 / pi));
  }
  if (wind_missing) lowest = std::nan("");  // the missing one may be lower
  if (wind_missing || gust_missing) lowest_gust = std::nan("");
  outcome.numbers = {{"lowest_characteristic_wind", "m/s", lowest, "of all speeds"},
                     {"unloading_limit", "1", settings.limit,
                      "of the windward wheels of a bogie; EN 14067-6, no printed source found: unverified"}};
  outcome.figures.push_back(
      {.panels = {{.x_label = "speed of the vehicle in m/s", .y_label = "wind in m/s", .series = {curve}}}});
  outcome.notes.push_back("The wind is square to the track.");
  if (settings.gust) {
    outcome.numbers.push_back({"lowest_characteristic_gust", "m/s", lowest_gust, "peak, of all speeds"});
    outcome.figures.back().panels.front().series.push_back(gusts);
    outcome.notes.push_back(
        fmt::format("The gust is the \"Chinese hat\" of EN 14067-6, whose numbers have no printed source, "
                    "averaged over {:g} m "
                    "of vehicle; the unloading passes a low pass of 2 Hz.",
                    settings.vehicle_length));
    if (search.has_gust()) outcome.figures.push_back(search.figure_of_gust());
  } else {
    outcome.notes.push_back("The wind is steady. Gusts are not part of it (--gust).");
  }
  for (std::string& note : doubts(model)) outcome.notes.push_back(std::move(note));
  return outcome;
}

}  // namespace flangeway::quasistatic
