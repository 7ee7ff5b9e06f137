// Stresses inside the bodies due to the tractions of a patch (docs/theory/halfspace.md).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "flangeway/contact/patch/problem/problem.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {

/// Stresses in Pa, tension positive, and displacements in m.
struct PointStress {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
  double ux = 0, uy = 0, uz = 0;
};

/// Stress measures that strength criteria use, Pa.
struct Invariants {
  double hydrostatic = 0;         ///< mean of the three normal stresses
  double mises = 0;               ///< equivalent stress of von Mises
  double tresca = 0;              ///< largest minus smallest principal stress
  double largest = 0, least = 0;  ///< principal stresses
};
[[nodiscard]] Invariants invariants(const PointStress& stress);
/// Two of them, which need no principal stresses.
[[nodiscard]] double hydrostatic(const PointStress& stress);
[[nodiscard]] double mises(const PointStress& stress);

/// One depth of one body: a value at the centre of each element of the grid (index as in Grid).
struct StressField {
  double z = 0;  ///< m, > 0 in body 1, < 0 in body 2
  std::vector<PointStress> points;
};

/// Results computed in a layer. Displacements take a third of the time.
enum class LayerValues { stresses, stresses_and_displacements };

/// Stresses and displacements under constant tractions on the elements of a grid, layer by layer, by Fourier
/// transforms. Not for several threads at once.
class StressLayers {
 public:
  /// Without displacements those of a layer are zero.
  StressLayers(const Grid& grid, const Tractions& tractions,
               LayerValues values = LayerValues::stresses_and_displacements);
  ~StressLayers();
  /// At height z in the middle of each element. `body` is the one that z lies in: the stresses depend on its
  /// Poisson ratio only. z = 0: just below the surface of body 1. Displacements are those of a half-space
  /// that rests far away.
  [[nodiscard]] StressField at(const Material& body, double z);

  struct Depth {
    Material body;
    double z;  ///< m
  };
  /// The same at many depths, on up to `threads` threads, each with work space of its own (about 15 MB for
  /// 120 × 120 elements). `fields`: one for each depth; memory that it has is used again.
  void at(const std::vector<Depth>& depths, std::size_t threads, std::vector<StressField>& fields);

 private:
  class Transforms;
  std::vector<std::unique_ptr<Transforms>> transforms_;  ///< one for each thread that was needed
};

/// The same at any points (x, y) of one height, by sums over the elements in contact.
[[nodiscard]] std::vector<PointStress> subsurface_stress_at(const Grid& grid, const Tractions& tractions,
                                                            const Material& body, double z,
                                                            const std::vector<Vec2>& points);

}  // namespace flangeway::contact::patch
