#include "flangeway/evolution/evolve.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include "flangeway/assess/conicity.hpp"
#include "flangeway/core/parallel.hpp"
#include "flangeway/evolution/worn_profile.hpp"
#include "flangeway/geometry/radius_difference.hpp"
#include "flangeway/profile/read.hpp"
#include "section_run.hpp"

namespace flangeway::evolution {
namespace {

constexpr double conicity_amplitude = 3e-3;  // m, as usual

profile::Profile profile_of(const Line& line, std::size_t surface, const std::vector<Vec2>& points) {
  profile::Profile profile = line.first[surface];
  profile.curve = profile::Curve(points);
  return profile;
}

// "_wheelset1_left" of "wheelset1.left": the name of its profile files.
std::string suffix_of(const Line& line, std::size_t surface) {
  if (surface >= line.surfaces.size() - 2 * line.rails.size()) {
    const std::size_t rail = surface + 2 * line.rails.size() - line.surfaces.size();
    return fmt::format("_section{}_{}", rail / 2 + 1, rail % 2 == 0 ? "left" : "right");
  }
  if (line.spec.profiles == WheelProfiles::vehicle) return "";
  std::string suffix = "_" + line.surfaces[surface].name;
  std::replace(suffix.begin(), suffix.end(), '.', '_');
  return suffix;
}

std::vector<std::filesystem::path> write_profiles(const Line& line, const EvolutionFolder& folder,
                                                  const std::string& start,
                                                  const std::vector<std::vector<Vec2>>& profiles) {
  std::vector<std::filesystem::path> files;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const std::string name = start + suffix_of(line, i) + ".csv";
    folder.write(name, profile::write_csv(profile_of(line, i, profiles[i])));
    files.push_back(folder.path() / name);
  }
  return files;
}

// Equivalent conicity of a wheelset on the first rails of the first section; none where it does not run
// centred.
std::optional<double> conicity_of(const Line& line, const profile::Profile& left,
                                  const profile::Profile& right) {
  const vehicle_case::CaseGeometry& at = line.geometry;
  const auto geometry = geometry::make_geometry(left, right, at.profiles[2], at.profiles[3],
                                                at.profile_position, at.radius, at.placement);
  const auto difference = geometry::radius_difference(geometry, {});
  const auto conicity = assess::equivalent_conicity(difference, conicity_amplitude);
  return conicity ? conicity->nonlinear : std::nullopt;
}

// The origin on the tape circle again, as a reader puts it.
profile::Profile as_mounted(const Line& line, const Step& step, std::size_t surface) {
  profile::Profile profile = profile_of(line, surface, step.surfaces[surface].points);
  if (const auto at = profile::outermost_at_y(profile.curve, 0))
    profile.curve = profile.curve.moved({0, -profile.curve.point(*at).y()});
  return profile;
}

void measure(const Line& line, const EvolutionFolder& folder, std::size_t number, Step& step) {
  std::vector<std::vector<Vec2>> profiles;
  for (const Surface& surface : step.surfaces) profiles.push_back(surface.points);
  write_profiles(line, folder, fmt::format("profiles/{:04}", number), profiles);
  for (std::size_t i = 0; i < step.surfaces.size(); ++i) {
    Surface& surface = step.surfaces[i];
    if (!is_wheel(surface)) continue;
    surface.flange = profile::measure_flange(as_mounted(line, step, i));
    surface.hollow = hollow_depth(surface.points);
  }
  const bool alike = line.spec.profiles == WheelProfiles::vehicle;
  step.conicity.clear();
  for (std::size_t i = 0; i < (alike ? 1 : line.wheels.size() / 2); ++i)
    step.conicity.push_back(conicity_of(line, as_mounted(line, step, line.wheels[2 * i]),
                                        as_mounted(line, step, line.wheels[2 * i + 1])));
}

// Runs all sections with given profiles; nothing if it was stopped.
class Runner {
 public:
  Runner(const Line& line, const EvolutionFolder& folder, const EvolveOptions& options)
      : line_(line), folder_(folder), options_(options) {}

