#include "flangeway/geometry/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/geometry/flange.hpp"

namespace flangeway::geometry {
namespace {

// [m] Further than this from flange contact the gap is continued by its slope: nothing reads the contact
// there.
constexpr double flange_neighbourhood = 4e-3;

// Where the left flange starts: the jump of a two-point pair, else the first contact steeper than
// flange_angle; infinity without a flange. In a gauge so narrow that both flanges touch it can be negative.
double flange_start(const Sweep& sweep) {
  for (const Jump& jump : sweep.jumps) {
    if (jump.left && jump.after.left.angle > flange_angle) return jump.before.y;
  }
  for (const Position& position : sweep.positions) {
    if (position.left.angle > flange_angle) return position.y;
  }
  return std::numeric_limits<double>::infinity();
}

// The wheel's arc length halfway between the tread and flange contacts of the two-point position.
double wheel_split(const Sweep& sweep, bool left) {
  const Jump* jump = tread_flange_jump(sweep, left);
  if (!jump) return 0;
  return left ? (jump->before.left.wheel_s + jump->after.left.wheel_s) / 2
              : (jump->before.right.wheel_s + jump->after.right.wheel_s) / 2;
}

Position mirrored(const Position& p) {
  Position image = p;
  image.shift = -p.shift;
  image.y = -p.y;
  image.roll = -p.roll;
  image.z_rate = -p.z_rate;
  std::swap(image.left, image.right);
  return image;
}

struct Builder {
  const WheelsetGeometry& geometry;
  const LookupSettings& settings;
  PositionSearch search;
  TouchLimits limits;
  bool hybrid = false;
  long margin = 0;  // extra nodes on both sides, eaten by the averaging
  double step = 0;
  Touch left_flange, right_flange;  // on the regular track, to start from

  // Positions at y = step · (−n … n), outwards from the middle so that each starts from its neighbour. Equal
  // sides need one half; the other is its mirror image to the last bit.
  std::vector<Position> positions(double gauge, long n) const {
    std::vector<Position> result(static_cast<std::size_t>(2 * n + 1));
    for (const long direction : {1L, -1L}) {
      if (direction < 0 && geometry.symmetric) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
          result[i] = mirrored(result[result.size() - 1 - i]);
        continue;
      }
      Position guess;
      for (long i = 0; i <= n; ++i) {
        if (i == 0 && direction < 0) {
          guess = result[static_cast<std::size_t>(n)];
          continue;
        }
        guess = search.at_y(static_cast<double>(direction * i) * step, gauge, guess, limits);
        result[static_cast<std::size_t>(n + direction * i)] = guess;
        if (!guess.found) return {};
      }
    }
    return result;
  }
};

// Average over a triangle of half-width `half` nodes (C⁰ kernel, second order): contact jumps become ramps.
std::vector<double> averaged(const std::vector<double>& values, long half) {
  const auto n = static_cast<long>(values.size());
  std::vector<double> result;
  for (long i = half; i < n - half; ++i) {
    double sum = 0, weights = 0;
    for (long k = -half; k <= half; ++k) {
      const double weight = static_cast<double>(half + 1 - std::abs(k));
      sum += weight * values[static_cast<std::size_t>(i + k)];
      weights += weight;
    }
    result.push_back(sum / weights);
  }
  return result;
}

using Columns = std::vector<std::vector<double>>;

math::UniformSpline table(const Columns& columns, double start, double step, long half) {
  Columns smooth;
  for (const auto& column : columns) smooth.push_back(averaged(column, half));
  return {start, step, smooth};
}

// Flange columns of one side along increasing indentation: Newton walks from the position nearest to first
// contact.
void add_flange(const Builder& builder, const std::vector<Position>& positions, bool left, double start_y,
                double gauge, Columns& columns) {
  const Side& side = left ? builder.geometry.left : builder.geometry.right;
  const double sign = left ? 1 : -1;
  const double most = left ? builder.limits.left_wheel_s : builder.limits.right_wheel_s;
  const auto count = positions.size();
  std::vector<FlangeIndentation> found(count);
  const auto at = [&](std::size_t i, const Touch& start) {
    const Position& p = positions[i];
    return flange_indentation(side, sign * p.y - gauge / 2, p.z, sign * p.roll, start, most);
  };
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < count; ++i) {
    if (std::abs(sign * positions[i].y - start_y) < std::abs(sign * positions[nearest].y - start_y))
      nearest = i;
  }
  found[nearest] = at(nearest, left ? builder.left_flange : builder.right_flange);
  for (const int direction : {1, -1}) {
    Touch start = found[nearest].touch;
    for (auto i = static_cast<long>(nearest) + direction; i >= 0 && i < static_cast<long>(count);
         i += direction) {
      const auto k = static_cast<std::size_t>(i);
      const double beyond = sign * positions[k].y - start_y;
      if (beyond > -flange_neighbourhood) found[k] = at(k, start);
      if (!found[k]
               .found) {  // far away, or a wheel that has nothing there: a gap that grows with the distance
        found[k] = found[static_cast<std::size_t>(i - direction)];
        found[k].indentation = std::min(found[k].indentation, 0.0) - builder.step;
      }
      start = found[k].touch;
    }
  }
  columns.resize(columns.size() + 1 + contact_channels);
  const auto first = columns.size() - 1 - contact_channels;
  for (std::size_t i = 0; i < count; ++i) {
    columns[first].push_back(found[i].indentation);
    const ContactValues values =
        contact_values(side, found[i].touch, sign * positions[i].roll, builder.settings.patch);
    for (std::size_t c = 0; c < contact_channels; ++c) columns[first + 1 + c].push_back(values[c]);
  }
}

