// Files of the checkout that are part of the program.
#pragma once

#include <string>

namespace flangeway::archive {

/// CITATION.cff and docs/references.bib.
[[nodiscard]] const std::string& citation_text();
[[nodiscard]] const std::string& references_text();

}  // namespace flangeway::archive
