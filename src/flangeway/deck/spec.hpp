// The contents of an `.inp` deck, one to one: a list of cases with their control digits and values.
//
// Everything is as in the file: mm, N, N/mm², rad, s; x forward, y to the right, z down (wheel on rail: body
// 1 is the rail); z into the upper body 1 (basic contact). The letters are those of the format.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::deck {

/// The digits of the three control words.
struct Control {
  // first word
  int configuration = 0;  ///< C1: 0 left, 1 right wheel on rail; 4, 5 on roller
  int previous = 0;       ///< P: 0 goes on from the last result, 1 without its tractions, 2 new, 3 repeats
  int bound = 0;          ///< B: normal problem
  int tangential = 0;     ///< T: 0 none, 1 shift, 2 transient rolling, 3 steady rolling
  int normal = 0;         ///< N: 0 position or approach given, 1 force given
  int force = 0;          ///< F: which tangential forces are given
  int stress = 0;         ///< S: points below the surface
  // second word
  int variation = 0;       ///< V: friction varies
  int friction = 0;        ///< L: friction law
  int discretisation = 0;  ///< D
  int influence = 0;       ///< C: influence coefficients
  int material = 0;        ///< M
  int geometry = 0;        ///< Z: track and rail, or undeformed distance
  int extra = 0;           ///< E: wheelset, or extra rigid slip
  // third word
  int debug = 0;    ///< X
  int heat = 0;     ///< H
  int solver = 0;   ///< G
  int initial = 0;  ///< I: initial estimate
  int file = 0;     ///< A
  int output = 0;   ///< O
  int flow = 0;     ///< W
  int finish = 0;   ///< R: what comes next
  // second value on the line of the second word
  int damping = 1;    ///< M2
  int weighting = 0;  ///< gapwgt
};

struct Iteration {
  long max_inner = 100, max_slip_loop = 100, max_newton = 30, max_outer = 1;  ///< MAXGS, MAXIN, MAXNR, MAXOUT
  double tolerance = 1e-5;                                                    ///< EPS
  long most_elements = 20000;                                                 ///< NPOT_MAX
  int solver = 0;                                                             ///< G when they were read
  long initial_slip = 0;  ///< INISLP: > 0 from no slip, < 0 from VELOC, 0 from the case before
};

/// One set of L: 0 {FSTAT FKIN}; 2, 3, 4 {FKIN, amplitude, SABSH, amplitude, SABSH}; 6 {FREF TREF DFHEAT
/// DTHEAT}.
struct FrictionSet {
  double place = 0;  ///< ALPHA in rad or SVF in mm, for V = 1, 2
  std::array<double, 5> values{};
};

struct Friction {
  int law = 0;        ///< L
  int variation = 0;  ///< V
  std::vector<FrictionSet> sets;
  double memory_distance = 0, memory_speed = 0;  ///< MEMDST in mm, MEM_S0 in mm/s
};

/// Interfacial layer of M = 4.
struct ThirdBody {
  double shear = 1, thickness = 0;         ///< GG3 in N/mm², LAYTHK in mm
  double yield_stress = 0, hardening = 0;  ///< TAU_C0 in N/mm², K_TAU in N/mm³
};

struct Material {
  int influence = 2;                                ///< C = 2, 3, 4, 9
  long method = 0, variant = 1;                     ///< IF_METH, VARIANT of C = 4
  std::vector<std::array<double, 2>> inclinations;  ///< Y in mm, ALPHA in rad; C = 4 in module 3
  std::string coefficient_file;                     ///< C = 9
  std::array<double, 2> poisson{}, shear{};         ///< POISS, GG in N/mm²
  double flexibility = 0;                           ///< FLX of M = 2, mm³/N
  double sheet = 0;                                 ///< FLXZ of B = 1, mm³/N
  double k0 = 1, alpha = 1, beta = 1;               ///< K0_MF ALFAMF BETAMF of M = 2, 3, 5
  ThirdBody third_body;                             ///< of M = 4
  std::array<double, 2> delayed{}, delay_time{};    ///< FG, TC in s of M = 1
};

