#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/stability/page.hpp"

namespace flangeway::stability {
namespace {

using Json = nlohmann::ordered_json;

// A number, or null where there is none.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json hopf_json(const std::vector<HopfPoint>& points) {
  Json list = Json::array();
  for (const HopfPoint& point : points) {
    Json derivatives = Json::object();
    for (const SpeedDerivative& one : point.speed_derivatives)
      derivatives[one.key] = one.derivative ? Json(*one.derivative) : Json();
    list.push_back({{"speed", point.speed},
                    {"frequency", point.frequency},
                    {"unstable_above", point.unstable_above},
                    {"body", point.body},
                    {"coordinate", point.coordinate},
                    {"root", point.root ? Json(*point.root) : Json()}});
    if (!derivatives.empty()) list.back()["speed_derivatives"] = std::move(derivatives);
  }
  return list;
}

Json locus_json(const std::vector<LocusPoint>& locus) {
  Json list = Json::array();
  for (const LocusPoint& point : locus) {
    Json modes = Json::array();
    for (const simulate::Mode& mode : point.modes)
      modes.push_back({mode.eigenvalue.real(), mode.eigenvalue.imag()});
    Json roots = Json::array();
    for (const std::optional<std::size_t>& root : point.roots) roots.push_back(root ? Json(*root) : Json());
    list.push_back({{"speed", point.speed}, {"eigenvalues", std::move(modes)}, {"roots", std::move(roots)}});
  }
  return list;
}

Json answer_json(const Answer& answer) {
  return {{"answer", name_of(answer.kind)},
          {"speed", number(answer.speed)},
          {"at_or_below", answer.at_or_below},
          {"text", answer.text}};
}

Json growing_json(const std::vector<GrowingRoot>& roots) {
  Json list = Json::array();
  for (const GrowingRoot& root : roots) {
    Json shape = Json::object();
    for (const ShapePart& part : root.shape)
      shape[part.coordinate] = {part.motion.real(), part.motion.imag()};
    list.push_back({{"speed", root.speed},
                    {"at_start", root.at_start},
                    {"oscillates", root.oscillates},
                    {"eigenvalue", {root.eigenvalue.real(), root.eigenvalue.imag()}},
                    {"body", root.body},
                    {"coordinate", root.coordinate},
                    {"shape", std::move(shape)}});
  }
  return list;
}

Json runs_json(const std::vector<HeldSpeed>& runs) {
  Json list = Json::array();
  for (const HeldSpeed& run : runs)
    list.push_back({{"speed", run.speed},
                    {"from_hunting", run.from_hunting},
                    {"motion", name_of(run.motion)},
                    {"amplitude", run.amplitude},
                    {"frequency", run.frequency},
                    {"time", run.time},
                    {"failure", run.failure}});
  return list;
}

Json search_json(const std::optional<TimeSearch>& search) {
  if (!search) return Json();
  return {{"lowest", number(search->lowest)},
          {"dies", number(search->dies)},
          {"derails", search->derails},
          {"amplitude", search->amplitude},
          {"frequency", search->frequency},
          {"disturbance", search->settings.disturbance},
          {"min_amplitude", search->settings.min_amplitude},
          {"end", search->end},
          {"runs", runs_json(search->runs)}};
}

}  // namespace

std::string json_text(const Stability& found) {
  Json folds = Json::array(), flange_limits = Json::array(), rows = Json::array(), ends = Json::array();
  for (const Branch& branch : found.branches) {
    for (const Fold& fold : branch.folds)
      folds.push_back({{"hopf", branch.hopf}, {"speed", fold.speed}, {"amplitude", fold.amplitude}});
    for (const FlangeLimit& limit : branch.flange_limits) {
      flange_limits.push_back({{"hopf", branch.hopf},
                               {"wheelset", found.wheelsets[limit.wheelset]},
                               {"begins", limit.begins},
                               {"speed", limit.speed},
                               {"frequency", limit.frequency},
                               {"amplitude", limit.amplitude}});
    }
    for (const LimitCycle& cycle : branch.cycles) {
      rows.push_back({{"hopf", branch.hopf},
                      {"speed", cycle.speed},
                      {"frequency", cycle.frequency},
                      {"amplitude", cycle.amplitude},
                      {"flange", cycle.flange},
                      {"stable", cycle.stable},
                      {"largest_multiplier", cycle.largest_multiplier},
                      {"intervals", cycle.intervals},
                      {"error", cycle.error}});
    }
    ends.push_back(branch.end);
  }
  return Json{{"critical_speed", answer_json(critical_speed(found))},
              {"linear", answer_json(linear_answer(found))},
              {"continuation", answer_json(continuation_answer(found))},
              {"time", answer_json(time_answer(found))},
              {"contradictions", contradictions(found)},
              {"growing", growing_json(found.growing)},
              {"time_search", search_json(found.search)},
              {"linear_critical_speed", number(found.linear_critical_speed())},
              {"nonlinear_critical_speed", number(found.nonlinear_critical_speed())},
              {"hopf", hopf_json(found.hopf)},
              {"folds", std::move(folds)},
              {"flange_limits", std::move(flange_limits)},
              {"wheelsets", found.wheelsets},
              {"branch", std::move(rows)},
              {"branch_ends", std::move(ends)},
              {"locus", locus_json(found.locus)}}
      .dump();
}

std::string json_text(const Variation& variation) {
  Json rows = Json::array();
  for (const VariedCase& row : variation.cases)
    rows.push_back(
        {{"value", row.value}, {"hopf", hopf_json(row.hopf)}, {"linear", answer_json(row.linear)}});
  return Json{{"over", variation.key}, {"rows", std::move(rows)}}.dump();
}

}  // namespace flangeway::stability
