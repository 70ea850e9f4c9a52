#include "loaders/container/input_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

namespace loaders {

InputWindow::InputWindow(ByteSource source, std::size_t bytes, const Limits& limits)
    : source_(std::move(source)),
      limits_(limits),
      window_bytes_(std::max<std::size_t>(bytes, 1)) {}

std::optional<std::uint64_t> InputWindow::remaining() const {
  if (!source_.size) return std::nullopt;
  return *source_.size - std::min(*source_.size, offset_);
}

bool InputWindow::fill(std::uint64_t wanted) {
  if (wanted > stop_ - offset_) return false;
  if (wanted <= size_) return true;
  if (wanted > most_bytes() || wanted > remaining().value_or(wanted)) return false;
  while (size_ < wanted && !ended_) {
    if (source_.lend && take_lent()) continue;
    if (!can_read_on(wanted)) make_room(room_for(wanted));
    const std::size_t used = static_cast<std::size_t>(begin_ - current_->memory.get()) + size_;
    const std::size_t missing = static_cast<std::size_t>(wanted) - size_;
    const std::size_t room = std::min(current_->capacity - used, std::max({missing, read_ahead_, source_.grain}));
    Result<std::size_t> got = source_.read({current_->memory.get() + used, room});
    if (!got) error_ = std::move(got).error();
    ended_ = !got || *got == 0;
    if (!ended_) size_ += *got;
  }
  return size_ >= wanted;
}

bool InputWindow::skip(std::uint64_t count) {
  const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(count, size_));
  consume(here);
  count -= here;
  if (count > remaining().value_or(count)) return false;
  if (count > 0 && source_.skip) {
    offset_ += count;
    return source_.skip(count);
  }
  while (count > 0 && fill(1)) {
    const auto next = static_cast<std::size_t>(std::min<std::uint64_t>(count, size_));
    consume(next);
    count -= next;
  }
  return count == 0;
}

// Afterwards the unread bytes lie in the lent memory, before the new ones.
bool InputWindow::take_lent() {
  std::optional<LentBytes> lent = source_.lend(begin_ + size_, size_);
  if (!lent) return false;
  if (size_ > 0 && lent->begin != begin_ + size_) std::memcpy(lent->begin - size_, begin_, size_);
  begin_ = lent->begin - size_;
  size_ += lent->size;
  current_ = std::move(lent->buffer);
  is_lent_ = true;
  if (++lent_in_a_row_ == kLentUntilFreed) pool_.clear();  // whoever pinned a buffer frees it
  return true;
}

// A number that is too large for any file was never a length: the file is damaged, not cut.
Error InputWindow::shortage(std::uint64_t wanted, std::uint64_t at) const {
  if (error_) return *error_;
  const std::uint64_t there = remaining().value_or(ended_ ? size_ : UINT64_MAX);
  const bool too_large = wanted > most_bytes();
  if (wanted <= there || (too_large && !source_.size)) {
    return {fmt::format("a record of at least {} bytes is above {}", wanted, limits_.option(&Limits::record_bytes)),
            Damage::kCorrupt};
  }
  return {fmt::format("{} more bytes are needed at byte {} than the {} has", wanted - there, at,
                      source_.size ? "file" : "stream"),
          too_large ? Damage::kCorrupt : Damage::kCut};
}

// How much room to make for `wanted` bytes. Above the usual size there is a quarter more, so that a record of many
// large parts is not parsed again for each of them. It is never more than the stream has. When the size of the stream
// is not known, it is never more than twice what has come and kBesideData. The data of an image often has a power of
// two of bytes, as a buffer that was doubled has; with kBesideData, what comes before the data fits as well.
std::size_t InputWindow::room_for(std::uint64_t wanted) const {
  if (wanted <= window_bytes_) return static_cast<std::size_t>(wanted);
  constexpr std::uint64_t kBesideData = std::uint64_t{64} << 10;
  const std::uint64_t limit = std::min(remaining().value_or(limits_.record_bytes), limits_.record_bytes);
  const std::uint64_t doubled = 2 * std::uint64_t{size_} + kBesideData;
  const std::uint64_t room = std::min({doubled, wanted + wanted / 4, limit});
  return static_cast<std::size_t>(source_.size ? std::max(room, wanted) : room);
}

// Whether the next read for a record above the usual size fits into the room that the last doubling has left. Such a
// record comes in many reads.
bool InputWindow::can_read_on(std::uint64_t wanted) const {
  if (!current_ || wanted <= window_bytes_) return false;
  return has_room(
      static_cast<std::size_t>(std::min<std::uint64_t>(wanted, size_ + std::max<std::size_t>(source_.grain, 1))));
}

bool InputWindow::has_room(std::size_t wanted) const {
  if (is_lent_) return false;
  const std::size_t consumed = static_cast<std::size_t>(begin_ - current_->memory.get());
  const std::size_t room = current_->capacity - consumed;
  if (room < wanted || room == size_) return false;
  return room - size_ >= source_.grain || consumed == 0 || source_.grain > window_bytes_;
}

// Afterwards the unread bytes lie in a buffer with room for `wanted` bytes, of which at least one is still to be read.
void InputWindow::make_room(std::size_t wanted) {
  // Everything in the buffer has been parsed: it is used from its start again, which the processor's cache still holds.
  if (size_ == 0 && current_ && !is_pinned(current_)) begin_ = current_->memory.get();
  if (current_ && has_room(wanted)) return;
  // Where a piece of the source has to go in as a whole, it needs room after the unread bytes.
  const std::size_t piece = source_.grain <= window_bytes_ ? size_ + source_.grain : 0;
  std::shared_ptr<Buffer> next = free_buffer(std::max({wanted, window_bytes_, piece}));
  if (size_ > 0) std::memmove(next->memory.get(), begin_, size_);  // `next` can be the buffer that they are in
  current_ = std::move(next);
  is_lent_ = false;
  begin_ = current_->memory.get();
}

// Whether somebody other than the window holds `buffer`.
bool InputWindow::is_pinned(const std::shared_ptr<Buffer>& buffer) const {
  const long own = (buffer == current_ ? 1 : 0) + std::count(pool_.begin(), pool_.end(), buffer);
  if (buffer.use_count() > own) return true;
  // The last other owner may have been another thread: its reads come before our writes.
  std::atomic_thread_fence(std::memory_order_acquire);
  return false;
}

std::shared_ptr<InputWindow::Buffer> InputWindow::free_buffer(std::size_t capacity) {
  lent_in_a_row_ = 0;
  // Records above the usual size tend to come one after the other, and to have about the same size.
  if (capacity > std::max(window_bytes_, kMaxPooledBytes)) {
    if (current_ && current_->capacity >= capacity && !is_pinned(current_)) return current_;
    return std::make_shared<Buffer>(capacity);
  }
  // Room for several records: otherwise each would be moved once.
  if (capacity > window_bytes_) capacity = std::max(capacity, kMaxPooledBytes);
  for (const auto& buffer : pool_) {
    if (buffer->capacity >= capacity && !is_pinned(buffer)) return buffer;
  }
  if (pool_.size() == kMaxPooled) pool_.erase(pool_.begin());  // whoever pinned it frees it
  pool_.push_back(std::make_shared<Buffer>(capacity));
  return pool_.back();
}

}  // namespace loaders
