// Expressions divided into functions that are called one after the other: what depends on parameters alone is
// computed once, and what one function has computed the later ones do not compute again. Private to the room.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "flangeway/expression/print_c.hpp"
#include "flangeway/expression/tape.hpp"

namespace flangeway::codegen {

/// Which changes make a symbol change: each stage uses what the ones before it have left.
enum class Stage { parameters, place, motion, contact_rates };
constexpr int stage_count = 4;

/// One C function. One that is `alone` may be called at any place and uses the constants only.
struct StagedFunction {
  std::string name;
  Stage stage = Stage::place;
  bool alone = false;
  std::vector<expression::Target> targets;
};

/// How symbols are written, and when they change.
struct SymbolTable {
  std::vector<std::string> code;  ///< by symbol
  std::vector<Stage> stage;       ///< by symbol
};

struct StagedCode {
  std::string text;                                ///< the functions, `prepare` (constants) first
  std::size_t constants = 0, shared = 0;           ///< how many values are kept between functions
  std::vector<expression::OperationCount> counts;  ///< of `prepare` and of each function, as called
};
[[nodiscard]] StagedCode write_functions(const expression::Graph& graph, const SymbolTable& symbols,
                                         const std::vector<StagedFunction>& functions);

}  // namespace flangeway::codegen
