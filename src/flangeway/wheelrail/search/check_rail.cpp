#include "flangeway/wheelrail/search/check_rail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double scan_step = 2e-5, place_step = 2.5e-4;  // [m]
constexpr double min_face_slope = 0.3;                   // of the depth over the arc length
constexpr double min_face_height = 5e-3;                 // [m] of a face
constexpr double flange_depth = 0.045;                   // [m] below the running plane that a flange reaches

double top_place(const profile::Curve& curve) {
  double best = 0, top = -std::numeric_limits<double>::infinity();
  for (double s = 0; s <= curve.length(); s += scan_step) {
    const double z = curve.point(s).y();
    if (z > top) top = z, best = s;
  }
  return best;
}

}  // namespace

Face find_face(const profile::Curve& curve) {
  const double begin = top_place(curve), top = curve.point(begin).y();
  std::vector<double> place;
  double first = 0, before_depth = 0, before_y = 0;
  for (double s = begin; s <= curve.length(); s += scan_step) {
    const Vec2 point = curve.point(s);
    const double depth = top - point.y();
    const bool steep = -curve.tangent(s).y() >= min_face_slope;
    if (place.empty()) {
      if (!steep) continue;
      first = depth;
      place.push_back(point.x());
    } else if (!steep) {
      break;  // the bottom of the head
    }
    const auto next = [&] { return first + place_step * static_cast<double>(place.size()); };
    while (next() <= depth && depth > before_depth)
      place.push_back(before_y + (next() - before_depth) / (depth - before_depth) * (point.x() - before_y));
    before_depth = depth, before_y = point.x();
  }
  if (static_cast<double>(place.size()) * place_step < min_face_height) return {};
  return {math::UniformSpline(first, place_step, {place})};
}

bool GuidingFace::setback(double s, double& value, double& slope) const {
  if (s < from || s > to) return false;
  const double inside = std::min(s - from, to - s);
  value = slope = 0;
  if (inside >= flare_length) return true;
  const double share = 1 - inside / flare_length;
  value = flare_opening * share * share;
  slope = (s - from < to - s ? -2 : 2) * flare_opening * share / flare_length;
  return true;
}

bool GuidingFace::read(double depth, double& value, double& slope) const {
  const math::UniformSpline& spline = face.place;
  if (depth < spline.start()) return false;
  const double inside = std::min(depth, spline.end());
  spline.evaluate(inside, &value, &slope);
  value += slope * (depth - inside);
  return true;
}

GuidingFace make_guiding_face(const CheckRail& rail, double gauge_line, double gauge_depth) {
  GuidingFace made;
  made.top = rail.height;
  made.stiffness = rail.stiffness;
  made.from = rail.from, made.to = rail.to;
  made.flare_length = rail.flare_length, made.flare_opening = rail.flare_opening;
  const Face face = find_face(*rail.curve);
  const double depth = std::max(rail.height + gauge_depth, face.place.start());
  const double shift = gauge_line - rail.flangeway - face.place.value(0, depth);
  std::vector<double> place;
  for (std::size_t i = 0; i <= face.place.intervals(); ++i)
    place.push_back(shift + face.place.value(0, face.place.start() + place_step * static_cast<double>(i)));
  made.face.place = math::UniformSpline(face.place.start(), place_step, {place});
  double end = 0, slope = 0;
  (void)made.read(rail.height + flange_depth, end, slope);
  made.foremost = std::max(end, *std::max_element(place.begin(), place.end()));
  return made;
}

std::vector<BackPoint> make_back(const ProfileTable& wheel) {
  constexpr double on_tip = 1e-3, on_side = 4e-3, highest = 0.07;  // [m]
  const auto& samples = wheel.samples;
  const auto tip = std::min_element(samples.begin(), samples.end(),
                                    [](const auto& a, const auto& b) { return a.z < b.z; });
  std::vector<BackPoint> back;
  double innermost = samples.front().y;
  double next = samples.front().s;
  for (auto sample = samples.begin(); sample <= tip; ++sample) {
    if (sample->s < next) continue;
    back.push_back({sample->y, sample->z, on_tip});
    innermost = std::min(innermost, sample->y);
    next = sample->s + on_tip;
  }
  for (double z = samples.front().z + on_side / 2; z < highest; z += on_side)
    back.push_back({innermost, z, on_side});
  return back;
}

}  // namespace flangeway::wheelrail::elastic
