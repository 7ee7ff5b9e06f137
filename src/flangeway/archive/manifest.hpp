// manifest.json of an archive.
#pragma once

#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::archive {

struct ArchivedInput {
  std::string path;             ///< as the run knew it, relative to `folder`
  std::string file;             ///< in the archive: "inputs/…"
  std::string sha256;           ///< of the file that the run read
  std::string archived_sha256;  ///< of the file in the archive: another where absolute paths became relative
};

struct ArchivedRun {
  std::string file, sha256;  ///< "results/run.h5"
  std::string version, commit, command_line, started, method, integrator;
  std::string folder;  ///< where the run was started, below "inputs"
  std::vector<std::string> sets;
  std::vector<ArchivedInput> inputs;
};

struct Manifest {
  std::string version;  ///< of Flangeway, that packed it
  std::vector<ArchivedRun> runs;
};

[[nodiscard]] std::string to_json(const Manifest& manifest);
/// Nothing sensible, and a finding about `file`, where the text is no manifest, or its names are none of
/// files below the folders of the archive. Its length bounds the time that this takes.
[[nodiscard]] Manifest read_manifest(const std::string& text, const std::string& file, Findings& findings);

}  // namespace flangeway::archive
