// Windows that move with groups of wheelsets. Theory: docs/theory/flexible_track.md, "Windows".
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/flextrack/shapes.hpp"
#include "flangeway/math/batch_structs.hpp"
#include "flangeway/math/cholesky.hpp"

namespace flangeway::flextrack {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// y −= M x, M column-major, of `stride` rows: the first n count; four columns at a time.
FLANGEWAY_VECTORIZED
void subtract_product(const double* __restrict matrix, const double* __restrict x, std::size_t n,
                      std::size_t stride, double* __restrict y) {
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    const double *a = matrix + j * stride, *b = a + stride, *c = b + stride, *d = c + stride;
    for (std::size_t i = 0; i < n; ++i)
      y[i] -= a[i] * x[j] + b[i] * x[j + 1] + c[i] * x[j + 2] + d[i] * x[j + 3];
  }
  for (; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) y[i] -= matrix[j * stride + i] * x[j];
  }
}

// sum += Σ weight[r] row r, six rows that lie one after the other.
FLANGEWAY_VECTORIZED
void add_rows(const double* __restrict rows, const double* __restrict weight, std::size_t n,
              double* __restrict sum) {
  for (std::size_t i = 0; i < n; ++i) {
    sum[i] += rows[i] * weight[0] + rows[n + i] * weight[1] + rows[2 * n + i] * weight[2] +
              rows[3 * n + i] * weight[3] + rows[4 * n + i] * weight[4] + rows[5 * n + i] * weight[5];
  }
}

// Six rows that lie one after the other, times x.
FLANGEWAY_VECTORIZED
void multiply_rows(const double* __restrict rows, std::size_t n, const double* __restrict x, double* to) {
  using math::Batch;
  Batch sum[6] = {0, 0, 0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const Batch factor = math::load(x + i);
    for (std::size_t r = 0; r < 6; ++r) sum[r] += math::load(rows + r * n + i) * factor;
  }
  for (std::size_t r = 0; r < 6; ++r) {
    to[r] = sum[r][0] + sum[r][1] + sum[r][2] + sum[r][3];
    for (std::size_t k = i; k < n; ++k) to[r] += rows[r * n + k] * x[k];
  }
}

// Deviation of the track from its regular form, in the shapes of a window. All of its memory is
// there from the start: a window that goes on finds changes within a step.
struct Changes {
  using Felt = Eigen::Matrix<double, 6, Eigen::Dynamic>;
  Changes() = default;
  explicit Changes(Index n)
      : stiffness(n, n), damping(n, n), stepped(n, n), still(n, n), felt(6, n), weighted(6, n) {}
  Eigen::MatrixXd stiffness, damping;
  Eigen::MatrixXd stepped, still;  // factors: of I + h/2 damping + h²/4 stiffness, and of all stiffness
  Felt felt, weighted;             // how a spring stretches; and that times its gain
};

class Window {
 public:
  Window(std::shared_ptr<const ReducedTrack> reduced, const Structure& structure,
         std::vector<std::size_t> wheelsets)
      : reduced_(std::move(reduced)), structure_(structure), wheelsets_(std::move(wheelsets)) {
    const Index n = reduced_->size();
    for (VectorXd* v : {&d_, &v_, &a_, &d_free_, &v_free_, &a_free_, &load_, &moved_}) {
      *v = VectorXd::Zero(n);
    }
    rolling_.fill(load_);
    places_.resize(2 * wheelsets_.size());
    yielding_ = reduced_->step * reduced_->step / 4 * reduced_->shapes.rowwise().squaredNorm();
    if (differs()) changes_ = Changes(n);
  }

  void rest(const std::vector<WheelLoad>& loads) {
    base_ = base_for(loads);
    find_changes();
    project(loads);
    settle(d_);
    v_.setZero();
    a_.setZero();
  }

