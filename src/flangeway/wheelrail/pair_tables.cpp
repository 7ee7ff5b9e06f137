#include "flangeway/wheelrail/pair_tables.hpp"

#include <exception>

namespace flangeway::wheelrail {

PairTable PairTables::get(const std::string& key, const Build& build) {
  std::promise<PairTable> promise;
  std::shared_future<PairTable> table;
  bool mine = false;
  {
    const std::lock_guard lock(mutex_);
    const auto [place, fresh] = tables_.try_emplace(key);
    if (fresh) place->second = promise.get_future().share();
    table = place->second;
    mine = fresh;
  }
  if (mine) {
    try {
      promise.set_value(build());
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  }
  return table.get();
}

std::size_t PairTables::size() const {
  const std::lock_guard lock(mutex_);
  return tables_.size();
}

}  // namespace flangeway::wheelrail
