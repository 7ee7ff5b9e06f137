#include "flangeway/case_codegen/joint_equations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/simulate/joint_channels.hpp"

namespace flangeway::case_codegen {

using multibody::Joint;
using multibody::JointType;

namespace {

/// As the laws read it.
struct JointSizes {
  JointType type;
  Vector point_i, point_j;
  std::array<Vector, 3> axes;
  Expression length;

  explicit JointSizes(const Joint& joint)
      : type(joint.type),
        point_i(constant<3, 1>(joint.point_i)),
        point_j(constant<3, 1>(joint.point_j)),
        length(joint.length) {
    const std::array<Vec3, 3> of_joint = multibody::joint_axes(joint.axis);
    for (std::size_t k = 0; k < 3; ++k) axes[k] = constant<3, 1>(of_joint[k]);
  }
};

class Rows {
 public:
  Rows(std::size_t first, bool has_carrier, Targets& out) : next_(first), carrier_(has_carrier), out_(out) {}

  void put_errors(const Expression& residual, const Expression& rate) {
    set("residual", residual);
    set("rate", rate);
    ++next_;
  }
  void put(const Expression& residual, const Expression& rate, const Expression& bias, const Vector6& by_i,
           const Vector6& by_j) {
    set("bias", bias);
    set("jacobian[0]", by_i);
    set("jacobian[1]", by_j);
    put_errors(residual, rate);
  }
  void put_carrier(const Vector6& by_carrier) {
    if (carrier_) set("jacobian[2]", by_carrier);
  }

 private:
  template <typename Value>
  void set(const char* what, const Value& value) {
    out_.set(fmt::format("w->joint[{}].{}", next_, what), value);
  }

  std::size_t next_;
  bool carrier_;
  Targets& out_;
};

multibody::GearTurns<Expression> turns_of(const Joint& joint, const char* of, Symbols& symbols) {
  const auto pitch = [&](std::size_t body) { return symbols.at(fmt::format("{}[{}]", of, 6 * body + 4)); };
  return {pitch(joint.i), pitch(joint.j),
          joint.carrier == multibody::no_index ? Expression(0.0) : pitch(joint.carrier)};
}

multibody::JointEnd<Expression> end_of(const multibody::Body& body, const BodyMotion& motion,
                                       const Pose& pose) {
  return {motion,
          pose,
          motion.to_master,
          body.wheelset ? 0.0 : 1.0,
          motion.to_master * motion.acceleration,
          motion.to_master * motion.angular_acceleration};
}

int body_index(std::size_t body) {
  return body == multibody::no_index ? -1 : static_cast<int>(body);
}

}  // namespace

std::vector<JointRowPlace> joint_rows(const multibody::Model& model) {
  std::vector<JointRowPlace> places;
  for (const multibody::JointGroup& group : model.joint_groups)
    for (const std::size_t joint : group.joints)
      for (std::size_t k = 0; k < row_count(model.joints[joint].type); ++k)
        places.push_back({joint, model.joints[joint].first_row + k});
  return places;
}

void add_joints(const multibody::Model& model, Symbols& symbols, const std::vector<BodyMotion>& motions,
                const std::vector<Pose>& poses, Targets& out) {
  std::size_t first = 0;
  for (const multibody::JointGroup& group : model.joint_groups) {
    for (const std::size_t k : group.joints) {
      const Joint& joint = model.joints[k];
      Rows rows(first, joint.carrier != multibody::no_index, out);
      first += row_count(joint.type);
      if (joint.type == JointType::gear) {
        multibody::put_gear<Expression>(joint.ratio, turns_of(joint, "q", symbols),
                                        turns_of(joint, "v", symbols), rows);
        continue;
      }
      multibody::put_joint(JointSizes(joint), end_of(model.bodies[joint.i], motions[joint.i], poses[joint.i]),
                           end_of(model.bodies[joint.j], motions[joint.j], poses[joint.j]),
                           multibody::JointScope::all, rows);
    }
  }
}

std::vector<std::string> joint_reaction_names(const multibody::Model& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints)
    for (const simulate::JointEntry& entry : simulate::joint_channels)
      if (entry.exists(joint.type)) names.push_back(joint.name + entry.name);
  return names;
}

void add_joint_reactions(const multibody::Model& model, Symbols& symbols, const std::vector<Pose>& poses,
                         Targets& out) {
  std::vector<std::size_t> place(model.joint_rows);  // of a row of the model in generated code
  const std::vector<JointRowPlace> rows = joint_rows(model);
  for (std::size_t k = 0; k < rows.size(); ++k) place[rows[k].row] = k;
  std::size_t next = 0;
  for (const Joint& joint : model.joints) {
    Expression mu[6];
    for (std::size_t k = 0; k < row_count(joint.type); ++k)
      mu[k] = symbols.at(fmt::format("reaction[{}]", place[joint.first_row + k]));
    const JointSizes sizes(joint);
    const Matrix relative = poses[joint.i].rotation.transpose() * poses[joint.j].rotation;
    const auto reaction = multibody::joint_reaction<Expression>(joint.type, mu, relative, sizes.axes);
    for (const simulate::JointEntry& entry : simulate::joint_channels)
      if (entry.exists(joint.type)) out.set(fmt::format("values[{}]", next++), entry.value(reaction));
  }
}

std::string joints_code(const multibody::Model& model) {
  std::vector<std::string> groups, bodies;
  std::size_t first = 0, entry = 0;
  for (const multibody::JointGroup& group : model.joint_groups) {
    const std::size_t rows = group.rows.size();
    groups.push_back(fmt::format("{{{}, {}, {}}}", first, rows, entry));
    first += rows;
    entry += rows * rows;
  }
  for (const JointRowPlace& place : joint_rows(model)) {
    const Joint& joint = model.joints[place.joint];
    bodies.push_back(fmt::format("{{{}, {}, {}}}", joint.i, joint.j, body_index(joint.carrier)));
  }
  const auto list = [](const std::vector<std::string>& entries, const char* nothing) {
    return entries.empty() ? std::string(nothing) : fmt::format("{}", fmt::join(entries, ", "));
  };
  return fmt::format(
      "const fw_joint_group fw_joint_groups[] = {{{}}};\nconst int fw_joint_body[][3] = {{{}}};\n",
      list(groups, "{0, 0, 0}"), list(bodies, "{-1, -1, -1}"));
}

std::size_t joint_entries(const multibody::Model& model) {
  std::size_t entries = 0;
  for (const multibody::JointGroup& group : model.joint_groups)
    entries += group.rows.size() * group.rows.size();
  return entries;
}

}  // namespace flangeway::case_codegen
