#include "flangeway/track/landxml.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "flangeway/document/read.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/report.hpp"
#include "support.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::track {
namespace {

using namespace testing;
using ::testing::HasSubstr;

const std::string metric = "<Units><Metric linearUnit=\"meter\"/></Units>\n";

std::string file_of(const std::string& alignment, const std::string& units = metric) {
  return "<?xml version=\"1.0\"?>\n<LandXML xmlns=\"http://www.landxml.org/schema/LandXML-1.2\" "
         "version=\"1.2\">\n" +
         units + "<Alignments><Alignment name=\"A\" staStart=\"1000\">\n" + alignment +
         "\n</Alignment></Alignments></LandXML>\n";
}

std::string plan_of(const std::string& elements) {
  return "<CoordGeom>\n" + elements + "\n</CoordGeom>";
}

const std::string line_100 = "<Line length=\"100\"/>";

std::string findings_of_file(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(read_landxml(text, "l.xml", std::nullopt, findings).has_value());
  return findings.text();
}

FileAlignment read_one(const std::string& text) {
  Findings findings;
  const auto file = read_landxml(text, "l.xml", std::nullopt, findings);
  if (!file) throw std::runtime_error(findings.text());
  return file->alignments.front();
}

TrackModel model_of(const std::string& text) {
  return compiled(read_one(text).track);
}

// The words of the schema as [BriceIfc4x3, section 11] lists them, and the one that it misspells.
TEST(LandXml, ReadsEveryKindOfSpiral) {
  const std::array words{std::pair{"clothoid", TransitionShape::clothoid},
                         std::pair{"bloss", TransitionShape::bloss},
                         std::pair{"cosine", TransitionShape::cosine},
                         std::pair{"sinusoid", TransitionShape::sinusoidal},
                         std::pair{"cubic", TransitionShape::cubic_parabola},
                         std::pair{"cubicParabola", TransitionShape::cubic_parabola},
                         std::pair{"biquadratic", TransitionShape::helmert},
                         std::pair{"biquadraticParabola", TransitionShape::helmert},
                         std::pair{"weinerBogen", TransitionShape::viennese},
                         std::pair{"wienerBogen", TransitionShape::viennese}};
  for (const auto& [word, shape] : words) {
    const FileAlignment line =
        read_one(file_of(plan_of(line_100 + "<Spiral spiType=\"" + word +
                                 "\" rot=\"cw\" radiusStart=\"INF\" radiusEnd=\"500\" length=\"60\"/>"
                                 "<Curve rot=\"cw\" radius=\"500\" length=\"80\"/>")));
    ASSERT_EQ(line.track.segments.size(), 3U);
    EXPECT_EQ(line.track.segments[1].shape, shape);
    EXPECT_THAT(line.track.segments[1].curvatures, ::testing::ElementsAre(0, -1 / 500.0));
    EXPECT_EQ(line.track.segments[2].curvature, -1 / 500.0);
  }
}

TEST(LandXml, TakesUnitsFromTheFile) {
  const std::string plan =
      plan_of("<Line length=\"100\"/><Curve rot=\"ccw\" radius=\"1000\" length=\"200\"/>");
  const std::string cant =
      "<Cant gauge=\"4.7\"><CantStation station=\"1050\" appliedCant=\"0\" curvature=\"ccw\"/>"
      "<CantStation station=\"1100\" appliedCant=\"4\" curvature=\"ccw\"/></Cant>";
  const TrackModel feet = model_of(file_of(plan + cant, "<Units><Imperial linearUnit=\"foot\"/></Units>"));
  EXPECT_DOUBLE_EQ(feet.length(), 300 * 0.3048);
  EXPECT_DOUBLE_EQ(feet.curvature(80), 1 / 304.8);
  EXPECT_DOUBLE_EQ(feet.cant(80), 4 * 0.0254);
  EXPECT_DOUBLE_EQ(*feet.chainage(0), 304.8);
  const TrackModel survey = model_of(file_of(plan, "<Units><Imperial linearUnit=\"USSurveyFoot\"/></Units>"));
  EXPECT_DOUBLE_EQ(survey.length(), 300 * 1200 / 3937.0);
  const TrackModel metres = model_of(file_of(plan + cant));
  EXPECT_DOUBLE_EQ(metres.cant(200), 0.004);
  EXPECT_DOUBLE_EQ(metres.cant(75), 0.002);
}

TEST(LandXml, TakesLengthsFromCoordinates) {
  const TrackModel model =
      model_of(file_of(plan_of("<Line><Start>0 0</Start><End>0 100</End></Line>\n"
                               "<Curve rot=\"cw\" radius=\"200\"><Start>0 100</Start><Center>-200 "
                               "100</Center><End>-200 300</End></Curve>")));
  EXPECT_DOUBLE_EQ(model.segments()[0].length, 100);
  EXPECT_NEAR(model.segments()[1].length, 200 * pi / 2, 1e-12);
  EXPECT_NEAR(model.survey().joints[0].kink, 0, 1e-15);
}

TEST(LandXml, CantIsPositiveWhereTheRightRailIsHigh) {
  const auto cant = [](const std::string& attributes) {
    return model_of(file_of(plan_of(line_100) + "<Cant><CantStation station=\"1000\" appliedCant=\"80\" " +
                            attributes + "/></Cant>"))
        .cant(50);
  };
  EXPECT_DOUBLE_EQ(cant("curvature=\"ccw\""), 0.08);
  EXPECT_DOUBLE_EQ(cant("curvature=\"cw\""), -0.08);
  EXPECT_DOUBLE_EQ(cant("curvature=\"cw\" adverse=\"true\""), 0.08);
}

// Without a transitionType cant follows the spiral between its stations; with one, that word counts.
TEST(LandXml, CantFollowsTheSpiral) {
  const auto middle = [](const std::string& attribute, const std::string& end) {
    return model_of(file_of(plan_of(line_100 +
                                    "<Spiral spiType=\"bloss\" rot=\"ccw\" radiusStart=\"INF\" "
                                    "radiusEnd=\"500\" length=\"80\"/><Curve rot=\"ccw\" radius=\"500\" "
                                    "length=\"80\"/>") +
                            "<Cant><CantStation station=\"1100\" appliedCant=\"0\" curvature=\"ccw\"" +
                            attribute + "/><CantStation station=\"" + end +
                            "\" appliedCant=\"100\" curvature=\"ccw\"/></Cant>"))
        .cant(120);
  };
  EXPECT_NEAR(middle("", "1180"), 0.1 * (3.0 / 16 - 2.0 / 64), 1e-15);
  EXPECT_NEAR(middle(" transitionType=\"linear\"", "1180"), 0.025, 1e-15);
  EXPECT_NEAR(middle("", "1200"), 0.02, 1e-15);
}

TEST(LandXml, ReadsTheProfile) {
  const TrackModel model = model_of(file_of(
      plan_of("<Line length=\"1000\"/>") +
      "<Profile><ProfAlign><PVI>1000 50</PVI><ParaCurve length=\"100\">1300 56</ParaCurve>"
      "<CircCurve radius=\"6000\">1600 50</CircCurve><UnsymParaCurve lengthIn=\"40\" lengthOut=\"60\">1800 54"
      "</UnsymParaCurve><PVI>2000 54</PVI></ProfAlign></Profile>"));
  const Alignment& line = model.alignment();
  EXPECT_NEAR(model.height(line.arc(300)), 56 - 0.04 * 100 / 8, 1e-12);
  // The lowest point of a circle lies R (1/cos α − 1) above the corner of two gradients ±tan α.
  EXPECT_NEAR(model.height(line.arc(600)), 50 + 6000 * (1 / std::cos(std::atan(0.02)) - 1), 1e-11);
  EXPECT_NEAR(line.slope(line.arc(600) + 0.5) - line.slope(line.arc(600) - 0.5), -1 / 6000.0, 1e-12);
  EXPECT_NEAR(model.height(line.arc(760)), 54 - 0.02 * 40, 1e-12);
  EXPECT_NEAR(model.gradient(line.arc(900)), 0, 1e-15);
  EXPECT_NEAR(line.plan(model.length()), 1000, 1e-9);
}

TEST(LandXml, ReadsBreaksOfChainage) {
  const TrackModel model = model_of(file_of(
      plan_of("<Line length=\"1000\"/>") +
      "<StaEquation staBack=\"1400\" staAhead=\"1500\"/><StaEquation staInternal=\"1700\" staAhead=\"90\" "
      "staIncrement=\"decreasing\"/>"));
  EXPECT_EQ(model.chainage(0), 1000);
  EXPECT_EQ(model.chainage(399), 1399);
  EXPECT_EQ(model.chainage(401), 1501);
  EXPECT_EQ(model.chainage(710), 80);
  // A break at the end may lie beyond it by the rounding of stations.
  EXPECT_EQ(model_of(file_of(plan_of(line_100) + "<StaEquation staBack=\"1100.004\" staAhead=\"5\"/>"))
                .chainage(100),
            5);
}

// Lengths of 1 mm turn a line of 5 cm by 20 mrad.
TEST(LandXml, ReadsShortLinesWithRoundedCoordinates) {
  const FileAlignment line =
      read_one(file_of(plan_of("<Line><Start>0 0</Start><End>0 100</End></Line>\n"
                               "<Line><Start>0 100</Start><End>0.001 100.05</End></Line>\n"
                               "<Line><Start>0.001 100.05</Start><End>0.001 200.05</End></Line>")));
  EXPECT_NEAR(line.track.survey.joints[0].kink, 0.02, 1e-5);
  EXPECT_TRUE(line.notes.empty());
}

TEST(LandXml, ReadsTheProfileThatIsNotTheGround) {
  const FileAlignment line = read_one(file_of(
      plan_of(line_100) +
      "\n<Profile><ProfSurf name=\"ground\"><PntList2D>1000 7 1100 8</PntList2D></ProfSurf></Profile>\n"
      "<Profile staStart=\"0\"><ProfAlign><PVI>1000 50</PVI><PVI>1100 51</PVI></ProfAlign></Profile>\n"
      "<Profile><ProfAlign><PVI>1000 60</PVI><PVI>1100 60</PVI></ProfAlign></Profile>"));
  EXPECT_EQ(compiled(line.track).height(0), 50);
  ASSERT_EQ(line.notes.size(), 3U);
  EXPECT_EQ(line.notes[0].text(), "l.xml:8:2: Profile: has no ProfAlign. It is left out.");
  EXPECT_EQ(
      line.notes[1].text(),
      "l.xml:9:2: Profile.staStart: is not that of the alignment (got 0 m; allowed 1000 m). Stations of "
      "the profile count as those of the alignment.");
  EXPECT_EQ(line.notes[2].text(),
            "l.xml:10:11: Profile: has more than one ProfAlign (got 2). The first one counts.");
}

TEST(LandXml, NotesWhatDoesNotFit) {
  const FileAlignment line = read_one(
      "<LandXML version=\"1.2\">" + metric +
      "<Alignments><Alignment name=\"A\" staStart=\"0\" length=\"101\">" +
      plan_of("<Curve rot=\"cw\" radius=\"300\" length=\"100\"><Start>0 0</Start></Curve>") +
      "\n<Profile><ProfAlign><PVI>0 0</PVI>\n<CircCurve radius=\"1000\" length=\"12\">50 0.5</CircCurve>"
      "<PVI>100 0.5</PVI></ProfAlign></Profile>\n<Cant rotationPoint=\"insideRail\"/>"
      "</Alignment></Alignments></LandXML>");
  std::vector<std::string> texts;
  for (const Finding& note : line.notes) texts.push_back(note.text());
  EXPECT_THAT(
      texts,
      ::testing::ElementsAre(
          "l.xml:2:14: Alignment.length: is not the length of all elements (got 101 m; allowed 100 m). The "
          "elements count.",
          "l.xml:6:2: ProfAlign[1].length: does not fit the radius between these gradients (got 12 m; "
          "allowed "
          "9.99967 m). The radius counts.",
          "l.xml:7:2: Cant.rotationPoint: is not applied: cant turns the track about its centre (got "
          "\"insideRail\"; allowed center). Heights then hold for the centre of the track.",
          "l.xml:3:2: CoordGeom[0]: does not say where the line starts and in which direction. A line that "
          "is "
          "written from it starts towards east."));
}

TEST(LandXml, NotesCantThatDoesNotReachTheEnds) {
  const FileAlignment line =
      read_one(file_of(plan_of(line_100) +
                       "\n<Cant><CantStation station=\"1010\" appliedCant=\"60\" curvature=\"cw\"/>\n"
                       "<CantStation station=\"1090\" appliedCant=\"50\" curvature=\"cw\"/></Cant>"));
  ASSERT_EQ(line.notes.size(), 2U);
  EXPECT_EQ(
      line.notes[0].text(),
      "l.xml:8:8: CantStation[0].station: of the first cant is not the start of the alignment (got 1010; "
      "allowed 1000). The first cant holds before it.");
  EXPECT_EQ(line.notes[1].text(),
            "l.xml:9:2: CantStation[1].station: of the last cant is not the end of the alignment (got 1090; "
            "allowed 1100). The last cant holds after it.");
}

TEST(LandXml, ReadsTextOfOtherEncodings) {
  const std::string body = "<LandXML version=\"1.2\">" + metric +
                           "<Alignments><Alignment name=\"Gr\xFCnau\" staStart=\"0\">" + plan_of(line_100) +
                           "</Alignment></Alignments></LandXML>";
  EXPECT_EQ(read_one("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + body).name, "Gr\xC3\xBCnau");
  // Without a declaration, or declared as windows-1252, which has the same letters.
  EXPECT_EQ(read_one(body).name, "Gr\xC3\xBCnau");
  EXPECT_EQ(read_one("<?xml version=\"1.0\" encoding=\"windows-1252\"?>" + body).name, "Gr\xC3\xBCnau");
  EXPECT_EQ(findings_of_file("<LandXML version=\"1.2\">\n<Author name=\"&#xD800;\"/></LandXML>"),
            "l.xml:2:2: has characters that do not exist. Save it as UTF-8.");
}

// --- writing ---------------------------------------------------------------------------------------------

SegmentSpec viennese(double length) {
  SegmentSpec spec = transition(length, TransitionShape::viennese);
  spec.gravity_height = 1.9;
  return spec;
}

TrackSpec every_shape() {
  TrackSpec spec;
  spec.name.value = "up & down";
  spec.segments = {straight(70)};
  double sign = 1;
  for (const TransitionShape shape :
       {TransitionShape::clothoid, TransitionShape::bloss, TransitionShape::sinusoidal,
        TransitionShape::cosine, TransitionShape::helmert, TransitionShape::cubic_parabola}) {
    spec.segments.insert(spec.segments.end(), {transition(70, shape), circular(60, sign / 450, sign * 0.1),
                                               transition(70, shape), straight(30)});
    sign = -sign;
  }
  spec.segments.insert(spec.segments.end(), {viennese(90), circular(50, -1 / 700.0, -0.12), transition(110),
                                             circular(40, 1 / 600.0, 0.08)});
  return spec;
}

void expect_same_line(const TrackModel& one, const TrackModel& two) {
  ASSERT_NEAR(two.length(), one.length(), 1e-8);
  for (double s = 0.35; s < one.length(); s += 3.7) {
    EXPECT_NEAR(two.curvature(s), one.curvature(s), 1e-12) << s;
    EXPECT_NEAR(two.cant(s), one.cant(s), 1e-11) << s;
    EXPECT_NEAR(two.height(s), one.height(s), 1e-9) << s;
    EXPECT_NEAR(two.chainage(s).value_or(0), one.chainage(s).value_or(s), 1e-7) << s;
    EXPECT_NEAR((frame_at(two, s).position - frame_at(one, s).position).norm(), 0, 1e-6) << s;
  }
  for (const SurveyJoint& joint : two.survey().joints) {
    EXPECT_LT(joint.gap, 1e-8);
    EXPECT_LT(std::abs(joint.kink), 1e-8);
    EXPECT_LT(joint.misfit, 1e-8);
  }
}

TEST(LandXml, ReadsWhatItWrites) {
  const TrackModel model = compiled(every_shape());
  const std::string text = landxml_text(model);
  const FileAlignment line = read_one(text);
  EXPECT_EQ(line.name, "up & down");
  EXPECT_TRUE(line.notes.empty());
  expect_same_line(model, compiled(line.track));
}

// How far a Viennese bend is displaced depends on the distance of the rails, which the file has as gauge, and
// on the height of the line of gravity, which only a file of ours has.
TEST(LandXml, JudgesVienneseBendsOnlyByWhatItKnows) {
  TrackSpec spec = every_shape();
  spec.rails.rail_distance = 1.7;
  std::string text = landxml_text(compiled(spec));
  EXPECT_TRUE(read_one(text).notes.empty());
  const std::size_t feature = text.find("<Feature");
  text.erase(feature, text.find("</Feature>") + 10 - feature);
  EXPECT_TRUE(read_one(text).notes.empty());
}

// Gradients hold along the track, stations in plan: both lengths and the circles must survive.
TEST(LandXml, WritesGradientsAsCircles) {
  TrackSpec spec = varied_track();
  spec.chainage = {{.s = 0, .chainage = 3000}, {.s = 100, .chainage = 4000}};
  for (SegmentSpec& segment : spec.segments) segment.shape = TransitionShape::clothoid;
  const TrackModel model = compiled(spec), again = model_of(landxml_text(model));
  ASSERT_NEAR(again.length(), model.length(), 1e-9);
  for (double s = 1; s < 470; s += 5) {
    EXPECT_NEAR(again.height(s), model.height(s), 1e-10);
    EXPECT_NEAR(again.gradient(s), model.gradient(s), 1e-12);
    // Shares of a transition on a vertical curve are in plan once and along the track once.
    EXPECT_NEAR(again.curvature(s), model.curvature(s), 1e-7);
    EXPECT_NEAR(again.chainage(s).value(), model.chainage(s).value(), 0.03);
  }
}

TEST(LandXml, WritesHeightsCantsAndChainage) {
  TrackSpec spec;
  // The reversal lies on a vertical curve, so that its middle is another one in plan and along the track.
  spec.segments = {straight(300), transition(100), circular(360, 1 / 500.0), transition(80),
                   circular(160, -1 / 450.0)};
  spec.heights = {
      {.s = 0, .height = 105},
      {.s = 300, .height = 108, .curve = VerticalCurve::parabola, .length = 80},
      {.s = 600, .height = 105, .curve = VerticalCurve::circle, .radius = 4000},
      {.s = 800, .height = 107, .curve = VerticalCurve::parabola, .length = 50, .length_after = 30},
      {.s = 1000, .height = 106}};
  spec.cants = {{.s = 290, .cant = 0, .shape = TransitionShape::cosine},
                {.s = 410, .cant = 0.1},
                {.s = 1000, .cant = 0.1}};
  spec.chainage = {{.s = 0, .chainage = 7000, .decreasing = true}, {.s = 500, .chainage = 100}};
  const TrackModel model = compiled(spec);
  const std::string text = landxml_text(model);
  EXPECT_TRUE(read_one(text).notes.empty());
  EXPECT_THAT(text, HasSubstr("<CircCurve length=\""));
  expect_same_line(model, model_of(text));
}

TEST(LandXml, RefusesToWriteASpiralThroughAStraight) {
  const TrackModel model =
      compiled({circular(50, 1 / 500.0), transition(80, TransitionShape::bloss), circular(50, -1 / 500.0)});
  try {
    (void)landxml_text(model);
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_STREQ(
        error.what(),
        "segments: have a transition between curves to both sides at 50 m, which LandXML has as a clothoid "
        "only (got bloss; allowed clothoid). Put a straight between the curves.");
  }
}

// --- a track file that names a line ------------------------------------------------------------------------

TEST(LandXml, ATrackFileSaysWhichFileIsMissing) {
  TrackSpec spec;
  spec.alignment.emplace();
  spec.alignment->file.value = "nowhere.xml";
  Findings findings;
  EXPECT_FALSE(compile(spec, findings));
  EXPECT_THAT(findings.text(),
              HasSubstr("alignment.file: cannot be read (got nowhere.xml). Check the path; it is "
                        "relative to the track file."));
}

TEST(LandXml, ATrackFileNamesALine) {
  Findings findings;
  TrackSpec spec;
  document::Document::from_file(FLANGEWAY_SOURCE_DIR "/models/tracks/branch_line.toml", findings)
      .fill(spec, findings);
  ASSERT_EQ(findings.text(), "");
  const TrackModel model = compiled(spec);
  EXPECT_EQ(model.name(), "branch line");
  EXPECT_NEAR(model.alignment().plan(model.length()), 1300, 1e-9);
  EXPECT_DOUBLE_EQ(model.curvature(400), 1 / 600.0);
  EXPECT_DOUBLE_EQ(model.cant(750), -0.11);
  // The coordinates of this file are rounded to 0.1 mm.
  EXPECT_EQ(model.survey().joints.size(), 11U);
  for (const SurveyJoint& joint : model.survey().joints) {
    EXPECT_EQ(joint.gap, 0);
    EXPECT_LT(std::abs(joint.kink), 2e-5);
    EXPECT_LT(joint.misfit, 1e-3);
  }
  EXPECT_NEAR(*model.chainage(model.alignment().arc(650)), 12700, 1e-8);
  const std::string text = summary_text(model);
  EXPECT_THAT(text, HasSubstr("11 joints between elements"));
  EXPECT_THAT(text, HasSubstr("km 12.2000"));
  ASSERT_EQ(model.sources().size(), 1U);
  EXPECT_THAT(model.sources()[0].path, HasSubstr("branch_line.xml"));
}

TEST(LandXml, ChoosesAnAlignment) {
  const flangeway::test::TemporaryFolder folder;
  const std::string one =
      "<Alignment name=\"Track 1\" staStart=\"0\"><CoordGeom><Line length=\"50\"/></CoordGeom></Alignment>";
  const std::string two =
      "<Alignment name=\"Track 2\" staStart=\"0\"><CoordGeom><Line length=\"60\"/></CoordGeom></Alignment>";
  const std::string head = "<LandXML version=\"1.2\">" + metric + "<Alignments>";
  const std::string path = folder.write("l.xml", head + one + two + "</Alignments></LandXML>").string();
  TrackSpec spec;
  spec.alignment.emplace();
  spec.alignment->file.value = path;
  spec.alignment->key = "alignment";
  EXPECT_EQ(
      findings_of(spec),
      "alignment.name: is missing: the file has several alignments (allowed \"Track 1\", \"Track 2\"). Name "
      "one.");
  spec.alignment->name.value = "Track 3";
  EXPECT_EQ(findings_of(spec),
            "alignment.name: is not in " + path +
                " (got \"Track 3\"; allowed \"Track 1\", \"Track 2\"). Write \"Track 1\".");
  spec.alignment->name.value = "Track 2";
  EXPECT_EQ(compiled(spec).length(), 60);
  // Errors in another one do not matter.
  const std::string wrong = "<Alignment name=\"Track 9\" staStart=\"0\"/>";
  folder.write("l.xml", head + one + two + two + wrong + "</Alignments></LandXML>");
  EXPECT_EQ(findings_of(spec),
            "alignment.name: is the name of several alignments of the file (got \"Track 2\"; allowed \"Track "
            "1\", \"Track 2\", \"Track 2\", \"Track 9\"). Give each alignment a name of its own.");
  spec.alignment->name.value = "";
  EXPECT_THAT(findings_of(spec), HasSubstr("alignment.name: is missing: the file has several alignments"));
  folder.write("l.xml", head + one + two + "</Alignments></LandXML>");
  spec.alignment->name.value = "Track 2";
  spec.segments = {straight(10)};
  EXPECT_EQ(findings_of(spec),
            "segments: is given in addition to alignment. The line of the alignment has it: leave it "
            "out.");
}

TEST(LandXml, ALineNeedsTheHeightOfItsVienneseBends) {
  const flangeway::test::TemporaryFolder folder;
  const std::string path =
      folder
          .write(
              "l.xml",
              file_of(plan_of(line_100 + "\n<Spiral spiType=\"wienerBogen\" rot=\"cw\" radiusStart=\"INF\" "
                                         "radiusEnd=\"500\" length=\"60\"/>") +
                      "\n<Cant gauge=\"1.6\"><CantStation station=\"1100\" appliedCant=\"0\"/>"
                      "<CantStation station=\"1160\" appliedCant=\"90\" curvature=\"cw\"/></Cant>"))
          .string();
  TrackSpec spec;
  spec.alignment.emplace();
  spec.alignment->file.value = path;
  EXPECT_EQ(findings_of(spec),
            path +
                ":7:2: CoordGeom[1].gravity_height: is missing (allowed a number > 0 in m). Give "
                "alignment.gravity_height in a track file: a Viennese bend is designed for a height of the "
                "line of gravity above the rails.");
  spec.alignment->gravity_height = 1.8;
  const TrackModel model = compiled(spec);
  ASSERT_EQ(model.notes().size(), 1U);
  EXPECT_EQ(model.notes()[0].text(),
            path +
                ":9:2: Cant.gauge: is not the distance of the rails (got 1.6 m; allowed 1.5 m). Give "
                "rails.rail_distance in a track file: the angle of cant follows from it.");
  spec.rails.rail_distance = 1.6;
  EXPECT_TRUE(compiled(spec).notes().empty());
}

// --- what is wrong with a file ---------------------------------------------------------------------------

TEST(LandXmlFindings, OfTheFile) {
  EXPECT_EQ(findings_of_file("<LandXML version=\"1.2\"\n<Units>"),
            "l.xml:2:1: is no XML that can be read: error parsing start element tag. Export the file again.");
  EXPECT_EQ(findings_of_file("name = \"track\""),
            "l.xml:1:15: is no XML that can be read: no document element found. Export the file again.");
  EXPECT_EQ(findings_of_file("<?xml version=\"1.0\"?>\n<railml version=\"2.4\"/>"),
            "l.xml:2:2: is railML, which is not read (got <railml>; allowed <LandXML>). Export the line from "
            "the design "
            "program as LandXML or as IFC 4.3 in the STEP format (.ifc).");
  EXPECT_EQ(
      findings_of_file("<ifcXML/>"),
      "l.xml:1:2: is ifcXML, which is not read (got <ifcXML>; allowed <LandXML>). Export the line from the "
      "design program as LandXML or as IFC 4.3 in the STEP format (.ifc).");
  EXPECT_EQ(findings_of_file("<kml/>"),
            "l.xml:1:2: is XML, but no LandXML (got <kml>; allowed <LandXML>). Export the line as LandXML.");
  EXPECT_EQ(
      findings_of_file("<LandXML version=\"3.0\"/>"),
      "l.xml:1:2: LandXML.version: is another version of LandXML (got \"3.0\"; allowed \"1.0\", \"1.1\", "
      "\"1.2\" or \"2.0\"). Export the line as LandXML 1.2.");
  EXPECT_EQ(findings_of_file(file_of(plan_of(line_100), "")),
            "l.xml:2:2: Units: is missing (allowed <Metric> or <Imperial> with linearUnit). Export the file "
            "with its units, or write <Units><Metric linearUnit=\"meter\"/></Units> into it: lengths cannot "
            "be guessed.");
  EXPECT_EQ(
      findings_of_file(file_of(plan_of(line_100), "<Units>\n<Metric linearUnit=\"verst\"/></Units>")),
      "l.xml:4:2: Units.Metric.linearUnit: is unknown (got \"verst\"; allowed meter, millimeter, centimeter, "
      "kilometer, foot, USSurveyFoot, inch or mile). Name the unit of lengths as LandXML 1.2 does.");
  EXPECT_EQ(
      findings_of_file("<LandXML version=\"1.2\">" + metric + "<Surfaces/></LandXML>"),
      "l.xml:1:2: Alignments: is missing or has no alignment. Export the alignments of the line with the "
      "file.");
}

TEST(LandXmlFindings, OfElementsInOneAnotherWithoutEnd) {
  std::string inner, ends;
  for (int i = 0; i < 200'000; ++i) inner += "<Feature>", ends += "</Feature>";
  EXPECT_EQ(findings_of_file(file_of(inner + ends)), findings_of_file(file_of("")));
}

TEST(LandXmlFindings, OfThePlan) {
  const auto says = [](const std::string& elements) { return findings_of_file(file_of(plan_of(elements))); };
  EXPECT_EQ(findings_of_file(file_of("")),
            "l.xml:4:14: CoordGeom: is missing. Export the alignment with its plan.");
  EXPECT_EQ(says(""), "l.xml:5:2: CoordGeom: has no elements. Export the alignment with its plan.");
  EXPECT_EQ(
      says("<Chain/>"),
      "l.xml:6:2: CoordGeom[0]: is an element that is not read (got <Chain>; allowed <Line>, <Curve> or "
      "<Spiral>). Export the line with exact elements.");
  EXPECT_EQ(says("<Line length=\"0\"/>"),
            "l.xml:5:2: CoordGeom: has no element with a length. Export the alignment with its plan.");
  EXPECT_EQ(says("<Line length=\"-5\"/>"),
            "l.xml:6:2: CoordGeom[0].length: is not a positive length (got -5; allowed a number > 0).");
  EXPECT_EQ(says("<Line length=\"long\"/>"),
            "l.xml:6:2: CoordGeom[0].length: is not a number (got \"long\"; allowed a number such as 120.5). "
            "Write the number alone, without blanks, letters or units.");
  EXPECT_EQ(says("<Line/>"),
            "l.xml:6:2: CoordGeom[0].length: is missing (allowed a number). Export the file with it.");
  EXPECT_EQ(
      says("<Line length=\"1e9\"/>"),
      "l.xml:6:2: CoordGeom[0].length: is longer than any element of a line (got 1e+09 m; allowed at most "
      "100000 m). Check the units of the file.");
  EXPECT_EQ(says("<Line length=\"5\"/>\n<Curve rot=\"cw\" radius=\"wide\" length=\"20\"/>"),
            "l.xml:7:2: CoordGeom[1].radius: is not a number (got \"wide\"; allowed a number such as 120.5). "
            "Write the number alone, without blanks, letters or units.");
  EXPECT_EQ(
      says("<Curve rot=\"cw\" radius=\"0\" length=\"20\"/>"),
      "l.xml:6:2: CoordGeom[0].radius: is not a positive radius (got 0; allowed a number > 0). rot gives the "
      "direction.");
  EXPECT_EQ(
      says("<Curve rot=\"cw\" radius=\"0.5\" length=\"20\"/>"),
      "l.xml:6:2: CoordGeom[0].radius: is smaller than on any railway (got 0.5 m; allowed at least 10 m). "
      "Check the units of the file.");
  EXPECT_EQ(
      says("<Curve rot=\"up\" radius=\"300\" length=\"20\"/>"),
      "l.xml:6:2: CoordGeom[0].rot: is unknown (got \"up\"; allowed cw or ccw). cw turns to the right, ccw "
      "to the left.");
  EXPECT_EQ(
      says("<Spiral spiType=\"radioid\" rot=\"cw\" radiusStart=\"INF\" radiusEnd=\"0\" length=\"20\"/>"),
      "l.xml:6:2: CoordGeom[0].spiType: is a law that LandXML does not define. Export the spiral with Start, "
      "PI and End, which tell its law, or as a clothoid.");
  EXPECT_EQ(
      says("<Spiral spiType=\"snail\" rot=\"cw\" radiusStart=\"INF\" length=\"20\"/>"),
      "l.xml:6:2: CoordGeom[0].radiusEnd: is missing (allowed a number). A straight has the radius INF.\n"
      "l.xml:6:2: CoordGeom[0].spiType: is a transition that is not known (got \"snail\"; allowed clothoid, "
      "bloss, cosine, sinusoid, cubicParabola, cubic, biquadraticParabola, biquadratic, weinerBogen, "
      "wienerBogen, sineHalfWave, japaneseCubic, revBloss, revCosine, revSinusoid, revBiquadratic, "
      "radioid).");
  EXPECT_EQ(
      says("<Line><Start>1</Start><End>0 100</End></Line>"),
      "l.xml:6:2: CoordGeom[0].length: is missing (allowed a number). Export the file with it.\n"
      "l.xml:6:8: CoordGeom[0].Start: is not a pair of numbers (got \"1\"; allowed two numbers with a space "
      "between them).");
}

TEST(LandXmlFindings, OfCurvesWithoutALength) {
  const auto says = [](const std::string& radius, const std::string& points) {
    return findings_of_file(file_of(
        plan_of("<Curve rot=\"ccw\" radius=\"" + radius + "\"><Start>0 0</Start>" + points + "</Curve>")));
  };
  // The long way round: 2π·9·10⁶ m.
  EXPECT_THAT(
      says("9e6", "<Center>9e6 0</Center><End>0 -5</End>"),
      HasSubstr("l.xml:6:2: CoordGeom[0].length: is longer than any element of a line (got 56548662."));
  EXPECT_EQ(
      says("300", "<Center>300.2 0</Center><End>0.1 5</End>"),
      "l.xml:6:2: CoordGeom[0].Center: is not at the radius from Start and End, so that the length of the "
      "curve is not known (got 300.2 m; allowed 300 m within 0.1 m). Export the curve with its length.");
  EXPECT_EQ(
      says("300", "<Center>300 0</Center><End>0 0</End>"),
      "l.xml:6:2: CoordGeom[0].End: is where the curve starts, so that its length is not known. Export the "
      "curve with its length.");
}

TEST(LandXmlFindings, OfNumbersThatAreTooLarge) {
  const auto says = [](const std::string& elements) { return findings_of_file(file_of(plan_of(elements))); };
  std::string lines;
  for (int i = 0; i < 11; ++i) lines += "<Line length=\"100000\"/>";
  EXPECT_EQ(
      says(lines),
      "l.xml:4:14: CoordGeom: is longer than any line (got 1100000 m; allowed at most 1000000 m). Check "
      "the units of the file.");
  EXPECT_EQ(
      says("<Line length=\"100\"><Start>1e308 0</Start><End>0 100</End></Line>"),
      "l.xml:6:21: CoordGeom[0].Start: is larger than any number of a line (got 1e+308; allowed -1e9 to "
      "1e9). Check the file.");
}

TEST(LandXmlFindings, OfTheUnitOfHeights) {
  EXPECT_EQ(
      findings_of_file(file_of(plan_of(line_100),
                               "<Units>\n<Metric linearUnit=\"meter\" elevationUnit=\"cubit\"/></Units>")),
      "l.xml:4:2: Units.Metric.elevationUnit: is unknown (got \"cubit\"; allowed meter, millimeter, "
      "centimeter, kilometer, foot, USSurveyFoot, inch or mile). Name the unit of lengths as LandXML 1.2 "
      "does.");
}

TEST(LandXmlFindings, OfVerticalCurves) {
  const auto says = [](const std::string& curve) {
    return findings_of_file(file_of(plan_of(line_100) + "\n<Profile><ProfAlign><PVI>1000 5</PVI>\n" + curve +
                                    "<PVI>1100 5</PVI></ProfAlign></Profile>"));
  };
  EXPECT_EQ(says("<ParaCurve length=\"-8\">1050 5.5</ParaCurve>"),
            "l.xml:9:2: ProfAlign[1].length: is not a positive length (got -8; allowed a number > 0).");
  EXPECT_EQ(says("<UnsymParaCurve lengthIn=\"0\" lengthOut=\"-1\">1050 5.5</UnsymParaCurve>"),
            "l.xml:9:2: ProfAlign[1].lengthIn: is not a positive length (got 0; allowed a number > 0).\n"
            "l.xml:9:2: ProfAlign[1].lengthOut: is not a positive length (got -1; allowed a number > 0).");
  EXPECT_EQ(says("<CircCurve radius=\"wide\">1050 5.5</CircCurve>"),
            "l.xml:9:2: ProfAlign[1].radius: is not a number (got \"wide\"; allowed a number such as 120.5). "
            "Write the number alone, without blanks, letters or units.");
  EXPECT_EQ(
      says("<CircCurve radius=\"5\">1050 5.5</CircCurve>"),
      "l.xml:9:2: ProfAlign[1].radius: is smaller than on any railway (got 5 m; allowed at least 100 m). "
      "Check the units of the file.");
}

TEST(LandXmlFindings, OfWordsThatMeanYesOrNo) {
  const auto cant = [](const std::string& word) {
    return file_of(plan_of(line_100) +
                   "\n<Cant><CantStation station=\"1000\" appliedCant=\"80\" curvature=\"ccw\" adverse=\"" +
                   word + "\"/></Cant>");
  };
  EXPECT_DOUBLE_EQ(model_of(cant("1")).cant(50), -0.08);
  EXPECT_DOUBLE_EQ(model_of(cant("0")).cant(50), 0.08);
  EXPECT_EQ(findings_of_file(cant("yes")),
            "l.xml:8:8: CantStation[0].adverse: is unknown (got \"yes\"; allowed true or false).");
  EXPECT_EQ(findings_of_file(file_of(plan_of(line_100) + "\n<StaEquation staInternal=\"1050\" staAhead=\"5\" "
                                                         "staIncrement=\"Backwards\"/>")),
            "l.xml:8:2: StaEquation[0].staIncrement: is unknown (got \"Backwards\"; allowed increasing or "
            "decreasing).");
}

TEST(LandXmlFindings, OfElementsThatDoNotJoin) {
  const auto says = [](const std::string& elements) { return findings_of_file(file_of(plan_of(elements))); };
  EXPECT_EQ(says("<Line><Start>0 0</Start><End>0 100</End></Line>\n"
                 "<Line><Start>0 100.5</Start><End>0 200.5</End></Line>"),
            "l.xml:7:2: CoordGeom[1]: does not join the element before: there is a gap at station 1100 m "
            "(got 0.5 m; "
            "allowed at most 0.1 m). Export the elements in the order of the line.");
  EXPECT_EQ(
      says("<Line><Start>0 0</Start><End>0 100</End></Line>\n"
           "<Line><Start>0 100</Start><End>2 200</End></Line>"),
      "l.xml:7:2: CoordGeom[1]: does not join the element before: there is a kink at station 1100 m (got 20 "
      "mrad; allowed at most 10 mrad). Check the direction of the element.");
  const FileAlignment line = read_one(
      file_of(plan_of("<Line><Start>0 0</Start><End>0 100</End></Line>\n"
                      "<Line><Start>0 100.02</Start><End>0.1 200.02</End></Line>\n"
                      "<Line length=\"100\"><Start>0.1 200.02</Start><End>0.2 300.52</End></Line>")));
  ASSERT_EQ(line.notes.size(), 3U);
  EXPECT_EQ(line.notes[0].text(),
            "l.xml:7:2: CoordGeom[1]: leaves a gap to the element before at station 1100 m (got 0.02 m).");
  EXPECT_EQ(line.notes[1].text(),
            "l.xml:7:2: CoordGeom[1]: makes a kink with the element before at station 1100 m (got 1 mrad).");
  EXPECT_EQ(
      line.notes[2].text(),
      "l.xml:8:2: CoordGeom[2]: ends away from where its length and curvature lead (got 0.5 m). Length and "
      "curvature count, not the coordinates.");
  EXPECT_NEAR(line.track.survey.joints.back().misfit, 0.5, 1e-3);
}

TEST(LandXmlFindings, OfProfileCantAndChainage) {
  const auto says = [](const std::string& rest) {
    return findings_of_file(file_of(plan_of(line_100) + "\n" + rest));
  };
  EXPECT_EQ(
      says("<Profile><ProfAlign><PVI>1000 5</PVI></ProfAlign></Profile>"),
      "l.xml:8:22: ProfAlign: has too few points (got 1; allowed at least 2). Export the whole profile.");
  EXPECT_EQ(
      says("<Profile><ProfAlign><PVI>1000 5</PVI>\n<PVI>1000</PVI></ProfAlign></Profile>"),
      "l.xml:9:2: ProfAlign[1]: is not a pair of numbers (got \"1000\"; allowed two numbers with a space "
      "between them).");
  EXPECT_EQ(says("<Profile><ProfAlign><PVI>1000 5</PVI>\n<Step>1050 5</Step></ProfAlign></Profile>"),
            "l.xml:9:2: ProfAlign[1]: is a point of the profile that is not read (got <Step>; allowed <PVI>, "
            "<ParaCurve>, <UnsymParaCurve> or <CircCurve>).");
  EXPECT_EQ(
      says("<Cant><CantStation station=\"1050\" appliedCant=\"0\"/>\n<CantStation station=\"1040\" "
           "appliedCant=\"0\"/></Cant>"),
      "l.xml:9:2: CantStation[1].station: is not in order (got 1040; allowed more than 1050 in m). Cant "
      "stations come in the direction of the alignment.");
  EXPECT_EQ(says("<Cant><CantStation station=\"1050\" appliedCant=\"20\"/></Cant>"),
            "l.xml:8:8: CantStation[0].curvature: is missing (allowed cw or ccw). cw turns to the right, ccw "
            "to the "
            "left.");
  EXPECT_EQ(says("<StaEquation staInternal=\"1060\" staAhead=\"5\"/>\n<StaEquation staInternal=\"1050\" "
                 "staAhead=\"5\"/>"),
            "l.xml:9:2: StaEquation[1]: is a break of chainage in the wrong order (got 1050; allowed more "
            "than 1060 "
            "in m).");
  EXPECT_EQ(
      says("<StaEquation staInternal=\"1160\" staAhead=\"5\"/>"),
      "l.xml:8:2: StaEquation[0]: is a break of chainage beyond the end of the alignment (got 1160; allowed "
      "at most 1100 in m).");
  // The order of heights is that of the profile's own check.
  TrackSpec spec =
      read_one(file_of(plan_of(line_100) +
                       "\n<Profile><ProfAlign><PVI>1000 5</PVI>\n<PVI>990 5</PVI></ProfAlign></Profile>"))
          .track;
  EXPECT_EQ(findings_of(spec),
            "l.xml:9:2: ProfAlign[1].s: does not increase (got -10; allowed more than 0 in m).");
}

}  // namespace
}  // namespace flangeway::track
