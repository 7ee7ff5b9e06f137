// A TOML file of another kind than a verb takes: a vehicle, say, that is given to `flangeway run`.
#pragma once

#include "command_line.hpp"
#include "flangeway/core/diagnostics.hpp"

namespace flangeway::app {

/// If the keys of the first file belong to another kind than the verb takes, adds that kind and its verb.
void report_wrong_kind(const Common& common, Findings& findings);

}  // namespace flangeway::app
