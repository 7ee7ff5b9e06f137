#include "flangeway/acceptance/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/assess/filter.hpp"
#include "flangeway/assess/instability.hpp"
#include "flangeway/assess/limits.hpp"
#include "flangeway/assess/series.hpp"
#include "flangeway/assess/sliding_mean.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/assess/window_measures.hpp"
#include "flangeway/law/law.hpp"

namespace flangeway::acceptance {
namespace {

using Column = std::vector<double>;

bool is_lateral(Quantity quantity);

// The column with its place for findings; empty where it is missing or has gaps.
class Checked {
 public:
  Checked(const Record& record, Findings& findings) : record_(record), findings_(findings) {}

  Column read(const std::string& name) {
    if (!record_.has(name)) {
      complain(name, "is missing", "", "Record this channel, or name the column so");
      return {};
    }
    Column values = record_.values(name);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i])) continue;
      complain(name, fmt::format("has no finite value in row {}", i + 1), fmt::format("{}", values[i]),
               "Cut the record there, or repair it");
      return {};
    }
    return values;
  }
  // A column that may be missing: zeros.
  Column read_or_zero(const std::string& name, std::size_t count) {
    return record_.has(name) ? read(name) : Column(count, 0.0);
  }
  void complain(const std::string& key, std::string problem, std::string got, std::string advice) {
    complain(key, std::move(problem), std::move(got), "", std::move(advice));
  }
  void complain(const std::string& key, std::string problem, std::string got, std::string allowed,
                std::string advice) {
    findings_.add({{record_.path(), 0, 0},
                   key,
                   std::move(problem),
                   std::move(got),
                   std::move(allowed),
                   std::move(advice)});
  }

 private:
  const Record& record_;
  Findings& findings_;
};

// Steps of time within 1 % of each other, or nothing and a finding.
std::optional<double> step_of(const Column& time, Checked& checked) {
  if (time.size() < 16) {
    checked.complain("t", "has too few rows for a judgement", fmt::format("{}", time.size()), "");
    return std::nullopt;
  }
  Column steps;
  for (std::size_t i = 1; i < time.size(); ++i) steps.push_back(time[i] - time[i - 1]);
  const double middle = assess::percentile(steps, 50);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] > 0 && std::abs(steps[i] - middle) <= 0.01 * middle) continue;
    // The last step of a run is as long as the run leaves it.
    if (i + 1 == steps.size() && steps[i] >= 0 && steps[i] <= middle) continue;
    const bool gap = steps[i] > 0;
    checked.complain(
        "t", gap ? "is not sampled evenly" : "does not rise",
        fmt::format("a step of {:g} s after {:g} s; others have {:g} s", steps[i], time[i], middle),
        "Resample the record, or judge the parts one by one");
    return std::nullopt;
  }
  return middle;
}

bool rises(const Column& distance, Checked& checked) {
  for (std::size_t i = 1; i < distance.size(); ++i) {
    if (distance[i] >= distance[i - 1]) continue;
    const bool reversed = distance.back() < distance.front();
    checked.complain("distance", reversed ? "falls: the record runs backwards" : "falls",
                     fmt::format("{:g} m after {:g} m in row {}", distance[i], distance[i - 1], i + 1),
                     reversed ? "Reverse the order of the rows, and the signs of lateral quantities" : "");
    return false;
  }
  return true;
}

// Squares of what a band about the strongest frequency lets through, means over one step of the grid.
Column band_squares(const Samples& samples, const Column& values, const QuantitySpec& quantity, double step) {
  const Column square = assess::squares_about_strongest(values, samples.step, quantity.band_width);
  return assess::sliding_mean({samples.distance, square}, step, assess::Window::centred);
}

// The filter that a quantity asks for; none where it has no edges.
std::optional<assess::Butterworth> filter_of(const QuantitySpec& quantity) {
  const bool low = quantity.low_pass > 0, high = quantity.high_pass > 0;
  if (!low && !high) return std::nullopt;
  const auto band = low && high ? assess::Band::band_pass
                    : low       ? assess::Band::low_pass
                                : assess::Band::high_pass;
  return assess::Butterworth{band, 4, quantity.high_pass, quantity.low_pass};
}

std::size_t samples_in(double time, double step) {
  return static_cast<std::size_t>(std::max(1L, std::lround(time / step)));
}

