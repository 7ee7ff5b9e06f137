#include "flangeway/deck/check.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/deck/control.hpp"

namespace flangeway::deck {
namespace {

SourceLocation place(const Case& one, char letter) {
  return place_of_digit(one, digit(letter).word, digit(letter).from_right);
}

class Checker {
 public:
  Checker(const Case& one, Scanner& in) : one_(one), in_(in) {}

  /// `letter` is the digit to point at.
  void require(bool fine, char letter, std::string problem, std::string advice = {},
               Block block = Block::none) {
    if (fine) return;
    const std::string name = letter == '1' ? "C1" : std::string(1, letter);
    in_.add(block, {place(one_, letter),
                    fmt::format("case {}", one_.number),
                    std::move(problem),
                    fmt::format("{} = {}", name, one_.control.*digit(letter).value),
                    {},
                    std::move(advice)});
  }
  /// Adds a fault of a block that the case keeps, though it is not there or means something else: later cases
  /// that keep it, too, have the same fault.
  void require_kept(bool fine, char letter, Block block, std::string problem, std::string advice = {}) {
    require(fine, letter, std::move(problem), std::move(advice), block);
  }

 private:
  const Case& one_;
  Scanner& in_;
};

void overrule(Case& one, char letter, int value, Findings& warnings) {
  int& found = one.control.*digit(letter).value;
  if (found == value) return;
  warnings.add({place(one, letter),
                fmt::format("case {}", one.number),
                "there is no previous case to continue",
                fmt::format("{} = {}", letter, found),
                {},
                fmt::format("Taken as {} = {}", letter, value)});
  found = value;
}

void check_first(Case& one, Checker& check, Scanner& in, Findings& warnings) {
  overrule(one, 'P', 2, warnings);
  overrule(one, 'I', 0, warnings);
  const Control& c = one.control;
  check.require_kept(c.friction != 1, 'L', Block::friction,
                     "keeps a friction law, but there is no previous case");
  check.require_kept(c.discretisation >= 2, 'D', one.module == 1 ? Block::discretisation : Block::potential,
                     "keeps a grid, but there is no previous case");
  check.require_kept(c.influence >= 2, 'C', Block::material,
                     "keeps material constants, but there is no previous case");
  check.require_kept(c.stress == 0 || c.stress == 3, 'S', Block::subsurface,
                     "keeps points below the surface, but there is no previous case");
  if (one.module != 1) {
    if (c.discretisation < 2) in.lose_place();  // how many values follow hangs on the grid
    return;
  }
  check.require_kept(c.geometry == 3, 'Z', Block::rail_profile,
                     "keeps track and rail, but there is no previous case");
  check.require_kept(c.extra == 3 || c.extra == 5, 'E', Block::wheelset,
                     "keeps wheelset and wheel profile, but there is no previous case");
}

void check_between(const Case& one, const Case& previous, Checker& check) {
  const Control &c = one.control, &before = previous.control;
  check.require_kept(c.variation == before.variation || c.friction != 1, 'V', Block::friction,
                     "changes how friction varies, but keeps the friction law (L = 1)");
  if (one.module == 1) {
    check.require_kept(c.normal == before.normal || c.extra >= 1, 'N', Block::position,
                       "changes between position and force, but no new position line is read (E = 0)");
    const bool same_below = (c.configuration >= 4) == (before.configuration >= 4);
    check.require_kept(same_below || c.geometry == 1 || c.geometry == 3, '1', Block::track,
                       "changes between rail and roller, but keeps the track", "Use Z = 1 or 3");
    check.require_kept(same_below || c.extra >= 2, '1', Block::velocity,
                       "changes between rail and roller, but keeps the velocities", "Use E = 2 to 5");
  } else {
    const bool rolls = c.tangential >= 2, rolled = before.tangential >= 2;
    check.require_kept(c.influence != 0 || rolls == rolled || c.tangential == 0 || before.tangential == 0,
                       'C', Block::rolling,
                       "keeps influence coefficients, but T changes between rolling and not rolling",
                       "Use C = 2 and give rolling and material again");
  }
}

void check_basic(const Case& one, Checker& check) {
  const Control& c = one.control;
  const PotentialContact& potential = one.values.potential;
  check.require(c.discretisation == 0 || c.geometry != 0, 'Z',
                "keeps the undeformed distance, but the grid is new");
  check.require(potential.kind < 0 || one.values.gap.base != 0, 'Z',
                "gives no undeformed distance, but the potential contact (IPOTCN > 0) needs one");
  check.require((c.bound != 2 && c.bound != 3) || potential.kind < 0, 'B',
                "takes the pressure from Hertz, but the potential contact is not Hertzian (IPOTCN > 0)");
  check.require((c.bound == 4) == (potential.kind == -6), 'B',
                "requires IPOTCN = -6 and is for it only (SDEC)");
  check.require(c.bound != 4 || c.normal == 1, 'N', "must be 1 for two half-ellipses (B = 4)");
  check.require((c.bound != 5 && c.bound != 6) || c.normal == 0, 'N',
                "must be 0 for approximate contact (B = 5, 6)");
  check.require((potential.kind != -4 && potential.kind != -5) || c.normal == 1, 'N',
                "must be 1 for line contact (IPOTCN = -4, -5)");
  check.require(potential.kind > 0 || potential.kind == -6 || c.normal == 1 || one.values.loads.normal >= 0,
                'N', "gives a negative approach to a Hertzian contact");
}

// Experimental in the format, which says no more of them.
void overrule_view(Case& one, Findings& warnings) {
  if (one.module != 1 || (one.control.discretisation != 8 && one.control.discretisation != 9)) return;
  const int upright = one.control.discretisation == 8 ? 2 : 5;
  warnings.add({place(one, 'D'),
                fmt::format("case {}", one.number),
                "an oblique direction of view has no effect: gaps are vertical",
                fmt::format("D = {}", one.control.discretisation),
                {},
                fmt::format("Taken as D = {}", upright)});
  one.control.discretisation = upright;
}

void warn(const Case& one, SourceLocation where, std::string problem, std::string got, std::string advice,
          Findings& warnings) {
  warnings.add({std::move(where),
                fmt::format("case {}", one.number),
                std::move(problem),
                std::move(got),
                {},
                std::move(advice)});
}

// The program CONTACT adds damping to the forces that it hands to a vehicle program, and prints those
// without.
void warn_of_damping(const Case& one, Findings& warnings) {
  const Damping& d = one.values.damping;
  if (one.control.damping != 2 || (d.normal == 0 && d.tangential == 0)) return;
  warn(one, one.where[1], "damping does not enter the results of a patch",
       fmt::format("CDAMPN = {}, CDAMPT = {}", d.normal, d.tangential),
       "Forces are given without damping, as the program CONTACT prints them", warnings);
}

// Approximate methods of the program CONTACT do not look at the weights.
void warn_of_weights(const Case& one, Findings& warnings) {
  const Control& c = one.control;
  const Values& v = one.values;
  if (one.module != 3 || (c.bound != 5 && c.bound != 6)) return;
  if (v.potential.kind <= 0 || v.gap.planform != 4) return;
  warn(one, place(one, 'B'), "approximate contact takes sub-patches (IPLAN = 4) as parts of one surface",
       fmt::format("B = {}", c.bound), "Weights between them count with B = 0 and 1", warnings);
}

// The format calls them trials and says no more of them.
void overrule_trials(Case& one, Findings& warnings) {
  Control& c = one.control;
  if (c.material != 6 && c.material != 7) return;
  warn(one, place(one, 'M'), "trial variants of FaStrip are not described", fmt::format("M = {}", c.material),
       "Taken as M = 5, FaStrip", warnings);
  c.material = 5;
}

// Strip theory has no equations for them.
void overrule_strips(Case& one, Findings& warnings) {
  Control& c = one.control;
  if (c.material != 5 || (c.tangential != 1 && c.tangential != 2)) return;
  warn(one, place(one, 'M'), "FaStrip is for steady rolling (T = 3)", fmt::format("T = {}", c.tangential),
       "Taken as M = 3, FASTSIM, whose particles remember their tractions", warnings);
  c.material = 3;
}

void warn_of_delays(const Case& one, Findings& warnings) {
  const Control& c = one.control;
  if (c.material != 1 || (c.bound != 5 && c.bound != 6)) return;
  warn(one, place(one, 'B'), "approximate contact takes visco-elastic bodies as elastic (M = 1)",
       fmt::format("B = {}", c.bound),
       "Pressures are those of the moduli GG; the delays count in the tractions", warnings);
}

// The program CONTACT keeps their pressures and tangential displacements apart.
void warn_of_coupling(const Case& one, Findings& warnings) {
  const Material& m = one.values.material;
  if (one.module != 3 || one.control.material != 1) return;
  const bool alike = m.poisson[0] == m.poisson[1] && m.shear[0] == m.shear[1] &&
                     m.delayed[0] == m.delayed[1] && m.delay_time[0] == m.delay_time[1];
  if (alike || (m.poisson[0] == 0.5 && m.poisson[1] == 0.5)) return;
  warn(one, place(one, 'M'), "pressures do not move the surfaces of visco-elastic bodies sideways",
       "M = 1, different bodies", "As in the program; a contact file (TOML) has them coupled", warnings);
}

// The program CONTACT keeps what it has found for the force.
void warn_of_pitch(const Case& one, const Case& previous, Findings& warnings) {
  const Control& c = one.control;
  if (one.module != 1 || c.force == 1 || previous.control.force != 1 || c.extra >= 2) return;
  warn(one, place(one, 'F'), "takes the angular velocity that was given last, not the one found for FX_WS",
       fmt::format("VPITCH = {} rad/s", previous.values.state.velocity[5]), "Use E = 2 and give VPITCH",
       warnings);
}

// Regions of contact that nearly touch do not attract each other here.
void warn_of_near_misses(const Case& one, Findings& warnings) {
  const Control& c = one.control;
  if (one.module != 1 || c.discretisation < 2 || !(one.values.discretisation.near_miss > 0)) return;
  warn(one, place(one, 'D'), "near misses do not shift the bounds of regions of contact",
       fmt::format("G_MISS = {}", one.values.discretisation.near_miss), "Patches join by their own distance",
       warnings);
}

// Rolling at no velocity is the limit of rolling without slip.
void warn_of_rest(const Case& one, Findings& warnings) {
  const auto& velocity = one.values.state.velocity;
  const bool rests = std::all_of(velocity.begin(), velocity.end(), [](double v) { return v == 0; });
  if (one.module != 1 || one.control.tangential < 2 || one.control.force == 1 || !rests) return;
  const bool roller = one.control.configuration >= 4;
  warn(one, one.values.state.where, "the case rolls, but nothing moves",
       roller ? "RPITCH = 0 and all others" : "VS = 0 and all others", "Taken as rolling without creepage",
       warnings);
}

// The first case of the deck speaks for all later ones.
void warn_once(const Case& one, SourceLocation where, const std::string& problem, std::string got,
               std::string advice, Findings& warnings) {
  const auto& earlier = warnings.all();
  if (std::none_of(earlier.begin(), earlier.end(),
                   [&](const Finding& finding) { return finding.problem == problem; }))
    warn(one, std::move(where), problem, std::move(got), std::move(advice), warnings);
}

// G chooses between solvers of the program CONTACT. This program has its own.
void warn_of_solver(const Case& one, Findings& warnings) {
  const Control& digits = one.control;
  if (digits.solver == 2 || digits.solver == 3 || digits.solver == 5) {
    const bool descends = digits.solver == 5;
    warn_once(one, place(one, 'G'), "no solver is chosen by G, in this and all later cases",
              fmt::format("G = {}", digits.solver),
              descends ? "Cases are solved to EPS; FDECAY to POW_S have no effect"
                       : "Cases are solved to EPS; OMEGAH, OMEGAS and OMGSLP have no effect, INISLP has",
              warnings);
  } else if (digits.solver == 4) {
    warn_once(one, place(one, 'G'), "slip velocities are not relaxed, in this and all later cases", "G = 4",
              "Cases are solved to EPS; OMGSLP has no effect, INISLP has", warnings);
  }
}

// Below these limits the program CONTACT stops most cases before they have converged.
void warn_of_limits(const Case& one, Findings& warnings) {
  constexpr long few_sweeps = 10, few_steps = 5;
  const Iteration& limit = one.values.iteration;
  const bool few =
      limit.max_inner < few_sweeps || limit.max_slip_loop < few_sweeps || limit.max_newton < few_steps;
  if (one.control.solver == 1 || !few) return;
  warn_once(one, one.where[2], "no limit of iterations stops a solver early, in this and all later cases",
            fmt::format("MAXGS = {}, MAXIN = {}, MAXNR = {}", limit.max_inner, limit.max_slip_loop,
                        limit.max_newton),
            "Cases are solved to EPS, or say that they did not converge", warnings);
}

// Friction that falls with the slip may have several solutions.
void warn_of_estimate(const Case& one, Findings& warnings) {
  const Control& digits = one.control;
  const int law = one.values.friction.law;
  const bool several =
      (law >= 2 && law <= 4) || (digits.material == 4 && one.values.material.third_body.hardening < 0);
  if (digits.initial == 0 || digits.tangential == 0 || !several || one.values.iteration.initial_slip != 0)
    return;
  warn_once(one, place(one, 'I'),
            "the solution does not depend on the initial estimate, in this and all later cases",
            fmt::format("I = {}", digits.initial),
            "Of several solutions the one with little slip is given; INISLP below 0 asks for that with more",
            warnings);
}

// Visco-elastic bodies roll forward in the program CONTACT, whatever the deck says.
void overrule_direction(Case& one, Findings& warnings) {
  double& direction = one.values.rolling.direction;
  if (one.module != 3 || one.control.material != 1 || direction == 0) return;
  warnings.add({place(one, 'M'),
                fmt::format("case {}", one.number),
                "visco-elastic bodies roll forward",
                fmt::format("CHI = {} rad", direction),
                {},
                "Taken as CHI = 0"});
  direction = 0;
}

}  // namespace

void check_digits(Case& one, const Case* previous, Scanner& in, Findings& warnings) {
  Checker check(one, in);
  if (previous == nullptr) {
    check_first(one, check, in, warnings);
  } else {
    check_between(one, *previous, check);
    warn_of_pitch(one, *previous, warnings);
  }
  overrule_view(one, warnings);
  overrule_trials(one, warnings);
  overrule_strips(one, warnings);
  warn_of_delays(one, warnings);
  const Control& c = one.control;
  if (one.module == 1)
    check.require(c.force != 1 || c.normal == 1, 'F',
                  "gives the force along x, but not the vertical force (N = 0)");
  check.require(c.heat == 0 || c.tangential == 3, 'H', "needs steady rolling (T = 3)");
  check.require(c.material != 1 || c.tangential == 3, 'M', "needs steady rolling (T = 3)");
  check.require(c.friction != 6 || c.heat != 0, 'L', "needs surface temperatures (H = 1 or 3)");
}

void check_values(Case& one, const Case* previous, Scanner& in, Findings& warnings) {
  overrule_direction(one, warnings);
  warn_of_damping(one, warnings);
  warn_of_weights(one, warnings);
  warn_of_near_misses(one, warnings);
  warn_of_rest(one, warnings);
  warn_of_coupling(one, warnings);
  warn_of_solver(one, warnings);
  warn_of_limits(one, warnings);
  warn_of_estimate(one, warnings);
  Checker check(one, in);
  check.require(one.control.heat != 1 || one.values.temperature.given, 'H',
                "keeps thermal data, but no case before has given any", "Use H = 3");
  check.require(one.values.friction.law != 6 || one.control.heat != 0, 'H',
                "computes no surface temperatures, but friction depends on them (L = 6)", "Use H = 1 or 3");
  if (one.module == 3) {
    check_basic(one, check);
  } else if (previous != nullptr && one.control.previous != 2 && one.control.tangential >= 1 &&
             one.control.tangential <= 2) {
    const Discretisation &now = one.values.discretisation, &then = previous->values.discretisation;
    check.require(now.dx == then.dx && now.ds == then.ds, 'P',
                  "continues the previous case, but DX or DS have changed");
  }
}

}  // namespace flangeway::deck
