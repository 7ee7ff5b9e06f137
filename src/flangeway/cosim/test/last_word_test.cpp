// A side that answers and dies in the same instant: its last message counts. The instant lies between two
// looks, "has it come?" and "does the other one live?"; here the second look is listened to, and the other
// side goes during it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <functional>

#include "flangeway/cosim/exchange.hpp"
#include "support/temporary_folder.hpp"

namespace {
std::function<void(int)>* before_look = nullptr;
}  // namespace

// The program's own function comes before that of the C library.
extern "C" int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  if (command == F_OFD_GETLK && before_look != nullptr) {
    std::function<void(int)>* const once = before_look;
    before_look = nullptr;
    (*once)(descriptor);
  }
  return static_cast<int>(::syscall(SYS_fcntl, descriptor, command, argument));
}

namespace flangeway::cosim {
namespace {

TEST(LastWord, OfASideThatDiesAfterItsAnswerCounts) {
  const test::TemporaryFolder folder;
  chmod(folder.path().c_str(), S_IRWXU);
  const Agreement sizes{"one case", 3, 6};
  Findings findings;
  std::string note;
  std::optional<Exchange> vehicle = Exchange::join(folder.path(), Side::vehicle, sizes, findings, note),
                          track = Exchange::join(folder.path(), Side::track, sizes, findings, note);
  ASSERT_TRUE(vehicle && track) << findings.text();
  track->announce_ready();
  ASSERT_TRUE(vehicle->wait_for_other(1, [] { return std::string(); }));
  std::function<void(int)> answer_and_die = [&](int of_the_one_that_looks) {
    track->send(std::vector<std::byte>(5, std::byte{7}));
    struct flock all {};  // a process that dies loses its locks, and says nothing more
    all.l_type = F_UNLCK;
    all.l_whence = SEEK_SET;
    for (int descriptor = 3; descriptor < 64; ++descriptor)
      if (descriptor != of_the_one_that_looks) (void)::syscall(SYS_fcntl, descriptor, F_OFD_SETLK, &all);
  };
  before_look = &answer_and_die;
  EXPECT_TRUE(vehicle->receive(5)) << vehicle->problem();
  EXPECT_EQ(vehicle->incoming().size(), 5u);
  EXPECT_FALSE(vehicle->receive(5));
}

}  // namespace
}  // namespace flangeway::cosim
