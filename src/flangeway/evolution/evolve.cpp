#include "flangeway/evolution/evolve.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/assess/conicity.hpp"
#include "flangeway/core/parallel.hpp"
#include "flangeway/evolution/run_wear.hpp"
#include "flangeway/evolution/wear_report.hpp"
#include "flangeway/evolution/worn_profile.hpp"
#include "flangeway/geometry/radius_difference.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/geometry.hpp"

namespace flangeway::evolution {
namespace {

constexpr double conicity_amplitude = 3e-3;  // m, as usual

// In TOML syntax.
std::string quoted(const std::string& path) {
  std::string out = "\"";
  for (const char c : path) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// What a run of one section gives.
struct SectionWear {
  SectionResult result;
  std::vector<double> rate;  // depth of each bin over the distance, mean of all wheels
  double bin = 0;            // m
  std::string failure;
};

profile::Profile profile_of(const Line& line, const std::vector<Vec2>& points) {
  profile::Profile profile = line.first;
  profile.curve = profile::Curve(points);
  return profile;
}

document::Assignments sets_with_profile(const Line& line, std::size_t section, const EvolutionFolder& folder,
                                        std::size_t number) {
  document::Assignments sets = line.sets[section];
  sets.push_back({"profiles.wheel=" + quoted(folder.profile_file(number).string())});
  return sets;
}

// Equivalent conicity on the rails of the first section; none where the wheel does not run centred.
std::optional<double> conicity_of(const Line& line, const EvolutionFolder& folder, std::size_t number) {
  Findings findings;
  const auto at = vehicle_case::load_geometry(line.spec.case_file.value,
                                              sets_with_profile(line, 0, folder, number), findings);
  if (!at) return std::nullopt;
  const auto geometry =
      geometry::make_geometry(at->profiles[0], at->profiles[1], at->profiles[2], at->profiles[3],
                              at->profile_position, at->radius, at->placement);
  const auto difference = geometry::radius_difference(geometry, {});
  const auto conicity = assess::equivalent_conicity(difference, conicity_amplitude);
  return conicity ? conicity->nonlinear : std::nullopt;
}

void measure(const Line& line, const EvolutionFolder& folder, std::size_t number, Step& step) {
  const profile::Profile profile = profile_of(line, step.points);
  folder.write(fmt::format("profiles/{:04}.csv", number), profile::write_csv(profile));
  step.flange = profile::measure_flange(profile);
  step.hollow = hollow_depth(step.points);
  step.conicity = conicity_of(line, folder, number);
}

void mean_of_wheels(const RunWear& wear, SectionWear& section) {
  const double count = static_cast<double>(wear.wheels().size());
  const damage::Section& first = wear.wheels().front().wear.wheel();
  section.bin = first.width();
  section.rate.assign(first.size(), 0);
  for (const WornWheel& wheel : wear.wheels()) {
    for (std::size_t bin = 0; bin < first.size(); ++bin)
      section.rate[bin] += wheel.wear.wheel().depth()[bin] / (wear.distance() * count);
    section.result.wear_number += wheel.wear.work() / (wear.distance() * count);
    section.result.area_rate += wheel.wear.wheel().area() / (wear.distance() * count);
  }
  section.result.beyond_tests = share_beyond_tests(wear);
}

SectionWear run_section(const Line& line, const document::Assignments& sets, wheelrail::PairTables& tables,
                        const std::atomic<bool>& stop) {
  SectionWear section;
  Findings findings;
  auto model = vehicle_case::load_case(line.spec.case_file.value, sets, findings, &tables);
  if (!model) {
    section.failure = findings.text();
    return section;
  }
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
  if (section.failure.empty() && wear.distance() > 0) mean_of_wheels(wear, section);
  if (section.failure.empty() && !(wear.distance() > 0) && !stop)
    section.failure = fmt::format("the run ends before {:g} m, from where on wear counts", line.spec.skip);
  return section;
}

// Runs all sections with the profile of a step; nothing if it was stopped.
class Runner {
 public:
  Runner(const Line& line, const EvolutionFolder& folder, const EvolveOptions& options)
      : line_(line), folder_(folder), options_(options) {}

  std::optional<std::vector<SectionWear>> run(const Step& step, std::size_t number) {
    const std::size_t count = line_.spec.sections.size();
    std::vector<SectionWear> sections(count);
    wheelrail::PairTables tables;
    std::atomic<std::size_t> done = 0;
    std::atomic<bool> stop = false;
    for_each_index(
        count, options_.jobs,
        [&](std::size_t i) {
          if (stop) return;
          sections[i] = run_section(line_, sets_with_profile(line_, i, folder_, number), tables, stop);
          ++done;
        },
        [&] {
          if (!options_.progress) return;
          if (!options_.progress(step.mileage / line_.spec.mileage, number)) stop = true;
        });
    if (stop) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
      if (!sections[i].failure.empty())
        throw NumericalFailure(fmt::format("section {} after {:.0f} km: {}",
                                           line_.spec.sections[i].name.value, step.mileage / 1e3,
                                           sections[i].failure));
    }
    return sections;
  }

 private:
  const Line& line_;
  const EvolutionFolder& folder_;
  const EvolveOptions& options_;
};

// Wear until the next profile: as far as the deepest place allows.
void finish_step(const Line& line, const std::vector<SectionWear>& sections, Step& step) {
  std::vector<double> rate(sections.front().rate.size(), 0);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    step.sections.push_back(sections[i].result);
    for (std::size_t bin = 0; bin < std::min(rate.size(), sections[i].rate.size()); ++bin)
      rate[bin] += line.spec.sections[i].share * sections[i].rate[bin];
  }
  step.bin = sections.front().bin;
  step.depths = smoothed(rate, step.bin, line.spec.step.smoothing);
  const double deepest = *std::max_element(step.depths.begin(), step.depths.end());
  step.length = std::min(line.spec.step.mileage, line.spec.mileage - step.mileage);
  if (deepest > 0) step.length = std::min(step.length, line.spec.step.depth / deepest);
  for (double& depth : step.depths) depth *= step.length;
}

Step next_step(const Line& line, const Step& step, const EvolutionFolder& folder, std::size_t number) {
  Step next;
  next.mileage = step.mileage + step.length;
  next.since_reprofiling = step.since_reprofiling + step.length;
  next.points = worn(step.points, step.depths, step.bin);
  next.area_lost = step.area_lost + area_between(step.points, next.points);
  next.radius_lost = step.radius_lost;
  measure(line, folder, number, next);
  if (!line.spec.reprofiling || !is_due(*line.spec.reprofiling, next)) return next;
  const std::vector<Vec2> first = points_along(line.first.curve);
  next.radius_lost += radius_lost_by_reprofiling(first, next.points);
  next.points = first;
  next.reprofiled = true;
  next.since_reprofiling = 0;
  measure(line, folder, number, next);
  return next;
}

bool all_completed(const Step& step) {
  return std::all_of(step.sections.begin(), step.sections.end(),
                     [](const SectionResult& section) { return section.status == "completed"; });
}

}  // namespace

