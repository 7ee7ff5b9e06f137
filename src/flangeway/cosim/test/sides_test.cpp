// Vehicle and track as two solvers that take turns, here in one process: against the same in one solver.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <thread>

#include "flangeway/cosim/track_side.hpp"
#include "flangeway/cosim/vehicle_side.hpp"
#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "support/allocation_guard.hpp"
#include "support/course.hpp"
#include "support/flexible_track_case.hpp"

namespace flangeway::cosim {
namespace {

// The track's side without a file between: every message is encoded and decoded as if it crossed one.
class Direct : public simulate::RemoteContact {
 public:
  explicit Direct(const vehicle_case::CaseModel& model)
      : model_(model), track_(model), request_(make_request(model)), reply_(make_reply(model)) {
    const Agreement sizes = agreement(model, "");
    sent_.reserve(sizes.request_bytes);
    received_.reserve(sizes.reply_bytes);
    reply_.shown.reserve(sizes.reply_bytes / sizeof(double));
  }

  EvalStatus ask(simulate::Question question, double t, const double* y, wheelrail::Workspace& contacts,
                 wheelrail::ContactState& state, std::vector<wheelrail::ContactAnswer>& answers) override {
    request_.wanted = Wanted::contacts;
    request_.question = question;
    request_.t = t;
    gather_wheelsets(model_, y, request_.wheelsets);
    exchange();
    take(reply_, contacts, state, answers);
    return reply_.status;
  }
  void track_row(double* row) override { show(Wanted::row, row); }
  void deformed_track(double* record) override { show(Wanted::deformed_track, record); }
  [[nodiscard]] simulate::TrackReport report() const override { return track_.report(); }
  [[nodiscard]] std::vector<std::byte> save() override { return track_.save(); }
  [[nodiscard]] bool load(std::span<const std::byte> state) override { return track_.load(state); }
  [[nodiscard]] const std::string& problem() const override { return none_; }

 protected:
  std::string none_;

 private:
  void exchange() {
    sent_.clear();
    sent_(request_);
    track_.answer(sent_.bytes(), received_);
    EXPECT_EQ(decode(received_.bytes(), reply_), MessageFault::none);
  }
  void show(Wanted wanted, double* to) {
    request_.wanted = wanted;
    exchange();
    std::copy(reply_.shown.begin(), reply_.shown.end(), to);
  }

  const vehicle_case::CaseModel& model_;
  TrackSide track_;
  Request request_;
  Reply reply_;
  StateEncoder sent_, received_;
};

std::vector<Exchange> both_ends(const std::filesystem::path& folder, const vehicle_case::CaseModel& model) {
  Findings findings;
  std::string note;
  std::vector<Exchange> ends;  // vehicle, track
  for (const Side side : {Side::vehicle, Side::track})
    ends.push_back(*Exchange::join(folder, side, agreement(model, ""), findings, note));
  return ends;
}

// Two sides that share a file only; that of the track has a thread of its own.
class Across : public VehicleSide {
 public:
  Across(const vehicle_case::CaseModel& model, std::vector<Exchange>& ends)
      : VehicleSide(model, ends[0]),
        ends_(ends),
        track_(model),
        server_([this] { (void)serve(track_, ends_[1], {}); }) {}
  ~Across() override {
    ends_[0].close("");
    server_.join();
  }

 private:
  std::vector<Exchange>& ends_;
  TrackSide track_;
  std::thread server_;
};

// Ends when its n-th row is requested.
class Mortal : public Direct {
 public:
  Mortal(const vehicle_case::CaseModel& model, std::size_t n) : Direct(model), left_(n) {}
  void track_row(double* row) override {
    if (--left_ == 0) none_ = "the track side has gone";
    Direct::track_row(row);
  }

 private:
  std::size_t left_;
};

class Sides : public test::FlexibleTrackCase {
 protected:
  using Sets = std::vector<std::string>;

