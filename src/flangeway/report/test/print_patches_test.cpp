// The page of contact patches for print.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "flangeway/plot/page.hpp"
#include "flangeway/report/page.hpp"
#include "flangeway/results/field_writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

using testing::HasSubstr;
using testing::Not;

results::FieldGroup group_of_case(int number) {
  const nlohmann::json own{
      {"FN", 1e4 * number}, {"FX", -200.0}, {"FS", 30.0},
      {"approach", 1e-5},   {"pmax", 8e8},  {"elements", {{"contact", 4}, {"adhesion", 1}, {"slip", 3}}}};
  const nlohmann::json results{
      {"case", number}, {"name", "load <" + std::to_string(number)}, {"patches", {own}}};
  results::FieldGroup group{"case_0000" + std::to_string(number) + "/patch_1",
                            {{"state", "solved"}, {"results", results.dump()}},
                            {}};
  group.fields = {{"x", "m", "", 0, 2, {0, 1e-3}}, {"y", "m", "", 0, 2, {0, 1e-3}}};
  for (const char* name : {"pressure", "traction_x", "traction_y", "slip_x", "slip_y"})
    group.fields.push_back({name, "Pa", "", 2, 2, {1e6, 2e6, 3e6, 4e6}});
  group.fields.push_back({"state", "1", "", 2, 2, {1, 2, 2, 2}});
  return group;
}

std::string printed_page(int cases) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "fields.h5").string();
  Findings findings;
  results::Provenance provenance;
  provenance.inputs.push_back({"/some/folder/two_loads.toml", "hash"});
  auto writer = results::FieldWriter::create(path, provenance, true, findings);
  findings.throw_if_any();
  for (int number = 1; number <= cases; ++number) EXPECT_TRUE(writer->add(group_of_case(number)));
  writer->finish(results::Status::completed, "{}");
  const auto reader = results::FieldReader::open(path, findings);
  findings.throw_if_any();
  return print_page(*reader);
}

TEST(PrintPatches, HasNumbersAndMaps) {
  const std::string html = printed_page(2);
  EXPECT_THAT(html, HasSubstr("<h1>Contact patches: two loads</h1>"));
  EXPECT_THAT(html,
              HasSubstr("<tr><th>Case 2: load &lt;2, patch 1</th><td>20000.0</td><td>-200.0</td><td>30.0</td>"
                        "<td>800.0</td><td>4</td><td>1</td><td>3</td></tr>"));
  EXPECT_THAT(html, HasSubstr(">Adhesion and slip, arrows: slip</text>"));
  EXPECT_THAT(html, Not(HasSubstr("<h2>Sequence</h2>")));
  EXPECT_EQ(plot::page_pdf(html).substr(0, 5), "%PDF-");
}

TEST(PrintPatches, ThreeCasesAreASequence) {
  const std::string html = printed_page(7);
  EXPECT_THAT(html, HasSubstr("<h2>Sequence</h2>"));
  EXPECT_THAT(html, HasSubstr("of the first patch of 7 of 7 cases"));
  EXPECT_THAT(html, HasSubstr("6 of 7 patches are drawn"));
}

TEST(PrintPatches, AFileWithoutFieldsSaysSo) {
  EXPECT_THAT(printed_page(0), HasSubstr("The file holds no fields."));
}

}  // namespace
}  // namespace flangeway::report
