#include "flangeway/results.hpp"

#include <fmt/format.h>

#include "flangeway/api/case_data.hpp"
#include "flangeway/api/translate.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway {

struct Results::Data {
  results::Reader reader;
  std::vector<Channel> channels;
};

Results::Results(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Results Results::open(const std::filesystem::path& file) {
  return api::translated([&] {
    Findings findings;
    results::Reader reader = api::checked(results::Reader::open(file.string(), findings), findings);
    auto channels = api::channels_of(reader.channels());
    return Results(std::make_shared<const Data>(std::move(reader), std::move(channels)));
  });
}

const std::vector<Channel>& Results::channels() const {
  return data_->channels;
}

bool Results::has(std::string_view channel) const {
  return data_->reader.has(channel);
}

std::size_t Results::rows() const {
  return data_->reader.rows();
}

std::vector<double> Results::read(std::string_view channel, const Rows& rows) const {
  if (rows.every == 0) api::refuse("every", "is 0", "0", "1 or more");
  return api::translated([&] { return data_->reader.read(channel, {rows.first, rows.end, rows.every}); });
}

std::string Results::status() const {
  return results::to_string(data_->reader.status());
}

const std::string& Results::summary_json() const {
  return data_->reader.summary_json();
}

std::string Results::made_by() const {
  const results::Provenance& p = data_->reader.provenance();
  const std::string commit = p.commit.empty() ? "" : fmt::format(" ({})", p.commit);
  return fmt::format("Flangeway {}{}: {}", p.version, commit, p.command_line);
}

const std::string& Results::settings() const {
  return data_->reader.provenance().settings;
}

}  // namespace flangeway
