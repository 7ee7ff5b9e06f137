#include <fmt/format.h>

#include "flangeway/core/file_content.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/document/reader.hpp"
#include "flangeway/document/tree.hpp"

namespace flangeway::document {

namespace {

/// Far above any vehicle or track written by hand; long series belong into CSV files.
constexpr std::size_t largest_file = std::size_t{16} << 20;

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

struct Document::Tree {
  std::string file_name, text;
  Table root;
  bool broken = false;  ///< a finding has been made already: no further findings on its keys
};

Document::Document() : tree_(std::make_unique<Tree>()) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

Document Document::from_text(std::string_view text, std::string file_name, Findings& findings) {
  Document document;
  Tree& tree = *document.tree_;
  tree.file_name = std::move(file_name);
  tree.text = text;
  tree.broken = !parse_toml(tree.text, tree.file_name, tree.root, findings);
  return document;
}

Document Document::from_file(const std::filesystem::path& file, Findings& findings) {
  const std::optional<std::string> text = read_file(file, largest_file, findings, "a TOML file");
  const FileContent* other = text ? text_content(*text) : nullptr;
  if (text && other == nullptr && !is_blank(*text)) {
    Findings own;
    Document document = from_text(*text, file.string(), own);
    other = document.tree_->broken ? plain_content(*text) : nullptr;
    // Broken TOML has the line of its fault; in a table of numbers that line would not help.
    if (other == nullptr || other->reader != FileReader::table) {
      findings.append(own);
      return document;
    }
  }
  if (other != nullptr) {
    findings.add(wrong_content(file.string(), *other, "a TOML file"));
  } else if (text) {
    findings.add({{file.string()}, "", "is empty", "", "", ""});
  }
  Document document;
  document.tree_->file_name = file.string();
  document.tree_->broken = true;
  return document;
}

void Document::set(std::string_view assignment, Findings& findings) {
  set(Assignment{std::string(assignment)}, findings);
}

void Document::set(const Assignment& assignment, Findings& findings) {
  if (!tree_->broken) apply_assignment(tree_->root, assignment, findings);
}

void Document::fill_with(const std::function<void(Visitor&)>& describe_root, Findings& findings) const {
  if (tree_->broken) return;
  Reader reader(tree_->root, tree_->file_name, findings);
  describe_root(reader);
  reader.finish();
}

const std::string& Document::file_name() const {
  return tree_->file_name;
}
SourceLocation Document::where(std::string_view key_path) const {
  const Table* table = &tree_->root;
  while (table != nullptr) {
    const std::size_t end = key_path.find('.');
    const Node* node = table->find(key_path.substr(0, end));
    if (node == nullptr) break;
    if (end == std::string_view::npos) return node->where;
    table = std::get_if<Table>(&node->value);
    key_path.remove_prefix(end + 1);
  }
  return {tree_->file_name};
}

const std::string& Document::text() const {
  return tree_->text;
}

}  // namespace flangeway::document
