// Tables of contact that several models share: many runs with the same profiles build them once.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "flangeway/wheelrail/model.hpp"

namespace flangeway::wheelrail {

/// A pair, or why there is none.
struct PairTable {
  std::shared_ptr<const Pair> pair;
  std::string failure;
};

/// Any number of threads may ask at once; one of them builds, the others wait for it. Keeps what it has built
/// for as long as it lives.
class PairTables {
 public:
  using Build = std::function<PairTable()>;
  /// The table of `key`, which must name everything that goes into it; `build` is called if it is new.
  [[nodiscard]] PairTable get(const std::string& key, const Build& build);
  /// How many have been built.
  [[nodiscard]] std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_future<PairTable>> tables_;
};

}  // namespace flangeway::wheelrail
