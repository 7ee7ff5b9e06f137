#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/vehicle_import/spck.hpp"

namespace flangeway::vehicle_import {
namespace {

/// Types of joints. Their states are positions along and angles about the axes of the from marker.
constexpr int fixed = 0, revolute_z = 3, track_joint = 7, wheelset_joint = 9, spherical = 10;

bool joins_bodies(int joint_type) {
  return (joint_type >= fixed && joint_type <= revolute_z) || joint_type == spherical;
}

struct SpckJoint {
  std::string element;
  SpckMarker from, to;
  int type = 0;
};

class BodyReader {
 public:
  explicit BodyReader(SpckModel& spck) : spck_(spck) {}

  void read() {
    const std::vector<std::string> joints = spck_.file.elements("joint");
    constexpr std::size_t max_joints = 2000;
    if (joints.size() > max_joints)
      return spck_.refuse(joints.back(), "", "is one joint too many", fmt::format("{} joints", joints.size()),
                          fmt::format("{} or less", max_joints));
    std::map<std::string, SpckJoint> joint_of;
    for (const std::string& element : joints) {
      SpckJoint joint = read_joint(element);
      if (joint.to.body.empty()) {
        spck_.refuse(element, "joint.to", "does not end at a marker of a body");
      } else if (!joint_of.emplace(joint.to.body, joint).second) {
        spck_.refuse(element, "joint.to", "is a second joint of " + joint.to.body);
      }
    }
    for (const std::string& element : spck_.file.elements("body"))
      if (!joint_of.contains(element))
        spck_.refuse(element, "", "has no joint, so that its position is unknown");
    place_bodies_of(joint_of);
    for (const std::string& element : spck_.file.elements("body")) read_body(element);
    for (const std::string& element : joints) {
      const auto joint = joint_of.find(spck_.marker(spck_.file.reference(element, "joint.to")).body);
      if (joint != joint_of.end()) add_joint(joint->second);
    }
  }

 private:
  SpckJoint read_joint(const std::string& element) {
    SpckJoint joint{element, spck_.marker(spck_.file.reference(element, "joint.from")),
                    spck_.marker(spck_.file.reference(element, "joint.to")),
                    spck_.integer(element, "joint.type")};
    const bool is_on_track = joint.type == track_joint || joint.type == wheelset_joint;
    if (!joins_bodies(joint.type) && !is_on_track)
      spck_.refuse(element, "joint.type", "is not imported", fmt::format("{}", joint.type),
                   "0 (none free), 1 to 3 (rotation about an axis), 7 or 9 (on the track) or 10 (all "
                   "rotations)");
    else if (is_on_track != joint.from.body.empty())
      spck_.refuse(element, "joint.from",
                   is_on_track ? "is a marker of a body, but this type of joint begins on the track"
                               : "is a marker of the inertial system, to which no body of a vehicle is tied");
    return joint;
  }

  // From the from marker to the to marker.
  Pose step_of(const SpckJoint& joint) {
    const auto state = [&](int k) { return spck_.number(joint.element, fmt::format("joint.st.pos({})", k)); };
    const auto parameter = [&](int k) {
      return spck_.number(joint.element, fmt::format("joint.par({})", k));
    };
    Pose step;
    if (joint.type == fixed) {
      step.position = {parameter(4), parameter(5), parameter(6)};
      for (std::size_t axis = 0; axis < 3; ++axis)
        step.rotation = product(step.rotation, rotation_about(axis, parameter(static_cast<int>(axis) + 1)));
      if (parameter(7) != 0)
        spck_.refuse(joint.element, "joint.par(7)", "is another sequence of rotations",
                     fmt::format("{}", parameter(7)), "0: about x, y and z", "");
    }
    if (joint.type >= 1 && joint.type <= revolute_z)
      step.rotation = rotation_about(static_cast<std::size_t>(joint.type - 1), state(1));
    if (joint.type == spherical)
      for (std::size_t axis = 0; axis < 3; ++axis)
        step.rotation = product(step.rotation, rotation_about(axis, state(static_cast<int>(axis) + 1)));
    if (joint.type == track_joint) {
      step.position = {state(1) + parameter(19), state(2), state(3)};
      // The second angle of a wheelset is its rolling.
      if (state(4) != 0 || state(6) != 0 || (state(5) != 0 && !is_wheel_body(joint.to.body)))
        spck_.refuse(joint.element, "joint.st.pos(4)", "turns the body in its nominal position",
                     fmt::format("angles {}, {} and {}", state(4), state(5), state(6)), "0", "");
    }
    if (joint.type == wheelset_joint) {
      step.position = {state(1), 0, height_of_wheelset(joint.to.body)};
      spck_.result.readings.push_back(joint.element +
                                      ": a wheelset joint, whose height follows from the wheel radius");
    }
    return step;
  }

  bool is_wheel_body(const std::string& body) const {
    const auto pairs = spck_.file.elements("rwpair");
    return std::any_of(pairs.begin(), pairs.end(), [&](const std::string& pair) {
      return spck_.file.reference(pair, "rwpair.wheel.body") == body;
    });
  }

