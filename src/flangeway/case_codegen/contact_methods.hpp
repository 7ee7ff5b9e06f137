// Contact methods in generated code. Private to the room.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/case_codegen/c_tables.hpp"
#include "flangeway/case_codegen/symbols.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::case_codegen {

struct ContactCode {
  wheelrail::Method method;
  std::string_view file;   ///< its file of the runtime
  std::string_view array;  ///< type and name of the array of its tables
  /// Initialisers of the tables of the left and of the right wheel.
  std::array<std::string, 2> (*tables)(const wheelrail::Pair& pair, Tables& tables);
  /// Its constraints. `rails_move`: as inputs of the code say.
  std::vector<Function> (*functions)(const wheelrail::Model& model, bool rails_move);
};

extern const ContactCode kec_code, lut_code;
inline constexpr const ContactCode* contact_codes[] = {&kec_code, &lut_code};

/// nullptr: generated code does not have the method.
[[nodiscard]] const ContactCode* contact_code(wheelrail::Method method);

}  // namespace flangeway::case_codegen