// The sample that counts of those about a place of the grid.
double worse(double a, double b, const QuantitySpec& quantity) {
  if (std::isnan(a) || std::isnan(b)) return std::nan("");
  if (has_lower_limit(quantity.quantity)) return std::min(a, b);
  if (quantity.measure != Measure::percentile) return std::max(std::abs(a), std::abs(b));
  if (!is_lateral(quantity.quantity)) return std::max(a, b);
  return std::abs(b) > std::abs(a) ? b : a;
}

// At each place of the grid the worst of all samples within half a step.
Column extremes_on_grid(const Samples& samples, const Column& values, const QuantitySpec& quantity,
                        double step) {
  const double start = samples.distance.front();
  Column result = assess::resampled({samples.distance, values}, step);
  std::vector<bool> met(result.size(), false);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto nearest = static_cast<std::size_t>(std::floor((samples.distance[i] - start) / step + 0.5));
    const std::size_t place = std::min(nearest, result.size() - 1);
    result[place] = worse(met[place] ? result[place] : values[i], values[i], quantity);
    met[place] = true;
  }
  return result;
}

// True where the largest or lowest value of a section counts, wherever it lies.
bool takes_extreme(const QuantitySpec& quantity) {
  return quantity.measure == Measure::peak || quantity.measure == Measure::peak_to_peak ||
         quantity.measure == Measure::detrended_rms ||
         (quantity.measure == Measure::percentile && quantity.percentile == 100);
}

// Samples for each cycle of a filter's edge that a filter without phase errors near half the sampling rate
// needs. The notes of a report name the frequencies that fold into its band.
constexpr double samples_per_cycle = 2.5;

// The rate that the filter of a quantity needs, Hz.
double needed_rate(const QuantitySpec& quantity) {
  return std::max(quantity.low_pass, quantity.high_pass) * samples_per_cycle;
}

// Whether all its quantities are sampled often and long enough.
bool suits(const Samples& samples, const RuleSpec& rule, Checked& checked) {
  const QuantitySpec* fastest = nullptr;
  for (const QuantitySpec& quantity : rule.quantities) {
    if (!has(samples, quantity.quantity)) continue;
    if (fastest == nullptr || needed_rate(quantity) > needed_rate(*fastest)) fastest = &quantity;
    const bool windows =
        quantity.measure == Measure::peak_to_peak || quantity.measure == Measure::detrended_rms;
    const std::size_t count = samples.time.size();
    if (!windows || samples_in(quantity.window_time, samples.step) <= count) continue;
    checked.complain("t", fmt::format("is shorter than the window of {:g} s", quantity.window_time),
                     fmt::format("{:g} s", samples.step * static_cast<double>(count)),
                     "Give a longer record");
    return false;
  }
  if (fastest == nullptr) return true;
  const double needed = needed_rate(*fastest);
  if (1 / samples.step >= needed * (1 - 1e-3)) return true;
  checked.complain(
      "t",
      fmt::format("is sampled too slowly for a {} pass of {:g} Hz", fastest->low_pass > 0 ? "low" : "high",
                  std::max(fastest->low_pass, fastest->high_pass)),
      fmt::format("{:g} Hz", 1 / samples.step), fmt::format("at least {:g} Hz", needed),
      samples.sampling == Sampling::points
          ? "Run the case again: runs record what is judged apart from their rows. Studies do "
            "so with record_judged = true"
          : "Record more often");
  return false;
}

// The direction that a quantity is of; empty where it was not measured.
const Column& direction_of(const PointAccelerations& point, Quantity quantity) {
  return quantity == Quantity::body_vertical_acceleration ? point.vertical : point.lateral;
}

// Whose sign says nothing but to which side.
bool is_lateral(Quantity quantity) {
  return quantity != Quantity::vertical_force && quantity != Quantity::unloading &&
         quantity != Quantity::axle_sum_ratio && !has_lower_limit(quantity);
}

}  // namespace

SectionChainage chainage_of(const ChainageTable& table, double begin, double end) {
  const auto first = chainage_at(table, begin), last = chainage_at(table, end);
  if (!first || !last) return std::nullopt;
  return std::array{*first, *last};
}

