// Cross-sections of wheels and rails.
//
// Profiles belong to a left-hand pair, in m: y to the field side, z up. A wheel has its origin at the tape
// circle, a rail at the top of its head.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace flangeway {

enum class ProfileKind { wheel, rail };

struct ProfilePoint {
  double y = 0, z = 0;  ///< m
};

struct ProfileOptions {
  /// Needed for files whose name does not tell it (two columns).
  std::optional<ProfileKind> kind = {};
  /// Shortest wavelength of measured points that is kept, mm; 0: the points are interpolated. Standard
  /// profiles are exact.
  double smoothing = 0;
};

/// Immutable and cheap to copy.
class Profile {
 public:
  /// A standard profile by its name ("s1002", "60e1"), or a file: MiniProf, SIMPACK, JSON, two columns in mm.
  /// Throws InputError.
  [[nodiscard]] static Profile load(const std::string& name_or_file, const ProfileOptions& options = {});
  /// Through points in m, checked and repaired like a file's. Throws InputError.
  [[nodiscard]] static Profile from_points(std::span<const ProfilePoint> points, ProfileKind kind,
                                           const std::string& name = "points", double smoothing = 0);
  /// Names of the standard profiles.
  [[nodiscard]] static std::vector<std::string> standard_names(ProfileKind kind);

  [[nodiscard]] ProfileKind kind() const;
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const std::string& source() const;  ///< the standard, or the file
  [[nodiscard]] double length() const;              ///< arc length, m
  [[nodiscard]] std::vector<ProfilePoint> points() const;
  /// The point at an arc length s in m, from the flange or the gauge side; 0 ≤ s ≤ length().
  [[nodiscard]] ProfilePoint at(double s) const;
  /// Repairs and rotations made while reading.
  [[nodiscard]] std::vector<std::string> repairs() const;
  /// Remarks on features that may change results, as a missing flange.
  [[nodiscard]] std::vector<std::string> warnings() const;
  /// As the text of a two-column file in mm, which load() reads.
  [[nodiscard]] std::string csv() const;

  struct Data;
  /// For the library itself.
  explicit Profile(std::shared_ptr<const Data> data);
  [[nodiscard]] const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

/// How a wheel was used, for shapes that test methods; it is no prediction of wear (docs/theory/wear.md).
struct WheelUse {
  double mean_shift = 2e-3;    ///< m, mean lateral position against the rail, positive towards the flange
  double shift_spread = 2e-3;  ///< m, its standard deviation
  double worn_area = 2e-5;     ///< m², lost from the profile
  double flange_share = 4;     ///< how much faster a surface at 45° wears than a level one
  double waviness = 0;         ///< m, amplitude of ridges along the profile
  int passes = 200;            ///< lateral positions that share the wear, ≥ 1
  std::uint64_t seed = 1;      ///< of their random draw
};
/// The wheel after its use on the rail, inclined at 1:40. Throws InputError.
[[nodiscard]] Profile worn_wheel(const Profile& wheel, const Profile& rail, const WheelUse& use);
/// Uses drawn at random: mean shifts −1 … 6 mm, spreads 1 … 3 mm, areas 0 … 60 mm², ridges up to 15 µm.
[[nodiscard]] std::vector<WheelUse> random_wheel_uses(std::size_t count, std::uint64_t seed);

}  // namespace flangeway
