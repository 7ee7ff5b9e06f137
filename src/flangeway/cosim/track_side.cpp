#include "flangeway/cosim/track_side.hpp"

#include <algorithm>
#include <chrono>

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::cosim {
namespace {

using simulate::Question;

// The wheelsets of a case, without all that stands on them.
vehicle_case::CaseModel wheelsets_of(const vehicle_case::CaseModel& model) {
  vehicle_case::CaseModel result = model;
  multibody::Model bodies;
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    bodies.bodies.push_back(model.vehicle.bodies.bodies[model.contact.wheelsets[i].body]);
    result.contact.wheelsets[i].body = i;
  }
  multibody::finish(bodies, false);
  result.vehicle.bodies = std::move(bodies);
  result.integration.step = model.cosim.step;
  return result;
}

}  // namespace

TrackSide::TrackSide(const vehicle_case::CaseModel& model)
    : model_(wheelsets_of(model)),
      bodies_(multibody::make_workspace(model_.vehicle.bodies)),
      contacts_(wheelrail::make_workspace(model_.contact)),
      contact_state_(wheelrail::make_contact_state(model_.contact)),
      rail_motion_(model_.contact.wheelsets.size()),
      y_(12 * model_.contact.wheelsets.size()),
      acceleration_(6 * model_.contact.wheelsets.size()),
      deformed_places_(simulate::deformed_track_places(model_)),
      row_size_(simulate::track_channel_count(model_)),
      request_(make_request(model_)),
      reply_(make_reply(model_)) {
  reply_.shown.reserve(std::max(row_size_, deformed_places_.numbers()));
  if (model_.structure) flexible_.emplace(model_);
  if (flexible_) reply_.report.unknowns = flexible_->track().unknowns();
}

void TrackSide::answer(std::span<const std::byte> request, StateEncoder& reply) {
  reply_.shown.clear();
  reply_.piece.bytes.clear();
  if (decode(request, request_) != MessageFault::none) {
    reply_.status = EvalStatus::retry;
  } else if (request_.wanted == Wanted::contacts) {
    answer_contacts();
  } else if (request_.wanted == Wanted::state) {
    give_piece();
  } else if (request_.wanted == Wanted::restored_state) {
    take_piece();
  } else {
    show(request_.wanted);
  }
  reply.clear();
  reply(reply_);
}

void TrackSide::answer_contacts() {
  const auto started = std::chrono::steady_clock::now();
  place_wheelsets();
  const bool steps = request_.question == Question::step;
  reply_.status = steps ? step(request_.t) : settle(request_.question);
  if (reply_.status == EvalStatus::ok)
    wheelrail::find_answers(model_.contact, bodies_, contacts_, reply_.answers);
  std::copy(contacts_.wheelsets.begin(), contacts_.wheelsets.end(), reply_.wheelsets.begin());
  for (std::size_t i = 0; i < reply_.carried.size(); ++i) {
    const wheelrail::WheelsetHistory& history = contact_state_.wheelsets[i];
    reply_.forces[i] = contacts_.wheelsets[i].reaction;
    reply_.carried[i] = {history.damping, {history.forces[0].discontinuity, history.forces[1].discontinuity}};
  }
  reply_.report.wall_time +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

void TrackSide::place_wheelsets() {
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    std::copy_n(&request_.wheelsets[12 * i], 6, &y_[6 * i]);
    std::copy_n(&request_.wheelsets[12 * i + 6], 6, &y_[acceleration_.size() + 6 * i]);
  }
}

void TrackSide::show(Wanted wanted) {
  reply_.status = EvalStatus::ok;
  reply_.shown.resize(wanted == Wanted::row ? row_size_ : deformed_places_.numbers());
  if (!flexible_) return;
  if (wanted == Wanted::row) {
    simulate::fill_track_row(model_, *flexible_, reply_.shown.data());
  } else if (deformed_places_.sleepers > 0) {
    simulate::fill_deformed_track(deformed_places_, *flexible_, reply_.shown.data());
  }
}

bool TrackSide::is_at_checkpoint() const {
  return request_.wanted == Wanted::state || request_.wanted == Wanted::restored_state;
}

// Starts at the requested position.
void TrackSide::give_piece() {
  if (request_.piece.place == 0) state_ = save();
  const std::span<const std::byte> rest =
      std::span(state_).subspan(std::min<std::size_t>(request_.piece.place, state_.size()));
  const auto piece = rest.first(std::min(rest.size(), StatePiece::max_bytes));
  reply_.piece.place = request_.piece.place;
  reply_.piece.whole = state_.size();
  reply_.piece.bytes.assign(piece.begin(), piece.end());
  reply_.status = EvalStatus::ok;
}

// Pieces come in order, and the last one completes the state.
void TrackSide::take_piece() {
  const StatePiece& piece = request_.piece;
  if (piece.place == 0) state_.clear();
  const bool follows = piece.place == state_.size();
  state_.insert(state_.end(), piece.bytes.begin(), piece.bytes.end());
  const bool fits = follows && (state_.size() < piece.whole || load(state_));
  reply_.status = fits ? EvalStatus::ok : EvalStatus::retry;
}

std::vector<std::byte> TrackSide::save() const {
  StateEncoder encoder;
  walk(encoder, *this);
  if (flexible_) flexible_->save(encoder);
  return encoder.take();
}

bool TrackSide::load(std::span<const std::byte> state) {
  StateDecoder decoder(state);
  const std::size_t wheelsets = contact_state_.wheelsets.size();
  walk(decoder, *this);
  const bool fits = decoder.good() && contact_state_.wheelsets.size() == wheelsets;
  return fits && (!flexible_ || flexible_->load(decoder)) && decoder.complete();
}

EvalStatus TrackSide::evaluate(double t) {
  const multibody::Model& bodies = model_.vehicle.bodies;
  multibody::evaluate_kinematics(bodies, model_.track, y_.data(), bodies_);
  const bool yields = flexible_ && rests_;
  if (yields) flexible_->move_rails(t, y_.data(), rail_motion_);
  const EvalStatus status =
      wheelrail::evaluate(model_.contact, model_.track, rail_motion_, y_.data(), bodies.velocity_offset(),
                          contact_state_, bodies_, contacts_, acceleration_.data());
  if (yields && status == EvalStatus::ok) flexible_->take_forces(t, contacts_);
  return status;
}

void TrackSide::commit_contacts() {
  wheelrail::commit(model_.contact, bodies_, contacts_, contact_state_);
  wheelrail::update_damping(model_.contact, contacts_, contact_state_);
}

EvalStatus TrackSide::settle(Question question) {
  const EvalStatus status = evaluate(0);
  if (status != EvalStatus::ok) return status;
  if (question == Question::rest && flexible_) {
    flexible_->rest(y_.data(), contacts_);
    rests_ = true;
  }
  if (question == Question::start) commit_contacts();
  return status;
}

EvalStatus TrackSide::step(double t) {
  // The loads at the end of the step are those of the contacts on the rails that these loads have moved.
  const int rounds = flexible_ ? 2 : 1;
  for (int round = 0; round < rounds; ++round) {
    if (const EvalStatus status = evaluate(t); status != EvalStatus::ok) return status;
  }
  if (flexible_) flexible_->commit(contacts_);
  ++reply_.report.steps;
  commit_contacts();
  return EvalStatus::ok;
}

}  // namespace flangeway::cosim
