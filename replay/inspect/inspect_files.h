// The body, the style and the script of the page of `inspect`, which the build puts into the program.
#pragma once

namespace replay {

const char* inspect_html();
const char* inspect_css();
const char* inspect_js();

}  // namespace replay
