// The contact method kec.
#include "flangeway/wheelrail/constraint/evaluate.hpp"
#include "flangeway/wheelrail/kec/constraint.hpp"
#include "flangeway/wheelrail/methods.hpp"
#include "flangeway/wheelrail/pair_key.hpp"

namespace flangeway::wheelrail {
namespace {

namespace of_kec {

const geometry::KecProfile& profile_of(const Model& model, std::size_t wheelset, std::size_t side) {
  const geometry::KecProfiles& profiles = model.pairs[model.wheelsets[wheelset].pair]->kec;
  return side == 0 ? profiles.left : profiles.right;
}

void add_to_key(const Settings& settings, PairKey& key) {
  key.add(settings.kec);
}

std::string make_pair(const Settings& settings, const geometry::WheelsetGeometry& geometry, const RailInput&,
                      Pair& pair) {
  pair.kec = geometry::make_kec(geometry, settings.kec);
  return pair.kec.left.branches.empty() || pair.kec.right.branches.empty() ? no_touch : "";
}

Climb climb(const Model& model, const WheelsetResult& result, std::size_t wheelset, std::size_t side) {
  return {result.knife_s[side], profile_of(model, wheelset, side).climb_end, true};
}

OffRail off_rail(const Model& model, const WheelsetResult& result, std::size_t wheelset, std::size_t side) {
  constexpr double reach = 5e-3;  // [m] further than a knife gets in a step
  const geometry::KecProfile& profile = profile_of(model, wheelset, side);
  if (result.knife_s[side] > profile.last() - reach) return OffRail::gauge_side;
  return result.knife_s[side] < profile.first() + reach ? OffRail::field_side : OffRail::no;
}

constexpr ConstraintFunctions functions{
    .constrain = kec::constrain, .direct = kec::direct, .elastic_flanges = false};

}  // namespace of_kec
}  // namespace

const ContactMethod kec_method{.method = Method::kec,
                               .check = fits_one_section,
                               .add_to_key = of_kec::add_to_key,
                               .make_pair = of_kec::make_pair,
                               .prepare = needs_nothing,
                               .evaluate = constraint::evaluate,
                               .project = constraint::project,
                               .commit = constraint::commit,
                               .force_response = constraint::force_response,
                               .free_response = constraint::free_response,
                               .constraint = &of_kec::functions,
                               .free_coordinates = constraint::free_coordinates,
                               .flexible_rails = false,
                               .step_limit = any_step,
                               .climb = of_kec::climb,
                               .off_rail = of_kec::off_rail,
                               .left_table = "left its contact table",
                               .remedy = ", or lengthen contact.kec.transition_length",
                               .climb_warning = shows_climbing};

}  // namespace flangeway::wheelrail
