#include "flangeway/wheelrail/evaluate.hpp"

#include "flangeway/core/assertion.hpp"
#include "flangeway/wheelrail/response.hpp"

namespace flangeway::wheelrail {

std::size_t wheelset_of(const Model& model, std::size_t body) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i)
    if (model.wheelsets[i].body == body) return i;
  return multibody::no_index;
}

EvalStatus evaluate(const Model& model, const track::TrackModel& track, RailMotions rails, const double* y,
                    std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                    Workspace& workspace, double* acceleration) {
  FLANGEWAY_ASSERT(workspace.wheelsets.size() == model.wheelsets.size(),
                   "make_workspace() has made the workspace for this model");
  FLANGEWAY_ASSERT(state.wheelsets.size() == model.wheelsets.size(),
                   "make_contact_state() has made the state for this model");
  return model.method->evaluate(model, track, rails, y, velocity_offset, state, bodies, workspace,
                                acceleration);
}

EvalStatus project(const Model& model, const track::TrackModel& track, RailMotions rails,
                   std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                   Workspace& workspace, double* y) {
  FLANGEWAY_ASSERT(workspace.wheelsets.size() == model.wheelsets.size(),
                   "make_workspace() has made the workspace for this model");
  FLANGEWAY_ASSERT(state.wheelsets.size() == model.wheelsets.size(),
                   "make_contact_state() has made the state for this model");
  return model.method->project(model, track, rails, velocity_offset, state, bodies, workspace, y);
}

Mat6 force_response(const Model& model, const multibody::BodyState& body, const WheelsetResult& result) {
  return model.method->force_response(model, body, result);
}

Mat6 free_response(const Model& model, const multibody::BodyState& body, const Workspace& workspace,
                   std::size_t wheelset) {
  FLANGEWAY_ASSERT(wheelset < model.wheelsets.size(), "the model has this wheelset");
  return model.method->free_response(model, body, workspace, wheelset);
}

WheelForces wheel_forces(const WheelsetResult& result, std::size_t side) {
  FLANGEWAY_ASSERT(side < 2, "a side is left or right");
  FLANGEWAY_ASSERT(result.contact_count <= result.contacts.size(), "contacts fit into their list");
  WheelForces sum;
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const Contact& contact = result.contacts[k];
    if (contact.side != side) continue;
    sum.q += contact.force.z();
    sum.y -= contact.force.y();
  }
  return sum;
}

}  // namespace flangeway::wheelrail
