// Each write of a result in turn fails once: it is reported, or the file is whole. HDF5 has no error of its
// own for some.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "flangeway/results/field_reader.hpp"
#include "flangeway/results/field_writer.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/reader.hpp"
#include "flangeway/results/table.hpp"
#include "three_channels.hpp"

namespace {

int write_count = 0;
int failing_write = 0;  // 0: none

ssize_t write_or_fail(int descriptor, const void* data, size_t size, off64_t at) {
  if (++write_count == failing_write) {
    errno = EIO;
    return -1;
  }
  return ::syscall(SYS_pwrite64, descriptor, data, size, at);
}

}  // namespace

// The HDF5 library calls these in place of the C library's.
extern "C" [[gnu::visibility("default")]] ssize_t pwrite(int descriptor, const void* data, size_t size,
                                                         off_t at) {
  return write_or_fail(descriptor, data, size, at);
}
extern "C" [[gnu::visibility("default")]] ssize_t pwrite64(int descriptor, const void* data, size_t size,
                                                           off64_t at) {
  return write_or_fail(descriptor, data, size, at);
}

namespace flangeway::results {
namespace {

constexpr std::size_t row_count = 40;

class FailingWrite : public InFolder {
 protected:
  // A result is whole, or the writer has reported a problem; then kept rows can be read.
  [[nodiscard]] bool write_run() const {
    Findings findings;
    Provenance provenance;
    provenance.inputs = {{"case.toml", "0"}};
    const ArrayGroup forces{"of the track", {}, {{"force", "N", "", "", {4}}}};
    std::optional<Writer> writer = Writer::create(path(), three_channels(), provenance, false, findings,
                                                  forces, CheckpointOrigin{"/", {"speed=1"}});
    if (!writer) return !findings.empty() && !std::filesystem::exists(path());
    const std::array<double, 4> record{1, 2, 3, 4};
    const std::array<std::byte, 8> state{};
    for (std::size_t i = 0; i < row_count; ++i)
      if (!writer->append(row(i).data()) || !writer->append_deformed_track(record.data()) ||
          (i % 20 == 10 && !writer->write_checkpoint(state)))
        break;
    const bool finished = writer->finish(Status::completed, "{}");
    if (finished != writer->problem().empty()) return false;
    if (writer->problem().find("is damaged") != std::string::npos) return true;
    const std::optional<Reader> reader = Reader::open(path(), findings);
    return reader && (!finished || (reader->status() == Status::completed && reader->rows() == row_count &&
                                    reader->read("t").back() == row(row_count - 1)[0]));
  }

  [[nodiscard]] bool write_fields() const {
    Findings findings;
    std::optional<FieldWriter> writer = FieldWriter::create(path(), {}, false, findings);
    if (!writer) return !findings.empty();
    (void)writer->add({"case_1/patch_1",
                       {{"state", "solved"}},
                       {{"pressure", "Pa", "", 2, 3, {1, 2, 3, 4, 5, 6}}, {"x", "m", "", 0, 3, {0, 1, 2}}}});
    if (!writer->finish(Status::completed, "{}"))
      return writer->problem().ends_with("; 1 patch is kept") || !std::filesystem::exists(path());
    const QuietErrors quiet;
    const Handle file(H5Fopen(path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const Handle field(H5Dopen2(file.get(), "case_1/patch_1/pressure", H5P_DEFAULT), H5Dclose);
    std::vector<double> values(6);
    return H5Dread(field.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0 &&
           values == std::vector<double>{1, 2, 3, 4, 5, 6};
  }

  [[nodiscard]] bool write_columns() const {
    Findings findings;
    try {
      write_table(path(), {{"run", "", "number", {}, {"1", "2"}}, {"a", "m", "largest", {0.1, 0.2}}},
                  {{"name", "A"}}, findings);
    } catch (const std::system_error&) {
      return !std::filesystem::exists(path());
    }
    if (!findings.empty()) return !std::filesystem::exists(path());
    const QuietErrors quiet;
    const Handle file(H5Fopen(path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const Handle column(H5Dopen2(file.get(), "a", H5P_DEFAULT), H5Dclose);
    std::vector<double> values(2);
    return H5Dread(column.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0 &&
           values == std::vector<double>{0.1, 0.2};
  }

  // In a process of its own: the library keeps files that it could not close.
  template <typename Write>
  [[nodiscard]] bool is_sound_where_fails(int number, const Write& write) {
    std::filesystem::remove(path());
    const pid_t child = ::fork();
    if (child == 0) {
      write_count = 0, failing_write = number;
      bool sound = false;
      try {
        sound = write();
      } catch (const std::system_error&) {  // "cannot write": no file
        sound = !std::filesystem::exists(path());
      }
      ::_exit(sound ? 0 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  template <typename Write>
  void try_each_write(const Write& write) {
    write_count = 0;
    ASSERT_TRUE(write());
    const int count = write_count;
    ASSERT_GT(count, 5) << "the library does not write by these functions";
    for (int number = 1; number <= count; ++number)
      EXPECT_TRUE(is_sound_where_fails(number, write)) << "write " << number << " of " << count;
  }
};

TEST_F(FailingWrite, OfARunIsReportedOrDoesNoHarm) {
  try_each_write([this] { return write_run(); });
}

TEST_F(FailingWrite, OfContactFieldsIsReportedOrDoesNoHarm) {
  try_each_write([this] { return write_fields(); });
}

TEST_F(FailingWrite, OfATableOfAStudyIsReportedOrDoesNoHarm) {
  try_each_write([this] { return write_columns(); });
}

}  // namespace
}  // namespace flangeway::results
