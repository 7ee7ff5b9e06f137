#include "flangeway/results/writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <unordered_set>

#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/finite.hpp"
#include "flangeway/core/utf8.hpp"
#include "flangeway/results/array_writer.hpp"
#include "flangeway/results/checkpoint_slots.hpp"
#include "flangeway/results/disk_space.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/new_file.hpp"
#include "flangeway/results/reader.hpp"
#include "flangeway/results/record_dataset.hpp"
#include "flangeway/results/row_checksums.hpp"
#include "flangeway/results/seal.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

namespace {

// Columns are gathered from the rows in groups of one cache line.
constexpr std::size_t group = 8;
constexpr GroupNames track_names{layout::deformed_track, layout::deformed_track_checksums},
    judged_names{layout::judged, layout::judged_checksums};
constexpr double not_written = std::numeric_limits<double>::quiet_NaN();

void check_names(const std::vector<Channel>& channels, const std::string& path, Findings& findings) {
  std::unordered_set<std::string_view> seen;
  for (const Channel& channel : channels) {
    const std::string key = fmt::format("channel '{}'", channel.name);
    if (channel.name.empty() || channel.name == "." || channel.name.find('/') != std::string::npos) {
      findings.add({{path}, key, "is no name of a channel", "", "text without '/'", ""});
    } else if (const std::string fault = fault_of_name(channel.name); !fault.empty()) {
      findings.add(
          {{path}, key, "is no name of a channel: it contains " + fault, "", "", "Give it another name"});
    } else if (!seen.insert(channel.name).second) {
      findings.add({{path}, key, "is there twice", "", "", "Give every channel its own name"});
    }
  }
  if (channels.empty()) findings.add({{path}, "", "would have no channel", "", "", ""});
}

bool can_be_read(const std::string& path) {
  Findings findings;
  return Reader::open(path, findings).has_value();
}

}  // namespace

struct Writer::Impl {
  std::string path;
  std::vector<Channel> channels;
  ArrayGroup deformed_track, judged;
  ArrayWriter arrays{32};          // 100 kB each
  ArrayWriter judged_arrays{512};  // about 1 s
  RowChecksums checksums;
  CheckpointSlots checkpoints;
  std::uint64_t checkpoint_number = 0;  // of the last one
  Handle file;
  std::vector<Handle> datasets;
  std::vector<double> chunk;    // the rows of the chunk being filled, row by row
  std::vector<double> columns;  // `group` columns on their way to the file
  std::size_t rows = 0;         // appended
  std::size_t on_disk = 0;      // flushed
  std::size_t reserved = 0;     // rows for which there is space on the disk
  std::chrono::steady_clock::time_point flushed = std::chrono::steady_clock::now();
  double flush_interval = 1;  // s
  std::string cause, problem;
  bool broken = false;        // or closed: the file takes no more rows
  bool half_written = false;  // a change of the file has failed, which may have damaged its older parts
  bool complete = false;      // the file gets a seal when it is closed

  void make_buffers();
  bool open(const std::string& temporary, const Provenance& provenance,
            const std::optional<CheckpointOrigin>& origin);
  bool resume(const Checkpoint& checkpoint);
  bool open_column(hid_t folder, std::size_t index);
  bool cut();
  bool accept(const double* row);
  bool write();
  bool claim_space();
  bool write_columns(std::size_t first_row);
  void report(std::string what);
  bool fail(std::string what);
  bool close();
};

void Writer::Impl::make_buffers() {
  chunk.resize(chunk_rows * channels.size());
  columns.resize(chunk_rows * group);
}

