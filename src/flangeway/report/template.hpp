// The parts of a page as they lie in web/. Private to the room.
#pragma once

namespace flangeway::report {

extern const char* const page_html;       ///< with the marks that page() fills
extern const char* const page_style;      ///< web/libraries/libraries.css and web/page/*.css
extern const char* const library_script;  ///< web/libraries/libraries.js
extern const char* const page_script;     ///< web/page/*.js

}  // namespace flangeway::report
