#include "flangeway/results/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/results/array_reader.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/record_dataset.hpp"
#include "flangeway/results/row_checksums.hpp"
#include "flangeway/results/stored_file.hpp"
#include "flangeway/results/writer.hpp"

namespace flangeway::results {

namespace {

constexpr const char* repeat = "Copy it again or repeat the run";

}  // namespace

std::size_t count_of(const RowRange& range, std::size_t rows) {
  const std::size_t to = std::min(range.to, rows);
  return range.from < to ? (to - range.from - 1) / range.every + 1 : 0;
}

struct Reader::Impl {
  std::string path;
  std::optional<StoredFile> file;
  ArrayReader deformed_track, judged;
  std::vector<StoredArray> columns;  // as channels
  std::vector<Channel> channels;
  std::size_t rows = 0;
  Status status = Status::running;
  std::string summary;
  Provenance provenance;
  bool has_damaged_row = false;

  /// Empty, with a finding, if the file cannot be read.
  static std::unique_ptr<Impl> look(const std::string& path, Findings& findings);
  static std::unique_ptr<Impl> look_once(const std::string& path, std::optional<Finding>& wrong,
                                         bool& may_pass);
  std::optional<Finding> open();
  std::optional<Finding> open_columns();
  void count_rows();
  std::optional<Finding> check_rows_of_running();
  [[nodiscard]] bool differ_in_length() const;
  [[nodiscard]] const StoredArray* find(std::string_view name) const;
  [[nodiscard]] Finding finding(std::string problem, std::string advice = {}) const {
    return {{path}, "", std::move(problem), "", "", std::move(advice)};
  }
};

std::optional<Finding> Reader::Impl::open() {
  std::optional<Finding> wrong;
  file = open_stored(path, layout::format_name, "flangeway run", wrong);
  if (wrong) return wrong;
  Story story = read_story(*file);
  status = story.status;
  summary = std::move(story.summary);
  provenance = std::move(story.provenance);
  std::string damage = deformed_track.open(*file, layout::deformed_track, layout::deformed_track_checksums,
                                           status == Status::running);
  if (damage.empty())
    damage = judged.open(*file, layout::judged, layout::judged_checksums, status == Status::running);
  has_damaged_row = !damage.empty() && status == Status::running;
  if (!damage.empty()) return finding(std::move(damage), repeat);
  return open_columns();
}

std::optional<Finding> Reader::Impl::open_columns() {
  const Handle folder(H5Gopen2(file->handle.get(), layout::channels, H5P_DEFAULT), H5Gclose);
  const auto names = folder ? members(folder.get()) : std::nullopt;
  if (!names) {
    return finding("is damaged: its channels cannot be listed", repeat);
  }
  for (const std::string& name : file->texts.members_with(layout::unit, layout::channels)) {
    if (!std::binary_search(names->begin(), names->end(), name))
      return finding(fmt::format("is damaged: channel '{}' is missing", name), repeat);
  }
  for (const std::string& name : *names) {
    std::optional<StoredArray> column = open_records(folder.get(), name);
    if (!column || !column->array.extents.empty()) {
      return finding(fmt::format("is damaged: channel '{}' cannot be read", name), repeat);
    }
    read_texts_of(*column, file->texts, fmt::format("{}/{}", layout::channels, name));
    column->array.name = current_name(name);
    columns.push_back(std::move(*column));
  }
  std::stable_sort(columns.begin(), columns.end(),
                   [](const StoredArray& a, const StoredArray& b) { return a.index < b.index; });
  for (const auto& [array, dataset, index, records] : columns)
    channels.push_back({array.name, array.unit, array.frame, array.description});
  count_rows();
  return check_rows_of_running();
}

/// Checks the rows of a run that goes on or was killed; a sealed file has been checked as a whole.
std::optional<Finding> Reader::Impl::check_rows_of_running() {
  if (status != Status::running || file->sealed) return std::nullopt;
  std::vector<const StoredArray*> all;
  for (const StoredArray& column : columns) all.push_back(&column);
  const RowCheck check = check_rows(file->handle.get(), layout::row_checksums, all, rows);
  rows = check.rows;
  if (!check.damaged) return std::nullopt;
  has_damaged_row = true;
  return finding(fmt::format("is damaged: row {} of its channels has a wrong checksum", *check.damaged),
                 "Copy it again, continue the run from a checkpoint before that row, or repeat the run");
}

/// Lengths in a running or killed file differ by no more than one write.
bool Reader::Impl::differ_in_length() const {
  const bool ended = status == Status::completed || status == Status::derailed;
  return std::any_of(columns.begin(), columns.end(), [&](const StoredArray& column) {
    if (ended) return column.records != rows;
    const hsize_t beyond = rows + Writer::chunk_rows + 1;
    return status == Status::running && column.records >= beyond && is_written(column, beyond - 1);
  });
}

/// The rows that are complete.
void Reader::Impl::count_rows() {
  hsize_t count = columns.empty() ? 0 : columns.front().records;
  for (const StoredArray& column : columns) count = std::min(count, column.records);
  if (status == Status::running) {
    for (const StoredArray& column : columns) count = written_records(column, count);
  }
  rows = count;
}

const StoredArray* Reader::Impl::find(std::string_view name) const {
  const std::string now = current_name(name);
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const StoredArray& column) { return column.array.name == now; });
  return found == columns.end() ? nullptr : &*found;
}

