#include "flangeway/contact.hpp"

#include <algorithm>

#include "flangeway/api/profile_data.hpp"
#include "flangeway/api/translate.hpp"
#include "flangeway/contact_library/contact.hpp"
#include "flangeway/core/notes.hpp"

namespace flangeway {

struct Contact::Data {
  contact_library::ContactHandle handle;
  std::string message;
};

namespace {

ContactStatus public_status(contact_case::Status status) {
  switch (status) {
    case contact_case::Status::solved:
      return ContactStatus::solved;
    case contact_case::Status::no_contact:
      return ContactStatus::no_contact;
    case contact_case::Status::unreached:
      return ContactStatus::unreached;
    default:
      return ContactStatus::not_converged;
  }
}

Wrench public_wrench(const wheel_on_rail::Wrench& wrench) {
  Wrench out;
  std::copy_n(wrench.force.data(), 3, out.force.begin());
  std::copy_n(wrench.moment.data(), 3, out.moment.begin());
  return out;
}

const std::string& path_of(const std::string& key) {
  contact_library::check_key(key);
  return key;
}

// Calls with the findings that a reader fills.
template <typename Load>
void load_with(const Load& load) {
  api::translated([&] {
    Findings findings;
    load(findings);
    api::throw_if_any(findings);
  });
}

}  // namespace

Contact::Contact() : data_(std::make_unique<Data>()) {}
Contact::Contact(Contact&&) noexcept = default;
Contact& Contact::operator=(Contact&&) noexcept = default;
Contact::~Contact() = default;

void Contact::load(const std::filesystem::path& file) {
  load_with([&](Findings& findings) { data_->handle.setup.load_file(file, findings); });
}

void Contact::load_text(const std::string& text) {
  load_with([&](Findings& findings) { data_->handle.setup.load_text(text, findings); });
}

void Contact::add_profile(const std::string& name, const Profile& profile) {
  data_->handle.setup.add_profile(name, std::make_shared<const profile::Profile>(profile.data().profile));
}

void Contact::set_number(const std::string& key, double value) {
  api::translated([&] { data_->handle.setup.set_number(path_of(key), value); });
}

void Contact::set_numbers(const std::string& key, std::span<const double> values) {
  api::translated([&] { data_->handle.setup.set_numbers(path_of(key), values); });
}

void Contact::set_text(const std::string& key, const std::string& text) {
  api::translated([&] { data_->handle.setup.set(path_of(key), text); });
}

void Contact::set_flag(const std::string& key, bool value) {
  api::translated([&] { data_->handle.setup.set(path_of(key), value); });
}

void Contact::unset(const std::string& key) {
  api::translated([&] {
    if (!data_->handle.setup.unset(path_of(key))) api::refuse("key", "was not set", key, "");
  });
}

void Contact::check() {
  api::translated([&] { data_->handle.check(); });
}

ContactStatus Contact::solve() {
  return api::translated([&] {
    data_->message.clear();
    const NoteCollector notes;
    const ContactStatus status = public_status(data_->handle.solve(data_->message));
    for (const std::string& note : notes.texts())
      data_->message += (data_->message.empty() ? "" : "\n") + note;
    return status;
  });
}

const std::string& Contact::message() const {
  return data_->message;
}

void Contact::accept() {
  api::translated([&] { data_->handle.accept(); });
}

void Contact::forget() {
  data_->handle.history.reset();
}

std::vector<std::byte> Contact::history() const {
  return contact_library::encode(data_->handle.history);
}

void Contact::restore(std::span<const std::byte> history) {
  if (!contact_library::decode(history, data_->handle.history))
    api::refuse("history", "is damaged, or no history of this version of the library", "", "");
}

std::size_t Contact::patch_count() const {
  return api::translated([&] { return static_cast<std::size_t>(data_->handle.patch_count()); });
}

Wrench Contact::force(const std::string& frame) const {
  return api::translated([&] { return public_wrench(data_->handle.wrench(frame)); });
}

Wrench Contact::patch_force(std::size_t patch, const std::string& frame) const {
  return api::translated(
      [&] { return public_wrench(data_->handle.patch_wrench(static_cast<int>(patch), frame)); });
}

double Contact::number(const std::string& name) const {
  return api::translated([&] { return data_->handle.number(name); });
}

double Contact::patch_number(std::size_t patch, const std::string& name) const {
  return api::translated([&] { return data_->handle.patch_number(static_cast<int>(patch), name); });
}

ContactGrid Contact::grid(std::size_t patch) const {
  return api::translated([&] {
    const contact_library::PatchView view = data_->handle.patch(static_cast<int>(patch));
    const contact::patch::Grid& grid = view.problem.grid;
    return ContactGrid{
        static_cast<std::size_t>(grid.nx), static_cast<std::size_t>(grid.ny), grid.dx, grid.dy, grid.x_first,
        contact_library::first_row(view)};
  });
}

std::vector<double> Contact::field(std::size_t patch, const std::string& name) const {
  return api::translated([&] {
    std::vector<double> values(data_->handle.patch(static_cast<int>(patch)).problem.grid.size());
    data_->handle.field(static_cast<int>(patch), name, values);
    return values;
  });
}

std::array<double, 9> Contact::stiffness(std::size_t patch) {
  return api::translated([&] { return data_->handle.stiffness(static_cast<int>(patch)); });
}

}  // namespace flangeway
