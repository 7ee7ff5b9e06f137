// The functions of flangeway_contact.h.
#define FLANGEWAY_CONTACT_BUILD
#include "flangeway_contact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <mutex>
#include <new>

#include "flangeway/contact_library/contact.hpp"
#include "flangeway/core/notes.hpp"
#include "flangeway/core/version.hpp"

struct flangeway_contact {
  std::mutex mutex;
  std::string message;
  flangeway::contact_library::ContactHandle contact;
};

struct flangeway_contact_history {
  flangeway::contact_library::History history;
};

namespace flangeway::contact_library {
namespace {

using contact_case::Status;

thread_local std::string message_without_handle;

// Traps and rounding of the caller are none of ours, and ours none of the caller's.
class FloatingPointEnvironment {
 public:
  FloatingPointEnvironment() {
    std::feholdexcept(&callers_);
    std::fesetround(FE_TONEAREST);
  }
  ~FloatingPointEnvironment() { std::fesetenv(&callers_); }
  FloatingPointEnvironment(const FloatingPointEnvironment&) = delete;
  FloatingPointEnvironment& operator=(const FloatingPointEnvironment&) = delete;

 private:
  std::fenv_t callers_{};
};

// A message needs memory, too.
void set_message(std::string& message, const char* text) noexcept {
  try {
    message = text;
  } catch (...) {
    message.clear();
  }
}

// Runs `act`, and turns its exceptions into a code and a message.
template <typename Act>
int caught(std::string& message, const Act& act) noexcept {
  try {
    message.clear();
    return act();
  } catch (const BadInput& refused) {
    set_message(message, refused.what());
    return FLANGEWAY_CONTACT_BAD_INPUT;
  } catch (const NumericalFailure& failure) {
    set_message(message, failure.what());
    return FLANGEWAY_CONTACT_NOT_SOLVED;
  } catch (const std::bad_alloc&) {
    set_message(message, "there is not enough memory");
  } catch (const std::exception& failure) {
    set_message(message, failure.what());
  } catch (...) {
    set_message(message, "an unknown exception");
  }
  return FLANGEWAY_CONTACT_INTERNAL_ERROR;
}

// The same with a handle, which is locked meanwhile.
template <typename Act>
int with(flangeway_contact* handle, const Act& act) noexcept {
  if (handle == nullptr) {
    set_message(message_without_handle,
                "contact: the handle is NULL. Make one with flangeway_contact_create.");
    return FLANGEWAY_CONTACT_BAD_INPUT;
  }
  try {
    const std::lock_guard lock(handle->mutex);
    const FloatingPointEnvironment environment;
    return caught(handle->message, [&] { return act(handle->contact); });
  } catch (...) {  // of the lock
    return FLANGEWAY_CONTACT_INTERNAL_ERROR;
  }
}

template <typename T>
T& given(T* pointer, const char* name) {
  if (pointer == nullptr) refuse(name, "is NULL", {}, {}, {});
  return *pointer;
}

// `count` values, where there may be none.
template <typename T>
std::span<T> given(T* values, std::size_t count, const char* name) {
  if (values == nullptr && count > 0) refuse(name, "is NULL", {}, fmt::format("{} values", count), {});
  return {values, count};
}

// The path of a key as in a contact file.
std::string key_path(const char* key) {
  std::string path = &given(key, "key");
  check_key(path);
  return path;
}

void check_finite(std::span<const double> values, const char* name) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      refuse(fmt::format("{}[{}]", name, i), "is not finite", fmt::format("{}", values[i]), {}, {});
}

int code_of(Status status) {
  return status == Status::solved || status == Status::no_contact ? FLANGEWAY_CONTACT_OK
                                                                  : FLANGEWAY_CONTACT_NOT_SOLVED;
}

int public_status(Status status) {
  switch (status) {
    case Status::solved:
      return FLANGEWAY_CONTACT_SOLVED;
    case Status::no_contact:
      return FLANGEWAY_CONTACT_NO_CONTACT;
    case Status::unreached:
      return FLANGEWAY_CONTACT_UNREACHED;
    case Status::not_converged:
      return FLANGEWAY_CONTACT_NOT_CONVERGED;
    case Status::bad_input:
      break;
  }
  return FLANGEWAY_CONTACT_NOTHING_SOLVED;
}

void write(const wheel_on_rail::Wrench& wrench, double* force, double* moment) {
  double &first = given(force, "force"), &second = given(moment, "moment");
  std::copy_n(wrench.force.data(), 3, &first);
  std::copy_n(wrench.moment.data(), 3, &second);
}

profile::Kind kind_of(std::string_view word) {
  if (word == "wheel") return profile::Kind::wheel;
  if (word != "rail") refuse("kind", "is not a kind of profile", std::string(word), "wheel or rail", {});
  return profile::Kind::rail;
}

// Appends the reader's notes, as on keys with former names.
void add_notes(const NoteCollector& notes, std::string& message) {
  for (const std::string& note : notes.texts()) message += (message.empty() ? "" : "\n") + note;
}

constexpr std::array position_keys{"wheel_on_rail.wheelset.s",     "wheel_on_rail.wheelset.y",
                                   "wheel_on_rail.wheelset.z",     "wheel_on_rail.wheelset.roll",
                                   "wheel_on_rail.wheelset.pitch", "wheel_on_rail.wheelset.yaw"};
constexpr std::array velocity_keys{
    "wheel_on_rail.wheelset.speed",          "wheel_on_rail.wheelset.velocity_y",
    "wheel_on_rail.wheelset.velocity_z",     "wheel_on_rail.wheelset.velocity_roll",
    "wheel_on_rail.wheelset.velocity_pitch", "wheel_on_rail.wheelset.velocity_yaw"};

}  // namespace
}  // namespace flangeway::contact_library

