#include "flangeway/stability/variation.hpp"

#include <fmt/format.h>

#include <charconv>

#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::stability {
namespace {

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<VariationPlan> parse_variation(const std::string& text, Findings& findings) {
  const std::size_t equals = text.find('='), first = text.find(':', equals),
                    second = text.find(':', first + 1);
  if (equals != std::string::npos && equals > 0 && first != std::string::npos &&
      second != std::string::npos) {
    const std::string_view all = text;
    const auto from = number_of(all.substr(equals + 1, first - equals - 1)),
               to = number_of(all.substr(first + 1, second - first - 1)),
               count = number_of(all.substr(second + 1));
    if (from && to && count && *count >= 2 && *count <= 1000)
      return VariationPlan{text.substr(0, equals), *from, *to, static_cast<std::size_t>(*count)};
  }
  findings.add({{},
                "--over",
                "is not a key with a range",
                text,
                "KEY=FIRST:LAST:COUNT with a COUNT of 2 to 1000",
                "Write for example contact.kec.conicity=0.02:0.3:15"});
  return std::nullopt;
}

Variation vary(const std::filesystem::path& file, const std::vector<std::string>& sets,
               const VariationPlan& plan, const Settings& settings, const Progress& progress) {
  Variation result{"", plan.key, {}};
  Settings linear = settings;
  linear.branches = 0;
  for (std::size_t i = 0; i < plan.count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(plan.count - 1);
    if (progress && !progress(share, fmt::format("{} / {} values", i, plan.count))) break;
    const double value = plan.first + share * (plan.last - plan.first);
    std::vector<std::string> all = sets;
    all.push_back(fmt::format("{}={:.12g}", plan.key, value));
    Findings findings;
    const auto model = vehicle_case::load_case_without_run(file, all, findings);
    if (model) check(*model, linear, findings);
    findings.throw_if_any();
    result.name = model->name;
    const Stability found = linear_stability_of(*model, linear);
    result.cases.push_back({value, found.hopf, linear_answer(found)});
  }
  return result;
}

}  // namespace flangeway::stability