  void begin_step(const std::vector<WheelLoad>& loads) {
    follow(loads);
    for (LoadPlace& place : places_) place.known = false;
    const double h = reduced_->step;
    d_free_ = d_ + h * v_ + h * h / 4 * a_;
    v_free_ = v_ + h / 2 * a_;
    a_free_.setZero();
    const std::size_t n = unknowns(), kept = reduced_->symmetric;
    for (const auto& [first, count] : {std::pair{std::size_t{0}, kept}, {kept, n - kept}}) {
      const std::size_t corner = first * n + first;
      subtract_product(reduced_->damping.data() + corner, v_free_.data() + first, count, n,
                       a_free_.data() + first);
      subtract_product(reduced_->stiffness.data() + corner, d_free_.data() + first, count, n,
                       a_free_.data() + first);
    }
    if (!changed_) return;
    subtract_product(changes_.damping.data(), v_free_.data(), n, n, a_free_.data());
    subtract_product(changes_.stiffness.data(), d_free_.data(), n, n, a_free_.data());
    math::solve_cholesky(changes_.stepped, a_free_);
  }

  void respond(const std::vector<WheelLoad>& loads, std::vector<SectionMotion>& out) {
    answer(loads);
    const double h = reduced_->step;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const LoadPlace& place = places_[k];
      const Vec6 more = motion_at(place, load_);
      out[wheel(k)] = {place.free_d + place.offset + h * h / 4 * more, place.free_v + h / 2 * more};
    }
  }

  void commit(const std::vector<WheelLoad>& loads) {
    answer(loads);
    const double h = reduced_->step;
    a_ = a_free_ + load_;
    d_ = d_free_ + h * h / 4 * a_;
    v_ = v_free_ + h / 2 * a_;
  }

  [[nodiscard]] bool has(std::size_t wheelset) const {
    return std::find(wheelsets_.begin(), wheelsets_.end(), wheelset) != wheelsets_.end();
  }

  [[nodiscard]] Vec6 compliance(const WheelLoad& load) const {
    const Mesh& mesh = reduced_->mesh;
    const double station = std::round((load.s - start()) / mesh.station_step);
    const auto& nodes = mesh.rail_nodes[load.side];
    const auto k = static_cast<std::size_t>(std::clamp(station, 0.0, static_cast<double>(nodes.size() - 1)));
    return yielding_.segment<6>(static_cast<Index>(6 * nodes[k]));
  }

  // The view of a sleeper, if the window has it.
  [[nodiscard]] SleeperView view(double s) const {
    SleeperView result;
    const auto sleeper = sleeper_next_to(reduced_->mesh, s - start());
    if (!sleeper) return result;
    result.seen = true;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto per_bay = static_cast<std::size_t>(structure_.elements_per_bay);
      const std::size_t rail = reduced_->mesh.rail_nodes[side][*sleeper * per_bay];
      result.rail[side] = {rows(rail) * d_, rows(rail) * v_};
    }
    result.sleeper = *sleeper_displacement(s);
    add_forces(*sleeper, result);
    return result;
  }

  /// The same for its share of one position alone; nothing if it does not reach it.
  [[nodiscard]] std::optional<SeatDisplacement> sleeper_displacement(double s) const {
    const auto sleeper = sleeper_next_to(reduced_->mesh, s - start());
    if (!sleeper) return std::nullopt;
    SeatDisplacement result;
    for (std::size_t side = 0; side < 2; ++side) {
      const NodePoint& seat = reduced_->mesh.sleepers[*sleeper].seats[side];
      result[side] = displacement_of(seat, rows(seat.node) * d_);
    }
    return result;
  }
  [[nodiscard]] std::optional<Vec6> rail_displacement(double s, std::size_t side) const {
    const double x = s - start();
    if (x < 0 || x > reduced_->mesh.end()) return std::nullopt;
    LoadPlace place;
    find_element(x, side, place);
    return motion_at(place, d_);
  }

  [[nodiscard]] std::size_t unknowns() const { return static_cast<std::size_t>(reduced_->size()); }

  void save(StateEncoder& encoder) const {
    encoder(base_, d_, v_, a_, d_free_, v_free_, a_free_);
    for (const LoadPlace& place : places_) encoder(place.seen, place.last, place.stride, place.offset);
  }
  [[nodiscard]] bool load(StateDecoder& decoder) {
    decoder(base_, d_, v_, a_, d_free_, v_free_, a_free_);
    for (LoadPlace& place : places_) {
      decoder(place.seen, place.last, place.stride, place.offset);
      place.known = false;
    }
    const std::array<const VectorXd*, 6> all{&d_, &v_, &a_, &d_free_, &v_free_, &a_free_};
    const bool fit =
        std::all_of(all.begin(), all.end(), [&](const VectorXd* v) { return v->size() == reduced_->size(); });
    if (decoder.good() && fit) find_changes();
    return decoder.good() && fit;
  }

 private:
  using Rows6 = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor>;
  [[nodiscard]] Eigen::Map<const Rows6> rows(std::size_t node) const {
    return {reduced_->shapes.data() + static_cast<Index>(6 * node) * reduced_->size(), 6, reduced_->size()};
  }

  // s of x = 0
  [[nodiscard]] double start() const {
    return structure_.offset + static_cast<double>(base_) * reduced_->bay();
  }

  [[nodiscard]] long base_for(const std::vector<WheelLoad>& loads) const {
    const double first = loads[2 * wheelsets_.front()].s - structure_.offset;
    return std::lround(std::floor((first - reduced_->first_wheelset) / reduced_->bay()));
  }

  void follow(const std::vector<WheelLoad>& loads) {
    for (std::size_t k = 0; k < places_.size(); ++k) {
      LoadPlace& place = places_[k];
      const double s = loads[wheel(k)].s;
      place.stride = place.seen ? s - place.last : 0;
      place.offset *= std::exp(-4 * std::abs(place.stride) / reduced_->bay());
      place.last = s;
      place.seen = true;
    }
    const long base = base_for(loads);
    if (base > base_) go_on(base, loads);  // forwards only; a little way back the shapes still bear
  }

  // The displacement under the present, moving loads is known in both windows and needs no shift:
  // (10) of the theory. Only what differs from it goes through the shapes.
  void go_on(long base, const std::vector<WheelLoad>& loads) {
    const std::array<VectorXd*, 3> motion{&d_, &v_, &a_};
    add_offsets(loads, 1);
    find_rolling(loads);
    for (std::size_t i = 0; i < motion.size(); ++i) *motion[i] -= rolling_[i];
    for (; base_ < base; ++base_) {
      for (VectorXd* v : motion) {
        moved_.noalias() = reduced_->shift * *v;
        v->swap(moved_);
      }
    }
    find_changes();
    find_rolling(loads);
    for (std::size_t i = 0; i < motion.size(); ++i) *motion[i] += rolling_[i];
    add_offsets(loads, -1);
  }

  // By how much the rails under the wheels would jump, as the window ends elsewhere now.
  void add_offsets(const std::vector<WheelLoad>& loads, double sign) {
    for (std::size_t k = 0; k < places_.size(); ++k) {
      LoadPlace place;
      find_element(loads[wheel(k)], place);
      places_[k].offset += sign * motion_at(place, d_);
    }
  }

  // Displacement, velocity and acceleration at rest under loads that move as in the last step.
  void find_rolling(const std::vector<WheelLoad>& loads) {
    auto& [d, v, a] = rolling_;
    const auto at = [&](double steps, VectorXd& to) {
      load_.setZero();
      for (std::size_t k = 0; k < places_.size(); ++k) {
        WheelLoad load = loads[wheel(k)];
        load.s += steps * places_[k].stride;
        LoadPlace place;
        find_element(load, place);
        add_load_at(place, load);
      }
      settle(to);
    };
    const double h = reduced_->step;
    at(-1, a);
    at(1, d);
    v = (d - a) / (2 * h);
    moved_ = a + d;
    at(0, d);
    a = (moved_ - 2 * d) / (h * h);
  }

  // The displacements that load_ holds.
  void settle(VectorXd& to) const {
    if (changed_) {
      to = load_;
      math::solve_cholesky(changes_.still, to);
    } else {
      to.noalias() = reduced_->inverse_stiffness * load_;
    }
  }

  // Load point of a wheel at the end of a step, and the motion of the rail there without any load.
  struct LoadPlace {
    bool known = false, seen = false;
    double s = 0, last = 0, stride = 0;  // stride: how far the wheel went in the last step
    std::size_t i = 0, j = 0;            // nodes of the element
    Mat6x12 shape = Mat6x12::Zero();
    Vec6 free_d = Vec6::Zero(), free_v = Vec6::Zero();
    Vec6 offset = Vec6::Zero();  // rest of the last jump: fades over a quarter of a bay
  };
  // Wheels of the window are counted from its first wheelset on.
  [[nodiscard]] std::size_t wheel(std::size_t k) const { return 2 * wheelsets_[k / 2] + k % 2; }

  void find_place(const WheelLoad& load, LoadPlace& place) const {
    if (place.known && place.s == load.s) return;
    place.known = true;
    place.s = load.s;
    find_element(load, place);
    const double h = reduced_->step;
    const Vec6 acceleration = motion_at(place, a_free_);
    place.free_d = motion_at(place, d_free_) + h * h / 4 * acceleration;
    place.free_v = motion_at(place, v_free_) + h / 2 * acceleration;
  }

  void find_element(const WheelLoad& load, LoadPlace& place) const {
    find_element(load.s - start(), load.side, place);
  }
  void find_element(double x, std::size_t side, LoadPlace& place) const {
    const RailPlace at = locate(reduced_->mesh, side, x);
    const BeamElement& beam = reduced_->mesh.beams[at.beam];
    place.i = beam.i, place.j = beam.j;
    place.shape = section_shape(reduced_->mesh, at);
  }

  void add_load_at(const LoadPlace& place, const WheelLoad& load) {
    const Eigen::Matrix<double, 12, 1> nodal = place.shape.transpose() * load.wrench;
    add_rows(rows(place.i).data(), nodal.data(), unknowns(), load_.data());
    add_rows(rows(place.j).data(), nodal.data() + 6, unknowns(), load_.data());
  }

  [[nodiscard]] Vec6 motion_at(const LoadPlace& place, const VectorXd& shapes) const {
    Eigen::Matrix<double, 12, 1> ends;
    multiply_rows(rows(place.i).data(), unknowns(), shapes.data(), ends.data());
    multiply_rows(rows(place.j).data(), unknowns(), shapes.data(), ends.data() + 6);
    return place.shape * ends;
  }

  void project(const std::vector<WheelLoad>& loads) {
    load_.setZero();
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const WheelLoad& load = loads[wheel(k)];
      LoadPlace& place = places_[k];
      find_place(load, place);
      add_load_at(place, load);
    }
  }

  // load_ becomes the acceleration by the loads.
  void answer(const std::vector<WheelLoad>& loads) {
    project(loads);
    if (changed_) math::solve_cholesky(changes_.stepped, load_);
  }

  [[nodiscard]] double factor_of(const SpringElement& spring) const {
    if (!structure_.varies()) return 1;
    const double s = start() + reduced_->mesh.sleepers[spring.sleeper].s;
    const Factors factors = factors_at(structure_, s);
    const std::size_t side = spring.place < 3 ? 0 : 1;
    switch (spring.kind) {
      case SpringKind::pad:
        return factors.pad[spring.place];
      case SpringKind::ballast:
        return factors.ballast[side];
      case SpringKind::bond:
        return factors.bond[side];
      case SpringKind::joint:
      case SpringKind::terminal:
        break;
    }
    return 1;
  }

  // From a regular track without joints.
  [[nodiscard]] bool differs() const { return structure_.varies() || structure_.jointed(); }

  // Stiffness of a spring in excess of the regular track.
  [[nodiscard]] Support gain_of(const SpringElement& spring) const {
    Support gain;
    if (spring.kind != SpringKind::joint) {
      const double more = factor_of(spring) - 1;
      gain.stiffness = more * spring.stiffness;
      gain.damping = more * spring.damping;
    } else if (joint_before(structure_, base_ + static_cast<long>(spring.sleeper))) {
      gain.stiffness = structure_.slab->joint->stiffness - spring.stiffness;
      gain.damping = structure_.slab->joint->damping - spring.damping;
    }
    return gain;
  }

  // felt ← how the spring stretches in each shape.
  void feel(const SpringElement& spring, Changes::Felt& felt) const {
    const Mat6x12 b = relative_motion(spring);
    felt.noalias() = b.leftCols<6>() * rows(spring.i);
    if (spring.j != ground) felt.noalias() += b.rightCols<6>() * rows(spring.j);
  }

  [[nodiscard]] Vec6 stretch(const SpringElement& spring, const VectorXd& motion) const {
    const Mat6x12 b = relative_motion(spring);
    Vec6 result = b.leftCols<6>() * Vec6(rows(spring.i) * motion);
    if (spring.j != ground) result += b.rightCols<6>() * Vec6(rows(spring.j) * motion);
    return result;
  }

  // sum += feltᵀ diag(gained) felt
  void add_gain(const Vec6& gained, Eigen::MatrixXd& sum) {
    changes_.weighted.noalias() = gained.asDiagonal() * changes_.felt;
    sum.noalias() += changes_.felt.transpose() * changes_.weighted;
  }

  void find_changes() {
    changed_ = false;
    if (!differs()) return;
    changes_.stiffness.setZero();
    changes_.damping.setZero();
    for (const SpringElement& spring : reduced_->mesh.springs) {
      const Support gain = gain_of(spring);
      if (gain.stiffness.isZero(0) && gain.damping.isZero(0)) continue;
      changed_ = true;
      feel(spring, changes_.felt);
      add_gain(gain.stiffness, changes_.stiffness);
      add_gain(gain.damping, changes_.damping);
    }
    if (!changed_) return;
    const double h = reduced_->step;
    changes_.stepped = h / 2 * changes_.damping + h * h / 4 * changes_.stiffness;
    changes_.stepped.diagonal().array() += 1;
    changes_.still = reduced_->stiffness + changes_.stiffness;
    math::factorise_cholesky(changes_.stepped);
    math::factorise_cholesky(changes_.still);
  }

  void add_forces(std::size_t sleeper, SleeperView& view) const {
    for (const SpringElement& spring : reduced_->mesh.springs) {
      if (!is_seen(spring, sleeper)) continue;
      const Vec6 force = factor_of(spring) * (spring.stiffness.cwiseProduct(stretch(spring, d_)) +
                                              spring.damping.cwiseProduct(stretch(spring, v_)));
      add_force(reduced_->mesh, spring, force, view);
    }
  }

  std::shared_ptr<const ReducedTrack> reduced_;
  const Structure& structure_;
  std::vector<std::size_t> wheelsets_;  // the rearmost first
  long base_ = 0;                       // sleeper at x = 0
  VectorXd d_, v_, a_, d_free_, v_free_, a_free_, load_, moved_;
  std::array<VectorXd, 3> rolling_;  // as find_rolling() says
  std::vector<LoadPlace> places_;
  VectorXd yielding_;  // of each unknown of the mesh within a step, per force on it
  bool changed_ = false;
  Changes changes_;
};

