#include "replay/export_c/forms.h"

#include <glad/gl.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "replay/dispatch/policies/policies.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using Is = Form::Is;
using Of = Length::Of;

template <class L>
constexpr Length kLengthOf{};
template <std::int64_t N>
constexpr Length kLengthOf<Fixed<N>>{Of::kFixed, N};
template <std::size_t I>
constexpr Length kLengthOf<Arg<I>>{Of::kArg, I};
template <std::size_t I, std::int64_t N>
constexpr Length kLengthOf<ArgTimes<I, N>>{Of::kArgTimes, I, N};
template <std::size_t I, std::int64_t N>
constexpr Length kLengthOf<ArgOver<I, N>>{Of::kArgOver, I, N};
template <std::size_t I, std::size_t J>
constexpr Length kLengthOf<Product<I, J>>{Of::kProduct, I, J};
template <std::size_t I, std::size_t T>
constexpr Length kLengthOf<Typed<I, T>>{Of::kTyped, I, T};

template <class Policy>
constexpr Form kFormOf{};
template <class L>
constexpr Form kFormOf<In<L>>{Is::kArray, {}, kLengthOf<L>};
template <class L>
constexpr Form kFormOf<Counts<L>>{Is::kArray, {}, kLengthOf<L>};
template <Kind K, class L>
constexpr Form kFormOf<Names<K, L>>{Is::kArray, {}, kLengthOf<L>};
template <Kind K, class L>
constexpr Form kFormOf<DeleteNames<K, L>>{Is::kArray, {}, kLengthOf<L>};
template <Kind K, class L>
constexpr Form kFormOf<BindNames<K, L>>{Is::kArray, {}, kLengthOf<L>};
template <class L>
constexpr Form kFormOf<ArrayBuffers<L>>{Is::kArray, {}, kLengthOf<L>};
template <Kind K, class L>
constexpr Form kFormOf<NewNames<K, L>>{Is::kNewNames, {}, kLengthOf<L>};
template <class L>
constexpr Form kFormOf<UnpackElements<L>>{Is::kUnpackArray, {}, kLengthOf<L>};
template <std::size_t Size>
constexpr Form kFormOf<BufferBytes<Size>>{Is::kArray, {}, {Of::kArg, Size}};
template <int W, int H, int D, int F, int T>
constexpr Form kFormOf<UnpackPixels<W, H, D, F, T>>{Is::kUnpackPixels, {W, H, D, F, T}, {}};
template <int F, int S, int W, int H, int D>
constexpr Form kFormOf<UnpackBlock<F, S, W, H, D>>{Is::kUnpackBlock, {S, F, W, H, D}, {}};
template <>
constexpr Form kFormOf<UnpackStipple>{Is::kUnpackStipple, {}, {}};
template <int W, int H, int D, int F, int T>
constexpr Form kFormOf<PackPixels<W, H, D, F, T>>{Is::kPackPixels, {W, H, D, F, T}, {}};
template <int F, int T>
constexpr Form kFormOf<ClearValue<F, T>>{Is::kClearValue, {F, T}, {}};
template <>
constexpr Form kFormOf<ParamValues>{Is::kParameters, {}, {}};
template <class L>
constexpr Form kFormOf<Out<L>>{Is::kOut, {}, kLengthOf<L>};
template <>
constexpr Form kFormOf<OutParams>{Is::kOut, {}, {Of::kFixed, 4096}};
template <std::size_t C, std::size_t T>
constexpr Form kFormOf<Indices<C, T>>{Is::kIndices, {C, T}, {}};
template <std::int64_t B>
constexpr Form kFormOf<Indirect<B>>{Is::kIndirect, {}, {Of::kFixed, B}};
template <std::size_t N, std::size_t S, std::int64_t B>
constexpr Form kFormOf<MultiIndirect<N, S, B>>{Is::kManyIndirect, {N, S}, {Of::kFixed, B}};
template <bool C, int S, int T, int St>
constexpr Form kFormOf<AnyArrayPointer<C, S, T, St>>{Is::kOffset, {}, {}};
template <int T, int US, int UO, int VS, int VO>
constexpr Form kFormOf<EvaluatorPoints<T, US, UO, VS, VO>>{Is::kEvaluator, {T, US, UO, VS, VO}, {}};
template <>
constexpr Form kFormOf<Location>{Is::kLocation, {}, {}};
template <std::size_t P>
constexpr Form kFormOf<LocationOf<P>>{Is::kLocationOf, {P}, {}};
template <std::size_t P>
constexpr Form kFormOf<UniformBlock<P>>{Is::kUniformBlock, {P}, {}};
template <std::size_t P>
constexpr Form kFormOf<StorageBlock<P>>{Is::kStorageBlock, {P}, {}};
template <std::size_t T>
constexpr Form kFormOf<ImageName<T>>{Is::kImageName, {T}, {}};
template <std::size_t I>
constexpr Form kFormOf<NameOfIdentifier<I>>{Is::kNameOfIdentifier, {I}, {}};

