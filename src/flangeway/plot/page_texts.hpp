// Style and script of the pages as they lie in web/. Private to the room.
#pragma once

namespace flangeway::plot {

extern const char* const page_style;   ///< web/static/page.css
extern const char* const page_script;  ///< web/static/plots.js and what it takes of web/page/

}  // namespace flangeway::plot
