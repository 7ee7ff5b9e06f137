#include "flangeway/workbench/workbench.hpp"

#include <chrono>
#include <utility>

#include "flangeway/core/sha256.hpp"

namespace flangeway::workbench {

namespace {

std::vector<std::string> names_of(const std::vector<VerbFacts>& verbs) {
  std::vector<std::string> names;
  for (const VerbFacts& verb : verbs) names.push_back(verb.name);
  return names;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// A version that is a hash of the content.
bool is_hash(const std::string& version) {
  return version.size() == 64;
}

}  // namespace

Workbench::Workbench(const std::filesystem::path& folder, std::vector<VerbFacts> all_verbs,
                     const std::string& program)
    : project(folder),
      tree(project),
      results(project),
      verbs(std::move(all_verbs)),
      runs(project, events, program, names_of(verbs)) {
  try {
    versions_ = current_versions();
  } catch (const Refusal&) {  // too many files, which each request for the tree says
  }
}

std::map<std::string, std::string> Workbench::current_versions() {
  std::map<std::string, std::string> versions;
  for (const TreeEntry& entry : tree.list()) versions.emplace(entry.path, entry.kind + entry.version);
  return versions;
}

bool Workbench::is_watched() const {
  constexpr std::int64_t patience = 60;  // s
  return events.has_listeners() || seconds_now() - watched_ < patience;
}

void Workbench::note_watcher() {
  watched_ = seconds_now();
}

void Workbench::look_for_stale_results() {
  const std::vector<TreeEntry> entries = tree.list();
  std::map<std::string, std::string> hashes;
  std::string all;
  for (const TreeEntry& entry : entries) {
    if (!is_hash(entry.version)) continue;
    hashes.emplace(entry.path, entry.version);
    all += entry.path + '\0' + entry.version + '\0';
  }
  const std::string inputs = sha256(all);
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  Json paths = Json::array();
  for (const TreeEntry& entry : entries) {
    if (entry.kind != "result") continue;
    {
      const std::scoped_lock lock(stale_mutex_);
      const auto known = stale_.find(entry.path);
      if (known != stale_.end() && known->second.stamp == entry.stamp && known->second.inputs == inputs)
        continue;
    }
    if (std::chrono::steady_clock::now() > until) break;
    Json list;
    try {
      list = results.stale_inputs(entry.path, [&](const std::string& path) {
        const auto hash = hashes.find(path);
        return hash == hashes.end() ? "" : hash->second;
      });
    } catch (const Refusal&) {  // it has gone
      continue;
    }
    const std::scoped_lock lock(stale_mutex_);
    Staleness& now = stale_[entry.path];
    if (now.list != list) paths.push_back(entry.path);
    now = {entry.stamp, inputs, std::move(list)};
  }
  if (!paths.empty()) events.send("project", {{"paths", paths}});
}

Json Workbench::stale(const TreeEntry& entry) const {
  if (entry.kind != "result") return Json::array();
  const std::scoped_lock lock(stale_mutex_);
  const auto known = stale_.find(entry.path);
  return known != stale_.end() && known->second.stamp == entry.stamp ? known->second.list : Json();
}

void Workbench::look_for_changes() {
  std::map<std::string, std::string> now = current_versions();
  Json paths = Json::array();
  for (const auto& [path, version] : now) {
    const auto before = versions_.find(path);
    if (before == versions_.end() || before->second != version) paths.push_back(path);
  }
  for (const auto& [path, version] : versions_)
    if (!now.contains(path)) paths.push_back(path);
  versions_ = std::move(now);
  if (!paths.empty()) events.send("project", {{"paths", paths}});
}

}  // namespace flangeway::workbench
