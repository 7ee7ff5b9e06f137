#include "flangeway/document/edit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "flangeway/document/findings_json.hpp"
#include "flangeway/document/outline.hpp"
#include "flangeway/document/read.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::document {
namespace {

constexpr const char* vehicle_text =
    "# A wagon.\n"
    "name = \"wagon\"   # as painted on it\n"
    "\n"
    "[[bodies]]\n"
    "name = 'frame'\n"
    "mass  =  1000.0\t# kg\n"
    "position = [0.0, 0.5,\n"
    "  0.9]  # m\n"
    "\n"
    "# The second body.\n"
    "[[bodies]]\n"
    "name = \"box\"\n"
    "inertia = { xx = 1.0, yy = 2.0 }\n"
    "\n"
    "[contact]\n"
    "kec.points = 5\n"
    "  method = \"kec\"\n";

std::string edit(std::string_view text, const std::string& key, const std::optional<std::string>& value) {
  Findings findings;
  const auto out = edited(text, key, value, findings);
  EXPECT_EQ(findings.text(), "");
  return out.value_or("");
}

// The text with one occurrence of `old` replaced.
std::string with(std::string text, const std::string& old, const std::string& now) {
  const std::size_t offset = text.find(old);
  EXPECT_NE(offset, std::string::npos) << old;
  return text.replace(offset, old.size(), now);
}

TEST(Edit, ChangesOnlyTheBytesOfTheValue) {
  const std::string text = vehicle_text;
  EXPECT_EQ(edit(text, "name", "\"train\""), with(text, "\"wagon\"", "\"train\""));
  EXPECT_EQ(edit(text, "bodies[0].mass", "7"), with(text, "1000.0", "7"));
  EXPECT_EQ(edit(text, "bodies[0].position[2]", "1.5"), with(text, "0.9]", "1.5]"));
  EXPECT_EQ(edit(text, "bodies[0].position", "[1.0]"), with(text, "[0.0, 0.5,\n  0.9]", "[1.0]"));
  EXPECT_EQ(edit(text, "bodies[1].inertia.yy", "3"), with(text, "yy = 2.0", "yy = 3"));
  EXPECT_EQ(edit(text, "contact.kec.points", "9"), with(text, "points = 5", "points = 9"));
}

TEST(Edit, AddsAKeyToItsTable) {
  const std::string text = vehicle_text;
  EXPECT_EQ(edit(text, "speed", "20.0"), with(text, "it\n", "it\nspeed = 20.0\n"));
  EXPECT_EQ(edit(text, "bodies[0].colour", "\"red\""), with(text, "# m\n", "# m\ncolour = \"red\"\n"));
  EXPECT_EQ(edit(text, "bodies[1].inertia.zz", "1"), with(text, "2.0 }", "2.0, zz = 1 }"));
  EXPECT_EQ(edit(text, "contact.friction", "0.3"), text.substr(0, text.size() - 1) + "\n  friction = 0.3\n");
  EXPECT_EQ(edit(text, "contact.kec.conicity", "0.1"), with(text, "= 5\n", "= 5\nkec.conicity = 0.1\n"));
  EXPECT_EQ(edit("", "speed", "1"), "speed = 1\n");
  EXPECT_EQ(edit("# only a comment", "speed", "1"), "# only a comment\nspeed = 1\n");
}

TEST(Edit, AddsATableAndAnEntryOfAList) {
  const std::string text = vehicle_text;
  EXPECT_EQ(edit(text, "output.interval", "0.01"), text + "\n[output]\ninterval = 0.01\n");
  EXPECT_EQ(edit(text, "bodies[2]", "{ name = \"third\", mass = 5 }"),
            with(text, "[contact]", "[[bodies]]\nname = \"third\"\nmass = 5\n\n[contact]"));
  EXPECT_EQ(edit("a = [1]\n", "a[1]", "2"), "a = [1, 2]\n");
}

TEST(Edit, RemovesAKeyATableOrAnEntry) {
  const std::string text = vehicle_text;
  EXPECT_EQ(edit(text, "bodies[0].mass", {}), with(text, "mass  =  1000.0\t# kg\n", ""));
  EXPECT_EQ(edit(text, "bodies[1].inertia.xx", {}), with(text, "xx = 1.0, ", ""));
  EXPECT_EQ(edit(text, "bodies[1].inertia.yy", {}), with(text, ", yy = 2.0", ""));
  EXPECT_EQ(edit(text, "contact", {}), text.substr(0, text.find("[contact]")));
  const std::size_t second = text.find("# The second"), after = text.find("[contact]");
  EXPECT_EQ(edit(text, "bodies[1]", {}), text.substr(0, second) + text.substr(after));
}

TEST(Edit, KeepsLineEndsOfOtherSystems) {
  EXPECT_EQ(edit("a = 1\r\nb = 2\r\n", "c", "3"), "a = 1\r\nb = 2\r\nc = 3\r\n");
  EXPECT_EQ(edit("a = 1 \r\nb = 2\r\n", "a", "3"), "a = 3 \r\nb = 2\r\n");
}

std::string refusal(std::string_view text, const std::string& key, const std::optional<std::string>& value) {
  Findings findings;
  EXPECT_FALSE(edited(text, key, value, findings).has_value());
  return findings.text();
}

TEST(Edit, RefusesWhatCannotStandThere) {
  const std::string text = vehicle_text;
  EXPECT_EQ(refusal(text, "name", "1\nb = 2"),
            "name: cannot have this value (got 1\nb = 2; allowed one value in TOML syntax).");
  EXPECT_EQ(refusal(text, "name", "1 # x"),
            "name: cannot have this value (got 1 # x; allowed one value in TOML syntax).");
  EXPECT_EQ(refusal(text, "bodies", "1"), "bodies: is a table: name a key in it.");
  EXPECT_EQ(refusal(text, "bodies[7]", "{ a = 1 }"), "bodies[7]: is not the next entry of its list.");
  EXPECT_EQ(refusal(text, "bodies[99999999999999999999999]", "{ a = 1 }"),
            "bodies[99999999999999999999999]: is not the next entry of its list.");
  EXPECT_EQ(refusal(text, "speed", {}), "speed: is not in the file.");
  for (const char* key : {"", ".", "a.", "a..b", "a[", "a[]", "a]b", "a b", "[0]", "a[0]b", "a\n"})
    EXPECT_THAT(refusal(text, key, "1"), testing::HasSubstr("is no key")) << key;
  EXPECT_THAT(refusal("a = ", "a", "1"), testing::StartsWith("the text:1:"));
  EXPECT_THAT(refusal("name = 1\n", "name.a", "1"), testing::Not(testing::IsEmpty()));
}

// Values of shipped files, one after the other: everything before and behind the value stays byte by byte.
TEST(Edit, LeavesAllElseInShippedFiles) {
  std::mt19937 random(41);
  for (const char* file : {"vehicles/manchester.toml", "vehicles/metro_coach.toml",
                           "tracks/high_speed_r3000.toml", "cases/low_floor_tram_r25.toml"}) {
    const std::string text = test::read_file(std::string(FLANGEWAY_SOURCE_DIR) + "/models/" + file);
    std::vector<std::string> keys;
    for (const char* key : {"name", "bodies[1].mass", "bushings[0].copies[1].shift", "wheelsets[3].x",
                            "speed", "segments[1].length", "irregularities.spectrum.seed",
                            "rails.inclination", "contact.friction.coefficient", "control.guidance[0].limit"})
      keys.emplace_back(key);
    for (const std::string& key : keys) {
      Findings ignored;
      const std::string number = std::to_string(random() % 1000);
      if (!edited(text, key, {}, ignored)) continue;  // not in this file
      const std::string now = edit(text, key, number);
      std::size_t front = 0, back = 0;
      while (front < std::min(now.size(), text.size()) && now[front] == text[front]) ++front;
      while (back < std::min(now.size(), text.size()) - front &&
             now[now.size() - 1 - back] == text[text.size() - 1 - back])
        ++back;
      EXPECT_THAT(number, testing::HasSubstr(now.substr(front, now.size() - front - back)))
          << file << " " << key;
      EXPECT_EQ(edit(now, key, number), now);
    }
  }
}

TEST(Outline, HasTablesWithTheirNames) {
  const std::vector<OutlineNode> nodes = outline(vehicle_text).children;
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[0].key, "bodies");
  EXPECT_EQ(nodes[0].kind, "list");
  ASSERT_EQ(nodes[0].children.size(), 2u);
  EXPECT_EQ(nodes[0].children[0].name, "frame");
  EXPECT_EQ(nodes[0].children[1].key, "bodies[1]");
  EXPECT_EQ(nodes[0].children[1].line, 11);
  EXPECT_EQ(nodes[0].children[1].children.front().key, "bodies[1].inertia");
  EXPECT_EQ(nodes[1].key, "contact");
  EXPECT_EQ(title_of(vehicle_text), "wagon");
}

