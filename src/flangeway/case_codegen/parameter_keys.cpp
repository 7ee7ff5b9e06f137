#include <fmt/format.h>

#include "flangeway/case_codegen/generate_case.hpp"

namespace flangeway::case_codegen {

std::vector<ParameterKey> parameter_keys(const vehicle_case::CaseSource& source,
                                         const std::vector<std::string>& requests, const std::string& option,
                                         Findings& findings) {
  constexpr double relative_step = 0.5;
  const std::vector<vehicle_case::VariedKey> keys =
      vehicle_case::varied_keys(source, requests, relative_step, option, findings);
  std::vector<ParameterKey> parameters;
  for (const vehicle_case::VariedKey& key : keys) {
    if (!key.key.starts_with("vehicle.")) {
      findings.add({{},
                    option,
                    "is no key of the vehicle",
                    key.key,
                    "vehicle.KEY; speed, friction and step are parameters without being named",
                    "Cant and irregularities are inputs (--inputs)"});
      continue;
    }
    vehicle_case::CaseSource others = source;
    for (const vehicle_case::VariedKey& other : keys)
      if (other.key != key.key)
        others.sets.push_back({fmt::format("{}={:.17g}", other.key, other.value + other.step)});
    wheelrail::PairTables shared;
    auto above = vehicle_case::load_varied(source, key, 1, findings, &shared),
         below = vehicle_case::load_varied(source, key, -1, findings, &shared),
         all = vehicle_case::load_varied(others, key, 1, findings, &shared);
    if (above && below && all)
      parameters.push_back(
          {key.key, "", key.value, key.step, std::move(*above), std::move(*below), std::move(*all)});
  }
  return parameters;
}

}  // namespace flangeway::case_codegen
