// Findings about a text while it is being typed.
#pragma once

#include <string>

#include "flangeway/workbench/project.hpp"

namespace flangeway::workbench {

/// {"kind", "findings"}: messages of the reader of this kind of file about a text at `path` of the project,
/// and where that is fine, messages about the files that it names. Nothing that the text names is started: a
/// case with a controller or a law of its own is checked up to there, which a note says.
[[nodiscard]] Json check_text(const Project& project, const std::string& path, const std::string& text);

}  // namespace flangeway::workbench
