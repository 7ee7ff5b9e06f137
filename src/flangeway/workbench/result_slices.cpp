#include "flangeway/workbench/result_slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "flangeway/assess/filter.hpp"
#include "flangeway/assess/sliding_mean.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/results/checkpoint.hpp"

namespace flangeway::workbench {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kept_open = 4, max_channels = 32, max_points = 20000;

// Findings of the reader, which knows the file by another name.
[[noreturn]] void refuse_result(const std::string& path, const Findings& findings) {
  const Finding& first = findings.all().front();
  throw Refusal(422, path, first.problem, first.got, first.advice);
}

const char* channel_of(const std::string& over) {
  if (over == "time") return "t";
  if (over == "distance") return "distance";
  throw Refusal(400, "x", "is neither time nor distance", over);
}

struct Rows {
  std::size_t from = 0, to = 0;
};

// The rows whose x is within the bounds; x may go back where a vehicle does.
Rows rows_within(const std::vector<double>& x, const SliceRequest& request) {
  const auto inside = [&](double at) {
    return (!request.from || at >= *request.from) && (!request.to || at <= *request.to);
  };
  const auto first = std::find_if(x.begin(), x.end(), inside);
  const auto last = std::find_if(x.rbegin(), x.rend(), inside).base();
  if (first == x.end()) return {};
  return {static_cast<std::size_t>(first - x.begin()), static_cast<std::size_t>(last - x.begin())};
}

std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    double number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || !std::isfinite(number))
      throw Refusal(400, "filter", "has a number that cannot be read", text);
    numbers.push_back(number);
    if (next < end && *next != ':') throw Refusal(400, "filter", "has a number that cannot be read", text);
    at = next + 1;
  }
  return numbers;
}

double step_of(const std::vector<double>& time) {
  if (time.size() < 3) throw Refusal(422, "filter", "needs three rows or more");
  const double step = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
  for (std::size_t i = 1; i < time.size(); ++i)
    if (std::abs(time[i] - time[i - 1] - step) > 0.01 * step)
      throw Refusal(422, "filter", "needs rows at equal times", "", "Set output.interval of the case");
  return step;
}

// Filters of all rows, so that the part that is shown does not depend on where it begins.
std::vector<double> filtered_by(const std::string& filter, std::vector<double> values,
                                const std::vector<double>& time, const std::vector<double>& x) {
  const std::size_t colon = std::min(filter.find(':'), filter.size());
  const std::string name = filter.substr(0, colon);
  const std::vector<double> numbers = numbers_of(filter.substr(std::min(colon + 1, filter.size())));
  const auto count_is = [&](std::size_t wanted) {
    if (numbers.size() != wanted) throw Refusal(400, "filter", "has another count of numbers", filter);
  };
  if (name == "sliding_mean") {
    count_is(1);
    if (numbers[0] <= 0) throw Refusal(400, "filter", "needs a positive length", filter);
    const assess::Series series{x, values};
    if (const std::string problem = assess::problem(series); !problem.empty())
      throw Refusal(422, "filter", problem, filter);
    return assess::sliding_mean(series, numbers[0], assess::Window::centred);
  }
  assess::Butterworth wanted;
  if (name == "low_pass") {
    count_is(1);
    wanted = {assess::Band::low_pass, 4, 0, numbers[0]};
  } else if (name == "high_pass") {
    count_is(1);
    wanted = {assess::Band::high_pass, 4, numbers[0], 0};
  } else if (name == "band_pass") {
    count_is(2);
    wanted = {assess::Band::band_pass, 4, numbers[0], numbers[1]};
  } else {
    throw Refusal(400, "filter", "is not known", filter,
                  "Use low_pass, high_pass, band_pass or sliding_mean");
  }
  const double step = step_of(time);
  if (const std::string problem = assess::problem(wanted, step); !problem.empty())
    throw Refusal(422, "filter", problem, filter);
  return assess::filtered(assess::butterworth(wanted, step), values);
}

std::string title_of_channel(const results::Channel& channel) {
  return channel.description.empty() ? channel.name : channel.description;
}

}  // namespace

Extremes thinned(const std::vector<double>& values, std::size_t count) {
  Extremes extremes;
  for (std::size_t group = 0; group < count; ++group) {
    const std::size_t from = values.size() * group / count, to = values.size() * (group + 1) / count;
    if (from == to) continue;
    const auto [least, greatest] = std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(from),
                                                       values.begin() + static_cast<std::ptrdiff_t>(to));
    extremes.least.push_back(*least);
    extremes.greatest.push_back(*greatest);
  }
  return extremes;
}