std::optional<Samples> samples_of(const Record& record, const RuleSpec& rule, const JudgeOptions& options,
                                  Findings& findings) {
  const std::size_t before = findings.all().size();
  Checked checked(record, findings);
  Samples result;
  result.record = record.path();
  result.chainage = record.chainage();
  result.sampling = record.sampling();
  result.time = checked.read("t");
  result.distance = checked.read("distance");
  const std::size_t count = result.time.size();
  result.curvature = checked.read_or_zero("track.curvature", count);
  result.cant = checked.read_or_zero("track.cant", count);
  for (const std::string& name : record.wheelsets()) {
    WheelsetForces forces{name, {}, {}, options.axle_load};
    for (const std::size_t side : {0u, 1u}) {
      const std::string wheel = name + (side == 0 ? ".left" : ".right");
      forces.lateral[side] = checked.read(wheel + ".Y");
      forces.vertical[side] = checked.read(wheel + ".Q");
    }
    result.wheelsets.push_back(std::move(forces));
  }
  result.points = accelerations_of(record, options.points, findings);
  if (result.wheelsets.empty() && result.points.empty())
    checked.complain("", "has no wheelset", "",
                     "Name columns NAME.left.Y, NAME.left.Q, NAME.right.Y and NAME.right.Q");
  for (const PointAccelerations& point : result.points)
    for (const Column* values : {&point.lateral, &point.vertical})
      if (!values->empty() && values->size() != count)
        checked.complain(point.name, "has another number of values than t", "", "");
  if (findings.all().size() != before) return std::nullopt;
  const auto step = step_of(result.time, checked);
  if (!step || !rises(result.distance, checked)) return std::nullopt;
  result.step = *step;
  if (!suits(result, rule, checked)) return std::nullopt;
  result.speed = assess::rate({result.time, result.distance});
  for (WheelsetForces& forces : result.wheelsets)
    if (forces.axle_load == 0)
      forces.axle_load = assess::mean(forces.vertical[0]) + assess::mean(forces.vertical[1]);
  return result;
}

bool is_of_truck_side(Quantity quantity) {
  return quantity == Quantity::truck_side_ratio || quantity == Quantity::truck_side_load;
}

bool has(const Samples& samples, Quantity quantity) {
  if (is_of_truck_side(quantity)) return samples.wheelsets.size() > 1;
  if (quantity < Quantity::body_lateral_acceleration) return !samples.wheelsets.empty();
  return std::any_of(samples.points.begin(), samples.points.end(), [&](const PointAccelerations& point) {
    return point.bogie == (quantity == Quantity::bogie_lateral_acceleration) &&
           !direction_of(point, quantity).empty();
  });
}