using namespace flangeway::contact_library;

const char* flangeway_contact_version(void) {
  static const std::string text = flangeway::version();
  return text.c_str();
}

int flangeway_contact_create(int interface_version, flangeway_contact** contact) {
  return caught(message_without_handle, [&] {
    given(contact, "contact") = nullptr;
    if (interface_version != FLANGEWAY_CONTACT_INTERFACE)
      refuse("interface_version", "is not that of this library", fmt::format("{}", interface_version),
             fmt::format("{}", FLANGEWAY_CONTACT_INTERFACE),
             "Compile the program with the header of this library");
    *contact = new flangeway_contact;
    return FLANGEWAY_CONTACT_OK;
  });
}

void flangeway_contact_destroy(flangeway_contact* contact) {
  delete contact;
}

int flangeway_contact_get_message(const flangeway_contact* contact, char* buffer, size_t capacity,
                                  size_t* size) {
  const auto copy = [&](const std::string& message) {
    if (size != nullptr) *size = message.size();
    if (capacity == 0) return FLANGEWAY_CONTACT_OK;
    if (buffer == nullptr) return FLANGEWAY_CONTACT_BAD_INPUT;
    std::size_t length = std::min(capacity - 1, message.size());
    // No half of a character (UTF-8).
    while (length < message.size() && length > 0 &&
           (static_cast<unsigned char>(message[length]) & 0xC0) == 0x80)
      --length;
    std::memcpy(buffer, message.data(), length);
    buffer[length] = '\0';
    return FLANGEWAY_CONTACT_OK;
  };
  if (contact == nullptr) return copy(message_without_handle);
  try {
    const std::lock_guard lock(const_cast<flangeway_contact*>(contact)->mutex);
    return copy(contact->message);
  } catch (...) {
    return FLANGEWAY_CONTACT_INTERNAL_ERROR;
  }
}