// The form of the parameters of one function. Rows begin with the policy of the result.
struct Row {
  const Form* forms = nullptr;
  std::size_t count = 0;
};

template <class Result, class... Policies>
struct RowOf {
  static constexpr std::array<Form, sizeof...(Policies)> kForms = {kFormOf<Policies>...};
  static constexpr Row kRow{kForms.data(), kForms.size()};
};
template <class Result>
struct RowOf<Result> {
  static constexpr Row kRow{};
};

constexpr auto make_rows() {
  std::array<Row, static_cast<std::size_t>(FunctionId::kCount)> rows{};
#define REPLAY_ROW(function, entry, ...) \
  rows[static_cast<std::size_t>(FunctionId::function)] = RowOf<__VA_ARGS__>::kRow;
#define REPLAY_HAND(function, handler, numbers)
#define REPLAY_IGNORED(function)
#define REPLAY_UNSUPPORTED(function)
#include "glbindings/gl_rows.inc"
#undef REPLAY_ROW
#undef REPLAY_HAND
#undef REPLAY_IGNORED
#undef REPLAY_UNSUPPORTED
  return rows;
}

constexpr auto kRows = make_rows();

// Parameters of functions with handlers of their own, of which the registry says too little.
struct HandForm {
  FunctionId function;
  std::size_t parameter;
  Form form;
};
constexpr HandForm kHandForms[] = {
    {FunctionId::glTexImage2D, 8, {Is::kUnpackPixels, {3, 4, -1, 6, 7}, {}}},
    {FunctionId::glDrawBuffers, 1, {Is::kArray, {}, {Of::kArg, 0}}},
    {FunctionId::glFeedbackBuffer, 2, {Is::kOut, {}, {Of::kArg, 0}}},
    {FunctionId::glSelectBuffer, 1, {Is::kOut, {}, {Of::kArg, 0}}},
    {FunctionId::glProgramBinary, 2, {Is::kArray, {}, {Of::kArg, 3}}},
    {FunctionId::glShaderBinary, 3, {Is::kArray, {}, {Of::kArg, 4}}},
    {FunctionId::glUniformSubroutinesuiv, 2, {Is::kArray, {}, {Of::kArg, 1}}},
    {FunctionId::glVertexAttribPointer, 5, {Is::kOffset, {}, {}}},
};

std::int64_t signed_argument(LiveArguments arguments, std::int64_t position) {
  return static_cast<std::int64_t>(arguments[static_cast<std::size_t>(position)]);
}

}  // namespace

std::uint64_t Length::count(LiveArguments arguments) const {
  const auto of_argument = [&](std::int64_t position) { return clamp_length(signed_argument(arguments, position)); };
  std::int64_t found = 0;
  switch (of) {
    case Of::kUnknown: break;
    case Of::kFixed: found = a; break;
    case Of::kArg: found = of_argument(a); break;
    case Of::kArgTimes: found = of_argument(a) * b; break;
    case Of::kArgOver: found = of_argument(a) / b; break;
    case Of::kProduct: found = of_argument(a) * of_argument(b); break;
    case Of::kTyped:
      found = of_argument(a) * scalar_bytes(static_cast<std::uint32_t>(signed_argument(arguments, b)));
      break;
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(found, 0));
}

Form form_of(FunctionId function, std::size_t parameter) {
  for (const HandForm& hand : kHandForms) {
    if (hand.function == function && hand.parameter == parameter) return hand.form;
  }
  const Row& row = kRows[static_cast<std::size_t>(function)];
  return parameter < row.count ? row.forms[parameter] : Form{};
}

Length registry_length(const glbindings::Signature& signature, const glbindings::ParamInfo& param) {
  const std::string_view text = param.len();
  const auto number = [](std::string_view digits, std::int64_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  std::int64_t value = 0;
  if (number(text, value)) return {Of::kFixed, value};
  const std::size_t star = text.find('*');
  std::int64_t times = 1;
  if (star != text.npos && !number(text.substr(star + 1), times)) return {};
  std::string_view name = text.substr(0, star);
  // A size that is computed of a number alone is that number: COMPSIZE(drawcount).
  if (name.starts_with("COMPSIZE(") && name.ends_with("count)")) name = name.substr(9, name.size() - 10);
  for (std::size_t i = 0; i < signature.params().size(); ++i) {
    if (name == signature.params()[i].name()) return {Of::kArgTimes, static_cast<std::int64_t>(i), times};
  }
  return {};
}

}  // namespace replay
