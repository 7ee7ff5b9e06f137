// Wheel profiles of EN 13715 and EN 15302; mm, y to the field side, z towards the flange tip.
#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "flangeway/profile/standard_shapes.hpp"

namespace flangeway::profile {
namespace {

// Flange from its back (y = −70) to the line on its face: arcs of 20.5, 12 and 20 mm, which the EN 15302
// profiles A, B, H and I share up to the rounding of their centres.
std::vector<Piece> flange(double z_back, double z_tip, double z_face, double y_face) {
  return {upper_arc(-62.7647, -49.5, z_back, 20.5), upper_arc(-49.6625, -55, z_tip, 12),
          upper_arc(y_face, -58.5583, z_face, 20)};
}

Piece face_line(double end) {
  return polynomial(end, {-93.5767, -2.7475});
}

std::vector<Piece> operator+(std::vector<Piece> flange_pieces, const std::vector<Piece>& tread) {
  flange_pieces.insert(flange_pieces.end(), tread.begin(), tread.end());
  return flange_pieces;
}

// Sections H to A of [EN13715, annex B], and the chamfer of 5 mm × 5 mm at the field side.
const std::vector<Piece> s1002{
    upper_arc(-62.764705882, -49.5, 9.519259302, 20.5),
    upper_arc(-49.662510381, -55, 16, 12),
    upper_arc(-39.764473993, -58.558326413, 8.834924130, 20),
    polynomial(-38.426669071, {-93.576667419, -2.747477419}),
    lower_arc(-35, -26.210665, 16.446, 13),
    polynomial(-26, {-4.320221063e3, -1.038384026e3, -1.065501873e2, -6.051367875, -2.054332446e-1,
                     -4.169739389e-3, -4.687195829e-5, -2.252755540e-7}),
    polynomial(32.15796, {0, -3.358537058e-2, 1.565681624e-3, -2.810427944e-5, 5.844240864e-8,
                          -1.562379023e-8, 5.309217349e-15, -5.957839843e-12, 2.646656573e-13}),
    polynomial(60, {1.364323640, -0.066666667}),
    polynomial(65, {1.364323640 - 0.066666667 * 60 + 60, -1}),
};

// Reference wheel profiles of [EN15302, annex].
const std::vector<Piece> wheel_a = flange(9.51926, 16.00065, 8.83556, -39.7645) +
                                   std::vector<Piece>{polynomial(-38.7372, {-93.57685, -2.7475}),
                                                      lower_arc(-29.4591, -25.5816, 17.64215, 14),
                                                      lower_arc(-10.8749, -2.6594, 97.16493, 96.76055),
                                                      lower_arc(18.4173, 18.4173, 344.50806, 345),
                                                      polynomial(30, {-0.49194}),
                                                      polynomial(60, {1.50804, -0.066666})};
const std::vector<Piece> wheel_b =
    flange(9.5193, 16.0, 8.8349, -39.7640) +
    std::vector<Piece>{face_line(-38.7879), lower_arc(-29.3505, -25.6322, 17.7814, 14),
                       lower_arc(-0.4787, 2.5204, 119.9745, 120), polynomial(30, {0, -0.025}),
                       polynomial(60, {0.75, -0.05})};
// Its two arcs at the flange tip meet with a kink of 3.2°, as printed.
const std::vector<Piece> wheel_c{upper_arc(-59.5, -59.5, 20.00006, 10),
                                 upper_arc(-43.8048, -60.4941, 12.02753, 18),
                                 polynomial(-41.0534, {11.96051 - 2.47508685 * 41.05339, -2.47508685}),
                                 lower_arc(-32.3621, -29, 16.830365, 13),
                                 lower_arc(-17.5870, -6.5, 100.870534, 100),
                                 lower_arc(19, 19, 329.45258, 330),
                                 polynomial(29, {-0.54742374}),
                                 polynomial(59, {-0.54742374 + 2.9, -0.1})};
const std::vector<Piece> wheel_h =
    flange(9.5193, 16.0, 8.8349, -39.7645) +
    std::vector<Piece>{face_line(-38.7220), lower_arc(-28.3119, -25.5663, 17.6003, 14),
                       polynomial(-10.2297, {-1.7902, -0.2}), polynomial(30, {0, -0.025}),
                       polynomial(60, {1.251, -0.0667})};
const std::vector<Piece> wheel_i =
    flange(9.51929, 16.00054, 8.83545, -39.7645) +
    std::vector<Piece>{face_line(-39.0486), lower_arc(-29.9231, -25.8929, 18.49733, 14),
                       lower_arc(5, 5, std::sqrt(14375.0), 120), polynomial(30, {std::sqrt(14375.0) - 120}),
                       polynomial(60, {1.89679, -0.0667})};

// The 1:40 profile of [EN13715]: sections H to A; a fillet of 36 mm leads from the flange root to the tread.
// Beyond B1, y = 35 mm, it falls as S1002 does.
const std::vector<Piece> en13715_1_40{
    upper_arc(-62.764705882, -49.5, 9.519259302, 20.5),
    upper_arc(-49.662510381, -55, 16, 12),
    upper_arc(-39.764473993, -58.558326413, 8.834924130, 20),
    polynomial(-38.426669071, {-93.576667419, -2.747477419}),
    lower_arc(-32.696, -26.211, 16.446, 13),
    lower_arc(-15.640, -14.740, 36.380, 36),
    polynomial(35, {0, -0.025}),
    polynomial(60, {-0.875 + 35 * 0.066666667, -0.066666667}),
    polynomial(65, {-0.875 - 25 * 0.066666667 + 60, -1}),
};

// The same shape, moved by `reduction` towards the flange back.
Piece moved(Piece piece, double reduction) {
  piece.end -= reduction;
  if (piece.shape != Piece::Shape::polynomial) {
    piece.y -= reduction;
    return piece;
  }
  // p(y + reduction), by repeated division by y - (-reduction)
  std::vector<double>& powers = piece.powers;
  for (std::size_t k = 0; k + 1 < powers.size(); ++k)
    for (std::size_t i = powers.size() - 1; i-- > k;) powers[i] += reduction * powers[i + 1];
  return piece;
}

// The back of the flange stays. Its face, the root and the tread up to T1, 0.5 mm before the tape circle,
// move towards it; a straight line leads from T1 to the tape circle [EN13715].
std::vector<Piece> with_thinner_flange(const std::vector<Piece>& full, double reduction) {
  constexpr double before_tape_circle = 0.5;
  std::vector<Piece> pieces;
  bool is_tip = true;
  for (const Piece& piece : full) {
    const bool is_back = &piece == &full.front();
    if (is_back) {
      pieces.push_back(piece);
    } else if (is_tip) {  // two arcs of 12 mm, of the back and of the face, meet between their centres
      Piece inner = piece;
      inner.end = piece.y - reduction / 2;
      pieces.push_back(inner);
      pieces.push_back(moved(piece, reduction));
      is_tip = false;
    } else if (piece.end <= 0) {
      pieces.push_back(moved(piece, reduction));
    } else if (pieces.back().end < 0) {  // the piece with the tape circle
      Piece before = piece;
      before.end = -before_tape_circle;
      pieces.push_back(moved(before, reduction));
      pieces.push_back(
          polynomial(0, {0, height(piece, -before_tape_circle) / -(before_tape_circle + reduction)}));
      pieces.push_back(piece);
    } else {
      pieces.push_back(piece);
    }
  }
  return pieces;
}

std::vector<Shape> with_american(std::vector<Shape> shapes) {
  for (Shape& shape : american_wheels()) shapes.push_back(std::move(shape));
  return shapes;
}

}  // namespace

std::optional<Shape> thin_flange_shape(std::string_view name) {
  constexpr double full = 32.5, thinnest = 28.5, step = 0.5;
  for (const Shape& shape : wheel_shapes()) {
    if (shape.name != "s1002" && shape.name != "en13715_1_40") continue;
    for (double thickness = thinnest; thickness < full; thickness += step) {
      if (name != fmt::format("{}_e{:g}", shape.name, thickness)) continue;
      return Shape{std::string(name),
                   fmt::format("{} with a flange of {:g} mm: face, root and the tread before the tape circle "
                               "moved by {:g} mm, and a straight line at the tape circle, as EN 13715 says",
                               shape.name, thickness, full - thickness),
                   shape.start, with_thinner_flange(shape.pieces, full - thickness)};
    }
  }
  return std::nullopt;
}

const std::vector<Shape>& wheel_shapes() {
  static const std::vector<Shape> shapes = with_american({
      {"s1002", "S1002 of EN 13715, flange height 28 mm, thickness 32.5 mm", -70, s1002},
      {"en15302_a", "reference wheel profile A of EN 15302", -70, wheel_a},
      {"en15302_b", "reference wheel profile B of EN 15302", -70, wheel_b},
      {"en15302_c", "reference wheel profile C of EN 15302", -69.4027, wheel_c},
      {"en15302_h", "reference wheel profile H of EN 15302", -70, wheel_h},
      {"en15302_i", "reference wheel profile I of EN 15302", -70, wheel_i},
      {"en13715_1_40",
       "1:40 of EN 13715, flange height 28 mm, thickness 32.5 mm; beyond y = 35 mm the slope of S1002 "
       "(assumed)",
       -70, en13715_1_40},
  });
  return shapes;
}

}  // namespace flangeway::profile
