// Files as design programs and national exports write them: one dialect in each.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "flangeway/track/landxml.hpp"
#include "flangeway/track/landxml_words.hpp"
#include "support.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::track::landxml_dialects {
namespace {

using namespace track::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string metric = "<Units><Metric linearUnit=\"meter\"/></Units>";
const std::string imperial = "<Units><Imperial linearUnit=\"foot\"/></Units>";

// 100 m of straight, 80 m of clothoid, 120 m of a curve to the right with R = 600 m.
const std::string curve_600 =
    "<CoordGeom><Line length=\"100\"/><Spiral length=\"80\" radiusStart=\"INF\" radiusEnd=\"600\" rot=\"cw\" "
    "spiType=\"clothoid\"/><Curve length=\"120\" radius=\"600\" rot=\"cw\"/></CoordGeom>";

std::string file_of(const std::string& rest, const std::string& plan = curve_600,
                    const std::string& units = metric, const std::string& start = "0") {
  return "<LandXML version=\"1.2\">" + units + "<Alignments><Alignment name=\"L\" staStart=\"" + start +
         "\">\n" + plan + "\n" + rest + "</Alignment></Alignments></LandXML>";
}

std::optional<AlignmentFile> read(const std::string& text, Findings& findings,
                                  const LineChoices& choices = {}) {
  return read_landxml(text, "l.xml", std::nullopt, findings, choices);
}

FileAlignment line_of(const std::string& text, const LineChoices& choices = {}) {
  Findings findings;
  const auto file = read(text, findings, choices);
  if (!file) throw std::runtime_error(findings.text());
  return file->alignments.front();
}

std::string findings_of_text(const std::string& text, const LineChoices& choices = {}) {
  Findings findings;
  EXPECT_FALSE(read(text, findings, choices).has_value());
  return findings.text();
}

std::vector<std::string> notes_of(const FileAlignment& line) {
  std::vector<std::string> texts;
  for (const Finding& note : line.notes) texts.push_back(note.text());
  return texts;
}

// Cant of 0, `largest`, `largest` at the joints.
std::string cant_of(const std::string& gauge, const std::string& largest) {
  const std::string end = "\" appliedCant=\"" + largest + "\" curvature=\"cw\"/>";
  return "<Cant gauge=\"" + gauge +
         "\"><CantStation station=\"100\" appliedCant=\"0\"/>\n<CantStation station=\"180" + end +
         "<CantStation station=\"300" + end + "</Cant>";
}

double cant_read(const std::string& text, const LineChoices& choices = {}) {
  return line_of(text, choices).track.cants.back().cant;
}

TEST(LandXmlDialects, ReadsTheVersionsWithANote) {
  for (const std::string version : {"1.0", "1.1", "2.0"}) {
    std::string patch = file_of("");
    patch.replace(patch.find("1.2"), 3, version + ".0");
    EXPECT_THAT(notes_of(line_of(patch)), ElementsAre(HasSubstr("is read as that of 1.2")));
    std::string text = file_of("");
    text.replace(text.find("1.2"), 3, version);
    const FileAlignment line = line_of(text);
    EXPECT_EQ(line.track.segments.size(), 3U);
    EXPECT_THAT(notes_of(line), ElementsAre("l.xml:1:2: LandXML.version: is read as that of 1.2 (got \"" +
                                            version + "\"). Its alignments have the same elements."));
    text.replace(text.find("version=\"" + version + "\""), 13,
                 "xmlns=\"http://www.landxml.org/schema/LandXML-" + version + "\"");
    EXPECT_THAT(notes_of(line_of(text)), ElementsAre(HasSubstr("is read as that of 1.2")));
  }
  std::string text = file_of("");
  text.erase(text.find(" version"), 14);
  EXPECT_THAT(notes_of(line_of(text)),
              ElementsAre("l.xml:1:2: LandXML.version: is missing. The file is read as LandXML 1.2."));
}

TEST(LandXmlDialects, CantIsInTheUnitThatItsSizeShows) {
  // The schema has mm beside a gauge in metres: neither note nor doubt.
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("1.435", "110"))), -0.11);
  EXPECT_THAT(notes_of(line_of(file_of(cant_of("1.435", "110")))), IsEmpty());
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("1435", "110"))), -0.11);
  EXPECT_NEAR(line_of(file_of(cant_of("1435", "110"))).gauge, 1.435, 1e-12);
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("1.435", "0.110"))), -0.11);
  EXPECT_THAT(
      notes_of(line_of(file_of(cant_of("1.435", "0.110")))),
      ElementsAre("l.xml:4:2: CantStation.appliedCant: is read in m, by gauge = 1.435 and the largest "
                  "cant of the file, 0.11. If that is wrong, say what it is: alignment.cant_unit."));
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("1435", "0.110"))), -0.11);
  EXPECT_THAT(notes_of(line_of(file_of(cant_of("1435", "0.110")))),
              ElementsAre(HasSubstr("is read in m, by the")));
}