std::string values_of(const OutlineNode& node) {
  std::string all;
  for (const OutlineValue& value : node.values)
    all += std::to_string(value.line) + " " + value.key + " = " + value.text + "; ";
  return all;
}

TEST(Outline, HasValuesAsTheFileHasThem) {
  const OutlineNode root = outline(vehicle_text);
  EXPECT_EQ(values_of(root), "2 name = \"wagon\"; ");
  const OutlineNode& bodies = root.children[0];
  EXPECT_EQ(values_of(bodies), "");
  EXPECT_EQ(values_of(bodies.children[0]),
            "5 bodies[0].name = 'frame'; 6 bodies[0].mass = 1000.0; "
            "7 bodies[0].position = [0.0, 0.5,\n  0.9]; ");
  EXPECT_EQ(values_of(bodies.children[1]), "12 bodies[1].name = \"box\"; ");
  EXPECT_EQ(values_of(bodies.children[1].children[0]),
            "13 bodies[1].inertia.xx = 1.0; 13 bodies[1].inertia.yy = 2.0; ");
  EXPECT_EQ(values_of(root.children[1]), "17 contact.method = \"kec\"; ");
  EXPECT_EQ(values_of(root.children[1].children[0]), "16 contact.kec.points = 5; ");
}

TEST(Outline, HasTablesInListsAsChildren) {
  const OutlineNode root = outline("points = [{ x = 1 }, { x = 2 }]\nlengths = [1, 2]\n");
  EXPECT_EQ(values_of(root), "2 lengths = [1, 2]; ");
  ASSERT_EQ(root.children.size(), 1u);
  EXPECT_EQ(values_of(root.children[0].children[1]), "1 points[1].x = 2; ");
}

