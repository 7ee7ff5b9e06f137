#include "flangeway/recording/sensitivity_summary.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "flangeway/simulate/recorder.hpp"

namespace flangeway::recording {
namespace {

using Json = nlohmann::ordered_json;

bool is_wheel_force(const std::string& name) {
  return name.ends_with(".Q") || name.ends_with(".Y") || name.ends_with(".YQ");
}

}  // namespace

std::string sensitivities_json(const vehicle_case::CaseModel& model,
                               const std::vector<simulate::KeySensitivity>& sensitivities,
                               const simulate::DerivativeRows& rows) {
  const std::vector<results::Channel> channels = simulate::channels(model);
  Json all = Json::object();
  for (std::size_t k = 0; k < sensitivities.size(); ++k) {
    const simulate::KeySensitivity& one = sensitivities[k];
    const std::vector<simulate::ChannelDerivative> derivatives = rows.of_key(k);
    Json of_channels = Json::object();
    for (std::size_t i = 1; i < channels.size(); ++i)
      of_channels[channels[i].name] = {{"mean", derivatives[i].mean},
                                       {"maximum", derivatives[i].at_maximum},
                                       {"minimum", derivatives[i].at_minimum},
                                       {"error", one.errors[i]}};
    const auto& doubt = one.disagreement;
    all[one.key.key] = {
        {"value", one.key.value},
        {"step", one.key.step},
        {"disagreement",
         doubt ? Json{{"time", doubt->time}, {"channel", doubt->channel}, {"channels", doubt->channels}}
               : Json()},
        {"channels", std::move(of_channels)}};
  }
  return all.dump();
}

std::string with_sensitivities(const std::string& summary, const std::string& sensitivities) {
  if (sensitivities.empty()) return summary;
  Json json = Json::parse(summary);
  json["sensitivities"] = Json::parse(sensitivities);
  return json.dump(2);
}

std::string sensitivities_text(const vehicle_case::CaseModel& model,
                               const std::vector<simulate::KeySensitivity>& sensitivities,
                               const simulate::DerivativeRows& rows) {
  const std::vector<results::Channel> channels = simulate::channels(model);
  std::string text;
  for (std::size_t k = 0; k < sensitivities.size(); ++k) {
    const simulate::KeySensitivity& one = sensitivities[k];
    text += fmt::format("derivatives with respect to {} = {:.6g}, by differences with steps of {:.3g}\n",
                        one.key.key, one.key.value, one.key.step);
    text += fmt::format("{:<24} {:>12} {:>14} {:>14} {:>14} {:>10}\n", "channel", "unit", "of mean",
                        "of maximum", "of minimum", "error");
    const std::vector<simulate::ChannelDerivative> derivatives = rows.of_key(k);
    for (std::size_t i = 1; i < channels.size(); ++i)
      if (is_wheel_force(channels[i].name))
        text += fmt::format("{:<24} {:>12} {:>14.6g} {:>14.6g} {:>14.6g} {:>10.2g}\n", channels[i].name,
                            channels[i].unit, derivatives[i].mean, derivatives[i].at_maximum,
                            derivatives[i].at_minimum, one.errors[i]);
  }
  return text;
}

}  // namespace flangeway::recording