// 11 would be a cant in mm as well: the gauge tells.
TEST(LandXmlDialects, AGaugeInCentimetresSpeaksForCantInCentimetres) {
  const FileAlignment line = line_of(file_of(cant_of("143.5", "11")));
  EXPECT_DOUBLE_EQ(line.track.cants.back().cant, -0.11);
  EXPECT_DOUBLE_EQ(line.gauge, 1.435);
  EXPECT_THAT(notes_of(line), ElementsAre(HasSubstr("is read in cm, by gauge = 143.5 and the largest")));
  EXPECT_DOUBLE_EQ(line_of(file_of(cant_of("106.7", "8"))).gauge, 1.067);
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("143.5", "110"))), -0.11);
  EXPECT_DOUBLE_EQ(line_of(file_of(cant_of("56.5", "4"), curve_600, imperial)).gauge, 56.5 * 0.0254);
}

TEST(LandXmlDialects, SaysThatTheSuperelevationOfARoadIsNotRead) {
  EXPECT_THAT(notes_of(line_of(file_of("<Superelevation staStart=\"0\" staEnd=\"300\"/>"))),
              ElementsAre(HasSubstr("Superelevation: belongs to a road and is not read (allowed <Cant>).")));
}

TEST(LandXmlDialects, CantOfImperialFiles) {
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("4.708", "4.5"), curve_600, imperial)), -4.5 * 0.0254);
  // Half an inch, and 0.361 ft.
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("4.708", "0.5"), curve_600, imperial)), -0.5 * 0.0254);
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("4.708", "0.361"), curve_600, imperial)), -0.361 * 0.3048);
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("4.708", "110"), curve_600, imperial)), -0.11);
  EXPECT_THAT(notes_of(line_of(file_of(cant_of("56.5", "110"), curve_600, imperial))),
              ElementsAre(HasSubstr("is read in mm")));
}

TEST(LandXmlDialects, AKeySaysTheUnitOfCant) {
  const std::string text = file_of(cant_of("1.435", "0.110"));
  EXPECT_DOUBLE_EQ(cant_read(text, {.cant_unit = CantUnit::millimetre}), -0.11e-3);
  EXPECT_THAT(notes_of(line_of(text, {.cant_unit = CantUnit::millimetre})), IsEmpty());
  EXPECT_DOUBLE_EQ(cant_read(file_of(cant_of("1.435", "11")), {.cant_unit = CantUnit::centimetre}), -0.11);
  const flangeway::test::TemporaryFolder folder;
  TrackSpec spec;
  spec.alignment.emplace();
  spec.alignment->file.value = folder.write("l.xml", text).string();
  spec.alignment->cant_unit = CantUnit::inch;
  EXPECT_DOUBLE_EQ(compiled(spec).cant(300), -0.11 * 0.0254);
}

// A value is reported in the unit of its file: 215 mm never becomes 0.215.
TEST(LandXmlDialects, SaysTheLargestCantInTheUnitOfTheFile) {
  EXPECT_THAT(
      findings_of_text(file_of(cant_of("1.435", "215"))),
      HasSubstr(
          "l.xml:4:2: CantStation[1].appliedCant: is larger than on any real track (got 215 mm; allowed "
          "at most 200 mm). Check it, or say the unit of the file: alignment.cant_unit."));
  EXPECT_THAT(findings_of_text(file_of(cant_of("1.435", "0.215"))),
              HasSubstr("(got 0.215 m; allowed at most 0.2 m)"));
  EXPECT_THAT(
      notes_of(line_of(file_of(cant_of("1.435", "1.1")))),
      ElementsAre(HasSubstr("is read in mm: the largest cant of the file, 1.1, which is that of no railway "
                            "in m or mm either.")));
}

TEST(LandXmlDialects, WhatIsWrittenSaysItsUnit) {
  TrackSpec spec = line_of(file_of(cant_of("1.5", "110"))).track;
  for (CantSpec& cant : spec.cants) cant.cant *= 1e-3;
  const FileAlignment line = line_of(landxml_text(compiled(spec)));
  EXPECT_NEAR(line.track.cants.back().cant, -0.11e-3, 1e-12);
}

