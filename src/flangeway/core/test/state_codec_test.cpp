#include "flangeway/core/state_codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace flangeway {
namespace {

enum class Kind { one, two };

struct Inner {
  Kind kind = Kind::one;
  std::vector<bool> flags;
  std::optional<double> perhaps;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Inner> state) {
  codec(state.kind, state.flags, state.perhaps);
}

struct Outer {
  double number = 0;
  std::array<Inner, 2> inner;
  std::vector<Eigen::Vector3d> places;
  Eigen::MatrixXd matrix;
  std::string text;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Outer> state) {
  codec(state.number, state.inner, state.places, state.matrix, state.text);
}

Outer example() {
  Outer state;
  state.number = -0.0;
  state.inner[0] = {Kind::two, {true, false, true}, 2.5};
  state.places = {{1, 2, 3}, {4, 5, std::numeric_limits<double>::quiet_NaN()}};
  state.matrix = Eigen::MatrixXd::Random(2, 3);
  state.text = "wheelset1";
  return state;
}

TEST(StateCodec, BytesComeBackAsTheSameState) {
  const Outer state = example();
  const auto bytes = encode_state(state);
  Outer loaded;
  ASSERT_TRUE(decode_state(bytes, loaded));
  EXPECT_EQ(encode_state(loaded), bytes);
  EXPECT_EQ(loaded.inner[0].kind, Kind::two);
  EXPECT_EQ(loaded.inner[0].perhaps, 2.5);
  EXPECT_FALSE(loaded.inner[1].perhaps.has_value());
  EXPECT_EQ(loaded.places[1].y(), 5);
  EXPECT_EQ(loaded.text, "wheelset1");
}

TEST(StateCodec, AStateThatDiffersInAnyFieldHasOtherBytes) {
  const Outer state = example();
  Outer other = state;
  other.inner[0].flags[1] = true;
  EXPECT_NE(encode_state(other), encode_state(state));
  other = state;
  other.number = 0.0;
  EXPECT_NE(encode_state(other), encode_state(state)) << "zeros of both signs differ";
}

TEST(StateCodec, BytesThatEndTooSoonAreRefusedAtEveryLength) {
  const auto bytes = encode_state(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Outer loaded;
    EXPECT_FALSE(decode_state(std::span(bytes).first(size), loaded)) << size;
  }
}

TEST(StateCodec, BytesLeftOverAreRefused) {
  auto bytes = encode_state(example());
  bytes.push_back(std::byte{0});
  Outer loaded;
  EXPECT_FALSE(decode_state(bytes, loaded));
}

TEST(StateCodec, AnAbsurdCountReservesNoMemory) {
  const std::uint64_t count = std::numeric_limits<std::uint64_t>::max() / 2;
  std::vector<double> values;
  EXPECT_FALSE(decode_state(std::as_bytes(std::span(&count, 1)), values));
  EXPECT_TRUE(values.empty());
}

TEST(StateCodec, AnEncoderBeginsAgain) {
  StateEncoder encoder;
  encoder(example());
  encoder.clear();
  encoder(3.0);
  EXPECT_EQ(encoder.bytes(), encode_state(3.0));
}

TEST(StateCodec, FindsANumberThatIsNotFiniteInAnyField) {
  Outer state = example();
  EXPECT_FALSE(all_finite(state));
  state.places[1].z() = 6;
  EXPECT_TRUE(all_finite(state));
  state.inner[0].perhaps = -std::numeric_limits<double>::infinity();
  EXPECT_FALSE(all_finite(state));
  state.inner[0].perhaps.reset();
  state.matrix(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(all_finite(state));
}

}  // namespace
}  // namespace flangeway
