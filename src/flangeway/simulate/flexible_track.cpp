#include "flangeway/simulate/flexible_track.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "flangeway/wheelrail/answer.hpp"

namespace flangeway::simulate {
namespace {

using Clock = std::chrono::steady_clock;
using flextrack::SectionMotion;
using flextrack::WheelLoad;

// Adds the time from its making to its end.
class Watch {
 public:
  explicit Watch(double& sum) : sum_(sum) {}
  ~Watch() { sum_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  double& sum_;
  Clock::time_point start_ = Clock::now();
};

SectionMotion between(const SectionMotion& a, const SectionMotion& b, double share) {
  return {(1 - share) * a.displacement + share * b.displacement,
          (1 - share) * a.velocity + share * b.velocity};
}

wheelrail::RailMotion at_reference(const SectionMotion& motion, const Vec3& arm) {
  const Vec3 turn = motion.displacement.tail<3>(), spin = motion.velocity.tail<3>();
  return {motion.displacement.head<3>() + turn.cross(arm), turn, motion.velocity.head<3>() + spin.cross(arm),
          spin};
}

std::unique_ptr<flextrack::SteppedTrack> make_track(const vehicle_case::CaseModel& model) {
  const vehicle_case::CouplingSettings& coupling = model.coupling;
  std::vector<double> offsets;
  for (const auto& wheelset : model.contact.wheelsets) {
    offsets.push_back(model.vehicle.bodies.bodies[wheelset.body].initial(0));
  }
  if (coupling.mesh == vehicle_case::TrackMesh::moving) {
    return flextrack::make_windows(*model.structure, offsets, model.integration.step,
                                   {coupling.reach, coupling.tolerance});
  }
  const auto [rear, front] = std::minmax_element(offsets.begin(), offsets.end());
  const double duration = model.integration.duration;
  const double run = model.track.length() - model.initial.s;
  const double distance = duration > 0 ? std::min(run, duration * model.drive.speed) : run;
  const double margin = coupling.reach + model.structure->absorber.length;  // no wheel where rails absorb
  Findings findings;
  auto whole =
      flextrack::make_whole(*model.structure, &model.track, model.initial.s + *rear - margin,
                            model.initial.s + distance + *front + margin, model.integration.step, findings);
  findings.throw_if_any();
  return whole;
}

}  // namespace

FlexibleTrack::FlexibleTrack(const vehicle_case::CaseModel& model)
    : model_(model), step_(model.integration.step), track_(make_track(model)) {
  const std::size_t wheels = 2 * model.contact.wheelsets.size();
  guess_.resize(wheels);
  before_.resize(wheels);
  last_ = next_ = before_;
  relaxation_.assign(wheels, Vec3::Ones());
  const auto& rail = model.structure->rail;
  for (std::size_t k = 0; k < wheels; ++k) {
    guess_[k].side = k % 2;
    const Vec2 reference = wheelrail::rail_reference(model.contact, model.contact.wheelsets[k / 2], k % 2);
    arm_.emplace_back(0, wheelrail::sign_of(k % 2) * (reference.x() - model.structure->rail_distance / 2),
                      reference.y() + rail.height - rail.centre_height);
  }
  found_ = guess_;
}

void FlexibleTrack::place_loads(const double* y) {
  for (std::size_t k = 0; k < guess_.size(); ++k) {
    guess_[k].s = found_[k].s = y[6 * model_.contact.wheelsets[k / 2].body];
  }
}

double FlexibleTrack::rear() const {
  return std::min_element(found_.begin(), found_.end(),
                          [](const WheelLoad& a, const WheelLoad& b) { return a.s < b.s; })
      ->s;
}

void FlexibleTrack::rest(const double* y, const wheelrail::Workspace& contacts) {
  place_loads(y);
  take_forces(time_ + step_, contacts);
  guess_ = found_;
  track_->rest(guess_);
  track_->begin_step(guess_);
  track_->respond(guess_, last_);
  before_ = next_ = last_;
}

void FlexibleTrack::move_rails(double t, const double* y,
                               std::vector<std::array<wheelrail::RailMotion, 2>>& rails) {
  const Watch watch(wall_time_);
  const double share = share_of_step(t);
  const bool ahead = share > 1e-6;
  if (ahead) {
    place_loads(y);
    track_->respond(guess_, next_);
  }
  for (std::size_t k = 0; k < guess_.size(); ++k) {
    const SectionMotion motion =
        ahead ? between(last_[k], next_[k], share) : between(before_[k], last_[k], 1 + std::max(share, -1.0));
    rails[k / 2][k % 2] = at_reference(motion, arm_[k]);
  }
}

void FlexibleTrack::take_forces(double t, const wheelrail::Workspace& contacts) {
  if (share_of_step(t) < 1 - 1e-6) return;
  for (std::size_t k = 0; k < found_.size(); ++k) {
    const wheelrail::RailReaction reaction = wheelrail::rail_reaction(
        model_.contact, model_.contact.wheelsets[k / 2], contacts.wheelsets[k / 2], k % 2);
    found_[k].wrench << reaction.force, reaction.moment + arm_[k].cross(reaction.force);
    const Vec3& share = relaxation_[k];
    Vec6 weight;
    weight << share, std::min(share.y(), share.z()), share.z(), share.y();
    guess_[k].wrench += weight.cwiseProduct(found_[k].wrench - guess_[k].wrench);
  }
}

// κ + 2D/h along the axes of each wheel's track frame.
void FlexibleTrack::find_stiffness(const wheelrail::Workspace& contacts) {
  wheelrail::find_wheel_stiffness(model_.contact, contacts, 2 / step_, relaxation_);
  for (std::size_t k = 0; k < relaxation_.size(); ++k) {
    const Vec6 yielding = track_->compliance(k / 2, found_[k]);
    // the contact lies above the centre of the section: a lateral force rolls it
    Vec3 at_contact = yielding.head<3>();
    at_contact.y() += yielding(3) * arm_[k].z() * arm_[k].z();
    at_contact.z() += yielding(3) * arm_[k].y() * arm_[k].y();
    relaxation_[k] = (Vec3::Ones() + at_contact.cwiseProduct(relaxation_[k])).cwiseInverse();
  }
}

void FlexibleTrack::commit(const wheelrail::Workspace& contacts) {
  const Watch watch(wall_time_);
  before_ = last_;
  track_->respond(guess_, last_);
  track_->commit(guess_);
  find_stiffness(contacts);
  time_ = static_cast<double>(++steps_) * step_;
  track_->begin_step(guess_);
}

void FlexibleTrack::save(StateEncoder& encoder) const {
  walk(encoder, *this);
  track_->save(encoder);
}

bool FlexibleTrack::load(StateDecoder& decoder) {
  const std::size_t wheels = next_.size();
  walk(decoder, *this);
  const bool fits = decoder.good() && guess_.size() == wheels && found_.size() == wheels &&
                    before_.size() == wheels && last_.size() == wheels && relaxation_.size() == wheels;
  return fits && track_->load(decoder);
}

}  // namespace flangeway::simulate
