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

/// Any number of threads may call get() at once: one of them builds a table, and the others wait for it.
/// Tables are kept as long as the object lives.
class PairTables {
 public:
  using Build = std::function<PairTable()>;
  /// The table of `key`, which must name everything that the table depends on. `build` is called for a new
  /// key.
  [[nodiscard]] PairTable get(const std::string& key, const Build& build);
  /// How many have been built.
  [[nodiscard]] std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_future<PairTable>> tables_;
};

}  // namespace flangeway::wheelrail
