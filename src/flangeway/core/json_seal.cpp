#include "flangeway/core/json_seal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "flangeway/core/sha256.hpp"

namespace flangeway {
namespace {

constexpr std::string_view seal_begin = "\n  \"seal\": {";
constexpr std::string_view blanks = " \t\r\n";
constexpr const char* hash_name = "sha256";

std::string plain(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(),
      [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }, '_');
  return result;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t last = text.find_last_not_of(blanks);
  return last == std::string_view::npos ? std::string_view{} : text.substr(0, last + 1);
}

// `"name": "value"` at the beginning of `rest`, which is shortened by it.
std::optional<std::pair<std::string, std::string>> next_fact(std::string_view& rest) {
  constexpr std::string_view between = "\": \"";
  if (!rest.starts_with('"')) return std::nullopt;
  const std::size_t middle = rest.find(between), end = rest.find('"', middle + between.size());
  if (middle == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
  const std::size_t value = middle + between.size();
  std::pair<std::string, std::string> fact(rest.substr(1, middle - 1), rest.substr(value, end - value));
  rest.remove_prefix(end + 1);
  if (rest.starts_with(", ")) rest.remove_prefix(2);
  return fact;
}

}  // namespace

std::string seal_json(std::string_view object, const SealFacts& facts) {
  const std::string_view whole = without_blanks(object);
  if (!whole.ends_with('}')) return std::string(object);
  const std::string_view members = without_blanks(whole.substr(0, whole.size() - 1));
  std::string text(members);
  if (!members.ends_with('{')) text += ',';
  text += seal_begin;
  for (const auto& [name, value] : facts) text += fmt::format("\"{}\": \"{}\", ", plain(name), plain(value));
  const std::string hash = sha256(text);
  return text + fmt::format("\"{}\": \"{}\"}}\n}}\n", hash_name, hash);
}

SealedJson unseal_json(std::string_view text) {
  using Seal = SealedJson::Seal;
  SealedJson result{Seal::none, {}, std::string(text)};
  const std::size_t at = text.rfind(seal_begin);
  if (at == std::string_view::npos) return result;
  result.seal = Seal::wrong;
  std::string_view members = text.substr(0, at), rest = text.substr(at + seal_begin.size());
  if (members.ends_with(',')) members.remove_suffix(1);
  SealFacts facts;
  while (const auto fact = next_fact(rest)) facts.push_back(*fact);
  if (facts.empty() || facts.back().first != hash_name) return result;
  facts.pop_back();
  std::string object = std::string(members) + "\n}\n";
  // All bytes must be those that seal_json() writes for this object and these facts.
  if (seal_json(object, facts) != text) return result;
  return {Seal::right, std::move(facts), std::move(object)};
}

std::string SealedJson::fact(std::string_view name) const {
  const auto found =
      std::find_if(facts.begin(), facts.end(), [&](const auto& one) { return one.first == name; });
  return found == facts.end() ? "" : found->second;
}

}  // namespace flangeway
