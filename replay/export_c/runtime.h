// The part of an exported program that is the same in all of them (runtime.c).
#pragma once

namespace replay {

const char* export_runtime();

}  // namespace replay