bool add_row(const Builder& builder, double gauge, double start_y, long n, LookupTable& lookup) {
  const std::vector<Position> positions = builder.positions(gauge, n + builder.margin);
  if (positions.empty()) return false;
  LookupRow row;
  row.gauge_variation = gauge;
  row.flange_start = start_y;
  Columns motion(2), contacts(2 * contact_channels), flanges;
  for (const Position& p : positions) {
    motion[0].push_back(p.z);
    motion[1].push_back(p.roll);
    const ContactValues left = contact_values(builder.geometry.left, p.left, p.roll, builder.settings.patch);
    const ContactValues right =
        contact_values(builder.geometry.right, p.right, -p.roll, builder.settings.patch);
    for (std::size_t c = 0; c < contact_channels; ++c) {
      contacts[c].push_back(left[c]);
      contacts[contact_channels + c].push_back(right[c]);
    }
  }
  const double start = -builder.step * static_cast<double>(n);
  row.motion = table(motion, start, builder.step, builder.margin);
  row.contacts = table(contacts, start, builder.step, builder.margin);
  if (builder.hybrid) {
    add_flange(builder, positions, true, start_y, gauge, flanges);
    if (builder.geometry.symmetric) {
      const Columns left = flanges;
      for (const auto& column : left) flanges.emplace_back(column.rbegin(), column.rend());
    } else {
      add_flange(builder, positions, false, start_y, gauge, flanges);
    }
    row.flanges = table(flanges, start, builder.step, builder.margin);
  }
  lookup.rows.push_back(std::move(row));
  return true;
}

// The entry is the same for a row above and one below: two neighbouring rows and their point of convergence.
double convergence_gauge(const LookupRow& a, const LookupRow& b) {
  const double dy = b.flange_start - a.flange_start;
  return b.gauge_variation - b.flange_start * (b.gauge_variation - a.gauge_variation) / dy;
}

}  // namespace

