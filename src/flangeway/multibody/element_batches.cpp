#include "flangeway/multibody/element_batches.hpp"

#include <algorithm>

#include "flangeway/math/batch_structs.hpp"

template class flangeway::Indirect<flangeway::multibody::ElementBatches>;

namespace flangeway::multibody {

namespace {

void set_lane(Curve<math::Batch>& four, std::size_t lane, const Curve<double>& one) {
  four.lanes[lane] = one;
  if (!one.given()) return;
  four.any = true;
  four.first.set(lane, one.start());
}

template <template <typename> class Kind>
ElementBatch<Kind> make_batch(const Model& model, const std::vector<Element<Kind>>& elements,
                              std::size_t first) {
  ElementBatch<Kind> batch;
  batch.count = std::min(math::batch_size, elements.size() - first);
  const Kind<double>* four[math::batch_size];
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const Element<Kind>& e = elements[std::min(first + lane, elements.size() - 1)];
    four[lane] = &e;
    batch.present.set(lane, lane < batch.count ? 1 : 0);
    batch.i[lane] = e.i, batch.j[lane] = e.j;
    for (std::size_t k = 0; k < e.tables.size(); ++k)
      set_lane(batch.curves[k], lane, curve_of(model, e.tables[k]));
    for (std::size_t k = 0; k < batch.sources.size(); ++k)
      if (e.sources[k].output != no_index) batch.sources[k][lane] = e.sources[k].output;
    for (std::size_t k = 0; k < batch.states.size(); ++k) {
      if (e.auxiliary[k] == no_index || lane >= batch.count) continue;
      batch.states[k].any = batch.states[k].given[lane] = true;
      batch.states[k].index[lane] = e.auxiliary[k];
    }
  }
  math::gather<Kind>({four[0], four[1], four[2], four[3]}, batch.law);
  return batch;
}

template <template <typename> class Kind>
void fill(const Model& model, const std::vector<Element<Kind>>& elements,
          std::vector<ElementBatch<Kind>>& batches) {
  for (std::size_t first = 0; first < elements.size(); first += math::batch_size)
    batches.push_back(make_batch(model, elements, first));
}

}  // namespace

ElementBatches make_element_batches(const Model& model) {
  ElementBatches batches;
  std::apply(
      [&](const auto&... elements) {
        std::apply([&](auto&... four) { (fill(model, elements, four), ...); }, batches.kinds);
      },
      model.lists->kinds);
  return batches;
}

}  // namespace flangeway::multibody
