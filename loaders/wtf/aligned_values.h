// Arguments of events in chunked files. Each takes a multiple of 4 bytes; the bytes that it does not need hold garbage.
//
//     bool u8 i8 char            the first byte
//     u16 i16 wchar              the first two bytes
//     u32 i32 f32 flowId time32  the word
//     ascii utf8                 number:u32 of a string of the chunk, or kNoString, kEmptyString
//     any                        the same; the string holds JSON
//     T[]                        count:u32 T*count 00*, or kNoArray
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "loaders/base/cursor.h"
#include "loaders/stream/batch.h"
#include "loaders/wtf/chunk.h"
#include "loaders/wtf/event.h"
#include "loaders/wtf/report.h"

namespace loaders::wtf {

class AlignedValues {
 public:
  explicit AlignedValues(Report& report) : report_(report) {}

  // Reads one value for each argument of `type`. Values live in the memory of `batch`, or of `chunk`, which the batch
  // then pins. The cursor is over the events of the chunk. When it is bad afterwards, problem() says what was
  // malformed; it is empty when the events end too early.
  Value* read(Cursor& cursor, const EventType& type, const std::shared_ptr<const EventChunk>& chunk, Batch& batch);

  const std::string& problem() const { return problem_; }

 private:
  Value read_one(Cursor& cursor, const Argument& arg);
  Value read_array(Cursor& cursor, ArgType type);
  Value read_elements(std::span<const std::byte> bytes, std::uint32_t count, ArgType type);
  Value string(std::uint32_t number, std::uint64_t offset);
  Value json(std::uint32_t number, std::uint64_t offset);
  void pin(std::size_t bytes) { batch_->pin(*chunk_, bytes); }

  Report& report_;
  const std::shared_ptr<const EventChunk>* chunk_ = nullptr;
  Batch* batch_ = nullptr;
  std::string problem_;
};

}  // namespace loaders::wtf
