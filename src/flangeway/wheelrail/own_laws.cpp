#include "flangeway/wheelrail/own_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "flangeway/math/dual.hpp"
#include "flangeway/wheelrail/creep.hpp"

namespace flangeway::wheelrail {
namespace {

using math::Batch;

// Arguments of a law for several batches of contacts side by side, and its answer: rows of columns.
template <std::size_t in_rows, std::size_t out_rows, std::size_t batches>
class Call {
 public:
  static constexpr std::size_t columns = batches * math::batch_size;

  void set(std::size_t row, std::size_t batch, const Batch& value) {
    value.store(&in_[row * columns + batch * math::batch_size]);
  }
  [[nodiscard]] Batch get(std::size_t row, std::size_t batch = 0) const {
    const double* from = &out_[row * columns + batch * math::batch_size];
    return {from[0], from[1], from[2], from[3]};
  }
  // Asks the law, and notes a failure in the lanes of `used`. `rows`: first rows of the answer that are
  // needed.
  bool ask(const law::Law& law, int derivatives, std::size_t rows, const Batch::Mask& used,
           LawFailure& failure) {
    const int code = law::call(law, columns, in_.data(), out_.data(), derivatives);
    double sum = 0;  // NaN and infinities stay in it when they are multiplied by 0
    for (std::size_t i = 0; i < rows * columns; ++i) sum += 0 * out_[i];
    if (code == 0 && sum == 0) return true;
    return find_failure(law, code, rows, used, failure);
  }

  // An answer that is finite and wrong all the same.
  void note_lane(const law::Law& law, const Batch::Mask& wrong, LawFailure& failure) const {
    for (std::size_t column = 0; column < columns; ++column)
      if (wrong.bits[column % math::batch_size] != 0) return note(law, 0, column, failure);
  }

 private:
  void note(const law::Law& law, int code, std::size_t column, LawFailure& failure) const {
    failure = {&law, code, column % math::batch_size, {}};
    for (std::size_t row = 0; row < in_rows; ++row) failure.input[row] = in_[row * columns + column];
  }
  bool find_failure(const law::Law& law, int code, std::size_t rows, const Batch::Mask& used,
                    LawFailure& failure) const {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t lane = column % math::batch_size;
      if (used.bits[lane] == 0) continue;
      bool finite = true;
      for (std::size_t row = 0; row < rows; ++row) finite &= std::isfinite(out_[row * columns + column]);
      if (code == 0 && finite) continue;
      note(law, code, column, failure);
      return false;
    }
    return true;  // of contacts without load only
  }

