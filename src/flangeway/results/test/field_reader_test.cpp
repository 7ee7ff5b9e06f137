#include "flangeway/results/field_reader.hpp"

#include <gmock/gmock.h>

#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::results {
namespace {

using testing::ElementsAre;

class FieldReaderTest : public testing::Test {
 protected:
  void write(bool finish) {
    Findings findings;
    Provenance from;
    from.command_line = "as typed";
    auto writer = FieldWriter::create(file_, from, false, findings);
    findings.throw_if_any();
    const FieldGroup group{
        "case_00001/patch_1",
        {{"state", "solved"}},
        {{"x", "m", "", 0, 3, {1, 2, 3}}, {"p", "Pa", "presses", 2, 3, {1, 2, 3, 4, 5, 6}}}};
    EXPECT_TRUE(writer->add(group));
    if (finish) writer->finish(Status::completed, "{}");
  }
  test::TemporaryFolder folder_;
  std::string file_ = (folder_.path() / "fields.h5").string();
};

TEST_F(FieldReaderTest, GivesWhatWasWritten) {
  write(true);
  EXPECT_TRUE(holds_fields(file_));
  Findings findings;
  const auto reader = FieldReader::open(file_, findings);
  ASSERT_TRUE(reader) << findings.text();
  EXPECT_EQ(reader->status(), Status::completed);
  EXPECT_EQ(reader->provenance().command_line, "as typed");
  EXPECT_THAT(reader->groups(), ElementsAre("case_00001/patch_1"));
  EXPECT_EQ(reader->fact("case_00001/patch_1", "state"), "solved");
  EXPECT_EQ(reader->fact("case_00001/patch_1", "nothing"), "");
  const FieldGroup group = reader->read("case_00001/patch_1");
  ASSERT_EQ(group.fields.size(), 2u);  // by name
  EXPECT_EQ(group.fields[0].name, "p");
  EXPECT_EQ(group.fields[0].rows, 2u);
  EXPECT_EQ(group.fields[0].columns, 3u);
  EXPECT_THAT(group.fields[0].values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(group.fields[1].rows, 0u);
  EXPECT_THAT(group.fields[1].values, ElementsAre(1, 2, 3));
}

TEST_F(FieldReaderTest, ReadsAnInterruptedFile) {
  write(false);
  Findings findings;
  const auto reader = FieldReader::open(file_, findings);
  EXPECT_EQ(reader->status(), Status::running);
  EXPECT_EQ(reader->groups().size(), 1u);
}

TEST_F(FieldReaderTest, RefusesWhatHoldsNoFields) {
  Findings findings;
  auto run = Writer::create(file_, {{"t", "s", "", ""}}, {}, false, findings);
  run->finish(Status::completed, "{}");
  EXPECT_FALSE(holds_fields(file_));
  EXPECT_FALSE(FieldReader::open(file_, findings));
  EXPECT_EQ(findings.text(), file_ +
                                 ": is an HDF5 file, but not a result of Flangeway. Give a file that "
                                 "flangeway contact has written.");
  EXPECT_FALSE(holds_fields((folder_.path() / "missing.h5").string()));
}

}  // namespace
}  // namespace flangeway::results
