// From a symbolic model to a self-contained C project, or to Matlab functions.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/expression/tape.hpp"
#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::codegen {

/// Cost of one part of the equations.
struct Cost {
  std::string what;
  expression::OperationCount count;
};

struct Project {
  std::vector<std::pair<std::string, std::string>> files;  ///< name, content
  std::vector<Cost> equations;  ///< as expressions of coordinates and parameters, each for itself
  std::vector<Cost> functions;  ///< as generated, with what they share
};

enum class Target { project, fmu, matlab };

constexpr auto alternatives_of(Target) {
  using One = Alternative<Target>;
  return std::array{One{Target::project, "project", "a C project with a program of its own"},
                    One{Target::fmu, "fmu", "the same, and its build also packs FMUs (FMI 2.0 and 3.0)"},
                    One{Target::matlab, "matlab",
                        "Matlab functions of the equations of a symbolic model, which Octave runs, too"}};
}

/// An FMU (FMI 3.0 and 2.0, co-simulation) comes as a project too: its build packs the archives.
/// Findings where the track or a profile cannot be, or the constraints have no solution at the start.
[[nodiscard]] Project generate(symbolic_model::Model& model, const symbolic_model::ModelSpec& spec,
                               Target target, Findings& findings);

}  // namespace flangeway::codegen
