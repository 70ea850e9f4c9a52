// Small traces that use all of a format, as tracers record them. Tests of loaders read them, and fuzz targets have them
// as seeds.
#pragma once

#include <cstdint>

#include "tests/apitrace_builder.h"
#include "tests/webgl_page.h"
#include "tests/wip15_builder.h"
#include "tests/wtf_builder.h"

namespace tests {

// A program that links, uploads, maps, draws and swaps. Its last call is never left.
ApitraceBuilder small_program(std::uint64_t version);

// Every base type alone, in arrays and in Variants, with every compression; and every extra.
Wip15Builder every_value(Generation generation, bool big_endian_floats = false);

// Every type of argument, zones, scopes, frames, and definitions that come late or twice.
WtfBuilder small_page(WtfKind kind);

// A page with objects, uploads from arrays and from image files of every kind, draws and two canvases.
WebglPage painted_page();

}  // namespace tests
