// Pressures row by row from the Hertzian contact of the surfaces in each row (docs/theory/strips.md, "Rows of
// Hertzian contacts"). Private to the folder.
#pragma once

#include "flangeway/contact/patch/strips/normal_problem.hpp"

namespace flangeway::contact::patch::strips {

/// Presses a section to an approach in m by modified ANALYN [Sichani2014] [ContactProgram].
void solve_analyn(const Section& section, const ElasticPair& material, double approach,
                  StripContact& contact);

}  // namespace flangeway::contact::patch::strips
