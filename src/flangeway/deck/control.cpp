#include "flangeway/deck/control.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace flangeway::deck {
namespace {

constexpr const char* word_names[3] = {"first control word", "second control word", "third control word"};

std::string digit_name(const Digit& one) {
  return one.letter == '1' ? std::string("C1") : std::string(1, one.letter);
}

std::string spaced(const char* allowed) {
  std::string text;
  for (const char* c = allowed; *c != 0; ++c) text += (text.empty() ? "" : ", ") + std::string(1, *c);
  return text;
}

void read_word(Scanner& in, Case& one, std::size_t word) {
  in.group();
  one.words[word] = std::string(in.peek());
  const long value = in.integer(word_names[word], at_least(0));
  one.where[word] = in.here();
  if (in.failed()) return;
  long rest = value;
  bool known = true;
  for (const Digit& place : digits()) {
    if (place.word != word) continue;
    const int found = static_cast<int>(rest % 10);
    rest /= 10;
    one.control.*place.value = found;
    const char* allowed = one.module == 1 ? place.module_1 : place.module_3;
    if (std::strchr(allowed, '0' + found) == nullptr)
      in.complain(fmt::format("control digit {} is not one of the format", digit_name(place)),
                  fmt::format("{} = {} in {}", digit_name(place), found, one.words[word]), spaced(allowed));
    known = known && std::strchr(allowed, '0' + found) != nullptr;
  }
  if (rest != 0)
    in.complain(fmt::format("the {} has more digits than letters", word_names[word]), one.words[word]);
  if (!known || rest != 0) in.lose_place();  // the digits say which lines follow
}

}  // namespace

// Counted from the right; the order of the table is the order of the digits.
const std::vector<Digit>& digits() {
  static const std::vector<Digit> table{{'S', 0, 0, &Control::stress, "0123", "0123"},
                                        {'F', 0, 1, &Control::force, "013", "012"},
                                        {'N', 0, 2, &Control::normal, "01", "01"},
                                        {'T', 0, 3, &Control::tangential, "0123", "0123"},
                                        {'B', 0, 4, &Control::bound, "0156", "0123456"},
                                        {'P', 0, 5, &Control::previous, "0123", "0123"},
                                        {'1', 0, 6, &Control::configuration, "0145", "0"},
                                        {'E', 1, 0, &Control::extra, "012345", "01239"},
                                        {'Z', 1, 1, &Control::geometry, "0123", "012"},
                                        {'M', 1, 2, &Control::material, "01234567", "01234567"},
                                        {'C', 1, 3, &Control::influence, "01234", "012349"},
                                        {'D', 1, 4, &Control::discretisation, "0123456789", "012"},
                                        {'L', 1, 5, &Control::friction, "012346", "012346"},
                                        {'V', 1, 6, &Control::variation, "012", "03456789"},
                                        {'R', 2, 0, &Control::finish, "0123", "0123"},
                                        {'W', 2, 1, &Control::flow, "0123456789", "0123456789"},
                                        {'O', 2, 2, &Control::output, "012345", "012345"},
                                        {'A', 2, 3, &Control::file, "012", "012"},
                                        {'I', 2, 4, &Control::initial, "0123", "0123"},
                                        {'G', 2, 5, &Control::solver, "012345", "012345"},
                                        {'H', 2, 6, &Control::heat, "013", "013"},
                                        {'X', 2, 7, &Control::debug, "01", "01"}};
  return table;
}

const Digit& digit(char letter) {
  return *std::find_if(digits().begin(), digits().end(),
                       [&](const Digit& one) { return one.letter == letter; });
}

void read_control(Scanner& in, Case& one) {
  read_word(in, one, 0);
  read_word(in, one, 1);
  // The optional second value on this line: 10 gapwgt + M2. A remark may begin with a number only by mistake.
  if (const auto more = in.optional_integer("the second value of the second control word", {0, 22})) {
    one.control.damping = static_cast<int>(*more % 10);
    one.control.weighting = static_cast<int>(*more / 10);
    if (one.control.damping > 2 || one.control.weighting > 2)
      in.complain("the second value of the second control word is not one of the format",
                  fmt::format("{}", *more), "M2 0 to 2, weighting 0 to 2");
  }
  read_word(in, one, 2);
}

SourceLocation place_of_digit(const Case& one, std::size_t word, std::size_t from_right) {
  SourceLocation where = one.where[word];
  const std::size_t length = one.words[word].size();
  if (from_right < length) where.column += static_cast<int>(length - 1 - from_right);
  return where;
}

}  // namespace flangeway::deck
