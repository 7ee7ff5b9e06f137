#include "flangeway/contact_case/program_files.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace flangeway::contact_case {

void add_program_files(const deck::Case& one, const std::vector<ProgramPatch>& patches,
                       const std::vector<PatchFields>& fields, CaseResult& result) {
  for (std::size_t i = 0; i < patches.size(); ++i) {
    // Case 1 of module 1 with two patches: .0001a, .0001b
    std::string name = fmt::format(".{:04}", result.metadata.number);
    if (patches[i].number > 0) name += static_cast<char>('a' + patches[i].number - 1);
    if (one.control.file > 0)
      result.files.emplace_back(name + ".mat", mat_text(one, result.json.at("patches").at(i), patches[i]));
    const bool stresses = one.control.stress > 0 && fields[i].points && !fields[i].points->empty();
    if (stresses && one.values.subsurface_file > 0)
      result.files.emplace_back(name + ".subs", subs_text(one.values.subsurface_file > 1, *fields[i].points));
  }
  result.listing = listing_text(one, result, patches, fields);
}

}  // namespace flangeway::contact_case
