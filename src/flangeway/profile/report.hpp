// A profile as text, JSON and a picture, and the standard ones.
#pragma once

#include <optional>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway::profile {

/// Dimensions, curvatures and repairs.
[[nodiscard]] std::string summary_text(const Profile& section);
[[nodiscard]] std::string json_text(const Profile& section);
/// The section and its curvature over the arc length.
[[nodiscard]] plot::Figure figure_of(const Profile& section);

/// The names that load_profile() takes besides files.
[[nodiscard]] std::string standard_names_text();
[[nodiscard]] std::string standard_names_json();
/// The same with their sources, and the shapes without published numbers.
[[nodiscard]] std::string library_text();
[[nodiscard]] std::string library_json();

/// Whether the name of a standard profile or of a file stands for a wheel or a rail. Nothing, and a finding,
/// where it does not say so.
[[nodiscard]] std::optional<Kind> guess_kind(const std::string& name, Findings& findings);

}  // namespace flangeway::profile