  double height_of_wheelset(const std::string& body) {
    for (const std::string& pair : spck_.file.elements("rwpair"))
      if (spck_.file.reference(pair, "rwpair.wheel.body") == body)
        return spck_.to_vehicle[2][2] * spck_.number(pair, "rwpair.wheel.rnom");
    return 0;
  }

  void place_bodies_of(const std::map<std::string, SpckJoint>& joint_of) {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const auto& [body, joint] : joint_of) {
        if (spck_.poses.contains(body) ||
            (!joint.from.body.empty() && !spck_.poses.contains(joint.from.body)))
          continue;
        spck_.poses[body] = spck_.pose_of(joint.from) * step_of(joint) * inverse(joint.to.in_body);
        goes_on = true;
      }
    }
    for (const auto& [body, joint] : joint_of)
      if (!spck_.poses.contains(body))
        spck_.refuse(joint.element, "joint.from", "leads to no body on the track: joints form a ring");
  }

  void read_body(const std::string& element) {
    Body body;
    body.name = spck_.name_for(element, spck_.body_names);
    body.mass = spck_.number(element, "body.m");
    const Vector centre = centre_of(element);
    const auto found = spck_.poses.find(element);
    const Pose pose = found == spck_.poses.end() ? Pose{} : found->second;
    body.origin = product(spck_.to_vehicle, sum(pose.position, product(pose.rotation, centre)));
    body.is_placed = true;
    set_inertia(element, body, centre, product(spck_.to_vehicle, pose.rotation));
    for (const auto& [key, value] : spck_.file.values(element))
      if (key.starts_with("body.flx") && key.ends_with(".file") && !value.text.empty())
        spck_.leave_out(element, "its modes (" + value.text + "): the body is rigid in the vehicle file");
    spck_.bodies[element] = spck_.model.bodies.size();
    spck_.model.bodies.push_back(std::move(body));
  }

  Vector centre_of(const std::string& element) const {
    for (const char* key : {"body.cg.pos", "body.cg"})
      if (const Vector centre = spck_.triple(element, key); centre != Vector{}) return centre;
    return {};
  }

  void set_inertia(const std::string& element, Body& body, const Vector& centre, const Matrix& axes) {
    Matrix tensor{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = i; j < 3; ++j) {
        const double value = spck_.number(element, fmt::format("body.I.tens({},{})", i + 1, j + 1));
        if (i == j)
          tensor[i][i] = value;
        else if (value != 0)
          spck_.leave_out(element, fmt::format("body.I.tens({},{}) = {}: its sign is not defined in the file",
                                               i + 1, j + 1, value));
      }
    if (centre != Vector{}) move_to_centre(element, body.mass, centre, tensor);
    const Matrix turned = product(product(axes, tensor), transposed(axes));
    // Rotations by right angles leave rounding errors.
    const double noise = 1e-9 * std::max({tensor[0][0], tensor[1][1], tensor[2][2]});
    const auto product_at = [&](std::size_t i, std::size_t j) {
      return std::abs(turned[i][j]) < noise ? 0.0 : -turned[i][j];
    };
    body.inertia = rounded({turned[0][0], turned[1][1], turned[2][2]});
    if (are_close(axes, spck_.to_vehicle)) body.inertia = {tensor[0][0], tensor[1][1], tensor[2][2]};
    body.products = {product_at(0, 1), product_at(0, 2), product_at(1, 2)};
  }

  void move_to_centre(const std::string& element, double mass, const Vector& centre, Matrix& tensor) {
    const SpckValue* kind = spck_.file.find(element, "body.I.kind");
    if (kind != nullptr && kind->text == "-1") return;
    if (kind == nullptr || kind->text != "0")
      return spck_.refuse(element, "body.I.kind",
                          "does not say that the moments of inertia refer to the centre of gravity or to the "
                          "origin of the body",
                          kind == nullptr ? "" : kind->text, "-1 or 0", "Set it in SIMPACK");
    const double square = centre[0] * centre[0] + centre[1] * centre[1] + centre[2] * centre[2];
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        tensor[i][j] -= mass * ((i == j ? square : 0) - centre[i] * centre[j]);
  }

  void add_joint(const SpckJoint& joint) {
    if (!joins_bodies(joint.type) || !spck_.bodies.contains(joint.from.body))
      return;  // refused, or a joint on the track
    const Pose pose = spck_.pose_of(joint.from);
    Element element;
    element.table = joint.type == fixed       ? "fixed_joints"
                    : joint.type == spherical ? "spherical_joints"
                                              : "revolute_joints";
    element.link.name = spck_.name_for(joint.element, spck_.element_names);
    element.link.body_i = spck_.bodies.at(joint.from.body);
    element.link.body_j = spck_.bodies.at(joint.to.body);
    element.has_position = false;
    element.keys.push_back({"position", toml_of(rounded(product(spck_.to_vehicle, pose.position)))});
    if (element.table == "revolute_joints") {
      Vector axis{};
      axis[static_cast<std::size_t>(joint.type - 1)] = 1;
      element.keys.push_back(
          {"axis", toml_of(rounded(product(spck_.to_vehicle, product(pose.rotation, axis))))});
    }
    spck_.model.elements.push_back(std::move(element));
  }

  SpckModel& spck_;
};

}  // namespace

void read_spck_bodies(SpckModel& spck) {
  BodyReader(spck).read();
}

}  // namespace flangeway::vehicle_import
