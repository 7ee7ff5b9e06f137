// Knife-edge constraints of four wheelsets: ConstraintFunctions of the method kec.
#pragma once

#include "flangeway/wheelrail/constraint/constraint.hpp"

namespace flangeway::wheelrail::kec {

void constrain(const Model& model, Scope scope, WheelsetBatch& batch, Workspace& workspace);
void direct(const Model& model, WheelsetBatch& batch);

}  // namespace flangeway::wheelrail::kec
