// `replay convert`: writes a recording of any format as one of apitrace.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_convert(const ConvertOptions& options);

}  // namespace replay
