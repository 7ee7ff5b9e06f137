// Citations for a computation: the program, and the sources of the methods that it used.
#pragma once

#include <string>
#include <vector>

#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::archive {

/// Keys of docs/references.bib for the contact method, creep law, friction, integrator and track of a case.
[[nodiscard]] std::vector<std::string> sources_of(const vehicle_case::CaseModel& model);
/// BibTeX entries of the program and of the keys.
[[nodiscard]] std::string bibtex(const std::vector<std::string>& keys);
/// {"keys": […], "bibtex": "…"}
[[nodiscard]] std::string citation_json(const std::vector<std::string>& keys);
/// CITATION.cff of this version.
[[nodiscard]] const std::string& citation_file();

}  // namespace flangeway::archive
