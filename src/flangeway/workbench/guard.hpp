// Who may ask: only those who know the token, from this machine, and no page of another server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flangeway::workbench {

/// Headers of a request as far as they decide; each may occur several times.
struct RequestHeaders {
  std::vector<std::string> host, origin, authorization, cookie;
};

class Guard {
 public:
  /// A new token of 256 random bits.
  explicit Guard(int port);
  [[nodiscard]] const std::string& token() const { return token_; }
  /// "flangeway_8080"
  [[nodiscard]] const std::string& cookie_name() const { return cookie_name_; }
  /// The Host is one of this machine, and an Origin is the same.
  [[nodiscard]] static bool is_from_here(const RequestHeaders& headers);
  /// Cookie or Authorization has the token.
  [[nodiscard]] bool knows_token(const RequestHeaders& headers) const;
  /// Takes the same time wherever the texts differ.
  [[nodiscard]] bool is_token(std::string_view text) const;

 private:
  std::string token_, cookie_name_;
};

}  // namespace flangeway::workbench
