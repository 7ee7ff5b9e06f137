// Helpers that add findings about the tables of a track file.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::track {

/// Shortest decimal that reads back as the same double.
[[nodiscard]] std::string number(double value);

struct Complaint {
  std::string problem, got{}, allowed{}, advice{};
};

/// A finding about `key` of the table that `spec` was read from.
template <typename Spec>
void add(Findings& findings, const Spec& spec, std::string_view key, Complaint complaint) {
  const std::string path = spec.key.empty() ? std::string(key) : spec.key + "." + std::string(key);
  findings.add({spec.where, path, std::move(complaint.problem), std::move(complaint.got),
                std::move(complaint.allowed), std::move(complaint.advice)});
}

/// Appends `fresh`, leaving out what the reader has already said about the same key.
void merge(Findings& findings, const Findings& fresh);

}  // namespace flangeway::track
