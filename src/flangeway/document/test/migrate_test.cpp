#include "flangeway/document/migrate.hpp"

#include <gtest/gtest.h>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::document {
namespace {

KeyHistory case_history() {
  return {.keys = {{"contact.online", "contact.elastic"},
                   {"contact.elastic.longest_step", "contact.elastic.max_step"},
                   {"series", "dampers"},
                   {"segments[].form", "segments[].kind"}},
          .words = {{"segments[].kind", "spiral", "transition", "", ""},
                    {"contact.method", "strip", "elastic", "patch", "strip"}},
          .settings = {},
          .key_texts = {},
          .top = {}};
}

std::string rewritten(const std::string& text, const KeyHistory& history = case_history()) {
  Findings findings;
  const std::string now = migrated(text, history).text;
  (void)Document::from_text(now, "now.toml", findings);
  EXPECT_EQ(findings.text(), "") << now;
  return now;
}

TEST(Migrate, LeavesEveryByteOfAFileThatIsUpToDate) {
  const std::string text =
      "\xEF\xBB\xBF# online = 1, form = 'spiral'\r\nname = \"online = [1] # é\"\r\n\r\n[ contact ]\r\n"
      "  elastic = { max_step = 1e-4 } # longest_step\r\ntext = \"\"\"\nonline = 2 \\\"\"\" form\"\"\"\"\n"
      "raw = '''\n[contact.online]'''\nlist = [ [1, 2], # series\n  \"[online]\", 1979-05-27T07:32:00Z ]\n"
      "[[segments]]\nkind = 'curve'";
  const Migrated result = migrated(text, case_history());
  EXPECT_EQ(result.text, text);
  EXPECT_TRUE(result.changes.empty());
}

TEST(Migrate, KeepsCommentsAndLayout) {
  EXPECT_EQ(rewritten("[contact.online]  # a\n  longest_step   = 1e-4 # online\n\n\n[[series]]\r\nx = 1\n"),
            "[contact.elastic]  # a\n  max_step   = 1e-4 # online\n\n\n[[dampers]]\r\nx = 1\n");
}

TEST(Migrate, FindsKeysHoweverTheyAreWritten) {
  EXPECT_EQ(rewritten("contact.online.longest_step = 1"), "contact.elastic.max_step = 1");
  EXPECT_EQ(rewritten("contact . \"online\" . 'longest_step' = 1"), "contact . elastic . max_step = 1");
  EXPECT_EQ(rewritten("contact = { online = { longest_step = 1 }, x = [1] }"),
            "contact = { elastic = { max_step = 1 }, x = [1] }");
  EXPECT_EQ(rewritten("contact.online.a = 1\ncontact.online.b = 2\n"),
            "contact.elastic.a = 1\ncontact.elastic.b = 2\n");
  EXPECT_EQ(rewritten("segments = [{ form = 'curve' },\n  { form = 'spiral' }] # form"),
            "segments = [{ kind = 'curve' },\n  { kind = 'transition' }] # form");
  EXPECT_EQ(
      rewritten("[[segments]]\nform = \"spiral\"\n[segments.shape]\nform = 1\n[[segments]]\nform = 'x'"),
      "[[segments]]\nkind = \"transition\"\n[segments.shape]\nform = 1\n[[segments]]\nkind = 'x'");
}

TEST(Migrate, LeavesTheSameNameElsewhereAlone) {
  const std::string text = "online = 1\nform = 2\nname = 'spiral'\n[wind]\nlongest_step = 3\nseries = 4\n";
  EXPECT_EQ(rewritten(text), text);
}

TEST(Migrate, PutsTheSecondHalfOfAWordNextToIt) {
  EXPECT_EQ(rewritten("[contact]\n  method = \"strip\" # fast\nx = 1\n"),
            "[contact]\n  method = \"elastic\" # fast\n  patch = \"strip\"\nx = 1\n");
  EXPECT_EQ(rewritten("contact.method = 'strip'"), "contact.method = 'elastic'\ncontact.patch = \"strip\"");
  EXPECT_EQ(rewritten("contact = { method = \"strip\", x = 1 }\r\n"),
            "contact = { method = \"elastic\", patch = \"strip\", x = 1 }\r\n");
  EXPECT_EQ(rewritten("[contact]\r\nmethod = \"strip\"\r\nx = 1\r\n"),
            "[contact]\r\nmethod = \"elastic\"\r\npatch = \"strip\"\r\nx = 1\r\n");
}

TEST(Migrate, NamesEachChangeWithItsLine) {
  const Migrated result =
      migrated("\n[contact.online]\nlongest_step = 1\n[[segments]]\nkind = 'spiral'", case_history());
  ASSERT_EQ(result.changes.size(), 3u);
  EXPECT_EQ(result.changes[0].line, 2);
  EXPECT_EQ(result.changes[0].former, "contact.online");
  EXPECT_EQ(result.changes[0].now, "contact.elastic");
  EXPECT_EQ(result.changes[1].line, 3);
  EXPECT_EQ(result.changes[1].now, "contact.elastic.max_step");
  EXPECT_EQ(result.changes[2].line, 5);
  EXPECT_EQ(result.changes[2].former, "segments[].kind = \"spiral\"");
  EXPECT_EQ(result.changes[2].now, "segments[].kind = \"transition\"");
}

TEST(Migrate, KnowsTheKeysOfOtherFilesInSettings) {
  KeyHistory study{
      .keys = {}, .words = {}, .settings = {"set", "choices[].set"}, .key_texts = {"axes[].key"}, .top = {}};
  add_settings_of(case_history(), "", study);
  add_settings_of(
      {.keys = {{"rails.old", "rails.gauge"}}, .words = {}, .settings = {}, .key_texts = {}, .top = {}},
      "track.", study);
  EXPECT_EQ(
      rewritten("set = { contact.online.longest_step = 1, \"track.rails.old\" = 2 }\n"
                "choices = [{ name = 'online', set = { contact = { method = \"strip\" } } }]\n"
                "[[axes]]\nkey = \"contact.online.longest_step\"\n[[axes]]\nkey = 'segments[2].form'\n",
                study),
      "set = { contact.elastic.max_step = 1, \"track.rails.gauge\" = 2 }\n"
      "choices = [{ name = 'online', set = { contact = { method = \"elastic\", patch = \"strip\" } } }]\n"
      "[[axes]]\nkey = \"contact.elastic.max_step\"\n[[axes]]\nkey = 'segments[2].kind'\n");
}

TEST(Migrate, EndsOnTextThatIsNoToml) {
  for (const char* text :
       {"[", "[[a", "a = ", "a = [1, {", "a = \"", "a = '''", "= = =", "a.b.", "{}", "a = ]\nb = }"})
    EXPECT_EQ(migrated(text, case_history()).text, text);
}

// In a time that grows with the length: with its square they would take minutes.
TEST(Migrate, ReadsFilesOfManyKeys) {
  constexpr int many = 200'000;
  std::string keys, segments;
  for (int i = 0; i < many; ++i) {
    keys += "key" + std::to_string(i) + " = 1\n";
    segments += "[[segments]]\nform = 1\n";
  }
  EXPECT_EQ(top_keys(keys).size(), std::size_t{many});
  const Migrated result = migrated(segments, case_history());
  ASSERT_EQ(result.changes.size(), std::size_t{many});
  EXPECT_EQ(result.changes.back().line, 2 * many);
}

TEST(Migrate, FindsTheKeysOutsideOfTables) {
  EXPECT_EQ(top_keys("a.b = 1\na.c = { d = 2 }\n[e.f]\ng = 3\n[[h]]\n"),
            (std::vector<std::string>{"a", "e", "h"}));
}

}  // namespace
}  // namespace flangeway::document
