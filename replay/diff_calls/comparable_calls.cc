#include "replay/diff_calls/comparable_calls.h"

#include <xxhash.h>

#include <bit>
#include <string_view>

#include "loaders/stream/dump.h"
#include "replay/base/mixed_hash.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using glbindings::ObjectKind;
using glbindings::ParamInfo;
using glbindings::Type;
using loaders::Call;
using loaders::Elem;
using loaders::Value;
using loaders::ValueKind;

// A number without a type that is larger is an address: no buffer is so large that it can be an offset.
constexpr std::uint64_t kLargestOffset = std::uint64_t{1} << 28;

std::uint64_t hash_of(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t hash_of(const Value& value) {
  const auto kind = static_cast<std::uint64_t>(value.kind);
  switch (value.kind) {
    case ValueKind::kNull: return kind;
    case ValueKind::kUint:
    case ValueKind::kSint: return mixed(static_cast<std::uint64_t>(ValueKind::kUint), value.u);
    case ValueKind::kF32: return mixed(kind, std::bit_cast<std::uint32_t>(value.f));
    case ValueKind::kF64: return mixed(kind, value.u);
    case ValueKind::kPointer: return mixed(kind, value.u <= kLargestOffset ? value.u : UINT64_MAX);
    case ValueKind::kString:
    case ValueKind::kBlob: return mixed(kind, hash_of(value.bytes()));
    case ValueKind::kArray: break;
  }
  if (value.elem != Elem::kValue) return mixed(kind, hash_of(value.bytes()));
  std::uint64_t hash = mixed(kind, value.count);
  for (std::uint32_t i = 0; i < value.count; ++i) hash = mixed(hash, hash_of(loaders::element_of(value, i)));
  return hash;
}

bool is_window_system(std::string_view function) {
  return function.starts_with("glX") || function.starts_with("egl") || function.starts_with("wgl") ||
         function.starts_with("CGL");
}

// Which objects a value of `param` names; nothing when it is no name.
std::optional<NameSpace> space_of(const ParamInfo& param, bool window_system) {
  if (param.object != ObjectKind::kNone) return name_space_of(param.object);
  if (param.type == Type::kHandle || (param.type == Type::kU64 && window_system)) return kHandles;
  return std::nullopt;
}

bool is_location(const ParamInfo& param, std::string_view function) {
  return std::string_view(param.name()) == "location" && function.find("niform") != std::string_view::npos;
}

// The kinds of handles by parts of the names of the parameters and functions that show them. The first that fits
// counts.
constexpr std::string_view kHandleKinds[][3] = {
    {"dpy", "isplay"},
    {"ontext", "ctx", "hare"},
    {"onfig", "isual", "pix"},
    {"urface", "raw", "indow"},
};

std::uint64_t group_of(NameSpace space, std::string_view shown_by) {
  if (space != kHandles) return space;
  for (const auto& parts : kHandleKinds) {
    for (const std::string_view part : parts) {
      if (!part.empty() && shown_by.find(part) != std::string_view::npos) shown_by = parts[0];
    }
  }
  return XXH3_64bits(shown_by.data(), shown_by.size());
}

// The driver writes to what these point to.
bool is_answer(const ParamInfo& param, bool is_result) {
  return is_result || (param.indirection > 0 && !param.is_const);
}

bool makes_objects(std::string_view function) {
  return function.starts_with("glGen") || function.starts_with("glNew") || function.starts_with("glFenceSync") ||
         function.find("Create") != std::string_view::npos;  // of GL and of all window systems
}

}  // namespace

bool ComparableCalls::next() {
  for (;;) {
    while (at_ >= batch_.calls.size()) {
      at_ = 0;
      if (source_.read(batch_) == loaders::ReadStatus::kEnd) {
        batch_.clear();
        return false;
      }
    }
    const Call& call = batch_.calls[at_++];
    if (call.function == FunctionId::replayEvent || call.function == FunctionId::replayBacktrace) continue;
    look_at(call);
    return true;
  }
}

