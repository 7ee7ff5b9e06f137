#include "flangeway/wheelrail/answer.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/creep.hpp"

namespace flangeway::wheelrail {
namespace {

void add_contact(const multibody::BodyState& body, const Contact& contact, double along, double across,
                 ContactAnswer& answer) {
  const auto add = [&](const Vec3& direction, double slope, Mat6& matrix) {
    if (!(slope > 0)) return;
    const Vec6 w = multibody::generalized_force_at(body, contact.arm, direction);
    matrix += slope * w * w.transpose();
  };
  add(contact.normal, contact.stiffness, answer.stiffness);
  add(contact.longitudinal, along, answer.damping);
  add(contact.lateral, across, answer.damping);
}

// use(wheelset, contact, damping along the rail, across it) for every contact.
template <typename Use>
void for_each_contact(const Model& model, const Workspace& workspace, const Use& use) {
  for (std::size_t first = 0; first < model.wheelsets.size(); first += math::batch_size) {
    const WheelsetBatch& batch = workspace.batches[first / math::batch_size];
    const std::size_t lanes = std::min(math::batch_size, model.wheelsets.size() - first);
    for (std::size_t c = 0; c < batch.contact_count; ++c) {
      const auto damping = contact_damping(model.settings, batch, batch.contacts[c]);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const WheelsetResult& result = workspace.wheelsets[first + lane];
        if (c < result.contact_count)
          use(first + lane, result.contacts[c], damping.longitudinal[lane], damping.lateral[lane]);
      }
    }
  }
}

}  // namespace

void find_answers(const Model& model, const multibody::Workspace& bodies, const Workspace& workspace,
                  std::vector<ContactAnswer>& out) {
  FLANGEWAY_ASSERT(out.size() == model.wheelsets.size(), "each wheelset has an answer");
  std::fill(out.begin(), out.end(), ContactAnswer{});
  for_each_contact(model, workspace, [&](std::size_t i, const Contact& contact, double along, double across) {
    add_contact(bodies.bodies[model.wheelsets[i].body], contact, along, across, out[i]);
  });
}

void find_wheel_stiffness(const Model& model, const Workspace& workspace, double rate,
                          std::vector<Vec3>& out) {
  FLANGEWAY_ASSERT(out.size() == 2 * model.wheelsets.size(), "each wheel has a stiffness");
  for (Vec3& stiffness : out) stiffness.setZero();
  for_each_contact(model, workspace, [&](std::size_t i, const Contact& contact, double along, double across) {
    out[2 * i + contact.side] += contact.stiffness * contact.normal.cwiseAbs2() +
                                 rate * std::max(along, 0.0) * contact.longitudinal.cwiseAbs2() +
                                 rate * std::max(across, 0.0) * contact.lateral.cwiseAbs2();
  });
}

}  // namespace flangeway::wheelrail
