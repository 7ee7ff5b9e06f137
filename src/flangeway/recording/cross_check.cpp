#include "flangeway/recording/cross_check.hpp"

#include <fmt/format.h>

#include <cmath>

namespace flangeway::recording {
namespace {

using Json = nlohmann::ordered_json;

// JSON has null in place of a number that is not finite.
double number_or_nan(const Json& json, const char* key) {
  return json.at(key).is_null() ? std::nan("") : json.at(key).get<double>();
}

}  // namespace

Json cross_check_json(const assess::CrossCheck& check) {
  Json differences = Json::array();
  for (const assess::MethodDifference& d : check.differences)
    differences.push_back({{"quantity", d.quantity},
                           {"item", d.item},
                           {"unit", d.unit},
                           {"begin", d.begin},
                           {"end", d.end},
                           {"value", d.value},
                           {"other", d.other},
                           {"sections", d.sections}});
  return {{"method", check.method},     {"status", check.status},
          {"failure", check.failure},   {"problem", check.problem},
          {"distance", check.distance}, {"tolerance", check.tolerance},
          {"compared", check.compared}, {"outcome_differs", check.outcome_differs},
          {"differences", differences}};
}

assess::CrossCheck read_cross_check(const Json& json) {
  assess::CrossCheck check;
  check.method = json.at("method"), check.status = json.at("status");
  check.failure = json.at("failure"), check.problem = json.at("problem");
  check.distance = number_or_nan(json, "distance"), check.tolerance = number_or_nan(json, "tolerance");
  check.compared = json.at("compared"), check.outcome_differs = json.at("outcome_differs");
  for (const Json& d : json.at("differences"))
    check.differences.push_back({d.at("quantity"), d.at("item"), d.at("unit"), number_or_nan(d, "begin"),
                                 number_or_nan(d, "end"), number_or_nan(d, "value"),
                                 number_or_nan(d, "other"), d.at("sections")});
  return check;
}

std::string cross_check_text(const assess::CrossCheck& check) {
  std::string out = fmt::format("cross-check with {}: {}", check.method, check.status);
  if (!check.problem.empty() || check.compared == 0) return out + ", nothing was compared\n";
  out += fmt::format(", {} values compared over {:.1f} m, ", check.compared, check.distance);
  if (check.differences.empty())
    return out + fmt::format("none differs by more than {:g} %\n", 100 * check.tolerance);
  const bool one = check.differences.size() == 1;
  return out + fmt::format("{} {} of a wheel, wheelset or body {} by more than {:g} %\n",
                           check.differences.size(), one ? "quantity" : "quantities",
                           one ? "differs" : "differ", 100 * check.tolerance);
}

}  // namespace flangeway::recording
