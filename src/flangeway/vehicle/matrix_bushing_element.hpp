// The bushing with full matrices of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

struct MatrixBushingSpec : ElementSpec {
  static constexpr const char *list = "matrix_bushings", *type = "matrix_bushing",
                              *help = "bushings with full matrices of stiffness and damping";
  BushingPlace place_of{};
  std::vector<double> stiffness, damping;  ///< 36 numbers, row after row, or none
  Triple preload{};                        ///< force on body j, N
  bool auto_preload = true;

  void describe(document::Visitor& v);
  void visit_vectors(VectorVisit& visit) {
    place_of.visit_vectors(visit);
    visit.vector(preload, false);
    visit.matrix(stiffness);
    visit.matrix(damping);
  }
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;
};

}  // namespace flangeway::vehicle
