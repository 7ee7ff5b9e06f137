// One table for each choice that a user makes by a word.
//
// The table stands beside the enum. Readers, checks, `flangeway explain`, JSON, Python and generated code
// take names and texts from it:
//
//   enum class Drive { prescribed, free };
//   constexpr std::array alternatives_of(Drive) {
//     return std::to_array<Alternative<Drive>>(
//         {{Drive::prescribed, "prescribed", "the speed is a given function of time", {"speed_profile"}},
//          {Drive::free, "free", "traction and resistance change the speed", {"traction"}}});
//   }
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace flangeway {

/// Keys that stand beside a choice in a file; unused places are empty.
using KeysOfChoice = std::array<std::string_view, 8>;

/// A name of earlier versions that chose two things at once: it is a name of the choice `key` now.
struct MergedName {
  std::string_view name, key;
};

template <typename E>
struct Alternative {
  E value;
  std::string_view name;         ///< in files, JSON and Python
  std::string_view text;         ///< description, and when to choose it
  KeysOfChoice keys = {};        ///< have an effect with the alternatives that list them only
  std::string_view former = {};  ///< name in earlier versions
  std::array<MergedName, 2> merged = {};
};

/// "abm4"
template <typename E>
[[nodiscard]] constexpr std::string_view name_of(E value) {
  constexpr auto all = alternatives_of(E{});
  for (const Alternative<E>& one : all) {
    if (one.value == value) return one.name;
  }
  return "";
}

/// The alternative of that name.
template <typename E>
[[nodiscard]] constexpr std::optional<E> named(std::string_view name) {
  constexpr auto all = alternatives_of(E{});
  for (const Alternative<E>& one : all) {
    if (one.name == name) return one.value;
  }
  return std::nullopt;
}

/// "abm4, rk4 or bdf": all names, for messages.
template <typename E>
[[nodiscard]] std::string all_names() {
  constexpr auto all = alternatives_of(E{});
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) text += i + 1 == all.size() ? " or " : ", ";
    text += all[i].name;
  }
  return text;
}

}  // namespace flangeway
