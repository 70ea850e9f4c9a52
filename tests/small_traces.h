// Small traces with a bit of everything, as tracers record them: for tests of loaders, and as seeds of fuzz targets.
#pragma once

#include <cstdint>

#include "tests/apitrace_builder.h"
#include "tests/wip15_builder.h"
#include "tests/webgl_page.h"
#include "tests/wtf_builder.h"

namespace tests {

// Begins and links, uploads, maps, draws, swaps; the last call is never left.
ApitraceBuilder small_program(std::uint64_t version);

// Every base type alone, in arrays, in Variants, by every compression; every extra.
Wip15Builder every_value(Generation generation, bool big_endian_floats = false);

// Every type of argument, zones, scopes, frames, definitions that come late or again.
WtfBuilder small_page(WtfKind kind);

// Objects, uploads from arrays and from image files of every kind, draws, two canvases.
WebglPage painted_page();

}  // namespace tests
