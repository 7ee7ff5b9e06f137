#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "flangeway/core/notes.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::document {
namespace {

using testing::HasSubstr;

enum class Kind { straight, curve, transition };
constexpr auto alternatives_of(Kind) {
  using One = Alternative<Kind>;
  return std::array{One{Kind::straight, "straight", "no curvature"},
                    One{Kind::curve, "curve", "constant curvature", {"radius"}},
                    One{.value = Kind::transition,
                        .name = "transition",
                        .text = "between two others",
                        .keys = {"radius", "shape"},
                        .former = "spiral"}};
}
struct Shape {
  double power = 1;
};
void describe(Visitor& v, Shape& spec) {
  v.number("power", spec.power, {}, "power");
}
struct Segment {
  double length = 0, radius = 500;
  Kind kind = Kind::straight;
  Shape shape;
};
void describe(Visitor& v, Segment& spec) {
  v.number("length", spec.length,
           {.presence = Presence::required, .unit = "m", .minimum = 0, .minimum_excluded = true},
           "length along the track");
  v.renamed({{"form", "kind"}});
  v.choice("kind", spec.kind, "shape in plan");
  v.number("radius", spec.radius, {.unit = "m"}, "radius");
  v.section("shape", spec.shape, "shape");
}
struct Wind {
  double speed = 5;
};
void describe(Visitor& v, Wind& spec) {
  v.number("speed", spec.speed, {.unit = "m/s"}, "speed of the wind");
}

struct Spec {
  Located<std::string> name, profile;
  double mass = 1000, inclination = 0.025;
  long count = 4;
  bool rigid = true;
  std::vector<double> weights{1, 2};
  std::vector<std::array<double, 2>> force;
  std::array<double, 3> inertia{1, 2, 3};
  std::vector<Located<std::string>> channels;
  std::vector<Segment> segments;
  Wind wind;
  std::optional<Wind> storm;
  SourceLocation here;
  std::string path;
};
void describe(Visitor& v, Spec& spec) {
  spec.here = v.here();
  spec.path = v.key_path();
  v.text("name", spec.name, Presence::optional, "name");
  v.path("profile", spec.profile, Presence::optional, "profile of the rail");
  v.number("mass", spec.mass, {.unit = "kg", .minimum = 0, .minimum_excluded = true}, "mass");
  v.number("inclination", spec.inclination, {.unit = "1", .minimum = -0.2, .maximum = 0.2}, "tangent");
  v.integer("count", spec.count, {.minimum = 1, .maximum = 9}, "number of wheels");
  v.flag("rigid", spec.rigid, "is the rail rigid");
  v.numbers("weights", spec.weights, {.unit = "kg", .minimum = 0, .least = 2}, "weights");
  v.curve("force", spec.force, {.unit = "m, N", .least = 2}, "force over deflection");
  v.triple("inertia", spec.inertia, {.unit = "kg m²", .minimum = 0}, "moments of inertia");
  v.texts("channels", spec.channels, "what to store");
  v.list("segments", spec.segments, {.most = 3}, "segments");
  v.section("wind", spec.wind, "wind");
  v.section("storm", spec.storm, "storm");
}

/// The findings of reading `text` after the assignments, one a line.
std::string findings_of(std::string_view text, const std::vector<std::string>& sets = {}) {
  Findings findings;
  Document document = Document::from_text(text, "a.toml", findings);
  for (const std::string& assignment : sets) document.set(assignment, findings);
  Spec spec;
  document.fill(spec, findings);
  return findings.text();
}

Spec read(std::string_view text, const std::vector<std::string>& sets = {}) {
  Findings findings;
  Document document = Document::from_text(text, "models/tracks/a.toml", findings);
  for (const std::string& assignment : sets) document.set(assignment, findings);
  Spec spec;
  document.fill(spec, findings);
  EXPECT_EQ(findings.text(), "");
  return spec;
}

TEST(Document, ReadsEveryKindOfValueWithItsPlace) {
  const Spec spec = read(R"(name = "wagon"
profile = "../profiles/uic60.toml"
mass = 12
inclination = -0.05
count = 8
rigid = false
weights = [1, 2.5, 3]
force = [[-1, -2], [0, 0.0], [1.5, 7]]
inertia = [10, 20, 30]
channels = ["Q", "Y"]
segments = [{ length = 10 }, { kind = "transition", length = 20.5 }]
[wind]
speed = -3
[storm]
)");
  EXPECT_EQ(spec.name.value, "wagon");
  EXPECT_EQ(spec.name.where.line, 1);
  EXPECT_EQ(spec.name.where.column, 8);
  EXPECT_EQ(spec.name.where.file, "models/tracks/a.toml");
  EXPECT_EQ(spec.profile.value, "models/profiles/uic60.toml");
  EXPECT_EQ(spec.mass, 12);
  EXPECT_EQ(spec.inclination, -0.05);
  EXPECT_EQ(spec.count, 8);
  EXPECT_FALSE(spec.rigid);
  EXPECT_THAT(spec.weights, testing::ElementsAre(1, 2.5, 3));
  EXPECT_EQ(spec.force.at(2)[1], 7);
  EXPECT_THAT(spec.inertia, testing::ElementsAre(10, 20, 30));
  EXPECT_EQ(spec.channels.at(1).value, "Y");
  EXPECT_EQ(spec.channels.at(1).where.column, 18);
  EXPECT_EQ(spec.segments.at(0).kind, Kind::straight);
  EXPECT_EQ(spec.segments.at(1).kind, Kind::transition);
  EXPECT_EQ(spec.segments.at(1).length, 20.5);
  EXPECT_EQ(spec.wind.speed, -3);
  EXPECT_TRUE(spec.storm.has_value());
}

TEST(Document, KeepsDefaultsOfMissingKeys) {
  const Spec spec = read("");
  EXPECT_EQ(spec.mass, 1000);
  EXPECT_THAT(spec.weights, testing::ElementsAre(1, 2));
  EXPECT_FALSE(spec.storm.has_value());
  EXPECT_EQ(spec.here.file, "models/tracks/a.toml");
}

struct Probe {
  SourceLocation here;
  std::string path;
};
void describe(Visitor& v, Probe& spec) {
  spec = {v.here(), v.key_path()};
}
struct Train {
  std::vector<Probe> wagons;
  Probe track;
};
void describe(Visitor& v, Train& spec) {
  v.list("wagons", spec.wagons, {}, "wagons");
  v.section("track", spec.track, "track");
}

TEST(Document, ReportsWhichTableIsDescribed) {
  Findings findings;
  const Document document = Document::from_text("[[wagons]]\n[[wagons]]\n[track]\n", "a.toml", findings);
  Train train;
  document.fill(train, findings);
  EXPECT_EQ(train.wagons.at(1).path, "wagons[1]");
  EXPECT_EQ(train.wagons.at(1).here.line, 2);
  EXPECT_EQ(train.track.path, "track");
  EXPECT_EQ(train.track.here.file, "a.toml");
  EXPECT_EQ(train.track.here.line, 3);
}

struct Case {
  std::string text, finding;
};
class DocumentRefuses : public testing::TestWithParam<Case> {};

TEST_P(DocumentRefuses, WithThisText) {
  EXPECT_EQ(findings_of(GetParam().text), GetParam().finding);
}

INSTANTIATE_TEST_SUITE_P(
    Values, DocumentRefuses,
    testing::Values(
        Case{"mass = \"heavy\"",
             "a.toml:1:8: mass: is not a number (got \"heavy\"; allowed a number > 0 in kg)."},
        Case{"mass = 0", "a.toml:1:8: mass: is out of range (got 0; allowed a number > 0 in kg)."},
        Case{"mass = -2.0", "a.toml:1:8: mass: is out of range (got -2.0; allowed a number > 0 in kg)."},
        Case{"mass = nan", "a.toml:1:8: mass: is not finite (got nan; allowed a number > 0 in kg)."},
        Case{"mass = inf", "a.toml:1:8: mass: is not finite (got inf; allowed a number > 0 in kg)."},
        Case{"mass = -inf", "a.toml:1:8: mass: is not finite (got -inf; allowed a number > 0 in kg)."},
        Case{"mass = 1979-05-27",
             "a.toml:1:8: mass: is not a number (got a date or time; allowed a number > 0 in kg)."},
        Case{"mass = [1]",
             "a.toml:1:8: mass: is not a number (got a list of 1; allowed a number > 0 in kg)."},
        Case{"inclination = 0.3",
             "a.toml:1:15: inclination: is out of range (got 0.3; allowed a number from -0.2 to 0.2)."},
        Case{"count = 2.0",
             "a.toml:1:9: count: is not a whole number (got 2.0; allowed a whole number from 1 to 9)."},
        Case{"count = 10",
             "a.toml:1:9: count: is out of range (got 10; allowed a whole number from 1 to 9)."},
        Case{"rigid = 1", "a.toml:1:9: rigid: is not true or false (got 1; allowed true or false)."},
        Case{"name = 1", "a.toml:1:8: name: is not a text (got 1; allowed a text in quotes)."},
        Case{"profile = true",
             "a.toml:1:11: profile: is not a text (got true; allowed the name of a file in quotes)."},
        Case{"profile = ''",
             "a.toml:1:11: profile: is empty (got \"\"; allowed the name of a file in quotes)."},
        Case{"profile = \"a\\u0000b\"",
             "a.toml:1:11: profile: holds a null character (got \"a b\"; allowed the name of a file in "
             "quotes)."}));

INSTANTIATE_TEST_SUITE_P(
    Lists, DocumentRefuses,
    testing::Values(
        Case{"weights = 3",
             "a.toml:1:11: weights: is not a list (got 3; allowed a list of 2 or more numbers ≥ 0 in kg)."},
        Case{"weights = [3]",
             "a.toml:1:11: weights: has the wrong number of entries (got a list of 1; "
             "allowed a list of 2 or more numbers ≥ 0 in kg)."},
        Case{"weights = [3, -1]",
             "a.toml:1:15: weights[1]: is out of range (got -1; allowed a number ≥ 0 in kg)."},
        Case{"inertia = [1, 2]",
             "a.toml:1:11: inertia: has the wrong number of entries (got a list of 2; "
             "allowed a list of exactly 3 numbers ≥ 0 in kg m²)."},
        Case{"inertia = [1, 2, 'x']",
             "a.toml:1:18: inertia[2]: is not a number (got \"x\"; allowed a number ≥ 0 in kg m²)."},
        Case{"force = []",
             "a.toml:1:9: force: has the wrong number of entries (got a list of 0; "
             "allowed a list of 2 or more pairs [x, y] in m, N)."},
        Case{"force = [[0, 1], [1, 2, 3]]",
             "a.toml:1:18: force[1]: is not a pair (got a list of 3; allowed [x, y])."},
        Case{"force = [[0, 1], [0, 2]]",
             "a.toml:1:19: force[1][0]: does not increase (got 0; allowed a number > 0)."},
        Case{"force = [[0, 1], [1, nan]]",
             "a.toml:1:22: force[1][1]: is not finite (got nan; allowed a number in N)."},
        Case{"channels = 'Q'",
             "a.toml:1:12: channels: is not a list (got \"Q\"; allowed a list of texts in quotes)."},
        Case{"channels = ['Q', '']",
             "a.toml:1:18: channels[1]: is empty (got \"\"; allowed a text in quotes)."},
        Case{"channels = ['Q', 2]",
             "a.toml:1:18: channels[1]: is not a text (got 2; allowed a text in quotes)."}));

INSTANTIATE_TEST_SUITE_P(
    Tables, DocumentRefuses,
    testing::Values(
        Case{"maas = 2", "a.toml:1:8: maas: is not a known key. The nearest known key is 'mass'."},
        Case{"[wind]\ncolour = 2", "a.toml:2:10: wind.colour: is not a known key. Known here: speed."},
        Case{"wind = 4", "a.toml:1:8: wind: is not a table (got 4; allowed a table)."},
        Case{"[segments]\nlength = 1",
             "a.toml:1:1: segments: is not a list (got a table; allowed a list of at most 3 tables)."},
        Case{"segments = [1]", "a.toml:1:13: segments[0]: is not a table (got 1; allowed a table)."},
        Case{"segments = [{}, {}, {}, {}]",
             "a.toml:1:12: segments: has the wrong number of entries "
             "(got a list of 4; allowed a list of at most 3 tables)."},
        Case{"[[segments]]\nlength = 1\n[[segments]]\nkind = 'curve'",
             "a.toml:3:1: segments[1].length: is missing (allowed a number > 0 in m)."},
        Case{"segments = [{length = 1, kind = 'curv'}]",
             "a.toml:1:33: segments[0].kind: is not one of the choices (got \"curv\"; "
             "allowed straight, curve or transition). The nearest is \"curve\"."},
        Case{"segments = [{length = 1, form = 'curve', kind = 'curve'}]",
             "a.toml:1:33: segments[0].form: is the former name of segments[0].kind, which is given, too. "
             "Leave one of them out."},
        Case{
            "segments = [{length = 1, form = 'curv'}]",
            "a.toml:1:33: segments[0].kind: is not one of the choices (got \"curv\"; allowed straight, curve "
            "or transition). The nearest is \"curve\"."},
        Case{"segments = [{length = 1, radius = 300}]",
             "a.toml:1:35: segments[0].radius: has no effect with segments[0].kind = \"straight\". Leave it "
             "out, or set segments[0].kind to curve or transition."},
        Case{"segments = [{length = 1, kind = 'curve', shape.power = 2}]",
             "a.toml:1:42: segments[0].shape: has no effect with segments[0].kind = \"curve\". Leave it "
             "out, or set segments[0].kind to transition."},
        Case{"segments = [{length = 1, kind = 'loop-the-loop'}]",
             "a.toml:1:33: segments[0].kind: is not one of the choices (got \"loop-the-loop\"; "
             "allowed straight, curve or transition)."},
        Case{
            "segments = [{length = 1, kind = 2}]",
            "a.toml:1:33: segments[0].kind: is not a text (got 2; allowed straight, curve or transition)."}));

TEST(Document, TakesFormerKeysAndWordsWithANote) {
  const NoteCollector notes;
  Findings findings;
  const Document file = Document::from_text(
      "segments = [{length = 1, form = 'spiral', radius = 300}, {length = 2, kind = 'spiral'}]", "a.toml",
      findings);
  Spec spec;
  file.fill(spec, findings);
  EXPECT_EQ(findings.text(), "");
  ASSERT_EQ(spec.segments.size(), 2u);
  EXPECT_EQ(spec.segments[0].kind, Kind::transition);
  EXPECT_EQ(spec.segments[1].kind, Kind::transition);
  const std::string word =
      "has a word of earlier versions (got \"spiral\"). Write \"transition\", or let "
      "`flangeway migrate` do so.";
  EXPECT_THAT(notes.texts(),
              testing::ElementsAre("a.toml:1:33: segments[0].form: has another name now. Write "
                                   "segments[0].kind, or let `flangeway migrate` do so.",
                                   "a.toml:1:33: segments[0].kind: " + word,
                                   "a.toml:1:78: segments[1].kind: " + word));
}

TEST(Document, ReportsAllFindingsAtOnceInTheOrderOfTheFile) {
  EXPECT_EQ(findings_of("wind = 4\nmass = 0\ncuont = 3\n"),
            "a.toml:1:8: wind: is not a table (got 4; allowed a table).\n"
            "a.toml:2:8: mass: is out of range (got 0; allowed a number > 0 in kg).\n"
            "a.toml:3:9: cuont: is not a known key. The nearest known key is 'count'.");
}

TEST(Document, ShortensLongTextsBetweenCharacters) {
  const std::string wheels =
      "ééééééééééééééééééé";  // 19 × 2 bytes: the cut at 40 falls into a three-byte sign
  EXPECT_EQ(findings_of("mass = \"x" + wheels + "€€\""),
            "a.toml:1:8: mass: is not a number (got \"x" + wheels + "…\"; allowed a number > 0 in kg).");
}

TEST(Document, ASyntaxErrorIsOneFindingWithItsPlace) {
  EXPECT_THAT(findings_of("mass = 2\ncount = = 3\nmaas = 1\n"),
              testing::MatchesRegex("a.toml:2:9: is not valid TOML: [^\n]+\\."));
  EXPECT_THAT(findings_of("mass = 1\nmass = 2\n"), testing::StartsWith("a.toml:2:"));
  EXPECT_THAT(findings_of(std::string("mass = 1\0", 9)),
              testing::StartsWith("a.toml:1:9: is not valid TOML: "));
  EXPECT_THAT(findings_of("mass = 99999999999999999999"), testing::StartsWith("a.toml:1:"));
  EXPECT_THAT(findings_of("a = " + std::string(100000, '[')), testing::StartsWith("a.toml:1:"));
}

std::string dotted(std::size_t parts) {
  std::string key = "a";
  for (std::size_t i = 1; i < parts; ++i) key += ".a";
  return key;
}

TEST(Document, KeysOfAbsurdDepthAreRefusedAndDoNotExhaustTheStack) {
  const std::string refusal = "has a key of too many parts (allowed at most 64 parts, joined by dots).";
  for (const std::size_t parts : {65u, 20000u, 1000000u}) {
    EXPECT_EQ(findings_of("mass = 2\n" + dotted(parts) + " = 1"), "a.toml:2:1: " + refusal);
    EXPECT_EQ(findings_of("[" + dotted(parts) + "]"), "a.toml:1:2: " + refusal);
    EXPECT_EQ(findings_of("[[" + dotted(parts) + "]]"), "a.toml:1:3: " + refusal);
    EXPECT_EQ(findings_of("wind = { " + dotted(parts) + " = 1 }"), "a.toml:1:9: " + refusal);
  }
  EXPECT_THAT(findings_of(dotted(64) + " = 1"), HasSubstr("is not a known key"));
}

TEST(Document, ValuesOfAbsurdDepthAreRefused) {
  EXPECT_EQ(findings_of("mass = " + std::string(300, '[') + std::string(300, ']')),
            "a.toml:1:264: has values that are nested too deeply (allowed at most 256 brackets within each "
            "other).");
}

// Looking for the nearest key of each would take seconds.
TEST(Document, UnknownKeysThatAreNotShownAreCountedOnly) {
  std::string text;
  for (int i = 3000; i > 0; --i) text += "maas" + std::to_string(i) + " = 1\n";
  Findings findings;
  Spec spec;
  Document::from_text(text, "a.toml", findings).fill(spec, findings);
  const std::string shown = findings.text();
  EXPECT_THAT(shown, testing::StartsWith("a.toml:1:12: maas3000: is not a known key. Known here: "));
  EXPECT_THAT(shown, HasSubstr("\na.toml:200:12: maas2801: is not a known key. Known here: "));
  EXPECT_THAT(shown, testing::ContainsRegex("\n2[0-9]+ more findings are not shown\\.$"));
  EXPECT_EQ(std::count_if(findings.all().begin(), findings.all().end(),
                          [](const Finding& finding) {
                            return finding.problem == "is not a known key" && !finding.advice.empty();
                          }),
            200);
}

TEST(Document, DotsInTextsAndCommentsAreNotParts) {
  const std::string dots(100, '.');
  EXPECT_EQ(read("name = \"" + dots + "\" # " + dots).name.value, dots);
  EXPECT_EQ(read("name = '" + dots + "'").name.value, dots);
  EXPECT_EQ(read("name = \"\"\"\n\\\"" + dots + "\"\"\"").name.value, "\"" + dots);
  EXPECT_EQ(read("name = \'\'\'\n" + dots + "\'\'\'").name.value, dots);
}

TEST(Document, TextThatIsNotUtf8IsAFinding) {
  EXPECT_EQ(findings_of("mass = 2\nname = \"Z\xFCrich\"\n"),
            "a.toml:2:10: is not UTF-8 text (got byte 0xFC). Save it as UTF-8.");
}

// toml++ 3.3 has undefined behaviour on these characters (see CMakeLists.txt): what matters is the answer.
TEST(Document, ReadsCharactersOutsideAsciiWhereTheyMayStandAndNowhereElse) {
  EXPECT_EQ(read("name = \"\"\"\\\n  é\"\"\" # ü\n").name.value, "é");
  for (const char* text : {"mass = é", "é = 1", "mass = 1é", "mass é = 1", "mass = [1, é]",
                           "wind = { é = 1 }", "mass = 2.5eé", "mass = 1 ሴ", "mass = 1 –"}) {
    EXPECT_THAT(findings_of(text), testing::StartsWith("a.toml:1:")) << text;
    EXPECT_THAT(findings_of(text), HasSubstr(": is not valid TOML: ")) << text;
  }
}

TEST(Set, ChangesAndCreatesValues) {
  const Spec spec = read("mass = 1\n[[segments]]\nlength = 5\n",
                         {"mass=2.5", "segments[0].length = 7", "segments[1].length=8",
                          "segments[1].kind=curve", "storm.speed=30", "rigid=false", "weights=[4, 5]",
                          "name=free text", "profile=here/a.toml", "wind={speed = 9}", "channels[0]=\"Q\""});
  EXPECT_EQ(spec.mass, 2.5);
  EXPECT_EQ(spec.segments.at(0).length, 7);
  EXPECT_EQ(spec.segments.at(1).length, 8);
  EXPECT_EQ(spec.segments.at(1).kind, Kind::curve);
  EXPECT_EQ(spec.storm.value().speed, 30);
  EXPECT_FALSE(spec.rigid);
  EXPECT_THAT(spec.weights, testing::ElementsAre(4, 5));
  EXPECT_EQ(spec.name.value, "free text");
  EXPECT_EQ(spec.profile.value, "here/a.toml") << "relative to where the command was typed";
  EXPECT_EQ(spec.profile.where.file, "--set");
  EXPECT_EQ(spec.wind.speed, 9);
  EXPECT_EQ(spec.channels.at(0).value, "Q");
}

TEST(Set, ANumberIsATextWhereATextIsRequired) {
  const Spec spec = read("mass = 1\n", {"name=60e1", "mass=6e1"});
  EXPECT_EQ(spec.name.value, "60e1");
  EXPECT_EQ(spec.mass, 60);
}

struct SetCase {
  std::string assignment, finding;
};
class SetRefuses : public testing::TestWithParam<SetCase> {};

TEST_P(SetRefuses, WithThisText) {
  EXPECT_EQ(findings_of("mass = 1\nsegments = [{length = 1}]", {GetParam().assignment}), GetParam().finding);
}

constexpr const char* paths = "names joined by dots, list[0] for the first of a list";
INSTANTIATE_TEST_SUITE_P(
    Assignments, SetRefuses,
    testing::Values(
        SetCase{"mass", "--set: has no '=' (got mass; allowed key.path=value)."},
        SetCase{"=3", std::string("--set: is not a key path (allowed ") + paths + ")."},
        SetCase{"a..b=3", std::string("--set: is not a key path (got a..b; allowed ") + paths + ")."},
        SetCase{"a[=3", std::string("--set: is not a key path (got a[; allowed ") + paths + ")."},
        SetCase{"a[1=3", std::string("--set: is not a key path (got a[1; allowed ") + paths + ")."},
        SetCase{"a[-1]=3", std::string("--set: is not a key path (got a[-1]; allowed ") + paths + ")."},
        SetCase{
            "a[99999999999999999999999]=3",
            std::string("--set: is not a key path (got a[99999999999999999999999]; allowed ") + paths + ")."},
        SetCase{std::string(200, '[') + "=3", std::string("--set: is not a key path (got ") +
                                                  std::string(200, '[') + "; allowed " + paths + ")."},
        SetCase{"mass=", "--set: mass: has no value (allowed key.path=value)."},
        SetCase{"mass=[1", "--set: mass: is not a value (got [1; allowed a value as in a TOML file)."},
        SetCase{"mass=1\nname=2",
                "--set: mass: is not a value (got 1\nname=2; allowed a value as in a TOML file)."},
        SetCase{"mass=-1", "--set: mass: is out of range (got -1; allowed a number > 0 in kg)."},
        SetCase{"mass=12kN",
                "--set: mass: has the unit of another quantity (got \"12kN\"; allowed a number > 0 in kg)."},
        SetCase{"maas=1", "--set: maas: is not a known key. The nearest known key is 'mass'."},
        SetCase{"mass.x=1", "--set: mass: is not a table (got mass.x)."},
        SetCase{"mass[0]=1", "--set: mass: is not a list (got mass[0])."},
        SetCase{"segments[2].length=1",
                "--set: segments: has no such entry (got segments[2].length; allowed [0] to [1])."},
        SetCase{"segments[1].kind=curve",
                "--set: segments[1].length: is missing (allowed a number > 0 in m)."}));

TEST(Set, ARefusedAssignmentChangesNothing) {
  EXPECT_EQ(findings_of("mass = 1", {"segments[0].deep[3].x=1"}),
            "--set: segments[0].deep: has no such entry (got segments[0].deep[3].x; allowed [0]).");
}

TEST(Choices, AcceptAnyValueOfTheirOwnKeysAndDefaultsOfOthers) {
  EXPECT_EQ(findings_of("segments = [{length = 1, kind = 'transition', radius = 300, shape.power = 2}]"), "");
  EXPECT_EQ(findings_of("segments = [{length = 1, radius = 500, shape.power = 1}]"), "");
}

TEST(Reference, ShowsTheWordsOfAChoiceAndFormerNames) {
  for (const KeyReference& line : reference<Spec>()) {
    if (line.key != "segments[].kind") continue;
    EXPECT_EQ(line.former, "segments[].form");
    ASSERT_EQ(line.words.size(), 3u);
    EXPECT_EQ(line.words[1].name, "curve");
    EXPECT_EQ(line.words[1].doc, "constant curvature");
    EXPECT_THAT(line.words[2].keys, testing::ElementsAre("radius", "shape"));
  }
}

TEST(Reference, ListsEveryKeyInTheOrderOfTheDescription) {
  std::string text;
  for (const KeyReference& line : reference<Spec>()) {
    text += line.key + " | " + line.type + " | " + line.unit + " | " + line.range + " | " +
            line.default_value + " | " + line.doc + "\n";
  }
  EXPECT_EQ(text,
            R"(name | text |  |  | "" | name
profile | file |  |  | "" | profile of the rail
mass | number | kg | > 0 | 1000 | mass
inclination | number | 1 | from -0.2 to 0.2 | 0.025 | tangent
count | whole number |  | from 1 to 9 | 4 | number of wheels
rigid | true or false |  |  | true | is the rail rigid
weights | list of 2 or more numbers | kg | ≥ 0 | [1, 2] | weights
force | list of 2 or more pairs [x, y], x increasing | m, N |  | [] | force over deflection
inertia | [x, y, z] | kg m² | ≥ 0 | [1, 2, 3] | moments of inertia
channels | list of texts |  |  | [] | what to store
segments | list of at most 3 tables |  |  |  | segments
segments[].length | number | m | > 0 | required | length along the track
segments[].kind | choice |  | straight, curve or transition | "straight" | shape in plan
segments[].radius | number | m |  | 500 | radius
segments[].shape | table |  |  |  | shape
segments[].shape.power | number |  |  | 1 | power
wind | table |  |  |  | wind
wind.speed | number | m/s |  | 5 | speed of the wind
storm | table |  |  |  | storm
storm.speed | number | m/s |  | 5 | speed of the wind
)");
}

// Keys of another file, given in one table: dotted keys, tables inside tables and lists keep their places.
struct Sets {
  std::vector<Value> values;
  std::vector<Setting> set;
};
void describe(Visitor& v, Sets& spec) {
  v.values("values", spec.values, {.least = 1}, "values");
  v.settings("set", spec.set, "keys of another file");
}

TEST(Values, AreKeptAsTheyAreWritten) {
  Findings findings;
  Sets spec;
  const std::string text =
      "values = [1, 1e9, \"a \\\"b\\\" \\\\\", true, nan]\n"
      "[set]\nspeed = 3\na.b = [1, 2.0]\n[set.c]\nd = \"x\"\n";
  Document::from_text(text, "f.toml", findings).fill(spec, findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  ASSERT_EQ(spec.values.size(), 5u);
  EXPECT_EQ(spec.values[0].text, "1");
  EXPECT_EQ(spec.values[1].text, "1000000000.0");
  EXPECT_EQ(spec.values[1].number, 1e9);
  EXPECT_EQ(spec.values[2].text, R"("a \"b\" \\")");
  EXPECT_FALSE(spec.values[2].number);
  EXPECT_EQ(spec.values[3].text, "true");
  EXPECT_FALSE(spec.values[4].number);
  std::string all;
  for (const Setting& setting : spec.set) all += setting.key + "=" + setting.value.text + "\n";
  EXPECT_THAT(all,
              testing::AllOf(HasSubstr("speed=3\n"), HasSubstr("a.b=[1, 2.0]\n"), HasSubstr("c.d=\"x\"\n")));
  for (const Setting& setting : spec.set) {
    EXPECT_EQ(setting.value.where.line, setting.key == "c.d" ? 6 : setting.key == "speed" ? 3 : 4);
  }
}

TEST(Values, SayWhatCannotBeOne) {
  Findings findings;
  Sets spec;
  Document::from_text("values = [[1], {a = 1}]\nset = { a = 1979-05-27, b = [{ c = 1 }] }\n", "f.toml",
                      findings)
      .fill(spec, findings);
  Document::from_text("values = []\nset = 3\n", "g.toml", findings).fill(spec, findings);
  EXPECT_EQ(
      findings.text(),
      "f.toml:1:11: values[0]: is not a single value (got a list of 1; allowed a number, a text in quotes, "
      "true "
      "or false).\n"
      "f.toml:1:16: values[1]: is not a single value (got a table; allowed a number, a text in quotes, true "
      "or "
      "false).\n"
      "f.toml:2:13: a: is not a value that can be set (got a date or time; allowed a number, a text in "
      "quotes, "
      "true, false or a list of these).\n"
      "f.toml:2:29: b: is not a value that can be set (got a list of 1; allowed a number, a text in quotes, "
      "true, false or a list of these).\n"
      "g.toml:1:10: values: has the wrong number of entries (got a list of 0; allowed a list of 1 or more "
      "values).\n"
      "g.toml:2:7: set: is not a table (got 3; allowed a table of keys and values).");
}

// A value that is read and set again is the same value; findings about it name the place where it was
// written.
TEST(Values, SetAKeyFromTheirPlace) {
  Findings findings;
  Document document = Document::from_text("mass = 10.0\n", "f.toml", findings);
  document.set(Assignment{"mass=2500.0", {"study.toml", 7, 3}}, findings);
  document.set(Assignment{"count=99", {"study.toml", 8, 3}}, findings);
  document.set(Assignment{"profile=\"x.csv\"", {"sub/study.toml", 9, 3}}, findings);
  document.set(Assignment{"wind=3", {"study.toml", 10, 3}}, findings);
  document.set(Assignment{"wind.speed=3", {"study.toml", 11, 3}}, findings);
  Spec spec;
  document.fill(spec, findings);
  EXPECT_EQ(spec.mass, 2500);
  EXPECT_EQ(spec.profile.value, "sub/x.csv");
  EXPECT_EQ(findings.text(),
            "study.toml:8:3: count: is out of range (got 99; allowed a whole number from 1 to 9).\n"
            "study.toml:10:3: wind: is not a table (got 3; allowed a table).\n"
            "study.toml:11:3: wind: is not a table (got wind.speed).");
}

TEST(Document, KnowsWhereAKeyWasGiven) {
  Findings findings;
  const Document document = Document::from_text("a = 1\n[b]\n  c = { d = 2 }\n", "file.toml", findings);
  const auto place = [&](const char* key) {
    const SourceLocation where = document.where(key);
    return where.file + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  };
  EXPECT_EQ(place("a"), "file.toml:1:5");
  EXPECT_EQ(place("b.c.d"), "file.toml:3:13");
  EXPECT_EQ(place("b.e"), "file.toml:0:0");
  EXPECT_EQ(place("a.b"), "file.toml:0:0");
}

}  // namespace
}  // namespace flangeway::document
