#include "flangeway/workbench/run_command.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "flangeway/core/shell_quoted.hpp"
#include "flangeway/core/utf8.hpp"

namespace flangeway::workbench {

namespace {

constexpr std::size_t max_words = 200, max_word_bytes = 4096;

void refuse_word(int status, const std::string& word, const char* problem, const char* remedy = "") {
  throw Refusal(status, "arguments", problem, word, remedy);
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Parts of a word that could be paths: "vehicle.file" and "a/b.toml" of "vehicle.file=a/b.toml".
std::vector<std::string> pieces_of(const std::string& word) {
  std::vector<std::string> pieces{""};
  for (const char c : word) {
    if (std::string_view("=,:;\"'[]{}() \t").find(c) != std::string_view::npos) {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

// Also of folders: no part may be a link.
bool leads_through_link(const Project& project, const std::string& path) {
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    struct stat status {};
    if (::fstatat(project.root(), path.substr(0, end).c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      return false;
    if (S_ISLNK(status.st_mode)) return true;
  }
  return false;
}

void check_piece(const Project& project, const std::string& word, const std::string& piece) {
  constexpr std::string_view pages = ".flangeway/pages/";
  if (piece.empty()) return;
  if (piece.front() == '/' || piece.front() == '~')
    refuse_word(403, word, "names a place outside the project", "Name files by their paths in the project");
  const std::string shown = piece.starts_with(pages) ? piece.substr(pages.size()) : piece;
  for (std::size_t from = 0; from <= shown.size();) {
    const std::size_t slash = std::min(shown.find('/', from), shown.size());
    const std::string part = shown.substr(from, slash - from);
    if (part == "..") refuse_word(403, word, "leads out of the project");
    if (part.size() > 1 && part.front() == '.' && std::isdigit(static_cast<unsigned char>(part[1])) == 0)
      refuse_word(403, word, "names a hidden file");
    from = slash + 1;
  }
  if (piece.front() != '-' && leads_through_link(project, piece))
    refuse_word(403, word, "leads through a link");
}

void check_word(const Project& project, const std::string& word) {
  if (word.size() > max_word_bytes) refuse_word(400, word.substr(0, 40), "is longer than 4096 bytes");
  if (first_not_utf8(word) != word.size()) refuse_word(400, "", "is not UTF-8");
  for (const char c : word)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\\')
      refuse_word(400, "", "has a control character or a backslash");
  for (const std::string& piece : pieces_of(word)) check_piece(project, word, piece);
}

// "cases/curve.toml" of `run cases/curve.toml --set speed=3`.
std::string first_file(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].starts_with('-')) {
      if (!is_one_of(words[i], {"--json", "--quiet", "--force", "--continue"})) ++i;  // its value
    } else {
      return words[i];
    }
  }
  return "";
}

}  // namespace

void check_command(const Project& project, const std::vector<std::string>& verbs,
                   const std::vector<std::string>& words) {
  if (words.empty() || words.size() > max_words) throw Refusal(400, "arguments", "are none or more than 200");
  const std::string& verb = words.front();
  if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end())
    throw Refusal(400, "verb", "is not known", verb);
  if (is_one_of(verb, {"serve", "new", "completion", "migrate"}))
    throw Refusal(400, "verb", "computes nothing", verb, "Use the command line");
  for (const std::string& word : words) check_word(project, word);
}

std::string command_text(const std::vector<std::string>& words) {
  std::string text = "flangeway";
  for (const std::string& word : words) {
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("_-./=+,:@%").find(c) != std::string_view::npos;
    });
    text += ' ' + (plain ? word : shell_quoted(word));
  }
  return text;
}

std::vector<std::string> named_outputs(const std::vector<std::string>& words) {
  std::vector<std::string> outputs;
  for (std::size_t i = 1; i + 1 < words.size(); ++i)
    if (is_one_of(words[i], {"-o", "--output", "--plot", "--csv", "--map", "--fatigue-map"}))
      outputs.push_back(words[i + 1]);
  return outputs;
}

std::vector<std::string> possible_outputs(const std::vector<std::string>& words) {
  std::vector<std::string> outputs = named_outputs(words);
  const std::filesystem::path file = first_file(words);
  if (file.empty()) return outputs;
  const std::string stem = file.stem().string(), beside = (file.parent_path() / stem).string();
  const bool records = is_one_of(words.front(), {"run", "cosim"});
  if (records) outputs.push_back(file.extension() == ".h5" ? file.string() : stem + ".h5");
  if (words.front() == "report") outputs.push_back(beside + ".html");
  if (words.front() == "view") outputs.insert(outputs.end(), {beside + ".view.html", stem + ".view.html"});
  if (is_one_of(words.front(), {"study", "optimise", "evolve"})) outputs.push_back(stem);
  return outputs;
}

std::vector<std::string> continuation(const std::vector<std::string>& words) {
  if (!is_one_of(words.front(), {"run", "cosim"})) return words;
  const bool again = std::find(words.begin(), words.end(), "--continue") != words.end();
  const std::vector<std::string> outputs = possible_outputs(words);
  if (again || outputs.empty()) return words;
  return {words.front(), "--continue", outputs.front()};
}

}  // namespace flangeway::workbench
