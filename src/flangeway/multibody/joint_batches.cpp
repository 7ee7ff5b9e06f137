#include "flangeway/multibody/joint_batches.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"
#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/joint_laws.hpp"

namespace flangeway::multibody {
namespace {

/// A joint of a group, with its bodies as places among those of the group.
struct Member {
  JointType type = JointType::revolute;
  std::array<std::size_t, 3> places{};  // i, j, carrier or no_index
  friend bool operator==(const Member& a, const Member& b) {
    return a.type == b.type && a.places == b.places;
  }
};

struct Group {
  std::vector<std::size_t> joints, bodies;  // bodies as the joints name them
  std::vector<Member> members;
};

std::size_t place_of(std::size_t body, std::vector<std::size_t>& bodies) {
  if (body == no_index) return no_index;
  const auto found = std::find(bodies.begin(), bodies.end(), body);
  const auto place = static_cast<std::size_t>(found - bodies.begin());
  if (found == bodies.end()) bodies.push_back(body);
  return place;
}

Group group_of(const Model& model, const JointGroup& joints) {
  Group group;
  group.joints = joints.joints;
  for (const std::size_t k : joints.joints) {
    const Joint& joint = model.joints[k];
    Member member{joint.type, {}};
    const std::size_t bodies[] = {joint.i, joint.j, joint.carrier};
    for (std::size_t slot = 0; slot < 3; ++slot) member.places[slot] = place_of(bodies[slot], group.bodies);
    group.members.push_back(member);
  }
  return group;
}

/// Groups alike, at most four together.
std::vector<std::vector<Group>> sort_groups(const Model& model) {
  std::vector<std::vector<Group>> batches;
  for (const JointGroup& joints : model.joint_groups) {
    Group group = group_of(model, joints);
    const auto alike = std::find_if(batches.begin(), batches.end(), [&](const auto& batch) {
      return batch.size() < math::batch_size && batch.front().members == group.members;
    });
    (alike == batches.end() ? batches.emplace_back() : *alike).push_back(std::move(group));
  }
  return batches;
}

void fill(FourJoints& four, std::size_t lane, const Joint& joint) {
  const std::array<Vec3, 3> axes = joint_axes(joint.axis);
  set(four.point_i, lane, joint.point_i);
  set(four.point_j, lane, joint.point_j);
  for (std::size_t k = 0; k < 3; ++k) set(four.axes[k], lane, axes[k]);
  four.length.set(lane, joint.length);
  four.ratio.set(lane, joint.ratio);
}

void add_rows(const FourJoints& joint, JointBatch& batch) {
  JointRow row;
  row.count = joint.carrier == no_index ? 2 : 3;
  row.bodies = {joint.i, joint.j, row.count == 3 ? joint.carrier : joint.i};
  for (auto& entries : row.jacobian) entries.setZero();
  row.residual = row.rate = row.right_hand = 0;
  for (std::size_t k = 0; k < row_count(joint.type); ++k) {
    for (std::size_t slot = 0; slot < row.count; ++slot)
      batch.bodies[row.bodies[slot]].places.push_back({batch.rows.size(), slot});
    batch.rows.push_back(row);
  }
}

void size_equations(JointBatch& batch) {
  const std::size_t n = batch.rows.size();
  batch.multipliers.assign(n, 0.0);
  batch.change = batch.inverse = batch.multipliers;
  batch.matrix.assign(n * n, 0.0);
  batch.pivots.assign(n, {});
  batch.values.resize(batch.bodies.size());
  for (JointedBodies& body : batch.bodies) {
    body.response.setZero();
    body.answers.assign(body.places.size(), Packed<math::Batch, 6>::Zero());
  }
}

JointBatch batch_of(const Model& model, const std::vector<Group>& groups, std::size_t first_body) {
  FLANGEWAY_ASSERT(!groups.empty(), "a batch has at least one group");
  JointBatch batch;
  batch.count = groups.size();
  const auto group = [&](std::size_t lane) -> const Group& {
    return groups[std::min(lane, groups.size() - 1)];
  };
  for (std::size_t b = 0; b < groups.front().bodies.size(); ++b) {
    JointedBodies& bodies = batch.bodies.emplace_back();
    bodies.batch = first_body + b;
    for (std::size_t lane = 0; lane < math::batch_size; ++lane) bodies.bodies[lane] = group(lane).bodies[b];
  }
  for (std::size_t k = 0; k < groups.front().members.size(); ++k) {
    FourJoints& four = batch.joints.emplace_back();
    const Member& member = groups.front().members[k];
    four.type = member.type;
    four.i = member.places[0], four.j = member.places[1], four.carrier = member.places[2];
    four.first_row = batch.rows.size();
    for (std::size_t lane = 0; lane < math::batch_size; ++lane)
      fill(four, lane, model.joints[group(lane).joints[k]]);
    add_rows(four, batch);
  }
  size_equations(batch);
  return batch;
}

}  // namespace

JointWorkspace make_joint_workspace(const Model& model) {
  JointWorkspace joints;
  joints.places.resize(model.joint_rows);
  std::size_t first_body = 0;
  for (const std::vector<Group>& groups : sort_groups(model)) {
    const std::size_t index = joints.batches.size();
    const JointBatch& batch = joints.batches.emplace_back(batch_of(model, groups, first_body));
    first_body += batch.bodies.size();
    for (std::size_t lane = 0; lane < groups.size(); ++lane) {
      for (std::size_t k = 0; k < batch.joints.size(); ++k) {
        const Joint& joint = model.joints[groups[lane].joints[k]];
        for (std::size_t row = 0; row < row_count(joint.type); ++row)
          joints.places[joint.first_row + row] = {index, batch.joints[k].first_row + row, lane};
      }
    }
  }
  return joints;
}

}  // namespace flangeway::multibody
