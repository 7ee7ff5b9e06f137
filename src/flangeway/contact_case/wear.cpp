#include "flangeway/contact_case/wear.hpp"

#include <algorithm>

#include "flangeway/contact_case/patch_summary.hpp"
#include "flangeway/damage/patch_wear.hpp"

namespace flangeway::contact_case {

void add_wear(const damage::WearLaw& law, Convention convention, const contact::patch::Problem& problem,
              const contact::patch::Solution& solution, nlohmann::ordered_json& json, PatchFields* fields) {
  if (!rolls(problem.motion.kind)) return;
  damage::PatchWear wear;
  damage::find_wear(law, problem, solution, wear);
  const double length = convention == Convention::deck ? 1e3 : 1;
  json["wear"] = {{"t_gamma", wear.t_gamma},
                  {"section_per_pass", length * length * wear.volume},
                  {"deepest_per_pass", length * *std::max_element(wear.depth.begin(), wear.depth.end())},
                  {"beyond_tests", wear.t_gamma > 0 ? wear.beyond / wear.t_gamma : 0}};
  if (fields != nullptr) fields->wear = std::move(wear.depth);
}

}  // namespace flangeway::contact_case