bool Writer::Impl::open(const std::string& temporary, const Provenance& provenance,
                        const std::optional<CheckpointOrigin>& origin) {
  const Handle access = file_access();
  file = {H5Fcreate(temporary.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access.get()), H5Fclose};
  if (!file) return false;
  keep_metadata_until_flush(file.get());
  const Handle folder(H5Gcreate2(file.get(), layout::channels, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                      H5Gclose);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const auto& [name, unit, frame, description] = channels[i];
    datasets.push_back(
        create_records(folder.get(), {name, unit, frame, description, {}}, H5T_IEEE_F64LE, chunk_rows, i));
    if (!datasets.back()) return false;
  }
  make_buffers();
  if (!checksums.create(file.get(), layout::row_checksums, chunk_rows)) return false;
  if (!deformed_track.arrays.empty() && !arrays.create(file.get(), track_names, deformed_track)) return false;
  if (!judged.arrays.empty() && !judged_arrays.create(file.get(), judged_names, judged)) return false;
  if (origin && !checkpoints.create(file.get(), *origin)) return false;
  return write_provenance(file.get(), layout::format_name, provenance) && write_no_outcome(file.get()) &&
         store_texts(file.get()) && H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0;
}

bool Writer::Impl::resume(const Checkpoint& checkpoint) {
  const Handle access = file_access();
  file = {H5Fopen(path.c_str(), H5F_ACC_RDWR, access.get()), H5Fclose};
  if (!file) return false;
  keep_metadata_until_flush(file.get());
  const Handle folder(H5Gopen2(file.get(), layout::channels, H5P_DEFAULT), H5Gclose);
  rows = on_disk = checkpoint.rows;
  reserved = (rows + chunk_rows - 1) / chunk_rows * chunk_rows;
  checkpoint_number = checkpoint.number;
  make_buffers();
  const auto names = folder ? members(folder.get()) : std::nullopt;
  if (!names || names->size() != channels.size()) return false;
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (!open_column(folder.get(), i)) return false;
  if (!checksums.open(file.get(), layout::row_checksums, chunk_rows, rows)) return false;
  if (!deformed_track.arrays.empty() &&
      !arrays.open(file.get(), track_names, deformed_track, checkpoint.records))
    return false;
  if (!judged.arrays.empty() && !judged_arrays.open(file.get(), judged_names, judged, checkpoint.judged))
    return false;
  return checkpoints.open(file.get()) && cut();
}

// Takes away the rows and records behind those that are kept.
bool Writer::Impl::cut() {
  const hsize_t extent = rows;
  const bool done = std::all_of(datasets.begin(), datasets.end(), [&](const Handle& dataset) {
    return H5Dset_extent(dataset.get(), &extent) >= 0;
  });
  return done && checksums.cut(rows) && arrays.cut() && judged_arrays.cut() && write_no_outcome(file.get()) &&
         H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0;
}

// With the rows of the chunk that goes on being filled.
bool Writer::Impl::open_column(hid_t folder, std::size_t index) {
  std::optional<StoredArray> stored = open_records(folder, channels[index].name);
  if (!stored || !stored->array.extents.empty() || stored->records < rows) return false;
  const std::size_t first = rows / chunk_rows * chunk_rows;
  const auto numbers = read_records(*stored, first, 1, rows - first);
  if (!numbers) return false;
  for (std::size_t i = 0; i < numbers->size(); ++i) chunk[i * channels.size() + index] = (*numbers)[i];
  datasets.push_back(std::move(stored->dataset));
  return true;
}

void Writer::Impl::report(std::string what) {
  problem = fmt::format("{}: {}; {} rows are kept", path, what, on_disk);
  cause = std::move(what);
}

bool Writer::Impl::fail(std::string what) {
  report(std::move(what));
  broken = true;
  return false;
}

bool Writer::Impl::accept(const double* row) {
  const double* end = row + channels.size();
  if (!all_finite(std::span(row, end))) {
    const double* wild = std::find_if(row, end, [](double x) { return !std::isfinite(x); });
    // The rows before this one are sound and go to the disk.
    if (write()) {
      report(fmt::format("channel {} is {} in row {}", channels[static_cast<std::size_t>(wild - row)].name,
                         *wild, rows));
    }
    return false;
  }
  RowChecksum sum(rows);
  for (const double* number = row; number != end; ++number) sum.add(*number);
  checksums.set(rows, sum);
  std::memcpy(&chunk[(rows % chunk_rows) * channels.size()], row, channels.size() * sizeof(double));
  ++rows;
  return true;
}

