#include "flangeway/cosim/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace flangeway::cosim {
namespace {

constexpr std::array<char, 8> magic{'f', 'l', 'a', 'n', 'g', 'c', 'o', 's'};

// Plain numbers of a header that may be anything.
struct Head {
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::uint64_t file_size = 0, request_bytes = 0, reply_bytes = 0;
  std::array<char, 72> identity{};
};

template <typename T>
void read(const std::byte* head, std::size_t size, std::size_t offset, T& value) {
  if (offset + sizeof(T) <= size) std::memcpy(&value, head + offset, sizeof(T));
}

Head read_head(const std::byte* head, std::size_t size) {
  Head result;
  read(head, size, offsetof(Header, magic), result.magic);
  read(head, size, offsetof(Header, version), result.version);
  read(head, size, offsetof(Header, file_size), result.file_size);
  read(head, size, offsetof(Header, request_bytes), result.request_bytes);
  read(head, size, offsetof(Header, reply_bytes), result.reply_bytes);
  read(head, size, offsetof(Header, identity), result.identity);
  return result;
}

std::array<char, 72> padded(const std::string& identity) {
  std::array<char, 72> result{};
  std::copy_n(identity.begin(), std::min(identity.size(), result.size() - 1), result.begin());
  return result;
}

}  // namespace

std::size_t file_size(const Agreement& agreement) {
  return sizeof(Header) + 2 * sizeof(std::uint64_t) + agreement.request_bytes + agreement.reply_bytes;
}

void fill_header(const Agreement& agreement, Header& header) {
  header.magic = magic;
  header.version = exchange_version;
  header.file_size = file_size(agreement);
  header.request_bytes = agreement.request_bytes;
  header.reply_bytes = agreement.reply_bytes;
  header.identity = padded(agreement.identity);
}

HeaderFault find_fault(const std::byte* head, std::size_t size, const Agreement& agreement) {
  const Head h = read_head(head, size);
  if (size < magic.size() + sizeof h.version) return HeaderFault::truncated;
  if (h.magic != magic) return HeaderFault::foreign;
  if (h.version != exchange_version) return HeaderFault::version;
  if (size < sizeof(Header) || size < h.file_size) return HeaderFault::truncated;
  if (size > h.file_size) return HeaderFault::too_large;
  // Another case has other messages as a rule; the relevant information for the user is that it is another
  // case.
  if (h.identity != padded(agreement.identity)) return HeaderFault::identity;
  const bool same = h.request_bytes == agreement.request_bytes && h.reply_bytes == agreement.reply_bytes;
  return same && h.file_size == file_size(agreement) ? HeaderFault::none : HeaderFault::messages;
}

Finding describe_fault(HeaderFault fault, const std::byte* head, std::size_t size, const Agreement& agreement,
                       const std::string& file) {
  const Head h = read_head(head, size);
  const char* const remove = "If no run uses it, remove it";
  const SourceLocation where{file, 0, 0};
  const auto bytes = [](std::uint64_t n) { return fmt::format("{} bytes", n); };
  switch (fault) {
    case HeaderFault::foreign:
      return {where, "", "is not an exchange of flangeway cosim", "", "", remove};
    case HeaderFault::version:
      return {where,
              "",
              "was written by another version of the exchange",
              fmt::format("{}", h.version),
              fmt::format("{}", exchange_version),
              "Start both sides from the same program, or remove the file"};
    case HeaderFault::truncated:
      return {
          where, "", "is truncated", bytes(size), bytes(std::max<std::uint64_t>(h.file_size, sizeof(Header))),
          remove};
    case HeaderFault::too_large:
      return {where, "", "is too large", bytes(size), bytes(h.file_size), remove};
    case HeaderFault::identity:
      return {where, "", "belongs to a run of another case",
              "",    "", "Give both sides the same case file and the same --set"};
    case HeaderFault::messages:
      return {where,
              "",
              "has messages of another size",
              bytes(h.file_size),
              bytes(file_size(agreement)),
              "Start both sides from the same program"};
    case HeaderFault::none:
      break;
  }
  return {};
}

}  // namespace flangeway::cosim