  std::vector<double> alone(const Sets& sets, const std::string& channel) {
    return record(load(sets), channel);
  }
  std::vector<double> together(Sets sets, const std::string& channel) {
    sets.push_back("coupling.method=cosim");
    const vehicle_case::CaseModel model = load(sets);
    Direct contact(model);
    const std::vector<double> values = record(model, channel, &contact);
    EXPECT_EQ(summary_.coupling, "cosim");
    EXPECT_EQ(summary_.track_steps, static_cast<std::size_t>(std::lround(0.05 / model.cosim.step)));
    return values;
  }
  static double largest(const std::vector<double>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double result = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
      result = std::max(result, std::abs(a[i] - b[i]));
    return result;
  }
  static Sets steps(const std::string& step) { return {"integration.step=" + step, "cosim.step=" + step}; }
  static Sets with(Sets sets, const Sets& more) {
    sets.insert(sets.end(), more.begin(), more.end());
    return sets;
  }
};

const std::vector<std::string> rigid{"coupling.mesh=rigid"};

// Deviations from one solver on rails that stand fall with the square of the track's step, (2) and (4) of
// docs/theory/cosimulation.md, with and without the answer of the contacts.
TEST_F(Sides, OnRigidRailsTheErrorIsOfSecondOrder) {
  const std::vector<double> reference =
      alone({"coupling.method=none", "integration.step=1.25e-5"}, "wheelset.y");
  for (const char* forces : {"jacobian", "extrapolated"}) {
    const Sets kind{std::string("cosim.forces=") + forces};
    const double coarse = largest(together(with(with(steps("5e-5"), rigid), kind), "wheelset.y"), reference),
                 fine = largest(together(with(with(steps("2.5e-5"), rigid), kind), "wheelset.y"), reference);
    EXPECT_LT(coarse, 1e-6) << forces;
    EXPECT_GT(coarse / fine, 3) << forces << ' ' << coarse << ' ' << fine;
  }
}

// The paper's deviations at its step of 2e-5 s are 2.5e-5 m and 8e-8 m [Antunes2018, section 6.2].
TEST_F(Sides, OnRigidRailsDeviationsAreBelowThePapers) {
  const Sets step = steps("2e-5"), one = with(step, {"coupling.method=none", "cosim.step=2.5e-4"});
  EXPECT_LT(largest(together(with(step, rigid), "wheelset.y"), alone(one, "wheelset.y")), 2.5e-7);
  EXPECT_LT(largest(together(with(step, rigid), "wheelset.z"), alone(one, "wheelset.z")), 8e-9);
}

// Reactions of joints follow the forces that the other side sends.
TEST_F(Sides, AJointedVehicleDeviatesAsLittle) {
  const std::string inertia = "[10.0, 10.0, 10.0]";
  folder_.write("vehicle.toml", "name = \"wheelset with axleboxes\"\n" + test::wheelset_text(8000) +
                                    test::axlebox_text("left", 500, inertia) +
                                    test::axlebox_text("right", 500, inertia));
  const Sets alone_sets{"coupling.method=none", "integration.step=2.5e-5"};
  for (const char* channel : {"wheelset.y", "axlebox_left.y"}) {
    const std::vector<double> reference = alone(alone_sets, channel);
    EXPECT_LT(largest(together(with(steps("5e-5"), rigid), channel), reference), 1e-6) << channel;
  }
  // The bearing carries its box: 4.9 kN while the wheelset swings by some tens of micrometres.
  const std::vector<double> force = alone(alone_sets, "bearing_left.force.z");
  EXPECT_LT(largest(together(with(steps("5e-5"), rigid), "bearing_left.force.z"), force), 1e-3 * 500 * 9.81);
}

TEST_F(Sides, OnRailsThatYieldTheyAgreeWithTightCouplingBetterWithShorterSteps) {
  const std::string force = "wheelset.left.Q";
  const double coarse = largest(together(steps("1e-4"), force), alone({"integration.step=1e-4"}, force)),
               fine = largest(together(steps("5e-5"), force), alone({"integration.step=5e-5"}, force));
  const double weight = 9000 * 9.81 / 2;
  EXPECT_LT(coarse, 0.01 * weight);
  EXPECT_LT(fine, 0.6 * coarse) << coarse << ' ' << fine;
}

// The forces of a step are those of the contacts on the rails that these forces have moved: with one round of
// the two they are those on the rails of the step before, which is an error of the order of the step.
TEST_F(Sides, OnRailsThatYieldTheErrorIsThatOfTwoRounds) {
  const std::string force = "wheelset.left.Q";
  const auto deviation = [&](const char* step) {
    return largest(together(steps(step), force), alone({std::string("integration.step=") + step}, force));
  };
  const double coarse = deviation("1e-4"), fine = deviation("5e-5");
  EXPECT_LT(coarse, 3);  // N, of 44 kN
  EXPECT_GT(coarse / fine, 3) << coarse << ' ' << fine;
}

// In a vertical curve, whose curvature both sides know.
TEST_F(Sides, InASagTheyAgreeWithTightCoupling) {
  const std::string force = "wheelset.left.Q";
  const Sets in_sag = with(steps("1e-4"), {test::sag});
  const std::vector<double> two = together(in_sag, force),
                            one = alone({"integration.step=1e-4", test::sag}, force);
  EXPECT_LT(largest(two, one), 4);  // N, of 48 kN
  EXPECT_NEAR(test::mean_of(two) / test::mean_of(together(steps("1e-4"), force)),
              1 + 30.0 * 30.0 / (9.81 * test::sag_radius), 2e-3);
}

TEST_F(Sides, TheShapeOfTheTrackCrosses) {
  (void)alone({}, "t");
  const std::vector<std::vector<double>> expected = deformed_;
  (void)together({"cosim.step=1e-4"}, "t");
  ASSERT_EQ(deformed_.size(), expected.size());
  double largest = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    ASSERT_EQ(deformed_[k].size(), expected[k].size());
    for (std::size_t i = 0; i < expected[k].size(); ++i) {
      EXPECT_NEAR(deformed_[k][i], expected[k][i], 1e-5) << k << " " << i;
      if (i > 1) largest = std::max(largest, std::abs(expected[k][i]));
    }
  }
  EXPECT_GT(largest, 2e-4);
}

// The vehicle's steps need not meet the track's: its states are interpolated.
TEST_F(Sides, StepsOfTheVehicleNeedNotMeetThoseOfTheTrack) {
  const std::vector<double> z = together({"cosim.step=1e-4"}, "wheelset.left.rail_z");
  EXPECT_NEAR(z.back(), -3.3e-4, 1.5e-4);
  EXPECT_EQ(summary_.counts.steps, 500u);
  const Sets shorter{"cosim.step=1e-4", "integration.step=3e-5"},
      adaptive{"cosim.step=1e-4", "integration.method=dormand_prince", "integration.relative_tolerance=1e-8",
               "integration.absolute_tolerance=1e-8"};
  for (const Sets& sets : {shorter, adaptive}) {
    EXPECT_LT(largest(z, together(sets, "wheelset.left.rail_z")), 3e-6) << sets.back();
    EXPECT_GE(summary_.counts.steps, 500u);
    EXPECT_LE(summary_.counts.largest_step, 1e-4 * (1 + 1e-9));
  }
}

// Forces are continued over one step of the track, never over two.
TEST_F(Sides, StepsOfDormandPrinceEndAtThoseOfTheTrack) {
  const vehicle_case::CaseModel model =
      load({"coupling.method=cosim", "coupling.mesh=rigid", "integration.method=dormand_prince",
            "integration.relative_tolerance=1e-8", "integration.absolute_tolerance=1e-8"});
  Direct contact(model);
  simulate::Simulation simulation(model, &contact);
  simulate::Advance advance(simulation);
  std::size_t met = 0;
  for (int n = 0; n < 200; ++n) {
    const double next = simulation.remote()->next();
    ASSERT_EQ(advance.step(), EvalStatus::ok);
    ASSERT_LE(advance.time(), next);
    if (advance.time() == next) ++met;
  }
  EXPECT_EQ(met, contact.report().steps);
  EXPECT_GT(met, 50u);
}

TEST_F(Sides, AWheelThatLeavesItsRailDerailsAcross) {
  Sets sets{"initial.y=0",
            "initial.yaw=0.1",
            "integration.duration=1",
            "speed=10",
            "contact.friction.coefficient=0.6",
            "contact.creep.law=polach"};
  Sets one = sets;
  one.insert(one.end(), {"coupling.method=none", "integration.step=1e-4"});
  const simulate::Summary in_one_program = simulate::run(load(one), {});
  ASSERT_EQ(in_one_program.status, simulate::RunStatus::derailed);
  sets.insert(sets.end(), {"coupling.method=cosim", "cosim.step=1e-4", "coupling.mesh=rigid"});
  const vehicle_case::CaseModel model = load(sets);
  Direct contact(model);
  simulate::RunOptions options;
  options.remote = &contact;
  const simulate::Summary summary = simulate::run(model, options);
  EXPECT_EQ(summary.status, simulate::RunStatus::derailed) << summary.failure;
  // The wheels slide for 3 m and strike the rails on their way, which magnifies what one round leaves.
  EXPECT_NEAR(summary.distance, in_one_program.distance, 0.1);
}

TEST_F(Sides, AStartWithoutARailBelowFailsAsInOneProgram) {
  const Sets sets{"coupling.method=cosim", "coupling.mesh=rigid", "initial.y=0.045"};
  const vehicle_case::CaseModel model = load(sets);
  Direct contact(model);
  simulate::RunOptions options;
  options.remote = &contact;
  const simulate::Summary summary = simulate::run(model, options);
  EXPECT_EQ(summary.status, simulate::RunStatus::failed);
  EXPECT_THAT(summary.failure, testing::StartsWith("the start failed at t = 0.0000 s, distance 0.00 m: "
                                                   "wheelset has no rail below it"));
}

// Also where it is the last row of the run.
TEST_F(Sides, ARowThatTheTrackDidNotFillIsNotRecorded) {
  const vehicle_case::CaseModel model = load({"coupling.method=cosim"});
  constexpr std::size_t all = 101;
  for (const std::size_t n : {all / 2, all}) {
    Mortal contact(model, n);
    std::size_t rows = 0;
    simulate::RunOptions options;
    options.remote = &contact;
    options.record = [&](const double*) { return ++rows > 0; };
    const simulate::Summary summary = simulate::run(model, options);
    EXPECT_EQ(rows, n - 1);
    EXPECT_EQ(summary.status, simulate::RunStatus::stopped);
    EXPECT_THAT(summary.failure, testing::HasSubstr("the row failed at t = "));
    EXPECT_THAT(summary.failure, testing::HasSubstr(": the track side has gone"));
  }
}

// Messages of a side whose partner is absent or sends wrong data.
class OneSide : public Sides {
 protected:
  OneSide() : model_(load({"coupling.method=cosim", "coupling.mesh=rigid"})) {}
  void join() { ends_ = both_ends(folder_.path() / "exchange", model_); }
  EvalStatus ask(VehicleSide& side, simulate::Question question) {
    wheelrail::Workspace contacts = wheelrail::make_workspace(model_.contact);
    wheelrail::ContactState state = wheelrail::make_contact_state(model_.contact);
    std::vector<wheelrail::ContactAnswer> answers(1);
    const std::vector<double> y(12);
    return side.ask(question, 0, y.data(), contacts, state, answers);
  }
  vehicle_case::CaseModel model_;
  std::vector<Exchange> ends_;  // vehicle, track
};

TEST_F(OneSide, NumbersThatAreNotFiniteAreNotTaken) {
  join();
  Reply reply = make_reply(model_);
  reply.wheelsets[0].reaction[1] = std::nan("");
  ends_[1].send(encode_state(reply));
  VehicleSide vehicle(model_, ends_[0]);
  EXPECT_EQ(ask(vehicle, simulate::Question::look), EvalStatus::fatal);
  EXPECT_EQ(vehicle.problem(), "the track side sent a number that is not finite");
  TrackSide track(model_);
  Request request = make_request(model_);
  request.wheelsets[3] = std::nan("");
  StateEncoder answer;
  track.answer(encode_state(request), answer);
  ASSERT_EQ(decode(answer.bytes(), reply), MessageFault::none);
  EXPECT_EQ(reply.status, EvalStatus::retry);
}

TEST_F(OneSide, MessagesThatCannotBeReadAreNotTaken) {
  join();
  Reply reply = make_reply(model_);
  reply.wheelsets[0].failure = static_cast<wheelrail::Failure>(77);
  for (const std::vector<std::byte>& bytes : {encode_state(reply), std::vector<std::byte>(9)}) {
    ends_[1].send(bytes);
    VehicleSide vehicle(model_, ends_[0]);
    EXPECT_EQ(ask(vehicle, simulate::Question::look), EvalStatus::fatal);
    EXPECT_EQ(vehicle.problem(), "the track side sent a message that cannot be read");
  }
}

TEST_F(OneSide, TheLongestReplyIsAsLongAsAgreed) {
  Reply reply = make_reply(model_);
  const Agreement sizes = agreement(model_, "");
  Request request = make_request(model_);
  request.piece.bytes.resize(StatePiece::max_bytes);
  EXPECT_EQ(encode_state(request).size(), sizes.request_bytes);
  reply.piece.bytes.resize(StatePiece::max_bytes);
  EXPECT_LT(encode_state(reply).size(), sizes.reply_bytes);
  reply.wheelsets[0].contact_count = wheelrail::max_contacts;
  EXPECT_LT(encode_state(reply).size(), sizes.reply_bytes);
  for (auto& wheel : reply.wheelsets[0].wheels) wheel.candidates.count = wheel.candidates.at.size();
  EXPECT_EQ(encode_state(reply).size(), sizes.reply_bytes);
}

TEST_F(OneSide, AnInterruptionIsHeardWhileTheTrackComesToRest) {
  join();
  VehicleSide vehicle(model_, ends_[0], [] { return true; });
  EXPECT_EQ(ask(vehicle, simulate::Question::rest), EvalStatus::fatal);
  EXPECT_EQ(vehicle.problem(), "interrupted while the track came to rest");
}

// λH > 1 for the slip of a wheelset that is light about its axle, (1) of docs/theory/cosimulation.md: its
// spin is thrown to and fro, and the run says what helps. With the answer of the contacts it rolls.
TEST_F(Sides, AStepThatLinearForcesDoNotBearIsNamedWithTheRemedy) {
  const Sets light{"coupling.method=cosim", "coupling.mesh=rigid", "integration.method=rk4",
                   "integration.step=2.5e-4", "vehicle.wheelsets[0].inertia=[1120,10,1120]"};
  const auto warnings = [&](const char* forces) {
    const vehicle_case::CaseModel model = load(with(light, {std::string("cosim.forces=") + forces}));
    Direct contact(model);
    (void)record(model, "wheelset.vpitch", &contact);
    std::string all;
    for (const std::string& warning : summary_.warnings) all += warning + '\n';
    return all;
  };
  EXPECT_THAT(warnings("extrapolated"), testing::HasSubstr("the spin velocity of wheelset jumped by"));
  EXPECT_THAT(warnings("extrapolated"),
              testing::HasSubstr("Set cosim.forces = \"jacobian\", or shorten cosim.step "
                                 "and integration.step"));
  EXPECT_THAT(warnings("jacobian"), testing::Not(testing::HasSubstr("jumped")));
}

// A run in parts.
struct Course : test::Course {
  std::size_t longest_checkpoint = 0;
};
using MakeContact = std::function<std::unique_ptr<simulate::RemoteContact>()>;

// Stopped before the steps `stops` on the way. Each part has sides of its own, and knows nothing but the
// checkpoint of the part before.
Course run_in_parts(const vehicle_case::CaseModel& model, const std::set<long>& stops,
                    const MakeContact& make_contact) {
  Course course;
  std::vector<std::byte> from, checkpoint;
  long step = 0, begun_at = 0;
  do {
    from = std::exchange(checkpoint, {});
    const std::unique_ptr<simulate::RemoteContact> contact = make_contact();
    simulate::RunOptions options;
    options.remote = contact.get();
    test::record_into(course, model, options);
    options.stop = [&] {
      if (stops.contains(step) && step != begun_at) return true;
      ++step;
      return false;
    };
    options.checkpoint = [&](std::span<const std::byte> bytes) {
      checkpoint.assign(bytes.begin(), bytes.end());
      return true;
    };
    options.continue_from = from;
    course.summary = simulate::run(model, options);
    course.longest_checkpoint = std::max(course.longest_checkpoint, checkpoint.size());
    begun_at = step;
  } while (course.summary.status == simulate::RunStatus::stopped && !checkpoint.empty());
  return course;
}

Course expect_the_same(const vehicle_case::CaseModel& model, const std::set<long>& stops,
                       const MakeContact& make_contact, const std::string& what) {
  const Course whole = run_in_parts(model, {}, make_contact),
               parts = run_in_parts(model, stops, make_contact);
  EXPECT_EQ(whole.summary.status, simulate::RunStatus::completed) << what << whole.summary.failure;
  EXPECT_EQ(whole.longest_checkpoint, 0u) << what;
  EXPECT_GT(parts.longest_checkpoint, 0u) << what;
  EXPECT_GT(whole.rows.size(), 20 * simulate::channels(model).size()) << what;
  EXPECT_TRUE(test::same_bits(whole.rows, parts.rows)) << what;
  EXPECT_EQ(whole.deformed.empty(), !model.structure.has_value()) << what;
  EXPECT_TRUE(whole.deformed.empty() || test::same_bits(whole.deformed, parts.deformed)) << what;
  EXPECT_EQ(test::bytes_of(whole.summary), test::bytes_of(parts.summary)) << what;
  return parts;
}

// Through the start of the method, between two exchanges, at one, and where damping is found again.
const std::set<long> early_and_late{1, 2, 3, 4, 5, 6, 11, 33, 34, 70};

TEST_F(Sides, ARunThatIsContinuedIsTheRunThatWasNotStopped) {
  const auto holds = [&](const char* mesh, const char* method, const char* forces, const auto& stops) {
    const vehicle_case::CaseModel model =
        load({"coupling.method=cosim", std::string("coupling.mesh=") + mesh, "cosim.step=1e-4",
              std::string("integration.method=") + method, "integration.step=6e-5",
              std::string("cosim.forces=") + forces, "integration.duration=0.015"});
    expect_the_same(
        model, stops, [&] { return std::make_unique<Direct>(model); },
        std::string(mesh) + ", " + method + ", " + forces);
  };
  for (const char* method : {"abm4", "rk4", "dormand_prince"}) {
    for (const char* forces : {"jacobian", "extrapolated"}) holds("rigid", method, forces, early_and_late);
    for (const char* mesh : {"moving", "full"}) holds(mesh, method, "jacobian", std::set<long>{1, 2, 6, 70});
  }
}

TEST_F(Sides, AJointedVehicleContinues) {
  const std::string inertia = "[10.0, 10.0, 10.0]";
  folder_.write("vehicle.toml", "name = \"wheelset with axleboxes\"\n" + test::wheelset_text(8000) +
                                    test::axlebox_text("left", 500, inertia) +
                                    test::axlebox_text("right", 500, inertia));
  const vehicle_case::CaseModel model = load({"coupling.method=cosim", "integration.duration=0.02"});
  expect_the_same(
      model, early_and_late, [&] { return std::make_unique<Direct>(model); }, "joints");
}

// The state of the whole mesh takes several messages.
TEST_F(Sides, ACheckpointCrossesInPieces) {
  const vehicle_case::CaseModel model =
      load({"coupling.method=cosim", "coupling.mesh=full", "integration.duration=0.01"});
  std::vector<Exchange> ends;
  int part = 0;
  const auto meet = [&] {
    ends = both_ends(folder_.path() / ("exchange" + std::to_string(part++)), model);
    return std::make_unique<Across>(model, ends);
  };
  const Course parts = expect_the_same(model, {1, 17, 50}, meet, "pieces");
  EXPECT_GT(parts.longest_checkpoint, 2 * StatePiece::max_bytes);
}

TEST_F(OneSide, AStateOfAnotherCaseIsNotTaken) {
  TrackSide track(model_);
  const std::vector<std::byte> state = track.save();
  EXPECT_TRUE(track.load(state));
  EXPECT_FALSE(track.load(std::span(state).first(state.size() - 1)));
  EXPECT_FALSE(track.load({}));
  EXPECT_FALSE(TrackSide(load({"coupling.method=cosim", "coupling.mesh=full"})).load(state));
}

TEST_F(OneSide, PiecesThatDoNotFollowEachOtherAreRefused) {
  TrackSide track(model_);
  const std::vector<std::byte> state = track.save();
  Request request = make_request(model_);
  Reply reply = make_reply(model_);
  StateEncoder answer;
  const auto give = [&](std::size_t place, std::size_t size) {
    request.wanted = Wanted::restored_state;
    request.piece = {place, state.size(), {}};
    const auto piece = std::span(state).subspan(place, size);
    request.piece.bytes.assign(piece.begin(), piece.end());
    track.answer(encode_state(request), answer);
    EXPECT_EQ(decode(answer.bytes(), reply), MessageFault::none);
    return reply.status;
  };
  EXPECT_EQ(give(0, 10), EvalStatus::ok);
  EXPECT_EQ(give(11, state.size() - 11), EvalStatus::retry);
  EXPECT_EQ(give(0, 10), EvalStatus::ok);
  EXPECT_EQ(give(10, state.size() - 10), EvalStatus::ok);
  EXPECT_TRUE(track.is_at_checkpoint());
}

TEST_F(OneSide, AStateWithoutBytesIsNotTaken) {
  join();
  Reply reply = make_reply(model_);
  ends_[1].send(encode_state(reply));
  VehicleSide vehicle(model_, ends_[0]);
  EXPECT_TRUE(vehicle.save().empty());
  EXPECT_EQ(vehicle.problem(), "the track side sent a message that cannot be read");
}

// It goes when a checkpoint is made of it, or it is to go on from one.
class Forgetful : public Direct {
 public:
  using Direct::Direct;
  [[nodiscard]] std::vector<std::byte> save() override {
    none_ = "the track side has gone";
    return {};
  }
  [[nodiscard]] bool load(std::span<const std::byte>) override { return !save().empty(); }
};

TEST_F(Sides, ACheckpointThatTheTrackDoesNotGiveIsNotWritten) {
  const vehicle_case::CaseModel model = load({"coupling.method=cosim", "coupling.mesh=rigid"});
  const Course course = run_in_parts(model, {20}, [&] { return std::make_unique<Forgetful>(model); });
  EXPECT_EQ(course.summary.status, simulate::RunStatus::stopped);
  EXPECT_EQ(course.longest_checkpoint, 0u);
  EXPECT_THAT(course.summary.failure, testing::HasSubstr("the checkpoint failed at t = "));
  EXPECT_THAT(course.summary.failure, testing::HasSubstr(": the track side has gone"));
}

TEST_F(Sides, ReportsATrackThatLeavesBeforeARunContinues) {
  const vehicle_case::CaseModel model = load({"coupling.method=cosim", "coupling.mesh=rigid"});
  std::vector<std::byte> checkpoint;
  simulate::RunOptions options;
  Direct first(model);
  options.remote = &first;
  options.stop = [] { return true; };
  options.checkpoint = [&](std::span<const std::byte> bytes) {
    checkpoint.assign(bytes.begin(), bytes.end());
    return true;
  };
  EXPECT_EQ(simulate::run(model, options).status, simulate::RunStatus::stopped);
  Forgetful second(model);
  options.remote = &second;
  options.continue_from = checkpoint;
  const simulate::Summary summary = simulate::run(model, options);
  EXPECT_EQ(summary.status, simulate::RunStatus::stopped);
  EXPECT_THAT(summary.failure, testing::StartsWith("the start from the checkpoint failed at t = 0.0000 s"));
  EXPECT_THAT(summary.failure, testing::HasSubstr(": the track side has gone"));
}

TEST_F(Sides, AStepAllocatesNothing) {
  const vehicle_case::CaseModel model = load({"coupling.method=cosim", "output.track_places=[12.9]"});
  Direct contact(model);
  simulate::Simulation simulation(model, &contact);
  simulate::Advance advance(simulation);
  ASSERT_EQ(advance.step(), EvalStatus::ok);
  const test::AllocationGuard guard;
  for (int n = 0; n < 20; ++n) ASSERT_EQ(advance.step(), EvalStatus::ok);
  EXPECT_EQ(guard.count(), 0u);
}

TEST_F(Sides, OneProgramAloneReportsThatItTakesTwo) {
  const simulate::Summary summary = simulate::run(load({"coupling.method=cosim"}), {});
  EXPECT_EQ(summary.status, simulate::RunStatus::failed);
  EXPECT_EQ(summary.failure, "the case needs two processes: use flangeway cosim");
  EXPECT_TRUE(summary.final_state.empty());  // before any equilibrium is sought
}

TEST_F(Sides, BadInput) {
  const auto says = [&](Sets sets, const char* text) {
    sets.push_back("coupling.method=cosim");
    EXPECT_THAT(finding(sets), testing::HasSubstr(text));
  };
  says(
      {"cosim.step=5e-4"},
      "cosim.step: is too long for a flexible track: the rails are light, and their motion under the contact "
      "forces becomes unstable (got 0.0005; allowed at most 0.00025 in s). Shorten it.");
  says({"coupling.mesh=rigid", "cosim.step=2e-3"},
       "cosim.step: is too long: the contact forces come from earlier steps, and the motion of the wheels "
       "becomes unstable (got 0.002; allowed at most 0.001 in s). Shorten it.");
  says({"cosim.step=5e-5"},
       "integration.step: is longer than the step of the track (got 0.0001; allowed "
       "at most cosim.step = 5e-05 in s). Shorten it, or lengthen cosim.step.");
  says({"integration.method=bdf", "integration.step=1e-3"},
       "integration.method: is a multistep method and needs smooth forces, but in co-simulation the contact "
       "forces are discontinuous at every track step (got bdf; allowed abm4, rk4 or dormand_prince).");
  says({"contact.method=kec"},
       "contact.method: cannot be computed in a second process (coupling.method = \"cosim\") (got "
       "kec; allowed elastic).");
  says({"coupling.mesh=rigid", "output.track_places=[3]"},
       "output.track_places: has no effect without a mesh of the track.");
  const auto says_in_one = [&](const Sets& sets, const char* text) {
    EXPECT_THAT(finding(sets), testing::HasSubstr(text));
  };
  says_in_one({"cosim.step=1e-4"},
              "cosim.step: has an effect in co-simulation only. Leave it out, or set "
              "coupling.method = \"cosim\".");
  says_in_one({"cosim.forces=extrapolated"}, "cosim.forces: has an effect in co-simulation only.");
  says_in_one({"coupling.method=tight", "coupling.mesh=rigid"},
              "coupling.mesh: has an effect in co-simulation only.");
  says_in_one(
      {"coupling.method=none", "coupling.mesh=rigid"},
      "coupling.mesh: has no effect with coupling.method = \"none\". Leave it out, or set coupling.method to "
      "tight or cosim.");
}

}  // namespace
}  // namespace flangeway::cosim