std::vector<ItemSeries> series_of(const Samples& samples, Quantity quantity) {
  std::vector<ItemSeries> result;
  const std::size_t count = samples.time.size();
  const auto fill = [&](std::string item, double axle_load, const auto& value) {
    ItemSeries series{std::move(item), Column(count), axle_load};
    for (std::size_t i = 0; i < count; ++i) series.values[i] = value(i);
    result.push_back(std::move(series));
  };
  // The last series becomes a quotient.
  const auto divide_by = [&](double static_loads, const auto& load) {
    ItemSeries& series = result.back();
    series.no_contact = no_contact_share * static_loads / 2;
    series.divisor.resize(count);
    for (std::size_t i = 0; i < count; ++i) series.divisor[i] = load(i);
  };
  if (quantity >= Quantity::body_lateral_acceleration) {
    for (const PointAccelerations& point : samples.points)
      if (point.bogie == (quantity == Quantity::bogie_lateral_acceleration) &&
          !direction_of(point, quantity).empty())
        result.push_back({point.name, direction_of(point, quantity), 0});
    return result;
  }
  const auto& wheelsets = samples.wheelsets;
  if (is_of_truck_side(quantity)) {
    for (std::size_t k = 0; k + 1 < wheelsets.size(); k += 2) {
      const WheelsetForces &a = wheelsets[k], &b = wheelsets[k + 1];
      const double axle_load = (a.axle_load + b.axle_load) / 2;
      for (const std::size_t side : {0u, 1u}) {
        const std::string item = fmt::format("{} + {}, {}", a.name, b.name, side == 0 ? "left" : "right");
        if (quantity == Quantity::truck_side_load) {
          fill(item, axle_load,
               [&](std::size_t i) { return (a.vertical[side][i] + b.vertical[side][i]) / axle_load; });
          continue;
        }
        fill(item, a.axle_load, [&](std::size_t i) { return a.lateral[side][i] + b.lateral[side][i]; });
        divide_by(a.axle_load + b.axle_load,
                  [&](std::size_t i) { return a.vertical[side][i] + b.vertical[side][i]; });
      }
    }
    return result;
  }
  for (std::size_t k = 0; k < wheelsets.size(); ++k) {
    const WheelsetForces& of = wheelsets[k];
    if (quantity == Quantity::sum_of_lateral_forces || quantity == Quantity::net_axle_ratio) {
      const double divisor = quantity == Quantity::net_axle_ratio ? of.axle_load : 1;
      fill(of.name, of.axle_load,
           [&](std::size_t i) { return (of.lateral[0][i] + of.lateral[1][i]) / divisor; });
      result.back().wheelset = k + 1;
      continue;
    }
    if (quantity == Quantity::axle_sum_ratio) {
      fill(of.name, of.axle_load, [&](std::size_t i) { return of.lateral[0][i]; });
      divide_by(of.axle_load, [&](std::size_t i) { return of.vertical[0][i]; });
      result.back().other_values = of.lateral[1], result.back().other_divisor = of.vertical[1];
      result.back().wheelset = k + 1;
      continue;
    }
    for (const std::size_t side : {0u, 1u}) {
      const Column &y = of.lateral[side], &q = of.vertical[side];
      const double load = of.axle_load / 2, outwards = side == 0 ? 1 : -1;
      fill(of.name + (side == 0 ? ".left" : ".right"), of.axle_load, [&](std::size_t i) {
        switch (quantity) {
          case Quantity::vertical_force:
            return q[i];
          case Quantity::unloading:
            return (load - q[i]) / load;
          case Quantity::vertical_load_ratio:
            return q[i] / load;
          default:
            return outwards * y[i];
        }
      });
      result.back().wheelset = k + 1, result.back().wheel = side == 0 ? 2 : 1;
      if (quantity == Quantity::force_ratio) divide_by(of.axle_load, [&](std::size_t i) { return q[i]; });
    }
  }
  return result;
}

std::string alias_of(const ItemSeries& series, Quantity quantity) {
  if (series.wheelset == 0) return "";
  const char* name = quantity == Quantity::sum_of_lateral_forces ? "ΣY"
                     : quantity == Quantity::force_ratio         ? "(Y/Q)"
                     : quantity == Quantity::vertical_force      ? "Q"
                     : quantity == Quantity::lateral_force       ? "Y"
                                                                 : nullptr;
  if (name == nullptr) return "";
  return series.wheel == 0 ? fmt::format("{}{}", name, series.wheelset)
                           : fmt::format("{}{}{}", name, series.wheelset, series.wheel);
}

std::vector<ContactLoss> contact_losses(const Samples& samples) {
  std::vector<ContactLoss> losses;
  for (const WheelsetForces& forces : samples.wheelsets) {
    for (const std::size_t side : {0u, 1u}) {
      const Column& load = forces.vertical[side];
      ContactLoss loss{samples.record, forces.name + (side == 0 ? ".left" : ".right")};
      const double none = no_contact_share * forces.axle_load / 2;
      for (std::size_t i = 0; i < load.size(); ++i) {
        if (load[i] > none) continue;
        const std::size_t first = i;
        for (; i < load.size() && load[i] <= none; ++i) loss.least = std::min(loss.least, load[i]);
        const double lasting = samples.step * static_cast<double>(i - first);
        ++loss.count;
        loss.total += lasting;
        if (lasting > loss.longest) loss.longest = lasting, loss.place = samples.distance[first];
      }
      if (loss.count > 0) losses.push_back(std::move(loss));
    }
  }
  return losses;
}

