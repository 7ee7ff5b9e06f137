// Wheel and rail profiles that evolve with mileage: runs over the sections of a line, wear summed by their
// shares, new profiles, and again. Theory: docs/theory/wear_laws.md, "Profiles that evolve".
//
// The folder of an evolution:
//   line.json             identity: hashes of inputs and settings, program
//   steps/0003.json       step 3: profiles and their wear; written once, when it is complete
//   profiles/0003.csv     its profile, as `flangeway profile` reads it; _NAME where there are several
//   predicted/            profiles of the runs in hand
//   results.csv           a line for each step
//   evolution.html        the page
#pragma once

#include <array>
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
#include "flangeway/evolution/step.hpp"
#include "flangeway/profile/measure.hpp"
#include "flangeway/vehicle_case/geometry.hpp"

namespace flangeway::evolution {

/// The rails of a section that wear.
struct RailPair {
  std::array<std::size_t, 2> surfaces{};  ///< left, right
  double passes = 0;                      ///< of axles per m of mileage
  double lateral = 0;   ///< m, of the profiles' origins from the middle of the track: they stay as rails wear
  double distance = 0;  ///< m, of the rails, to which cant refers
};

/// A line that is ready to run.
struct Line {
  LineSpec spec;
  damage::WearLaw law;
  std::vector<document::Assignments> sets;  ///< of each section
  std::vector<Surface> surfaces;            ///< at the beginning, wheels first
  std::vector<profile::Profile> first;      ///< their profiles
  std::vector<std::size_t> wheels;          ///< surface of each wheel, left and right in turn
  std::vector<RailPair> rails;              ///< of each section; empty: they stay
  vehicle_case::CaseGeometry geometry;      ///< of the first section, for conicities
  std::string identity;                     ///< hash of all that the results depend on but the mileage
};
/// Reads the line, its law and the case of each section. `sets` change keys of the line file. nullopt if
/// there is any finding.
[[nodiscard]] std::optional<Line> load_line(const document::Document& file, Findings& findings);

/// Whether wheels get their first profiles again.
[[nodiscard]] bool is_due(const ReprofilingSpec& rule, const Step& step);

struct EvolveOptions {
  std::size_t jobs = 1;
  /// Called from the calling thread about every 50 ms with the share that is done and the number of steps;
  /// false ends the work, and the step in hand is lost.
  std::function<bool(double fraction, std::size_t steps)> progress;
};

class EvolutionFolder {
 public:
  /// Makes the folder or opens one with results of the same line, for this process alone. Findings: it holds
  /// those of another line, unless `force`, which removes them; another process uses it.
  [[nodiscard]] static std::optional<EvolutionFolder> open(const std::filesystem::path& folder,
                                                           const Line& line, const std::string& command_line,
                                                           bool force, Findings& findings);
  /// A step that was done before. One that is damaged, or of another number or line, gives nothing, and a
  /// note.
  [[nodiscard]] std::optional<Step> read(std::size_t number);
  /// Steps that read() has refused so far, and that the steps of an earlier program have no checksums.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  void write(std::size_t number, const Step& step) const;
  void write(const std::string& name, std::string_view content) const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  EvolutionFolder(std::filesystem::path path, std::string identity)
      : path_(std::move(path)), identity_(std::move(identity)) {}
  std::filesystem::path path_;
  std::string identity_;  // of the line
  std::shared_ptr<const int> lock_;
  bool has_seals_ = true;
  std::vector<std::string> notes_;
};

/// All steps up to the mileage of the line, those of the folder first. Fewer if progress() ended the work or
/// a run derailed. Throws NumericalFailure with mileage and section where a run fails.
[[nodiscard]] std::vector<Step> evolve(const Line& line, EvolutionFolder& folder,
                                       const EvolveOptions& options);

/// Tables, JSON and the page; the page and results.csv are written into the folder.
[[nodiscard]] std::string evolution_json(const Line& line, const std::vector<Step>& steps);
[[nodiscard]] std::string evolution_text(const std::vector<Step>& steps);
void write_results(const Line& line, const std::vector<Step>& steps, const EvolutionFolder& folder,
                   const std::string& command_line);

}  // namespace flangeway::evolution
