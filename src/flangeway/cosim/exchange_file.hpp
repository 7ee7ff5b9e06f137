// The file of an exchange: who holds it, and how it is opened.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "flangeway/cosim/header.hpp"

namespace flangeway::cosim {

inline constexpr const char* exchange_name = "exchange";

/// Bytes of the file that are locked: by who is just opening it, and by each side as long as it lives.
enum class LockedByte : long { gate, vehicle, track };
void lock(int descriptor, LockedByte byte);
void unlock(int descriptor, LockedByte byte);
/// By another open file description.
[[nodiscard]] bool is_locked(int descriptor, LockedByte byte);

/// Makes the folder if it is not there. Finds that others can enter it.
void check_private_folder(const std::filesystem::path& folder, Findings& findings);
/// The file in the folder, made with its header or checked, the gate locked: for side `seat` (0 vehicle).
/// −1 with findings.
[[nodiscard]] int open_exchange(const std::filesystem::path& file, std::size_t seat,
                                const Agreement& agreement, Findings& findings, std::string& note);

}  // namespace flangeway::cosim
