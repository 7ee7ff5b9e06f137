// Reads the blocks that both modules share, and those of the grid of module 3. Internal to the room.
#pragma once

#include "flangeway/deck/scanner.hpp"
#include "flangeway/deck/spec.hpp"

namespace flangeway::deck {

void read_iteration(Scanner& in, const Control& control, Iteration& iteration);
/// `rows`: MY, for V = 3 of module 3.
void read_friction(Scanner& in, const Control& control, std::size_t rows, Friction& friction);
void read_material(Scanner& in, int module, const Control& control, Material& material);
void read_damping(Scanner& in, Damping& damping);
void read_temperature(Scanner& in, const Control& control, Temperature& temperature);
void read_subsurface(Scanner& in, const Control& control, Values& values);
void read_profile_file(Scanner& in, ProfileFile& profile);

void read_potential(Scanner& in, PotentialContact& potential);
void read_gap(Scanner& in, const PotentialContact& potential, Gap& gap);

/// The groups of one case behind its control words.
void read_wheel_on_rail(Scanner& in, const Control& control, Values& values);
void read_basic_contact(Scanner& in, const Control& control, Values& values);

}  // namespace flangeway::deck
