// flangeway explain: what a key of a file means.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/workbench/schema_json.hpp"
#include "key_reference.hpp"

namespace flangeway::app {
namespace {

constexpr const char* channels_name = "channels";

constexpr const char* keys_name = "keys";

// Lists that --words can print.
std::vector<std::string> word_names() {
  std::vector<std::string> names = workbench::file_kind_names();
  names.emplace_back(keys_name);
  return names;
}

// Pages that --page can print.
std::vector<std::string> page_names() {
  std::vector<std::string> names = workbench::file_kind_names();
  names.emplace_back(channels_name);
  return names;
}

struct Options {
  std::string page, words;
};

void refuse(const std::string& key, std::string problem, std::string advice) {
  Findings findings;
  findings.add({{"explain"}, key, std::move(problem), "", "", std::move(advice)});
  findings.throw_if_any();
}

void print(const Common& common, const std::vector<KeyMatch>& matches) {
  if (common.json) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const KeyMatch& m : matches) {
      json.push_back({{"file", m.kind->name},
                      {"key", m.key->key},
                      {"type", m.key->type},
                      {"unit", m.key->unit},
                      {"range", m.key->range},
                      {"default", m.key->default_value},
                      {"text", m.key->doc}});
      workbench::add_bounds(json.back(),
                            m.kind->bounds[static_cast<std::size_t>(m.key - m.kind->keys.data())]);
      if (!m.key->former.empty()) json.back()["former"] = m.key->former;
      for (const document::WordReference& word : m.key->words)
        json.back()["words"].push_back({{"name", word.name}, {"text", word.doc}, {"keys", word.keys}});
    }
    return print_json(json.dump(2));
  }
  for (const KeyMatch& match : matches) put_out("{}", entry_text(match));
}

// The first words of a file of the kind, or of every file.
std::vector<KeyMatch> top_keys(const std::vector<FileKind>& kinds, std::string_view name = {}) {
  std::vector<KeyMatch> matches;
  for (const FileKind& kind : kinds) {
    if (!name.empty() && kind.name != name) continue;
    for (const document::KeyReference& key : kind.keys)
      if (key.key.find('.') == std::string::npos) matches.push_back({&kind, &key});
  }
  return matches;
}

ExitCode explain(const Common& common, const Options& options) {
  const char* list = !options.page.empty() ? "--page" : !options.words.empty() ? "--words" : nullptr;
  if (list != nullptr && common.json)
    refuse("--json", fmt::format("is not used with {}", list), "Leave it out");
  if (list != nullptr && !common.files.empty())
    refuse(common.files.front(), fmt::format("is not used with {}", list), "Leave it out");
  if (options.page == channels_name) {
    put_out("{}", simulate::channels_page());
    return ExitCode::done;
  }
  const std::vector<FileKind> kinds = workbench::file_kinds();
  if (!options.page.empty()) {
    for (const FileKind& kind : kinds)
      if (kind.name == options.page) put_out("{}", markdown_page(kind));
    return ExitCode::done;
  }
  if (!options.words.empty()) {
    const bool all = options.words == keys_name;
    for (const std::string& word : all ? key_words(kinds) : set_words(kinds, options.words))
      put_out("{}\n", word);
    return ExitCode::done;
  }
  if (common.files.empty()) {
    print(common, top_keys(kinds));
    return ExitCode::done;
  }
  for (const std::string& asked : common.files) {
    std::vector<KeyMatch> matches = find_keys(kinds, asked);
    if (matches.empty()) matches = top_keys(kinds, asked);
    if (matches.empty()) {
      const std::string near = nearest_key(kinds, asked);
      refuse(asked, "is no key of any file",
             near.empty() ? "`flangeway explain` lists the keys" : "Use " + near);
    }
    print(common, matches);
  }
  return ExitCode::done;
}

}  // namespace

void add_explain(CommandLine& program, Common& common) {
  auto options = std::make_shared<Options>();
  program.add({.name = "explain",
               .summary = "Explains a key of a file: what it means, its unit, range and default",
               .files = "KEY",
               .files_text = "key such as contact.method, or a part of keys; all keys if not given",
               .example = "flangeway explain contact.method",
               .min_files = 0,
               .sets = false,
               .options = {{.name = "--page",
                            .target = &options->page,
                            .text = "print all keys of a kind of file, or all channels, as a page (Markdown)",
                            .choices = page_names()},
                           {.name = "--words",
                            .target = &options->words,
                            .text = "print what --set takes with a kind of file, or all keys, a word a line: "
                                    "for the completion of shells",
                            .choices = word_names(),
                            .not_with = {"--page"}}},
               .action = [&common, options] { return explain(common, *options); }});
}

}  // namespace flangeway::app
