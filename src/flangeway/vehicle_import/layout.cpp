#include <algorithm>
#include <cmath>

#include "flangeway/vehicle_import/model.hpp"

namespace flangeway::vehicle_import {
namespace {

// Places the body at the other end of a link; false: both ends are placed, or neither is.
bool place_by(const Link& link, std::vector<Body>& bodies) {
  Body &one = bodies[link.body_i], &other = bodies[link.body_j];
  if (one.is_placed == other.is_placed) return false;
  const Vector difference = sum(link.point_i, link.point_j, -1);
  Body& next = one.is_placed ? other : one;
  next.origin = one.is_placed ? sum(one.origin, difference) : sum(other.origin, difference, -1);
  next.is_placed = true;
  return true;
}

void place_by_joints(Model& model) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const Element& element : model.elements)
      if (element.link.is_joint) goes_on = place_by(element.link, model.bodies) || goes_on;
  }
}

}  // namespace

std::vector<std::string> place_bodies(Model& model) {
  const auto first = std::find_if(model.bodies.begin(), model.bodies.end(),
                                  [](const Body& body) { return !body.is_wheelset; });
  if (first != model.bodies.end()) first->is_placed = true;
  // Joints are exact. An element whose ends are apart would move all bodies behind it.
  place_by_joints(model);
  for (bool goes_on = true; goes_on;) {
    const auto placed = [&] {
      return std::count_if(model.bodies.begin(), model.bodies.end(),
                           [](const Body& body) { return body.is_placed; });
    };
    const auto before = placed();
    for (const Element& element : model.elements)
      if (place_by(element.link, model.bodies)) break;
    place_by_joints(model);
    goes_on = placed() != before;
  }
  std::vector<std::string> lost;
  for (const Body& body : model.bodies)
    if (!body.is_placed) lost.push_back(body.name);
  return lost;
}

double distance_of_ends(const Model& model, const Link& link) {
  const Vector one = sum(model.bodies[link.body_i].origin, link.point_i),
               other = sum(model.bodies[link.body_j].origin, link.point_j), difference = sum(one, other, -1);
  return std::hypot(difference[0], difference[1], difference[2]);
}

Vector position_of(const Model& model, const Link& link) {
  const Vector one = sum(model.bodies[link.body_i].origin, link.point_i),
               other = sum(model.bodies[link.body_j].origin, link.point_j);
  return {(one[0] + other[0]) / 2, (one[1] + other[1]) / 2, (one[2] + other[2]) / 2};
}

}  // namespace flangeway::vehicle_import
