#include "flangeway/track/line_index.hpp"

#include <algorithm>

#include "flangeway/document/file.hpp"

namespace flangeway::track {

LineIndex::LineIndex(std::string_view text, const std::string& file) : text_(text), file_(file) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') lines_.push_back(i + 1);
}

SourceLocation LineIndex::place(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset);
  const auto before = static_cast<int>(next - lines_.begin());
  const std::size_t start = before == 0 ? 0 : *(next - 1);
  SourceLocation where = document::locate(text_.substr(start), offset - start, file_);
  where.line += before;
  return where;
}

}  // namespace flangeway::track
