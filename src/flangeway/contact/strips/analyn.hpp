// Pressures row by row from the Hertzian contact of the surfaces there (docs/theory/strips.md, "Rows of
// Hertzian contacts"); private to the folder.
#pragma once

#include "flangeway/contact/strips/press.hpp"

namespace flangeway::contact::strips {

/// Presses a section to an approach in m by modified ANALYN [Sichani2014] [ContactProgram].
void press_by_rows(const Section& section, const halfspace::ElasticPair& material, double approach,
                   Contact& contact);

}  // namespace flangeway::contact::strips
