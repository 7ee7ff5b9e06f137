#include "flangeway/vehicle/library_element.hpp"

#include "flangeway/law/law.hpp"
#include "flangeway/multibody/elements/library_call.hpp"
#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::vehicle {

void LibraryElementSpec::describe_law(document::Visitor& v) {
  law::describe(v, own, "shared library with the law: flangeway_element_law of flangeway_law.h",
                "numbers of the law; those that are not given have the values of the library",
                document::Presence::required);
  v.number("preload", preload, {.unit = "N"},
           "force against the deflection in the nominal position, beside the force of the law, with "
           "auto_preload = false");
  describe_auto_preload(v, auto_preload);
}

std::shared_ptr<const law::Law> LibraryElementSpec::load(ElementBuilder& b) const {
  if (own.library.value.empty()) return nullptr;  // the reader has said so
  std::shared_ptr<const law::Law> law = b.load_law(own, key);
  if (law == nullptr) return nullptr;
  try {
    (void)multibody::LibraryCall{law.get()}.slopes({});
  } catch (const NumericalFailure& failure) {
    b.complain(*this, "library", {"has a law that fails at rest", failure.what(), "", "Correct the law"});
    return nullptr;
  }
  return law;
}

template <typename E>
void LibraryElementSpec::add(ElementBuilder& b, E element, std::shared_ptr<const law::Law> law) const {
  element.state_count = static_cast<double>(law->state_count);
  element.gives_energy = law->gives_energy ? 1 : 0;
  element.law = std::move(law);
  element.preload = preload, element.auto_preload = auto_preload;
  b.add(element);
}

void LibraryLineSpec::describe(document::Visitor& v) {
  describe_ends(v);
  describe_line(v, position_i, position_j);
  describe_law(v);
}

void LibraryLineSpec::visit_vectors(VectorVisit& visit) {
  visit.point(position_i);
  visit.point(position_j);
}

void LibraryLineSpec::check(ElementBuilder& b) const {
  b.check_length(*this, position_i, position_j);
  b.check_preload(*this, preload != 0, auto_preload);
}

void LibraryLineSpec::place(ElementBuilder& b) const {
  const Ends ends = b.ends_of(*this);
  std::shared_ptr<const law::Law> law = load(b);
  if (!ends.ok || law == nullptr) return;
  auto element = b.element<multibody::LibraryLine>(*this, ends);
  element.point_i = b.local(ends.i, position_i), element.point_j = b.local(ends.j, position_j);
  element.length = (vec(position_j) - vec(position_i)).norm();
  add(b, std::move(element), std::move(law));
}

void LibraryDirectionSpec::describe(document::Visitor& v) {
  describe_ends(v);
  v.triple("position", position, required_point(), "nominal position where the force acts");
  v.triple("direction", direction, {.unit = "1"},
           "direction, fixed in body_i, of the motion of body_j that the element resists");
  describe_law(v);
}

void LibraryDirectionSpec::visit_vectors(VectorVisit& visit) {
  visit.point(position);
  visit.vector(direction, false);
}

void LibraryDirectionSpec::check(ElementBuilder& b) const {
  b.check_preload(*this, preload != 0, auto_preload);
  if (!any(direction)) b.complain(*this, "direction", {"is zero", "", "a vector of any length but zero", ""});
}

void LibraryDirectionSpec::place(ElementBuilder& b) const {
  const Ends ends = b.ends_of(*this);
  std::shared_ptr<const law::Law> law = load(b);
  if (!ends.ok || law == nullptr || !any(direction)) return;
  auto element = b.point_element<multibody::LibraryDirection>(*this, ends);
  element.direction = vec(direction).normalized();
  add(b, std::move(element), std::move(law));
}

}  // namespace flangeway::vehicle
