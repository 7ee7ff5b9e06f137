#include "flangeway/geometry/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "flangeway/core/assertion.hpp"
#include "flangeway/geometry/flange.hpp"

namespace flangeway::geometry {
namespace {

// [m] Further than this from flange contact the gap is continued by its slope: nothing reads the contact
// there.
constexpr double flange_neighbourhood = 4e-3;

// Position where the left contact first becomes steeper than flange_angle; infinity without a flange.
// Between two positions the angle is taken to grow evenly, so that the start moves smoothly with the gauge.
// In a gauge so narrow that both flanges touch it can be negative.
double left_flange_start(const Sweep& sweep) {
  for (const Jump& jump : sweep.jumps) {
    if (jump.left && jump.after.left.angle > flange_angle) return jump.before.y;
  }
  const auto& all = sweep.positions;
  const auto steep =
      std::find_if(all.begin(), all.end(), [](const Position& p) { return p.left.angle > flange_angle; });
  if (steep == all.end()) return std::numeric_limits<double>::infinity();
  if (steep == all.begin()) return steep->y;
  const Position& before = *(steep - 1);
  const double t = (flange_angle - before.left.angle) / (steep->left.angle - before.left.angle);
  return before.y + t * (steep->y - before.y);
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

Sweep mirrored(const Sweep& sweep) {
  Sweep image;
  std::transform(sweep.positions.rbegin(), sweep.positions.rend(), std::back_inserter(image.positions),
                 [](const Position& p) { return mirrored(p); });
  std::transform(sweep.jumps.rbegin(), sweep.jumps.rend(), std::back_inserter(image.jumps),
                 [](const Jump& j) {
                   return Jump{mirrored(j.after), mirrored(j.before), !j.left};
                 });
  return image;
}

struct Starts {
  double left, right;
};

Starts flange_starts(const Sweep& sweep, bool symmetric) {
  const double left = left_flange_start(sweep);
  return {left, symmetric ? -left : -left_flange_start(mirrored(sweep))};
}

// A row's nodes: middle + step · (−n … n).
struct Grid {
  double middle = 0, step = 0;
  long n = 0, margin = 0;  // margin: extra nodes on both sides, eaten by the averaging

  [[nodiscard]] double start() const { return middle - step * static_cast<double>(n); }
};

struct Builder {
  const WheelsetGeometry& geometry;
  const LookupSettings& settings;
  PositionSearch search;
  TouchLimits limits;
  bool hybrid = false;
  Touch left_flange, right_flange;  // on the regular track, to start from

  // Positions at the nodes, outwards from the middle so that each starts from its neighbour. Equal sides need
  // one half; the other is its mirror image to the last bit.
  [[nodiscard]] std::vector<Position> positions(double gauge, const Grid& grid) const {
    const long n = grid.n + grid.margin;
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
        const double y = grid.middle + static_cast<double>(direction * i) * grid.step;
        guess = search.at_y(y, gauge, guess, limits);
        result[static_cast<std::size_t>(n + direction * i)] = guess;
        if (!guess.found) return {};
      }
    }
    return result;
  }
};

// Average over a triangle of half-width `half` nodes (C⁰ kernel, second order): contact jumps become ramps.
std::vector<double> averaged(const std::vector<double>& values, long half) {
  FLANGEWAY_ASSERT(half >= 0, "a half width has no sign");
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

math::UniformSpline table(const Columns& columns, const Grid& grid) {
  Columns smooth;
  for (const auto& column : columns) smooth.push_back(averaged(column, grid.margin));
  return {grid.start(), grid.step, smooth};
}

// Flange columns of one side along increasing indentation: Newton walks from the position nearest to first
// contact.
void add_flange(const Builder& builder, const std::vector<Position>& positions, bool left, double start_y,
                double gauge, double step, Columns& columns) {
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
        found[k].indentation = std::min(found[k].indentation, 0.0) - step;
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

bool add_row(const Builder& builder, double gauge, const Starts& starts, const Grid& grid,
             LookupTable& lookup) {
  const std::vector<Position> positions = builder.positions(gauge, grid);
  if (positions.empty()) return false;
  LookupRow row;
  row.gauge_variation = gauge;
  row.flange_start = starts.left;
  row.flange_start_right = starts.right;
  Columns motion(2), contacts[2] = {Columns(contact_channels), Columns(contact_channels)}, flanges;
  for (const Position& p : positions) {
    motion[0].push_back(p.z);
    motion[1].push_back(p.roll);
    const ContactValues left = contact_values(builder.geometry.left, p.left, p.roll, builder.settings.patch);
    const ContactValues right =
        contact_values(builder.geometry.right, p.right, -p.roll, builder.settings.patch);
    for (std::size_t c = 0; c < contact_channels; ++c) {
      contacts[0][c].push_back(left[c]);
      contacts[1][c].push_back(right[c]);
    }
  }
  row.motion = table(motion, grid);
  for (std::size_t side = 0; side < 2; ++side) row.contacts[side] = table(contacts[side], grid);
  if (builder.hybrid) {
    add_flange(builder, positions, true, starts.left, gauge, grid.step, flanges);
    if (builder.geometry.symmetric) {
      const Columns left = flanges;
      for (const auto& column : left) flanges.emplace_back(column.rbegin(), column.rend());
    } else {
      add_flange(builder, positions, false, -starts.right, gauge, grid.step, flanges);
    }
    row.flanges = table(flanges, grid);
  }
  lookup.rows.push_back(std::move(row));
  return true;
}

// Findings of the sweeps over all gauges before a table is made.
struct Survey {
  std::vector<double> gauges;
  std::vector<Starts> starts;
  bool jumps = false;  // some contact jumps
  bool flanged = true;

  [[nodiscard]] double half_width(const LookupSettings& settings) const {
    double width = 0;
    for (const Starts& s : starts)
      width = std::max(width, std::min(s.left + settings.overlap, settings.free_range));
    return width;
  }
};

Survey survey(const Builder& builder, const LookupSettings& settings) {
  Survey result;
  SweepRange range;
  range.shift_max = 0.02;
  range.shift_step = 2e-4;
  for (long j = 0; j < settings.gauge_points; ++j) {
    range.gauge_variation = settings.gauge_variation *
                            static_cast<double>(2 * j - settings.gauge_points + 1) /
                            static_cast<double>(settings.gauge_points - 1);
    const Sweep motion = sweep(builder.search, range);
    result.gauges.push_back(range.gauge_variation);
    result.starts.push_back(flange_starts(motion, builder.geometry.symmetric));
    result.jumps = result.jumps || !motion.jumps.empty();
    result.flanged = result.flanged && std::isfinite(result.starts.back().left) &&
                     std::isfinite(result.starts.back().right);
  }
  return result;
}

// The nodes of one row. A convergent row spans its own clearance, the others all the same width.
Grid grid_of(const LookupTable& lookup, const Survey& found, std::size_t row,
             const LookupSettings& settings) {
  const Starts& starts = found.starts[row];
  Grid grid;
  double half = found.half_width(settings);
  if (lookup.convergent) {
    grid.middle = (starts.left + starts.right) / 2;
    half = (starts.left - starts.right) / 2 + settings.overlap;
  }
  grid.n = (settings.lateral_points - 1) / 2;
  grid.step = half / static_cast<double>(grid.n);
  // Jumps become ramps; where nothing jumps there is nothing to average.
  if (found.jumps) grid.margin = std::max(1L, std::lround(settings.transition_length / 2 / grid.step));
  return grid;
}

}  // namespace

LookupTable make_lookup(const WheelsetGeometry& geometry, const LookupSettings& settings) {
  LookupTable lookup;
  Builder builder{geometry, settings, PositionSearch(geometry), {}, false, {}, {}};
  SweepRange range;
  range.shift_max = 0.02;
  const Sweep regular = sweep(builder.search, range);
  if (regular.positions.size() < 10) {
    lookup.failure = "wheel and rail do not touch at the centred position";
    return lookup;
  }
  builder.limits = {tread_flange_division(regular, true), tread_flange_division(regular, false)};
  builder.hybrid = lookup.hybrid = builder.limits.left_wheel_s > 0 && builder.limits.right_wheel_s > 0;
  if (!builder.hybrid) builder.limits = {};
  if (builder.hybrid) {
    builder.left_flange = tread_flange_jump(regular, true)->after.left;
    builder.right_flange = tread_flange_jump(regular, false)->before.right;
  }
  if (settings.averaging_load > 0)
    builder.search = loaded_search(geometry, builder.search, settings.averaging_load, settings.patch);
  const Survey found = survey(builder, settings);
  lookup.linear_gauge = settings.linear_gauge;
  lookup.gauge_step = 2 * settings.gauge_variation / static_cast<double>(settings.gauge_points - 1);
  lookup.convergent = found.flanged && !lookup.hybrid;
  if (lookup.convergent &&
      found.starts.front().left - found.starts.front().right < settings.transition_length) {
    lookup.failure = fmt::format(
        "both flanges touch at a gauge variation of {:.1f} mm: there is no room for a table of one-point "
        "contacts",
        found.gauges.front() * 1e3);
    return lookup;
  }
  for (std::size_t j = 0; j < found.gauges.size(); ++j) {
    const Grid grid = grid_of(lookup, found, j, settings);
    if (!add_row(builder, found.gauges[j], found.starts[j], grid, lookup)) {
      lookup.failure = fmt::format(
          "a wheel leaves its rail within ±{:.1f} mm lateral displacement at a gauge variation of {:.1f} mm",
          grid.step * static_cast<double>(grid.n) * 1e3, found.gauges[j] * 1e3);
      return lookup;
    }
  }
  return lookup;
}

}  // namespace flangeway::geometry
