#include "flangeway/multibody/elements/library_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/law/law.hpp"
#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/library_failure.hpp"

namespace flangeway::multibody {
namespace {

static_assert(library_states == FLANGEWAY_ELEMENT_STATES);
static_assert(library_inputs == FLANGEWAY_ELEMENT_IN_ROWS);
static_assert(library_values == FLANGEWAY_ELEMENT_BY_DEFLECTION);
static_assert(library_values + library_slopes == FLANGEWAY_ELEMENT_OUT_ROWS);

constexpr std::size_t sloped = 2 + library_states;  // force, state rates and energy

std::string describe(const law::Law& law, int code, const double* in) {
  return fmt::format("the {} {} {} with {}. Correct the law, or the vehicle", law::text_of(law.kind),
                     law.name, law::describe_failure(law, code), law::describe_input(law.kind, in));
}

// Rows that the law does not have, or need not write, are 0: behind `first`, the force or its slope.
void clear_unused(const law::Law& law, double* first) {
  std::fill_n(first + 1 + law.state_count, library_states - law.state_count, 0.0);
  if (!law.gives_energy) first[FLANGEWAY_ELEMENT_ENERGY] = 0;
}

bool is_sound(const law::Law& law, LibraryAnswer& answer, std::size_t rows) {
  clear_unused(law, answer.data());
  if (!law.gives_energy) answer[FLANGEWAY_ELEMENT_LOSS] = 0;
  for (std::size_t first = library_values; first < rows; first += sloped) clear_unused(law, &answer[first]);
  return std::all_of(answer.begin(), answer.begin() + static_cast<std::ptrdiff_t>(rows),
                     [](double value) { return std::isfinite(value); });
}

LibraryAnswer answer_of(const law::Law& law, const std::array<double, library_inputs>& in, int derivatives) {
  LibraryAnswer answer{};
  const int code = law::call(law, 1, in.data(), answer.data(), derivatives);
  if (code != 0 || !is_sound(law, answer, derivatives == 0 ? library_values : answer.size()))
    throw NumericalFailure(describe(law, code, in.data()));
  return answer;
}

}  // namespace

LibraryAnswer LibraryCall::values(const std::array<double, library_inputs>& in) const {
  return answer_of(*law, in, 0);
}

LibraryAnswer LibraryCall::slopes(const std::array<double, library_inputs>& in) const {
  if ((law->derivatives & FLANGEWAY_BY_MOTION) != 0) {
    LibraryAnswer answer = answer_of(*law, in, FLANGEWAY_BY_MOTION);
    const std::size_t given = 2 + law->state_count;
    std::fill(answer.begin() + static_cast<std::ptrdiff_t>(library_values + given * sloped), answer.end(),
              0.0);
    return answer;
  }
  // m and m/s, over which laws are smooth, mostly; states are scaled as deflections.
  constexpr double step = 1e-6, rate_step = 1e-4;
  LibraryAnswer answer = values(in);
  for (std::size_t k = 0; k < 2 + law->state_count; ++k) {
    const double by = k == FLANGEWAY_ELEMENT_RATE ? rate_step : step;
    std::array<double, library_inputs> above = in, below = in;
    above[k] += by, below[k] -= by;
    const LibraryAnswer high = values(above), low = values(below);
    for (std::size_t row = 0; row < sloped; ++row)
      answer[library_values + k * sloped + row] = (high[row] - low[row]) / (above[k] - below[k]);
  }
  return answer;
}

namespace {

// Lanes first to last, which have the same law.
bool call_alike(const LibraryLanes& lanes, std::size_t first, std::size_t count, const double* in,
                double* out) {
  const law::Law& law = *lanes.laws[first];
  std::array<double, library_inputs * math::batch_size> some_in;
  std::array<double, (library_values + library_slopes) * math::batch_size> some_out{};
  for (std::size_t row = 0; row < library_inputs; ++row)
    std::copy_n(in + row * math::batch_size + first, count,
                some_in.begin() + static_cast<std::ptrdiff_t>(row * count));
  const int code = law::call(law, count, some_in.data(), some_out.data(), 0);
  for (std::size_t lane = 0; lane < count; ++lane) {
    LibraryAnswer answer{};
    for (std::size_t row = 0; row < library_values; ++row) answer[row] = some_out[row * count + lane];
    const bool sound = code == 0 && is_sound(law, answer, library_values);
    for (std::size_t row = 0; row < library_values; ++row)
      out[row * math::batch_size + first + lane] = sound ? answer[row] : 0;
    if (sound || lanes.failure.law != nullptr) continue;
    lanes.failure.law = &law, lanes.failure.code = code, lanes.failure.lane = first + lane;
    for (std::size_t row = 0; row < library_inputs; ++row)
      lanes.failure.input[row] = in[row * math::batch_size + first + lane];
  }
  return lanes.failure.law == nullptr;
}

}  // namespace

void LibraryLanes::call(const std::array<math::Batch, library_inputs>& in,
                        std::array<math::Batch, library_values>& out) const {
  std::array<double, library_inputs * math::batch_size> given;
  std::array<double, library_values * math::batch_size> found;
  for (std::size_t row = 0; row < library_inputs; ++row)
    for (std::size_t lane = 0; lane < math::batch_size; ++lane)
      given[row * math::batch_size + lane] = in[row][lane];
  failure.law = nullptr;
  for (std::size_t first = 0; first < laws.size();) {
    std::size_t last = first + 1;
    while (last < laws.size() && laws[last] == laws[first]) ++last;
    call_alike(*this, first, last - first, given.data(), found.data());
    first = last;
  }
  for (std::size_t row = 0; row < library_values; ++row)
    for (std::size_t lane = 0; lane < math::batch_size; ++lane)
      out[row].set(lane, found[row * math::batch_size + lane]);
}

namespace {

template <template <typename> class Kind>
const LibraryFailure* failure_in(const Workspace& w, std::size_t& element) {
  const auto& batches = std::get<std::vector<ElementBatch<Kind>>>(w.elements->kinds);
  for (std::size_t k = 0; k < batches.size(); ++k) {
    const LibraryFailure& failure = batches[k].curves.failure;
    if (failure.law == nullptr) continue;
    element = k * math::batch_size + failure.lane;
    return &failure;
  }
  return nullptr;
}

template <template <typename> class Kind>
std::string text_of_failure(const Model& model, const Workspace& w) {
  std::size_t element = 0;
  const LibraryFailure* failure = failure_in<Kind>(w, element);
  if (failure == nullptr) return "";
  const auto& elements = elements_of<Kind>(model);
  const std::string& name = elements[std::min(element, elements.size() - 1)].name;
  return fmt::format("in {}, {}", name, describe(*failure->law, failure->code, failure->input.data()));
}

}  // namespace

bool has_library_failed(const Workspace& w) {
  std::size_t element = 0;
  return failure_in<LibraryLine>(w, element) != nullptr ||
         failure_in<LibraryDirection>(w, element) != nullptr;
}

std::string describe_library_failure(const Model& model, const Workspace& w) {
  const std::string line = text_of_failure<LibraryLine>(model, w);
  return line.empty() ? text_of_failure<LibraryDirection>(model, w) : line;
}

void throw_if_library_failed(const Model& model, const Workspace& w) {
  if (has_library_failed(w)) throw NumericalFailure(describe_library_failure(model, w));
}

}  // namespace flangeway::multibody
