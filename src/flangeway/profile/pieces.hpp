// Cross-sections defined piece by piece, as the standards print them. Internal to the room.
#pragma once

#include <vector>

#include "flangeway/profile/curve.hpp"

namespace flangeway::profile {

/// A piece z(y) up to y = end, in mm, in the frame of the standards: y to the field side, z towards the
/// flange tip (wheel) or down (rail). An arc is the half of its circle with larger (`upper`) or smaller z.
struct Piece {
  enum class Shape { upper_arc, lower_arc, polynomial };
  Shape shape;
  double end;
  double y = 0, z = 0, radius = 0;
  std::vector<double> powers;  // of y, from 0 up
};

[[nodiscard]] inline Piece upper_arc(double end, double y, double z, double radius) {
  return {Piece::Shape::upper_arc, end, y, z, radius, {}};
}
[[nodiscard]] inline Piece lower_arc(double end, double y, double z, double radius) {
  return {Piece::Shape::lower_arc, end, y, z, radius, {}};
}
[[nodiscard]] inline Piece polynomial(double end, std::vector<double> powers) {
  return {Piece::Shape::polynomial, end, 0, 0, 0, std::move(powers)};
}

[[nodiscard]] double height(const Piece& piece, double y);
[[nodiscard]] double slope(const Piece& piece, double y);

/// The curve in our convention (m, z up), with a break at every junction. The printed constants are rounded,
/// so that pieces meet with steps of up to 1 µm: each piece is shifted in z to join its neighbour, beginning
/// from the one that holds y = 0.
[[nodiscard]] Curve curve_from_pieces(double start, std::vector<Piece> pieces);

}  // namespace flangeway::profile
