#include <algorithm>

#include "flangeway/simulate/remote_contact.hpp"
#include "flangeway/wheelrail/result_codec.hpp"

namespace flangeway::simulate {

RemoteForces::RemoteForces(const vehicle_case::CaseModel& model, RemoteContact& contact)
    : model_(model),
      contact_(contact),
      step_(model.cosim.step),
      answered_(model.cosim.forces == vehicle_case::RemoteForces::jacobian),
      samples_(model.contact.wheelsets.size()),
      answers_(samples_.size()) {}

RemoteForces::Sample RemoteForces::at(std::size_t wheelset, const double* y) const {
  const double* q = y + 6 * model_.contact.wheelsets[wheelset].body;
  Sample sample;
  sample.q = Eigen::Map<const Vec6>(q);
  sample.velocity = Eigen::Map<const Vec6>(q + model_.vehicle.bodies.velocity_offset());
  return sample;
}

EvalStatus RemoteForces::take(Question question, double t, const double* y, wheelrail::Workspace& contacts,
                              wheelrail::ContactState& state) {
  const EvalStatus status = contact_.ask(question, t, y, contacts, state, answers_);
  if (status != EvalStatus::ok) return status;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    samples_[i][0] = samples_[i][1];
    samples_[i][1] = at(i, y);
    samples_[i][1].force = contacts.wheelsets[i].reaction;
  }
  return status;
}

EvalStatus RemoteForces::settle(Question question, const double* y, wheelrail::Workspace& contacts,
                                wheelrail::ContactState& state) {
  const EvalStatus status = take(question, 0, y, contacts, state);
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    samples_[i][0] = samples_[i][1];
    samples_[i][0].q -= step_ * samples_[i][0].velocity;
  }
  return status;
}

EvalStatus RemoteForces::step(const double* y, wheelrail::Workspace& contacts,
                              wheelrail::ContactState& state) {
  const EvalStatus status = take(Question::step, next(), y, contacts, state);
  if (status == EvalStatus::ok) ++steps_;
  return status;
}

Vec6 RemoteForces::force(std::size_t wheelset, double t, const double* y) const {
  const auto& [before, last] = samples_[wheelset];
  const double beyond = t / step_ - static_cast<double>(steps_);
  const Vec6 linear = last.force + beyond * (last.force - before.force);
  if (!answered_) return linear;
  const Sample now = at(wheelset, y);
  const wheelrail::ContactAnswer& answer = answers_[wheelset];
  const Vec6 q = now.q - last.q - beyond * (last.q - before.q),
             velocity = now.velocity - last.velocity - beyond * (last.velocity - before.velocity);
  return linear - answer.stiffness * q - answer.damping * velocity;
}

void RemoteForces::save(StateEncoder& encoder, const wheelrail::Workspace& contacts) const {
  walk(encoder, *this);
  for (const wheelrail::WheelsetResult& wheelset : contacts.wheelsets) encoder(wheelset);
  encoder(contact_.save());
}

bool RemoteForces::load(StateDecoder& decoder, wheelrail::Workspace& contacts) {
  const std::size_t wheelsets = samples_.size();
  std::vector<std::byte> other;
  walk(decoder, *this);
  for (wheelrail::WheelsetResult& wheelset : contacts.wheelsets) decoder(wheelset);
  decoder(other);
  const bool fits = decoder.good() && samples_.size() == wheelsets && answers_.size() == wheelsets &&
                    std::all_of(contacts.wheelsets.begin(), contacts.wheelsets.end(), wheelrail::is_sound);
  return fits && contact_.load(other);
}

}  // namespace flangeway::simulate
