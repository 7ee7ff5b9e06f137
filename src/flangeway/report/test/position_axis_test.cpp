// The axis of positions: chainage where the line has one.
#include "flangeway/report/position_axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "flangeway/report/channel_picture.hpp"
#include "flangeway/report/listing.hpp"
#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class PositionAxisTest : public testing::Test {
 protected:
  /// A file with ten metres between the rows and these chainages; without any, the channel is missing.
  results::Reader file_with(const std::vector<double>& chainages, std::size_t rows = 4) {
    std::vector<results::Channel> channels{{"t", "s", "", ""}, {"distance", "m", "", ""}, {"Q", "N", "", ""}};
    if (!chainages.empty()) channels.push_back({"chainage", "m", "", ""});
    const std::string path = (folder_.path() / (std::to_string(++files_) + ".h5")).string();
    Findings findings;
    auto writer = results::Writer::create(path, channels, {}, true, findings);
    for (std::size_t i = 0; i < rows; ++i) {
      const double x = static_cast<double>(i);
      std::vector<double> row{x, 10 * x, 1e4 + x};
      if (!chainages.empty()) row.push_back(chainages[i]);
      EXPECT_TRUE(writer->append(row.data()));
    }
    writer->finish(results::Status::completed, "{}");
    auto reader = results::Reader::open(path, findings);
    EXPECT_TRUE(findings.empty());
    return std::move(*reader);
  }
  std::vector<double> rows_between(const results::Reader& reader, std::optional<double> from,
                                   std::optional<double> to) {
    Findings findings;
    const Stretch stretch{.of_chainage = true, .from = from, .to = to};
    const results::RowRange range = rows_of(reader, stretch, findings);
    message_ = findings.empty() ? "" : findings.text();
    return findings.empty() ? reader.read("t", range) : std::vector<double>{};
  }
  std::string message_;

 private:
  test::TemporaryFolder folder_;
  int files_ = 0;
};

TEST_F(PositionAxisTest, IsChainageWhereItGoesOneWay) {
  const PositionAxis rising = position_axis(file_with({12000, 12010, 12070, 12080}));
  EXPECT_EQ(rising.label, "chainage in km");
  EXPECT_THAT(rising.x, ElementsAre(12.0, 12.01, 12.07, 12.08));
  EXPECT_EQ(position_axis(file_with({12000, 11990, 11980, 11970})).label, "chainage in km");
}

TEST_F(PositionAxisTest, IsDistanceWhereChainageRepeatsOrIsMissing) {
  const PositionAxis repeated = position_axis(file_with({12000, 12010, 12005, 12015}));
  EXPECT_EQ(repeated.label, "distance in m");
  EXPECT_THAT(repeated.x, ElementsAre(0, 10, 20, 30));
  EXPECT_EQ(position_axis(file_with({})).label, "distance in m");
  EXPECT_EQ(position_axis(file_with({12000, 12000, 12000, 12000})).label, "distance in m")
      << "a vehicle at rest";
}

TEST_F(PositionAxisTest, IsThatOfPictures) {
  EXPECT_THAT(channel_picture(file_with({12000, 12010, 12020, 12030}), {"Q"}, {}, "x"),
              HasSubstr("chainage in km"));
  EXPECT_THAT(channel_picture(file_with({}), {"Q"}, {}, "x"), Not(HasSubstr("chainage")));
}

TEST_F(PositionAxisTest, RowsAreFoundByChainage) {
  EXPECT_THAT(rows_between(file_with({12000, 12010, 12020, 12030}), 12010, 12020), ElementsAre(1, 2));
  EXPECT_THAT(rows_between(file_with({12030, 12020, 12010, 12000}), 12010, 12020), ElementsAre(1, 2))
      << "falling";
  EXPECT_THAT(rows_between(file_with({12000, 12010, 12020, 12030}), 12015, std::nullopt), ElementsAre(2, 3));
  EXPECT_THAT(rows_between(file_with({12000, 12010, 12020, 12030}), 13000, 14000), ElementsAre());
  EXPECT_EQ(message_, "");
}

TEST_F(PositionAxisTest, AmbiguousAndMissingChainagesAreRefused) {
  (void)rows_between(file_with({12000, 12010, 12000, 12010}), 12000, 12005);
  EXPECT_THAT(message_,
              HasSubstr("--chainage: is ambiguous: chainage between --from and --to occurs in separate "
                        "parts of the run. Take --distance."));
  (void)rows_between(file_with({}), 12000, 12005);
  EXPECT_THAT(message_, HasSubstr("--chainage: cannot be used: the result has no channel 'chainage'"));
}

TEST(Kilometres, AreThoseOfTheLineIfItHasAny) {
  const ChainageTable table = chainage_table({{"chainage", {{0, 12000}, {100, 12100}}}});
  EXPECT_DOUBLE_EQ(kilometres(table, 40), 12.04);
  EXPECT_DOUBLE_EQ(kilometres(chainage_table({}), 40), 0.04);
  EXPECT_TRUE(chainage_table({{"chainage", {{0, 12000}, "x"}}}).empty()) << "of another program";
}

}  // namespace
}  // namespace flangeway::report