  std::array<double, in_rows * columns> in_{};
  std::array<double, out_rows * columns> out_{};
};

template <std::size_t batches>
using CreepCall = Call<FLANGEWAY_CREEP_IN_ROWS, FLANGEWAY_CREEP_OUT_ROWS, batches>;
template <std::size_t batches>
using FrictionCall = Call<FLANGEWAY_FRICTION_IN_ROWS, FLANGEWAY_FRICTION_OUT_ROWS, batches>;

// Contacts with a load and friction, for which a law is evaluated. The others get numbers that do no harm.
struct Asked {
  Batch::Mask loaded, rough;
  Batch load, friction;
};

Asked asked_of(const ContactBatch& contacts) {
  const Batch& force = contacts.result.normal_force;
  const Batch::Mask loaded = force > Batch(0), rough = loaded & (contacts.coefficient > Batch(0));
  return {loaded, rough, select(loaded, force, Batch(1)), select(rough, contacts.coefficient, Batch(1))};
}

template <std::size_t batches>
void fill_creep(const Settings& settings, const ContactBatch& contacts, const Batch& load,
                const Batch& friction, const contact::BasicCreepages<Batch>& creepages, const Batch& speed,
                std::size_t batch, CreepCall<batches>& call) {
  const contact::BasicUnitPatch<Batch>& patch = contacts.patch;
  const auto slopes = contact::detail::kalker_slopes(patch, settings.creep.shear_modulus, load);
  const std::array<Batch, FLANGEWAY_CREEP_IN_ROWS> rows{
      load,       slopes.a, slopes.a * (patch.b / patch.a), slopes.f11,        slopes.f22,     slopes.f23,
      slopes.f33, friction, creepages.longitudinal,         creepages.lateral, creepages.spin, speed};
  for (std::size_t row = 0; row < rows.size(); ++row) call.set(row, batch, rows[row]);
}

template <std::size_t batches>
contact::BasicCreepForces<Batch> forces_of(const CreepCall<batches>& call, std::size_t first,
                                           const Batch::Mask& rough, std::size_t batch = 0) {
  const auto row = [&](std::size_t i) { return select(rough, call.get(first + i, batch), Batch(0)); };
  return {row(0), row(1), row(2)};
}

contact::BasicCreepForces<Batch> slope_of(const contact::BasicCreepForces<Batch>& above,
                                          const contact::BasicCreepForces<Batch>& below,
                                          const Batch& inverse) {
  return {(above.longitudinal - below.longitudinal) * inverse, (above.lateral - below.lateral) * inverse,
          (above.spin_moment - below.spin_moment) * inverse};
}

void respond_with_slopes(const Settings& settings, const WheelsetBatch& wheelsets, ContactBatch& contacts) {
  const Asked asked = asked_of(contacts);
  CreepCall<1> call;
  fill_creep(settings, contacts, asked.load, asked.friction, contacts.result.creepages, wheelsets.speed, 0,
             call);
  if (!call.ask(*settings.creep_law, FLANGEWAY_BY_LOAD, FLANGEWAY_CREEP_FX_BY_LONGITUDINAL, asked.rough,
                contacts.law_failure))
    return;
  contacts.result.forces = forces_of(call, FLANGEWAY_CREEP_FX, asked.rough);
  contacts.result.forces_by_load = forces_of(call, FLANGEWAY_CREEP_FX_BY_LOAD, asked.rough);
}

// The slope over the load by central differences.
void respond_with_differences(const Settings& settings, const WheelsetBatch& wheelsets,
                              ContactBatch& contacts) {
  constexpr double step = 1e-5;  // of the load: an error of 1e-10 by curvature and of 1e-11 by rounding
  const Asked asked = asked_of(contacts);
  CreepCall<3> call;
  const std::array<double, 3> factors{1, 1 + step, 1 - step};
  for (std::size_t i = 0; i < factors.size(); ++i)
    fill_creep(settings, contacts, factors[i] * asked.load, asked.friction, contacts.result.creepages,
               wheelsets.speed, i, call);
  if (!call.ask(*settings.creep_law, 0, FLANGEWAY_CREEP_FX_BY_LOAD, asked.rough, contacts.law_failure))
    return;
  contacts.result.forces = forces_of(call, FLANGEWAY_CREEP_FX, asked.rough, 0);
  contacts.result.forces_by_load =
      slope_of(forces_of(call, FLANGEWAY_CREEP_FX, asked.rough, 1),
               forces_of(call, FLANGEWAY_CREEP_FX, asked.rough, 2), 1 / (2 * step * asked.load));
}

void respond_to(const Settings& settings, const WheelsetBatch& wheelsets, ContactBatch& contacts) {
  const bool slopes = (settings.creep_law->derivatives & FLANGEWAY_BY_LOAD) != 0;
  slopes ? respond_with_slopes(settings, wheelsets, contacts)
         : respond_with_differences(settings, wheelsets, contacts);
}

bool note_failure(const LawFailure& failure, const WheelsetBatch& wheelsets, Workspace& workspace) {
  if (failure.law == nullptr) return false;
  workspace.wheelsets[wheelsets.wheelsets[failure.lane]].failure = Failure::law;
  return true;
}

template <std::size_t batches>
void fill_friction(const WheelsetBatch& wheelsets, const ContactBatch& contacts, const Batch& sliding,
                   std::size_t batch, FrictionCall<batches>& call) {
  const auto& places_on_rail = wheelsets.rail_places;
  call.set(FLANGEWAY_FRICTION_COEFFICIENT, batch, contacts.friction.coefficient);
  call.set(FLANGEWAY_FRICTION_SLIDING_SPEED, batch, sliding);
  call.set(FLANGEWAY_FRICTION_SPEED, batch, wheelsets.speed);
  call.set(FLANGEWAY_FRICTION_ANGLE, batch, contacts.place.angle);
  call.set(FLANGEWAY_FRICTION_STATION, batch,
           {places_on_rail[0].s, places_on_rail[1].s, places_on_rail[2].s, places_on_rail[3].s});
}

// A batch may hold contacts that are none; their loads are unknown when friction is needed.
Batch::Mask all_lanes() {
  return Batch(0) < Batch(1);
}

// Friction with its slope over the sliding speed.
struct FrictionSlope {
  Batch value, slope;
};

FrictionSlope friction_slope(const Settings& settings, const WheelsetBatch& wheelsets,
                             const ContactBatch& contacts, const Batch& sliding) {
  if (settings.friction_law == nullptr) {
    const auto dual =
        contact::friction_coefficient(contacts.friction, math::Dual<1, Batch>::variable(sliding, 0));
    return {dual.value, dual.derivative[0]};
  }
  const law::Law& law = *settings.friction_law;
  if ((law.derivatives & FLANGEWAY_BY_SLIDING_SPEED) != 0) {
    FrictionCall<1> call;
    fill_friction(wheelsets, contacts, sliding, 0, call);
    if (!call.ask(law, FLANGEWAY_BY_SLIDING_SPEED, 2, all_lanes(), contacts.damping_failure)) return {0, 0};
    return {call.get(FLANGEWAY_FRICTION_MU), call.get(FLANGEWAY_FRICTION_MU_BY_SLIDING_SPEED)};
  }
  const Batch step = 1e-6 + 1e-5 * sliding;  // [m/s]
  FrictionCall<2> call;
  fill_friction(wheelsets, contacts, sliding, 0, call);
  fill_friction(wheelsets, contacts, sliding + step, 1, call);
  if (!call.ask(law, 0, 1, all_lanes(), contacts.damping_failure)) return {0, 0};
  const Batch value = call.get(FLANGEWAY_FRICTION_MU, 0);
  return {value, (call.get(FLANGEWAY_FRICTION_MU, 1) - value) / step};
}

// −∂F/∂v of a law of CreepModel.
contact::BasicCreepDamping<Batch> built_in_damping(const Settings& settings, const WheelsetBatch& wheelsets,
                                                   const ContactBatch& contacts,
                                                   const FrictionSlope& friction) {
  using Velocity = math::Dual<2, Batch>;
  const auto& own = contacts.result.creepages;
  contact::BasicCreepages<Velocity> moving{Velocity(own.longitudinal), Velocity(own.lateral),
                                           Velocity(own.spin)};
  moving.longitudinal.derivative[0] = moving.lateral.derivative[1] = 1 / wheelsets.speed;
  const Velocity sliding =
      wheelsets.speed * sqrt(moving.longitudinal * moving.longitudinal + moving.lateral * moving.lateral);
  const auto force = contact::creep_forces_with(settings.creep, contacts.patch, contacts.result.normal_force,
                                                moving, sliding.chain(friction.value, friction.slope));
  return {-force.longitudinal.derivative[0], -force.lateral.derivative[1]};
}

// −∂F/∂v by the law's own derivatives.
contact::BasicCreepDamping<Batch> damping_with_slopes(const Settings& settings,
                                                      const WheelsetBatch& wheelsets,
                                                      const ContactBatch& contacts, const Asked& asked,
                                                      const Batch& friction_over_sliding) {
  const auto& creepages = contacts.result.creepages;
  CreepCall<1> call;
  fill_creep(settings, contacts, asked.load, asked.friction, creepages, wheelsets.speed, 0, call);
  if (!call.ask(*settings.creep_law, FLANGEWAY_BY_CREEPAGE, FLANGEWAY_CREEP_OUT_ROWS, asked.rough,
                contacts.damping_failure))
    return {};
  const auto by_x = forces_of(call, FLANGEWAY_CREEP_FX_BY_LONGITUDINAL, asked.rough),
             by_y = forces_of(call, FLANGEWAY_CREEP_FX_BY_LATERAL, asked.rough),
             by_friction = forces_of(call, FLANGEWAY_CREEP_FX_BY_FRICTION, asked.rough);
  const Batch inverse = 1 / wheelsets.speed, square = creepages.longitudinal * creepages.longitudinal +
                                                      creepages.lateral * creepages.lateral;
  const Batch::Mask sliding = square > Batch(0);
  const Batch per_creepage =
      select(sliding, friction_over_sliding / sqrt(select(sliding, square, Batch(1))), Batch(0));
  return {-(by_x.longitudinal * inverse) - by_friction.longitudinal * (per_creepage * creepages.longitudinal),
          -(by_y.lateral * inverse) - by_friction.lateral * (per_creepage * creepages.lateral)};
}

// The same by central differences.
contact::BasicCreepDamping<Batch> damping_with_differences(const Settings& settings,
                                                           const WheelsetBatch& wheelsets,
                                                           const ContactBatch& contacts, const Asked& asked,
                                                           const Batch& friction_over_sliding) {
  const auto& creepages = contacts.result.creepages;
  const Batch size =
      sqrt(creepages.longitudinal * creepages.longitudinal + creepages.lateral * creepages.lateral);
  const Batch step = 1e-7 + 1e-5 * size;  // of creepage; forces change over 1e-4 and more
  CreepCall<4> call;
  for (std::size_t i = 0; i < 4; ++i) {
    contact::BasicCreepages<Batch> moved = creepages;
    (i < 2 ? moved.longitudinal : moved.lateral) += i % 2 == 0 ? step : -step;
    const Batch grown = sqrt(moved.longitudinal * moved.longitudinal + moved.lateral * moved.lateral) - size;
    const Batch friction = asked.friction + friction_over_sliding * wheelsets.speed * grown;
    fill_creep(settings, contacts, asked.load, friction, moved, wheelsets.speed, i, call);
  }
  if (!call.ask(*settings.creep_law, 0, FLANGEWAY_CREEP_FX_BY_LOAD, asked.rough, contacts.damping_failure))
    return {};
  const Batch inverse = 1 / (2 * step * wheelsets.speed);
  const auto difference = [&](std::size_t first) {
    return slope_of(forces_of(call, FLANGEWAY_CREEP_FX, asked.rough, first),
                    forces_of(call, FLANGEWAY_CREEP_FX, asked.rough, first + 1), inverse);
  };
  return {-difference(0).longitudinal, -difference(2).lateral};
}

}  // namespace