TEST(LandXmlDialects, ASignOfCantMayRepeatTheCurvature) {
  const auto file = [](const std::string& right, const std::string& left) {
    return file_of("<Cant gauge=\"1.435\"><CantStation station=\"10\" appliedCant=\"" + right +
                   "\" curvature=\"cw\"/>\n<CantStation station=\"200\" appliedCant=\"" + left +
                   "\" curvature=\"ccw\"/></Cant>");
  };
  const auto cants = [](const FileAlignment& line) {
    return std::vector<double>{line.track.cants[0].cant, line.track.cants[1].cant};
  };
  EXPECT_THAT(cants(line_of(file("100", "80"))), ElementsAre(-0.1, 0.08));
  EXPECT_THAT(cants(line_of(file("-100", "80"))), ElementsAre(-0.1, 0.08));
  EXPECT_THAT(cants(line_of(file("100", "-80"))), ElementsAre(-0.1, 0.08));
  EXPECT_THAT(
      notes_of(line_of(file("100", "-80"))),
      ::testing::Contains(HasSubstr("CantStation[1].appliedCant: is negative in all curves to one side: its "
                                    "sign repeats that of the curvature (got -80)")));
  // Both signs in curves to one side: a negative one raises the inner rail.
  const FileAlignment mixed =
      line_of(file_of("<Cant gauge=\"1.435\"><CantStation station=\"10\" appliedCant=\"100\" "
                      "curvature=\"cw\"/>\n<CantStation "
                      "station=\"200\" appliedCant=\"-40\" curvature=\"cw\"/></Cant>"));
  EXPECT_THAT(cants(mixed), ElementsAre(-0.1, 0.04));
  EXPECT_THAT(notes_of(mixed), ::testing::Contains(HasSubstr("there it raises the inner rail (got -40)")));
}

TEST(LandXmlDialects, CantWithoutASideRaisesTheOuterRail) {
  const FileAlignment line = line_of(file_of(
      "<Cant gauge=\"1.435\"><CantStation station=\"100\" appliedCant=\"0\"/><CantStation station=\"180\" "
      "appliedCant=\"90\"/><CantStation station=\"300\" appliedCant=\"90\"/></Cant>"));
  EXPECT_DOUBLE_EQ(line.track.cants.back().cant, -0.09);
  EXPECT_THAT(notes_of(line),
              ElementsAre(HasSubstr("CantStation[1]: has no curvature: cant raises the outer rail of "
                                    "the curve in plan (allowed cw or ccw)")));
}

TEST(LandXmlDialects, RadiiThatNoCurveHasAreStraights) {
  for (const std::string radius : {"1e300", "5.9e300", "-INF", "+inf", "Infinity", "1.#INF", "2e7"}) {
    std::string text = file_of("");
    text.replace(text.find("INF"), 3, radius);
    EXPECT_THAT(line_of(text).track.segments[1].curvatures, ElementsAre(0, -1.0 / 600)) << radius;
    EXPECT_THAT(notes_of(line_of(text)), IsEmpty()) << radius;
  }
  std::string text = file_of("");
  text.replace(text.find("INF"), 3, "0");
  EXPECT_EQ(line_of(text).track.segments[1].curvatures[0], 0);
  EXPECT_THAT(notes_of(line_of(text)),
              ElementsAre(HasSubstr("CoordGeom[1].radiusStart: is taken as that of a "
                                    "straight (got 0; allowed INF)")));
  const FileAlignment curve =
      line_of(file_of("",
                      "<CoordGeom><Curve rot=\"cw\" radius=\"1e300\"><Start>0 0</Start>"
                      "<End>0 100</End></Curve></CoordGeom>"));
  EXPECT_EQ(curve.track.segments[0].kind, SegmentKind::straight);
  EXPECT_EQ(curve.track.segments[0].length, 100);
}

TEST(LandXmlDialects, RotCountsAndNotTheSignOfARadius) {
  std::string text = file_of("");
  text.replace(text.find("radius=\"600\""), 12, "radius=\"-600\"");
  text.replace(text.find("radiusEnd=\"600\""), 15, "radiusEnd=\"-600\"");
  const FileAlignment line = line_of(text);
  EXPECT_DOUBLE_EQ(line.track.segments[1].curvatures[1], -1.0 / 600);
  EXPECT_DOUBLE_EQ(line.track.segments[2].curvature, -1.0 / 600);
  EXPECT_THAT(notes_of(line),
              ElementsAre(HasSubstr("CoordGeom[1]: has a negative radius, which counts for nothing"),
                          HasSubstr("CoordGeom[2].radius: is negative, which counts for nothing")));
}

TEST(LandXmlDialects, TakesTheRadiusOfACurveFromItsCentre) {
  const FileAlignment line =
      line_of(file_of("",
                      "<CoordGeom><Curve rot=\"ccw\" length=\"20\"><Start>0 0</Start><Center>300 "
                      "0</Center></Curve></CoordGeom>"));
  EXPECT_DOUBLE_EQ(line.track.segments[0].curvature, 1.0 / 300);
}