const results::Reader& ResultFiles::open(const std::string& path) {
  struct stat status {};
  Descriptor file = project_.open(path, status);
  const FileStamp stamp = stamp_of(status);
  const auto known = std::find_if(opened_.begin(), opened_.end(),
                                  [&](const Opened& one) { return one.path == path && one.stamp == stamp; });
  if (known != opened_.end()) {
    opened_.splice(opened_.begin(), opened_, known);
    return *opened_.front().reader;
  }
  std::erase_if(opened_, [&](const Opened& one) { return one.path == path; });
  Findings findings;
  std::optional<results::Reader> reader = results::Reader::open(path_of(file), findings);
  if (!reader) refuse_result(path, findings);
  opened_.push_front({path, stamp, std::move(file), std::move(reader)});
  if (opened_.size() > kept_open) opened_.pop_back();
  return *opened_.front().reader;
}

Json ResultFiles::describe(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const results::Reader& reader = open(path);
  Json channels = Json::array();
  for (const results::Channel& channel : reader.channels())
    channels.push_back({{"name", channel.name},
                        {"title", title_of_channel(channel)},
                        {"unit", channel.unit},
                        {"frame", channel.frame}});
  const std::size_t rows = reader.rows();
  Json from, to;
  if (rows > 0 && reader.has("t")) {
    from = reader.read("t", {0, 1, 1}).front();
    to = reader.read("t", {rows - 1, rows, 1}).front();
  }
  Json summary = parse_json<Json>(reader.summary_json());
  if (summary.is_discarded()) summary = Json::object();
  return {{"channels", channels},
          {"from", from},
          {"to", to},
          {"rows", rows},
          {"status", results::to_string(reader.status())},
          {"summary", summary},
          {"started", reader.provenance().started},
          {"command", reader.provenance().command_line}};
}

Json ResultFiles::slice(const std::string& path, const SliceRequest& request) {
  if (request.channels.empty() || request.channels.size() > max_channels)
    throw Refusal(400, "channels", "are none or more than 32");
  if (request.points < 2 || request.points > max_points)
    throw Refusal(400, "points", "is not from 2 to 20000");
  const std::scoped_lock lock(mutex_);
  const results::Reader& reader = open(path);
  const auto read = [&](const std::string& name, Rows rows) {
    try {
      return reader.read(name, {rows.from, rows.to, 1});
    } catch (const BadInput& error) {
      refuse_result(name, error.findings());
    }
  };
  const Rows all{0, reader.rows()};
  const std::vector<double> x = read(channel_of(request.over), all);
  const Rows rows = rows_within(x, request);
  const std::size_t count = rows.to - rows.from;
  const bool thin = count > request.points;
  const auto begin = x.begin() + static_cast<std::ptrdiff_t>(rows.from),
             end = x.begin() + static_cast<std::ptrdiff_t>(rows.to);
  std::vector<double> places(begin, end);
  if (thin) {
    places.clear();
    for (std::size_t group = 0; group < request.points; ++group)
      places.push_back(x[rows.from + count * (2 * group + 1) / (2 * request.points)]);
  }
  Json channels = Json::object();
  const std::vector<double> time = request.filter.empty() ? std::vector<double>() : read("t", all);
  for (const std::string& name : request.channels) {
    std::vector<double> values = read(name, request.filter.empty() ? rows : all);
    if (!request.filter.empty()) {
      values = filtered_by(request.filter, std::move(values), time, x);
      values = {values.begin() + static_cast<std::ptrdiff_t>(rows.from),
                values.begin() + static_cast<std::ptrdiff_t>(rows.to)};
    }
    if (!thin) {
      channels[name] = {{"values", values}};
      continue;
    }
    const Extremes extremes = thinned(values, request.points);
    channels[name] = {{"least", extremes.least}, {"greatest", extremes.greatest}};
  }
  return {{"x", places}, {"rows", count}, {"channels", channels}};
}

Json ResultFiles::stale_inputs(const std::string& path,
                               const std::function<std::string(const std::string&)>& hash_of) {
  std::optional<results::StoredOrigin> stored;
  {
    const std::scoped_lock lock(mutex_);
    struct stat status {};
    const Descriptor file = project_.open(path, status);
    Findings findings;
    stored = results::read_origin(path_of(file), findings);
    if (!stored) return Json::array({findings.all().front().problem});
  }
  Json stale = Json::array();
  for (const results::InputFile& input : stored->provenance.inputs) {
    const fs::path resolved = (fs::path(stored->origin.folder) / input.path).lexically_normal();
    const std::string inside = resolved.lexically_relative(project_.folder()).generic_string();
    if (inside.empty() || inside.starts_with(".."))
      continue;  // of another folder, whose files are not watched
    const std::string hash = hash_of(inside);
    if (hash.empty()) stale.push_back(inside + " is missing");
    if (!hash.empty() && hash != input.sha256) stale.push_back(inside + " has changed");
  }
  return stale;
}

}  // namespace flangeway::workbench
