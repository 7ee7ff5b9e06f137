// Column names of track geometry in the languages of the railways.
#pragma once

#include <string>
#include <string_view>

namespace flangeway::track {

// Lower case without accents, with one underscore for all blanks, hyphens and dots between words: "Längshöhe
// links" → "laengshoehe_links". Chinese characters stay.
std::string plain_name(std::string_view written);

// "laengshoehe_links" → "longitudinal_level_left", "verwindung_3m" → "twist_3m", "里程" → "chainage"; empty:
// no known word of these languages.
std::string english_name(const std::string& plain);

}  // namespace flangeway::track
