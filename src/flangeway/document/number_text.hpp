// Texts that stand for numbers.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "flangeway/document/visitor.hpp"

namespace flangeway::document {

/// The number that a text stands for, as "2 * load"; otherwise `problem` says why it stands for none.
using NumberText = std::function<std::optional<double>(const std::string& text, std::string& problem)>;

/// From here on, texts may stand where the visitor reads numbers from a file.
void read_texts_as_numbers(Visitor& visitor, NumberText number_of);

}  // namespace flangeway::document
