#include "flangeway/archive/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "flangeway/simulate/sensitivities.hpp"

namespace flangeway::archive {
namespace {

void compare_numbers(const std::string& name, const std::vector<double>& a, const std::vector<double>& b,
                     Repetition& out) {
  Difference difference{name, 0, 0, 0};
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (std::memcmp(&a[i], &b[i], sizeof(double)) == 0) continue;
    if (difference.count++ == 0) difference.first = i;
    const double size = std::abs(a[i] - b[i]);
    difference.largest =
        std::isfinite(size) ? std::max(difference.largest, size) : std::numeric_limits<double>::infinity();
  }
  if (difference.count > 0) out.differences.push_back(difference);
}

std::vector<std::string> names_of(const results::Reader& reader) {
  std::vector<std::string> names;
  for (const results::Channel& channel : reader.channels()) names.push_back(channel.name);
  return names;
}

std::vector<std::string> names_of(const results::ArrayGroup& group) {
  std::vector<std::string> names;
  for (const auto& array : group.arrays) names.push_back(array.name);
  return names;
}

}  // namespace

void compare(const results::Reader& archived, const results::Reader& repeated, Repetition& out) {
  const std::vector<std::string> names = names_of(archived), judged = names_of(archived.judged()),
                                 track = names_of(archived.deformed_track());
  out.channels = names.size(), out.rows = archived.rows(), out.judged = judged.size();
  if (std::any_of(names.begin(), names.end(), simulate::is_derivative_name)) {
    out.problem = "derivatives of flangeway run --sensitivities are not repeated; archive a run without them";
  } else if (names != names_of(repeated) || judged != names_of(repeated.judged()) ||
             track != names_of(repeated.deformed_track())) {
    out.problem = "this program records other channels";
  } else if (archived.status() != repeated.status()) {
    out.problem = fmt::format("the run was {}, and is {} now", results::to_string(archived.status()),
                              results::to_string(repeated.status()));
  } else if (archived.rows() != repeated.rows() || archived.judged_records() != repeated.judged_records() ||
             archived.deformed_track_records() != repeated.deformed_track_records()) {
    out.problem = fmt::format("the run had {} rows, and has {} now", archived.rows(), repeated.rows());
  }
  if (!out.problem.empty()) return;
  for (const std::string& name : names) compare_numbers(name, archived.read(name), repeated.read(name), out);
  for (const std::string& name : judged)
    compare_numbers("judged/" + name, archived.read_judged(name), repeated.read_judged(name), out);
  for (const std::string& name : track)
    compare_numbers("deformed_track/" + name, archived.read_deformed_track(name),
                    repeated.read_deformed_track(name), out);
}

std::string text_of(const Repetition& r) {
  if (!r.problem.empty()) return fmt::format("{}: {}\n", r.result, r.problem);
  const std::string what =
      fmt::format("{} channels of {} rows{}", r.channels, r.rows,
                  r.judged > 0 ? fmt::format(" and {} judged quantities", r.judged) : "");
  if (r.same()) return fmt::format("{}: {} have the same bits\n", r.result, what);
  std::string text = fmt::format("{}: of {}, {} differ\n", r.result, what, r.differences.size());
  constexpr std::size_t max_lines = 20;
  for (std::size_t i = 0; i < std::min(max_lines, r.differences.size()); ++i) {
    const Difference& one = r.differences[i];
    text += fmt::format("  {}: {} numbers from row {} on, by up to {:.3g}\n", one.name, one.count, one.first,
                        one.largest);
  }
  if (r.differences.size() > max_lines)
    text += fmt::format("  and {} more\n", r.differences.size() - max_lines);
  return text;
}

std::string json_of(const std::vector<Repetition>& repetitions) {
  auto all = nlohmann::ordered_json::array();
  for (const Repetition& r : repetitions) {
    auto differences = nlohmann::ordered_json::array();
    for (const Difference& d : r.differences)
      differences.push_back(
          {{"name", d.name}, {"count", d.count}, {"first_row", d.first}, {"largest", d.largest}});
    all.push_back({{"result", r.result},
                   {"version", r.version},
                   {"commit", r.commit},
                   {"same", r.same()},
                   {"channels", r.channels},
                   {"rows", r.rows},
                   {"judged", r.judged},
                   {"problem", r.problem},
                   {"differences", std::move(differences)}});
  }
  return all.dump(2);
}

}  // namespace flangeway::archive