// 100 m of straight to the east and 100 m of a curve to the right, R = 200 m, with all coordinates.
std::string plan_with_points(bool is_easting_first, const std::string& length) {
  const auto point = [&](double easting, double northing) {
    return is_easting_first ? fmt::format("{:.6f} {:.6f}", easting, northing)
                            : fmt::format("{:.6f} {:.6f}", northing, easting);
  };
  return fmt::format(
      "<CoordGeom><Line><Start>{0}</Start><End>{1}</End></Line>\n<Curve {4} radius=\"200\" rot=\"cw\"><Start>"
      "{1}</Start><Center>{2}</Center><End>{3}</End></Curve></CoordGeom>",
      point(5000, 7000), point(5100, 7000), point(5100, 6800),
      point(5100 + 200 * std::sin(0.5), 6800 + 200 * std::cos(0.5)), length);
}

TEST(LandXmlDialects, EastingMayComeBeforeNorthing) {
  for (const std::string length : {"", "length=\"100\""}) {
    EXPECT_THAT(notes_of(line_of(file_of("", plan_with_points(false, length)))), IsEmpty());
    const FileAlignment line = line_of(file_of("", plan_with_points(true, length)));
    EXPECT_NEAR(line.track.segments[1].length, 100, 1e-5) << "not the other 1157 m of the circle";
    EXPECT_DOUBLE_EQ(line.track.segments[1].curvature, -1.0 / 200);
    EXPECT_EQ(line.track.survey.easting, 5000);
    EXPECT_EQ(line.track.survey.northing, 7000);
    EXPECT_NEAR(line.track.survey.heading, 0, 1e-12);
    EXPECT_THAT(
        notes_of(line),
        ElementsAre("l.xml:3:2: CoordGeom: has easting before northing: by the other order all curves "
                    "turn to the other side than rot says (allowed northing before easting)."));
  }
}

TEST(LandXmlDialects, StationsInKilometresAreRefused) {
  const auto cant = [](const std::string& middle, const std::string& last) {
    return "<Cant gauge=\"1435\"><CantStation station=\"12\" appliedCant=\"0\"/>\n<CantStation station=\"" +
           middle + "\" appliedCant=\"90\" curvature=\"cw\"/><CantStation station=\"" + last +
           "\" appliedCant=\"90\" curvature=\"cw\"/></Cant>";
  };
  EXPECT_THAT(findings_of_text(file_of(cant("12.18", "12.3"), curve_600, metric, "12")),
              HasSubstr("CantStation: has stations that seem to be in km (got 0.3"));
  EXPECT_EQ(line_of(file_of(cant("192", "312"), curve_600, metric, "12")).track.cants.size(), 3U);
  EXPECT_THAT(findings_of_text(file_of("<Profile><ProfAlign><PVI>12 100</PVI><PVI>12.3 101</PVI></ProfAlign>"
                                       "</Profile>",
                                       curve_600, metric, "12")),
              HasSubstr("PVI: has stations that seem to be in km"));
}

TEST(LandXmlDialects, NotesACantInAnotherUnitThanTheOthers) {
  std::string text = file_of(cant_of("1435", "110"));
  text.replace(text.rfind("appliedCant=\"110\""), 17, "appliedCant=\"0.110\"");
  EXPECT_THAT(
      notes_of(line_of(text)),
      ElementsAre(HasSubstr("CantStation[2].appliedCant: is less than 1 mm: 0.11 is read in mm as all "
                            "cants of the file. If it is in another unit, correct the file.")));
}

TEST(LandXmlDialects, DecimalCommasAndMarksOfKilometresAreNamed) {
  std::string text = file_of("", curve_600, metric, "0.5");
  text.replace(text.find("length=\"80\""), 11, "length=\"80,5\"");
  EXPECT_THAT(findings_of_text(text),
              HasSubstr("(got \"80,5\"; allowed a number such as 120.5). Write decimal points, "
                        "not decimal commas."));
  EXPECT_THAT(
      findings_of_text(file_of("", curve_600, metric, "12+45.6")),
      HasSubstr("Alignment.staStart: is not a number (got \"12+45.6\"; allowed a number such as 120.5). "
                "Write stations in the unit of lengths: 12345.6 for 12+345.6."));
  std::string unit = file_of("");
  unit.replace(unit.find("length=\"80\""), 11, "length=\"80 m\"");
  EXPECT_THAT(findings_of_text(unit), HasSubstr("Write the number alone, without blanks, letters or units."));
}

