// The elements of a vehicle file whose law a user brings: docs/howto/own_laws.md.
#pragma once

#include "flangeway/law/law_spec.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Keys of both.
struct LibraryElementSpec : ElementSpec {
  law::LawSpec own;
  double preload = 0;  ///< N, resists the deflection
  bool auto_preload = true;

 protected:
  void describe_law(document::Visitor& v);
  /// Null where there is a finding.
  [[nodiscard]] std::shared_ptr<const law::Law> load(ElementBuilder& b) const;
  /// The law of an element that has its points and its direction.
  template <typename E>
  void add(ElementBuilder& b, E element, std::shared_ptr<const law::Law> law) const;
};

/// Along the line of two points.
struct LibraryLineSpec : LibraryElementSpec {
  static constexpr const char *list = "library_lines", *type = "library_line",
                              *help = "elements along a line with a law of your own, from a shared library";
  Triple position_i{}, position_j{};

  void describe(document::Visitor& v);
  void visit_vectors(VectorVisit& visit);
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;
};

/// Along a direction of body i.
struct LibraryDirectionSpec : LibraryElementSpec {
  static constexpr const char *list = "library_springs", *type = "library_spring",
                              *help =
                                  "elements along a direction of body_i with a law of your own, from a "
                                  "shared library";
  Triple position{}, direction{0, 0, 1};

  void describe(document::Visitor& v);
  void visit_vectors(VectorVisit& visit);
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;
};

}  // namespace flangeway::vehicle
