// Wheel profiles that evolve with mileage: runs over the sections of a line, wear summed by their shares over
// all wheels, a new profile, and again. Theory: docs/theory/wear_laws.md, "Profiles that evolve".
//
// The folder of an evolution:
//   line.json             identity: hashes of inputs and settings, program
//   steps/0003.json       profile and results at the beginning of step 3; written once, when it is complete
//   profiles/0003.csv     the profile, as `flangeway profile` reads it
//   results.csv           a line for each step
//   evolution.html        the page
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/damage/wear_law.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/evolution/line_spec.hpp"
#include "flangeway/profile/measure.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::evolution {

/// A line that is ready to run.
struct Line {
  LineSpec spec;
  damage::WearLaw law;
  std::vector<document::Assignments> sets;  ///< of each section
  profile::Profile first;                   ///< the profile of all wheels at the beginning
  std::string identity;                     ///< hash of all that the results depend on but the mileage
};
/// Reads the line, its law and the case of each section. `sets` change keys of the line file. nullopt if
/// there is any finding.
[[nodiscard]] std::optional<Line> load_line(const document::Document& file, Findings& findings);

/// What a section did to the wheels with the profile of a step.
struct SectionResult {
  std::string status;       ///< "completed", "derailed", "stopped"
  double wear_number = 0;   ///< N, Tγ, mean of all wheels
  double yq_max = 0;        ///< largest Y/Q
  double area_rate = 0;     ///< m² that the section of a wheel loses per m, mean of all wheels
  double beyond_tests = 0;  ///< largest share of a wheel's frictional work beyond the tests of the law
};

/// A profile and what it does until the next one.
struct Step {
  double mileage = 0;            ///< m, at its beginning
  double length = 0;             ///< m, until the next step
  std::vector<Vec2> points;      ///< of the profile
  bool reprofiled = false;       ///< the profile is the first one again
  double area_lost = 0;          ///< m², by wear since the beginning
  double radius_lost = 0;        ///< m, by reprofiling since the beginning
  double since_reprofiling = 0;  ///< m
  std::optional<profile::FlangeMeasures> flange;
  double hollow = 0;                    ///< m
  std::optional<double> conicity;       ///< equivalent, at 3 mm
  std::vector<double> depths;           ///< m, that bins along the profile lose until the next step
  double bin = 0;                       ///< m, width of a bin
  std::vector<SectionResult> sections;  ///< none in the last step
};

/// Whether wheels get their first profile again.
[[nodiscard]] bool is_due(const ReprofilingSpec& rule, const Step& step);

struct EvolveOptions {
  std::size_t jobs = 1;
  /// Called from the calling thread about every 50 ms with the share that is done and the number of steps;
  /// false ends the work, and the step in hand is lost.
  std::function<bool(double fraction, std::size_t steps)> progress;
};

class EvolutionFolder {
 public:
  /// Makes the folder or opens one with results of the same line. Findings: it holds those of another line,
  /// unless `force`, which removes them.
  [[nodiscard]] static std::optional<EvolutionFolder> open(const std::filesystem::path& folder,
                                                           const Line& line, const std::string& command_line,
                                                           bool force, Findings& findings);
  [[nodiscard]] std::optional<Step> read(std::size_t number) const;
  void write(std::size_t number, const Step& step) const;
  void write(const std::string& name, std::string_view content) const;
  /// The profile file of a step, as an absolute path.
  [[nodiscard]] std::filesystem::path profile_file(std::size_t number) const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit EvolutionFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// All steps up to the mileage of the line, those of the folder first. Fewer if progress() ended the work or
/// a run derailed. Throws NumericalFailure with mileage and section where a run fails.
[[nodiscard]] std::vector<Step> evolve(const Line& line, const EvolutionFolder& folder,
                                       const EvolveOptions& options);

/// Tables, JSON and the page; the page and results.csv are written into the folder.
[[nodiscard]] std::string evolution_json(const Line& line, const std::vector<Step>& steps);
[[nodiscard]] std::string evolution_text(const std::vector<Step>& steps);
void write_results(const Line& line, const std::vector<Step>& steps, const EvolutionFolder& folder,
                   const std::string& command_line);

}  // namespace flangeway::evolution
