#pragma once

#include <string>

namespace flangeway::test {

inline const std::string models = FLANGEWAY_SOURCE_DIR "/models/";

}  // namespace flangeway::test
