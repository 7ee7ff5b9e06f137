#include "recorded_languages.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

namespace flangeway::track {

namespace {

struct Translation {
  std::string_view written, english;
};

// The quantities of EN 13848-1 by the names that the national versions of the standard and recording cars
// use.
constexpr std::array quantity_words{Translation{"spurweite", "gauge"},
                                    Translation{"spur", "gauge"},
                                    Translation{"spurweitenabweichung", "gauge_deviation"},
                                    Translation{"spurabweichung", "gauge_deviation"},
                                    Translation{"ecartement", "gauge"},
                                    Translation{"ecartement_de_la_voie", "gauge"},
                                    Translation{"surecartement", "gauge_deviation"},
                                    Translation{"scartamento", "gauge"},
                                    Translation{"ancho", "gauge"},
                                    Translation{"ancho_de_via", "gauge"},
                                    Translation{"guiju", "gauge"},
                                    Translation{"轨距", "gauge"},
                                    Translation{"轨距偏差", "gauge_deviation"},
                                    Translation{"laengshoehe", "longitudinal_level"},
                                    Translation{"laengshoehenlage", "longitudinal_level"},
                                    Translation{"hoehenlage", "longitudinal_level"},
                                    Translation{"nivellement", "longitudinal_level"},
                                    Translation{"nivellement_longitudinal", "longitudinal_level"},
                                    Translation{"livello_longitudinale", "longitudinal_level"},
                                    Translation{"nivelacion", "longitudinal_level"},
                                    Translation{"nivelacion_longitudinal", "longitudinal_level"},
                                    Translation{"gaodi", "longitudinal_level"},
                                    Translation{"高低", "longitudinal_level"},
                                    Translation{"richtung", "alignment"},
                                    Translation{"richtungslage", "alignment"},
                                    Translation{"dressage", "alignment"},
                                    Translation{"allineamento", "alignment"},
                                    Translation{"alineacion", "alignment"},
                                    Translation{"guixiang", "alignment"},
                                    Translation{"轨向", "alignment"},
                                    Translation{"querhoehe", "cross_level"},
                                    Translation{"querhoehenlage", "cross_level"},
                                    Translation{"gegenseitige_hoehenlage", "cross_level"},
                                    Translation{"nivellement_transversal", "cross_level"},
                                    Translation{"livello_trasversale", "cross_level"},
                                    Translation{"nivelacion_transversal", "cross_level"},
                                    Translation{"shuiping", "cross_level"},
                                    Translation{"水平", "cross_level"},
                                    Translation{"ueberhoehung", "cant"},
                                    Translation{"devers", "cant"},
                                    Translation{"sopraelevazione", "cant"},
                                    Translation{"peralte", "cant"},
                                    Translation{"chaogao", "cant"},
                                    Translation{"超高", "cant"}};

constexpr std::array distance_words{Translation{"kilometrierung", "chainage"},
                                    Translation{"streckenkilometer", "km"},
                                    Translation{"stationierung", "chainage"},
                                    Translation{"weg", "distance"},
                                    Translation{"bahnkilometer", "km"},
                                    Translation{"point_kilometrique", "pk"},
                                    Translation{"abscisse", "distance"},
                                    Translation{"progressiva", "chainage"},
                                    Translation{"progressiva_chilometrica", "km"},
                                    Translation{"distanz", "distance"},
                                    Translation{"distanza", "distance"},
                                    Translation{"distancia", "distance"},
                                    Translation{"punto_kilometrico", "pk"},
                                    Translation{"licheng", "chainage"},
                                    Translation{"里程", "chainage"}};

constexpr std::array<std::string_view, 8> twist_words{"verwindung", "gleisverwindung", "gauche", "sghembo",
                                                      "alabeo",     "sanjiaokeng",     "三角坑", "扭曲"};

constexpr std::array side_words{Translation{"linke_schiene", "left"},
                                Translation{"rechte_schiene", "right"},
                                Translation{"links", "left"},
                                Translation{"rechts", "right"},
                                Translation{"linke", "left"},
                                Translation{"rechte", "right"},
                                Translation{"li", "left"},
                                Translation{"re", "right"},
                                Translation{"file_gauche", "left"},
                                Translation{"file_droite", "right"},
                                Translation{"rail_gauche", "left"},
                                Translation{"rail_droit", "right"},
                                Translation{"gauche", "left"},
                                Translation{"droite", "right"},
                                Translation{"droit", "right"},
                                Translation{"rotaia_sinistra", "left"},
                                Translation{"rotaia_destra", "right"},
                                Translation{"sinistra", "left"},
                                Translation{"destra", "right"},
                                Translation{"sinistro", "left"},
                                Translation{"destro", "right"},
                                Translation{"sx", "left"},
                                Translation{"dx", "right"},
                                Translation{"carril_izquierdo", "left"},
                                Translation{"carril_derecho", "right"},
                                Translation{"izquierda", "left"},
                                Translation{"derecha", "right"},
                                Translation{"izquierdo", "left"},
                                Translation{"derecho", "right"},
                                Translation{"izq", "left"},
                                Translation{"der", "right"}};
// Written together with the quantity.
constexpr std::array joined_side_words{Translation{"左", "left"}, Translation{"右", "right"},
                                       Translation{"zuo", "left"}, Translation{"you", "right"}};

// A letter with an accent, in UTF-8, without it.
constexpr std::array accents{
    Translation{"ä", "ae"}, Translation{"ö", "oe"}, Translation{"ü", "ue"}, Translation{"Ä", "ae"},
    Translation{"Ö", "oe"}, Translation{"Ü", "ue"}, Translation{"ß", "ss"}, Translation{"à", "a"},
    Translation{"á", "a"},  Translation{"â", "a"},  Translation{"À", "a"},  Translation{"Á", "a"},
    Translation{"è", "e"},  Translation{"é", "e"},  Translation{"ê", "e"},  Translation{"È", "e"},
    Translation{"É", "e"},  Translation{"Ê", "e"},  Translation{"ì", "i"},  Translation{"í", "i"},
    Translation{"î", "i"},  Translation{"Í", "i"},  Translation{"ò", "o"},  Translation{"ó", "o"},
    Translation{"ô", "o"},  Translation{"Ó", "o"},  Translation{"ù", "u"},  Translation{"ú", "u"},
    Translation{"û", "u"},  Translation{"Ú", "u"},  Translation{"ç", "c"},  Translation{"Ç", "c"},
    Translation{"ñ", "n"},  Translation{"Ñ", "n"}};

std::string translation_of(const auto& words, std::string_view name) {
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const Translation& word) { return word.written == name; });
  return found == words.end() ? "" : std::string(found->english);
}