namespace {

Column low_passed(const Samples& samples, const Column& values, const QuantitySpec& quantity) {
  const auto filter = filter_of(quantity);
  return filter ? assess::filtered(assess::butterworth(*filter, samples.step), values) : values;
}

// The filtered values, over the filtered divisor if there is one: NaN where that is not above `no_contact`.
Column quotient(const Samples& samples, const Column& values, const Column& divisor, double no_contact,
                const QuantitySpec& quantity) {
  Column smooth = low_passed(samples, values, quantity);
  if (divisor.empty()) return smooth;
  const Column smooth_divisor = low_passed(samples, divisor, quantity);
  for (std::size_t i = 0; i < smooth.size(); ++i)
    smooth[i] = smooth_divisor[i] > no_contact ? smooth[i] / smooth_divisor[i] : std::nan("");
  return smooth;
}

// The sliding mean; NaN wherever its window has a value that is NaN.
Column mean_over_distance(const Samples& samples, const Column& values, double length) {
  Column present = values, absent(values.size(), 0.0);
  bool whole = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) continue;
    present[i] = 0, absent[i] = 1, whole = false;
  }
  Column mean = assess::sliding_mean({samples.distance, present}, length, assess::Window::centred);
  if (whole) return mean;
  const Column share = assess::sliding_mean({samples.distance, absent}, length, assess::Window::centred);
  for (std::size_t i = 0; i < mean.size(); ++i)
    if (share[i] > 0 || absent[i] > 0) mean[i] = std::nan("");
  return mean;
}

}  // namespace

std::vector<double> on_grid(const Samples& samples, const std::vector<double>& values,
                            const QuantitySpec& quantity, double step) {
  return on_grid(samples, ItemSeries{"", values, 0}, quantity, step);
}

std::vector<double> on_grid(const Samples& samples, const ItemSeries& series, const QuantitySpec& quantity,
                            double step) {
  if (quantity.measure == Measure::sliding_rms)
    return assess::resampled({samples.distance, band_squares(samples, series.values, quantity, step)}, step);
  Column smooth = quotient(samples, series.values, series.divisor, series.no_contact, quantity);
  if (!series.other_divisor.empty()) {
    const Column other =
        quotient(samples, series.other_values, series.other_divisor, series.no_contact, quantity);
    for (std::size_t i = 0; i < smooth.size(); ++i) smooth[i] = std::abs(smooth[i]) + std::abs(other[i]);
  }
  if (quantity.mean_length > 0) smooth = mean_over_distance(samples, smooth, quantity.mean_length);
  const std::size_t window = std::max<std::size_t>(2, samples_in(quantity.window_time, samples.step));
  if (quantity.measure == Measure::peak_to_peak)
    smooth = assess::peak_to_peak(smooth, window, samples_in(quantity.shortest_peak, samples.step));
  if (quantity.measure == Measure::detrended_rms) smooth = assess::detrended_rms(smooth, window);
  // Values between the places of the grid count.
  if (takes_extreme(quantity)) return extremes_on_grid(samples, smooth, quantity, step);
  return assess::resampled({samples.distance, smooth}, step);
}

namespace {

double own_measure(std::span<const double> values, const law::Law& law, double step) {
  const std::size_t count = values.size();
  std::vector<double> in(FLANGEWAY_MEASURE_IN_ROWS * count), out(FLANGEWAY_MEASURE_OUT_ROWS * count);
  for (std::size_t i = 0; i < count; ++i) {
    in[FLANGEWAY_MEASURE_VALUE * count + i] = values[i];
    in[FLANGEWAY_MEASURE_PLACE * count + i] = step * static_cast<double>(i);
  }
  law::evaluate(law, count, in.data(), out.data());
  return out.front();
}

}  // namespace

