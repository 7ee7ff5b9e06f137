// The `.subs` file of a patch: blocks of points below the surface, twelve characters a column.
#include <vector>

#include <fmt/format.h>

#include "flangeway/contact_case/fortran_format.hpp"
#include "flangeway/contact_case/program_files.hpp"

namespace flangeway::contact_case {
namespace {

constexpr std::size_t few_columns = 8, all_columns = 14;

std::string stress_heading(bool whole_tensors) {
  std::vector<const char*> names{"X", "Y", "Z", "UX", "UY", "UZ", "SIGHYD", "SIGVM"};
  if (whole_tensors) names.insert(names.end(), {"SIGXX", "SIGXY", "SIGXZ", "SIGYY", "SIGYZ", "SIGZZ"});
  std::string text;
  for (const char* name : names) text += fmt::format("    {:<8}", name);
  text[0] = '%';
  return text + '\n';
}

std::string stress_row(const StressPoints::Point& at, bool whole_tensors) {
  const contact::patch::PointStress& s = at.stress;
  std::vector<double> values;
  for (const double length : {at.x, at.y, at.z, s.ux, s.uy, s.uz}) values.push_back(1e3 * length);
  for (const double stress : {contact::patch::hydrostatic(s), contact::patch::mises(s)})
    values.push_back(1e-6 * stress);
  if (whole_tensors)
    for (const double stress : {s.xx, s.xy, s.xz, s.yy, s.yz, s.zz}) values.push_back(1e-6 * stress);
  std::string text;
  for (const double value : values) text += scientific(value, 12, 6, 5);
  return text + '\n';
}

}  // namespace

std::string subs_text(bool whole_tensors, const std::vector<StressPoints>& blocks) {
  const std::size_t columns = whole_tensors ? all_columns : few_columns;
  std::string text;
  for (const StressPoints& block : blocks) {
    text += "%   NX          NY          NZ";
    for (std::size_t i = 3; i < columns; ++i) text += "           -";
    text += fmt::format("\n{:>6}{:>12}{:>12}      ", block.counts[0], block.counts[1], block.counts[2]);
    for (std::size_t i = 3; i < columns; ++i) text += scientific(0, 12, 4, 4);
    text += '\n' + stress_heading(whole_tensors);
    for (const StressPoints::Point& at : block.points) text += stress_row(at, whole_tensors);
  }
  return text;
}

}  // namespace flangeway::contact_case
