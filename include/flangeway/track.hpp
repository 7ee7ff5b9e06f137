// A track over the arc length s of its centreline: alignment and irregularities.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace flangeway {

struct TrackSegment {
  double start = 0, length = 0;                   ///< m
  double curvature_start = 0, curvature_end = 0;  ///< 1/m, left positive
  double cant_start = 0, cant_end = 0;            ///< m, right rail above left
};

/// Displacement of each rail from its nominal position in the track frame, m.
struct RailDisplacement {
  double y_left = 0, z_left = 0, y_right = 0, z_right = 0;
};

/// Immutable and cheap to copy.
class Track {
 public:
  /// A track file (TOML) with settings "key=value". Throws InputError.
  [[nodiscard]] static Track load(const std::filesystem::path& file,
                                  const std::vector<std::string>& settings = {});
  /// The same from the text of one.
  [[nodiscard]] static Track from_text(const std::string& text,
                                       const std::vector<std::string>& settings = {});

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] double length() const;  ///< m
  [[nodiscard]] std::vector<TrackSegment> segments() const;
  [[nodiscard]] double curvature(double s) const;  ///< 1/m at s in m, left positive
  [[nodiscard]] double cant(double s) const;       ///< m, right rail above left
  [[nodiscard]] double gradient(double s) const;   ///< 1, uphill positive
  /// x, y, z of the centreline at s, m.
  [[nodiscard]] std::array<double, 3> centreline(double s) const;
  [[nodiscard]] RailDisplacement irregularities(double s) const;
  /// Remarks that stop nothing, such as a jump of curvature.
  [[nodiscard]] const std::vector<std::string>& notes() const;

  [[nodiscard]] std::string summary_json() const;  ///< as `flangeway track --json` prints it
  [[nodiscard]] std::string csv() const;           ///< centreline and irregularities over s
  [[nodiscard]] std::string svg() const;           ///< plan view, curvature, cant, gradient, irregularities

  struct Data;
  /// For the library itself.
  explicit Track(std::shared_ptr<const Data> data);

 private:
  std::shared_ptr<const Data> data_;
};

}  // namespace flangeway