// Texts that are no TOML end the walk: nesting is bounded, and nothing is read behind the end.
TEST(Outline, EndsInTextsThatAreNoToml) {
  std::mt19937 random(7);
  const std::string letters = "[]{}=\"'.,#\n ab1\\";
  for (int trial = 0; trial < 3000; ++trial) {
    std::string text;
    for (std::size_t i = random() % 60; i > 0; --i) text += letters[random() % letters.size()];
    (void)title_of(text);
    (void)outline(text);
  }
  (void)title_of("a = " + std::string(1 << 20, '['));
  (void)title_of(std::string(1 << 20, '['));
}

TEST(FindingsJson, HasAllPartsAndSurvivesOtherBytes) {
  Findings findings;
  findings.add({{"b.toml", 2, 3}, "speed", "is negative", "-1", "a number > 0", "Give a speed"});
  findings.add({{"a.toml", 9, 1}, "", "is \xff wrong", "", "", ""});
  const std::string json = findings_json(findings);
  EXPECT_LT(json.find("a.toml"), json.find("b.toml"));
  EXPECT_THAT(json, testing::HasSubstr("\"problem\": \"is \xEF\xBF\xBD wrong\""));
  for (const char* part :
       {"\"severity\": \"error\"", "\"line\": 2", "\"column\": 3", "\"key\": \"speed\"", "\"value\": \"-1\"",
        "\"allowed\": \"a number > 0\"", "\"remedy\": \"Give a speed\"",
        "\"text\": \"b.toml:2:3: speed: is negative (got -1; allowed a number > 0). Give a speed.\""})
    EXPECT_THAT(json, testing::HasSubstr(part));
}

}  // namespace
}  // namespace flangeway::document