// Takes the word for a side out of a name; the side is empty where there is none.
std::pair<std::string, std::string> split_side(const std::string& plain) {
  for (const Translation& word : side_words) {
    const std::string written(word.written), before = written + '_', after = '_' + written;
    if (plain.starts_with(before)) return {plain.substr(before.size()), std::string(word.english)};
    if (plain.ends_with(after))
      return {plain.substr(0, plain.size() - after.size()), std::string(word.english)};
  }
  for (const Translation& word : joined_side_words) {
    if (!plain.starts_with(word.written)) continue;
    std::string rest = plain.substr(word.written.size());
    if (rest.starts_with('_')) rest.erase(0, 1);
    return {rest, std::string(word.english)};
  }
  return {plain, ""};
}

}  // namespace

std::string plain_name(std::string_view written) {
  std::string name;
  while (!written.empty()) {
    const auto accent = std::find_if(accents.begin(), accents.end(), [&](const Translation& word) {
      return written.starts_with(word.written);
    });
    if (accent != accents.end()) {
      name += accent->english;
      written.remove_prefix(accent->written.size());
      continue;
    }
    const char c = written.front();
    written.remove_prefix(1);
    const bool is_blank = c == ' ' || c == '-' || c == '.' || c == '_' || c == '/';
    if (is_blank && (name.empty() || name.back() == '_')) continue;
    name += is_blank ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

std::string english_name(const std::string& plain) {
  for (const std::string_view word : twist_words) {
    if (plain == word) return "twist";
    const bool has_base = plain.size() > word.size() + 1 && plain.starts_with(word) &&
                          plain[word.size()] == '_' &&
                          std::isdigit(static_cast<unsigned char>(plain[word.size() + 1])) != 0;
    if (has_base) return "twist" + plain.substr(word.size());
  }
  if (const std::string distance = translation_of(distance_words, plain); !distance.empty()) return distance;
  if (const std::string quantity = translation_of(quantity_words, plain); !quantity.empty()) return quantity;
  const auto [rest, side] = split_side(plain);
  const std::string quantity = side.empty() ? "" : translation_of(quantity_words, rest);
  const bool is_of_a_rail = quantity == "alignment" || quantity == "longitudinal_level";
  return is_of_a_rail ? quantity + '_' + side : "";
}

}  // namespace flangeway::track
