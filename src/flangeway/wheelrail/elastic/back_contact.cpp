#include "flangeway/wheelrail/elastic/back_contact.hpp"

#include <cmath>

#include "flangeway/math/sin_cos.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double around = 0.7, around_step = 0.035;  // [rad] of the wheel's lower part that is looked at
constexpr double furthest = 0.4;                     // [m] along the track from the wheelset's centre
constexpr double exponent = 8;
constexpr double unit = 1e-3;  // [m] depths are counted in millimetres, so that their powers stay numbers

// Sums over the points: 1, normal, arm, moment, position on the wheel.
using Parts = Packed<double, 12>;

// Sums over the points with the weights d^(p + 1), d^p and d^(p - 1): docs/theory/check_rails.md (3).
struct Sums {
  double above = 0;
  Parts at = Parts::Zero(), below = Parts::Zero();

  void add(double weight, double depth, const Vec3& normal, const Vec3& arm, const Vec2& wheel) {
    Parts parts;
    parts << 1, normal, arm, arm.cross(normal), wheel;
    const double d2 = depth * depth, d4 = d2 * d2, low = weight * d4 * d2 * depth;
    below += low * parts;
    at += low * depth * parts;
    above += low * d2;
  }
};

// The rail's line and the face in the track, as a point of the wheel sees them.
class FaceReader {
 public:
  FaceReader(const Shape& shape, const GuidingFace& face, const Placement& place)
      : shape_(shape), face_(face), place_(place) {
    const auto [sine, cosine] = sin_cos(place.rail.roll);
    sine_ = sine, cosine_ = cosine;
  }

  // Nothing of the back can be deep in the face.
  [[nodiscard]] bool far() const {
    const double s = place_.s;
    if (s + furthest < face_.from || s - furthest > face_.to) return true;
    const RailLine& line = place_.rail;
    const double slope = std::abs(place_.axes(1, 0) - line.y_slope) + furthest / 2 * std::abs(line.y_bend);
    const double roll = std::abs(place_.axes(2, 1)) + std::abs(line.roll);
    const double back = place_.y + shape_.wheel_lateral + shape_.back.back().y - line.y;
    return back - face_.foremost > furthest * slope + 0.6 * roll;
  }

  // Depth of a point below the face; false: not within reach of it.
  bool read(const Vec3& arm, double& depth, Vec3& normal) const {
    const RailLine& line = place_.rail;
    const double x = arm.x();
    double setback = 0, opening = 0;
    if (!face_.setback(place_.s + x, setback, opening)) return false;
    const double y_slope = line.y_slope + x * line.y_bend, z_slope = line.z_slope + x * line.z_bend;
    const Vec2 &reference = shape_.rail_reference,
               off = Vec2(place_.y + arm.y() - line.y - x * (line.y_slope + x / 2 * line.y_bend),
                          place_.z + arm.z() - line.z - x * (line.z_slope + x / 2 * line.z_bend)) -
                     reference;
    const Vec2 q = reference + Vec2(cosine_ * off.x() + sine_ * off.y(), cosine_ * off.y() - sine_ * off.x());
    double at = 0, slope = 0;
    if (!face_.read(face_.top - q.y(), at, slope)) return false;
    depth = at - setback - q.x();
    if (!(depth > 0)) return false;
    const double n_y = cosine_ - sine_ * slope, n_z = sine_ + cosine_ * slope;
    normal = Vec3(opening - n_y * y_slope - n_z * z_slope, n_y, n_z);
    return true;
  }

 private:
  const Shape& shape_;
  const GuidingFace& face_;
  const Placement& place_;
  double sine_ = 0, cosine_ = 1;
};

}  // namespace

// docs/theory/check_rails.md (2)-(4)
BackContact press_back(const Shape& shape, const GuidingFace& face, const Placement& place) {
  const FaceReader reader(shape, face, place);
  BackContact contact;
  if (reader.far()) return contact;
  Sums sums;
  for (double angle = -around; angle <= around; angle += around_step) {
    const auto [sine, cosine] = sin_cos(angle);
    for (const BackPoint& point : shape.back) {
      const double radius = shape.radius - point.z;
      const Vec3 arm = place.axes * Vec3(radius * sine, shape.wheel_lateral + point.y, -radius * cosine);
      double depth = 0;
      Vec3 normal;
      if (!reader.read(arm, depth, normal)) continue;
      sums.add(point.length * radius, depth / unit, normal, arm, Vec2(point.y, point.z));
    }
  }
  const double all = sums.at[0];
  if (!(all > 0)) return contact;
  const double depth = sums.above / all;
  const Parts slope = ((exponent + 1) * sums.at - exponent * depth * sums.below) / all;
  const double load = face.stiffness * depth * unit;
  PressedPart& part = contact.part;
  part.energy = load * depth * unit / 2;
  part.load = load * slope[0];
  part.force = load * slope.segment<3>(1);
  part.arm = load * slope.segment<3>(4);
  part.moment = load * slope.segment<3>(7);
  part.wheel = load * slope.segment<2>(10);
  contact.stiffness = face.stiffness * slope[0] * slope[0];
  return contact;
}

}  // namespace flangeway::wheelrail::elastic
