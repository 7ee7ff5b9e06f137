// Wheel profiles of North American railways; mm, y to the field side, z towards the flange tip, from an
// origin of their own.
#include <cmath>

#include "flangeway/profile/standard_shapes.hpp"

namespace flangeway::profile {
namespace {

constexpr double to_tape_circle = 70;  // mm from the flange back, as for all wheels

// A piece up to y = end: a line to (end, z), or an arc about (y, z), which bulges outwards (`convex`) or
// inwards.
struct Stroke {
  enum class Sort { line, convex, hollow };
  Sort sort;
  double end, y, z, radius;
};
Stroke line(double end, double z) {
  return {Stroke::Sort::line, end, 0, z, 0};
}
Stroke convex(double end, double y, double z, double radius) {
  return {Stroke::Sort::convex, end, y, z, radius};
}
Stroke hollow(double end, double y, double z, double radius) {
  return {Stroke::Sort::hollow, end, y, z, radius};
}

struct Outline {
  std::string name, source;
  double back;              // y of the flange back
  double start_y, start_z;  // first point
  std::vector<Stroke> strokes;
};

double end_height(const Piece& piece, const Stroke& stroke) {
  return stroke.sort == Stroke::Sort::line ? stroke.z : height(piece, stroke.end);
}

Piece piece_of(const Stroke& stroke, double from_y, double from_z) {
  if (stroke.sort == Stroke::Sort::convex) return upper_arc(stroke.end, stroke.y, stroke.z, stroke.radius);
  if (stroke.sort == Stroke::Sort::hollow) return lower_arc(stroke.end, stroke.y, stroke.z, stroke.radius);
  const double rise = (stroke.z - from_z) / (stroke.end - from_y);
  return polynomial(stroke.end, {from_z - rise * from_y, rise});
}

// Moves y to the tape circle and z to the tread there.
Shape placed(const Outline& outline) {
  const double shift = -to_tape_circle - outline.back;
  Shape shape{outline.name, outline.source, outline.start_y + shift, {}, {}, 0};
  double y = outline.start_y, z = outline.start_z, tread = 0;
  for (const Stroke& stroke : outline.strokes) {
    Piece piece = piece_of(stroke, y, z);
    if (y <= -shift && -shift < stroke.end) tread = height(piece, -shift);
    y = stroke.end;
    z = end_height(piece, stroke);
    shape.pieces.push_back(piece);
  }
  for (Piece& piece : shape.pieces) {
    piece.end += shift;
    if (piece.shape == Piece::Shape::polynomial) {
      piece.powers[0] -= tread + piece.powers[1] * shift;
    } else {
      piece.y += shift;
      piece.z -= tread;
    }
  }
  return shape;
}

const std::vector<Outline>& outlines() {
  static const std::vector<Outline> all{
      {"apta_120",
       "APTA 120, tread 1:20, by points and radii in inches as APTA and NRC print them",
       -29.37002,
       -29.36748,
       -11.64082,
       {convex(-27.97302, -6.35, -11.64082, 23.02002), convex(-26.51252, 42.8625, -29.60116, 75.40752),
        convex(-13.49502, -11.90752, -6.27126, 15.875), convex(-0.6858, -14.68374, -6.30428, 15.875),
        convex(1.90754, -42.6847, -21.27504, 47.625), hollow(18.25752, 18.25752, 1.5875, 17.4625),
        line(95.25, -19.72564), convex(110.33252, 94.45752, -35.58032, 15.875)}},
      {"apta_140",
       "APTA 140, tread 1:40, by points and radii in inches as APTA and NRC print them",
       -29.37002,
       -29.36748,
       -11.64082,
       {convex(-27.97302, -6.35, -11.64082, 23.02002), convex(-26.51252, 42.8625, -29.60116, 75.40752),
        convex(-13.49502, -11.90752, -6.27126, 15.875), convex(-0.6858, -14.68374, -6.30428, 15.875),
        convex(1.90754, -42.6847, -21.27504, 47.625), hollow(18.25752, 18.25752, 1.5875, 17.4625),
        line(94.85376, -17.79016), convex(110.33252, 94.45752, -33.66008, 15.875)}},
      {"apta_140m",
       "APTA 140M, tread 1:40, by points and radii in inches as APTA and NRC print them",
       -30.1625,
       -30.1625,
       -10.44956,
       {convex(-28.76804, -7.14502, -10.44956, 23.02002), convex(-27.305, 42.07002, -28.41244, 75.40752),
        convex(-14.2875, -12.7, -5.08, 15.875), convex(0.13716, -14.9987, -5.1435, 15.875),
        convex(0.77978, -45.27296, -14.71422, 47.625), hollow(17.59966, 18.0467, 1.97612, 17.8562),
        line(94.05874, -17.78762), convex(109.5375, 93.6625, -33.65754, 15.875)}},
      {"apta_220",
       "APTA 220, tread 1:20, flange 75 degrees, by points and radii in inches as APTA and NRC print them",
       -29.37002,
       -29.37002,
       -11.26236,
       {convex(-21.59254, 5.19176, -16.30172, 34.925), convex(-14.2875, -14.2875, 0.0, 9.525),
        convex(-3.56362, -14.2875, -7.9375, 17.4625), convex(-0.21336, -9.41324, -1.67386, 9.525),
        line(0.72644, -2.71526), hollow(7.2136, 14.5288, 0.98298, 14.2875),
        hollow(19.0119, 26.7208, 21.4376, 38.1), hollow(24.81834, 26.7208, 21.4376, 38.1),
        line(95.24746, -20.13458), convex(110.32998, 94.45498, -35.98926, 15.875)}},
      {"apta_240",
       "APTA 240, tread 1:40, flange 75 degrees, by points and radii in inches as APTA and NRC print them",
       -29.37002,
       -29.37002,
       -11.26236,
       {convex(-21.59254, 5.19176, -16.30172, 34.925), convex(-14.2875, -14.2875, 0.0, 9.525),
        convex(-3.56362, -14.2875, -7.9375, 17.4625), convex(-0.21336, -9.41324, -1.67386, 9.525),
        line(0.72644, -2.71526), hollow(7.2136, 14.5288, 0.98298, 14.2875),
        hollow(19.0119, 26.7208, 21.4376, 38.1), hollow(25.77592, 26.7208, 21.4376, 38.1),
        line(94.85376, -18.37944), convex(110.32998, 94.45498, -34.24936, 15.875)}},
      {"apta_320",
       "APTA 320, tread 1:20, flange 75 degrees, by points and radii in inches as APTA and NRC print them; "
       "the junction of tread and fillet of 320 and 340 exchanged, as their slopes want",
       -29.2334,
       -29.2334,
       -11.278,
       {convex(-21.3784, 5.3284, -16.3016, 34.925), convex(-14.1504, -14.151, 0.0, 9.525),
        convex(-3.4274, -14.1518, -7.938, 17.463), convex(-0.2894, -9.4478, -1.5371, 9.525),
        line(1.0786, -4.025), hollow(3.4066, 9.6997, -1.4412, 9.0), hollow(10.4796, 18.9913, 7.6527, 22.0),
        hollow(19.5616, 27.6295, 28.9699, 45.0), hollow(33.7946, 39.2888, 92.9156, 110.0),
        line(96.0526, -20.06), convex(106.4856, 95.2602, -35.9152, 15.875), line(110.4666, -28.671)}},
      {"apta_340",
       "APTA 340, tread 1:40, flange 75 degrees, by points and radii in inches as APTA and NRC print them; "
       "the junction of tread and fillet of 320 and 340 exchanged, as their slopes want",
       -29.2334,
       -29.2334,
       -11.278,
       {convex(-21.3784, 5.3284, -16.3016, 34.925), convex(-14.1504, -14.151, 0.0, 9.525),
        convex(-3.4274, -14.1518, -7.938, 17.463), convex(-0.2894, -9.4478, -1.5371, 9.525),
        line(1.0786, -4.025), hollow(3.4066, 9.6997, -1.4412, 9.0), hollow(10.4796, 18.9913, 7.6527, 22.0),
        hollow(19.5616, 27.6295, 28.9699, 45.0), hollow(36.5386, 39.2882, 92.9157, 110.0),
        line(95.6566, -18.528), convex(106.4856, 95.26, -34.398, 15.875), line(110.4666, -27.154)}},
      {"nrcc_acela",
       "NRC C6 (Acela), tread 1:40, by points and radii in inches as APTA and NRC print them",
       0.0,
       0.0,
       0.0,
       {convex(1.3444, 23.02, -0.0001, 23.02), convex(2.9708, 72.2587, -17.5781, 75.3023),
        convex(16.2334, 17.5756, 5.6869, 15.8758), convex(28.5007, 16.2334, 8.7836, 12.7),
        line(29.5482, 8.1614), hollow(30.0896, 42.1052, 11.5261, 13.0),
        hollow(30.4495, 39.3324, 10.3809, 10.0), hollow(31.7913, 38.4441, 9.9216, 9.0),
        hollow(35.1141, 45.0969, 15.983, 18.0), hollow(39.9088, 48.4245, 20.9757, 24.0),
        hollow(45.5659, 54.1016, 35.9347, 40.0), hollow(50.1587, 58.3694, 55.474, 60.0),
        hollow(60.7292, 70.6854, 144.6274, 150.0), hollow(70.0403, 75.6635, 219.462, 225.0),
        line(123.9621, -6.8158), convex(138.8994, 123.825, -22.6858, 15.875)}},
      {"nrcc_amtrak",
       "NRC C (Amtrak), tread 1:40, by points and radii in inches as APTA and NRC print them",
       0.0,
       0.0,
       0.0,
       {line(0.78232, 2.91592), convex(1.33858, 23.01748, -3.04038, 23.02002),
        convex(2.96926, 72.25538, -20.61972, 75.30338), convex(16.2306, 17.5641, 2.62382, 15.875),
        convex(28.4988, 16.2306, 5.74294, 12.7), line(29.54528, 5.12064),
        hollow(30.0863, 42.10304, 8.48614, 12.99972), hollow(30.44952, 39.32936, 7.3406, 9.99998),
        hollow(31.7881, 38.44036, 6.88086, 8.99922), hollow(35.11042, 45.09516, 12.9413, 18.00098),
        hollow(39.90594, 48.42256, 17.93494, 24.00046), hollow(45.56506, 54.09946, 32.893, 39.99992),
        hollow(50.15484, 58.36666, 52.43322, 59.99988), hollow(60.72886, 70.68312, 141.58722, 149.9997),
        hollow(70.03796, 75.66152, 216.4207, 225.00082), line(123.95962, -9.85774),
        convex(134.78764, 123.56338, -25.72766, 15.875), line(144.78, -24.49322)}},
  };
  return all;
}

}  // namespace

std::vector<Shape> american_wheels() {
  std::vector<Shape> shapes;
  for (const Outline& outline : outlines()) shapes.push_back(placed(outline));
  return shapes;
}

}  // namespace flangeway::profile
