// Numbers and fields of results by their names.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "flangeway/contact_library/history.hpp"

namespace flangeway::contact_library {

/// One patch of a result. Wheels on the right are solved as their mirror images; names tell what changes its
/// sign.
struct PatchView {
  const contact::patch::Problem& problem;
  const contact::patch::Solution& solution;
  const wheel_on_rail::Patch* placed;  ///< null: given directly
  bool mirrored;
};

/// False where there is no such name; then `known` has those that there are.
[[nodiscard]] bool find_number(const PatchView& patch, std::string_view name, double& value,
                               std::vector<std::string>& known);
[[nodiscard]] bool find_number(const wheel_on_rail::Contact& contact, bool mirrored, std::string_view name,
                               double& value, std::vector<std::string>& known);

/// Fills `values`, one per element, rows from the right to the left. A field that was not computed is empty.
struct FoundField {
  bool named = false, computed = false;
};
[[nodiscard]] FoundField find_field(const PatchView& patch, std::string_view name, std::span<double> values,
                                    std::vector<std::string>& known);

/// The wrench in one of the frames that have a name; nothing where there is no such frame.
[[nodiscard]] std::optional<wheel_on_rail::Wrench> find_wrench(const wheel_on_rail::WrenchInFrames& wrench,
                                                               bool mirrored, std::string_view frame);
/// In the frame of the patch.
[[nodiscard]] wheel_on_rail::Wrench patch_wrench(const PatchView& patch);

/// y of a grid's first element as the caller sees it, m.
[[nodiscard]] double first_row(const PatchView& patch);

}  // namespace flangeway::contact_library
