#include "flangeway/wheelrail/answer.hpp"

#include <algorithm>

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

}  // namespace

void find_answers(const Model& model, const multibody::Workspace& bodies, const Workspace& workspace,
                  std::vector<ContactAnswer>& out) {
  std::fill(out.begin(), out.end(), ContactAnswer{});
  for (std::size_t first = 0; first < model.wheelsets.size(); first += math::batch_size) {
    const WheelsetBatch& batch = workspace.batches[first / math::batch_size];
    const std::size_t lanes = std::min(math::batch_size, model.wheelsets.size() - first);
    for (std::size_t c = 0; c < batch.contact_count; ++c) {
      const auto damping = contact_damping(model.settings, batch, batch.contacts[c]);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t i = first + lane;
        if (c >= workspace.wheelsets[i].contact_count) continue;
        add_contact(bodies.bodies[model.wheelsets[i].body], workspace.wheelsets[i].contacts[c],
                    damping.longitudinal[lane], damping.lateral[lane], out[i]);
      }
    }
  }
}

}  // namespace flangeway::wheelrail
