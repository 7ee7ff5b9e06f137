#include "flangeway/wheelrail/elastic/interpenetration.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "flangeway/contact/neighbour_weight.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double flattest = 0.05;  // [1/m] added to all curvatures: no patch is wider than its profiles

// (12): the curvature of the parabola with these ∫h² and ∫h³.
double curvature_of(double square, double cube) {
  constexpr double factor = 2 * (256.0 / 225) * (16807.0 / 7776);  // 2 (16/15)² (7/6)⁵
  const double ratio = cube / square, ratio2 = ratio * ratio;
  return factor * ratio2 * ratio2 * ratio / (square * square);
}

using math::Batch;
constexpr std::size_t block = 2 * math::batch_size;  // samples that are summed up side by side

// (9): weight of a point in the patch of another, over their distance in samples; zero beyond a
// neighbourhood.
class Neighbourhood {
 public:
  Neighbourhood(double step, std::size_t count) {
    const std::size_t reach = static_cast<std::size_t>(contact::neighbourhood / step), last = count + block;
    for (std::size_t i = 0; i < std::min(reach + 1, last); ++i)
      weight_[middle + i] = weight_[middle - i] = contact::neighbour_weight(static_cast<double>(i) * step);
    for (std::size_t i = reach + 1; i < last; ++i) weight_[middle + i] = weight_[middle - i] = 0;
  }
  // Weights of the samples starting at `to` for distances from sample `from`.
  [[nodiscard]] Batch weights(std::size_t from, std::size_t to) const {
    return Batch(Batch::Lanes(*reinterpret_cast<const Batch::Anywhere*>(&weight_[middle + to - from])));
  }

 private:
  static constexpr std::size_t middle = max_samples + block;
  std::array<double, 2 * middle + 1> weight_;
};

using Row = std::array<double, max_samples + block>;

// Samples of a row with a value that is not zero.
struct Marks {
  std::size_t count = 0;
  std::array<std::uint16_t, max_samples> at;
};

// For each sample that is marked, the sum of the values over its neighbours; those beside it get one, too.
void sum_up(const Neighbourhood& near_by, const Marks& marks, const Row& value, Row& sum) {
  std::size_t done = 0;  // samples whose sums are known
  for (std::size_t k = 0; k < marks.count; ++k) {
    if (marks.at[k] < done) continue;
    const std::size_t to = marks.at[k];
    Batch first(0), second(0);
    for (std::size_t j = 0; j < marks.count; ++j) {
      const std::size_t from = marks.at[j];
      const Batch here(value[from]);
      first += here * near_by.weights(from, to);
      second += here * near_by.weights(from, to + math::batch_size);
    }
    first.store(&sum[to]);
    second.store(&sum[to + math::batch_size]);
    done = to + block;
  }
}

double step_of(const Shape& shape) {
  return shape.wheel.samples[1].s - shape.wheel.samples[0].s;
}

}  // namespace

// (9), (10): with m = h^4.5, the energy is Σ step factor m / √S over the points, S = step Σ weight m.
FLANGEWAY_VECTORIZED
void find_forces(const Shape& shape, const FactorsHere& factors, const DepthProfile& profile,
                 PointForces& forces) {
  std::fill_n(forces.force.begin(), profile.count, 0.0);
  std::fill_n(forces.energy.begin(), profile.count, 0.0);
  std::array<std::size_t, max_depth_points> pressed;
  Marks marks;
  Row power, m, sum, own, part, beside;
  for (std::size_t i = 0; i < profile.count; ++i) {
    const double h = profile.at[i].depth;
    if (!(h > 0)) continue;
    pressed[marks.count] = i;
    const std::size_t at = profile.at[i].sample - profile.at[pressed[0]].sample;
    marks.at[marks.count++] = static_cast<std::uint16_t>(at);
    power[at] = h * h * h * std::sqrt(h);  // h^3.5
    m[at] = power[at] * h;
  }
  if (marks.count == 0) return;
  const double step = step_of(shape);
  const Neighbourhood near_by(step, marks.at[marks.count - 1] + std::size_t{1});
  sum_up(near_by, marks, m, sum);
  const std::size_t begin = profile.at[pressed[0]].sample;
  for (std::size_t k = 0; k < marks.count; ++k) {
    const std::size_t at = marks.at[k];
    own[at] = m[at] > 0 ? energy_factor(shape, factors, begin + at) / std::sqrt(step * sum[at]) : 0;
    part[at] = m[at] > 0 ? own[at] * m[at] / sum[at] : 0;
  }
  sum_up(near_by, marks, part, beside);
  for (std::size_t k = 0; k < marks.count; ++k) {
    const std::size_t at = marks.at[k];
    forces.force[pressed[k]] = 4.5 * step * power[at] * (own[at] - beside[at] / 2);
    forces.energy[pressed[k]] = step * own[at] * m[at];
  }
}

