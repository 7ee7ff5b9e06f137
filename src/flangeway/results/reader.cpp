#include "flangeway/results/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/results/array_reader.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

namespace {

constexpr const char* repeat = "Copy it again or repeat the run";

/// A channel with its open dataset.
struct Column {
  Channel channel;
  Handle dataset;
  long long index = 0;
  hsize_t rows = 0;
};

std::optional<Column> open_column(hid_t folder, const std::string& name) {
  Column column;
  column.dataset = {H5Dopen2(folder, name.c_str(), H5P_DEFAULT), H5Dclose};
  if (!column.dataset) return std::nullopt;
  const hid_t id = column.dataset.get();
  const Handle space(H5Dget_space(id), H5Sclose);
  const Handle type(H5Dget_type(id), H5Tclose);
  const bool numbers = type && H5Tget_class(type.get()) == H5T_FLOAT;
  if (!numbers || !space || H5Sget_simple_extent_ndims(space.get()) != 1) return std::nullopt;
  H5Sget_simple_extent_dims(space.get(), &column.rows, nullptr);
  if (!is_backed(id, column.rows, 1)) return std::nullopt;
  column.index = read_integer(id, layout::index).value_or(0);
  column.channel = {name, read_text(id, layout::unit).value_or(""), read_text(id, layout::frame).value_or(""),
                    read_text(id, layout::description).value_or("")};
  return column;
}

/// Numbers `from`, `from + every`, … (`count` of them); nothing where the file cannot be read.
std::optional<std::vector<double>> read_numbers(hid_t dataset, hsize_t from, hsize_t every, hsize_t count) {
  std::vector<double> numbers(count);
  if (count == 0) return numbers;
  const Handle in_file(H5Dget_space(dataset), H5Sclose);
  const Handle in_memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
  if (H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, &from, &every, &count, nullptr) < 0 ||
      H5Dread(dataset, H5T_NATIVE_DOUBLE, in_memory.get(), in_file.get(), H5P_DEFAULT, numbers.data()) < 0) {
    return std::nullopt;
  }
  return numbers;
}

}  // namespace

std::size_t count_of(const RowRange& range, std::size_t rows) {
  const std::size_t to = std::min(range.to, rows);
  return range.from < to ? (to - range.from - 1) / range.every + 1 : 0;
}

struct Reader::Impl {
  std::string path;
  Handle file;
  ArrayReader deformed_track;
  std::vector<Column> columns;
  std::vector<Channel> channels;
  std::size_t rows = 0;
  Status status = Status::running;
  std::string summary;
  Provenance provenance;

  std::optional<Finding> open();
  std::optional<Finding> open_columns();
  void count_rows();
  [[nodiscard]] const Column* find(std::string_view name) const;
  [[nodiscard]] Finding finding(std::string problem, std::string advice = {}) const {
    return {{path}, "", std::move(problem), "", "", std::move(advice)};
  }
};

std::optional<Finding> Reader::Impl::open() {
  std::optional<Finding> wrong;
  file = open_stored(path, layout::format_name, "flangeway run", wrong);
  if (wrong) return wrong;
  Story story = read_story(file.get());
  status = story.status;
  summary = std::move(story.summary);
  provenance = std::move(story.provenance);
  std::string damage = deformed_track.open(file.get(), layout::deformed_track, status == Status::running);
  if (!damage.empty()) return finding(std::move(damage), repeat);
  return open_columns();
}

std::optional<Finding> Reader::Impl::open_columns() {
  const Handle folder(H5Gopen2(file.get(), layout::channels, H5P_DEFAULT), H5Gclose);
  const auto names = folder ? members(folder.get()) : std::nullopt;
  if (!names) {
    return finding("is damaged: its channels cannot be listed", repeat);
  }
  for (const std::string& name : *names) {
    std::optional<Column> column = open_column(folder.get(), name);
    if (!column) {
      return finding(fmt::format("is damaged: channel '{}' cannot be read", name), repeat);
    }
    columns.push_back(std::move(*column));
  }
  std::stable_sort(columns.begin(), columns.end(),
                   [](const Column& a, const Column& b) { return a.index < b.index; });
  for (const Column& column : columns) channels.push_back(column.channel);
  count_rows();
  return std::nullopt;
}

/// The rows that are complete. In a file whose run was killed in the middle of a flush some channels may be
/// one chunk ahead of others, or end in numbers never written, which read as NaN.
void Reader::Impl::count_rows() {
  hsize_t count = columns.empty() ? 0 : columns.front().rows;
  for (const Column& column : columns) count = std::min(count, column.rows);
  if (status == Status::running) {
    for (const Column& column : columns) {
      while (count > 0) {
        const std::optional<std::vector<double>> last = read_numbers(column.dataset.get(), count - 1, 1, 1);
        if (last && std::isfinite(last->front())) break;
        --count;
      }
    }
  }
  rows = count;
}

const Column* Reader::Impl::find(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.channel.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

std::optional<Reader> Reader::open(const std::string& path, Findings& findings) {
  const QuietErrors quiet;
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  if (std::optional<Finding> wrong = impl->open()) {
    findings.add(std::move(*wrong));
    return std::nullopt;
  }
  return Reader(std::move(impl));
}

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

std::vector<double> Reader::read(std::string_view name, RowRange range) const {
  const QuietErrors quiet;
  Findings findings;
  const Column* column = impl_->find(name);
  if (column == nullptr) {
    static_cast<void>(select_channels(impl_->channels, {std::string(name)}, impl_->path, findings));
    throw BadInput(findings);
  }
  auto numbers = read_numbers(column->dataset.get(), range.from, range.every, count_of(range, impl_->rows));
  if (!numbers) {
    findings.add(impl_->finding(fmt::format("is damaged: channel '{}' cannot be read", name), repeat));
    throw BadInput(findings);
  }
  return std::move(*numbers);
}

std::size_t Reader::first_row_at(std::string_view name, double value) const {
  const std::vector<double> numbers = read(name);
  return static_cast<std::size_t>(std::lower_bound(numbers.begin(), numbers.end(), value) - numbers.begin());
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
  if (numbers) return std::move(*numbers);
  Findings findings;
  findings.add(
      impl_->finding(fmt::format("has no {} of the deformed track that can be read", array), repeat));
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
