// When the patches of the wheels of a run are solved, and how their forces enter an evaluation.
// docs/theory/elastic.md, section "Patches solved in the run"
#pragma once

#include "flangeway/wheelrail/state.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail::elastic {

/// Before the creep forces are found: corrections of all wheels where they are, and their normal forces.
void take_corrections(const Model& model, const ContactState& state, Workspace& workspace);

/// After it: where the tolerance is 0 the patches of all wheels are solved.
void solve_patches_now(const Model& model, const multibody::Workspace& bodies, Workspace& workspace);

/// The forces of the patches of a wheelset beyond those of its contacts.
void add_corrections(const multibody::BodyState& body, std::size_t wheelset, Workspace& workspace);

/// At the end of a step: solves the patches of the wheels that are far from their last solution.
void solve_due_patches(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
                       ContactState& state);

}  // namespace flangeway::wheelrail::elastic