void ComparableCalls::look_at(const Call& call) {
  const auto& signature = glbindings::signature(call.function);
  objects_.clear();
  arguments_.clear();
  uniforms_.follow(call);
  makes_ = makes_objects(signature.name());
  made_ = false;
  function_ = name_hash(call.recorded);
  for (std::size_t i = 0; i < call.argc; ++i) add(call.args[i], loaders::param_of(call, i), call, false);
  if (const Value* result = call.result()) {
    const bool known = call.function != FunctionId::kUnknown;
    add(*result, known ? &signature.result : nullptr, call, true);
  }
  hash_ = function_;
  for (const ComparableArgument& argument : arguments_) hash_ = mixed(hash_, argument.hash);
  known_.follow(hash_, objects_, made_);
  if (std::string_view(signature.name()).starts_with("glDelete")) forget_deleted(call);
}

std::uint64_t ComparableCalls::name_hash(std::uint32_t recorded) {
  if (recorded >= name_hashes_.size()) name_hashes_.resize(recorded + std::size_t{1});
  std::uint64_t& hash = name_hashes_[recorded];
  if (hash == 0) {
    const std::string& name = source_.functions()[recorded].name;
    hash = XXH3_64bits(name.data(), name.size()) | 1;
  }
  return hash;
}

void ComparableCalls::add(const Value& value, const ParamInfo* param, const Call& call, bool is_result) {
  const std::string_view function = glbindings::signature(call.function).name();
  const auto first = static_cast<std::uint32_t>(objects_.size());
  std::uint64_t hash = 0;
  const auto space = param != nullptr ? space_of(*param, is_window_system(function)) : std::nullopt;
  if (space) {
    const bool was_making = makes_;
    makes_ = makes_ && is_answer(*param, is_result);
    hash = object_hash(value, *space, group_of(*space, is_result ? function : param->name()));
    made_ = made_ || makes_;
    makes_ = was_making;
  } else if (param != nullptr && is_location(*param, function)) {
    hash = uniforms_.hash_of(call, value.u);
  } else if (param == nullptr || answers_ || !is_answer(*param, is_result)) {
    hash = hash_of(value);
  } else if (value.kind == ValueKind::kPointer && !is_result) {
    hash = hash_of(value);  // an offset into a buffer that the driver writes to
  }
  arguments_.push_back({hash, first, static_cast<std::uint32_t>(objects_.size()),
                        is_result || (param != nullptr && is_answer(*param, is_result))});
}

std::uint64_t ComparableCalls::object_hash(const Value& value, NameSpace space, std::uint64_t group) {
  if (value.kind == ValueKind::kArray) {
    std::uint64_t hash = value.count;
    for (std::uint32_t i = 0; i < value.count; ++i)
      hash = mixed(hash, object_hash(loaders::element_of(value, i), space, group));
    return hash;
  }
  if (!value.is_integer() && value.kind != ValueKind::kPointer) return hash_of(value);
  if (value.u == 0) return 0;  // no object, or the default one
  objects_.push_back(makes_ ? known_.make(space, value.u, group) : known_.use(space, value.u, group));
  return 1;
}

void ComparableCalls::forget_deleted(const Call& call) {
  for (std::size_t i = 0; i < call.argc; ++i) {
    const ParamInfo* param = loaders::param_of(call, i);
    if (param == nullptr || param->object == ObjectKind::kNone) continue;
    const NameSpace space = name_space_of(param->object);
    const Value& value = call.args[i];
    if (value.is_integer() || value.kind == ValueKind::kPointer) known_.remove(space, value.u);
    if (value.kind != ValueKind::kArray) continue;
    for (std::uint32_t j = 0; j < value.count; ++j) known_.remove(space, loaders::element_of(value, j).u);
  }
}

}  // namespace replay