/// Writes the chunk that begins at `first_row` of every channel; its end may not be filled yet.
bool Writer::Impl::write_columns(std::size_t first_row) {
  const std::size_t width = channels.size();
  const std::size_t filled = rows - first_row;
  const hsize_t extent = rows;
  const hsize_t offset = first_row;
  std::fill(columns.begin(), columns.end(), not_written);
  for (std::size_t first = 0; first < width; first += group) {
    const std::size_t count = std::min(group, width - first);
    for (std::size_t i = 0; i < filled; ++i) {
      for (std::size_t j = 0; j < count; ++j) columns[j * chunk_rows + i] = chunk[i * width + first + j];
    }
    for (std::size_t j = 0; j < count; ++j) {
      const hid_t dataset = datasets[first + j].get();
      if (H5Dset_extent(dataset, &extent) < 0 ||
          H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, &offset, chunk_rows * sizeof(double),
                         &columns[j * chunk_rows]) < 0) {
        return false;
      }
    }
  }
  return checksums.write(first_row, rows);
}

/// For the chunks that the next write begins.
bool Writer::Impl::claim_space() {
  const bool for_rows = reserved < rows;
  const std::size_t row_bytes =
                        for_rows ? channels.size() * (chunk_rows * sizeof(double)) + checksums.chunk_bytes()
                                 : 0,
                    array_bytes = arrays.new_bytes() + judged_arrays.new_bytes();
  if (row_bytes + array_bytes == 0) return true;
  const std::size_t extended = (for_rows ? channels.size() + checksums.datasets() : 0) +
                               (array_bytes > 0 ? arrays.datasets() + judged_arrays.datasets() : 0);
  const int error = reserve_disk_space(file.get(), row_bytes + array_bytes, extended);
  if (error != 0) return fail(fmt::format("cannot be written ({})", std::strerror(error)));
  if (for_rows) reserved = (rows - 1) / chunk_rows * chunk_rows + chunk_rows;
  return true;
}

/// Brings the rows since the last time to the disk; false, and sets the problem, where that fails.
bool Writer::Impl::write() {
  if (broken) return false;
  if (rows == on_disk && !arrays.pending() && !judged_arrays.pending()) return true;
  const QuietErrors quiet;
  if (!claim_space()) return false;
  const bool columns_written = rows == on_disk || write_columns((rows - 1) / chunk_rows * chunk_rows);
  if (!columns_written || !arrays.write() || !judged_arrays.write() ||
      H5Fflush(file.get(), H5F_SCOPE_GLOBAL) < 0) {
    half_written = true;
    return fail(fmt::format("cannot be written ({})", std::strerror(errno)));
  }
  on_disk = rows;
  flushed = std::chrono::steady_clock::now();
  return true;
}

bool Writer::Impl::close() {
  if (!file) return true;
  bool written = true;  // the library may write the last bytes of a dataset when it is closed
  for (Handle& dataset : datasets) written = dataset.reset() && written;
  datasets.clear();
  written = checksums.close() && written;
  written = arrays.close() && written;
  written = judged_arrays.close() && written;
  written = checkpoints.close() && written;
  if (complete && written) return close_and_seal(file);
  const int descriptor = second_descriptor(file.get());
  const bool closed = file.reset() && written;
  if (descriptor < 0) return closed;
  release_disk_space(descriptor);
  ::close(descriptor);
  return closed;
}

std::optional<Writer> Writer::create(const std::string& path, const std::vector<Channel>& channels,
                                     const Provenance& provenance, bool force, Findings& findings,
                                     const ArrayGroup& deformed_track,
                                     const std::optional<CheckpointOrigin>& origin,
                                     const ArrayGroup& judged) {
  Findings mine;
  check_names(channels, path, mine);
  check_place(path, force, mine);
  findings.append(mine);
  if (!mine.empty()) return std::nullopt;

  const QuietErrors quiet;
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->channels = channels;
  impl->deformed_track = deformed_track;
  impl->judged = judged;
  const bool done = create_under_temporary_name(path, findings, [&](const std::string& temporary) {
    return impl->open(temporary, provenance, origin);
  });
  return done ? std::optional(Writer(std::move(impl))) : std::nullopt;
}

