// Notes on what a wear law holds for.
#pragma once

#include "command.hpp"
#include "flangeway/damage/wear_law.hpp"

namespace flangeway::app {

/// That its coefficients have not been compared with their source, where it says so.
void note_source(const Common& common, const damage::WearLaw& law);
/// `of`: "wheel", "patch". `share`: the largest of the frictional work of one of them beyond the tests.
void note_beyond_tests(const Common& common, std::string_view of, double share);

}  // namespace flangeway::app
