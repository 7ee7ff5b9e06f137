// Lookup-table constraints of four wheelsets: ConstraintFunctions of the method lut.
#pragma once

#include "flangeway/wheelrail/constraint/constraint.hpp"

namespace flangeway::wheelrail::lut {

void constrain(const Model& model, Scope scope, WheelsetBatch& batch, Workspace& workspace);
void direct(const Model& model, WheelsetBatch& batch);

}  // namespace flangeway::wheelrail::lut