std::optional<Writer> Writer::resume(const std::string& path, const std::vector<Channel>& channels,
                                     const Checkpoint& checkpoint, Findings& findings,
                                     const ArrayGroup& deformed_track, const ArrayGroup& judged) {
  const QuietErrors quiet;
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->channels = channels;
  impl->deformed_track = deformed_track;
  impl->judged = judged;
  impl->complete = take_seal_off(path);
  if (impl->resume(checkpoint)) {
    impl->complete = false;
    return Writer(std::move(impl));
  }
  impl->close();
  findings.add({{path},
                "",
                "cannot be continued: it is not writable, or its channels are not those of the run",
                "",
                "",
                "Check its permissions, or repeat the run"});
  return std::nullopt;
}

Writer::Writer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

Writer::~Writer() {
  if (!impl_) return;
  const QuietErrors quiet;
  impl_->write();
  impl_->close();
}

bool Writer::append(const double* row) {
  if (!impl_->problem.empty() || !impl_->accept(row)) return false;
  const bool full = impl_->rows % chunk_rows == 0;
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - impl_->flushed;
  if (full || waited.count() >= impl_->flush_interval) return impl_->write();
  return true;
}

bool Writer::append_deformed_track(const double* record) {
  if (!impl_->problem.empty()) return false;
  if (const Array* wrong = impl_->arrays.accept(record)) {
    if (impl_->write())
      impl_->report(fmt::format("{} of the deformed track is not finite in record {}", wrong->name,
                                impl_->arrays.records()));
    return false;
  }
  return !impl_->arrays.chunk_is_full() || impl_->write();
}

bool Writer::append_judged(const double* record) {
  if (!impl_->problem.empty()) return false;
  if (const Array* wrong = impl_->judged_arrays.accept(record)) {
    if (impl_->write())
      impl_->report(fmt::format("{} of the judged record is not finite in record {}", wrong->name,
                                impl_->judged_arrays.records()));
    return false;
  }
  return !impl_->judged_arrays.chunk_is_full() || impl_->write();
}

void Writer::set_flush_interval(double seconds) {
  impl_->flush_interval = seconds;
}

bool Writer::flush() {
  return impl_->write();
}

bool Writer::write_checkpoint(std::span<const std::byte> bytes) {
  if (!impl_->problem.empty() || !impl_->write()) return false;
  const QuietErrors quiet;
  const Checkpoint checkpoint{impl_->checkpoint_number + 1,
                              impl_->rows,
                              impl_->arrays.records(),
                              {bytes.begin(), bytes.end()},
                              impl_->judged_arrays.records()};
  const int error =
      reserve_disk_space(impl_->file.get(), CheckpointSlots::new_bytes(bytes.size()), impl_->datasets.size());
  if (error != 0) return impl_->fail(fmt::format("cannot be written ({})", std::strerror(error)));
  if (!impl_->checkpoints.write(checkpoint) || H5Fflush(impl_->file.get(), H5F_SCOPE_GLOBAL) < 0) {
    impl_->half_written = true;
    return impl_->fail(fmt::format("cannot be written ({})", std::strerror(errno)));
  }
  impl_->checkpoint_number = checkpoint.number;
  return true;
}

bool Writer::finish(Status status, const std::string& summary_json) {
  const QuietErrors quiet;
  // Also after a write error: the status may still fit where the last rows did not.
  impl_->write();
  const bool removed =
      status == Status::stopped || !impl_->checkpoints || impl_->checkpoints.remove(impl_->file.get());
  const bool told = removed && write_outcome(impl_->file.get(), status, summary_json);
  impl_->complete = told;
  const bool closed = impl_->close();
  if (!impl_->broken && told && closed) {
    impl_->broken = true;
    return true;
  }
  if (!impl_->broken) {
    impl_->half_written = true;
    impl_->fail(fmt::format("cannot be closed ({})", std::strerror(errno)));
  }
  if (impl_->half_written && !can_be_read(impl_->path))
    impl_->problem += ", but the file is damaged and cannot be read";
  return false;
}

const std::string& Writer::problem() const {
  return impl_->problem;
}
const std::string& Writer::cause() const {
  return impl_->cause;
}
std::size_t Writer::rows() const {
  return impl_->rows;
}
const std::string& Writer::path() const {
  return impl_->path;
}

}  // namespace flangeway::results
