// Any sequence of bytes as damage to the file of a run that was killed: numbers, their checksums and its
// checkpoints. All that is read of a damaged file is what the run wrote, or the file is refused; never a
// crash. The bytes of HDF5 itself stay whole: this is no test of that library.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "flangeway/results/checkpoint.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/reader.hpp"
#include "flangeway/results/writer.hpp"

namespace flangeway::results {
namespace {

constexpr std::size_t rows = 1200, first = 500, second = 1100;  // rows before each checkpoint
constexpr std::array datasets{"channels/t", "channels/q", "row_checksums", "checkpoint/even",
                              "checkpoint/odd"};

std::array<double, 2> row(std::size_t i) {
  return {0.01 * static_cast<double>(i), 1 / (1 + static_cast<double>(i))};
}
std::vector<std::byte> state(std::size_t rows_before) {
  return std::vector<std::byte>(100, static_cast<std::byte>(rows_before % 251));
}

void write_killed(const std::string& path) {
  Findings findings;
  std::optional<Writer> writer = Writer::create(path, {{"t", "s", "", "time"}, {"q", "N", "", "a force"}}, {},
                                                true, findings, {}, CheckpointOrigin{"/cases", {}});
  if (!writer) std::abort();
  for (std::size_t i = 0; i < rows; ++i) {
    if ((i == first || i == second) && !writer->write_checkpoint(state(i))) std::abort();
    if (!writer->append(row(i).data())) std::abort();
  }
}

// Changes some bits of one byte.
void damage(hid_t file, const char* name, std::size_t place, std::uint8_t bits) {
  const Handle set(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  const Handle space(H5Dget_space(set.get()), H5Sclose), type(H5Dget_type(set.get()), H5Tclose);
  const std::size_t size = H5Tget_size(type.get());
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())) * size);
  if (bytes.empty()) return;
  if (H5Dread(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) std::abort();
  bytes[place % bytes.size()] ^= bits;
  if (H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) std::abort();
}

void damage(const std::string& path, const std::uint8_t* recipe, std::size_t size) {
  const QuietErrors quiet;
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
  for (std::size_t i = 0; i + 4 <= size; i += 4)
    damage(file.get(), datasets[recipe[i] % datasets.size()], 256u * recipe[i + 1] + recipe[i + 2],
           recipe[i + 3]);
}

void check_rows_of(const std::string& path) {
  Findings findings;
  const std::optional<Reader> reader = Reader::open(path, findings);
  if (reader.has_value() != findings.empty()) std::abort();
  if (!reader) return;
  const std::vector<double> t = reader->read("t"), q = reader->read("q");
  for (std::size_t i = 0; i < reader->rows(); ++i)
    if (t[i] != row(i)[0] || q[i] != row(i)[1]) std::abort();
}

// Goes on from the checkpoint: rows before it are right, as the seal of the completed file says.
void check_continuation(const std::string& path) {
  Findings findings;
  const std::optional<StoredCheckpoint> stored = read_checkpoint(path, findings);
  if (stored.has_value() != findings.empty()) std::abort();
  if (!stored) return;
  const Checkpoint& from = stored->checkpoint;
  if ((from.rows != first && from.rows != second) || from.bytes != state(from.rows)) std::abort();
  std::optional<Writer> writer =
      Writer::resume(path, {{"t", "s", "", "time"}, {"q", "N", "", "a force"}}, from, findings);
  if (!writer || !writer->append(row(from.rows).data()) || !writer->finish(Status::completed, "{}"))
    std::abort();
  check_rows_of(path);
}

}  // namespace
}  // namespace flangeway::results

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::results;
  namespace fs = std::filesystem;
  static const std::string whole =
      (fs::temp_directory_path() / fmt::format("killed_run_fuzz_{}.h5", ::getpid())).string();
  static const bool written = [] {
    write_killed(whole);
    return true;
  }();
  (void)written;
  const std::string path = whole + ".damaged.h5";
  fs::copy_file(whole, path, fs::copy_options::overwrite_existing);
  damage(path, data, std::min<std::size_t>(size, 64));
  check_rows_of(path);
  check_continuation(path);
  fs::remove(path);
  return 0;
}
