// Rail heads; mm, y to the field side, z down.
#include <cmath>

#include "flangeway/profile/standard_shapes.hpp"

namespace flangeway::profile {
namespace {

constexpr double inch = 25.4;

// A symmetric head: tangent arcs from the axis outwards, then a straight side that is tangent too.
struct Head {
  std::string name, source;
  std::vector<double> radii;      // from the crown to the corner
  std::vector<double> junctions;  // y at which an arc ends, but the last
  double side_slope;              // dz/dy
  double depth;                   // z at which we end the side
};

// The right half: each centre lies on the line from the one before through the junction.
std::vector<Piece> right_half(const Head& head) {
  std::vector<Piece> pieces;
  double y = 0, z = head.radii.front();
  for (std::size_t i = 0; i < head.radii.size(); ++i) {
    const double radius = head.radii[i];
    if (i > 0) {
      const double sine = (head.junctions[i - 1] - y) / head.radii[i - 1], step = head.radii[i - 1] - radius;
      y += step * sine;
      z -= step * std::sqrt(1 - sine * sine);
    }
    const double last = y + radius * std::sin(std::atan(head.side_slope));
    pieces.push_back(lower_arc(i < head.junctions.size() ? head.junctions[i] : last, y, z, radius));
  }
  const double corner = pieces.back().end;
  const double offset = height(pieces.back(), corner) - head.side_slope * corner;
  pieces.push_back(polynomial((head.depth - offset) / head.side_slope, {offset, head.side_slope}));
  return pieces;
}

Shape symmetric(const Head& head) {
  const std::vector<Piece> right = right_half(head);
  std::vector<Piece> all;
  for (std::size_t i = right.size(); i-- > 1;) {  // the left half but its crown
    Piece piece = right[i];
    piece.end = -right[i - 1].end;
    piece.y = -piece.y;
    for (std::size_t power = 1; power < piece.powers.size(); power += 2) piece.powers[power] *= -1;
    all.push_back(piece);
  }
  all.insert(all.end(), right.begin(), right.end());  // the crown is one piece across the axis
  return {head.name, head.source, -right.back().end, all};
}

// Junctions of [EN13674-1]. The arcs close: the corner meets the side at the half width the standard prints.
const std::vector<Head> heads{
    {"60e1", "60E1 (UIC 60) of EN 13674-1, head from its arcs", {300, 80, 13}, {10.228, 26.0265}, 20, 34},
    {"60e2", "60E2 of EN 13674-1, head from its arcs", {200, 70, 16, 8}, {11.889, 24.4565, 35.387}, 20, 34},
    {"54e1", "54E1 (UIC 54) of EN 13674-1, head from its arcs", {300, 80, 13}, {10.012, 24.8635}, 20, 32},
    {"49e1", "49E1 (S 49) of EN 13674-1, head from its arcs", {300, 80, 13}, {7.6335, 23.4175}, 17.2, 32},
    {"56e1", "56E1 (BS 113A) of EN 13674-1, head from its arcs", {305, 80, 12.7}, {5.8935, 25.6175}, 20, 32},
};

// AREA 140RE. Crown 14 in, 1¼ in, corner ⅜ in, head 3 in wide where the corner meets the side, sides 1:40.
// The end of the crown is not known to us: we take ¾ in from the axis. The corner's centre then follows from
// the width.
Head area_140re() {
  const double crown = 14 * inch, shoulder = 1.25 * inch, corner = 0.375 * inch, side = 40;
  const double crown_end = 0.75 * inch;
  const double shoulder_y = crown_end * (1 - shoulder / crown);
  const double corner_y = 1.5 * inch - corner * std::sin(std::atan(side));
  const double shoulder_end = shoulder_y + (corner_y - shoulder_y) * shoulder / (shoulder - corner);
  return {
      "140re",
      "AREA 140RE, built by us from tangent arcs: crown 14 in to 3/4 in from the axis (assumed), 1 1/4 in, "
      "corner 3/8 in, head 3 in wide, sides 1:40",
      {crown, shoulder, corner},
      {crown_end, shoulder_end},
      side,
      34};
}

// Reference rail profile A of [EN15302]: 60E1 at 1:20.
const std::vector<Piece> en15302_a{
    lower_arc(-23.2401, -19.63949, 15.899044, 13), lower_arc(-7.8749, -1.0825, 80.277908, 80),
    lower_arc(13.0989, 17.5966, 299.48349, 300), lower_arc(28.6709, 14.29829, 79.508225, 80),
    lower_arc(39.2705, 26.33535, 13.598369, 13)};

std::vector<Shape> make_rails() {
  std::vector<Shape> shapes;
  for (const Head& head : heads) shapes.push_back(symmetric(head));
  shapes.push_back(symmetric(area_140re()));
  shapes.push_back({"en15302_rail_a", "reference rail profile A of EN 15302 (60E1 at 1:20, y from 750 mm)",
                    -32.634, en15302_a, 0.750, 0.05});
  return shapes;
}

}  // namespace

const std::vector<Shape>& rail_shapes() {
  static const std::vector<Shape> shapes = make_rails();
  return shapes;
}

}  // namespace flangeway::profile
