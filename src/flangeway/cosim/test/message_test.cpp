// The bytes of messages, which docs/howto/other_programs.md describes for other programs.
#include "flangeway/cosim/message.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "support/flexible_track_case.hpp"

namespace flangeway::cosim {
namespace {

template <typename T>
T number_at(const std::vector<std::byte>& bytes, std::size_t place) {
  T value{};
  EXPECT_LE(place + sizeof value, bytes.size());
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

Reply of_wheelsets(std::size_t count) {
  Reply reply;
  reply.forces.assign(count, Vec6::Zero());
  reply.answers.resize(count);
  reply.carried.resize(count);
  reply.wheelsets.resize(count);
  return reply;
}

TEST(MessageLayout, OfTheHeader) {
  EXPECT_EQ(sizeof(Header), 1280u);
  EXPECT_EQ(offsetof(Header, version), 8u);
  EXPECT_EQ(offsetof(Header, file_size), 16u);
  EXPECT_EQ(offsetof(Header, request_bytes), 24u);
  EXPECT_EQ(offsetof(Header, reply_bytes), 32u);
  EXPECT_EQ(offsetof(Header, identity), 40u);
  EXPECT_EQ(offsetof(Header, seats), 128u);
  EXPECT_EQ(sizeof(Seat), 576u);
  EXPECT_EQ(offsetof(Seat, ready), 4u);
  EXPECT_EQ(offsetof(Seat, sent), 8u);
  EXPECT_EQ(offsetof(Seat, closed), 12u);
  EXPECT_EQ(offsetof(Seat, text), 16u);
}

TEST(MessageLayout, OfARequest) {
  Request request;
  request.question = simulate::Question::step;
  request.t = 0.25;
  request.wheelsets.assign(12, 7.0);
  const std::vector<std::byte> bytes = encode_state(request);
  ASSERT_EQ(bytes.size(), 16u + 8 + 12 * 8 + 3 * 8);
  EXPECT_EQ(number_at<std::int32_t>(bytes, 0), 0);
  EXPECT_EQ(number_at<std::int32_t>(bytes, 4), 3);
  EXPECT_EQ(number_at<double>(bytes, 8), 0.25);
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 16), 12u);
  EXPECT_EQ(number_at<double>(bytes, 24 + 11 * 8), 7.0);
}

TEST(MessageLayout, OfAReply) {
  Reply reply = of_wheelsets(1);
  reply.report = {3, 128, 0.5};
  reply.forces[0] << 1, 2, 3, 4, 5, 6;
  reply.answers[0].stiffness(2, 1) = 8, reply.answers[0].damping(0, 0) = 9;
  reply.carried[0].damping[5] = 10, reply.carried[0].discontinuity = {11, 12};
  const std::vector<std::byte> bytes = encode_state(reply);
  EXPECT_EQ(number_at<std::int32_t>(bytes, 0), 0);
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 4), 3u);
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 12), 128u);
  EXPECT_EQ(number_at<double>(bytes, 20), 0.5);
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 28), 1u);  // wheelsets
  EXPECT_EQ(number_at<double>(bytes, 52), 1);          // behind 6 rows, 1 column
  EXPECT_EQ(number_at<double>(bytes, 52 + 40), 6);
  const std::size_t answers = 28 + 8 + 64;
  EXPECT_EQ(number_at<std::uint64_t>(bytes, answers), 1u);
  EXPECT_EQ(number_at<double>(bytes, answers + 24 + 8 * (6 * 1 + 2)), 8);  // columns one behind the other
  EXPECT_EQ(number_at<double>(bytes, answers + 24 + 288 + 16), 9);
  const std::size_t carried = answers + 8 + 2 * 304;
  EXPECT_EQ(number_at<double>(bytes, carried + 24 + 40), 10);
  EXPECT_EQ(number_at<double>(bytes, carried + 24 + 56), 12);
  const std::size_t shown = carried + 8 + 80, results = shown + 8 + 24;
  EXPECT_EQ(number_at<std::uint64_t>(bytes, shown), 0u);
  EXPECT_EQ(bytes.size(), results + 222);  // of a wheelset without contacts
}

TEST(MessageLayout, OfTheContactsOfAWheelset) {
  Reply reply = of_wheelsets(2);
  const std::size_t without = encode_state(reply).size();
  EXPECT_EQ(without - encode_state(of_wheelsets(1)).size(), 64u + 2 * 304 + 80 + 222);
  reply.wheelsets[0].contact_count = 2;
  EXPECT_EQ(encode_state(reply).size(), without + 2 * 467);
  reply.wheelsets[1].wheels[0].candidates.count = 1;
  EXPECT_EQ(encode_state(reply).size(), without + 2 * 467 + 9);
}

}  // namespace
}  // namespace flangeway::cosim