double section_value(std::span<const double> values, const QuantitySpec& spec, double step) {
  if (std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
    return std::nan("");
  if (spec.measure == Measure::rms) return assess::rms(values);
  if (spec.measure == Measure::library) return own_measure(values, *spec.function, step);
  if (spec.measure == Measure::sliding_rms) {
    const auto window = std::min(values.size(), samples_in(spec.rms_length, step)),
               stride = samples_in(spec.rms_step, step);
    double most = 0;
    for (std::size_t i = 0; i + window <= values.size(); i += stride)
      most = std::max(most, assess::mean(values.subspan(i, window)));
    return std::sqrt(most);
  }
  if (spec.measure != Measure::percentile) return assess::highest(values).value;
  if (has_lower_limit(spec.quantity)) return assess::percentile(values, 100 - spec.percentile);
  const double high = assess::percentile(values, spec.percentile);
  if (!is_lateral(spec.quantity)) return high;
  return std::max(std::abs(high), std::abs(assess::percentile(values, 100 - spec.percentile)));
}

bool has_lower_limit(Quantity quantity) {
  return quantity == Quantity::vertical_load_ratio || quantity == Quantity::truck_side_load;
}

std::string unit_of(Quantity quantity) {
  if (quantity == Quantity::sum_of_lateral_forces || quantity == Quantity::vertical_force ||
      quantity == Quantity::lateral_force)
    return "N";
  return quantity >= Quantity::body_lateral_acceleration ? "m/s²" : "1";
}

std::string method_of(const QuantitySpec& spec) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (spec.measure == Measure::sliding_rms) {
    add(fmt::format("band pass of ± {:g} Hz about the strongest frequency", spec.band_width));
    add(fmt::format("largest rms over {:g} m, each {:g} m", spec.rms_length, spec.rms_step));
    return text;
  }
  if (spec.low_pass > 0 && spec.high_pass > 0) {
    add(fmt::format("band pass {:g} to {:g} Hz", spec.high_pass, spec.low_pass));
  } else if (spec.low_pass > 0) {
    add(fmt::format("low pass {:g} Hz", spec.low_pass));
  } else if (spec.high_pass > 0) {
    add(fmt::format("high pass {:g} Hz", spec.high_pass));
  }
  if (spec.quantity == Quantity::force_ratio || spec.quantity == Quantity::truck_side_ratio ||
      spec.quantity == Quantity::axle_sum_ratio)
    add(spec.low_pass > 0 ? "quotient of the filtered forces" : "quotient of the forces");
  if (spec.mean_length > 0) add(fmt::format("mean over {:g} m", spec.mean_length));
  if (spec.measure == Measure::rms) add("rms");
  if (spec.measure == Measure::library)
    add(fmt::format("measure {}, SHA-256 {}", spec.function->name, spec.function->sha256));
  if (spec.measure == Measure::peak) add("largest absolute value");
  if (spec.measure == Measure::detrended_rms)
    add(fmt::format("rms without trend over {:g} s", spec.window_time));
  if (spec.measure == Measure::peak_to_peak)
    add(fmt::format("peak to peak within {:g} s, peaks of at least {:g} s", spec.window_time,
                    spec.shortest_peak));
  if (spec.measure != Measure::percentile) return text;
  const double low = 100 - spec.percentile;
  if (has_lower_limit(spec.quantity)) {
    add(spec.percentile == 100 ? "lowest value" : fmt::format("{:g} %", low));
  } else if (spec.percentile == 100) {
    add(is_lateral(spec.quantity) ? "largest absolute value" : "highest value");
  } else {
    add(is_lateral(spec.quantity) && spec.percentile != 50
            ? fmt::format("{:.4g} and {:.4g} %, the larger by size", low, spec.percentile)
            : fmt::format("{:.4g} %", spec.percentile));
  }
  return text;
}

std::vector<Section> sections_of(const std::vector<double>& curvature, double step, const ZoneSpec& zone,
                                 double margin) {
  const std::size_t count = curvature.size();
  const auto belongs = [&](double value) {
    const double size = std::abs(value);
    return (zone.min_radius == 0 || size * zone.min_radius <= 1) &&
           (zone.max_radius == 0 || size * zone.max_radius > 1);
  };
  if (zone.section_length == 0) return {{0, count}};
  constexpr double straight = 2e-5;  // [1/m] Curvature that still counts as that of the stretch's beginning
  const auto length =
      std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(zone.section_length / step)));
  const auto apart = static_cast<std::size_t>(std::llround(margin / step));
  std::vector<Section> result;
  for (std::size_t first = 0; first < count;) {
    const double start = curvature[first];
    std::size_t last = first;
    while (last < count && std::abs(curvature[last] - start) <= std::max(straight, 0.02 * std::abs(start)))
      ++last;
    // The record may begin and end anywhere.
    std::size_t from = first == 0 ? 0 : first + apart;
    const std::size_t to = last == count ? count : last - std::min(last, apart);
    for (; belongs(start) && from + length <= to; from += length) result.push_back({from, from + length});
    first = last;
  }
  return result;
}

}  // namespace flangeway::acceptance
