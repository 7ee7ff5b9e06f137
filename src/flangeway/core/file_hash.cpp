#include "flangeway/core/file_hash.hpp"

#include <array>
#include <fstream>
#include <iterator>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/utf8.hpp"

namespace flangeway {
namespace {

bool begins_as_other_encoding(std::istream& stream) {
  std::array<char, 4> head{};
  stream.read(head.data(), head.size());
  const std::string_view bytes(head.data(), static_cast<std::size_t>(stream.gcount()));
  stream.clear();
  stream.seekg(0);
  return is_utf16(bytes) || bytes.starts_with("\xEF\xBB\xBF");
}

}  // namespace

std::string file_hash(const std::filesystem::path& file, std::string_view text) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return sha256(text);
  std::ifstream stream(file, std::ios::binary);
  // Any other file is its own text.
  if (!stream || !begins_as_other_encoding(stream)) return sha256(text);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  return sha256(bytes != text && plain_utf8(bytes) == text ? std::string_view(bytes) : text);
}

bool is_hash_of(std::string_view hash, const std::string& bytes) {
  return sha256(bytes) == hash || sha256(plain_utf8(bytes)) == hash;
}

}  // namespace flangeway
