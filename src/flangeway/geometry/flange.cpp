#include "flangeway/geometry/flange.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::geometry {

FlangeIndentation flange_indentation(const Side& side, double y, double z, double roll, const Touch& start,
                                     double max_wheel_s) {
  constexpr double max_step = 1e-3;  // [m] along the profiles, keeps Newton on its branch
  const double c = std::cos(roll), sn = std::sin(roll);
  FlangeIndentation result;
  double sw = start.wheel_s, sr = start.rail_s;
  Vec2 wheel, tangent_wheel, normal = Vec2::UnitY(), rail;
  for (int i = 0; i < 100; ++i) {
    const Vec2 p = side.wheel.point(sw), t = side.wheel.tangent(sw);
    const double a = side.wheel_lateral + p.x(), b = p.y() - side.radius;
    result.touch.arm = Vec2(c * a - sn * b, sn * a + c * b);
    wheel = Vec2(y, z) + result.touch.arm;
    tangent_wheel = Vec2(c * t.x() - sn * t.y(), sn * t.x() + c * t.y());
    normal = Vec2(-tangent_wheel.y(), tangent_wheel.x());  // into the wheel
    rail = side.rail.point(sr);
    const Vec2 tangent_rail = side.rail.tangent(sr);
    const double cross = tangent_wheel.x() * tangent_rail.y() - tangent_wheel.y() * tangent_rail.x();
    const double cosine = tangent_wheel.dot(tangent_rail);
    const double along = tangent_wheel.dot(wheel - rail);
    // Residuals: sine of the angle between the tangents, and the distance along the wheel's tangent.
    const double kw = side.wheel.curvature(sw), kr = side.rail.curvature(sr);
    const double r1w = -cosine * kw, r1r = cosine * kr;
    const double r2w = 1 + kw * normal.dot(wheel - rail), r2r = -cosine;
    const double determinant = r1w * r2r - r1r * r2w;
    if (!(std::abs(determinant) > 1e-9)) return result;
    double dw = -(cross * r2r - r1r * along) / determinant;
    double dr = -(r1w * along - cross * r2w) / determinant;
    const double largest = std::max(std::abs(dw), std::abs(dr));
    if (!std::isfinite(largest)) return result;
    if (largest > max_step) dw *= max_step / largest, dr *= max_step / largest;
    if (largest < 1e-12) {
      result.found = true;
      break;
    }
    sw = std::clamp(sw + dw, 0.0, max_wheel_s);
    sr = std::clamp(sr + dr, 0.0, side.rail.length());
  }
  result.touch.wheel_s = sw;
  result.touch.rail_s = sr;
  result.touch.height = z;
  result.touch.angle = std::atan2(tangent_wheel.y(), tangent_wheel.x());
  result.indentation = -(wheel - rail).dot(normal);
  return result;
}

}  // namespace flangeway::geometry
