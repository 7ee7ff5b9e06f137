#include "recorded_languages.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

namespace flangeway::track {

namespace {

struct Word {
  std::string_view written, english;
};

// The quantities of EN 13848-1 by the names that the national versions of the standard and recording cars
// use.
constexpr std::array quantity_words{Word{"spurweite", "gauge"},
                                    Word{"spur", "gauge"},
                                    Word{"spurweitenabweichung", "gauge_deviation"},
                                    Word{"spurabweichung", "gauge_deviation"},
                                    Word{"ecartement", "gauge"},
                                    Word{"ecartement_de_la_voie", "gauge"},
                                    Word{"surecartement", "gauge_deviation"},
                                    Word{"scartamento", "gauge"},
                                    Word{"ancho", "gauge"},
                                    Word{"ancho_de_via", "gauge"},
                                    Word{"guiju", "gauge"},
                                    Word{"轨距", "gauge"},
                                    Word{"轨距偏差", "gauge_deviation"},
                                    Word{"laengshoehe", "longitudinal_level"},
                                    Word{"laengshoehenlage", "longitudinal_level"},
                                    Word{"hoehenlage", "longitudinal_level"},
                                    Word{"nivellement", "longitudinal_level"},
                                    Word{"nivellement_longitudinal", "longitudinal_level"},
                                    Word{"livello_longitudinale", "longitudinal_level"},
                                    Word{"nivelacion", "longitudinal_level"},
                                    Word{"nivelacion_longitudinal", "longitudinal_level"},
                                    Word{"gaodi", "longitudinal_level"},
                                    Word{"高低", "longitudinal_level"},
                                    Word{"richtung", "alignment"},
                                    Word{"richtungslage", "alignment"},
                                    Word{"dressage", "alignment"},
                                    Word{"allineamento", "alignment"},
                                    Word{"alineacion", "alignment"},
                                    Word{"guixiang", "alignment"},
                                    Word{"轨向", "alignment"},
                                    Word{"querhoehe", "cross_level"},
                                    Word{"querhoehenlage", "cross_level"},
                                    Word{"gegenseitige_hoehenlage", "cross_level"},
                                    Word{"nivellement_transversal", "cross_level"},
                                    Word{"livello_trasversale", "cross_level"},
                                    Word{"nivelacion_transversal", "cross_level"},
                                    Word{"shuiping", "cross_level"},
                                    Word{"水平", "cross_level"},
                                    Word{"ueberhoehung", "cant"},
                                    Word{"devers", "cant"},
                                    Word{"sopraelevazione", "cant"},
                                    Word{"peralte", "cant"},
                                    Word{"chaogao", "cant"},
                                    Word{"超高", "cant"}};

constexpr std::array distance_words{Word{"kilometrierung", "chainage"},
                                    Word{"streckenkilometer", "km"},
                                    Word{"stationierung", "chainage"},
                                    Word{"weg", "distance"},
                                    Word{"bahnkilometer", "km"},
                                    Word{"point_kilometrique", "pk"},
                                    Word{"abscisse", "distance"},
                                    Word{"progressiva", "chainage"},
                                    Word{"progressiva_chilometrica", "km"},
                                    Word{"distanz", "distance"},
                                    Word{"distanza", "distance"},
                                    Word{"distancia", "distance"},
                                    Word{"punto_kilometrico", "pk"},
                                    Word{"licheng", "chainage"},
                                    Word{"里程", "chainage"}};

constexpr std::array<std::string_view, 8> twist_words{"verwindung", "gleisverwindung", "gauche", "sghembo",
                                                      "alabeo",     "sanjiaokeng",     "三角坑", "扭曲"};

constexpr std::array side_words{Word{"linke_schiene", "left"},
                                Word{"rechte_schiene", "right"},
                                Word{"links", "left"},
                                Word{"rechts", "right"},
                                Word{"linke", "left"},
                                Word{"rechte", "right"},
                                Word{"li", "left"},
                                Word{"re", "right"},
                                Word{"file_gauche", "left"},
                                Word{"file_droite", "right"},
                                Word{"rail_gauche", "left"},
                                Word{"rail_droit", "right"},
                                Word{"gauche", "left"},
                                Word{"droite", "right"},
                                Word{"droit", "right"},
                                Word{"rotaia_sinistra", "left"},
                                Word{"rotaia_destra", "right"},
                                Word{"sinistra", "left"},
                                Word{"destra", "right"},
                                Word{"sinistro", "left"},
                                Word{"destro", "right"},
                                Word{"sx", "left"},
                                Word{"dx", "right"},
                                Word{"carril_izquierdo", "left"},
                                Word{"carril_derecho", "right"},
                                Word{"izquierda", "left"},
                                Word{"derecha", "right"},
                                Word{"izquierdo", "left"},
                                Word{"derecho", "right"},
                                Word{"izq", "left"},
                                Word{"der", "right"}};
// Written together with the quantity.
constexpr std::array joined_side_words{Word{"左", "left"}, Word{"右", "right"}, Word{"zuo", "left"},
                                       Word{"you", "right"}};

// A letter with an accent, in UTF-8, without it.
constexpr std::array accents{
    Word{"ä", "ae"}, Word{"ö", "oe"}, Word{"ü", "ue"}, Word{"Ä", "ae"}, Word{"Ö", "oe"}, Word{"Ü", "ue"},
    Word{"ß", "ss"}, Word{"à", "a"},  Word{"á", "a"},  Word{"â", "a"},  Word{"À", "a"},  Word{"Á", "a"},
    Word{"è", "e"},  Word{"é", "e"},  Word{"ê", "e"},  Word{"È", "e"},  Word{"É", "e"},  Word{"Ê", "e"},
    Word{"ì", "i"},  Word{"í", "i"},  Word{"î", "i"},  Word{"Í", "i"},  Word{"ò", "o"},  Word{"ó", "o"},
    Word{"ô", "o"},  Word{"Ó", "o"},  Word{"ù", "u"},  Word{"ú", "u"},  Word{"û", "u"},  Word{"Ú", "u"},
    Word{"ç", "c"},  Word{"Ç", "c"},  Word{"ñ", "n"},  Word{"Ñ", "n"}};

std::string found_in(const auto& words, std::string_view name) {
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const Word& word) { return word.written == name; });
  return found == words.end() ? "" : std::string(found->english);
}

// Takes the word for a side out of a name; the side is empty where there is none.
std::pair<std::string, std::string> split_side(const std::string& plain) {
  for (const Word& word : side_words) {
    const std::string written(word.written), before = written + '_', after = '_' + written;
    if (plain.starts_with(before)) return {plain.substr(before.size()), std::string(word.english)};
    if (plain.ends_with(after))
      return {plain.substr(0, plain.size() - after.size()), std::string(word.english)};
  }
  for (const Word& word : joined_side_words) {
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
    const auto accent = std::find_if(accents.begin(), accents.end(),
                                     [&](const Word& word) { return written.starts_with(word.written); });
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
  if (const std::string distance = found_in(distance_words, plain); !distance.empty()) return distance;
  if (const std::string quantity = found_in(quantity_words, plain); !quantity.empty()) return quantity;
  const auto [rest, side] = split_side(plain);
  const std::string quantity = side.empty() ? "" : found_in(quantity_words, rest);
  const bool is_of_a_rail = quantity == "alignment" || quantity == "longitudinal_level";
  return is_of_a_rail ? quantity + '_' + side : "";
}

}  // namespace flangeway::track
