// The HTML page of `replay compare`.
#pragma once

#include <vector>

#include "replay/compare/report.h"
#include "replay/report/page.h"

namespace replay {

Page page_of(const std::vector<ComparedTrace>& traces);
// Adds the section of one trace.
void show(Page& page, const ComparedTrace& compared);

}  // namespace replay