LookupTable make_lookup(const WheelsetGeometry& geometry, const LookupSettings& settings) {
  LookupTable lookup;
  Builder builder{geometry, settings, PositionSearch(geometry), {}, false, 0, 0, {}, {}};
  SweepRange range;
  range.shift_max = 0.02;
  const Sweep regular = sweep(builder.search, range);
  if (regular.positions.size() < 10) {
    lookup.failure = "wheel and rail do not touch at the centred position";
    return lookup;
  }
  builder.limits = {wheel_split(regular, true), wheel_split(regular, false)};
  builder.hybrid = lookup.hybrid = builder.limits.left_wheel_s > 0 && builder.limits.right_wheel_s > 0;
  if (!builder.hybrid) builder.limits = {};
  if (builder.hybrid) {
    builder.left_flange = tread_flange_jump(regular, true)->after.left;
    builder.right_flange = tread_flange_jump(regular, false)->before.right;
  }
  const long rows = settings.gauge_points;
  lookup.gauge_step = 2 * settings.gauge_variation / static_cast<double>(rows - 1);
  std::vector<double> gauges, starts;
  for (long j = 0; j < rows; ++j) {
    range.gauge_variation = -settings.gauge_variation + lookup.gauge_step * static_cast<double>(j);
    range.shift_step = 2e-4;
    gauges.push_back(range.gauge_variation);
    starts.push_back(flange_start(sweep(builder.search, range)));
    lookup.y_max = std::max(lookup.y_max, std::min(starts.back() + settings.overlap, settings.free_range));
  }
  const bool flanged = std::isfinite(starts.front()) && std::isfinite(starts.back());
  lookup.convergent = flanged && !lookup.hybrid;
  if (lookup.convergent && starts.front() < settings.transition_length) {
    lookup.failure = fmt::format(
        "both flanges touch at a gauge variation of {:.1f} mm: there is no room for a table of one-point "
        "contacts",
        gauges.front() * 1e3);
    return lookup;
  }
  const long n = (settings.lateral_points - 1) / 2;
  builder.step = lookup.y_max / static_cast<double>(n);
  builder.margin = std::max(1L, std::lround(settings.transition_length / 2 / builder.step));
  for (long j = 0; j < rows; ++j) {
    const auto k = static_cast<std::size_t>(j);
    if (!add_row(builder, gauges[k], starts[k], n, lookup)) {
      lookup.failure = fmt::format(
          "a wheel leaves its rail within ±{:.1f} mm lateral displacement at a gauge variation of {:.1f} mm",
          lookup.y_max * 1e3, gauges[k] * 1e3);
      return lookup;
    }
  }
  return lookup;
}

namespace {

// Rows j and j + 1 with linear weights, entered through their point of convergence.
void enter_convergent(const LookupTable& table, const LookupInput& in, std::size_t j, double t,
                      LookupPlace& place) {
  place.count = 2;
  const double rate = in.gauge_rate / table.gauge_step, curvature = in.gauge_curvature / table.gauge_step;
  const double origin = convergence_gauge(table.rows[j], table.rows[j + 1]);
  const double d = in.gauge - origin;
  for (std::size_t i = 0; i < 2; ++i) {
    const double sign = i == 0 ? -1 : 1;
    place.row[i] = &table.rows[j + i];
    place.weight[i] = i == 0 ? 1 - t : t;
    place.weight_rate[i] = sign * rate;
    place.weight_curvature[i] = sign * curvature;
    const double scale = (place.row[i]->gauge_variation - origin) / d;
    place.scale[i] = scale;
    place.y[i] = scale * in.y;
    place.y_rate[i] = scale * (in.y_rate - in.y * in.gauge_rate / d);
    place.y_curvature[i] = scale * (-2 * in.y_rate * in.gauge_rate / d - in.y * in.gauge_curvature / d +
                                    2 * in.y * in.gauge_rate * in.gauge_rate / (d * d));
  }
}

// Catmull–Rom weights of four rows; beyond the table's ends a row is continued linearly.
void enter_directly(const LookupTable& table, const LookupInput& in, std::size_t j, double t,
                    LookupPlace& place) {
  place.count = 4;
  const double weight[4] = {t * (-0.5 + t * (1 - 0.5 * t)), 1 + t * t * (-2.5 + 1.5 * t),
                            t * (0.5 + t * (2 - 1.5 * t)), t * t * (-0.5 + 0.5 * t)};
  const double first[4] = {-0.5 + t * (2 - 1.5 * t), t * (-5 + 4.5 * t), 0.5 + t * (4 - 4.5 * t),
                           t * (-1 + 1.5 * t)};
  const double second[4] = {2 - 3 * t, -5 + 9 * t, 4 - 9 * t, -1 + 3 * t};
  const double rate = in.gauge_rate / table.gauge_step, curvature = in.gauge_curvature / table.gauge_step;
  for (std::size_t i = 0; i < 4; ++i) {
    place.weight[i] = weight[i];
    place.weight_rate[i] = first[i] * rate;
    place.weight_curvature[i] = second[i] * rate * rate + first[i] * curvature;
    place.scale[i] = 1;
    place.y[i] = in.y;
    place.y_rate[i] = in.y_rate;
    const auto at = static_cast<std::ptrdiff_t>(j + i) - 1;
    place.row[i] = at < 0 || at >= static_cast<std::ptrdiff_t>(table.rows.size())
                       ? nullptr
                       : &table.rows[static_cast<std::size_t>(at)];
  }
  const auto fold = [&](std::size_t ghost, std::size_t near_row, std::size_t far_row) {
    if (place.row[ghost]) return;
    for (double* w : {place.weight, place.weight_rate, place.weight_curvature}) {
      w[near_row] += 2 * w[ghost];
      w[far_row] -= w[ghost];
      w[ghost] = 0;
    }
    place.row[ghost] = place.row[near_row];
  };
  fold(0, 1, 2);
  fold(3, 2, 1);
}

}  // namespace

