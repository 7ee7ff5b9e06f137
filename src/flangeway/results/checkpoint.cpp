#include "flangeway/results/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flangeway/results/array_reader.hpp"
#include "flangeway/results/checkpoint_slots.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/row_checksums.hpp"
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

namespace {

// The first row of the channels, and the first record of the deformed track, whose numbers are not those that
// were written; nothing where all are.
struct Damage {
  std::optional<std::size_t> row, record, judged;

  [[nodiscard]] bool is_before(const Checkpoint& checkpoint) const {
    return (row && *row < checkpoint.rows) || (record && *record < checkpoint.records) ||
           (judged && *judged < checkpoint.judged);
  }
  [[nodiscard]] std::string text() const {
    if (row) return fmt::format("row {} of its channels", *row);
    return record ? fmt::format("record {} of its deformed track", *record)
                  : fmt::format("record {} of its judged group", judged.value_or(0));
  }
};

std::vector<StoredArray> arrays_of(const StoredFile& file, const char* group) {
  std::vector<StoredArray> arrays;
  if (H5Lexists(file.handle.get(), group, H5P_DEFAULT) <= 0) return arrays;
  const Handle folder(H5Gopen2(file.handle.get(), group, H5P_DEFAULT), H5Gclose);
  for (const std::string& name : members(folder.get()).value_or(std::vector<std::string>{}))
    if (std::optional<StoredArray> array = open_records(folder.get(), name)) {
      read_texts_of(*array, file.texts, fmt::format("{}/{}", group, name));
      arrays.push_back(std::move(*array));
    }
  std::stable_sort(arrays.begin(), arrays.end(),
                   [](const StoredArray& a, const StoredArray& b) { return a.index < b.index; });
  return arrays;
}

std::optional<std::size_t> first_damage(const StoredFile& file, const char* group, const char* checksums,
                                        std::size_t needed) {
  const std::vector<StoredArray> arrays = arrays_of(file, group);
  std::vector<const StoredArray*> all;
  hsize_t rows = needed;
  for (const StoredArray& array : arrays) {
    all.push_back(&array);
    rows = std::min(rows, array.records);
  }
  if (all.empty()) return std::nullopt;
  const RowCheck check = check_rows(file.handle.get(), checksums, all, rows);
  if (check.damaged) return check.damaged;
  return check.rows < needed ? std::optional(check.rows) : std::nullopt;
}

// Up to the newest checkpoint: later rows are written again.
Damage damage_before(const StoredFile& file, const Checkpoint& newest) {
  if (file.sealed) return {};
  return {first_damage(file, layout::channels, layout::row_checksums, newest.rows),
          first_damage(file, layout::deformed_track, layout::deformed_track_checksums, newest.records),
          first_damage(file, layout::judged, layout::judged_checksums, newest.judged)};
}

}  // namespace

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
  std::vector<Checkpoint> whole;
  const bool opened = origin && slots.open(file->handle.get());
  if (opened) whole = slots.whole(damaged);
  if (whole.empty() && (damaged || (origin && !opened)))
    return refuse("has a damaged checkpoint", "Copy the file again, or repeat the run");
  if (whole.empty())
    return refuse("has no checkpoint to continue from",
                  "Repeat the run; with --checkpoint SECONDS it writes checkpoints");
  const Damage damage = damage_before(*file, whole.front());
  const auto sound = std::find_if(whole.begin(), whole.end(), [&](const Checkpoint& checkpoint) {
    return !damage.is_before(checkpoint);
  });
  if (sound == whole.end())
    return refuse(
        fmt::format("is damaged: {} has a wrong checksum, and all checkpoints are behind it", damage.text()),
        "Copy the file again, or repeat the run");
  std::string notice;
  if (sound != whole.begin())
    notice = fmt::format(
        "{}: {} is damaged; it was cut off with all behind it, and the run goes on from the "
        "checkpoint before, after {} rows",
        path, damage.text(), sound->rows);
  return StoredCheckpoint{
      std::move(*sound),           *origin,          story.status, std::move(story.summary),
      std::move(story.provenance), std::move(notice)};
}

}  // namespace flangeway::results
