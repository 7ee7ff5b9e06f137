// The contact method elastic.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "flangeway/core/assertion.hpp"
#include "flangeway/multibody/joint_solution.hpp"
#include "flangeway/wheelrail/build.hpp"
#include "flangeway/wheelrail/elastic/candidates.hpp"
#include "flangeway/wheelrail/elastic/evaluate.hpp"
#include "flangeway/wheelrail/elastic/patch_solver.hpp"
#include "flangeway/wheelrail/methods.hpp"
#include "flangeway/wheelrail/pair_key.hpp"

namespace flangeway::wheelrail {
namespace {

namespace of_elastic {

constexpr std::array<std::size_t, 6> all_coordinates{0, 1, 2, 3, 4, 5};

void add_to_key(const Settings& settings, PairKey& key) {
  key.add(settings.patch);
  key.add(settings.roller_radius);
}

void check(const Settings& settings, const RailInput& rails, Findings& findings) {
  const PatchModel patch = settings.patch_solution.model;
  if (!solves_patches(patch)) return;
  const auto refuse = [&](const SourceLocation& where, const char* key, const char* why) {
    findings.add({where, key,
                  fmt::format("cannot be combined with contact.patch = \"{}\", {}", name_of(patch), why),
                  std::string(name_of(patch)), "hertz", "Set contact.patch to hertz"});
  };
  if (rails.vary())
    refuse(rails.where_varying, "rails.stations", "whose patches lie on rails with one section");
  if (rails.have_checks())
    refuse(rails.where_checks, "rails.check_rails", "which does not look at the backs of wheels");
}

std::string make_pair(const Settings& settings, const geometry::WheelsetGeometry& geometry,
                      const RailInput& rails, Pair& pair) {
  const double roller = settings.roller_radius;
  pair.shapes = {elastic::make_shape(geometry.left, settings.patch, rails.courses[0], roller),
                 elastic::make_shape(geometry.right, settings.patch, rails.courses[1], roller)};
  for (std::size_t side = 0; side < 2; ++side)
    elastic::add_checks(side == 0 ? geometry.left : geometry.right, rails.checks[side],
                        rails.placement.gauge_depth, pair.shapes[side]);
  return elastic::touches_centred(pair.shapes[0]) && elastic::touches_centred(pair.shapes[1]) ? "" : no_touch;
}

void prepare(const Model& model, Workspace& workspace) {
  if (solves_patches(model.settings.patch_solution.model))
    workspace.patch_solver = std::make_shared<elastic::PatchSolver>(model);
}

// No constraint: nothing has drifted.
EvalStatus project(const Model&, const track::TrackModel&, RailMotions, std::size_t, const ContactState&,
                   multibody::Workspace&, Workspace& workspace, double*) {
  for (WheelsetResult& result : workspace.wheelsets) {
    for (std::size_t i = 0; i < 2; ++i) result.residual[i] = result.rate_residual[i] = 0;
  }
  return EvalStatus::ok;
}

Mat6 force_response(const Model&, const multibody::BodyState& body, const WheelsetResult&) {
  return multibody::inverse_mass(body);
}
Mat6 free_response(const Model&, const multibody::BodyState& body, const Workspace&, std::size_t) {
  return multibody::inverse_mass(body);
}

double step_limit(const Settings& settings) {
  return settings.max_step;
}

// The flange carries load beyond its steep face.
Climb climb(const Model& model, const WheelsetResult& result, std::size_t wheelset, std::size_t side) {
  FLANGEWAY_ASSERT(wheelset < model.wheelsets.size() && side < 2, "the model has this wheel");
  Climb climb;
  climb.end = model.pairs[model.wheelsets[wheelset].pair]->shapes[side].climb_end;
  const elastic::ContactCandidates& candidates = result.wheels[side].candidates;
  for (std::size_t i = 0; i < candidates.count; ++i) {
    if (candidates.at[i].pressed) climb.place = std::min(climb.place, candidates.at[i].wheel_s);
  }
  return climb;
}

OffRail off_rail(const Model& model, const WheelsetResult& result, std::size_t wheelset, std::size_t side) {
  FLANGEWAY_ASSERT(wheelset < model.wheelsets.size() && side < 2, "the model has this wheel");
  const WheelResult& wheel = result.wheels[side];
  const elastic::Shape& shape = model.pairs[model.wheelsets[wheelset].pair]->shapes[side];
  if (wheel.candidates.count > 0 || !elastic::has_rail(shape, wheel.placement.s)) return OffRail::no;
  return elastic::beside_rail(shape, wheel.placement) < 0 ? OffRail::gauge_side : OffRail::field_side;
}

}  // namespace of_elastic
}  // namespace

const ContactMethod elastic_method{.method = Method::elastic,
                                   .check = of_elastic::check,
                                   .add_to_key = of_elastic::add_to_key,
                                   .make_pair = of_elastic::make_pair,
                                   .prepare = of_elastic::prepare,
                                   .evaluate = elastic::evaluate,
                                   .project = of_elastic::project,
                                   .commit = elastic::commit,
                                   .force_response = of_elastic::force_response,
                                   .free_response = of_elastic::free_response,
                                   .constraint = nullptr,
                                   .free_coordinates = of_elastic::all_coordinates,
                                   .flexible_rails = true,
                                   .step_limit = of_elastic::step_limit,
                                   .climb = of_elastic::climb,
                                   .off_rail = of_elastic::off_rail,
                                   .left_table = "has no rail below it",
                                   .remedy = ", or shorten contact.elastic.max_step",
                                   .climb_warning = shows_climbing};

}  // namespace flangeway::wheelrail
