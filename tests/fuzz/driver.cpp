// Runs a fuzz target without libFuzzer, anywhere and with any compiler.
//
//   fuzz_targets NAME SEEDS_FOLDER   the seed inputs as they are, then mutations of them, for
//                                    FLANGEWAY_FUZZ_SECONDS (default 1) or FLANGEWAY_FUZZ_RUNS inputs,
//                                    whichever is set; the sequence is the same each time
//                                    (FLANGEWAY_FUZZ_SEED gives another)
//   fuzz_targets NAME FILE           one input: to see a failure again
//
// An input that ends the program (a signal, an exception that escapes, a sanitizer's report, more than 10 s)
// is written to failing-input.bin in the current folder, or to the file FLANGEWAY_FUZZ_SAVE.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "mutator.hpp"
#include "targets.hpp"

namespace {

using Clock = std::chrono::steady_clock;
constexpr unsigned seconds_per_input = 30;

flangeway::test::FuzzFunction target = nullptr;
// Input for the signal handler, which must not allocate.
const std::string* current_input = nullptr;
std::string save_to;

void save_current_input() {
  if (current_input == nullptr) return;
  const int file = open(save_to.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  const bool saved = write(file, current_input->data(), current_input->size()) >= 0;
  close(file);
  constexpr char text[] = "the failing input is saved; run this program on that file to see it again\n";
  if (saved && write(STDERR_FILENO, text, sizeof text - 1) < 0) return;
}

void on_fatal_signal(int number) {
  save_current_input();
  signal(number, SIG_DFL);
  raise(number);
}

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_set_death_callback(void (*)());
#endif

void save_input_on_death() {
  for (const int number : {SIGABRT, SIGFPE, SIGALRM}) signal(number, on_fatal_signal);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(save_current_input);  // it has its own handler of SIGSEGV
#else
  for (const int number : {SIGSEGV, SIGBUS, SIGILL}) signal(number, on_fatal_signal);
#endif
}

void run_one(const std::string& input) {
  current_input = &input;
  alarm(seconds_per_input);
  // A copy of the exact size on the heap: a read past its end is seen by the address sanitizer.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  target(bytes.data(), bytes.size());
  alarm(0);
  current_input = nullptr;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> read_seeds(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());  // the order of a folder is not the same everywhere
  std::vector<std::string> seeds;
  for (const auto& file : files) seeds.push_back(read_file(file));
  return seeds;
}

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::uint64_t run_mutations(const std::vector<std::string>& seeds) {
  const std::uint64_t runs = number_from_environment("FLANGEWAY_FUZZ_RUNS", 0);
  const std::chrono::seconds limit(number_from_environment("FLANGEWAY_FUZZ_SECONDS", 1));
  flangeway::test::Mutator mutator(seeds, number_from_environment("FLANGEWAY_FUZZ_SEED", 1));
  const auto started = Clock::now();
  std::uint64_t done = 0;
  while (runs > 0 ? done < runs : Clock::now() - started < limit) {
    run_one(mutator.next());
    ++done;
  }
  return done;
}

flangeway::test::FuzzFunction function_of(std::string_view wanted) {
  for (const auto& [name, function] : flangeway::test::fuzz_targets()) {
    if (name == wanted) return function;
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) target = function_of(argv[1]);
  if (target == nullptr || !std::filesystem::exists(argv[2])) {
    std::fprintf(stderr, "usage: %s NAME SEEDS_FOLDER | FILE (which must exist). The names:", argv[0]);
    for (const auto& [name, function] : flangeway::test::fuzz_targets()) std::fprintf(stderr, " %s", name);
    std::fputs("\n", stderr);
    return 2;
  }
  const char* save = std::getenv("FLANGEWAY_FUZZ_SAVE");
  save_to = save != nullptr ? save : "failing-input.bin";
  save_input_on_death();
  if (!std::filesystem::is_directory(argv[2])) {
    run_one(read_file(argv[2]));
    std::puts("1 input, no failure");
    return 0;
  }
  const std::vector<std::string> seeds = read_seeds(argv[2]);
  for (const std::string& seed : seeds) run_one(seed);
  const std::uint64_t mutations = run_mutations(seeds);
  std::printf("%zu seed inputs and %llu mutations, no failure\n", seeds.size(),
              static_cast<unsigned long long>(mutations));
  return 0;
}
