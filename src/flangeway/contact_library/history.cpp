#include "flangeway/contact_library/history.hpp"

#include <cstring>
#include <string_view>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/state_codec.hpp"

namespace flangeway::contact_library {
namespace {

using contact::patch::ElementState;
using contact::patch::Grid;
using contact::patch::Tractions;

// The first bytes, with the version of the format; behind them the hash of the rest.
constexpr std::string_view format = "flangeway contact history 1\n";
constexpr std::size_t hash_size = 64;

enum class Kind : std::uint8_t { none, patch, wheel };

struct SavedPatch {
  std::array<std::int32_t, 2> size{};
  std::array<double, 4> geometry{};  // dx, dy, x and y of the first element
  std::array<double, 6> location{};  // reach, rail_x, rail_s
  std::vector<double> pressure, x, y, yield_stress, friction;
  std::vector<std::uint8_t> state;
};

struct SavedHistory {
  Kind kind = Kind::none;
  double s = 0;
  std::vector<SavedPatch> patches;
};

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<SavedPatch> saved) {
  codec(saved.size, saved.geometry, saved.location, saved.pressure, saved.x, saved.y, saved.yield_stress,
        saved.friction, saved.state);
}

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<SavedHistory> saved) {
  codec(saved.kind, saved.s, saved.patches);
}

SavedPatch save(const Grid& grid, const Tractions& t, const std::vector<ElementState>& state) {
  SavedPatch saved{{grid.nx, grid.ny},
                   {grid.dx, grid.dy, grid.x_first, grid.y_first},
                   {},
                   t.pressure,
                   t.x,
                   t.y,
                   t.yield_stress,
                   t.friction,
                   {}};
  for (const ElementState one : state) saved.state.push_back(static_cast<std::uint8_t>(one));
  return saved;
}

bool is_whole(const SavedPatch& saved) {
  if (saved.size[0] < 1 || saved.size[1] < 1 || !(saved.geometry[0] > 0) || !(saved.geometry[1] > 0))
    return false;
  const auto count = static_cast<std::size_t>(saved.size[0]) * static_cast<std::size_t>(saved.size[1]);
  const auto fits = [&](const auto& field) { return field.size() == count; };
  const auto fits_or_none = [&](const auto& field) { return field.empty() || fits(field); };
  return fits(saved.pressure) && fits(saved.x) && fits(saved.y) && fits_or_none(saved.yield_stress) &&
         fits_or_none(saved.friction) && fits(saved.state);
}

void restore(const SavedPatch& saved, Grid& grid, Tractions& tractions, std::vector<ElementState>& state) {
  grid = {saved.size[0],     saved.size[1],     saved.geometry[0],
          saved.geometry[1], saved.geometry[2], saved.geometry[3]};
  tractions = {saved.pressure, saved.x, saved.y, saved.yield_stress, saved.friction};
  for (const std::uint8_t one : saved.state) state.push_back(static_cast<ElementState>(one));
}

SavedHistory saved_of(const History& history) {
  SavedHistory saved;
  if (history == nullptr) return saved;
  if (history->patch) {
    const PatchResult& patch = *history->patch;
    saved.kind = Kind::patch;
    saved.patches.push_back(save(patch.given.problem.grid, patch.solution.tractions, patch.solution.state));
    return saved;
  }
  const wheel_on_rail::Contact& contact = history->wheel->contact;
  saved.kind = Kind::wheel;
  saved.s = contact.s;
  for (const wheel_on_rail::Patch& patch : contact.patches) {
    saved.patches.push_back(save(patch.problem.grid, patch.solution.tractions, patch.solution.state));
    const wheel_on_rail::Reach& reach = patch.reach;
    saved.patches.back().location = {reach.x_begin, reach.x_end,  reach.y_begin,
                                     reach.y_end,   patch.rail_x, patch.rail_s};
  }
  return saved;
}

History history_of(const SavedHistory& saved) {
  if (saved.kind == Kind::none) return nullptr;
  const auto result = std::make_shared<Result>();
  if (saved.kind == Kind::patch) {
    PatchResult& patch = result->patch.emplace();
    restore(saved.patches.front(), patch.given.problem.grid, patch.solution.tractions, patch.solution.state);
    return result;
  }
  wheel_on_rail::Contact& contact = result->wheel.emplace().contact;
  contact.s = saved.s;
  for (const SavedPatch& one : saved.patches) {
    wheel_on_rail::Patch& patch = contact.patches.emplace_back();
    restore(one, patch.problem.grid, patch.solution.tractions, patch.solution.state);
    patch.reach = {one.location[0], one.location[1], one.location[2], one.location[3]};
    patch.rail_x = one.location[4];
    patch.rail_s = one.location[5];
  }
  return result;
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::vector<std::byte> encode(const History& history) {
  const std::vector<std::byte> state = encode_state(saved_of(history));
  const std::string hash = sha256(text_of(state));
  std::vector<std::byte> bytes(format.size() + hash.size() + state.size());
  std::memcpy(bytes.data(), format.data(), format.size());
  std::memcpy(bytes.data() + format.size(), hash.data(), hash.size());
  std::memcpy(bytes.data() + format.size() + hash.size(), state.data(), state.size());
  return bytes;
}

bool decode(std::span<const std::byte> bytes, History& history) {
  if (bytes.size() < format.size() + hash_size || text_of(bytes.first(format.size())) != format) return false;
  const auto state = bytes.subspan(format.size() + hash_size);
  if (sha256(text_of(state)) != text_of(bytes.subspan(format.size(), hash_size))) return false;
  SavedHistory saved;
  if (!decode_state(state, saved) || !all_finite(saved)) return false;
  const bool one_patch = saved.kind != Kind::patch || saved.patches.size() == 1;
  if (saved.kind > Kind::wheel || !one_patch) return false;
  for (const SavedPatch& patch : saved.patches)
    if (!is_whole(patch)) return false;
  history = history_of(saved);
  return true;
}

}  // namespace flangeway::contact_library