TEST(LandXmlDialects, DecimalCommasAreReadWhereNoNumberHasAPoint) {
  const std::string plan =
      "<CoordGeom><Line><Start>7000,5 5000,5</Start><End>7000,5 5100,25</End></Line></CoordGeom>";
  const std::string heights =
      "<Profile><ProfAlign><PVI>12000,5 100,5</PVI><PVI>12100,25 101,5</PVI></ProfAlign></Profile>";
  const FileAlignment line = line_of(file_of(heights, plan, metric, "12000,5"));
  EXPECT_DOUBLE_EQ(line.track.segments[0].length, 99.75);
  EXPECT_DOUBLE_EQ(line.track.heights[1].height, 101.5);
  EXPECT_THAT(notes_of(line),
              ElementsAre(HasSubstr("Alignment: has decimal commas, and no number has a decimal "
                                    "point: they are read as points (allowed 120.5)")));
}

TEST(LandXmlDialects, CommasSemicolonsAndSpacesMayPartCoordinates) {
  for (const std::string mark : {",", ";", " ; ", "\xC2\xA0"}) {
    const std::string plan = "<CoordGeom><Line><Start>7000.5" + mark + "5000.5</Start>\n<End>7000.5" + mark +
                             "5100.25</End></Line></CoordGeom>";
    const FileAlignment line = line_of(file_of("", plan));
    EXPECT_DOUBLE_EQ(line.track.segments[0].length, 99.75) << mark;
    EXPECT_DOUBLE_EQ(line.track.survey.easting, 5000.5) << mark;
  }
  EXPECT_THAT(findings_of_text(file_of("",
                                       "<CoordGeom><Line><Start>7000,5,5000,5</Start><End>7000,5,5100,2</End>"
                                       "</Line></CoordGeom>")),
              HasSubstr("CoordGeom[0].Start: is not a pair of numbers"));
}

TEST(LandXmlDialects, StationsMayHaveAMark) {
  const FileAlignment line = line_of(file_of("", curve_600, metric, "12+345.6"));
  EXPECT_DOUBLE_EQ(line.track.chainage[0].chainage, 12345.6);
  EXPECT_THAT(notes_of(line), ElementsAre(HasSubstr("has stations with a mark, read as one number")));
  EXPECT_DOUBLE_EQ(line_of(file_of("", curve_600, imperial, "120+05.5")).track.chainage[0].chainage,
                   12005.5 * 0.3048);
}

TEST(LandXmlDialects, NumbersMayHaveAnExponentOfFortran) {
  std::string plan = curve_600;
  const std::size_t radius = plan.find("radius=\"600\"");
  ASSERT_NE(radius, std::string::npos);
  plan.replace(radius, 12, "radius=\"0.6D+03\"");
  EXPECT_EQ(line_of(file_of("", plan)).track.segments[1].curvature,
            line_of(file_of("", curve_600)).track.segments[1].curvature);
}

TEST(LandXmlDialects, ASideThatIsMissingFollowsFromThePoints) {
  std::string plan = plan_with_points(false, "length=\"100\"");
  const double curvature = line_of(file_of("", plan)).track.segments[1].curvature;
  for (const std::string rot : {" rot=\"cw\"", " rot=\"ccw\""})
    for (std::size_t at = plan.find(rot); at != std::string::npos; at = plan.find(rot))
      plan.erase(at, rot.size());
  const FileAlignment line = line_of(file_of("", plan));
  EXPECT_DOUBLE_EQ(line.track.segments[1].curvature, curvature);
  EXPECT_THAT(notes_of(line), ElementsAre(HasSubstr("rot: is missing: the side follows from the points")));
}

TEST(LandXmlDialects, AClothoidMayGiveItsConstantForItsLength) {
  std::string plan = curve_600;
  plan.replace(plan.find("length=\"80\""), 11, "constant=\"240\"");
  const FileAlignment line = line_of(file_of("", plan));
  EXPECT_NEAR(line.track.segments[1].length, 96, 1e-12);
  EXPECT_THAT(notes_of(line),
              ElementsAre(HasSubstr("length: is missing: the constant of the clothoid gives it")));
}

TEST(LandXmlDialects, ASecondPlanIsNotLeftOut) {
  EXPECT_THAT(
      findings_of_text(file_of("<CoordGeom><Line length=\"50\"/></CoordGeom>")),
      HasSubstr("CoordGeom: is there more than once (got 2; allowed one). Put all elements into one"));
}

