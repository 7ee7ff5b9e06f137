#include "flangeway/damage/wear_law.hpp"

#include <fmt/format.h>

#include "flangeway/core/assertion.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/law/law.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::damage {

using document::Presence;
using document::Visitor;

void describe(Visitor& v, WearPiece& piece) {
  piece.where = v.here();
  v.number("from", piece.from, {.presence = Presence::required, .minimum = 0},
           "where the piece begins, in the unit that the kind of law names");
  v.number("value", piece.value, {.presence = Presence::required, .minimum = 0}, "value there");
  v.number("slope", piece.slope, {}, "change of the value per unit");
}

void describe(Visitor& v, WearLaw& law) {
  law.where = v.here();
  v.text("name", law.name, Presence::required, "name of the law in results");
  v.text("source", law.source, Presence::required, "where the coefficients come from");
  v.flag("from_memory", law.from_memory,
         "true: the coefficients have not been compared with the source; results say so");
  v.choice("kind", law.kind, "form of the law", Presence::required);
  v.list("pieces", law.pieces, {},
         "pieces of straight lines, the first from 0; required but with the kind library");
  law::describe(v, law.own, "shared library with the law: flangeway_wear_law of flangeway_law.h",
                "numbers of your law; those that are not given have the values of the library");
  v.number("largest", law.largest, {.minimum = 0},
           "largest argument of the pieces in the tests behind the law; results say how much lies beyond. "
           "0: not known");
  v.number("hardness", law.hardness, {.unit = "Pa", .minimum = 0}, "hardness of the softer surface");
  v.number("seizure_pressure", law.seizure_pressure, {.unit = "1", .minimum = 0},
           "pressure over hardness beyond which seizure_coefficient holds at all speeds; 0: nowhere");
  v.number("seizure_coefficient", law.seizure_coefficient, {.unit = "1", .minimum = 0},
           "wear coefficient beyond that pressure");
  v.number("density", law.density, {.unit = "kg/m³", .minimum = 0, .minimum_excluded = true},
           "density of the steel");
}

void check(const WearLaw& law, Findings& findings) {
  const auto add = [&](const SourceLocation& where, const std::string& key, const std::string& problem,
                       double got, const char* allowed) {
    findings.add({where, key, problem, fmt::format("{:g}", got), allowed, ""});
  };
  if (law.kind == WearLawKind::library) {
    if (law.own.library.value.empty())
      findings.add({law.where, "library", "is missing", "", "the path of a shared library",
                    "Give it, or choose another kind"});
    if (!law.pieces.empty())
      findings.add({law.where, "pieces", "has no effect with the kind library", "", "", "Leave it out"});
    return;
  }
  if (law.pieces.empty())
    findings.add({law.where, "pieces", "is missing", "", "at least one piece, from 0", ""});
  if (law.kind == WearLawKind::archard && !(law.hardness > 0))
    add(law.where, "hardness", "is needed by the law of Archard", law.hardness, "> 0");
  for (std::size_t i = 0; i < law.pieces.size(); ++i) {
    const std::string key = fmt::format("pieces[{}]", i);
    const WearPiece& piece = law.pieces[i];
    if (i == 0 && piece.from != 0)
      add(piece.where, key + ".from", "is not where wear begins", piece.from, "0");
    if (i > 0 && !(piece.from > law.pieces[i - 1].from))
      add(piece.where, key + ".from", "does not lie behind the piece before", piece.from, "rising values");
    const bool last = i + 1 == law.pieces.size();
    if (last ? piece.slope < 0 : piece.value + piece.slope * (law.pieces[i + 1].from - piece.from) < 0)
      add(piece.where, key + ".slope", "makes the wear negative", piece.slope, "values of at least 0");
  }
}

namespace {

std::optional<WearLaw> registered_law(const std::string& name, Findings& findings) {
  WearLaw law;
  law.kind = WearLawKind::library;
  law.name.value = law.source.value = law.own.library.value = name;
  law.function = law::load(law::Kind::wear, law.own, "", law.sources, findings);
  return law.function == nullptr ? std::nullopt : std::optional(std::move(law));
}

}  // namespace

std::optional<WearLaw> read_law(const std::string& file, Findings& findings) {
  if (file.starts_with(law::registered_prefix)) return registered_law(file, findings);
  const std::size_t before = findings.all().size();
  const auto document = document::Document::from_file(file, findings);
  if (findings.all().size() != before) return std::nullopt;
  WearLaw law;
  document.fill(law, findings);
  check(law, findings);
  if (findings.all().size() == before && law.kind == WearLawKind::library)
    law.function = law::load(law::Kind::wear, law.own, "", law.sources, findings);
  return findings.all().size() == before ? std::optional(std::move(law)) : std::nullopt;
}

double value_at(const WearLaw& law, double x) {
  FLANGEWAY_ASSERT(!law.pieces.empty(), "the law has a piece");
  const WearPiece* piece = &law.pieces.front();
  for (const WearPiece& next : law.pieces) {
    if (next.from <= x) piece = &next;
  }
  return piece->value + piece->slope * (x - piece->from);
}

double argument(const WearLaw& law, const Sliding& at) {
  constexpr double per_mm2 = 1e-6;
  switch (law.kind) {
    case WearLawKind::archard:
      return at.slip * at.speed;
    case WearLawKind::usfd:
      return at.work * per_mm2;
    case WearLawKind::british_rail:
      return at.contact_t_gamma;
    case WearLawKind::krause_poll:
      return at.work * at.speed * per_mm2;
    case WearLawKind::library:
      break;
  }
  return 0;
}

void find_wear_rates(const WearLaw& law, std::span<const Sliding> at, std::vector<double>& rates) {
  rates.resize(at.size());
  if (law.kind != WearLawKind::library) {
    for (std::size_t i = 0; i < at.size(); ++i) rates[i] = wear_rate(law, at[i]);
    return;
  }
  if (at.empty()) return;
  FLANGEWAY_ASSERT(law.function != nullptr, "read_law() has loaded the library");
  std::vector<double> in(FLANGEWAY_WEAR_IN_ROWS * at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double arguments[] = {at[i].pressure, at[i].work, at[i].slip, at[i].speed, at[i].contact_t_gamma};
    for (std::size_t row = 0; row < std::size(arguments); ++row) in[row * at.size() + i] = arguments[row];
  }
  law::evaluate(*law.function, at.size(), in.data(), rates.data());
}

double wear_rate(const WearLaw& law, const Sliding& at) {
  if (law.kind == WearLawKind::library) {
    std::vector<double> rate;
    find_wear_rates(law, {&at, 1}, rate);
    return rate.front();
  }
  const double value = value_at(law, argument(law, at));
  switch (law.kind) {
    case WearLawKind::archard: {
      const bool seized = law.seizure_pressure > 0 && at.pressure > law.seizure_pressure * law.hardness;
      return (seized ? law.seizure_coefficient : value) * at.pressure * at.slip / law.hardness;
    }
    case WearLawKind::usfd:
      return value * 1e-3 / law.density;  // μg/(m mm²) are 1e-3 kg/(m m²)
    case WearLawKind::british_rail:
      // value/D mm²/km of the section on a circumference πD: π value 1e-12 m³/m, shared out by frictional
      // work.
      return at.contact_t_gamma > 0 ? pi * 1e-12 * value * at.work / at.contact_t_gamma : 0;
    case WearLawKind::krause_poll:
      return value * 1e-9 * at.work;  // mm³/J
    case WearLawKind::library:
      break;
  }
  return 0;
}

}  // namespace flangeway::damage
