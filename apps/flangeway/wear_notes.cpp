#include "wear_notes.hpp"

#include <fmt/format.h>

namespace flangeway::app {

void note_source(const Common& common, const damage::WearLaw& law) {
  if (law.from_memory)
    note(common, "the coefficients of this law have not been compared with their source (from_memory)");
}

void note_beyond_tests(const Common& common, std::string_view of, double share) {
  if (share > 0)
    note(common, fmt::format("of one {} {:.1f} % of the frictional work lies beyond the tests of the law", of,
                             100 * share));
}

}  // namespace flangeway::app
