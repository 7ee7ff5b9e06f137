// page.html as it lies in the sources, with the marks `<!--TITLE-->`, `<!--FACTS-->`, `<!--WHEELS-->` and
// `/*DATA*/null` in the places that page() fills. Private to the room.
#pragma once

namespace flangeway::report {

extern const char* const page_template;

}  // namespace flangeway::report
