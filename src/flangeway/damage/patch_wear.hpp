// Wear by one contact patch, over its elements.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/damage/wear_law.hpp"

namespace flangeway::damage {

struct PatchWear {
  std::vector<double> depth;  ///< m, that each row of the patch takes from a surface in one pass
  double volume = 0;          ///< m³ per m rolled
  double t_gamma = 0;         ///< N, frictional work per distance rolled
  double beyond = 0;          ///< N, the part of it where the law is extrapolated
  /// N, what FASTSIM gives where t_gamma was given (EllipseContact); else t_gamma.
  double solved_t_gamma = 0;
};

/// Over the elements of a patch that was solved by any method.
void find_wear(const WearLaw& law, const contact::patch::Problem& problem,
               const contact::patch::Solution& solution, PatchWear& wear);

/// A Hertzian contact as a run knows it.
struct EllipseContact {
  double a = 0, b = 0;                              ///< m, semi-axes along and across the rail
  double normal_force = 0;                          ///< N
  double creepage_x = 0, creepage_y = 0, spin = 0;  ///< 1, 1, 1/m
  double friction = 0;                              ///< coefficient
  double speed = 0;                                 ///< m/s
  /// N, frictional work per distance by the creep forces that the contact has in its run. FASTSIM then only
  /// says how it is spread over the patch. Not given: that of FASTSIM.
  std::optional<double> t_gamma = std::nullopt;
};

/// It bears something and rolls.
[[nodiscard]] bool is_in_contact(const EllipseContact& contact);

/// Tractions and slip on an ellipse by FASTSIM under Hertz's pressure on `elements`² elements.
class EllipseSolver {
 public:
  EllipseSolver(const contact::patch::ElasticPair& material, int elements);
  /// False where it is not in contact.
  bool solve(const EllipseContact& contact);
  [[nodiscard]] const contact::patch::Grid& grid() const { return problem_.grid; }
  [[nodiscard]] const contact::patch::Solution& solution() const { return solution_; }

 private:
  contact::patch::Problem problem_;
  contact::patch::Solution solution_;
  contact::patch::Workspace workspace_;
};

/// Wear by such contacts. The rows of elements reach from edge to edge of the ellipse, with short elements at
/// both: docs/theory/wear_laws.md, "Contacts of a run".
class EllipseWear {
 public:
  EllipseWear(const contact::patch::ElasticPair& material, int elements);
  /// False, and no wear, where it is not in contact. The rows are `elements` strips of equal width 2b/n.
  bool find(const WearLaw& law, const EllipseContact& contact, PatchWear& wear);

 private:
  // A piece of a row between two places.
  struct Element {
    double length, pressure, work, slip;  // m, Pa, Pa, 1
  };
  void scale_to(double t_gamma, PatchWear& wear);
  void march(const EllipseContact& contact, double y, double root, Element* row) const;

  contact::patch::ElasticPair material_;
  contact::patch::Flexibility flexibility_;  // of the contact in hand
  std::vector<double> cosine_, sine_;        // of the ends of the elements, from the leading edge on
  std::vector<Element> elements_;
  std::vector<Sliding> sliding_;  // of the elements that slide
  std::vector<std::size_t> sliding_elements_;
  std::vector<double> rates_;
};

}  // namespace flangeway::damage
