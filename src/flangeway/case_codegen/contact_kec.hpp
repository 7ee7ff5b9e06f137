// The knife edge of a wheel as symbols, for generated code and its test. Private to the room.
#pragma once

#include "flangeway/case_codegen/symbols.hpp"
#include "flangeway/wheelrail/laws/kec.hpp"

namespace flangeway::case_codegen {

/// The law is that of the library, with places in C for numbers: sign first, then p->, q[], v[] and
/// side->rail.
[[nodiscard]] wheelrail::BasicKnifeEdge<Expression> knife_edge(Symbols& s);

}  // namespace flangeway::case_codegen
