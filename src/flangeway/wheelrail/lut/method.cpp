// The contact method lut.
#include <fmt/format.h>

#include <algorithm>

#include "flangeway/wheelrail/build.hpp"
#include "flangeway/wheelrail/constraint/evaluate.hpp"
#include "flangeway/wheelrail/lut/constraint.hpp"
#include "flangeway/wheelrail/methods.hpp"
#include "flangeway/wheelrail/pair_key.hpp"

namespace flangeway::wheelrail {
namespace {

namespace of_lut {

void check(const Settings& settings, const RailInput& rails, Findings& findings) {
  fits_one_section(settings, rails, findings);
  const double limit = settings.lookup.gauge_variation;
  if (rails.gauge_variation_min >= -limit && rails.gauge_variation_max <= limit) return;
  findings.add(
      {rails.where, "irregularities", "the gauge variation leaves the lookup table",
       fmt::format("{:.2f} … {:.2f} mm", rails.gauge_variation_min * 1e3, rails.gauge_variation_max * 1e3),
       fmt::format("±{:.2f} mm", limit * 1e3),
       "Widen contact.lookup.gauge_variation, or use contact.method = \"kec\""});
}

void add_to_key(const Settings& settings, PairKey& key) {
  key.add(settings.lookup);
}

std::string make_pair(const Settings& settings, const geometry::WheelsetGeometry& geometry, const RailInput&,
                      Pair& pair) {
  pair.lookup = geometry::make_lookup(geometry, settings.lookup);
  return pair.lookup.failure;
}

// Neither the treads nor the elastic flanges of a table show how far a wheel has climbed, or that it has come
// off its rail.
Climb climb(const Model&, const WheelsetResult&, std::size_t, std::size_t) {
  return {};
}
OffRail off_rail(const Model&, const WheelsetResult&, std::size_t, std::size_t) {
  return OffRail::no;
}

std::string_view climb_warning(const Model& model) {
  const bool hybrid = std::any_of(model.pairs.begin(), model.pairs.end(),
                                  [](const auto& pair) { return pair->lookup.hybrid; });
  return hybrid
             ? "the hybrid lookup table cannot show a wheel climbing. Use contact.method = \"kec\" to judge "
               "derailment"
             : "";
}

constexpr ConstraintFunctions functions{
    .constrain = lut::constrain, .direct = lut::direct, .elastic_flanges = true};

}  // namespace of_lut
}  // namespace

const ContactMethod lut_method{
    .method = Method::lut,
    .check = of_lut::check,
    .add_to_key = of_lut::add_to_key,
    .make_pair = of_lut::make_pair,
    .prepare = needs_nothing,
    .evaluate = constraint::evaluate,
    .project = constraint::project,
    .commit = constraint::commit,
    .force_response = constraint::force_response,
    .free_response = constraint::free_response,
    .constraint = &of_lut::functions,
    .free_coordinates = constraint::free_coordinates,
    .flexible_rails = false,
    .step_limit = any_step,
    .climb = of_lut::climb,
    .off_rail = of_lut::off_rail,
    .left_table = "left its contact table",
    .remedy = ", soften contact.lookup.flange_stiffness, or use contact.method = \"kec\"",
    .climb_warning = of_lut::climb_warning};

}  // namespace flangeway::wheelrail
