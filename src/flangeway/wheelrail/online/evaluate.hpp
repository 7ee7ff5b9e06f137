// Elastic contact of the wheelsets, found on line. Theory: docs/theory/online.md.
#pragma once

#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail::online {

/// The same as wheelrail::evaluate(), which calls it, for elastic contact. Memory is read only: forces are a
/// function of the state between two remember().
EvalStatus evaluate(const Model& model, const track::TrackModel& track, const double* y,
                    multibody::Workspace& bodies, const Memory& memory, Workspace& workspace,
                    double* acceleration);

/// After a step: touches to start from, and corrections by patches. Part of wheelrail::remember().
void remember(const Model& model, const multibody::Workspace& bodies, Workspace& workspace, Memory& memory);

}  // namespace flangeway::wheelrail::online
