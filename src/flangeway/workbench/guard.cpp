#include "flangeway/workbench/guard.hpp"

#include <algorithm>

#include "flangeway/workbench/safe_path.hpp"

namespace flangeway::workbench {

namespace {

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_this_machine(std::string_view host) {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (host == name) return true;
    if (host.starts_with(name) && host[name.size()] == ':' && is_port(host.substr(name.size() + 1)))
      return true;
  }
  return false;
}

// Value of a cookie of this name; there may be others.
std::vector<std::string_view> cookies_of(std::string_view header, std::string_view name) {
  std::vector<std::string_view> values;
  for (std::size_t from = 0; from < header.size();) {
    const std::size_t end = std::min(header.find(';', from), header.size());
    std::string_view pair = header.substr(from, end - from);
    while (!pair.empty() && pair.front() == ' ') pair.remove_prefix(1);
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      values.push_back(pair.substr(name.size() + 1));
    from = end + 1;
  }
  return values;
}

}  // namespace

Guard::Guard(int port) : token_(random_name(32)), cookie_name_("flangeway_" + std::to_string(port)) {}

bool Guard::is_token(std::string_view text) const {
  unsigned difference = text.size() == token_.size() ? 0 : 1;
  for (std::size_t i = 0; i < token_.size(); ++i) {
    const char other = text.empty() ? '\0' : text[i % text.size()];
    difference |= static_cast<unsigned char>(token_[i]) ^ static_cast<unsigned char>(other);
  }
  return difference == 0;
}

bool Guard::is_from_here(const RequestHeaders& headers) {
  if (headers.host.size() != 1 || !is_this_machine(headers.host.front())) return false;
  if (headers.origin.empty()) return true;
  return headers.origin.size() == 1 && headers.origin.front() == "http://" + headers.host.front();
}

bool Guard::knows_token(const RequestHeaders& headers) const {
  constexpr std::string_view bearer = "Bearer ";
  for (const std::string& text : headers.authorization)
    if (text.starts_with(bearer) && is_token(std::string_view(text).substr(bearer.size()))) return true;
  for (const std::string& header : headers.cookie)
    for (const std::string_view value : cookies_of(header, cookie_name_))
      if (is_token(value)) return true;
  return false;
}

}  // namespace flangeway::workbench
