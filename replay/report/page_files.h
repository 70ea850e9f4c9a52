// The files of page/, which the build puts into the program: page.html, and the style and the script of reports.
#pragma once

namespace replay {

const char* page_html();
const char* page_css();
const char* page_js();

}  // namespace replay