TEST(LandXmlDialects, LeavesOutElementsWithoutALength) {
  const std::string empty =
      "<Line length=\"0\"/><Line><Start>7 8</Start><End>7 8</End></Line><Curve length=\"0.0000\" "
      "radius=\"600\" "
      "rot=\"cw\"/><Spiral length=\"0\" radiusStart=\"INF\" radiusEnd=\"600\" rot=\"cw\" "
      "spiType=\"clothoid\"/>";
  std::string plan = curve_600;
  plan.insert(plan.find("<Spiral"), empty);
  const FileAlignment line = line_of(file_of(
      "<Profile><ProfAlign><PVI>0 10</PVI><PVI>0 10</PVI><ParaCurve length=\"0\">100 "
      "11</ParaCurve><UnsymParaCurve "
      "lengthIn=\"0\" lengthOut=\"0\">150 11.5</UnsymParaCurve><CircCurve radius=\"0\" length=\"0\">200 "
      "12</CircCurve><PVI>300 13</PVI></ProfAlign></Profile><Cant gauge=\"1.435\"><CantStation "
      "station=\"100\" "
      "appliedCant=\"0\"/><CantStation station=\"100\" appliedCant=\"0\"/><CantStation station=\"180\" "
      "appliedCant=\"90\" curvature=\"cw\"/><CantStation station=\"180\" appliedCant=\"90\" "
      "curvature=\"cw\"/>"
      "<CantStation station=\"300\" appliedCant=\"90\" curvature=\"cw\"/></Cant>",
      plan));
  ASSERT_EQ(line.track.segments.size(), 3U);
  EXPECT_EQ(line.track.segments[1].key, "CoordGeom[5]");
  EXPECT_EQ(line.track.heights.size(), 5U);
  EXPECT_EQ(line.track.cants.size(), 3U);
  EXPECT_THAT(notes_of(line), IsEmpty());
  EXPECT_EQ(compiled(line.track).length() > 300, true);
}

TEST(LandXmlDialects, CrestsByTheSignOfARadius) {
  const auto file = [](const std::string& radius, const std::string& height) {
    return file_of("<Profile><ProfAlign><PVI>0 10</PVI>\n<CircCurve length=\"60\" radius=\"" + radius +
                   "\">150 " + height + "</CircCurve><PVI>300 10</PVI></ProfAlign></Profile>");
  };
  EXPECT_EQ(line_of(file("-3000", "11.5")).track.heights[1].radius, 3000);
  EXPECT_THAT(notes_of(line_of(file("-3000", "11.5"))), IsEmpty());
  EXPECT_THAT(notes_of(line_of(file("3000", "11.5"))), IsEmpty());
  EXPECT_EQ(line_of(file("-3000", "8.5")).track.heights[1].radius, 3000);
  EXPECT_THAT(
      notes_of(line_of(file("-3000", "8.5"))),
      ElementsAre("l.xml:4:2: ProfAlign[1].radius: has the sign of a crest between gradients that make a "
                  "hollow (got -3000 m). The gradients count."));
}

TEST(LandXmlDialects, AFirstEquationMayHaveNothingBehindIt) {
  for (const std::string back : {"", " staBack=\"NaN\"", " staBack=\"nan\" staInternal=\"0\""}) {
    const FileAlignment line =
        line_of(file_of("<StaEquation" + back +
                        " staAhead=\"12000\"/><StaEquation staBack=\"12200\" staAhead=\"12200\"/>"
                        "<StaEquation staBack=\"12250\" staAhead=\"12300\"/>"));
    ASSERT_EQ(line.track.chainage.size(), 3U) << back;
    EXPECT_EQ(compiled(line.track).chainage(10), 12010);
    EXPECT_EQ(compiled(line.track).chainage(260), 12310);
  }
  EXPECT_THAT(findings_of_text(
                  file_of("<StaEquation staAhead=\"12000\"/><StaEquation staBack=\"NaN\" staAhead=\"5\"/>")),
              HasSubstr("StaEquation[1].staBack: is not a number (got \"NaN\""));
}

TEST(LandXmlDialects, StationsMayCountFromTheStartOfTheAlignment) {
  const FileAlignment line =
      line_of(file_of("<StaEquation staInternal=\"200\" staAhead=\"13000\"/><Profile><ProfAlign><PVI>0 "
                      "10</PVI><PVI>300 11</PVI>"
                      "</ProfAlign></Profile>" +
                          cant_of("1.435", "110"),
                      curve_600, metric, "12000"));
  EXPECT_EQ(line.track.heights.back().s, 300);
  EXPECT_EQ(line.track.cants.back().s, 300);
  EXPECT_EQ(line.track.chainage.back().s, 200);
  EXPECT_THAT(notes_of(line), ElementsAre(HasSubstr("StaEquation: has stations that count from the start"),
                                          HasSubstr("PVI: has stations that count from the start"),
                                          HasSubstr("CantStation: has stations that count from the start")));
}

TEST(LandXmlDialects, ReadsUnitsAndWordsInAnySpelling) {
  for (const std::string unit : {"metre", "Meter", "METERS", "m"}) {
    EXPECT_EQ(line_of(file_of("", curve_600, "<Units><Metric linearUnit=\"" + unit + "\"/></Units>"))
                  .track.segments[0]
                  .length,
              100);
  }
  std::string text = file_of("<StaEquation staInternal=\"50\" staAhead=\"5\" staIncrement=\"Decreasing\"/>");
  text.replace(text.find("rot=\"cw\""), 8, "rot=\"CW\"");
  text.replace(text.find("clothoid"), 8, "Clothoid");
  EXPECT_TRUE(line_of(text).track.chainage.back().decreasing);
  text = file_of("");
  text.erase(text.find(" staStart"), 13);
  EXPECT_THAT(notes_of(line_of(text)),
              ElementsAre(HasSubstr("Alignment.staStart: is missing. Stations count from 0")));
}