bool is_due(const ReprofilingSpec& rule, const Step& step) {
  const auto beyond = [](double limit, double value) { return limit > 0 && value >= limit; };
  const auto below = [](double limit, double value) { return limit > 0 && value <= limit; };
  if (beyond(rule.mileage, step.since_reprofiling) || beyond(rule.hollow, step.hollow)) return true;
  return step.flange &&
         (below(rule.flange_thickness, step.flange->thickness) ||
          beyond(rule.flange_height, step.flange->height) || below(rule.steepness, step.flange->steepness));
}

std::vector<Step> evolve(const Line& line, const EvolutionFolder& folder, const EvolveOptions& options) {
  std::vector<Step> steps;
  Runner runner(line, folder, options);
  Step step;
  step.points = points_along(line.first.curve);
  measure(line, folder, 0, step);
  // Mileages are sums: the last one may miss the end by rounding.
  const double end = line.spec.mileage * (1 - 1e-12);
  while (step.mileage < end) {
    const std::size_t number = steps.size();
    if (const std::optional<Step> stored = folder.read(number)) {
      step = *stored;
    } else {
      const auto sections = runner.run(step, number);
      if (!sections) break;
      finish_step(line, *sections, step);
      folder.write(number, step);
    }
    steps.push_back(step);
    if (!all_completed(step)) return steps;
    step = next_step(line, step, folder, number + 1);
  }
  steps.push_back(step);
  return steps;
}

}  // namespace flangeway::evolution
