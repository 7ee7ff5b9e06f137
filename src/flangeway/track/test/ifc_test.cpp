#include "flangeway/track/ifc.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include "flangeway/document/read.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/alignment_file.hpp"
#include "flangeway/track/centreline.hpp"
#include "flangeway/track/landxml.hpp"
#include "support.hpp"

namespace flangeway::track::ifc_files {
namespace {

using namespace track::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string metres_and_radians =
    "#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#2=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n";

// Entries beginning with #10; those before are units and project.
std::string file_of(const std::string& entries, const std::string& units = metres_and_radians,
                    const std::string& schema = "IFC4X3_ADD2") {
  return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
         "FILE_SCHEMA(('" +
         schema + "'));\nENDSEC;\nDATA;\n" + units +
         "#3=IFCUNITASSIGNMENT((#1,#2));\n#4=IFCPROJECT('',$,'p',$,$,$,$,$,#3);\n" + entries +
         "ENDSEC;\nEND-ISO-10303-21;\n";
}

// Writes entries with their numbers.
class Entries {
 public:
  std::string add(const std::string& text) {
    text_ += fmt::format("#{}={};\n", next_, text);
    return fmt::format("#{}", next_++);
  }
  // A layout with segments of these parameters.
  std::string layout(const std::string& kind, const std::vector<std::string>& parameters,
                     const std::string& rest = "") {
    std::string segments;
    for (const std::string& one : parameters) {
      const std::string values = add(one);
      segments += (segments.empty() ? "" : ",") + add("IFCALIGNMENTSEGMENT('',$,$,$,$,$,$," + values + ")");
    }
    const std::string entry = add(kind + "('',$,$,$,$,$,$" + rest + ")");
    add("IFCRELNESTS('',$,$,$," + entry + ",(" + segments + "))");
    return entry;
  }
  std::string plan(const std::vector<std::string>& parameters) {
    return layout("IFCALIGNMENTHORIZONTAL", parameters);
  }
  std::string heights(const std::vector<std::string>& parameters) {
    return layout("IFCALIGNMENTVERTICAL", parameters);
  }
  std::string cants(const std::vector<std::string>& parameters, const std::string& distance = "1.5") {
    return layout("IFCALIGNMENTCANT", parameters, "," + distance);
  }
  std::string alignment(const std::vector<std::string>& nested, const std::string& name = "A") {
    const std::string entry = add("IFCALIGNMENT('',$,'" + name + "',$,$,$,$,$)");
    for (const std::string& one : nested) add("IFCRELNESTS('',$,$,$," + entry + ",(" + one + "))");
    return entry;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  int next_ = 10;
  std::string text_;
};

std::string element(double from, double to, double length, const std::string& kind,
                    const std::string& height = "$") {
  return fmt::format("IFCALIGNMENTHORIZONTALSEGMENT($,$,#9,0.,{},{},{},{},.{}.)", from, to, length, height,
                     kind);
}

// The only point of a file whose coordinates do not matter.
const std::string origin = "#9=IFCCARTESIANPOINT((0.,0.));\n";

// One straight from the origin.
const std::string line_1000 = "IFCALIGNMENTHORIZONTALSEGMENT($,$,#9,0.,0.,0.,1000.,$,.LINE.)";

std::string findings_of_file(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(read_ifc(text, "l.ifc", std::nullopt, findings).has_value());
  return findings.text();
}

FileAlignment read_one(const std::string& text) {
  Findings findings;
  const auto file = read_ifc(text, "l.ifc", std::nullopt, findings);
  if (!file) throw std::runtime_error(findings.text());
  if (!file->alignments.front().findings.empty())
    throw std::runtime_error(file->alignments.front().findings[0].text());
  return file->alignments.front();
}

TrackModel model_of(const std::string& text) {
  return compiled(read_one(text).track);
}

std::vector<std::string> notes_of(const FileAlignment& line) {
  std::vector<std::string> texts;
  for (const Finding& note : line.notes) texts.push_back(note.text());
  return texts;
}

// --- any track as a file, by places that the centreline gives ----------------------------------------------

struct Scale {
  double length = 1, angle = 1;  // of the file, in m and rad
};

std::string word_of(const Segment& segment) {
  if (segment.kind == SegmentKind::straight) return "LINE";
  if (segment.kind == SegmentKind::circular) return "CIRCULARARC";
  switch (segment.shape) {
    case TransitionShape::bloss:
      return "BLOSSCURVE";
    case TransitionShape::cosine:
      return "COSINECURVE";
    case TransitionShape::sinusoidal:
      return "SINECURVE";
    case TransitionShape::helmert:
      return "HELMERTCURVE";
    case TransitionShape::viennese:
      return "VIENNESEBEND";
    case TransitionShape::cubic_parabola:
    case TransitionShape::sine_half_wave:  // IFC has none: no test asks for it
      return "CUBIC";
    case TransitionShape::clothoid:
      break;
  }
  return "CLOTHOID";
}

std::string ifc_of(const TrackModel& model, const std::string& units, const Scale& scale) {
  Entries entries;
  const std::vector<Segment>& segments = model.segments();
  std::vector<double> ends{0};
  for (const Segment& segment : segments) ends.push_back(segment.end());
  const std::vector<Place> places = places_at(model.alignment(), ends);
  std::vector<std::string> plan, cants;
  const auto radius = [&](double curvature) { return curvature == 0 ? 0 : 1 / (curvature * scale.length); };
  for (std::size_t i = 0; i <= segments.size(); ++i) {
    const std::string point = entries.add(
        fmt::format("IFCCARTESIANPOINT(({},{}))", places[i].x / scale.length, places[i].y / scale.length));
    const double heading = places[i].heading / scale.angle;
    if (i == segments.size()) {
      plan.push_back(
          fmt::format("IFCALIGNMENTHORIZONTALSEGMENT($,$,{},{},0.,0.,0.,$,.LINE.)", point, heading));
      break;
    }
    const Segment& one = segments[i];
    plan.push_back(fmt::format(
        "IFCALIGNMENTHORIZONTALSEGMENT($,$,{},{},{},{},{},{},.{}.)", point, heading,
        radius(one.curvature_start), radius(one.curvature_end), one.length / scale.length,
        one.gravity_height > 0 ? fmt::format("{}", one.gravity_height / scale.length) : "$", word_of(one)));
    const bool constant = one.kind != SegmentKind::transition;
    const std::string word = word_of(one) == "CLOTHOID" ? "LINEARTRANSITION" : word_of(one);
    cants.push_back(fmt::format("IFCALIGNMENTCANTSEGMENT($,$,{},{},{},{},{},{},.{}.)",
                                one.start / scale.length, one.length / scale.length,
                                -one.cant_start / 2 / scale.length, -one.cant_end / 2 / scale.length,
                                one.cant_start / 2 / scale.length, one.cant_end / 2 / scale.length,
                                constant ? "CONSTANTCANT" : word));
  }
  const std::string first = entries.plan(plan),
                    second = entries.cants(cants, fmt::format("{}", model.rail_distance() / scale.length));
  entries.alignment({first, second}, "all shapes");
  return file_of(entries.text(), units);
}

void expect_same_line(const TrackModel& one, const TrackModel& two, double tolerance) {
  ASSERT_NEAR(two.length(), one.length(), tolerance);
  for (double s = 0.35; s < one.length(); s += 3.7) {
    EXPECT_NEAR(two.curvature(s), one.curvature(s), 1e-12) << s;
    EXPECT_NEAR(two.cant(s), one.cant(s), 1e-12) << s;
    EXPECT_NEAR(two.height(s), one.height(s), tolerance) << s;
    EXPECT_NEAR(two.gradient(s), one.gradient(s), 1e-12) << s;
    EXPECT_NEAR((frame_at(two, s).position - frame_at(one, s).position).norm(), 0, tolerance) << s;
    EXPECT_EQ(one.chainage(s).has_value(), two.chainage(s).has_value());
    EXPECT_NEAR(two.chainage(s).value_or(0), one.chainage(s).value_or(0), tolerance) << s;
  }
}

TEST(Ifc, DrawsTheSameLineAsLandXml) {
  const auto load = [](const char* file) {
    TrackSpec spec;
    spec.alignment.emplace();
    spec.alignment->file.value = std::string(FLANGEWAY_SOURCE_DIR "/models/tracks/") + file;
    return compiled(spec);
  };
  const TrackModel xml = load("branch_line.xml"), ifc = load("branch_line.ifc");
  expect_same_line(xml, ifc, 1e-9);
  EXPECT_EQ(ifc.name(), "Track 1");
  EXPECT_TRUE(ifc.notes().empty());
  EXPECT_NEAR(ifc.survey().northing, xml.survey().northing, 1e-9);
  EXPECT_NEAR(ifc.survey().easting, xml.survey().easting, 1e-9);
  EXPECT_NEAR(ifc.survey().heading, xml.survey().heading, 1e-9);
  ASSERT_EQ(ifc.survey().joints.size(), 11U);
  // Its coordinates were integrated by Simpson's rule.
  for (const SurveyJoint& joint : ifc.survey().joints) {
    EXPECT_LT(joint.gap, 1e-6);
    EXPECT_LT(std::abs(joint.kink), 1e-9);
  }
}

// Lengths, radii, cants, gradients and stations come back with all digits; positions are as exact as the
// coordinates.
TEST(Ifc, WrittenAsLandXmlItIsTheSameLine) {
  TrackSpec spec;
  spec.alignment.emplace();
  spec.alignment->file.value = std::string(FLANGEWAY_SOURCE_DIR "/models/tracks/branch_line.ifc");
  const TrackModel ifc = compiled(spec);
  Findings findings;
  const auto written = read_landxml(landxml_text(ifc), "l.xml", std::nullopt, findings);
  ASSERT_TRUE(written) << findings.text();
  const FileAlignment& line = written->alignments.front();
  EXPECT_EQ(line.name, "Track 1");
  EXPECT_TRUE(line.notes.empty());
  expect_same_line(ifc, compiled(line.track), 1e-9);
}

TEST(Ifc, ReadsEveryShapeInAnyUnits) {
  TrackSpec spec;
  spec.segments = {straight(70)};
  double sign = 1;
  for (const TransitionShape shape :
       {TransitionShape::clothoid, TransitionShape::bloss, TransitionShape::sinusoidal,
        TransitionShape::cosine, TransitionShape::helmert, TransitionShape::viennese}) {
    SegmentSpec in = transition(70, shape), out = transition(90, shape);
    if (shape == TransitionShape::viennese) in.gravity_height = out.gravity_height = 1.9;
    spec.segments.insert(spec.segments.end(), {in, circular(60, sign / 450, sign * 0.1), out, straight(30)});
    sign = -sign;
  }
  // A reverse curve without a straight, which LandXML lacks.
  spec.segments.insert(spec.segments.end(),
                       {transition(110, TransitionShape::bloss), circular(40, 1 / 600.0, 0.08),
                        transition(60, TransitionShape::cosine), circular(40, -1 / 500.0, -0.05)});
  spec.rails.rail_distance = 1.7;
  const TrackModel model = compiled(spec);
  const std::string millimetres_and_degrees =
      "#1=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n"
      "#2=IFCCONVERSIONBASEDUNIT(#5,.PLANEANGLEUNIT.,'DEGREE',#6);\n#5=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0)"
      ";\n"
      "#6=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.017453292519943295),#7);\n"
      "#7=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n";
  for (const auto& [units, scale] :
       {std::pair{metres_and_radians, Scale{}}, std::pair{millimetres_and_degrees, Scale{1e-3, pi / 180}}}) {
    FileAlignment line = read_one(ifc_of(model, units, scale));
    EXPECT_TRUE(line.notes.empty()) << notes_of(line).front();
    EXPECT_NEAR(line.gauge, 1.7, 1e-12);
    line.track.rails.rail_distance = 1.7;
    const TrackModel again = compiled(line.track);
    expect_same_line(model, again, 1e-9);
    for (const SurveyJoint& joint : again.survey().joints) {
      EXPECT_LT(joint.gap, 1e-9);
      EXPECT_LT(std::abs(joint.kink), 1e-12);
    }
  }
}

// [IFC4x3] has the cubic as y = x³/(6RL) with the arc length L.
TEST(Ifc, ReadsTheCubicOfIfc) {
  for (const bool into : {true, false}) {
    Entries entries;
    const std::string plan = entries.plan({element(into ? 0 : 300, into ? 300 : 0, 100, "CUBIC")});
    entries.alignment({plan});
    const TrackModel model = model_of(file_of(origin + entries.text()));
    // Both ways from the straight: one starts there, the other one ends there.
    const Frame foot = frame_at(model, into ? 0 : 100);
    const Vec3 along = into ? Vec3(foot.rotation.col(0)) : Vec3(-foot.rotation.col(0));
    const double side = into ? 1 : -1;
    for (const double s : {20.0, 50.0, 80.0, 100.0}) {
      const Vec3 place = frame_at(model, into ? s : 100 - s).position - foot.position;
      const double x = place.dot(along);
      const double y = side * place.dot(Vec3(-along.y(), along.x(), 0));
      EXPECT_NEAR(y, x * x * x / (6 * 300 * 100), 2e-7) << s;
      // The series of the arc length, whose next term is (x²/(2RL))⁶/208.
      const double t = x * x / (2 * 300 * 100);
      EXPECT_NEAR(x * (1 + t * t / 10 - t * t * t * t / 72), s, 2e-5) << s;
    }
  }
}

// The polynomial of degree seven of [IFC4x3]; its coefficients there are given for this bend.
TEST(Ifc, VienneseBendHasThePolynomialOfIfc) {
  Entries entries;
  const std::string plan = entries.plan({element(0, 300, 100, "VIENNESEBEND", "1.8")});
  const std::string cant =
      entries.cants({"IFCALIGNMENTCANTSEGMENT($,$,0.,100.,0.,0.,0.,0.1,.VIENNESEBEND.)"});
  entries.alignment({plan, cant});
  const FileAlignment line = read_one(file_of(origin + entries.text()));
  const TrackModel model = compiled(line.track);
  const double f = 100 / 300.0, c = -420 * (1.8 / 100) * (0.1 / 1.5);
  EXPECT_NEAR(c, -0.504, 1e-12);
  const std::array a{c, -4 * c, 5 * c + 35 * f, -2 * c - 84 * f, 70 * f, -20 * f};
  for (double s = 0; s <= 100; s += 5) {
    const double x = s / 100;
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * std::pow(x, static_cast<double>(i + 2));
    EXPECT_NEAR(model.curvature(s), sum / 100, 1e-12) << s;
  }
  EXPECT_THAT(
      notes_of(line),
      ElementsAre("l.ifc:17:1: #14: raises the centre of the track, which is not applied: cant turns the "
                  "track about its centre (got 50 mm; allowed 0 mm). Heights then hold for the centre of the "
                  "track."));
}

TEST(Ifc, TakesUnitsByConversion) {
  Entries entries;
  entries.alignment({entries.plan({line_1000})});
  const std::string feet =
      "#1=IFCCONVERSIONBASEDUNIT(#5,.LENGTHUNIT.,'FOOT',#6);\n#5=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n"
      "#6=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(304.8),#7);\n#7=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n"
      "#2=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n";
  EXPECT_NEAR(model_of(file_of(origin + entries.text(), feet)).length(), 304.8, 1e-10);
}

std::string slope(double s, double length, double height, double before, double after,
                  const std::string& kind, const std::string& radius = "$") {
  return fmt::format("IFCALIGNMENTVERTICALSEGMENT($,$,{},{},{},{},{},{},.{}.)", s, length, height, before,
                     after, radius, kind);
}

TrackModel profile_of(const std::vector<std::string>& slopes) {
  Entries entries;
  const std::string plan = entries.plan({line_1000});
  const std::string heights = entries.heights(slopes);
  entries.alignment({plan + "," + heights});
  return model_of(file_of(origin + entries.text()));
}

TEST(Ifc, ReadsTheProfile) {
  // A hollow circle of 5000 m between slopes of ±1 %, then a parabola to the level, then another one at once.
  const double half = 5000 * std::sin(std::atan(0.01));
  const double level = 10 - 0.01 * (300 - half), after = level + 0.01 * (500 - 300 - half);
  const TrackModel model =
      profile_of({slope(0, 300 - half, 10, -0.01, -0.01, "CONSTANTGRADIENT"),
                  slope(300 - half, 2 * half, level, -0.01, 0.01, "CIRCULARARC", "5000."),
                  slope(300 + half, 200 - half, level, 0.01, 0.01, "CONSTANTGRADIENT"),
                  slope(500, 100, after, 0.01, 0, "PARABOLICARC", "-10000."),
                  slope(600, 80, after + 0.5, 0, 0.02, "PARABOLICARC"),
                  slope(680, 320, after + 1.3, 0.02, 0.02, "CONSTANTGRADIENT"),
                  slope(1000, 0, after + 7.7, 0.02, 0.02, "CONSTANTGRADIENT")});
  EXPECT_TRUE(model.notes().empty());
  const Alignment& line = model.alignment();
  const auto height = [&](double plan) { return model.height(line.arc(plan)); };
  EXPECT_NEAR(height(300), level - 5000 * (1 - std::cos(std::atan(0.01))), 1e-10);
  EXPECT_NEAR(height(300 + half), level, 1e-10);
  EXPECT_NEAR(height(550), after + 0.01 * 50 - 50 * 50 / 2e4, 1e-10);
  EXPECT_NEAR(height(640), after + 0.5 + 0.02 / 80 * 40 * 40 / 2, 1e-10);
  EXPECT_NEAR(height(1000), after + 7.7, 1e-10);
  EXPECT_NEAR(line.slope(line.arc(300) + 1) - line.slope(line.arc(300) - 1), -2 / 5000.0, 1e-12);
}

TEST(Ifc, KeepsKinksOfTheProfile) {
  const TrackModel model = profile_of({slope(0, 400, 10, 0.01, 0.01, "CONSTANTGRADIENT"),
                                       slope(400, 600, 14.002, -0.005, -0.005, "CONSTANTGRADIENT")});
  EXPECT_NEAR(model.gradient(300), 0.010005, 1e-12);
  EXPECT_NEAR(model.gradient(700), -0.005, 1e-12);
  std::vector<std::string> texts;
  for (const Finding& note : model.notes()) texts.push_back(note.text());
  EXPECT_THAT(texts, ElementsAre(HasSubstr("gradient jumps by -15.0")));
}

TEST(Ifc, ReadsCantFromLeftAndRight) {
  Entries entries;
  const std::string plan = entries.plan({line_1000});
  // Ends that are not given are those of the start.
  const std::string cant =
      entries.cants({"IFCALIGNMENTCANTSEGMENT($,$,0.,200.,-0.01,$,0.01,$,.CONSTANTCANT.)",
                     "IFCALIGNMENTCANTSEGMENT($,$,200.,100.,-0.01,0.03,0.01,-0.03,.BLOSSCURVE.)",
                     "IFCALIGNMENTCANTSEGMENT($,$,300.,700.,0.03,0.03,-0.03,-0.03,.CONSTANTCANT.)",
                     "IFCALIGNMENTCANTSEGMENT($,$,1000.,0.,0.03,$,-0.03,$,.CONSTANTCANT.)"});
  entries.alignment({plan, cant});
  const FileAlignment line = read_one(file_of(origin + entries.text()));
  EXPECT_TRUE(line.notes.empty());
  const TrackModel model = compiled(line.track);
  EXPECT_NEAR(model.cant(100), 0.02, 1e-15);
  EXPECT_NEAR(model.cant(225), 0.02 - 0.08 * (3 / 16.0 - 2 / 64.0), 1e-15);
  EXPECT_NEAR(model.cant(800), -0.06, 1e-15);
}

// The properties of a referent, which is given its number.
std::string station(Entries& entries, const std::string& distance,
                    const std::vector<std::string>& properties) {
  std::string placement = "$";
  if (!distance.empty()) {
    const std::string point =
        entries.add("IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(" + distance + "),$,$,$,#9)");
    const std::string axis = entries.add("IFCAXIS2PLACEMENTLINEAR(" + point + ",$,$)");
    placement = entries.add("IFCLINEARPLACEMENT($," + axis + ",$)");
  }
  const std::string referent = entries.add("IFCREFERENT('',$,$,$,$," + placement + ",$,.STATION.)");
  std::string values;
  for (const std::string& one : properties)
    values += (values.empty() ? "" : ",") + entries.add("IFCPROPERTYSINGLEVALUE(" + one + ",$)");
  const std::string set = entries.add("IFCPROPERTYSET('',$,'Pset_Stationing',$,(" + values + "))");
  entries.add("IFCRELDEFINESBYPROPERTIES('',$,$,$,(" + referent + ")," + set + ")");
  return referent;
}

TEST(Ifc, ReadsStations) {
  Entries entries;
  const std::string plan = entries.plan({line_1000});
  const std::string referents =
      station(entries, "0.",
              {"'Station',$,IFCLENGTHMEASURE(1000.)", "'HasIncreasingStation',$,IFCBOOLEAN(.T.)"}) +
      "," + station(entries, "200.", {"'Station',$,IFCLENGTHMEASURE(1200.)"}) + "," +  // a marker, no break
      station(entries, "400.",
              {"'Station',$,IFCLENGTHMEASURE(1500.)", "'IncomingStation',$,IFCLENGTHMEASURE(1400.)"}) +
      "," +
      station(entries, "",
              {"'Station',$,IFCLENGTHMEASURE(90.)", "'IncomingStation',$,IFCLENGTHMEASURE(1800.)",
               "'HasIncreasingStation',$,IFCBOOLEAN(.F.)"}) +
      "," + station(entries, "750.", {"'Station',$,IFCLENGTHMEASURE(40.)"});
  entries.alignment({plan, referents});
  const FileAlignment line = read_one(file_of(origin + entries.text()));
  EXPECT_TRUE(line.notes.empty());
  EXPECT_EQ(line.track.chainage.size(), 3U);
  const TrackModel model = compiled(line.track);
  EXPECT_EQ(model.chainage(0), 1000);
  EXPECT_EQ(model.chainage(399), 1399);
  EXPECT_EQ(model.chainage(401), 1501);
  EXPECT_EQ(model.chainage(710), 80);
}

TEST(Ifc, SharesAPlanBetweenAlignments) {
  Entries entries;
  const std::string plan = entries.plan({line_1000});
  const std::string parent =
      entries.alignment({plan, station(entries, "", {"'Station',$,IFCLENGTHMEASURE(7.)"})}, "both");
  const std::string left =
      entries.alignment({entries.heights({slope(0, 1000, 5, 0, 0, "CONSTANTGRADIENT")})}, "left");
  const std::string right =
      entries.alignment({entries.heights({slope(0, 1000, 6, 0, 0, "CONSTANTGRADIENT")})}, "right");
  entries.add("IFCRELAGGREGATES('',$,$,$," + parent + ",(" + left + "," + right + "))");
  Findings findings;
  const auto file = read_ifc(file_of(origin + entries.text()), "l.ifc", std::nullopt, findings);
  ASSERT_EQ(findings.text(), "");
  EXPECT_THAT(file->names, ElementsAre("left", "right"));
  EXPECT_EQ(compiled(file->alignments[0].track).height(50), 5);
  EXPECT_EQ(compiled(file->alignments[1].track).height(50), 6);
  EXPECT_EQ(compiled(file->alignments[1].track).chainage(50), 57);
  EXPECT_THAT(summary_text(*file), HasSubstr("  1000.000         1        2"));
}

TEST(Ifc, ReadsTheWritingOfNames) {
  const auto name = [](const std::string& written) {
    Entries entries;
    entries.alignment({entries.plan({line_1000})}, written);
    return read_one(file_of(origin + entries.text())).name;
  };
  EXPECT_EQ(name("Jean''s line (1); #2"), "Jean's line (1); #2");
  EXPECT_EQ(name("Gr\\X2\\00FC\\X0\\nau"), "Gr\xC3\xBCnau");
  EXPECT_EQ(name("Gr\\X\\FCnau"), "Gr\xC3\xBCnau");
  EXPECT_EQ(name("Gr\\S\\|nau"), "Gr\xC3\xBCnau");
  EXPECT_EQ(name("\\X2\\D83DDE82\\X0\\"), "\xF0\x9F\x9A\x82");
  EXPECT_EQ(name("\\X4\\0001F682\\X0\\"), "\xF0\x9F\x9A\x82");
  EXPECT_EQ(name("a\\\\b"), "a\\b");
  EXPECT_EQ(name(""), "#14");
}

TEST(Ifc, ReadsWhatStepAllows) {
  Entries entries;
  entries.alignment({entries.plan({line_1000})});
  std::string text =
      file_of(origin + entries.text() + "#99=(IFCA(1)IFCB('('));\n#98=IFCX(\"0A\",1.5E+2,-.5,.U.);\n");
  text.insert(text.find("#4="), "/* a comment; with #1=( */\n");
  EXPECT_EQ(model_of(text).length(), 1000);
  EXPECT_EQ(model_of("\xEF\xBB\xBF" + text).length(), 1000);
}

// --- what is wrong with a file
// -------------------------------------------------------------------------------

TEST(IfcFindings, OfTheFile) {
  EXPECT_EQ(findings_of_file("name = \"track\""),
            "l.ifc:1:1: does not begin as a STEP file (allowed ISO-10303-21;). Export the line as IFC 4.3 in "
            "the STEP "
            "format (.ifc).");
  EXPECT_EQ(findings_of_file("ISO-10303-21;\nDATA;"),
            "l.ifc:2:1: is not what STEP has here (got \"DATA;\"; allowed HEADER). Export the file again.");
  for (const char* const version : {"IFC2X3", "IFC4"})
    EXPECT_EQ(
        findings_of_file(file_of("", metres_and_radians, version)),
        std::string("l.ifc:5:1: FILE_SCHEMA: is another version of IFC (got ") + version +
            "; allowed IFC4X1, IFC4X2, IFC4X3 and its drafts and additions). Export the line as IFC 4.3.");
  EXPECT_THAT(
      findings_of_file(file_of("", metres_and_radians, "AUTOMOTIVE_DESIGN")),
      HasSubstr("l.ifc:5:1: FILE_SCHEMA: is STEP, but no IFC (got AUTOMOTIVE_DESIGN; allowed IFC4X1"));
  EXPECT_EQ(findings_of_file(file_of("")),
            "l.ifc:1:1: IfcAlignment: is missing. Export the alignments of the line with the file.");
}

TEST(IfcFindings, OfUnits) {
  const auto says = [](const std::string& units) { return findings_of_file(file_of("", units)); };
  const std::string radians = "#2=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n";
  EXPECT_EQ(says("#1=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);\n#2=IFCMONETARYUNIT('EUR');\n"),
            "l.ifc:10:22: #3.Units: has no LENGTHUNIT (allowed an IfcSIUnit or an IfcConversionBasedUnit). "
            "Export the "
            "file with its units: lengths cannot be guessed.\n"
            "l.ifc:10:22: #3.Units: has no PLANEANGLEUNIT (allowed an IfcSIUnit or an "
            "IfcConversionBasedUnit). Export "
            "the file with its units: angles cannot be guessed.");
  EXPECT_EQ(says("#1=IFCSIUNIT(*,.LENGTHUNIT.,.MEGA.,.METRE.);\n" + radians),
            "l.ifc:8:29: #1.Prefix: is not the prefix of a unit of lines (got MEGA; allowed $, KILO, DECI, "
            "CENTI or "
            "MILLI). Check the units of the file.");
  EXPECT_EQ(says("#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.RADIAN.);\n" + radians),
            "l.ifc:8:31: #1.Name: is the name of another unit (got RADIAN; allowed METRE).");
  EXPECT_EQ(says("#1=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'X',#6);\n#6=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE("
                 "0.),#2);\n" +
                 radians),
            "l.ifc:9:23: #6.ValueComponent: is not positive (got 0; allowed a number > 0).");
  std::string text = file_of("");
  text.replace(text.find("$,#3)"), 5, "$,$)");
  EXPECT_EQ(findings_of_file(text),
            "l.ifc:11:34: #4.UnitsInContext: is missing (allowed units of lengths and angles). Export the "
            "file with its "
            "units: lengths cannot be guessed.");
  text.erase(text.find("#4="), text.find('\n', text.find("#4=")) - text.find("#4=") + 1);
  EXPECT_EQ(findings_of_file(text),
            "l.ifc:1:1: IfcProject: is missing (allowed units of lengths and angles). Export the file with "
            "its units: "
            "lengths cannot be guessed.");
}

TEST(IfcFindings, OfBrokenSteps) {
  const auto says = [](const std::string& entries) { return findings_of_file(file_of(entries)); };
  EXPECT_EQ(says("#10=IFCX(1;\n"),
            "l.ifc:12:11: is not what STEP has here (got \";\"; allowed )). Export the file again.");
  EXPECT_EQ(says("#10=IFCX('a);\n"),
            "l.ifc:12:10: begins a text that does not end (got '). Export the file again.");
  EXPECT_EQ(says("#10=IFCX(1); /*\n"),
            "l.ifc:12:14: begins a comment that does not end (got /*). Export the file again.");
  EXPECT_EQ(
      says("IFCX(1);\n"),
      "l.ifc:12:1: is not what STEP has here (got \"IFCX(1);\"; allowed ENDSEC). Export the file again.");
  EXPECT_EQ(says("#4=IFCX(1);\n#4=IFCX(2);\n"),
            "l.ifc:12:1: #4: is the number of more than one entry. Export the file again.\n"
            "l.ifc:13:1: #4: is the number of more than one entry. Export the file again.");
  const std::string whole = file_of("");
  EXPECT_EQ(findings_of_file(whole.substr(0, whole.find("ENDSEC;\nEND"))),
            "l.ifc:12:1: ends too early (allowed ENDSEC). Export the file again.");
  const auto name = [](const std::string& value) {
    return findings_of_file(file_of("#10=IFCALIGNMENT('',$," + value + ",$,$,$,$,$);\n"));
  };
  EXPECT_EQ(name("((((((((((((((((((1))))))))))))))))))"),
            "l.ifc:12:38: has brackets within brackets too deep to be read (allowed at most 16 levels).");
  EXPECT_EQ(name("1e999"), "l.ifc:12:23: is a number that is not finite. Export the file again.");
  EXPECT_EQ(name("?"),
            "l.ifc:12:23: is not what STEP has here (got \"?,$,$,$,$,$);\"; allowed a value). Export the "
            "file again.");
  EXPECT_EQ(says("#10=IFCALIGNMENT('',$);\n"),
            "l.ifc:12:1: #10: is an entry IFCALIGNMENT with too few values (got 2; allowed at least 7). "
            "Export the file "
            "as IFC 4.3.");
}

std::string plan_says(const std::string& parameters) {
  Entries entries;
  entries.alignment({entries.plan({parameters})});
  return findings_of_file(file_of(origin + entries.text()));
}

TEST(IfcFindings, OfThePlan) {
  const auto says = [](const std::string& values) {
    return plan_says("IFCALIGNMENTHORIZONTALSEGMENT($,$,#9,0.," + values + ")");
  };
  EXPECT_EQ(says("0.,0.,100.,$,.POLYLINE."),
            "l.ifc:13:58: #10.PredefinedType: is an element that is not read (got POLYLINE; allowed LINE, "
            "CIRCULARARC, "
            "CLOTHOID, BLOSSCURVE, COSINECURVE, SINECURVE, HELMERTCURVE, VIENNESEBEND or CUBIC).");
  EXPECT_EQ(says("0.,0.,-5.,$,.LINE."),
            "l.ifc:13:51: #10.SegmentLength: is not a positive length (got -5; allowed a number > 0).");
  EXPECT_THAT(says("0.,0.,0.,$,.LINE."), HasSubstr("#12: has no segments."));
  EXPECT_EQ(says("0.,0.,2.E5,$,.LINE."),
            "l.ifc:13:51: #10.SegmentLength: is longer than any element of a line (got 2e+05 m; allowed at "
            "most 100000 "
            "m). Check the units of the file.");
  EXPECT_EQ(says("300.,0.,5.,$,.LINE."),
            "l.ifc:13:45: #10.StartRadiusOfCurvature: is given for a straight (got 300 m; allowed 0).");
  EXPECT_EQ(says("0.,300.,5.,$,.CIRCULARARC."),
            "l.ifc:13:45: #10.StartRadiusOfCurvature: is missing for an arc (got 0; allowed a radius other "
            "than 0).");
  EXPECT_EQ(says("250.,-250.,5.,$,.CIRCULARARC."),
            "l.ifc:13:50: #10.EndRadiusOfCurvature: is not that of the start, as an arc has it (got -250 m; "
            "allowed 250 "
            "m). Export a transition as such.");
  EXPECT_EQ(says("0.,2.,5.,$,.CLOTHOID."),
            "l.ifc:13:48: #10.EndRadiusOfCurvature: is smaller than on any railway (got 2 m; allowed at "
            "least 10 m, or "
            "0: a straight). Check the units of the file.");
  EXPECT_EQ(says("0.,200.,250.,$,.CUBIC."),
            "l.ifc:13:53: #10.SegmentLength: makes the cubic turn through more than 24.1 degrees, where its "
            "radius is "
            "smallest (got 250 m). Use a shorter transition or a clothoid.");
  EXPECT_EQ(says("0.,300.,80.,-1.,.VIENNESEBEND."),
            "l.ifc:13:57: #10.GravityCenterLineHeight: is negative (got -1; allowed a number > 0).");
  EXPECT_EQ(says("0.,'a',$,$,.LINE."),
            "l.ifc:13:48: #10.EndRadiusOfCurvature: is not a number (allowed a number such as 120.5).\n"
            "l.ifc:13:52: #10.SegmentLength: is missing (allowed a number).");
  EXPECT_EQ(plan_says("IFCALIGNMENTHORIZONTALSEGMENT($,$,#1,0.,0.,0.,5.,$,.LINE.)"),
            "l.ifc:13:39: #10.StartPoint: refers to an entry of another type (got IFCSIUNIT; allowed "
            "IFCCARTESIANPOINT).");
  EXPECT_EQ(plan_says("IFCALIGNMENTHORIZONTALSEGMENT($,$,#77,0.,0.,0.,5.,$,.LINE.)"),
            "l.ifc:13:39: refers to an entry that is not in the file (got #77). Export the file again.");
  EXPECT_EQ(plan_says("IFCALIGNMENTHORIZONTALSEGMENT($,$,$,0.,0.,0.,5.,$,.LINE.)"),
            "l.ifc:13:39: #10.StartPoint: is missing (allowed a number such as #12).");
}

TEST(IfcFindings, OfLayoutsThatAreMissing) {
  Entries none;
  none.alignment({});
  EXPECT_EQ(findings_of_file(file_of(none.text())),
            "l.ifc:12:1: #10: has no horizontal layout (IfcAlignmentHorizontal). Export the alignment with "
            "its layouts: "
            "curves of a representation are not read.");
  Entries empty;
  empty.alignment({empty.plan({})});
  EXPECT_EQ(findings_of_file(file_of(empty.text())),
            "l.ifc:12:1: #10: has no segments. Export the alignment with its segments (IfcAlignmentSegment), "
            "which nest "
            "in it.");
  Entries long_one;
  std::vector<std::string> lines;
  for (int i = 0; i < 11; ++i)
    lines.push_back("IFCALIGNMENTHORIZONTALSEGMENT($,$,#9,0.,0.,0.,1.E5,$,.LINE.)");
  long_one.alignment({long_one.plan(lines)});
  EXPECT_EQ(findings_of_file(file_of(origin + long_one.text())),
            "l.ifc:35:1: #32: is longer than any line (got 1100000 m; allowed at most 1000000 m). Check the "
            "units of the "
            "file.");
}

// One of several that is wrong does not hide the others.
TEST(IfcFindings, StayWithTheirAlignment) {
  Entries entries;
  entries.alignment({entries.plan({line_1000})}, "good");
  entries.alignment({}, "bad");
  Findings findings;
  const auto file = read_ifc(file_of(origin + entries.text()), "l.ifc", std::nullopt, findings);
  ASSERT_TRUE(file && findings.empty());
  EXPECT_TRUE(file->alignments[0].findings.empty());
  EXPECT_EQ(file->alignments[1].findings.size(), 1U);
  EXPECT_THAT(summary_text(*file), HasSubstr("-  bad\n\nl.ifc:19:1: #16: has no horizontal layout"));
}

TEST(IfcFindings, OfElementsThatDoNotJoin) {
  const auto line = [](const std::string& second_start, const std::string& heading) {
    Entries entries;
    const std::string plan =
        entries.plan({"IFCALIGNMENTHORIZONTALSEGMENT($,$,#9,0.,0.,0.,100.,$,.LINE.)",
                      "IFCALIGNMENTHORIZONTALSEGMENT($,$,#8," + heading + ",0.,0.,100.,$,.LINE.)"});
    entries.alignment({plan});
    return file_of(origin + "#8=IFCCARTESIANPOINT((" + second_start + "));\n" + entries.text());
  };
  EXPECT_EQ(findings_of_file(line("100.5,0.", "0.")),
            "l.ifc:16:1: #12: does not join the element before: there is a gap at station 100 m (got 0.5 m; "
            "allowed at "
            "most 0.1 m). Export the elements in the order of the line.");
  EXPECT_EQ(findings_of_file(line("100.,0.", "0.02")),
            "l.ifc:16:1: #12: does not join the element before: there is a kink at station 100 m (got 20 "
            "mrad; allowed "
            "at most 10 mrad). Check the direction of the element.");
  EXPECT_THAT(
      notes_of(read_one(line("100.,0.02", "0.001"))),
      ElementsAre("l.ifc:16:1: #12: leaves a gap to the element before at station 100 m (got 0.02 m).",
                  "l.ifc:16:1: #12: makes a kink with the element before at station 100 m (got 1 mrad)."));
  // A whole turn more is the same direction.
  EXPECT_TRUE(notes_of(read_one(line("100.,0.", "6.283185307179586"))).empty());
}

TEST(IfcFindings, OfTheProfile) {
  const auto text = [](const std::vector<std::string>& slopes) {
    Entries entries;
    const std::string heights = entries.heights(slopes);
    entries.alignment({entries.plan({line_1000}), heights});
    return file_of(origin + entries.text());
  };
  const auto says = [&](const std::vector<std::string>& slopes) { return findings_of_file(text(slopes)); };
  EXPECT_EQ(says({slope(0, 1000, 5, 0, 0, "HELMERT")}),
            "l.ifc:13:52: #10.PredefinedType: is a vertical curve that is not read (got HELMERT; allowed "
            "CONSTANTGRADIENT, PARABOLICARC, CIRCULARARC or CLOTHOID).");
  EXPECT_THAT(
      notes_of(read_one(text({slope(0, 1000, 5, 0.01, 0.01, "CIRCULARARC", "5000.")}))),
      ElementsAre("l.ifc:13:51: #10.EndGradient: is that of the start, as no curve has it (got 0.01). "
                  "It is read as a straight gradient."));
  EXPECT_EQ(says({slope(0, 4, 5, -0.05, 0.05, "PARABOLICARC")}),
            "l.ifc:13:39: #10.HorizontalLength: makes a vertical curve with a smaller radius than on any "
            "railway (got 40 "
            "m; allowed at least 100 m). Check the units of the file.");
  EXPECT_EQ(says({slope(0, 400, 5, 0, 0, "CONSTANTGRADIENT"), slope(410, 590, 5, 0, 0, "CONSTANTGRADIENT")}),
            "l.ifc:15:37: #12.StartDistAlong: is not where the segment before ends (got 410 m; allowed 400 "
            "m). Export "
            "the segments in their order.");
  EXPECT_EQ(says({slope(0, 400, 5, 0.01, 0.01, "CONSTANTGRADIENT"),
                  slope(400, 600, 8, 0.01, 0.01, "CONSTANTGRADIENT")}),
            "l.ifc:15:45: #12.StartHeight: is not the height at which the segment before ends (got 8 m; "
            "allowed 9 m). "
            "Check heights and gradients.");
  EXPECT_THAT(
      notes_of(read_one(text({slope(0, 400, 5, 0, 0, "CONSTANTGRADIENT"),
                              slope(400, 600, 5.01, 0, 0.06, "CIRCULARARC", "5000.")}))),
      ElementsAre(
          "l.ifc:15:45: #12.StartHeight: is not the height at which the segment before ends (got 5.01 m; "
          "allowed 5 m).",
          HasSubstr("#12.RadiusOfCurvature: does not fit the length and the gradients (got 5000 m; "
                    "allowed 10018 m). Length and gradients count.")));
}

TEST(IfcFindings, OfCant) {
  const auto says = [](const std::vector<std::string>& cants) {
    Entries entries;
    const std::string layout = entries.cants(cants);
    entries.alignment({entries.plan({line_1000}), layout});
    return findings_of_file(file_of(origin + entries.text()));
  };
  EXPECT_EQ(
      says({"IFCALIGNMENTCANTSEGMENT($,$,0.,9.,0.,0.,0.,0.05,.CONSTANTCANT.)"}),
      "l.ifc:13:48: #10.EndCantRight: makes a constant cant change (got 50 mm; allowed 0 mm). Export it as a "
      "transition.");
  EXPECT_EQ(says({"IFCALIGNMENTCANTSEGMENT($,$,0.,9.,0.,0.,0.,0.05,.RAMP.)"}),
            "l.ifc:13:53: #10.PredefinedType: is a cant that is not read (got RAMP; allowed CONSTANTCANT, "
            "LINEARTRANSITION, BLOSSCURVE, COSINECURVE, SINECURVE, HELMERTCURVE or VIENNESEBEND).");
  Entries wide;
  const std::string layout =
      wide.cants({"IFCALIGNMENTCANTSEGMENT($,$,0.,9.,0.,$,0.,$,.CONSTANTCANT.)"}, "500000.");
  wide.alignment({wide.plan({line_1000}), layout});
  EXPECT_EQ(findings_of_file(file_of(origin + wide.text())),
            "l.ifc:15:37: #12.RailHeadDistance: is not a distance that rails have (got 5e+05 m; allowed 0.3 "
            "to 3 m). "
            "Check the units of the file.");
  const std::string first = "IFCALIGNMENTCANTSEGMENT($,$,0.,9.,0.,$,0.,$,.CONSTANTCANT.)";
  EXPECT_EQ(says({first, "IFCALIGNMENTCANTSEGMENT($,$,9.,9.,0.,$,0.05,$,.CONSTANTCANT.)"}),
            "l.ifc:15:44: #12.StartCantRight: makes a step of cant (got 50 mm; allowed the cant with which "
            "the segment "
            "before ends). Put a transition between them.");
  EXPECT_EQ(says({first, "IFCALIGNMENTCANTSEGMENT($,$,10.,9.,0.,$,0.,$,.CONSTANTCANT.)"}),
            "l.ifc:15:33: #12.StartDistAlong: is not where the segment before ends (got 10 m; allowed 9 m). "
            "Export the "
            "segments in their order.");
}

TEST(IfcFindings, OfStations) {
  const auto file = [](const std::function<std::string(Entries&)>& second) {
    Entries entries;
    const std::string plan = entries.plan({line_1000});
    const std::string first = station(entries, "0.", {"'Station',$,IFCLENGTHMEASURE(1000.)"});
    const std::string other = second(entries);
    entries.alignment({plan, first + "," + other});
    return file_of(origin + entries.text());
  };
  const auto says = [&](const std::string& distance) {
    return findings_of_file(file(
        [&](Entries& entries) { return station(entries, distance, {"'Station',$,IFCLENGTHMEASURE(5.)"}); }));
  };
  EXPECT_EQ(says("1200."),
            "l.ifc:27:1: #24: is a break of chainage beyond the end of the alignment (got 1200; allowed at "
            "most 1000 in "
            "m).");
  EXPECT_EQ(says("-3."),
            "l.ifc:27:1: #24: is a break of chainage in the wrong order (got -3; allowed more than 0 in m).");
  EXPECT_EQ(findings_of_file(file([](Entries& entries) {
              return station(
                  entries, "5.",
                  {"'Station',$,IFCLENGTHMEASURE(5.)", "'HasIncreasingStation',$,IFCLABEL('yes')"});
            })),
            "l.ifc:29:53: #26.NominalValue: is neither true nor false (got yes; allowed .T. or .F.).");
  EXPECT_THAT(
      notes_of(read_one(file([](Entries& entries) {
        return station(entries, "500.",
                       {"'Station',$,IFCLENGTHMEASURE(5.)", "'IncomingStation',$,IFCLENGTHMEASURE(1490.)"});
      }))),
      ElementsAre(
          "l.ifc:27:1: #24.IncomingStation: is not the chainage that is reached (got 1490 m; allowed 1500 "
          "m). The distance along the alignment counts."));
}

TEST(IfcFindings, NotesWhatIsNotApplied) {
  Entries entries;
  const std::string plan = entries.plan({line_1000}), other = entries.plan({line_1000});
  const std::string point = entries.add("IFCCARTESIANPOINT((0.,5.,0.))");
  const std::string axes = entries.add("IFCAXIS2PLACEMENT3D(" + point + ",$,$)");
  const std::string placement = entries.add("IFCLOCALPLACEMENT($," + axes + ")");
  const std::string alignment = entries.add("IFCALIGNMENT('',$,'A',$,$," + placement + ",$,$)");
  entries.add("IFCRELNESTS('',$,$,$," + alignment + ",(" + plan + "," + other + "))");
  EXPECT_THAT(
      notes_of(read_one(file_of(origin + entries.text()))),
      ElementsAre(
          "l.ifc:19:1: #16: is not the only IFCALIGNMENTHORIZONTAL of its alignment (got 2; allowed 1). "
          "The first one counts.",
          "l.ifc:24:31: #21.ObjectPlacement: moves the alignment, which is not applied. Coordinates and "
          "heights are those of its segments."));
}

}  // namespace
}  // namespace flangeway::track::ifc_files