  std::optional<Evaluation> run(const std::vector<std::vector<Vec2>>& profiles, double mileage,
                                std::size_t number) {
    const auto files = write_profiles(line_, folder_, fmt::format("predicted/{:04}", number), profiles);
    const std::size_t count = line_.spec.sections.size();
    std::vector<SectionWear> sections(count);
    wheelrail::PairTables tables;
    std::atomic<bool> stop = false;
    for_each_index(
        count, options_.jobs,
        [&](std::size_t i) {
          if (!stop) sections[i] = run_section(line_, i, files, tables, stop);
        },
        [&] {
          if (!options_.progress) return;
          if (!options_.progress(mileage / line_.spec.mileage, number)) stop = true;
        });
    if (stop) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
      if (!sections[i].failure.empty())
        throw NumericalFailure(fmt::format("section {} after {:.0f} km: {}",
                                           line_.spec.sections[i].name.value, mileage / 1e3,
                                           sections[i].failure));
    }
    return add_up(line_, sections);
  }

 private:
  const Line& line_;
  const EvolutionFolder& folder_;
  const EvolveOptions& options_;
};

// All wheels get their first profiles again; rails stay.
void reprofile(const Line& line, Step& step) {
  double lost = 0;
  for (std::size_t i = 0; i < step.surfaces.size(); ++i) {
    if (!is_wheel(step.surfaces[i])) continue;
    lost = std::max(lost, radius_lost_by_reprofiling(line.surfaces[i].points, step.surfaces[i].points));
    step.surfaces[i].points = line.surfaces[i].points;
    step.surfaces[i].response.clear();
  }
  step.radius_lost += lost;
  step.reprofiled = true;
  step.since_reprofiling = 0;
}

bool all_completed(const Step& step) {
  return std::all_of(step.sections.begin(), step.sections.end(),
                     [](const SectionResult& section) { return section.status == "completed"; });
}

// Wear of the step's own profiles, not of predicted ones.
bool evaluate_here(Runner& runner, std::size_t number, Step& step) {
  std::vector<std::vector<Vec2>> profiles;
  for (const Surface& surface : step.surfaces) profiles.push_back(surface.points);
  std::optional<Evaluation> found = runner.run(profiles, step.mileage, number);
  if (!found) return false;
  for (std::size_t i = 0; i < step.surfaces.size(); ++i) step.surfaces[i].rate = std::move(found->rates[i]);
  step.sections = std::move(found->sections);
  return true;
}

Step first_step(const Line& line, const EvolutionFolder& folder) {
  Step step{.planned = line.spec.step.mileage, .surfaces = line.surfaces};
  measure(line, folder, 0, step);
  return step;
}

std::optional<Step> next_step(const Line& line, const EvolutionFolder& folder, Runner& runner,
                              const Step& from, std::size_t number) {
  const auto evaluate = [&](const std::vector<std::vector<Vec2>>& profiles) {
    return runner.run(profiles, from.mileage, number);
  };
  std::optional<Step> step = advance(from, line.spec.step, line.spec.mileage, evaluate);
  if (!step) return std::nullopt;
  measure(line, folder, number, *step);
  if (!line.spec.reprofiling || !is_due(*line.spec.reprofiling, *step)) return step;
  reprofile(line, *step);
  measure(line, folder, number, *step);
  if (!evaluate_here(runner, number, *step)) return std::nullopt;
  return step;
}

}  // namespace

bool is_due(const ReprofilingSpec& rule, const Step& step) {
  const auto beyond = [](double limit, double value) { return limit > 0 && value >= limit; };
  const auto below = [](double limit, double value) { return limit > 0 && value <= limit; };
  if (beyond(rule.mileage, step.since_reprofiling)) return true;
  return std::any_of(step.surfaces.begin(), step.surfaces.end(), [&](const Surface& wheel) {
    if (!is_wheel(wheel)) return false;
    if (beyond(rule.hollow, wheel.hollow)) return true;
    return wheel.flange && (below(rule.flange_thickness, wheel.flange->thickness) ||
                            beyond(rule.flange_height, wheel.flange->height) ||
                            below(rule.steepness, wheel.flange->steepness));
  });
}

std::vector<Step> evolve(const Line& line, EvolutionFolder& folder, const EvolveOptions& options) {
  Runner runner(line, folder, options);
  std::vector<Step> steps;
  if (std::optional<Step> stored = folder.read(0)) {
    steps.push_back(std::move(*stored));
  } else {
    steps.push_back(first_step(line, folder));
    if (!evaluate_here(runner, 0, steps.back())) return steps;
    folder.write(0, steps.back());
  }
  while (all_completed(steps.back()) && steps.back().mileage < line.spec.mileage) {
    const std::size_t number = steps.size();
    std::optional<Step> step = folder.read(number);
    if (!step) {
      step = next_step(line, folder, runner, steps.back(), number);
      if (!step) break;
      folder.write(number, *step);
    }
    steps.push_back(std::move(*step));
  }
  return steps;
}

}  // namespace flangeway::evolution