LookupPlace locate(const LookupTable& table, const LookupInput& in) {
  LookupPlace place;
  const double offset = (in.gauge - table.rows.front().gauge_variation) / table.gauge_step;
  const double last = static_cast<double>(table.rows.size() - 1);
  if (!(offset >= -1e-9 && offset <= last + 1e-9)) return place;
  const auto j = static_cast<std::size_t>(std::clamp(offset, 0.0, last - 1));
  const double t = offset - static_cast<double>(j);
  if (table.convergent) {
    enter_convergent(table, in, j, t, place);
  } else {
    enter_directly(table, in, j, t, place);
  }
  place.inside =
      std::all_of(place.y, place.y + place.count, [&](double y) { return std::abs(y) <= table.y_max; });
  return place;
}

LookupMotion lookup_motion(const LookupPlace& place) {
  LookupMotion motion{};
  for (std::size_t i = 0; i < place.count; ++i) {
    double value[2], slope[2], second[2];
    place.row[i]->motion.evaluate(place.y[i], value, slope, second);
    const double w = place.weight[i], rate = place.y_rate[i];
    for (int c = 0; c < 2; ++c) {
      motion.value[c] += w * value[c];
      motion.slope[c] += w * slope[c] * place.scale[i];
      motion.rate[c] += w * slope[c] * rate + place.weight_rate[i] * value[c];
      motion.curvature[c] += w * (second[c] * rate * rate + slope[c] * place.y_curvature[i]) +
                             2 * place.weight_rate[i] * slope[c] * rate +
                             place.weight_curvature[i] * value[c];
    }
  }
  return motion;
}

void lookup_contacts(const LookupPlace& place, LookupContacts& contacts) {
  double value[2 * contact_channels];
  for (ContactValues& side : contacts.side) side.fill(0);
  for (std::size_t i = 0; i < place.count; ++i) {
    if (place.weight[i] == 0) continue;
    place.row[i]->contacts.evaluate(place.y[i], value);
    for (std::size_t c = 0; c < contact_channels; ++c) {
      contacts.side[0][c] += place.weight[i] * value[c];
      contacts.side[1][c] += place.weight[i] * value[contact_channels + c];
    }
  }
}

void lookup_flanges(const LookupPlace& place, LookupFlanges& flanges) {
  constexpr std::size_t width = 1 + contact_channels;
  double value[2 * width];
  flanges = {};
  for (std::size_t i = 0; i < place.count; ++i) {
    if (place.weight[i] == 0) continue;
    place.row[i]->flanges.evaluate(place.y[i], value);
    for (std::size_t side = 0; side < 2; ++side) {
      flanges.indentation[side] += place.weight[i] * value[side * width];
      for (std::size_t c = 0; c < contact_channels; ++c) {
        flanges.side[side][c] += place.weight[i] * value[side * width + 1 + c];
      }
    }
  }
}

}  // namespace flangeway::geometry
