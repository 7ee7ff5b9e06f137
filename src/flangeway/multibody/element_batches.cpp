#include "flangeway/multibody/element_batches.hpp"

#include <algorithm>

namespace flangeway::multibody {

namespace {

void fill(AxialBatch& batch, std::size_t lane, const AxialElement& e, double present) {
  set(batch.point_i, lane, e.point_i);
  set(batch.point_j, lane, e.point_j);
  batch.length.set(lane, e.length);
  batch.stiffness.set(lane, present * e.stiffness);
  batch.damping.set(lane, present * e.damping);
  batch.preload.set(lane, present * e.preload);
  batch.any_table = batch.any_table || e.spring.given() || e.damper.given();
}

void fill(SeriesBatch& batch, std::size_t lane, const SeriesElement& e, double present) {
  set(batch.point_i, lane, e.point_i);
  set(batch.point_j, lane, e.point_j);
  batch.length.set(lane, e.length);
  batch.stiffness.set(lane, present * e.stiffness);
  batch.damping.set(lane, e.damping);
  batch.auxiliary[lane] = e.auxiliary;
}

/// Where no damper is, the first auxiliary state stands in, without stiffness.
void fill(ShearBatch::SeriesDampers& batch, std::size_t lane, const ShearElement::SeriesDamper& damper,
          double present) {
  const bool given = damper.auxiliary != no_index;
  batch.given[lane] = given;
  batch.stiffness.set(lane, given ? present * damper.stiffness : 0);
  batch.damping.set(lane, given ? damper.damping : 1);
  batch.auxiliary[lane] = given ? damper.auxiliary : 0;
  batch.any = batch.any || given;
}

void fill(ShearBatch& batch, std::size_t lane, const ShearElement& e, double present) {
  set(batch.point_i, lane, e.point_i);
  set(batch.point_j, lane, e.point_j);
  set(batch.stiffness, lane, present * e.stiffness);
  set(batch.damping, lane, present * e.damping);
  set(batch.preload, lane, present * e.preload);
  for (std::size_t k = 0; k < 3; ++k) fill(batch.series[k], lane, e.series[k], present);
}

void fill(TorsionBatch& batch, std::size_t lane, const TorsionElement& e, double present) {
  set(batch.stiffness, lane, present * e.stiffness);
  set(batch.damping, lane, present * e.damping);
  set(batch.preload, lane, present * e.preload);
}

void fill(const Model& model, BumpStopBatch& batch, std::size_t lane, const BumpStopElement& e) {
  set(batch.point_i, lane, e.point_i);
  set(batch.point_j, lane, e.point_j);
  set(batch.direction, lane, e.direction);
  batch.gap.set(lane, e.clearance + model.table_points[e.table.first][0]);
}

/// Calls fill(batch, lane, element, 1 or, beyond the last element, 0).
template <typename Batch, typename Element, typename Fill>
std::vector<Batch> make(const std::vector<Element>& elements, const Fill& fill_lane) {
  std::vector<Batch> batches((elements.size() + math::batch_size - 1) / math::batch_size);
  for (std::size_t place = 0; place < batches.size() * math::batch_size; ++place) {
    Batch& batch = batches[place / math::batch_size];
    const std::size_t lane = place % math::batch_size;
    const bool present = place < elements.size();
    const Element& element = present ? elements[place] : elements.back();
    batch.first = place - lane;
    batch.count += present;
    batch.i[lane] = element.i;
    batch.j[lane] = element.j;
    fill_lane(batch, lane, element, present ? 1.0 : 0.0);
  }
  return batches;
}

}  // namespace

ElementBatches make_element_batches(const Model& model) {
  const auto plain = [](auto& batch, std::size_t lane, const auto& element, double present) {
    fill(batch, lane, element, present);
  };
  const auto stop = [&](BumpStopBatch& batch, std::size_t lane, const BumpStopElement& e, double) {
    fill(model, batch, lane, e);
  };
  return {make<AxialBatch>(model.axial, plain), make<SeriesBatch>(model.series, plain),
          make<ShearBatch>(model.shear, plain), make<TorsionBatch>(model.torsion, plain),
          make<BumpStopBatch>(model.bump_stops, stop)};
}

}  // namespace flangeway::multibody
