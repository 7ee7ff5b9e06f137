// Reads control words. Internal to the room.
#pragma once

#include "flangeway/deck/scanner.hpp"
#include "flangeway/deck/spec.hpp"

namespace flangeway::deck {

/// Reads the three control words of a case, and checks each digit against what its module allows.
void read_control(Scanner& in, Case& one);

/// A control digit by its letter, as findings name it.
struct Digit {
  char letter;
  std::size_t word, from_right;
  int Control::*value;
  const char *module_1, *module_3;  ///< digits allowed
};
[[nodiscard]] const std::vector<Digit>& digits();
/// The digit of a letter; the key of C1 is '1'.
[[nodiscard]] const Digit& digit(char letter);

}  // namespace flangeway::deck
