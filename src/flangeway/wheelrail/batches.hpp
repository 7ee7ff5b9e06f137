// Wheelsets and their contacts, four side by side.
#pragma once

#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {

/// Copies the bodies of the wheelsets into the batch.
void read_bodies(const Model& model, const multibody::Workspace& bodies, WheelsetBatch& batch);

/// Copies the motion of their rails, where Model::rails_move.
void read_rails(RailMotions rails, WheelsetBatch& batch);

/// The rails below them, after read_bodies() and with WheelsetResult::s.
void find_rails(const Model& model, const ContactState& state, const Workspace& workspace,
                WheelsetBatch& batch);

/// The lists of contacts of the four wheelsets side by side, with their table values.
void list_contacts(Workspace& workspace, WheelsetBatch& batch);

}  // namespace flangeway::wheelrail
