// Copies and mirror images of the elements of a vehicle file. Private to the room.
#pragma once

#include <vector>

#include "flangeway/vehicle/element_spec.hpp"

namespace flangeway::vehicle {

class Shift : public VectorVisit {
 public:
  explicit Shift(double along) : along_(along) {}
  void point(Triple& position) override { position[0] += along_; }
  void vector(Triple&, bool) override {}
  void moment(Triple&) override {}

 private:
  double along_;
};

class Mirror : public VectorVisit {
 public:
  void point(Triple& position) override { position[1] = -position[1]; }
  void vector(Triple& value, bool) override { value[1] = -value[1]; }
  void moment(Triple& value) override {
    value[0] = -value[0];
    value[2] = -value[2];
  }
  void matrix(std::vector<double>& values) override {
    constexpr double sign[] = {1, -1, 1, -1, 1, -1};
    for (std::size_t k = 0; k < values.size(); ++k) values[k] *= sign[k / 6] * sign[k % 6];
  }
};

/// On which side of the middle plane the points lie.
class Side : public VectorVisit {
 public:
  void point(Triple& position) override {
    sum_ += position[1];
    central_ = central_ && position[1] == 0;
  }
  void vector(Triple& value, bool keeps_to_side) override {
    central_ = central_ && !(keeps_to_side && value[1] != 0);
  }
  void moment(Triple& value) override { central_ = central_ && value[0] == 0 && value[2] == 0; }
  [[nodiscard]] bool is_left() const { return sum_ >= 0; }
  /// The element is its own mirror image.
  [[nodiscard]] bool is_central() const { return central_; }

 private:
  double sum_ = 0;
  bool central_ = true;
};

template <typename Spec>
[[nodiscard]] Side side_of(Spec spec) {
  Side side;
  spec.visit_vectors(side);
  return side;
}

template <typename Spec>
void transform(Spec& spec, VectorVisit&& visit) {
  spec.visit_vectors(visit);
}

template <typename Spec>
[[nodiscard]] Spec copy_of(const Spec& original, const CopySpec& copy) {
  Spec out = original;
  out.name = copy.name;
  if (!copy.body_i.value.empty()) out.body_i = copy.body_i;
  if (!copy.body_j.value.empty()) out.body_j = copy.body_j;
  if constexpr (requires { out.normal; })
    if (!copy.normal_from.value.empty()) out.normal.normal_from = copy.normal_from;
  transform(out, Shift(copy.shift));
  return out;
}

/// The element itself, its copies, and the mirror images of all of them, without `copies` and `mirror_y`.
template <typename Spec>
[[nodiscard]] std::vector<Spec> expand(const Spec& spec) {
  std::vector<Spec> out = {spec};
  for (const CopySpec& copy : spec.copies) out.push_back(copy_of(spec, copy));
  const std::size_t count = spec.mirror_y ? out.size() : 0;
  const bool left = side_of(spec).is_left();
  for (std::size_t k = 0; k < count; ++k) {
    Spec image = out[k];
    transform(image, Mirror());
    out[k].name.value += left ? "_left" : "_right";
    image.name.value += left ? "_right" : "_left";
    out.push_back(std::move(image));
  }
  for (Spec& element : out) element.copies.clear(), element.mirror_y = false;
  return out;
}

}  // namespace flangeway::vehicle