/// Rows of H = 3 for one body.
struct ThermalBody {
  double temperature = 0;    ///< BKTEMP, °C
  double heat_capacity = 0;  ///< HEATCP, J/(kg °C)
  double conductivity = 0;   ///< LAMBDA, W/(mm °C)
  double density = 0;        ///< DENS, kg/mm³
};

struct Temperature {
  bool given = false;
  std::array<ThermalBody, 2> bodies;
  double plastic_share = 0;  ///< BETAPL
};

/// Module 3.
struct Rolling {
  double direction = 0;          ///< CHI, rad
  double step = 1, speed = 1;    ///< DQ in mm, VELOC in mm/s
  double spin_offset = 1.0 / 6;  ///< FACPHI
};

/// Row 7 of module 3.
struct Loads {
  double normal = 0;              ///< PEN in mm or FN in N
  double x = 0, y = 0;            ///< creepage (T = 1: shift in mm), or force over μ FN
  double spin = 0;                ///< rad/mm, or rad
  double spin_x = 0, spin_y = 0;  ///< mm
};

struct PotentialContact {
  int kind = 0;  ///< IPOTCN; 0: none read yet
  long mx = 0, my = 0;
  std::array<double, 4> values{};  ///< what follows MX MY
  [[nodiscard]] std::size_t elements() const {
    return static_cast<std::size_t>(mx) * static_cast<std::size_t>(my);
  }
};

struct Patch4 {
  double x_low, x_high, y_low, y_high;  ///< mm
};

/// Data of a Hertzian potential contact (IPOTCN < 0): the loads of later cases do not change a
/// grid that they keep (D = 0).
struct Formation {
  int control = 0;    ///< N
  double normal = 0;  ///< PEN or FN
  std::array<double, 2> poisson{}, shear{};
};

struct Gap {
  int base = 0;                                       ///< IBASE; 0: none read
  int planform = 1;                                   ///< IPLAN
  std::array<double, 8> b{};                          ///< B(1) … of IBASE 1, 3
  double xm = 0, rm = 0, y1 = 0, dy1 = 0;             ///< IBASE 2
  std::shared_ptr<const std::vector<double>> values;  ///< IBASE 2: NN heights, IBASE 9: one per element; mm
  std::array<double, 8> pl{};                         ///< IPLAN 2, 3
  std::vector<Patch4> patches;                        ///< IPLAN 4
  std::vector<double> weights;  ///< FAC(i, j), j > i, row by row: of normal displacements between patches
};

/// Module 1.
struct Discretisation {
  int kind = 2;                                         ///< D as it was when the values were read
  double dx = 0, ds = 0, step = 1;                      ///< mm; DQREL
  double separation_angle = 0;                          ///< A_SEP, rad
  double separation = 0, combination = 0, turning = 0;  ///< D_SEP, D_COMB, D_TURN, mm
  double near_miss = -1;                                ///< G_MISS, mm
};

struct Track {
  double gauge_height = 0;               ///< GAUGHT
  double gauge_sequence = 0, gauge = 0;  ///< GAUGSQ, GAUGWD, if GAUGHT > 0
  double rail_y = 0, rail_z = 0;         ///< else RAILY0, RAILZ0
  double cant = 0;                       ///< rad
  double roller_radius = 0;              ///< NOMRADR, rollers
  double curvature = 0;                  ///< 1/mm
  SourceLocation where;                  ///< of NOMRADR
};

struct ProfileFile {
  std::string file;
  SourceLocation where;
  long mirror_y = 0, mirror_z = 0;
  double scale = 1, smoothing = 0;
  long smoothing_method = 0;                           ///< ISMOOTH
  double zigzag, kink_high, kink_low, kink_width = 2;  ///< rad, rad, rad, mm
  ProfileFile();
};

