#include "flangeway/multibody/model.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"
#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/elements/tangent.hpp"
#include "flangeway/multibody/joint_batches.hpp"
#include "flangeway/multibody/nominal_springs.hpp"

template class flangeway::Indirect<flangeway::multibody::ElementLists>;

namespace flangeway::multibody {

namespace {

template <typename E>
void place_states(E& element, Model& model) {
  if constexpr (state_count < E >> 0) {
    for (std::size_t k = 0; k < state_count<E>; ++k)
      element.auxiliary[k] = element.has_state(k) ? model.auxiliary_count++ : no_index;
  }
}

template <typename E>
void add_relaxation_rates(const E& element, Model& model) {
  const TangentOf<E> tangent = tangent_of(model, element, {});
  for (std::size_t k = 0; k < state_count<E>; ++k) {
    if (element.auxiliary[k] == no_index) continue;
    double& rate = model.relaxation_rates[element.auxiliary[k]];
    rate = -tangent.value[component_count<E> + k][2 * component_count<E> + k];
    if constexpr (has_surfaces<E>) rate += element.slip_rate(k);
  }
}

void place_auxiliary_states(Model& model) {
  model.auxiliary_count = 0;
  for_each_element(model, [&](auto& element) { place_states(element, model); });
  for (DifferentialValve& valve : model.lists->differential_valves)
    valve.opening = valve.opening_rate > 0 ? model.auxiliary_count++ : no_index;
  for (AxleTwist& twist : model.axle_twists) {
    twist.rate = model.auxiliary_count++;
    twist.angle = twist.elastic ? model.auxiliary_count++ : no_index;
  }
  for (FlexibleBody& body : model.lists->flexible_bodies)
    for (BodyMode& mode : body.modes)
      mode.coordinate = model.auxiliary_count++, mode.rate = model.auxiliary_count++;
  set_relaxation_rates(model);
}

template <typename E>
ElementInfo info_of(const E& element) {
  ElementInfo info;
  info.name = element.name, info.type = element.type;
  info.i = element.i, info.j = element.j;
  if constexpr (requires { element.point_i; }) {
    info.has_points = true;
    info.point_i = element.point_i, info.point_j = element.point_j;
  }
  info.components = component_count<E>;
  info.rotational = MotionOf<E>::rotational;
  return info;
}

/// Forces of other elements, by the names of these.
template <typename E>
void find_sources(E& element, const Model& model) {
  for (std::size_t k = 0; k < input_count<E>; ++k) {
    ForceSource& source = element.sources[k];
    if (source.command != no_index) source.output = model.output_count + source.command;
    const auto found = std::find_if(model.elements.begin(), model.elements.end(),
                                    [&](const ElementInfo& info) { return info.name == source.element; });
    if (source.element.empty() || found == model.elements.end()) continue;
    source.place = static_cast<std::size_t>(found - model.elements.begin());
    source.output = found->output + source.component;
  }
}

/// For the air springs that a valve joins.
void find_springs(DifferentialValve& valve, const Model& model) {
  const auto& springs = elements_of<AirSpring>(model);
  for (const ElementInfo& info : model.elements) {
    if (info.name == springs[valve.i].name) valve.output_i = info.output;
    if (info.name == springs[valve.j].name) valve.output_j = info.output;
  }
}

void place_outputs(Model& model) {
  model.elements.clear();
  model.output_count = 0;
  for_each_element(model, [&](const auto& element) {
    ElementInfo info = info_of(element);
    info.output = model.output_count;
    model.output_count += info.components;
    model.elements.push_back(std::move(info));
  });
  for_each_element(model, [&](auto& element) { find_sources(element, model); });
  for (DifferentialValve& valve : model.lists->differential_valves) find_springs(valve, model);
}

std::vector<std::size_t> bodies_of(const Joint& joint) {
  std::vector<std::size_t> bodies{joint.i, joint.j};
  if (joint.carrier != no_index) bodies.push_back(joint.carrier);
  return bodies;
}

/// The group of each body, named by its first body.
std::vector<std::size_t> connect_bodies(const Model& model) {
  std::vector<std::size_t> group(model.body_count());
  for (std::size_t b = 0; b < group.size(); ++b) group[b] = b;
  for (const Joint& joint : model.joints) {
    for (const std::size_t body : bodies_of(joint)) {
      const auto [to, from] = std::minmax(group[joint.i], group[body]);
      std::replace(group.begin(), group.end(), std::size_t{from}, std::size_t{to});
    }
  }
  return group;
}

void group_joints(Model& model) {
  model.joint_rows = 0;
  for (Joint& joint : model.joints) {
    joint.first_row = model.joint_rows;
    model.joint_rows += row_count(joint.type);
  }
  model.joint_groups.clear();
  const std::vector<std::size_t> group_of = connect_bodies(model);
  for (std::size_t first = 0; first < model.body_count(); ++first) {
    JointGroup group;
    for (std::size_t b = 0; b < model.body_count(); ++b)
      if (group_of[b] == first) group.bodies.push_back(b);
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
      const Joint& joint = model.joints[k];
      if (group_of[joint.i] != first) continue;
      group.joints.push_back(k);
      for (std::size_t row = 0; row < row_count(joint.type); ++row)
        group.rows.push_back(joint.first_row + row);
    }
    if (!group.joints.empty()) model.joint_groups.push_back(std::move(group));
  }
}

}  // namespace

