// Elastic contact of the wheelsets: a step in the table of methods. Theory: docs/theory/elastic.md.
#pragma once

#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail::elastic {

/// The same as wheelrail::evaluate(), which calls it, for elastic contact.
EvalStatus evaluate(const Model& model, const track::TrackModel& track, RailMotions rails, const double* y,
                    std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                    Workspace& workspace, double* acceleration);

/// After a step: candidates to start from, and corrections by patches. Part of wheelrail::commit().
void commit(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
            ContactState& state);

}  // namespace flangeway::wheelrail::elastic
