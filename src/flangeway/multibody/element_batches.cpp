#include "flangeway/multibody/element_batches.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"
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
  FLANGEWAY_ASSERT(first < elements.size(), "a batch has at least one element");
  ElementBatch<Kind> batch;
  batch.count = std::min(math::batch_size, elements.size() - first);
  const Kind<double>* four[math::batch_size];
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const Element<Kind>& e = elements[std::min(first + lane, elements.size() - 1)];
    four[lane] = &e;
    batch.present.set(lane, lane < batch.count ? 1 : 0);
    batch.i[lane] = e.i, batch.j[lane] = e.j;
    if constexpr (calls_library<Kind<double>>) {
      batch.curves.laws[lane] = e.law.get();
    } else {
      for (std::size_t k = 0; k < e.tables.size(); ++k)
        set_lane(batch.curves[k], lane, curve_of(model, e.tables[k]));
    }
    for (std::size_t k = 0; k < batch.sources.size(); ++k) {
      if (e.sources[k].output == no_index) continue;
      batch.sources[k].given.set(lane, 1);
      batch.sources[k].output[lane] = e.sources[k].output;
    }
    for (std::size_t k = 0; k < batch.states.size(); ++k) {
      if (e.auxiliary[k] == no_index || lane >= batch.count) continue;
      batch.states[k].any = batch.states[k].given[lane] = true;
      batch.states[k].index[lane] = e.auxiliary[k];
      if constexpr (has_surfaces<Kind<double>>) {
        const double rate = e.slip_rate(k);
        batch.states[k].slip_time.set(lane, rate > 0 ? 1 / rate : 0);
      }
    }
  }
  math::gather<Kind>({four[0], four[1], four[2], four[3]}, batch.law);
  return batch;
}

template <template <typename> class Kind>
void fill(const Model& model, const std::vector<Element<Kind>>& elements, ElementBatches& batches) {
  using Batches = std::vector<ElementBatch<Kind>>;
  if (elements.empty()) return;
  for (std::size_t first = 0; first < elements.size(); first += math::batch_size)
    std::get<Batches>(batches.kinds).push_back(make_batch(model, elements, first));
  if (has_surfaces<Kind<double>>) batches.surfaces.force.assign(model.auxiliary_count, 0.0);
  batches.present.push_back(
      [](const ElementBatches& all, ElementSums& sums) { add_forces(std::get<Batches>(all.kinds), sums); });
}

}  // namespace

ElementBatches make_element_batches(const Model& model) {
  ElementBatches batches;
  std::apply([&](const auto&... elements) { (fill(model, elements, batches), ...); }, model.lists->kinds);
  batches.surfaces.place = batches.surfaces.force;
  return batches;
}

const Surfaces& surfaces_of(const Workspace& workspace) {
  return workspace.elements->surfaces;
}

double slip_work(const Surfaces& from, const Surfaces& to) {
  double work = 0;
  for (std::size_t k = 0; k < from.force.size(); ++k)
    work += (from.force[k] + to.force[k]) / 2 * (to.place[k] - from.place[k]);
  return work;
}

}  // namespace flangeway::multibody