class Windows : public SteppedTrack {
 public:
  Windows(const Structure& structure, const std::vector<double>& offsets, double step,
          const WindowSettings& settings)
      : structure_(structure) {
    std::vector<std::size_t> order(offsets.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return offsets[a] < offsets[b]; });
    std::size_t begin = 0;
    for (std::size_t k = 1; k <= order.size(); ++k) {
      const bool same = k < order.size() && offsets[order[k]] - offsets[order[k - 1]] < 2 * settings.reach;
      if (same) continue;
      add({order.begin() + static_cast<long>(begin), order.begin() + static_cast<long>(k)}, offsets, step,
          settings);
      begin = k;
    }
  }

  void rest(const std::vector<WheelLoad>& loads) override {
    for (Window& window : windows_) window.rest(loads);
  }
  void begin_step(const std::vector<WheelLoad>& loads) override {
    for (Window& window : windows_) window.begin_step(loads);
  }
  void respond(const std::vector<WheelLoad>& loads, std::vector<SectionMotion>& out) override {
    for (Window& window : windows_) window.respond(loads, out);
  }
  void commit(const std::vector<WheelLoad>& loads) override {
    for (Window& window : windows_) window.commit(loads);
  }
  [[nodiscard]] Vec6 compliance(std::size_t wheelset, const WheelLoad& load) const override {
    for (const Window& window : windows_) {
      if (window.has(wheelset)) return window.compliance(load);
    }
    return Vec6::Zero();
  }
  [[nodiscard]] SleeperView view(double s) const override {
    for (const Window& window : windows_) {
      if (const SleeperView seen = window.view(s); seen.seen) return seen;
    }
    return {};
  }
  [[nodiscard]] Vec6 rail_displacement(double s, std::size_t side) const override {
    for (const Window& window : windows_) {
      if (const auto seen = window.rail_displacement(s, side)) return *seen;
    }
    return Vec6::Zero();
  }
  [[nodiscard]] SeatDisplacement sleeper_displacement(double s) const override {
    for (const Window& window : windows_) {
      if (const auto seen = window.sleeper_displacement(s)) return *seen;
    }
    return {Vec3::Zero(), Vec3::Zero()};
  }
  [[nodiscard]] std::size_t unknowns() const override {
    std::size_t sum = 0;
    for (const Window& window : windows_) sum += window.unknowns();
    return sum;
  }
  void save(StateEncoder& encoder) const override {
    for (const Window& window : windows_) window.save(encoder);
  }
  [[nodiscard]] bool load(StateDecoder& decoder) override {
    return std::all_of(windows_.begin(), windows_.end(),
                       [&](Window& window) { return window.load(decoder); });
  }

 private:
  void add(std::vector<std::size_t> wheelsets, const std::vector<double>& offsets, double step,
           const WindowSettings& settings) {
    std::vector<double> places;
    for (const std::size_t w : wheelsets) places.push_back(offsets[w] - offsets[wheelsets.front()]);
    std::shared_ptr<const ReducedTrack> reduced;
    for (const auto& [known, shapes] : known_) {
      const bool same = known.size() == places.size() &&
                        std::equal(known.begin(), known.end(), places.begin(),
                                   [](double a, double b) { return std::abs(a - b) < 1e-9; });
      if (same) reduced = shapes;
    }
    if (!reduced) {
      reduced = std::make_shared<const ReducedTrack>(reduce(structure_, places, step, settings));
      known_.emplace_back(places, reduced);
    }
    windows_.emplace_back(reduced, structure_, std::move(wheelsets));
  }

  Structure structure_;
  std::vector<std::pair<std::vector<double>, std::shared_ptr<const ReducedTrack>>> known_;
  std::vector<Window> windows_;
};

}  // namespace

std::unique_ptr<SteppedTrack> make_windows(const Structure& structure, const std::vector<double>& offsets,
                                           double step, const WindowSettings& settings) {
  return std::make_unique<Windows>(structure, offsets, step, settings);
}

}  // namespace flangeway::flextrack