int flangeway_contact_load_file(flangeway_contact* contact, const char* file) {
  return with(contact, [&](ContactHandle& c) {
    flangeway::Findings findings;
    const flangeway::NoteCollector notes;
    c.setup.load_file(&given(file, "file"), findings);
    findings.throw_if_any();
    add_notes(notes, contact->message);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_load_text(flangeway_contact* contact, const char* text) {
  return with(contact, [&](ContactHandle& c) {
    flangeway::Findings findings;
    const flangeway::NoteCollector notes;
    c.setup.load_text(&given(text, "text"), findings);
    findings.throw_if_any();
    add_notes(notes, contact->message);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_add_profile(flangeway_contact* contact, const char* name, const char* kind,
                                  size_t count, const double* y, const double* z) {
  return with(contact, [&](ContactHandle& c) {
    const auto lateral = given(y, count, "y"), vertical = given(z, count, "z");
    check_finite(lateral, "y");
    check_finite(vertical, "z");
    flangeway::Findings findings;
    const flangeway::NoteCollector notes;
    c.setup.add_profile(&given(name, "name"), kind_of(&given(kind, "kind")), lateral, vertical, findings);
    findings.throw_if_any();
    add_notes(notes, contact->message);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_set_number(flangeway_contact* contact, const char* key, double value) {
  return with(contact, [&](ContactHandle& c) {
    c.setup.set_number(key_path(key), value);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_set_numbers(flangeway_contact* contact, const char* key, size_t count,
                                  const double* values) {
  return with(contact, [&](ContactHandle& c) {
    c.setup.set_numbers(key_path(key), given(values, count, "values"));
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_set_text(flangeway_contact* contact, const char* key, const char* text) {
  return with(contact, [&](ContactHandle& c) {
    c.setup.set(key_path(key), std::string(&given(text, "text")));
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_set_flag(flangeway_contact* contact, const char* key, int value) {
  return with(contact, [&](ContactHandle& c) {
    if (value != 0 && value != 1) refuse("value", "is not a flag", fmt::format("{}", value), "0 or 1", {});
    c.setup.set(key_path(key), value == 1);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_unset(flangeway_contact* contact, const char* key) {
  return with(contact, [&](ContactHandle& c) {
    if (!c.setup.unset(key_path(key)))
      refuse("key", "was not set by the caller", key, {}, "Keys of the file that was loaded stay");
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_set_wheelset(flangeway_contact* contact, const double position[6],
                                   const double velocity[6]) {
  return with(contact, [&](ContactHandle& c) {
    for (std::size_t i = 0; i < 6; ++i) {
      if (position != nullptr) c.setup.set_number(position_keys[i], position[i]);
      if (velocity != nullptr) c.setup.set_number(velocity_keys[i], velocity[i]);
    }
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_check(flangeway_contact* contact) {
  return with(contact, [&](ContactHandle& c) {
    const flangeway::NoteCollector notes;
    c.check();
    add_notes(notes, contact->message);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_solve(flangeway_contact* contact) {
  return with(contact, [&](ContactHandle& c) {
    const flangeway::NoteCollector notes;
    const int code = code_of(c.solve(contact->message));
    add_notes(notes, contact->message);
    return code;
  });
}

int flangeway_contact_accept(flangeway_contact* contact) {
  return with(contact, [](ContactHandle& c) {
    c.accept();
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_forget(flangeway_contact* contact) {
  return with(contact, [](ContactHandle& c) {
    c.history.reset();
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_keep(flangeway_contact* contact, flangeway_contact_history** history) {
  return with(contact, [&](ContactHandle& c) {
    given(history, "history") = nullptr;
    *history = new flangeway_contact_history{c.history};
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_restore(flangeway_contact* contact, const flangeway_contact_history* history) {
  return with(contact, [&](ContactHandle& c) {
    c.history = given(history, "history").history;
    return FLANGEWAY_CONTACT_OK;
  });
}

void flangeway_contact_history_destroy(flangeway_contact_history* history) {
  delete history;
}

int flangeway_contact_write_history(flangeway_contact* contact, void* bytes, size_t capacity, size_t* size) {
  return with(contact, [&](ContactHandle& c) {
    const std::vector<std::byte> all = encode(c.history);
    given(size, "size") = all.size();
    if (bytes == nullptr && capacity == 0) return FLANGEWAY_CONTACT_OK;
    if (bytes == nullptr) refuse("bytes", "is NULL", {}, {}, {});
    if (capacity < all.size())
      refuse("capacity", "is too small", fmt::format("{}", capacity), fmt::format("≥ {}", all.size()), {});
    std::memcpy(bytes, all.data(), all.size());
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_read_history(flangeway_contact* contact, const void* bytes, size_t size) {
  return with(contact, [&](ContactHandle& c) {
    const auto all = given(static_cast<const std::byte*>(bytes), size, "bytes");
    if (!decode(all, c.history))
      refuse("bytes", "are damaged, or no history of this version of the library",
             fmt::format("{} bytes", size), {}, "Give all bytes of flangeway_contact_write_history");
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_status(flangeway_contact* contact, int* status) {
  return with(contact, [&](ContactHandle& c) {
    given(status, "status") =
        c.result() == nullptr ? FLANGEWAY_CONTACT_NOTHING_SOLVED : public_status(c.result()->status);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_patch_count(flangeway_contact* contact, int* count) {
  return with(contact, [&](ContactHandle& c) {
    given(count, "count") = c.patch_count();
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_force(flangeway_contact* contact, const char* frame, double force[3],
                                double moment[3]) {
  return with(contact, [&](ContactHandle& c) {
    write(c.wrench(&given(frame, "frame")), force, moment);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_patch_force(flangeway_contact* contact, int patch, const char* frame,
                                      double force[3], double moment[3]) {
  return with(contact, [&](ContactHandle& c) {
    write(c.patch_wrench(patch, &given(frame, "frame")), force, moment);
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_number(flangeway_contact* contact, const char* name, double* value) {
  return with(contact, [&](ContactHandle& c) {
    given(value, "value") = c.number(&given(name, "name"));
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_patch_number(flangeway_contact* contact, int patch, const char* name,
                                       double* value) {
  return with(contact, [&](ContactHandle& c) {
    given(value, "value") = c.patch_number(patch, &given(name, "name"));
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_grid(flangeway_contact* contact, int patch, int size[2], double geometry[4]) {
  return with(contact, [&](ContactHandle& c) {
    const PatchView view = c.patch(patch);
    const flangeway::contact::patch::Grid& grid = view.problem.grid;
    const std::array<int, 2> counts{grid.nx, grid.ny};
    const std::array<double, 4> numbers{grid.dx, grid.dy, grid.x_first, first_row(view)};
    std::copy(counts.begin(), counts.end(), &given(size, "size"));
    std::copy(numbers.begin(), numbers.end(), &given(geometry, "geometry"));
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_field(flangeway_contact* contact, int patch, const char* name, size_t capacity,
                                double* values) {
  return with(contact, [&](ContactHandle& c) {
    c.field(patch, &given(name, "name"), given(values, capacity, "values"));
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_stiffness(flangeway_contact* contact, int patch, double values[9]) {
  return with(contact, [&](ContactHandle& c) {
    const std::array<double, 9> found = c.stiffness(patch);
    std::copy(found.begin(), found.end(), &given(values, "values"));
    return FLANGEWAY_CONTACT_OK;
  });
}

int flangeway_contact_get_stresses(flangeway_contact* contact, int patch, double z, size_t count,
                                   const double* x, const double* y, double* values) {
  return with(contact, [&](ContactHandle& c) {
    const auto along = given(x, count, "x"), across = given(y, count, "y");
    check_finite(along, "x");
    check_finite(across, "y");
    check_finite({&z, 1}, "z");
    c.stresses(patch, z, along, across, given(values, 9 * count, "values"));
    return FLANGEWAY_CONTACT_OK;
  });
}
