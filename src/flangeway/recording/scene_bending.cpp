#include "flangeway/recording/scene_bending.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <Eigen/LU>

#include "flangeway/math/rotation.hpp"
#include "flangeway/recording/scene_json.hpp"

namespace flangeway::recording {
namespace {

using Json = nlohmann::ordered_json;
using multibody::FlexiblePlace;

Vec3 centre_of(std::span<const FlexiblePlace> places) {
  Vec3 sum = Vec3::Zero();
  for (const FlexiblePlace& place : places) sum += place.place;
  return sum / static_cast<double>(places.size());
}

/// The rigid motion that comes nearest to a mode at some places, in the mean of squares. Rotations of the
/// shapes count like displacements 0.1 m away, so that they decide where places lie close together.
multibody::Shape motion_of(std::span<const FlexiblePlace> places, const Vec3& centre, std::size_t mode) {
  constexpr double square = 0.01;  // m²
  Vec3 move = Vec3::Zero(), moments = Vec3::Zero();
  Mat3 matrix = Mat3::Zero();
  for (const FlexiblePlace& at : places) {
    const multibody::Shape& shape = at.shapes[mode];
    const Mat3 cross = skew(at.place - centre);
    move += shape.move / static_cast<double>(places.size());
    moments += cross * shape.move + square * shape.turn;
    matrix += cross * cross.transpose() + square * Mat3::Identity();
  }
  return {move, matrix.inverse() * moments};
}

Json section_json(std::span<const FlexiblePlace> places) {
  const Vec3 centre = centre_of(places);
  Json moves = Json::array(), turns = Json::array();
  for (std::size_t mode = 0; mode < places.front().shapes.size(); ++mode) {
    const multibody::Shape motion = motion_of(places, centre, mode);
    moves.push_back(vector_json(motion.move)), turns.push_back(vector_json(motion.turn));
  }
  return {{"place", vector_json(centre)}, {"move", std::move(moves)}, {"turn", std::move(turns)}};
}

Json sections_json(std::vector<FlexiblePlace> places) {
  constexpr double together = 0.5;  // m: places nearer to the first of a section along the body belong to it
  std::sort(places.begin(), places.end(),
            [](const FlexiblePlace& a, const FlexiblePlace& b) { return a.place.x() < b.place.x(); });
  Json sections = Json::array();
  for (auto first = places.begin(); first != places.end();) {
    const auto last = std::find_if(first, places.end(), [&](const FlexiblePlace& at) {
      return at.place.x() > first->place.x() + together;
    });
    sections.push_back(section_json({first, last}));
    first = last;
  }
  return sections;
}

}  // namespace

nlohmann::ordered_json bending_json(const multibody::Model& vehicle, std::size_t body) {
  for (const multibody::FlexibleBody& flexible : multibody::flexible_bodies(vehicle))
    if (flexible.body == body && !flexible.outline.empty()) return sections_json(flexible.outline);
  return nullptr;
}

}  // namespace flangeway::recording