// --- spirals ---------------------------------------------------------------------------------------------

std::string spiral(const std::string& type, double start, double end, const std::string& points = "") {
  const auto radius = [](double curvature) {
    return curvature == 0 ? "INF" : std::to_string(1 / std::abs(curvature));
  };
  return "<Spiral length=\"80\" radiusStart=\"" + radius(start) + "\" radiusEnd=\"" + radius(end) +
         "\" rot=\"ccw\" spiType=\"" + type + "\">" + points + "</Spiral>";
}

// y of the end over the tangent at the start, and x, of curvature κ(s), by our own integration.
template <typename Curvature>
std::array<double, 2> end_of_spiral(const Curvature& curvature, double length) {
  constexpr int steps = 20000;
  double angle = 0, x = 0, y = 0;
  const double h = length / steps;
  for (int i = 0; i < steps; ++i) {
    const double middle = angle + curvature((i + 0.25) * h) * h / 2;
    x += h * std::cos(middle);
    y += h * std::sin(middle);
    angle += curvature((i + 0.5) * h) * h;
  }
  return {x, y};
}

// y(x) of the curve over its tangent, at the end of an arc of 80 m, by our own bisection.
template <typename Height>
std::array<double, 2> end_over_abscissa(const Height& height, double length) {
  double low = 0, high = length;
  for (int i = 0; i < 60; ++i) {
    const double tangent = (low + high) / 2;
    double arc = 0;
    constexpr int steps = 4000;
    for (int k = 0; k < steps; ++k)
      arc += std::hypot(tangent / steps,
                        height(tangent * (k + 1) / steps, tangent) - height(tangent * k / steps, tangent));
    (arc < length ? low : high) = tangent;
  }
  return {low, height(low, low)};
}

std::array<double, 2> end_of_line(const std::string& type) {
  const FileAlignment line =
      line_of(file_of("", "<CoordGeom>" + spiral(type, 0, 1.0 / 300) + "</CoordGeom>"));
  const TrackModel model = compiled(line.track);
  return end_of_spiral([&](double s) { return model.curvature(s); }, 80);
}

TEST(LandXmlDialects, CurvesOverTheirTangent) {
  const double radius = 300;
  const auto cubic =
      end_over_abscissa([&](double x, double tangent) { return x * x * x / (6 * radius * tangent); }, 80);
  const auto japanese = end_of_line("japaneseCubic");
  EXPECT_NEAR(japanese[0], cubic[0], 2e-5);
  EXPECT_NEAR(japanese[1], cubic[1], 2e-5);
  const auto wave = end_over_abscissa(
      [&](double x, double tangent) {
        const double u = x / tangent;
        return tangent * tangent / radius * (u * u / 4 - (1 - std::cos(pi * u)) / (2 * pi * pi));
      },
      80);
  const auto half = end_of_line("sineHalfWave");
  EXPECT_NEAR(half[0], wave[0], 2e-5);
  EXPECT_NEAR(half[1], wave[1], 2e-5);
  // A plain cosine would end 20 mm away.
  EXPECT_GT(std::abs(end_of_line("cosine")[1] - wave[1]), 5e-3);
}

TEST(LandXmlDialects, WritesTheHalfWaveThatItReads) {
  const std::string text =
      file_of("", "<CoordGeom><Line length=\"50\"/>" + spiral("sineHalfWave", 0, 1.0 / 300) +
                      "<Curve length=\"60\" radius=\"300\" rot=\"ccw\"/></CoordGeom>");
  const TrackModel model = compiled(line_of(text).track);
  const TrackModel again = compiled(line_of(landxml_text(model)).track);
  for (double s = 0.5; s < model.length(); s += 5)
    EXPECT_NEAR(again.curvature(s), model.curvature(s), 1e-12) << s;
}

