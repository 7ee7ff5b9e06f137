// Converts a case of module 3 of a deck to a patch, with mm to m. Private to the room.
#pragma once

#include "flangeway/contact_case/case.hpp"
#include "flangeway/contact_case/coefficient_cache.hpp"
#include "flangeway/deck/spec.hpp"

namespace flangeway::contact_case {

inline constexpr double mm = 1e-3;  ///< the unit of length of a deck in m

/// Nothing, and findings, where the values do not make a problem that can be solved. Files that the case
/// names lie beside the deck.
[[nodiscard]] std::optional<PatchCase> patch_case(const deck::Case& one, const std::string& deck_file,
                                                  CoefficientCache& cache, Findings& findings);

/// Friction laws of a deck, speeds in m/s.
[[nodiscard]] contact::patch::FrictionLaw friction_law(int law, const deck::FrictionSet& set);
/// Between the sets of friction that varies, linear; constant outside.
[[nodiscard]] deck::FrictionSet friction_at(const deck::Friction& friction, double place);
/// Material of body 0 or 1, in the order of the deck; M = 1 with its delayed part.
[[nodiscard]] contact::Material material(const deck::Case& one, std::size_t body);
[[nodiscard]] contact::patch::TangentialKind tangential_kind(int digit);
/// Points below the surface, and the bodies.
[[nodiscard]] Extras extras(const deck::Case& one);
/// KPEC, ANALYN, FASTSIM, FaStrip, where the digits B and M ask for them.
[[nodiscard]] contact::patch::Method method(const deck::Case& one);
/// VARIANT of C = 4.
[[nodiscard]] contact::patch::AngleCorrection angle_correction(const deck::Material& material);
/// FLXZ of B = 1 in m/Pa; 0 with any other B.
[[nodiscard]] double layer_flexibility(const deck::Case& one);
/// The layer of M = 4; none with any other M.
[[nodiscard]] contact::patch::ThirdBody third_body(const deck::Case& one);
/// Heat input that H selects, with the bodies in the order of the deck.
[[nodiscard]] std::optional<contact::patch::Heat> heat(const deck::Case& one);
[[nodiscard]] contact::patch::Settings solver_settings(const deck::Case& one, double speed);

/// Notes on steady rolling whose step is `step` in the deck and `dx` here, in mm.
[[nodiscard]] std::vector<std::string> step_notes(const deck::Case& one, double step, double dx);

}  // namespace flangeway::contact_case
