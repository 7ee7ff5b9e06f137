// The header of the file that two programs share: anything may lie there, and it is accepted only where every
// number of it is the expected one; and messages whose numbers are anything.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "flangeway/cosim/header.hpp"
#include "flangeway/cosim/wire.hpp"

namespace {

bool all_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway;
  const cosim::Agreement agreement{"a case", 26, 900};
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  const cosim::HeaderFault fault = cosim::find_fault(bytes, size, agreement);
  if (fault == cosim::HeaderFault::none && size != cosim::file_size(agreement)) std::abort();
  const Finding finding = cosim::describe_fault(fault, bytes, size, agreement, "exchange");
  if (finding.problem.empty() != (fault == cosim::HeaderFault::none)) std::abort();

  std::vector<double> numbers(8192);
  std::memcpy(numbers.data(), data, std::min(size, numbers.size() * sizeof(double)));
  std::vector<wheelrail::WheelsetResult> wheelsets(2);
  wheelrail::ContactState carried;
  carried.wheelsets.resize(2);
  std::vector<wheelrail::ContactAnswer> answers(2);
  std::vector<double> asked(24);
  const cosim::Request request = cosim::read_request(numbers.data(), asked);
  if (request.sound && request.wanted == cosim::Wanted::contacts && !all_finite(asked)) std::abort();
  const cosim::Reply reply = cosim::read_reply(numbers.data(), wheelsets, carried, answers);
  for (const wheelrail::WheelsetResult& state : wheelsets) {
    if (state.contact_count > state.contacts.size()) std::abort();
    if (reply.sound && !state.reaction.allFinite()) std::abort();
    for (std::size_t k = 0; k < state.contact_count; ++k) {
      if (state.contacts[k].side > 1) std::abort();
    }
    for (const auto& wheel : state.wheels) {
      if (wheel.candidates.count > wheel.candidates.at.size()) std::abort();
    }
  }
  return 0;
}
