// The header of the file that two processes share, and their messages. Any bytes may be there; a header is
// accepted only where every number of it is the expected one, and a message only where it can be used.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "flangeway/cosim/header.hpp"
#include "flangeway/cosim/message.hpp"

namespace {

bool numbers_are_finite(const std::vector<double>& numbers) {
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

  cosim::Request request;
  request.wheelsets.resize(24);
  if (cosim::decode({bytes, size}, request) == cosim::MessageFault::none &&
      (request.wheelsets.size() != 24 || !numbers_are_finite(request.wheelsets)))
    std::abort();
  cosim::Reply reply;
  reply.wheelsets.resize(2);
  const cosim::MessageFault of_reply = cosim::decode({bytes, size}, reply);
  if (of_reply != cosim::MessageFault::none) return 0;
  if (reply.carried.size() != 2 || reply.answers.size() != 2) std::abort();
  for (const wheelrail::WheelsetResult& wheelset : reply.wheelsets) {
    if (wheelset.contact_count > wheelset.contacts.size()) std::abort();
    if (reply.status == EvalStatus::ok && !wheelset.reaction.allFinite()) std::abort();
    for (std::size_t k = 0; k < wheelset.contact_count; ++k) {
      if (wheelset.contacts[k].side > 1) std::abort();
    }
    for (const auto& wheel : wheelset.wheels) {
      if (wheel.candidates.count > wheel.candidates.at.size()) std::abort();
    }
  }
  return 0;
}