void own_friction(const law::Law& law, const WheelsetBatch& wheelsets, const ContactBatch& contacts,
                  const Batch& sliding, Batch& coefficient, LawFailure& failure) {
  FrictionCall<1> call;
  fill_friction(wheelsets, contacts, sliding, 0, call);
  coefficient = 0;
  if (!call.ask(law, 0, 1, all_lanes(), failure)) return;
  coefficient = call.get(FLANGEWAY_FRICTION_MU);
  const Batch::Mask negative = coefficient < Batch(0);
  if (math::any(negative)) call.note_lane(law, negative, failure);
}

contact::ImpactForce own_normal_force(const law::Law& law,
                                      const std::array<double, FLANGEWAY_NORMAL_IN_ROWS>& input,
                                      LawFailure& failure) {
  constexpr std::size_t max_count = 3;  // the indentation, and one to each side of it for the slope
  constexpr double step = 1e-4;         // of the indentation: K δ^1.5 errs by 4e-10 by curvature
  const bool gives_slope = (law.derivatives & FLANGEWAY_BY_INDENTATION) != 0;
  const std::size_t count = gives_slope ? 1 : max_count;
  std::array<double, FLANGEWAY_NORMAL_IN_ROWS * max_count> inputs;
  std::array<double, FLANGEWAY_NORMAL_OUT_ROWS * max_count> answers{};
  for (std::size_t row = 0; row < input.size(); ++row)
    std::fill_n(inputs.begin() + static_cast<std::ptrdiff_t>(row * count), count, input[row]);
  if (!gives_slope) inputs[1] *= 1 + step, inputs[2] *= 1 - step;
  const int code =
      law::call(law, count, inputs.data(), answers.data(), gives_slope ? FLANGEWAY_BY_INDENTATION : 0);
  const double slope = gives_slope ? answers[1] : (answers[1] - answers[2]) / (inputs[1] - inputs[2]);
  if (code == 0 && std::isfinite(answers[0]) && answers[0] >= 0 && std::isfinite(slope))
    return {answers[0], std::fmax(slope, 0)};
  failure.law = &law, failure.code = code;
  std::copy(input.begin(), input.end(), failure.input.begin());
  return {};
}

