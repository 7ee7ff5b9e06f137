// Files of IFC as drafts, older versions and other programs write them: one dialect in each.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "flangeway/math/types.hpp"
#include "flangeway/track/ifc.hpp"
#include "support.hpp"

namespace flangeway::track::ifc_dialects {
namespace {

using namespace track::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string file_of(const std::string& entries, const std::string& schema = "IFC4X3_ADD2",
                    const std::string& unit = "$,.METRE.") {
  return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
         "FILE_SCHEMA(('" +
         schema + "'));\nENDSEC;\nDATA;\n#1=IFCSIUNIT(*,.LENGTHUNIT.," + unit +
         ");\n#2=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n#3=IFCUNITASSIGNMENT((#1,#2));\n"
         "#4=IFCPROJECT('',$,'p',$,$,$,$,$,#3);\n#9=IFCCARTESIANPOINT((0.,0.));\n" +
         entries + "ENDSEC;\nEND-ISO-10303-21;\n";
}

class Entries {
 public:
  std::string add(const std::string& text) {
    text_ += fmt::format("#{}={};\n", next_, text);
    return fmt::format("#{}", next_++);
  }
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
  void alignment(const std::string& nested) {
    const std::string entry = add("IFCALIGNMENT('',$,'A',$,$,$,$,$)");
    add("IFCRELNESTS('',$,$,$," + entry + ",(" + nested + "))");
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  int next_ = 10;
  std::string text_;
};

// An element whose start is not looked at.
std::string element(const std::string& radii, const std::string& length, const std::string& kind,
                    const std::string& start = "#9,0.") {
  return "IFCALIGNMENTHORIZONTALSEGMENT($,$," + start + "," + radii + "," + length + "," + kind + ")";
}
const std::string line_1000 = element("0.,0.", "1000.,$", ".LINE.");

std::string slope(double s, double length, double height, double before, double after,
                  const std::string& kind) {
  return fmt::format("IFCALIGNMENTVERTICALSEGMENT($,$,{},{},{},{},{},$,.{}.)", s, length, height, before,
                     after, kind);
}

std::string plan_file(const std::vector<std::string>& elements, const std::string& schema = "IFC4X3_ADD2") {
  Entries entries;
  entries.alignment(entries.layout("IFCALIGNMENTHORIZONTAL", elements));
  return file_of(entries.text(), schema);
}

std::string profile_file(const std::vector<std::string>& slopes) {
  Entries entries;
  const std::string plan = entries.layout("IFCALIGNMENTHORIZONTAL", {line_1000});
  entries.alignment(plan + "," + entries.layout("IFCALIGNMENTVERTICAL", slopes));
  return file_of(entries.text());
}

FileAlignment line_of(const std::string& text, const LineChoices& choices = {}) {
  Findings findings;
  const auto file = read_ifc(text, "l.ifc", std::nullopt, findings, choices);
  if (!file) throw std::runtime_error(findings.text());
  return file->alignments.front();
}

std::string findings_of_text(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(read_ifc(text, "l.ifc", std::nullopt, findings).has_value());
  return findings.text();
}

std::vector<std::string> notes_of(const FileAlignment& line) {
  std::vector<std::string> texts;
  for (const Finding& note : line.notes) texts.push_back(note.text());
  return texts;
}

TEST(IfcDialects, ReadsDraftsWithANote) {
  for (const std::string draft : {"IFC4X3_RC1", "IFC4X3_RC2", "IFC4X3_RC3", "IFC4X3_RC4"}) {
    EXPECT_THAT(
        notes_of(line_of(plan_file({line_1000}, draft))),
        ElementsAre("l.ifc:5:1: FILE_SCHEMA: is a draft, which is read as IFC 4.3: its alignments have the "
                    "same entries (got " +
                    draft + ")."));
  }
  EXPECT_THAT(notes_of(line_of(plan_file({line_1000}, "ifc4x3_add2"))), IsEmpty());
  EXPECT_THAT(notes_of(line_of(plan_file({line_1000}, "IFC4X3_DEV_1234"))),
              ElementsAre(HasSubstr("is not known, and read as IFC 4.3")));
}

TEST(IfcDialects, ReadsSmallLetters) {
  std::string text = plan_file({element("0.,300.", "80.,$", ".CLOTHOID.")});
  std::string small;
  for (const char c : text) small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const FileAlignment line = line_of(text), other = line_of(small);
  ASSERT_EQ(other.track.segments.size(), 1U);
  EXPECT_EQ(other.track.segments[0].curvatures, line.track.segments[0].curvatures);
}

// Radii of straights that are left out, arcs with one radius, and relations of another kind.
TEST(IfcDialects, ReadsPartsThatAreLeftOut) {
  const auto segment_of = [](std::string text, const char* relation) {
    for (std::size_t at = 0; (at = text.find("IFCRELNESTS", at)) != std::string::npos; ++at)
      text.replace(at, std::string_view("IFCRELNESTS").size(), relation);
    return line_of(text).track.segments.at(0);
  };
  const std::array<const char*, 3> radii[] = {{"0.,0.", "$,$", ".LINE."},
                                              {"0.,300.", "$,300.", ".CLOTHOID."},
                                              {"300.,300.", "300.,$", ".CIRCULARARC."},
                                              {"300.,300.", "300.,0.", ".CIRCULARARC."}};
  for (const auto& [whole, reduced, kind] : radii)
    for (const char* relation : {"IFCRELNESTS", "IFCRELAGGREGATES"}) {
      const auto segment = segment_of(plan_file({element(whole, "80.,$", kind)}), "IFCRELNESTS"),
                 other = segment_of(plan_file({element(reduced, "80.,$", kind)}), relation);
      EXPECT_EQ(other.kind, segment.kind);
      EXPECT_EQ(other.curvature, segment.curvature);
      EXPECT_EQ(other.curvatures, segment.curvatures);
    }
  EXPECT_THAT(findings_of_text(plan_file({element("$,$", "60.,$", ".CIRCULARARC.")})),
              HasSubstr("StartRadiusOfCurvature: is missing for an arc"));
}

TEST(IfcDialects, NamesMayBeIso8859) {
  std::string text = plan_file({line_1000});
  text.replace(text.find("'A'"), 3, "'Gr\xFCnau'");
  EXPECT_EQ(line_of(text).name, "Grünau");
}

TEST(IfcDialects, LeavesOutElementsWithoutALength) {
  const FileAlignment line = line_of(
      profile_file({slope(0, 0, 10, 0, 0, "CONSTANTGRADIENT"), slope(0, 500, 10, 0, 0, "CONSTANTGRADIENT"),
                    slope(500, 0, 10, 0, 0, "PARABOLICARC"), slope(500, 500, 10, 0, 0, "CONSTANTGRADIENT")}));
  EXPECT_EQ(line.track.heights.size(), 2U);
  const std::string at_1000 = "#10,0.";
  Entries entries;
  entries.add("IFCCARTESIANPOINT((1000.,0.))");
  entries.alignment(entries.layout(
      "IFCALIGNMENTHORIZONTAL",
      {element("0.,0.", "0.,$", ".LINE."), line_1000, element("0.,300.", "0.,$", ".CLOTHOID.", at_1000),
       element("300.,300.", "0.,$", ".CIRCULARARC.", at_1000),
       element("300.,300.", "100.,$", ".CIRCULARARC.", at_1000)}));
  const FileAlignment plan = line_of(file_of(entries.text()));
  ASSERT_EQ(plan.track.segments.size(), 2U);
  EXPECT_THAT(notes_of(plan), IsEmpty());
}

TEST(IfcDialects, RadiiThatNoCurveHasAreStraights) {
  const FileAlignment line = line_of(plan_file({element("1.E300,1.E300", "1000.,$", ".LINE.")}));
  EXPECT_EQ(line.track.segments[0].kind, SegmentKind::straight);
  EXPECT_EQ(line_of(plan_file({element("-2.E12,-2.E12", "10.,$", ".CIRCULARARC.")})).track.segments[0].kind,
            SegmentKind::straight);
  EXPECT_EQ(
      line_of(plan_file({element("5.E299,300.", "80.,$", ".CLOTHOID.")})).track.segments[0].curvatures[0], 0);
}

TEST(IfcDialects, RoundedRadiiMakeNoJump) {
  const TrackModel model =
      compiled(line_of(plan_file({element("600.,600.00000001", "60.,$", ".CIRCULARARC.")})).track);
  EXPECT_TRUE(model.notes().empty());
  TrackSpec spec;
  for (const double radius : {600.0, 600.00000001, 601.0}) {
    SegmentSpec arc;
    arc.kind = SegmentKind::circular;
    arc.length = 60;
    arc.curvature = 1 / radius;
    spec.segments.push_back(arc);
  }
  ASSERT_EQ(compiled(spec).notes().size(), 1U);
  EXPECT_THAT(compiled(spec).notes()[0].text(), HasSubstr("curvature jumps by -2.7"));
}

// --- vertical clothoids ------------------------------------------------------------------------------------

// Height at the end of a clothoid over this length in plan, from the gradient g0 on with curvature
// κ(s) = κ0 + κ1 s: by our own integration.
double height_of_clothoid(double gradient, double start, double change, double plan) {
  double angle = std::atan(gradient), x = 0, z = 0, s = 0;
  constexpr double h = 1e-3;
  while (x < plan) {
    const double middle = angle + (start + change * (s + h / 4)) * h / 2;
    const double step = std::min(h, (plan - x) / std::cos(middle));
    x += step * std::cos(middle);
    z += step * std::sin(middle);
    angle += (start + change * (s + step / 2)) * step;
    s += step;
  }
  return z;
}

TEST(IfcDialects, ReadsVerticalClothoids) {
  // Level, clothoid to a curve of 5000 m over 100 m, clothoid back: the heights determine both ends.
  const double curved = 1 / 5000.0, change = curved / 100;
  const double middle = height_of_clothoid(0, 0, change, 100);
  const double gradient = std::tan(change * 100 * 100 / 2);
  const double end = middle + height_of_clothoid(gradient, curved, -change, 100);
  const std::vector<std::string> slopes{
      slope(0, 300, 10, 0, 0, "CONSTANTGRADIENT"), slope(300, 100, 10, 0, gradient, "CLOTHOID"),
      slope(400, 100, 10 + middle, gradient, 2 * gradient, "CLOTHOID"),
      slope(500, 500, 10 + end, 2 * gradient, 2 * gradient, "CONSTANTGRADIENT")};
  const FileAlignment line = line_of(profile_file(slopes));
  EXPECT_THAT(notes_of(line), IsEmpty());
  const TrackModel model = compiled(line.track);
  const auto height = [&](double plan) { return model.height(model.alignment().arc(plan)); };
  EXPECT_NEAR(height(350), 10 + height_of_clothoid(0, 0, change, 50), 1e-4);
  EXPECT_NEAR(height(450), 10 + middle + height_of_clothoid(gradient, curved, -change, 50), 1e-4);
  // The curvature has no step between them.
  const auto bend = [&](double plan) {
    const double s = model.alignment().arc(plan);
    return -(model.alignment().slope(s + 0.01) - model.alignment().slope(s - 0.01)) / 0.02;
  };
  EXPECT_NEAR(bend(399.9), curved, 2e-6);
  EXPECT_NEAR(bend(400.1), curved, 2e-6);
  EXPECT_NEAR(bend(301), change, 2e-6);
  EXPECT_NEAR(model.alignment().plan(model.alignment().arc(437)), 437, 1e-9);
}

TEST(IfcDialects, AVerticalClothoidHasTheHeightOfTheNextSegment) {
  EXPECT_THAT(
      findings_of_text(
          profile_file({slope(0, 300, 10, 0, 0, "CONSTANTGRADIENT"), slope(300, 100, 10, 0, 0.01, "CLOTHOID"),
                        slope(400, 600, 10.9, 0.01, 0.01, "CONSTANTGRADIENT")})),
      HasSubstr("PredefinedType: is a clothoid that does not lead to the height at which the next segment "
                "starts (got 10.9 m; allowed 10.3333 to 10.6667 m). Check heights and gradients."));
}

// --- cant --------------------------------------------------------------------------------------------------

std::string cant_file(const std::string& unit, const std::string& distance, const std::string& right,
                      const std::string& length = "1000.") {
  Entries entries;
  const std::string plan =
      entries.layout("IFCALIGNMENTHORIZONTAL", {element("0.,0.", length + ",$", ".LINE.")});
  const std::string cant = entries.layout(
      "IFCALIGNMENTCANT",
      {"IFCALIGNMENTCANTSEGMENT($,$,0.," + length + ",0.,$," + right + ",$,.CONSTANTCANT.)"}, "," + distance);
  entries.alignment(plan + "," + cant);
  return file_of(entries.text(), "IFC4X3_ADD2", unit);
}

// 100 m straight to the north-east and a quarter of a circle to the left, R = 200 m; `unit`: of the
// directions.
std::string plan_with_directions(double unit) {
  const double east = pi / 4, end = 3 * pi / 4, root = std::sqrt(0.5);
  const double x = 100 * root, y = 100 * root;
  Entries entries;
  const std::string start = fmt::format("IFCCARTESIANPOINT(({:.9f},{:.9f}))", x, y),
                    last = fmt::format("IFCCARTESIANPOINT(({:.9f},{:.9f}))", x, y + 400 * root);
  const std::string curve = entries.add(start), stop = entries.add(last);
  entries.alignment(
      entries.layout("IFCALIGNMENTHORIZONTAL",
                     {element("0.,0.", "100.,$", ".LINE.", fmt::format("#9,{:.12f}", east / unit)),
                      element("200.,200.", fmt::format("{:.9f},$", 100 * pi), ".CIRCULARARC.",
                              fmt::format("{},{:.12f}", curve, east / unit)),
                      element("0.,0.", "50.,$", ".LINE.", fmt::format("{},{:.12f}", stop, end / unit))}));
  return file_of(entries.text());
}

TEST(IfcDialects, DirectionsAreInTheUnitInWhichElementsJoin) {
  EXPECT_THAT(notes_of(line_of(plan_with_directions(1))), IsEmpty());
  for (const auto& [unit, name] : {std::pair{pi / 180, "degrees"}, {pi / 200, "gon"}}) {
    const FileAlignment line = line_of(plan_with_directions(unit));
    EXPECT_NEAR(line.track.survey.heading, pi / 4, 1e-12) << name;
    EXPECT_THAT(notes_of(line),
                ElementsAre(HasSubstr(fmt::format("StartDirection: is read in {}: the elements do "
                                                  "not join in the unit of the file",
                                                  name))));
  }
  EXPECT_THAT(findings_of_text(plan_with_directions(0.9)), HasSubstr("does not join the element before"));
}

TEST(IfcDialects, CantIsInTheUnitThatItsSizeShows) {
  const auto cant = [](const std::string& text, const LineChoices& choices = {}) {
    return line_of(text, choices).track.cants.front().cant;
  };
  EXPECT_NEAR(cant(cant_file("$,.METRE.", "1.5", "0.11")), 0.11, 1e-15);
  EXPECT_NEAR(cant(cant_file("$,.METRE.", "1500.", "110.")), 0.11, 1e-15);
  EXPECT_NEAR(line_of(cant_file("$,.METRE.", "1500.", "110.")).gauge, 1.5, 1e-12);
  EXPECT_THAT(
      notes_of(line_of(cant_file("$,.METRE.", "1500.", "110."))),
      ::testing::Contains(HasSubstr("StartCantRight: is read in mm, by RailHeadDistance = 1500 and the "
                                    "largest cant of the file, 110. If that is wrong, say what it is: "
                                    "alignment.cant_unit.")));
  EXPECT_NEAR(cant(cant_file(".MILLI.,.METRE.", "1500.", "110.", "1000000.")), 0.11, 1e-15);
  EXPECT_NEAR(cant(cant_file(".MILLI.,.METRE.", "1500.", "0.11", "1000000.")), 0.11, 1e-15);
  EXPECT_NEAR(cant(cant_file("$,.METRE.", "1.5", "4.5"), {.cant_unit = CantUnit::inch}), 4.5 * 0.0254, 1e-15);
  EXPECT_THAT(
      findings_of_text(cant_file("$,.METRE.", "1.5", "215.")),
      HasSubstr("StartCantRight: makes a cant larger than on any real track (got 215 mm; allowed at most 200 "
                "mm). Check it, or say the unit of the file: alignment.cant_unit."));
}

std::string bend_file(const std::string& end, const std::string& height = "1.8") {
  Entries entries;
  entries.add("IFCCARTESIANPOINT((" + end + "))");
  entries.alignment(entries.layout("IFCALIGNMENTHORIZONTAL",
                                   {element("0.,300.", "100.," + height, ".VIENNESEBEND."),
                                    element("0.,0.", "0.,$", ".LINE.", "#10,0.166666666666667")}));
  return file_of(entries.text());
}

TEST(IfcDialects, AVienneseBendNeedsTheCantOfTheLine) {
  // Ends of the bend with 0.1 m of cant, and without.
  EXPECT_THAT(
      findings_of_text(bend_file("99.7631986768469,4.499915489736")),
      HasSubstr("#11.gravity_height: makes the Viennese bend depend on the cant, of which the file has none "
                "(got 1.8 m). Without cant it ends 0.12 m away: give cants in a track file that names this "
                "line, or set the height to 0."));
  EXPECT_THAT(notes_of(line_of(bend_file("99.7631986768469,4.499915489736"), {.has_cants = true})),
              IsEmpty());
  const FileAlignment level =
      line_of(bend_file("99.7631986768469,4.499915489736", "0."), {.has_cants = true});
  EXPECT_THAT(notes_of(level), IsEmpty());
}

// --- IFC 4.1 -----------------------------------------------------------------------------------------------

TEST(IfcDialects, ReadsTheAlignmentsOfVersion41) {
  Entries entries;
  const auto plan_segment = [&](const std::string& curve) {
    return entries.add("IFCALIGNMENT2DHORIZONTALSEGMENT(.T.,$,$," + entries.add(curve) + ")");
  };
  const double angle = 80 / 600.0;
  std::string plan = plan_segment("IFCLINESEGMENT2D(#9,0.,100.)");
  const std::string spiral = entries.add("IFCCARTESIANPOINT((100.,0.))");
  plan +=
      "," + plan_segment("IFCTRANSITIONCURVESEGMENT2D(" + spiral + ",0.,80.,$,300.,.T.,.F.,.CLOTHOIDCURVE.)");
  const std::string arc = entries.add("IFCCARTESIANPOINT((179.858,-3.55))");
  plan += "," + plan_segment(fmt::format("IFCCIRCULARARCSEGMENT2D({},{},50.,300.,.F.)", arc, -angle));
  const std::string horizontal = entries.add("IFCALIGNMENT2DHORIZONTAL(12000.,(" + plan + "))");
  const auto slope_entry = [&](const std::string& values) { return entries.add(values); };
  const std::string first = slope_entry("IFCALIGNMENT2DVERSEGLINE(.T.,$,$,0.,100.,10.,0.01)"),
                    crest =
                        slope_entry("IFCALIGNMENT2DVERSEGPARABOLICARC(.T.,$,$,100.,60.,11.,0.01,6000.,.T.)"),
                    hollow =
                        slope_entry("IFCALIGNMENT2DVERSEGCIRCULARARC(.T.,$,$,160.,70.,11.3,0.,7000.,.F.)");
  const std::string vertical =
      entries.add("IFCALIGNMENT2DVERTICAL((" + first + "," + crest + "," + hollow + "))");
  const std::string curve = entries.add("IFCALIGNMENTCURVE(" + horizontal + "," + vertical + ",$)");
  entries.add("IFCALIGNMENT('',$,'A',$,$,$,$," + curve + ",$)");
  const FileAlignment line = line_of(file_of(entries.text(), "IFC4X1"));
  EXPECT_THAT(
      notes_of(line),
      ::testing::Contains(HasSubstr("FILE_SCHEMA: is a version whose alignments have no cant (got IFC4X1)")));
  ASSERT_EQ(line.track.segments.size(), 3U);
  EXPECT_THAT(line.track.segments[1].curvatures, ElementsAre(0, -1.0 / 300));
  EXPECT_DOUBLE_EQ(line.track.segments[2].curvature, -1.0 / 300);
  const TrackModel model = compiled(line.track);
  const auto height = [&](double at) { return model.height(model.alignment().arc(at)); };
  EXPECT_NEAR(height(130), 11 + 0.01 * 30 - 30 * 30 / 12000.0, 1e-9);
  EXPECT_NEAR(height(230), 11.3 + 7000 - std::sqrt(7000.0 * 7000 - 70 * 70), 1e-6);
  EXPECT_EQ(model.chainage(0), 12000);
}

}  // namespace
}  // namespace flangeway::track::ifc_dialects
