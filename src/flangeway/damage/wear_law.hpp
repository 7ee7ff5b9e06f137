// Wear laws: how much a pass of a patch takes from a surface. Derivation and sources:
// docs/theory/wear_laws.md.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/document/visitor.hpp"
#include "flangeway/law/law_spec.hpp"

namespace flangeway::damage {

enum class WearLawKind {
  archard,       ///< volume k N s/H, k over the sliding speed
  usfd,          ///< mass per distance and area over Tγ/A
  british_rail,  ///< area of the section over Tγ of the whole contact
  krause_poll,   ///< volume per frictional work over the frictional power per area
  library        ///< a law that a user brings
};

constexpr auto alternatives_of(WearLawKind) {
  using One = Alternative<WearLawKind>;
  return std::array{
      One{WearLawKind::archard,
          "archard",
          "volume by normal force, distance slid and hardness; pieces: coefficient over sliding speed in m/s",
          {"hardness", "seizure_pressure", "seizure_coefficient"}},
      One{WearLawKind::usfd,
          "usfd",
          "Tγ/A of each element; pieces: μg per m rolled and mm² over Tγ/A in N/mm²",
          {"density"}},
      One{WearLawKind::british_rail, "british_rail",
          "Tγ of the whole contact; pieces: mm² of the section per km, times the wheel's diameter in mm, "
          "over "
          "Tγ in N"},
      One{WearLawKind::krause_poll, "krause_poll",
          "frictional work of each element; pieces: mm³/J over frictional power in W/mm²"},
      One{WearLawKind::library,
          "library",
          "a law of your own from a shared library, which says the volume lost per area and distance rolled",
          {"library", "parameters", "time_limit"}}};
}

/// From `from` on to the next piece: value + slope (x − from).
struct WearPiece {
  double from = 0, value = 0, slope = 0;
  SourceLocation where = {};
};

struct WearLaw {
  document::Located<std::string> name, source;
  bool from_memory = false;  ///< the coefficients have not been compared with the source
  WearLawKind kind = WearLawKind::archard;
  std::vector<WearPiece> pieces;
  double largest = 0;              ///< of x in the tests behind the law; 0: not known
  double hardness = 0;             ///< Pa
  double seizure_pressure = 0;     ///< over the hardness
  double seizure_coefficient = 0;  ///< beyond that pressure
  double density = 7850;           ///< kg/m³
  law::LawSpec own;                ///< of the kind `library`
  std::shared_ptr<const law::Law> function;
  std::vector<document::SourceFile> sources;  ///< of the function, with contents
  SourceLocation where;
};
void describe(document::Visitor& v, WearPiece& piece);
void describe(document::Visitor& v, WearLaw& law);

/// Reads and checks the file of a law, or takes a law of this process ("registered:NAME"); nothing if and
/// only if there is a new finding.
[[nodiscard]] std::optional<WearLaw> read_law(const std::string& file, Findings& findings);

/// Checks beyond those of describe(): pieces in order, no negative wear, the parameters that the kind needs.
void check(const WearLaw& law, Findings& findings);

/// Value of the law at x in the units of its pieces; x is not negative.
[[nodiscard]] double value_at(const WearLaw& law, double x);

/// Load of an element, or of a whole contact, on the surfaces.
struct Sliding {
  double pressure = 0;         ///< Pa
  double work = 0;             ///< τ·s, frictional work per area and distance rolled, Pa
  double slip = 0;             ///< relative slip, 1
  double speed = 0;            ///< m/s, of rolling
  double contact_t_gamma = 0;  ///< N, frictional work of the contact per distance rolled
};
/// Argument of the pieces there.
[[nodiscard]] double argument(const WearLaw& law, const Sliding& at);
/// Volume lost per area of the contact and distance rolled, m³/(m² m). A surface that passes through the
/// contact loses the depth that is the integral of this along its way.
[[nodiscard]] double wear_rate(const WearLaw& law, const Sliding& at);
/// The same for many elements at once. A law of the user's without an answer throws NumericalFailure.
void find_wear_rates(const WearLaw& law, std::span<const Sliding> at, std::vector<double>& rates);

}  // namespace flangeway::damage