TEST(LandXmlDialects, ASpiralBetweenTwoCurvesTurnsAsTheyDo) {
  const auto plan = [](const std::string& before, const std::string& after, const std::string& type) {
    return "<CoordGeom><Curve length=\"50\" radius=\"500\" rot=\"" + before + "\"/>" +
           spiral(type, 1.0 / 500, 1.0 / 400) + "<Curve length=\"50\" radius=\"400\" rot=\"" + after +
           "\"/></CoordGeom>";
  };
  const auto ends = [&](const std::string& before, const std::string& after, const std::string& type) {
    return line_of(file_of("", plan(before, after, type))).track.segments[1].curvatures;
  };
  EXPECT_THAT(ends("ccw", "ccw", "clothoid"), ElementsAre(1.0 / 500, 1.0 / 400));
  EXPECT_THAT(ends("cw", "ccw", "clothoid"), ElementsAre(-1.0 / 500, 1.0 / 400));
  EXPECT_THAT(ends("ccw", "cw", "revBloss"), ElementsAre(1.0 / 500, -1.0 / 400));
  const FileAlignment line = line_of(file_of("", plan("ccw", "cw", "revBloss")));
  EXPECT_EQ(line.track.segments[1].shape, TransitionShape::bloss);
  EXPECT_THAT(
      notes_of(line),
      ElementsAre(
          HasSubstr("CoordGeom[1]: turns to both sides, by the curves beside it (got left, then right)"),
          HasSubstr("CoordGeom[1].spiType: is a law that LandXML does not define; it is read as bloss")));
  std::string alone = file_of("", "<CoordGeom>" + spiral("bloss", 1.0 / 500, 1.0 / 400) + "</CoordGeom>");
  alone.replace(alone.find("radiusEnd=\""), 11, "radiusEnd=\"-");
  EXPECT_THAT(findings_of_text(alone),
              HasSubstr("CoordGeom[0]: has radii of both signs, and no curve beside it says"));
}

TEST(LandXmlDialects, LawsThatTheSchemaDoesNotDefineAreFoundByCoordinates) {
  const auto clothoid = end_of_spiral([](double s) { return s / 80 / 300; }, 80);
  const auto points = [](double x, double y) {
    return "<Start>0 0</Start><PI>0 50</PI><End>" + std::to_string(y) + " " + std::to_string(x) + "</End>";
  };
  const FileAlignment line =
      line_of(file_of("", "<CoordGeom>" + spiral("radioid", 0, 1.0 / 300, points(clothoid[0], clothoid[1])) +
                              "</CoordGeom>"));
  EXPECT_EQ(line.track.segments[0].shape, TransitionShape::clothoid);
  EXPECT_THAT(
      notes_of(line),
      ElementsAre(HasSubstr("CoordGeom[0].spiType: is a law that LandXML does not define; it is read as "
                            "clothoid (got its end is")));
  EXPECT_THAT(findings_of_text(file_of(
                  "", "<CoordGeom>" + spiral("radioid", 0, 1.0 / 300, points(79.9, 2)) + "</CoordGeom>")),
              HasSubstr("CoordGeom[0].spiType: is a law that LandXML does not define (got "));
  EXPECT_THAT(findings_of_text(file_of(
                  "", "<CoordGeom>" + spiral("revCosine", 0, 1.0 / 300, points(79.9, 2)) + "</CoordGeom>")),
              HasSubstr("is a law that LandXML does not define, and that is not cosine"));
}

TEST(LandXmlDialects, AVienneseBendNeedsTheCantOfTheLine) {
  const std::string plan =
      "<CoordGeom><Line length=\"50\"/>\n<Spiral length=\"80\" radiusStart=\"INF\" radiusEnd=\"300\" "
      "rot=\"ccw\" "
      "spiType=\"wienerBogen\"><Feature><Property label=\"gravityHeight\" "
      "value=\"1.8\"/></Feature></Spiral></CoordGeom>";
  EXPECT_EQ(findings_of_text(file_of("", plan)),
            "l.xml:3:2: CoordGeom[1].gravity_height: makes the Viennese bend depend on the cant, of which "
            "the file has "
            "none (got 1.8 m). Give cants in a track file that names this line, or set the height to 0.");
  std::string level = plan;
  level.replace(level.find("1.8"), 3, "0");
  const flangeway::test::TemporaryFolder folder;
  TrackSpec spec;
  spec.alignment.emplace();
  spec.alignment->file.value = folder.write("level.xml", file_of("", level)).string();
  EXPECT_NEAR(compiled(spec).curvature(90), 0.5 / 300, 1e-9);
  spec.alignment->file.value = folder.write("bend.xml", file_of("", plan)).string();
  spec.cants = {
      {.s = 0, .cant = 0}, {.s = 50, .cant = 0, .shape = TransitionShape::viennese}, {.s = 130, .cant = 0.1}};
  const TrackModel model = compiled(spec);
  EXPECT_NEAR(model.cant(130), 0.1, 1e-12);
  // κ = f/R − (h/d) Δu f''/L², at a quarter of the length.
  const double x = 0.25, share = ramp(TransitionShape::viennese, x);
  EXPECT_NEAR(model.curvature(70), share / 300 - 1.8 / 1.5 * 0.1 * viennese_second(x) / (80 * 80), 1e-12);
}

}  // namespace
}  // namespace flangeway::track::landxml_dialects
