#include "tests/fuzz/mutations.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace tests {
namespace {

using namespace std::string_view_literals;

// Counts and sizes as formats write them: 32 bits, LEB128, text.
constexpr std::string_view kLies[] = {"\xff\xff\xff\xff"sv,
                                      "\xff\xff\xff\x7f"sv,
                                      "\x00\x00\x00\x80"sv,
                                      "\x00\x00\x00\x40"sv,
                                      "\x00\x00\x00\x10"sv,
                                      "\xfe\xff\xff\xff"sv,
                                      "\x00\x00\x00\x00"sv,
                                      "\x01\x00\x00\x00"sv,
                                      "\xff\xff\x00\x00"sv,
                                      "\x00\x00\x01\x00"sv,
                                      "\xff\xff\xff\xff\x0f"sv,
                                      "\x80\x80\x80\x80\x08"sv,
                                      "\x80\x80\x80\x08"sv,
                                      "\xff\x7f"sv,
                                      "\xc0\x84\x3d"sv,
                                      "\xff\xff\xff\xff\xff\xff\xff\xff\x7f"sv,
                                      "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv,
                                      "\xff\xff\xff\xff\xff\xff\xff\xff"sv,
                                      "\x00\x00\x00\x00\x01\x00\x00\x00"sv,
                                      "4294967295"sv,
                                      "-1"sv,
                                      "1e308"sv,
                                      "18446744073709551616"sv,
                                      "null"sv,
                                      "[]"sv};

// What nests in some format.
constexpr std::string_view kOpeners[] = {"\x0b\x01"sv, "\x0e"sv,    "\x0e\x00"sv, "\x0a\x00\x00"sv, "\x0c\x01\x01"sv,
                                         "["sv,        "{\"a\":"sv, "\x00"sv,     "\xff"sv};

struct Piece {
  std::size_t at = 0, size = 0;
};
Piece pick_piece(Random& random, const std::string& bytes) {
  if (bytes.empty()) return {};
  const std::size_t at = pick(random, bytes.size());
  const std::size_t most = pick(random, 4) == 0 ? bytes.size() : 64;
  return {at, std::min(bytes.size() - at, 1 + pick(random, most))};
}
std::size_t pick_place(Random& random, const std::string& bytes) { return pick(random, bytes.size() + 1); }

void flip_bits(std::string& bytes, Random& random) {
  for (std::size_t i = 1 + pick(random, 8); i > 0 && !bytes.empty(); --i) {
    bytes[pick(random, bytes.size())] ^= static_cast<char>(1 << pick(random, 8));
  }
}

void set_bytes(std::string& bytes, Random& random) {
  const Piece piece = pick_piece(random, bytes);
  for (std::size_t i = 0; i < std::min<std::size_t>(piece.size, 8); ++i) {
    bytes[piece.at + i] = static_cast<char>(random());
  }
}

void lie(std::string& bytes, Random& random) {
  const std::string_view lie = kLies[pick(random, std::size(kLies))];
  const std::size_t at = pick_place(random, bytes);
  bytes.replace(at, std::min(bytes.size() - at, lie.size()), lie);
}

void cut(std::string& bytes, Random& random) { bytes.resize(pick_place(random, bytes)); }

void take_out(std::string& bytes, Random& random) {
  const Piece piece = pick_piece(random, bytes);
  bytes.erase(piece.at, piece.size);
}

void repeat(std::string& bytes, Random& random) {
  const Piece piece = pick_piece(random, bytes);
  const std::string copy = bytes.substr(piece.at, piece.size);
  for (std::size_t i = 1 + pick(random, 20); i > 0; --i) bytes.insert(piece.at, copy);
}

void nest(std::string& bytes, Random& random) {
  const std::string_view opener = kOpeners[pick(random, std::size(kOpeners))];
  std::string many;
  for (std::size_t i = std::size_t{1} << pick(random, 12); i > 0; --i) many += opener;
  bytes.insert(pick_place(random, bytes), many);
}

void splice(std::string& bytes, const std::vector<Seed>& seeds, Random& random) {
  const std::string& other = seeds[pick(random, seeds.size())].bytes;
  const Piece piece = pick_piece(random, other);
  const std::size_t at = pick_place(random, bytes);
  if (pick(random, 2) == 0) {
    bytes.insert(at, other, piece.at, piece.size);
  } else {
    bytes.replace(at, piece.size, other, piece.at, piece.size);
  }
}

}  // namespace

std::size_t pick(Random& random, std::size_t end) { return random() % end; }

std::string mutated(std::string bytes, const std::vector<Seed>& seeds, std::size_t most_bytes, Random& random) {
  using Change = void (*)(std::string&, Random&);
  constexpr std::array<Change, 9> kChanges = {flip_bits, flip_bits, set_bytes, lie, lie, cut, take_out, repeat, nest};
  for (std::size_t i = 1 + pick(random, 8); i > 0; --i) {
    const std::size_t change = pick(random, kChanges.size() + 2);
    if (change < kChanges.size()) {
      kChanges[change](bytes, random);
    } else {
      splice(bytes, seeds, random);
    }
    if (bytes.size() > most_bytes) bytes.resize(most_bytes);
  }
  return bytes;
}

}  // namespace tests
