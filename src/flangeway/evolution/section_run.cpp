#include "section_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "flangeway/evolution/run_wear.hpp"
#include "flangeway/evolution/wear_report.hpp"
#include "flangeway/evolution/worn_profile.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/vehicle_case/files.hpp"

namespace flangeway::evolution {
namespace {

using Paths = std::vector<std::filesystem::path>;

void set_profiles(const Line& line, std::size_t section, const Paths& profiles,
                  vehicle_case::CaseFiles& files) {
  const auto name = [&](std::size_t surface) {
    return document::Located<std::string>{profiles[surface].string(), {}};
  };
  files.spec.profiles.wheel = {};
  files.spec.profiles.smoothing = 0;
  for (std::size_t i = 0; i < files.vehicle.wheelsets.size(); ++i) {
    files.vehicle.wheelsets[i].wheel_profile = {};
    files.vehicle.wheelsets[i].wheel_profile_left = name(line.wheels[2 * i]);
    files.vehicle.wheelsets[i].wheel_profile_right = name(line.wheels[2 * i + 1]);
  }
  if (line.rails.empty()) return;
  const RailPair& pair = line.rails[section];
  track::RailsSpec& rails = files.track.rails;
  files.spec.profiles.rail = {};
  rails.profile = {};
  rails.profile_left = name(pair.surfaces[0]);
  rails.profile_right = name(pair.surfaces[1]);
  // Not by the gauge: a rail that wears at its side stays where it is fastened, and the gauge widens.
  rails.lateral_position = pair.lateral;
  rails.rail_distance = pair.distance;
}

WearRate rate_of(const damage::Section& section, double distance) {
  WearRate rate{section.depth(), section.width()};
  for (double& depth : rate.depth) depth /= distance;
  return rate;
}

void add(const WearRate& rate, double factor, WearRate& sum) {
  if (sum.depth.empty()) sum = {std::vector<double>(rate.depth.size(), 0), rate.bin};
  const WearRate fitting = in_bins(rate, sum.depth.size());
  for (std::size_t bin = 0; bin < sum.depth.size(); ++bin) sum.depth[bin] += factor * fitting.depth[bin];
}

void collect(const RunWear& wear, SectionWear& section) {
  const double count = static_cast<double>(wear.wheels().size());
  for (std::size_t i = 0; i < wear.wheels().size(); ++i) {
    const damage::WheelWear& wheel = wear.wheels()[i].wear;
    section.wheels.push_back(rate_of(wheel.wheel(), wear.distance()));
    add(rate_of(wheel.rail(), wear.distance()), 2 / count, section.rails[i % 2]);
    section.result.wear_number += wheel.work() / (wear.distance() * count);
    section.result.area_rate += wheel.wheel().area() / (wear.distance() * count);
  }
  section.result.beyond_tests = share_beyond_tests(wear);
}

SectionWear attempt(const Line& line, std::size_t number, const Paths& profiles,
                    wheelrail::PairTables& tables, const std::atomic<bool>& stop, Contact contact) {
  SectionWear section;
  Findings findings;
  auto model = load_section(line, number, profiles, findings, &tables, contact);
  if (!model) {
    section.failure = "the worn profiles make no case:\n" + findings.text();
    return section;
  }
  section.elastic = model->contact.settings.method == wheelrail::Method::elastic;
  simulate::choose_integrator(*model);
  RunWear wear(*model, line.law, {.elements = static_cast<int>(line.spec.elements), .from = line.spec.skip});
  simulate::RunOptions options;
  options.record = [&](const double* row) {
    wear.add(row);
    return true;
  };
  options.stop = [&] { return stop.load(); };
  const simulate::Summary summary = simulate::run(*model, options);
  section.failure = summary.failure;
  section.result.status = simulate::status_name(summary.status);
  for (const simulate::WheelSummary& wheel : summary.wheels)
    section.result.yq_max = std::max(section.result.yq_max, wheel.yq_max);
  if (section.failure.empty() && wear.distance() > 0) collect(wear, section);
  if (section.failure.empty() && !(wear.distance() > 0) && !stop)
    section.failure = fmt::format("the run ends before {:g} m, from where on wear counts", line.spec.skip);
  return section;
}

}  // namespace

std::optional<vehicle_case::CaseModel> load_section(const Line& line, std::size_t section,
                                                    const Paths& profiles, Findings& findings,
                                                    wheelrail::PairTables* tables, Contact contact) {
  auto files = vehicle_case::read_files({document::Document::from_file(line.spec.case_file.value, findings)},
                                        line.sets[section], findings);
  if (!files) return std::nullopt;
  set_profiles(line, section, profiles, *files);
  if (contact == Contact::elastic) files->spec.contact.method = wheelrail::Method::elastic;
  return vehicle_case::compile_case(std::move(*files), findings, tables);
}

SectionWear run_section(const Line& line, std::size_t number, const Paths& profiles,
                        wheelrail::PairTables& tables, const std::atomic<bool>& stop) {
  SectionWear section = attempt(line, number, profiles, tables, stop, Contact::of_case);
  if (section.failure.empty() || section.elastic || stop) return section;
  SectionWear again = attempt(line, number, profiles, tables, stop, Contact::elastic);
  if (!again.failure.empty()) return section;
  again.result.by_elastic = true;
  return again;
}

Evaluation add_up(const Line& line, const std::vector<SectionWear>& sections) {
  Evaluation sum;
  sum.rates.resize(line.surfaces.size());
  std::vector<double> wheels(line.surfaces.size(), 0);  // that have this surface
  for (const std::size_t surface : line.wheels) ++wheels[surface];
  for (std::size_t i = 0; i < sections.size(); ++i) {
    sum.sections.push_back(sections[i].result);
    for (std::size_t wheel = 0; wheel < line.wheels.size(); ++wheel) {
      const std::size_t surface = line.wheels[wheel];
      add(sections[i].wheels[wheel], line.spec.sections[i].share / wheels[surface], sum.rates[surface]);
    }
    for (std::size_t side = 0; side < 2 && !line.rails.empty(); ++side)
      add(sections[i].rails[side], line.rails[i].passes, sum.rates[line.rails[i].surfaces[side]]);
  }
  for (WearRate& rate : sum.rates) rate.depth = smoothed(rate.depth, rate.bin, line.spec.step.smoothing);
  return sum;
}

}  // namespace flangeway::evolution
