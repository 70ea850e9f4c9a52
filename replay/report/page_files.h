// page.css and page.js, which the build puts into the program.
#pragma once

namespace replay {

const char* page_css();
const char* page_js();

}  // namespace replay
