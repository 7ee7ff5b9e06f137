// Loads profiles by name or from files: MiniProf (.whl, .ban), SIMPACK (.prw, .prr), JSON of
// OpenRailVehicleDynamics, two columns (any ending). What a file holds decides; its ending is a hint.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "flangeway/core/choice.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway::profile {

/// Position of the origin of a profile from a file.
enum class Origin {
  house,  ///< wheel with a flange: the tape circle, 70 mm from the flange back; rail: highest point at z = 0,
          ///< y as in the file
  file    ///< as in the file
};

constexpr auto alternatives_of(Origin) {
  using One = Alternative<Origin>;
  return std::array{
      One{Origin::house, "usual",
          "the tape circle of a wheel, 70 mm from the back of its flange; the highest point of a rail"},
      One{Origin::file, "file", "that of the file, which has been put there for its vehicle or track"}};
}

/// Meaning of `smoothing`.
enum class SmoothingMethod {
  wavelength,       ///< mm: waviness of this wavelength is halved, by a penalty on the curvature
  weight,           ///< mm³: the factor of that penalty itself, every point counted once
  third_derivative  ///< mm: the same by B-splines with a penalty on the third derivative, a sharper filter
};

struct ReadOptions {
  /// Shortest wavelength in mm that is kept: waviness along the profile of this wavelength is halved, shorter
  /// vanishes, one of twice the wavelength keeps 94 %. 0 interpolates the points. Measured profiles: 2 to 5.
  double smoothing = 0;
  Origin origin = Origin::house;
  /// Mirror y or z. Absent: found from the shape, see docs/theory/profiles.md.
  std::optional<bool> mirror_y = {}, mirror_z = {};
  /// Length of one unit of the file in mm; absent: what the file says, else mm.
  std::optional<double> unit_mm = {};
  SmoothingMethod smoothing_method = SmoothingMethod::wavelength;
  double scale = 1;  ///< factor on the coordinates beyond the unit
  /// A SIMPACK file that mirrors itself is mirrored back by mirror_y or mirror_z = true, and stays mirrored
  /// with false.
  bool combine_y = false, combine_z = false;
  /// As the program CONTACT reads: a file of unknown ending has two columns, with a heading or without, keys
  /// that are not known and short lines are left out, numbers of points announced do not count, and two
  /// points are enough.
  bool lenient = false;
  double zigzag = 150;  ///< degrees: segments with sharper turns at both ends shrink to their middle
  double kink_high = 30, kink_low = 6;  ///< degrees: a kink turns by more, its neighbours by less
  double kink_width = 2;                ///< mm
};

/// A standard shape by its name, or a profile from a file; a relative file name is taken from the folder of
/// `where.file`. Whatever is wrong becomes a finding: with its place in the profile file where it is in
/// there, else at `where`. Returns nothing if and only if there is a new finding. A standard shape is exact:
/// options do not touch it.
[[nodiscard]] std::optional<Profile> load_profile(const std::string& name_or_file, Kind kind,
                                                  const ReadOptions& options, const SourceLocation& where,
                                                  Findings& findings);

/// Kind of a standard shape, or of a file, by its ending; nothing for a two-column file.
[[nodiscard]] std::optional<Kind> kind_of(const std::string& name_or_file);

/// The kind of a file by its content: its words, a flange, or a head that falls off at both ends. Nothing
/// where that does not tell.
[[nodiscard]] std::optional<Kind> kind_of_content(std::string_view text, const std::string& file_name);

/// load_profile from the text of a file; its name tells the format by its extension.
[[nodiscard]] std::optional<Profile> read_profile(std::string_view text, const std::string& file_name,
                                                  Kind kind, const ReadOptions& options, Findings& findings);

/// The profile as a two-column file, y and z in mm in our convention (z up), which read_profile reads again.
[[nodiscard]] std::string write_csv(const Profile& profile);

}  // namespace flangeway::profile
