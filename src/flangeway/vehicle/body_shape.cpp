#include "flangeway/vehicle/body_shape.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "flangeway/core/notes.hpp"
#include "flangeway/vehicle/vehicle_bodies.hpp"

namespace flangeway::vehicle {

namespace {

constexpr double min_shape_edge = 1e-3, max_shape_edge = 500;  // m, of the longest edge
constexpr double max_edge_ratio = 12,
                 millimetre_ratio = 200;  // to the equivalent box, or the other way round

Mat3 rotation_of(const Triple& degrees) {
  const auto turn = [&](std::size_t axis) {
    return Eigen::AngleAxisd(degrees[axis] * pi / 180, Vec3(Vec3::Unit(static_cast<int>(axis))));
  };
  return (turn(2) * turn(1) * turn(0)).toRotationMatrix();
}

BodyShape placed(const ShapeSpec& spec, std::size_t body, const Vec3& centre) {
  BodyShape shape{body, spec.file.value, *spec.content, {}, {}};
  const Mat3 matrix = spec.scale * rotation_of(spec.rotation);
  const Vec3 offset = vec(spec.origin) - centre;
  for (Vec3& point : shape.mesh.points) point = matrix * point + offset;
  shape.low = shape.high = shape.mesh.points[shape.mesh.triangles.front()[0]];
  for (const auto& triangle : shape.mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      shape.low = shape.low.cwiseMin(shape.mesh.points[corner]);
      shape.high = shape.high.cwiseMax(shape.mesh.points[corner]);
    }
  }
  return shape;
}

std::string box_text(const Vec3& edges) {
  return fmt::format("{:.3g} × {:.3g} × {:.3g} m", edges.x(), edges.y(), edges.z());
}

void note_shape(const ShapeSpec& spec, std::string problem, std::string got, std::string advice) {
  tell_note({spec.where, spec.key, std::move(problem), std::move(got), "", std::move(advice)});
}

void note_size(const ShapeSpec& spec, const Vec3& edges, const Vec3& box) {
  const double ratio = edges.maxCoeff() / box.maxCoeff();
  if (ratio < max_edge_ratio && ratio > 1 / max_edge_ratio) return;
  const double other = spec.scale * (ratio > 1 ? 1e-3 : 1e3);
  const bool thousand = std::max(ratio, 1 / ratio) > millimetre_ratio;
  note_shape(spec,
             "has a size that does not fit the moments of inertia of the body, which belong to a box of " +
                 box_text(box),
             box_text(edges),
             thousand ? fmt::format("Is the file drawn in {}? Then set scale = {:g}",
                                    ratio > 1 ? "millimetres" : "metres", other)
                      : "Check scale, the length of one unit of the file");
}

/// The centre of gravity of a body need not be within its shape, but it is not farther away than its size.
void note_place(const ShapeSpec& spec, const BodyShape& shape) {
  const Vec3 outside = shape.low.cwiseMax(Vec3::Zero()) + shape.high.cwiseMin(Vec3::Zero());
  if (outside.norm() <= (shape.high - shape.low).maxCoeff()) return;
  note_shape(spec, "lies away from the centre of gravity of the body",
             fmt::format("{:.3g} m away", outside.norm()),
             "Check origin, which is a position in the vehicle frame");
}

void check_shape(const ShapeSpec& spec, const BodyShape& shape, const multibody::Body& body,
                 Findings& findings) {
  const Vec3 edges = shape.high - shape.low;
  const double longest = edges.maxCoeff();
  if (!(longest >= min_shape_edge) || !(longest <= max_shape_edge)) {
    complain(
        findings, spec, "scale",
        {"makes the shape " + std::string(longest > 1 ? "larger than any vehicle" : "too small to be seen"),
         box_text(edges), fmt::format("an edge of {:g} to {:g} m", min_shape_edge, max_shape_edge),
         longest > 1 ? "Set scale = 0.001 if the file is drawn in millimetres" : "Set a larger scale"});
    return;
  }
  note_size(spec, edges, equivalent_box(body));
  note_place(spec, shape);
}

}  // namespace

Vec3 equivalent_box(const multibody::Body& body) {
  constexpr double min_edge = 0.05;  // m
  const Vec3 moments = body.inertia.diagonal();
  Vec3 edges;
  for (int axis = 0; axis < 3; ++axis) {
    const double square = 6 / body.mass * (moments.sum() - 2 * moments[axis]);
    edges[axis] = std::sqrt(std::max(square, min_edge * min_edge));
  }
  return edges;
}

void add_shapes(const VehicleSpec& spec, const multibody::Model& model, std::vector<BodyShape>& shapes,
                Findings& findings) {
  for (std::size_t k = 0; k < spec.bodies.size(); ++k) {
    const BodySpec& body = spec.bodies[k];
    if (!body.shape || body.shape->content == nullptr) continue;
    shapes.push_back(placed(*body.shape, k, vec(body.position)));
    check_shape(*body.shape, shapes.back(), model.bodies[k], findings);
  }
}

}  // namespace flangeway::vehicle