std::unique_ptr<Reader::Impl> Reader::Impl::look_once(const std::string& path, std::optional<Finding>& wrong,
                                                      bool& may_pass) {
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  wrong = impl->open();
  may_pass = impl->has_damaged_row;
  return wrong ? nullptr : std::move(impl);
}

/// A run that goes on may change the index of its chunks while rows are read; damage stays.
std::unique_ptr<Reader::Impl> Reader::Impl::look(const std::string& path, Findings& findings) {
  std::optional<Finding> wrong;
  for (int attempt = 1;; ++attempt) {
    bool may_pass = false;
    auto impl = look_once(path, wrong, may_pass);
    if (impl) return impl;
    if (!may_pass || attempt == 5) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  findings.add(std::move(*wrong));
  return nullptr;
}

std::optional<Reader> Reader::open(const std::string& path, Findings& findings) {
  const QuietErrors quiet;
  auto impl = Impl::look(path, findings);
  if (impl && impl->differ_in_length()) {
    // While a run writes fast, channels that are read later are longer. A channel that has lost its numbers
    // stays short. HDF5 looks at the disk again only after the file was closed.
    const std::size_t rows = impl->rows;
    impl.reset();
    impl = Impl::look(path, findings);
    if (impl && impl->rows <= rows && impl->differ_in_length()) {
      findings.add(impl->finding("is damaged: its channels differ in length", repeat));
      impl.reset();
    }
  }
  if (!impl) return std::nullopt;
  return Reader(std::move(impl));
}

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

std::vector<double> Reader::read(std::string_view name, RowRange range) const {
  const QuietErrors quiet;
  Findings findings;
  const StoredArray* column = impl_->find(name);
  if (column == nullptr) {
    static_cast<void>(select_channels(impl_->channels, {std::string(name)}, impl_->path, findings));
    throw BadInput(findings);
  }
  auto numbers = read_records(*column, range.from, range.every, count_of(range, impl_->rows));
  if (!numbers || !all_finite(*numbers)) {
    findings.add(impl_->finding(fmt::format("is damaged: channel '{}' cannot be read", name), repeat));
    throw BadInput(findings);
  }
  return std::move(*numbers);
}

const ArrayGroup& Reader::deformed_track() const {
  return impl_->deformed_track.group();
}
std::size_t Reader::deformed_track_records() const {
  return impl_->deformed_track.records();
}
std::vector<double> Reader::read_deformed_track(std::string_view array, RowRange records) const {
  const QuietErrors quiet;
  auto numbers = impl_->deformed_track.read(array, records);
  if (numbers && all_finite(*numbers)) return std::move(*numbers);
  Findings findings;
  findings.add(
      impl_->finding(fmt::format("has no {} of the deformed track that can be read", array), repeat));
  throw BadInput(findings);
}

const ArrayGroup& Reader::judged() const {
  return impl_->judged.group();
}
std::size_t Reader::judged_records() const {
  return impl_->judged.records();
}
std::vector<double> Reader::read_judged(std::string_view array) const {
  const QuietErrors quiet;
  auto numbers = impl_->judged.read(array, {});
  if (numbers && all_finite(*numbers)) return std::move(*numbers);
  Findings findings;
  findings.add(impl_->finding(fmt::format("has no {} of the judged record that can be read", array), repeat));
  throw BadInput(findings);
}

const std::string& Reader::path() const {
  return impl_->path;
}
const std::vector<Channel>& Reader::channels() const {
  return impl_->channels;
}
bool Reader::has(std::string_view name) const {
  return impl_->find(name) != nullptr;
}
std::size_t Reader::rows() const {
  return impl_->rows;
}
bool Reader::has_checksum() const {
  return impl_->file->sealed;
}

Status Reader::status() const {
  return impl_->status;
}
const std::string& Reader::summary_json() const {
  return impl_->summary;
}
const Provenance& Reader::provenance() const {
  return impl_->provenance;
}

}  // namespace flangeway::results
