#include "flangeway/results/checkpoint.hpp"

#include <fmt/format.h>

#include "flangeway/results/checkpoint_slots.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

std::optional<StoredOrigin> read_origin(const std::string& path, Findings& findings) {
  const QuietErrors quiet;
  std::optional<Finding> wrong;
  const std::optional<StoredFile> file = open_stored(path, layout::format_name, "flangeway run", wrong);
  if (wrong) {
    findings.add(std::move(*wrong));
    return std::nullopt;
  }
  std::optional<CheckpointOrigin> origin = read_checkpoint_origin(*file);
  if (!origin) {
    findings.add({{path}, "", "does not say where its case lies", "", "", "Repeat the run"});
    return std::nullopt;
  }
  return StoredOrigin{std::move(*origin), read_story(*file).provenance};
}

std::optional<StoredCheckpoint> read_checkpoint(const std::string& path, Findings& findings) {
  const QuietErrors quiet;
  const auto refuse = [&](std::string problem, std::string advice) -> std::optional<StoredCheckpoint> {
    findings.add({{path}, "", std::move(problem), "", "", std::move(advice)});
    return std::nullopt;
  };
  std::optional<Finding> wrong;
  const std::optional<StoredFile> file = open_stored(path, layout::format_name, "flangeway run", wrong);
  if (wrong) {
    findings.add(std::move(*wrong));
    return std::nullopt;
  }
  Story story = read_story(*file);
  if (story.status == Status::completed || story.status == Status::derailed)
    return refuse(fmt::format("belongs to a run that is finished ({})", to_string(story.status)),
                  "Run the case again, with a longer integration.duration if it should run longer");
  if (file->version < layout::version_with_checkpoint_versions)
    return refuse("has a checkpoint of an earlier format",
                  "Continue it with the version that wrote it, or run the case again");
  const std::optional<CheckpointOrigin> origin = read_checkpoint_origin(*file);
  CheckpointSlots slots;
  bool damaged = false;
  std::optional<Checkpoint> newest;
  const bool opened = origin && slots.open(file->handle.get());
  if (opened) newest = slots.newest(damaged);
  if (!newest && (damaged || (origin && !opened)))
    return refuse("has a damaged checkpoint", "Copy the file again, or repeat the run");
  if (!newest)
    return refuse("has no checkpoint to continue from",
                  "Repeat the run; with --checkpoint SECONDS it writes checkpoints");
  return StoredCheckpoint{std::move(*newest), *origin, story.status, std::move(story.summary),
                          std::move(story.provenance)};
}

}  // namespace flangeway::results
