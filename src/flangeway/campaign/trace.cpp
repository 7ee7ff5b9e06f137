#include "flangeway/campaign/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "flangeway/math/cubic_spline.hpp"

namespace flangeway::campaign {
namespace {

// Times of two runs agree if they differ by less than this share of their step.
constexpr double same_time = 1e-6;
// Values below this, in SI units, are rounding errors about zero: nothing is divided by them.
constexpr double at_rest = 1e-12;

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::string_view next_cell(std::string_view& line) {
  const std::size_t end = line.find(',');
  const std::string_view cell = line.substr(0, end);
  line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  return cell;
}

void add_name(std::string_view cell, Trace& trace) {
  const std::size_t unit = cell.find(" [");
  const bool has_unit = unit != std::string_view::npos && cell.back() == ']';
  trace.names.emplace_back(has_unit ? cell.substr(0, unit) : cell);
  trace.units.emplace_back(has_unit ? cell.substr(unit + 2, cell.size() - unit - 3) : "1");
}

bool add_row(std::string_view line, Trace& trace) {
  for (std::size_t i = 0; i < trace.columns.size(); ++i) {
    const std::string_view cell = next_cell(line);
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value)) return false;
    if (i == 0 && !trace.columns[0].empty() && !(value > trace.columns[0].back())) return false;
    trace.columns[i].push_back(value);
  }
  return line.empty();
}

double largest(const std::vector<double>& values) {
  double size = 0;
  for (const double value : values) size = std::max(size, std::abs(value));
  return size;
}

bool same_times(const std::vector<double>& reference, const std::vector<double>& run) {
  if (run.size() > reference.size()) return false;
  const double step = run.size() > 1 ? run[1] - run[0] : 1;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (std::abs(reference[i] - run[i]) > same_time * step) return false;
  }
  return true;
}

// The reference at the times of the run.
std::vector<double> sampled(const std::vector<double>& times, const std::vector<double>& values,
                            const std::vector<double>& at) {
  if (same_times(times, at)) return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at.size())};
  const math::CubicSpline spline(times, values);
  std::vector<double> result;
  for (const double t : at) result.push_back(spline.value(t));
  return result;
}

}  // namespace

const std::vector<double>* Trace::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &columns[static_cast<std::size_t>(found - names.begin())];
}

std::string trace_csv(const Trace& trace) {
  std::string text;
  for (std::size_t i = 0; i < trace.names.size(); ++i) {
    text += i > 0 ? "," : "";
    text += trace.units[i] == "1" ? trace.names[i] : fmt::format("{} [{}]", trace.names[i], trace.units[i]);
  }
  text += '\n';
  for (std::size_t row = 0; row < trace.columns.front().size(); ++row) {
    for (std::size_t i = 0; i < trace.columns.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{}{}", i == 0 ? "" : ",", trace.columns[i][row]);
    }
    text += '\n';
  }
  return text;
}

std::optional<Trace> parse_trace(std::string_view text) {
  Trace trace;
  if (text.empty() || text.back() != '\n') return std::nullopt;
  for (std::string_view header = next_line(text); !header.empty();) {
    const std::string_view cell = next_cell(header);
    if (cell.empty()) return std::nullopt;
    add_name(cell, trace);
  }
  trace.columns.resize(trace.names.size());
  if (trace.names.empty() || trace.names.front() != "t") return std::nullopt;
  while (!text.empty()) {
    if (!add_row(next_line(text), trace)) return std::nullopt;
  }
  return trace;
}

std::optional<TraceError> error_against(const Trace& reference, const Trace& run,
                                        const std::vector<std::string>& channels, ErrorScale scale) {
  if (reference.columns.empty() || run.columns.empty()) return std::nullopt;
  const std::vector<double>&theirs = reference.columns.front(), &ours = run.columns.front();
  if (ours.size() < 2 || theirs.size() < 2) return std::nullopt;
  if (theirs.back() < ours.back() - same_time * (ours[1] - ours[0])) return std::nullopt;
  TraceError error;
  std::size_t count = 0;
  for (const std::string& name : channels) {
    const std::vector<double>*a = reference.find(name), *b = run.find(name);
    if (a == nullptr || b == nullptr) return std::nullopt;
    const double size = largest(scale == ErrorScale::reference ? *a : *b);
    if (size < at_rest) continue;
    const std::vector<double> expected = sampled(theirs, *a, ours);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const double share = std::abs((*b)[i] - expected[i]) / size;
      error.largest = std::max(error.largest, share);
      error.mean += share;
      ++count;
    }
  }
  if (count == 0) return std::nullopt;
  error.mean /= static_cast<double>(count);
  return error;
}

}  // namespace flangeway::campaign