namespace {

bool neighbours(const DepthProfile& profile, std::size_t k) {
  return k + 1 < profile.count && profile.at[k].sample + 1 == profile.at[k + 1].sample;
}

bool is_peak(const DepthProfile& profile, std::size_t k) {
  FLANGEWAY_ASSERT(k < profile.count, "the profile has this point");
  const double h = profile.at[k].depth;
  return !(k > 0 && neighbours(profile, k - 1) && profile.at[k - 1].depth >= h) &&
         !(neighbours(profile, k) && profile.at[k + 1].depth > h);
}

// Peaks that press, and between each and the next where they part: in samples from the first point.
struct Peaks {
  std::size_t count = 0;
  std::array<std::size_t, max_pressed + 1> point{};
  std::array<double, max_pressed + 1> depth{};
  std::array<double, max_pressed> saddle{}, divide{};  // saddle[k]: depth between peaks k and k + 1
};

// The lowest point between two peaks; between regions that do not touch each other nothing counts as depth.
void find_saddle(const DepthProfile& profile, std::size_t k, Peaks& peaks) {
  std::size_t lowest = peaks.point[k];
  for (std::size_t i = lowest; i < peaks.point[k + 1]; ++i) {
    if (!neighbours(profile, i)) {
      peaks.saddle[k] = 0;
      peaks.divide[k] = static_cast<double>(profile.at[i].sample) + 0.5;
      return;
    }
    if (profile.at[i + 1].depth < profile.at[lowest].depth) lowest = i + 1;
  }
  const Vertex vertex = vertex_at(profile, lowest);
  peaks.saddle[k] = std::max(vertex.depth, 0.0);
  peaks.divide[k] = static_cast<double>(profile.at[lowest].sample) + vertex.offset;
}

// Too many: the peak that stands least above its saddles goes to its neighbours.
void drop_least(const DepthProfile& profile, Peaks& peaks) {
  for (std::size_t k = 0; k + 1 < peaks.count; ++k) find_saddle(profile, k, peaks);
  std::size_t least = 0;
  double least_height = peaks.depth[0];
  for (std::size_t k = 0; k < peaks.count; ++k) {
    const double before = k > 0 ? peaks.saddle[k - 1] : 0, after = k + 1 < peaks.count ? peaks.saddle[k] : 0;
    const double height = peaks.depth[k] - std::max(before, after);
    if (height < least_height) least = k, least_height = height;
  }
  for (std::size_t k = least; k + 1 < peaks.count; ++k)
    peaks.point[k] = peaks.point[k + 1], peaks.depth[k] = peaks.depth[k + 1];
  --peaks.count;
}

Peaks find_peaks(const DepthProfile& profile) {
  Peaks peaks;
  for (std::size_t i = 0; i < profile.count; ++i) {
    if (!(profile.at[i].depth > 0) || !is_peak(profile, i)) continue;
    peaks.point[peaks.count] = i;
    peaks.depth[peaks.count++] = vertex_at(profile, i).depth;
    if (peaks.count > max_pressed) drop_least(profile, peaks);
  }
  for (std::size_t k = 0; k + 1 < peaks.count; ++k) find_saddle(profile, k, peaks);
  return peaks;
}

void add(const PressedPart& from, double weight, PressedPart& to) {
  to.energy += weight * from.energy;
  to.load += weight * from.load;
  to.force += weight * from.force;
  to.moment += weight * from.moment;
  to.arm += weight * from.arm;
  to.wheel_s += weight * from.wheel_s;
  to.wheel += weight * from.wheel;
  to.rail_s += weight * from.rail_s;
  to.square += weight * from.square;
  to.cube += weight * from.cube;
}

// Adds the share of a point to its contact.
void add_point(const Shape& shape, double step, const DepthPoint& point, double part, double force,
               double energy, PressedPart& to) {
  const ProfileTable::Sample& p = shape.wheel.samples[point.sample];
  const double f = part * force, square = part * step * point.depth * point.depth;
  const Vec3 pressing = f * point.normal;
  to.energy += part * energy;
  to.load += f;
  to.force += pressing;
  to.moment += point.arm.cross(pressing);
  to.arm += f * point.arm;
  to.wheel_s += f * p.s;
  to.wheel += f * Vec2(p.y, p.z);
  to.rail_s += f * point.rail_s;
  to.square += square;
  to.cube += square * point.depth;
}

// Divided at the saddles; a sample at a saddle belongs to both sides, so that nothing jumps when a saddle
// moves.
void divide(const Shape& shape, const DepthProfile& profile, const PointForces& forces, const Peaks& peaks,
            std::array<PressedPart, max_pressed>& parts) {
  const double step = step_of(shape);
  for (std::size_t i = 0; i < profile.count; ++i) {
    const DepthPoint& point = profile.at[i];
    if (!(point.depth > 0)) continue;
    const auto add_to = [&](std::size_t k, double part) {
      add_point(shape, step, point, part, forces.force[i], forces.energy[i], parts[k]);
    };
    double rest = 1;
    for (std::size_t k = 0; k + 1 < peaks.count && rest > 0; ++k) {
      const double beyond = static_cast<double>(point.sample) - peaks.divide[k] + 0.5;
      const double before = rest * std::clamp(1 - beyond, 0.0, 1.0);
      if (before > 0) add_to(k, before);
      rest -= before;
    }
    if (rest > 0) add_to(peaks.count - 1, rest);
  }
}

// (11): how much two peaks have in common, 0 … 1.
double common(const Peaks& peaks, std::size_t i, std::size_t j) {
  FLANGEWAY_ASSERT(i < peaks.count && j < peaks.count, "the profile has these peaks");
  if (i == j) return 1;
  const auto [first, last] = std::minmax(i, j);
  double lowest = peaks.saddle[first];
  for (std::size_t k = first + 1; k < last; ++k) lowest = std::min(lowest, peaks.saddle[k]);
  return std::clamp(lowest / std::min(peaks.depth[i], peaks.depth[j]), 0.0, 1.0);
}

// How far a peak stands above its saddles.
double height(const Peaks& peaks, std::size_t k) {
  FLANGEWAY_ASSERT(k < peaks.count, "the profile has this peak");
  constexpr double min_height = 1e-12;  // [m]
  const double before = k > 0 ? peaks.saddle[k - 1] : 0, after = k + 1 < peaks.count ? peaks.saddle[k] : 0;
  return std::max(peaks.depth[k] - std::max(before, after), min_height);
}

}  // namespace