struct Wheelset {
  double flange_back_distance = 0, flange_back_position = 0, radius = 0;  ///< FBDIST FBPOS NOMRADW
  double tape_circle = 999;                                               ///< YTAPE; ≥ 999: no shift
};

/// Row 18: S (rollers: X), Y, Z or FZ, ROLL, YAW, PITCH; row 19: VS (rollers: RPITCH), VY, VZ, VROLL, VYAW,
/// VPITCH or FX_WS.
struct WheelsetState {
  double x = 0;  ///< X_WS, rollers; without effect
  std::array<double, 6> position{}, velocity{};
  double force_x = 0;    ///< FX_WS of F = 1, N
  SourceLocation where;  ///< of the last velocity
};

struct Springs {
  double ky = 0, fy = 0, kz = 0, fz = 0, first_step = 1;
};

struct Damping {
  double normal = 0, tangential = 0, max_normal = 0, max_tangential = 0;
};

/// One block of 7.7.
struct SubsurfaceBlock {
  int kind = 0;                 ///< ISUBS
  std::array<long, 6> range{};  ///< IXL IXINC IXH IYL IYINC IYH
  std::vector<double> x, y, z;  ///< numbers or coordinates; z in mm
};

/// Everything that a later case may keep.
struct Values {
  Iteration iteration;
  Friction friction;
  Material material;
  Damping damping;
  Temperature temperature;
  // module 3
  Rolling rolling;
  Loads loads;
  PotentialContact potential;
  Formation formation;
  Gap gap;
  std::shared_ptr<const std::vector<double>> extra_slip;  ///< w_x, w_y of element 1, of element 2, …
  // module 1
  Discretisation discretisation;
  Track track;
  ProfileFile rail, wheel;
  std::array<double, 6> rail_deviation{};  ///< DYRAIL DZRAIL DROLLR VYRAIL VZRAIL VROLLR
  Springs springs;
  Wheelset wheelset;
  WheelsetState state;
  std::array<double, 12> wheel_deviation{};  ///< rows 20 and 21
  // both
  std::vector<SubsurfaceBlock> subsurface;
  int subsurface_file = 0;     ///< A_s: 0 no `.subs` file, 1 with invariants, 2 with whole tensors
  int subsurface_listing = 0;  ///< O_s: 0 nothing in the `.out` file, 1 to 3 extremes, 4 all points
};

/// Groups of lines of a case that are read, and kept, together.
enum class Block {
  none,  ///< of the case alone: its control digits, and how they go together
  iteration,
  friction,
  material,
  rolling,
  damping,
  temperature,
  loads,
  potential,
  gap,
  extra_slip,
  discretisation,
  track,
  rail_profile,
  deviation,
  springs,
  wheelset,
  position,
  velocity,
  wheel_deviation,
  subsurface
};

/// A value that is not admissible. Cases that keep its block keep the fault.
struct Fault {
  Block block = Block::none;
  Finding finding;
};

struct Case {
  int number = 0;                       ///< from 1, in the order of the deck
  int module = 0;                       ///< 1 wheel on rail, 3 basic contact
  long element = 0, problem = 1;        ///< RE, CP
  std::array<std::string, 3> words;     ///< control words as written
  std::array<SourceLocation, 3> where;  ///< of the control words
  Control control;
  bool solved = true;      ///< R = 0, 1
  bool continues = false;  ///< starts from the tractions of the case before it
  int before = 0;          ///< number of the last case of the same element; 0: none
  Values values;
  std::vector<Fault> faults;  ///< why it has no result; empty: it can be computed
};

struct Deck {
  std::string file;
  std::vector<Case> cases;
  Findings warnings;  ///< what is overruled
};

/// Place of a control digit: of word 0, 1 or 2, `from_right` counted from 0.
[[nodiscard]] SourceLocation place_of_digit(const Case& one, std::size_t word, std::size_t from_right);

}  // namespace flangeway::deck
