#include "flangeway/contact_case/coefficient_cache.hpp"

#include <algorithm>
#include <filesystem>

#include "flangeway/document/file.hpp"

namespace flangeway::contact_case {
namespace {

constexpr std::size_t max_coefficient_size = std::size_t{1} << 31;

}  // namespace

std::shared_ptr<const deck::Coefficients> CoefficientCache::get(const std::string& file,
                                                                const std::string& deck_file,
                                                                Findings& findings) {
  const std::lock_guard lock(mutex_);
  const auto [found, fresh] = slots_.try_emplace(file);
  Slot& slot = found->second;
  if (fresh) {
    std::string name = file;
    std::replace(name.begin(), name.end(), '\\', '/');
    const std::filesystem::path path = std::filesystem::path(deck_file).parent_path() / name;
    if (const auto text = document::read_file(path, max_coefficient_size, slot.findings))
      if (auto read = deck::read_coefficients(*text, path.string(), slot.findings))
        slot.coefficients = std::make_shared<const deck::Coefficients>(std::move(*read));
  }
  findings.append(slot.findings);
  return slot.coefficients;
}

}  // namespace flangeway::contact_case