FLANGEWAY_VECTORIZED
void collect(const Shape& shape, const DepthProfile& profile, const PointForces& forces,
             PressedContacts& contacts) {
  const Peaks peaks = find_peaks(profile);
  contacts.count = peaks.count;
  if (peaks.count == 0) return;
  std::array<PressedPart, max_pressed> parts{};
  divide(shape, profile, forces, peaks, parts);
  for (std::size_t i = 0; i < peaks.count; ++i) contacts.at[i] = {};
  for (std::size_t j = 0; j < peaks.count; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < peaks.count; ++i) sum += common(peaks, i, j) * height(peaks, i);
    for (std::size_t i = 0; i < peaks.count; ++i) {
      const double weight = common(peaks, i, j) * height(peaks, i) / sum;
      if (weight > 0) add(parts[j], weight, contacts.at[i].part);
    }
  }
  for (std::size_t i = 0; i < peaks.count; ++i) {
    PressedContact& contact = contacts.at[i];
    double pool = 0;
    for (std::size_t j = 0; j < peaks.count; ++j) pool += common(peaks, i, j) * contacts.at[j].part.load;
    contact.share = pool > 0 ? std::clamp(contact.part.load / pool, 1e-6, 1.0) : 1;
    if (contact.part.square > 0)
      contact.curvature = curvature_of(contact.part.square, contact.part.cube) + flattest;
    contact.peak_s = shape.wheel.samples[profile.at[peaks.point[i]].sample].s;
  }
}

void add_peaks(const Shape& shape, const DepthProfile& profile, std::size_t first, std::size_t on_rail,
               ContactCandidates& candidates) {
  for (std::size_t k = first; k < profile.count; ++k) {
    if (!is_peak(profile, k)) continue;
    const DepthPoint& point = profile.at[k];
    const Vertex vertex = vertex_at(profile, k);
    ContactCandidate candidate;
    candidate.on_rail = on_rail;
    candidate.wheel_s = shape.wheel.samples[point.sample].s + vertex.offset * step_of(shape);
    candidate.rail_s = point.rail_s + vertex.offset * step_of(shape);
    candidate.depth = vertex.depth;
    candidate.arm = point.arm;
    candidate.normal = point.normal;
    add_candidate(candidate, candidates);
  }
}

}  // namespace flangeway::wheelrail::elastic