void set_relaxation_rates(Model& model) {
  model.relaxation_rates.assign(model.auxiliary_count, 0.0);
  for_each_element(model, [&](const auto& element) { add_relaxation_rates(element, model); });
  for (const DifferentialValve& valve : model.lists->differential_valves)
    if (valve.opening != no_index) model.relaxation_rates[valve.opening] = valve.opening_rate;
  for (const AxleTwist& twist : model.axle_twists)
    model.relaxation_rates[twist.rate] = twist.damping / twist.inertia;
  for (const FlexibleBody& body : model.lists->flexible_bodies)
    for (const BodyMode& mode : body.modes)
      model.relaxation_rates[mode.rate] = 2 * mode.damping * mode.frequency;
}

void finish(Model& model, bool prescribe_speed) {
  place_auxiliary_states(model);
  place_outputs(model);
  group_joints(model);
  const auto heaviest = std::max_element(model.bodies.begin(), model.bodies.end(),
                                         [](const Body& a, const Body& b) { return a.mass < b.mass; });
  model.reference_body = static_cast<std::size_t>(heaviest - model.bodies.begin());
  model.driven_body = prescribe_speed ? model.reference_body : no_index;
}

void remove_dampers(Model& model) {
  for_each_element(model, [](auto& element) { element.remove_dampers(element.tables); });
  model.lists->differential_valves.clear();
  for (AxleTwist& twist : model.axle_twists) twist.damping = 0;
  for (FlexibleBody& body : model.lists->flexible_bodies)
    for (BodyMode& mode : body.modes) mode.damping = 0;
  place_auxiliary_states(model);
}

std::vector<double> nominal_state(const Model& model, double s0, double speed) {
  std::vector<double> y(model.state_size(), 0.0);
  const std::vector<double>& differences = model.lists->speed_differences;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    std::copy_n(model.bodies[b].initial.data(), 6, y.begin() + static_cast<std::ptrdiff_t>(6 * b));
    y[6 * b] += s0;
    y[model.velocity_offset() + 6 * b] = speed + (differences.empty() ? 0 : differences[b]);
  }
  return y;
}

namespace {

BodyBatch make_batch(const Model& model, const Indices& bodies, std::size_t count) {
  FLANGEWAY_ASSERT(count >= 1 && count <= math::batch_size, "a batch has one to four bodies");
  BodyBatch batch;
  batch.bodies = bodies;
  batch.count = count;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const std::size_t b = bodies[lane];
    batch.wheelset.set(lane, model.bodies[b].wheelset ? 1 : 0);
    batch.free.set(lane, b == model.driven_body ? 0 : 1);
    batch.mass.set(lane, model.bodies[b].mass);
    const Body& body = model.bodies[b];
    Mat3 spinning = body.inertia;
    if (body.wheelset) spinning(0, 0) = spinning(2, 2) = (body.inertia(0, 0) + body.inertia(2, 2)) / 2;
    batch.still_inertia.set(lane, body.wheelset ? body.inertia(0, 0) - body.inertia(2, 2) : 0);
    for (Eigen::Index i = 0; i < 9; ++i) batch.inertia(i / 3, i % 3).set(lane, spinning(i / 3, i % 3));
  }
  return batch;
}

/// First those of joints, then those of all other bodies.
std::vector<BodyBatch> make_batches(const Model& model, const JointWorkspace& joints) {
  std::vector<BodyBatch> batches;
  std::vector<bool> jointed(model.body_count(), false);
  for (const JointBatch& groups : joints.batches) {
    for (const JointedBodies& four : groups.bodies) {
      batches.push_back(make_batch(model, four.bodies, groups.count));
      for (const std::size_t b : four.bodies) jointed[b] = true;
    }
  }
  std::vector<std::size_t> others;
  for (std::size_t b = 0; b < model.body_count(); ++b)
    if (!jointed[b]) others.push_back(b);
  for (std::size_t first = 0; first < others.size(); first += math::batch_size) {
    Indices four{};
    for (std::size_t lane = 0; lane < math::batch_size; ++lane)
      four[lane] = others[std::min(first + lane, others.size() - 1)];
    batches.push_back(make_batch(model, four, std::min(math::batch_size, others.size() - first)));
  }
  return batches;
}

}  // namespace

Workspace make_workspace(const Model& model) {
  Workspace workspace;
  workspace.bodies.resize(model.body_count());
  workspace.joints = make_joint_workspace(model);
  workspace.batches = make_batches(model, workspace.joints);
  *workspace.elements = make_element_batches(model);
  workspace.poses.resize(model.pose_count());
  workspace.to_master.resize(model.body_count());
  workspace.spin_torque.assign(model.body_count(), 0.0);
  workspace.element_force.assign(model.output_count + model.commands.size(), 0.0);
  workspace.element_deflection.assign(model.output_count, 0.0);
  return workspace;
}

}  // namespace flangeway::multibody
