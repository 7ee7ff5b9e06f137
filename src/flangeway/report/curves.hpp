// A run curve by curve: loads, wear and rolling contact fatigue of both rails. Private to the room.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "flangeway/core/chainage.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/report/derived.hpp"

namespace flangeway::report {

/// The loads and wear by the wheels of a vehicle on one rail in a part of the line.
struct RailPart {
  double q_largest = 0, y_largest = 0, yq_largest = 0;  ///< N, N, mean of Y/Q over 2 m
  double t_gamma_mean = 0;     ///< J/m: the wear numbers of all wheels together, mean over the part
  double t_gamma_largest = 0;  ///< N, of one wheel
  double t_gamma_place = 0;    ///< m
  double damage = 0;           ///< sum over the wheels of the mean damage of a pass [Burstow2004]
  double contact_from = 0,
         contact_to = 0;  ///< m, lateral coordinates of the contacts in the rail's own frame
  bool has_contacts = false;
};
/// A stretch with one curvature, or a transition.
struct LinePart {
  std::string name;                 ///< "R 500 m left", "straight", "transition"
  double from = 0, to = 0;          ///< m, distances of the vehicle
  int outer = 0;                    ///< 0: the left rail is the outer one, 1: the right one, −1: neither
  std::array<RailPart, 2> rails{};  ///< left, right
};

/// Parts of a run in their order; empty without distance, curvature or wear numbers. Wheels are counted where
/// the vehicle is; a wheel of a long vehicle is up to half its length away.
[[nodiscard]] std::vector<LinePart> line_parts(const results::Reader& results,
                                               const std::vector<Derived>& derived);

/// The place where rolling contact fatigue (RCF) is to be expected, in one or two sentences.
[[nodiscard]] std::string fatigue_text(const std::vector<LinePart>& parts,
                                       const ChainageTable& chainage = {});
[[nodiscard]] nlohmann::json parts_json(const std::vector<LinePart>& parts);
/// Table of the parts (HTML).
[[nodiscard]] std::string parts_table(const std::vector<LinePart>& parts, const ChainageTable& chainage = {});

/// How the numbers of the table come about.
inline constexpr const char* parts_note =
    "High is the outer rail of a curve. ΣTγ is the sum of the wear numbers of all wheels, without spin, as "
    "mean over "
    "the part: the energy that a pass of the vehicle dissipates per metre. The damage is that of the whole "
    "life rail "
    "model, 0 up to Tγ = 15 N, 1 at 65 N, negative beyond 175 N, as mean over the part, summed over the "
    "wheels. The "
    "shakedown diagram assumes a yield stress in shear of 300 MPa; a contact above the dashed line makes the "
    "surface "
    "flow. Wheels are counted where the vehicle is.";
/// Wear numbers of both rails over the distance, the largest of all wheels, and the contact positions.
[[nodiscard]] plot::Figure rail_figure(const results::Reader& results, const std::vector<Derived>& derived);
/// The shakedown diagram with the contacts of a run: traction coefficient over p₀/k, k the yield stress in
/// shear (Pa) [Johnson1985; Ekberg2002]. No series where no contact recorded its semi-axes.
[[nodiscard]] plot::Figure shakedown_figure(const results::Reader& results, double yield_in_shear);

inline constexpr double assumed_yield_in_shear = 300e6;  ///< Pa, as flangeway wear assumes

}  // namespace flangeway::report
