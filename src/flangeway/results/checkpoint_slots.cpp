#include "flangeway/results/checkpoint_slots.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/state_codec.hpp"
#include "flangeway/results/layout.hpp"

namespace flangeway::results {
namespace {

constexpr std::array<const char*, 2> slot_names{"even", "odd"};
// "ckpoint1"; since "ckpoint2" the bytes begin with the number of judged records.
constexpr std::uint64_t first_mark = 0x31746e696f706b63, mark = 0x32746e696f706b63;

// Header in front of the bytes of a checkpoint.
struct Heading {
  std::uint64_t mark = 0, number = 0, rows = 0, records = 0, size = 0;
  std::array<char, 64> hash{};
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Heading> heading) {
  codec(heading.mark, heading.number, heading.rows, heading.records, heading.size, heading.hash);
}
constexpr std::size_t heading_bytes = 5 * sizeof(std::uint64_t) + 64;

// Hash of the heading without its hash, and the bytes.
std::array<char, 64> hash_of(Heading heading, std::span<const std::byte> bytes) {
  heading.hash = {};
  StateEncoder encoder;
  encoder(heading);
  std::vector<std::byte> all = encoder.take();
  all.insert(all.end(), bytes.begin(), bytes.end());
  const std::string text = sha256({reinterpret_cast<const char*>(all.data()), all.size()});
  std::array<char, 64> hash{};
  std::copy_n(text.begin(), std::min(text.size(), hash.size()), hash.begin());
  return hash;
}

Handle create_slot(hid_t folder, const char* name) {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = CheckpointSlots::chunk_bytes;
  const Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(layout.get(), 1, &chunk);
  H5Pset_obj_track_times(layout.get(), false);
  return {H5Dcreate2(folder, name, H5T_STD_U8LE, space.get(), H5P_DEFAULT, layout.get(), H5P_DEFAULT),
          H5Dclose};
}

hsize_t size_of(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t size = 0;
  const bool line = space && H5Sget_simple_extent_ndims(space.get()) == 1;
  return line && H5Sget_simple_extent_dims(space.get(), &size, nullptr) == 1 ? size : 0;
}

std::optional<Checkpoint> read_slot(hid_t dataset) {
  const hsize_t size = size_of(dataset);
  // A damaged extent must not become an allocation.
  if (size < heading_bytes || size > H5Dget_storage_size(dataset)) return std::nullopt;
  std::vector<std::byte> all(size);
  if (H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0) return std::nullopt;
  Heading heading;
  const std::span<const std::byte> view(all);
  if (!decode_state(view.first(heading_bytes), heading) ||
      (heading.mark != mark && heading.mark != first_mark) || heading.size > size - heading_bytes)
    return std::nullopt;
  std::span<const std::byte> bytes = view.subspan(heading_bytes, heading.size);
  if (heading.hash != hash_of(heading, bytes)) return std::nullopt;
  std::uint64_t judged = 0;
  if (heading.mark == mark) {
    if (bytes.size() < sizeof judged || !decode_state(bytes.first(sizeof judged), judged))
      return std::nullopt;
    bytes = bytes.subspan(sizeof judged);
  }
  return Checkpoint{heading.number, heading.rows, heading.records, {bytes.begin(), bytes.end()}, judged};
}

}  // namespace

bool CheckpointSlots::create(hid_t file, const CheckpointOrigin& origin) {
  const Handle folder(H5Gcreate2(file, layout::checkpoint, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  if (!folder || !write_text(folder.get(), layout::folder, origin.folder) ||
      !write_texts(folder.get(), layout::sets, origin.sets))
    return false;
  for (std::size_t i = 0; i < slots_.size(); ++i) slots_[i] = create_slot(folder.get(), slot_names[i]);
  return slots_[0] && slots_[1];
}

bool CheckpointSlots::open(hid_t file) {
  const Handle folder(H5Gopen2(file, layout::checkpoint, H5P_DEFAULT), H5Gclose);
  if (!folder) return false;
  for (std::size_t i = 0; i < slots_.size(); ++i)
    slots_[i] = {H5Dopen2(folder.get(), slot_names[i], H5P_DEFAULT), H5Dclose};
  return slots_[0] && slots_[1];
}

std::size_t CheckpointSlots::new_bytes(std::size_t bytes) {
  return (heading_bytes + sizeof(std::uint64_t) + bytes + chunk_bytes - 1) / chunk_bytes * chunk_bytes;
}

bool CheckpointSlots::write(const Checkpoint& checkpoint) {
  StateEncoder payload;
  payload(static_cast<std::uint64_t>(checkpoint.judged));
  std::vector<std::byte> bytes = payload.take();
  bytes.insert(bytes.end(), checkpoint.bytes.begin(), checkpoint.bytes.end());
  Heading heading{mark, checkpoint.number, checkpoint.rows, checkpoint.records, bytes.size(), {}};
  heading.hash = hash_of(heading, bytes);
  StateEncoder encoder;
  encoder(heading);
  buffer_ = encoder.take();
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  buffer_.resize(new_bytes(checkpoint.bytes.size()));
  const hid_t dataset = slots_[checkpoint.number % 2].get();
  // It only grows: a chunk keeps its place when it is written again.
  const hsize_t size = std::max<hsize_t>(size_of(dataset), buffer_.size());
  if (H5Dset_extent(dataset, &size) < 0) return false;
  for (hsize_t at = 0; at < buffer_.size(); at += chunk_bytes)
    if (H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, &at, chunk_bytes, &buffer_[at]) < 0) return false;
  return true;
}

bool CheckpointSlots::remove(hid_t file) {
  const bool closed = close();
  const Handle folder(H5Gopen2(file, layout::checkpoint, H5P_DEFAULT), H5Gclose);
  return closed && folder && std::all_of(slot_names.begin(), slot_names.end(), [&](const char* name) {
           return H5Ldelete(folder.get(), name, H5P_DEFAULT) >= 0;
         });
}

bool CheckpointSlots::close() {
  const bool first = slots_[0].reset();
  return slots_[1].reset() && first;
}

std::vector<Checkpoint> CheckpointSlots::whole(bool& damaged) const {
  std::vector<Checkpoint> all;
  damaged = false;
  for (const Handle& slot : slots_) {
    std::optional<Checkpoint> found = read_slot(slot.get());
    damaged = damaged || (!found && size_of(slot.get()) > 0);
    if (found) all.push_back(std::move(*found));
  }
  std::sort(all.begin(), all.end(),
            [](const Checkpoint& a, const Checkpoint& b) { return a.number > b.number; });
  return all;
}

std::optional<CheckpointOrigin> read_checkpoint_origin(const StoredFile& file) {
  if (H5Lexists(file.handle.get(), layout::checkpoint, H5P_DEFAULT) <= 0) return std::nullopt;
  return CheckpointOrigin{file.texts.text(layout::checkpoint, layout::folder).value_or(""),
                          file.texts.texts(layout::checkpoint, layout::sets)};
}

}  // namespace flangeway::results
