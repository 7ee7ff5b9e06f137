// The whole mesh under moving wheels: the reference that windows are measured against.
#include <Eigen/SparseCholesky>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/flextrack/newmark.hpp"
#include "flangeway/flextrack/stepped_track.hpp"

namespace flangeway::flextrack {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

class Whole : public SteppedTrack {
 public:
  Whole(Mesh mesh, const track::TrackModel* track, double step)
      : mesh_(std::move(mesh)),
        track_(track),
        newmark_(assemble(mesh_), step),
        now_(newmark_.rest()),
        end_(now_) {
    load_ = now_.displacement;
    find_compliance();
  }

  void rest(const std::vector<WheelLoad>& loads) override {
    gather_loads(loads);
    now_ = newmark_.equilibrium(load_);
  }
  void begin_step(const std::vector<WheelLoad>&) override {}
  void respond(const std::vector<WheelLoad>& loads, std::vector<SectionMotion>& out) override {
    gather_loads(loads);
    end_ = now_;
    newmark_.step(load_, end_);
    for (std::size_t k = 0; k < loads.size(); ++k) out[k] = section(loads[k], end_);
  }
  void commit(const std::vector<WheelLoad>& loads) override {
    gather_loads(loads);
    newmark_.step(load_, now_);
  }
  [[nodiscard]] Vec6 compliance(std::size_t, const WheelLoad&) const override { return compliance_; }
  [[nodiscard]] std::size_t unknowns() const override { return mesh_.unknowns(); }
  void save(StateEncoder& encoder) const override { encoder(now_); }
  [[nodiscard]] bool load(StateDecoder& decoder) override {
    decoder(now_);
    const auto fits = [this](const VectorXd& v) { return v.size() == load_.size(); };
    return decoder.good() && fits(now_.displacement) && fits(now_.velocity) && fits(now_.acceleration);
  }

  [[nodiscard]] SleeperView view(double s) const override {
    SleeperView result;
    const auto sleeper = sleeper_next_to(mesh_, s);
    if (!sleeper) return result;
    result.seen = true;
    result.sleeper = sleeper_displacement(s);
    const double place = mesh_.sleepers[*sleeper].s;
    for (std::size_t side = 0; side < 2; ++side)
      result.rail[side] = section({place, side, Vec6::Zero()}, now_);
    for (const SpringElement& spring : mesh_.springs) {
      if (!is_seen(spring, *sleeper)) continue;
      add_force(mesh_, spring, spring_force(spring, now_.displacement, now_.velocity), result);
    }
    return result;
  }
  [[nodiscard]] Vec6 rail_displacement(double s, std::size_t side) const override {
    if (s < mesh_.start || s > mesh_.end()) return Vec6::Zero();
    return section({s, side, Vec6::Zero()}, now_).displacement;
  }
  [[nodiscard]] SeatDisplacement sleeper_displacement(double s) const override {
    SeatDisplacement result{Vec3::Zero(), Vec3::Zero()};
    const auto sleeper = sleeper_next_to(mesh_, s);
    if (!sleeper) return result;
    const Sleeper& at = mesh_.sleepers[*sleeper];
    const Mat3 to_track = frame(at.s).transpose();
    for (std::size_t side = 0; side < 2; ++side)
      result[side] =
          to_track * displacement_of(at.seats[side], now_.displacement.segment<6>(
                                                         static_cast<Index>(6 * at.seats[side].node)));
    return result;
  }

 private:
  [[nodiscard]] Mat3 frame(double s) const {
    if (track_ == nullptr) return Mat3::Identity();
    track::Frame at;
    track::evaluate_frame(*track_, s, at);
    return at.rotation;
  }

  void gather_loads(const std::vector<WheelLoad>& loads) {
    load_.setZero();
    for (const WheelLoad& load : loads) {
      const Mat3 axes = frame(load.s);
      Vec6 wrench;
      wrench << axes * load.wrench.head<3>(), axes * load.wrench.tail<3>();
      add_load(mesh_, locate(mesh_, load.side, load.s), wrench, load_);
    }
  }

  [[nodiscard]] SectionMotion section(const WheelLoad& load, const Motion& motion) const {
    const RailPlace at = locate(mesh_, load.side, load.s);
    const BeamElement& beam = mesh_.beams[at.beam];
    const Mat6x12 n = section_shape(mesh_, at);
    const Mat3 to_track = frame(load.s).transpose();
    const Vec6 d = n * gather(beam.i, beam.j, motion.displacement),
               v = n * gather(beam.i, beam.j, motion.velocity);
    SectionMotion result;
    result.displacement << to_track * d.head<3>(), to_track * d.tail<3>();
    result.velocity << to_track * v.head<3>(), to_track * v.tail<3>();
    return result;
  }

  // Compliance of a section in the middle of the mesh: it is needed to some per cent only.
  void find_compliance() {
    const double s = (mesh_.start + mesh_.end()) / 2;
    for (Index k = 0; k < 6; ++k) {
      WheelLoad load{s, 0, Vec6::Unit(k)};
      gather_loads({load});
      end_ = newmark_.rest();
      newmark_.step(load_, end_);
      compliance_(k) = section(load, end_).displacement(k);
    }
  }

  Mesh mesh_;
  const track::TrackModel* track_;
  Newmark newmark_;
  Motion now_, end_;
  VectorXd load_;
  Vec6 compliance_ = Vec6::Zero();
};

}  // namespace

std::unique_ptr<SteppedTrack> make_whole(const Structure& structure, const track::TrackModel* track,
                                         double from, double to, double step, Findings& findings) {
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
  auto mesh = make_mesh(structure, track, from, to, findings);
  if (!mesh) return nullptr;
  return std::make_unique<Whole>(std::move(*mesh), track, step);
}

}  // namespace flangeway::flextrack