double sliding_friction(const Settings& settings, std::size_t side, const Sliding& at) {
  if (settings.friction_law == nullptr) {
    contact::Friction friction = settings.friction[side].law;
    friction.coefficient = at.coefficient;
    return contact::friction_coefficient(friction, at.sliding_speed);
  }
  const law::Law& law = *settings.friction_law;
  const std::array<double, FLANGEWAY_FRICTION_IN_ROWS> input{at.coefficient, at.sliding_speed, at.speed,
                                                             at.angle, at.s};
  std::array<double, FLANGEWAY_FRICTION_OUT_ROWS> out{};
  const int code = law::call(law, 1, input.data(), out.data(), 0);
  if (code == 0 && std::isfinite(out[0]) && out[0] >= 0) return out[0];
  throw NumericalFailure(fmt::format("the {} {} {} with {}. Correct the law, or the case",
                                     law::text_of(law.kind), law.name, law::describe_failure(law, code),
                                     law::describe_input(law.kind, input.data())));
}

EvalStatus respond_with_laws(const Settings& settings, Workspace& workspace) {
  if (settings.creep_law == nullptr) respond_built_in(settings, workspace);
  bool failed = false;
  for (WheelsetBatch& wheelsets : workspace.batches) {
    for (std::size_t k = 0; k < wheelsets.contact_count; ++k) {
      ContactBatch& contacts = wheelsets.contacts[k];
      if (settings.creep_law != nullptr && contacts.law_failure.law == nullptr)
        respond_to(settings, wheelsets, contacts);
      failed |= note_failure(contacts.law_failure, wheelsets, workspace);
      failed |= note_failure(contacts.damping_failure, wheelsets, workspace);
    }
  }
  return failed ? EvalStatus::retry : EvalStatus::ok;
}

contact::BasicCreepDamping<Batch> own_damping(const Settings& settings, const WheelsetBatch& wheelsets,
                                              const ContactBatch& contacts) {
  const auto& creepages = contacts.result.creepages;
  const Batch sliding = wheelsets.speed * sqrt(creepages.longitudinal * creepages.longitudinal +
                                               creepages.lateral * creepages.lateral);
  const FrictionSlope friction = friction_slope(settings, wheelsets, contacts, sliding);
  if (settings.creep_law == nullptr) return built_in_damping(settings, wheelsets, contacts, friction);
  const Asked asked = asked_of(contacts);
  const bool slopes = (settings.creep_law->derivatives & FLANGEWAY_BY_CREEPAGE) != 0;
  return slopes ? damping_with_slopes(settings, wheelsets, contacts, asked, friction.slope)
                : damping_with_differences(settings, wheelsets, contacts, asked, friction.slope);
}

}  // namespace flangeway::wheelrail
