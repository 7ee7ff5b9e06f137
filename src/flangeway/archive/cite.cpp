#include "flangeway/archive/cite.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "flangeway/archive/texts.hpp"
#include "flangeway/core/version.hpp"

namespace flangeway::archive {
namespace {

using Keys = std::vector<std::string>;

// The pages of docs/theory name these for the methods.
Keys of_contact(const wheelrail::Settings& settings) {
  using wheelrail::Method, wheelrail::PatchModel;
  switch (settings.method) {
    case Method::kec:
      return {"Escalona2021", "Yu2022"};
    case Method::lut:
      return {"Escalona2021"};
    case Method::elastic:
      break;
  }
  switch (settings.patch_solution.model) {
    case PatchModel::strip:
      return {"Antunes2018", "Sichani2014", "Sichani2016"};
    case PatchModel::halfspace:
      return {"Antunes2018", "Kalker1990", "Vollebregt2014"};
    case PatchModel::hertz:
      break;
  }
  return {"Antunes2018", "Johnson1985"};
}

Keys of_creep(const contact::CreepModel& creep) {
  using contact::CreepLaw;
  switch (creep.law) {
    case CreepLaw::kalker_table:
      return {"Kalker1990"};
    case CreepLaw::fastsim:
      return {"Kalker1982"};
    case CreepLaw::polach:
      return {"Polach1999", "Polach2005"};
    case CreepLaw::shen_hedrick_elkins:
      return {"Shen1983"};
    case CreepLaw::kalker_linear:
      return {"Kalker1990"};
    case CreepLaw::fixed_coefficients:
      return creep.fixed.limit > 0 ? Keys{"VermeulenJohnson1964"} : Keys{};
    case CreepLaw::none:
    case CreepLaw::library:
      break;
  }
  return {};
}

Keys of_integrator(const vehicle_case::IntegrationSettings& integration) {
  using vehicle_case::IntegratorMethod;
  switch (integration.method) {
    case IntegratorMethod::dormand_prince:
      return {"DormandPrince1980", "Hairer1993"};
    case IntegratorMethod::bdf:
      return {"Hindmarsh2005"};
    case IntegratorMethod::ndf:
      return {"Shampine1997"};
    case IntegratorMethod::rk4:
      return {"HochbruckOstermann2010"};
    case IntegratorMethod::abm4:
    case IntegratorMethod::automatic:
      break;
  }
  return {"Yu2022", "HochbruckOstermann2010"};
}

void add(const Keys& more, Keys& keys) {
  for (const std::string& key : more)
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
}

// "@article{Yu2022, … }"; a closing brace alone on its line ends an entry.
std::string entry_of(const std::string& key) {
  const std::string& all = references_text();
  const std::size_t name = all.find("{" + key + ",");
  const std::size_t start = name == std::string::npos ? name : all.rfind('@', name);
  const std::size_t end = name == std::string::npos ? name : all.find("\n}", name);
  if (start == std::string::npos || end == std::string::npos)
    throw std::logic_error("no entry " + key + " in docs/references.bib");
  return all.substr(start, end + 2 - start) + "\n";
}

}  // namespace

std::vector<std::string> sources_of(const vehicle_case::CaseModel& model) {
  const wheelrail::Settings& settings = model.contact.settings;
  Keys keys = of_contact(settings);
  if (!wheelrail::solves_patches(settings.patch_solution.model)) add(of_creep(settings.creep), keys);
  const bool falls =
      std::any_of(std::begin(settings.friction), std::end(settings.friction),
                  [](const auto& rail) { return rail.law.limit_ratio < 1 && rail.law.decay > 0; });
  if (falls && settings.friction_law == nullptr) add({"Polach2005"}, keys);
  add(of_integrator(model.integration), keys);
  if (model.structure) add({"Antunes2018"}, keys);
  return keys;
}

std::string bibtex(const std::vector<std::string>& keys) {
  std::string text =
      "@software{Flangeway,\n  author = {{The authors of Flangeway}},\n  title = {Flangeway: open "
      "simulator of railway vehicles on their tracks},\n  version = {" +
      version() + "},\n";
  if (!commit().empty()) text += "  note = {Commit " + commit() + "},\n";
  text += "  license = {Apache-2.0}\n}\n";
  for (const std::string& key : keys) text += "\n" + entry_of(key);
  return text;
}

std::string citation_json(const std::vector<std::string>& keys) {
  return nlohmann::ordered_json{{"keys", keys}, {"bibtex", bibtex(keys)}}.dump(2);
}

const std::string& citation_file() {
  return citation_text();
}

}  // namespace flangeway::archive
