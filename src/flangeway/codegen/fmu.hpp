// Model descriptions of the FMI standards 2.0 and 3.0. Private to the room.
#pragma once

#include <string>

#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::codegen {

/// Also what an importer shows to prove that description and code belong together.
[[nodiscard]] std::string fmu_token(const std::string& code);
/// modelDescription.xml; variables have the numbers of fmu.h.
[[nodiscard]] std::string write_fmi2(const symbolic_model::Model& model, const std::string& token,
                                     double friction);
[[nodiscard]] std::string write_fmi3(const symbolic_model::Model& model, const std::string& token,
                                     double friction);
/// The lines of CMakeLists.txt that build and pack the archives fmi2/model.fmu and fmi3/model.fmu.
[[nodiscard]] std::string fmu_cmake();

}  // namespace flangeway::codegen
