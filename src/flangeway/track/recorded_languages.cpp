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
                                    Translation{"超高", "cant"},
                                    Translation{"spoorwijdte", "gauge"},
                                    Translation{"bitola", "gauge"},
                                    Translation{"szerokosc_toru", "gauge"},
                                    Translation{"rozchod", "gauge"},
                                    Translation{"rozchod_koleje", "gauge"},
                                    Translation{"sparvidd", "gauge"},
                                    Translation{"sporvidde", "gauge"},
                                    Translation{"raideleveys", "gauge"},
                                    Translation{"ширина_колеи", "gauge"},
                                    Translation{"軌間", "gauge"},
                                    Translation{"hoogteligging", "longitudinal_level"},
                                    Translation{"nivelamento", "longitudinal_level"},
                                    Translation{"nivelamento_longitudinal", "longitudinal_level"},
                                    Translation{"nierownosc_pionowa", "longitudinal_level"},
                                    Translation{"nierownosci_pionowe", "longitudinal_level"},
                                    Translation{"podelna_vyska", "longitudinal_level"},
                                    Translation{"hoejdlaege", "longitudinal_level"},
                                    Translation{"просадка", "longitudinal_level"},
                                    Translation{"schift", "alignment"},
                                    Translation{"alinhamento", "alignment"},
                                    Translation{"nierownosc_pozioma", "alignment"},
                                    Translation{"nierownosci_poziome", "alignment"},
                                    Translation{"smer_koleje", "alignment"},
                                    Translation{"sidolaege", "alignment"},
                                    Translation{"通り", "alignment"},
                                    Translation{"nivelamento_transversal", "cross_level"},
                                    Translation{"уровень", "cross_level"},
                                    Translation{"水準", "cross_level"},
                                    Translation{"verkanting", "cant"},
                                    Translation{"sobrelevacao", "cant"},
                                    Translation{"superelevacao", "cant"},
                                    Translation{"przechylka", "cant"},
                                    Translation{"prevyseni", "cant"},
                                    Translation{"raelsfoerhoejning", "cant"},
                                    Translation{"overhoeyde", "cant"},
                                    Translation{"kallistus", "cant"},
                                    Translation{"hoeydefeil", "longitudinal_level"},
                                    Translation{"hoeydelengde", "longitudinal_level"},
                                    Translation{"sideretning", "alignment"},
                                    Translation{"vyska", "longitudinal_level"},
                                    Translation{"smer", "alignment"},
                                    Translation{"nyomtav", "gauge"},
                                    Translation{"fekszint", "longitudinal_level"},
                                    Translation{"irany", "alignment"},
                                    Translation{"tulemeles", "cant"},
                                    Translation{"ekartman", "gauge"},
                                    Translation{"nivelman", "longitudinal_level"},
                                    Translation{"dresaj", "alignment"},
                                    Translation{"dever", "cant"},
                                    Translation{"ecartament", "gauge"},
                                    Translation{"nivel_longitudinal", "longitudinal_level"},
                                    Translation{"directie", "alignment"},
                                    Translation{"suprainaltare", "cant"},
                                    Translation{"hoejdebeliggenhed", "longitudinal_level"},
                                    Translation{"sidebeliggenhed", "alignment"},
                                    Translation{"overhoejde", "cant"}};

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
                                    Translation{"里程", "chainage"},
                                    Translation{"キロ程", "chainage"},
                                    Translation{"kilometrering", "chainage"},
                                    Translation{"kilometraz", "chainage"},
                                    Translation{"staniceni", "chainage"},
                                    Translation{"ponto_quilometrico", "pk"},
                                    Translation{"quilometro", "km"},
                                    Translation{"км", "km"},
                                    Translation{"szelveny", "chainage"},
                                    Translation{"km_+_m", "chainage"},
                                    Translation{"km+m", "chainage"}};

constexpr std::array<std::string_view, 21> twist_words{
    "verwindung", "gleisverwindung", "gauche", "sghembo",     "alabeo",       "sanjiaokeng", "三角坑",
    "扭曲",       "scheluwte",       "empeno", "zborceni",    "wichrowatosc", "skevning",    "vindskjevhet",
    "kierous",    "перекос",         "平面性", "siktorzulas", "burulma",      "torsionare",  "vridning"};

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
                                Translation{"esquerda", "left"},
                                Translation{"direita", "right"},
                                Translation{"esquerdo", "left"},
                                Translation{"direito", "right"},
                                Translation{"toku_lewego", "left"},
                                Translation{"toku_prawego", "right"},
                                Translation{"lewa", "left"},
                                Translation{"prawa", "right"},
                                Translation{"leva", "left"},
                                Translation{"prava", "right"},
                                Translation{"vaenster", "left"},
                                Translation{"hoeger", "right"},
                                Translation{"левая", "left"},
                                Translation{"правая", "right"},
                                Translation{"leveho_pasu", "left"},
                                Translation{"praveho_pasu", "right"},
                                Translation{"levy", "left"},
                                Translation{"pravy", "right"},
                                Translation{"venstre", "left"},
                                Translation{"hoeyre", "right"},
                                Translation{"hoejre", "right"},
                                Translation{"bal", "left"},
                                Translation{"jobb", "right"},
                                Translation{"sol", "left"},
                                Translation{"sag", "right"},
                                Translation{"stanga", "left"},
                                Translation{"dreapta", "right"},
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
    Translation{"ñ", "n"},  Translation{"Ñ", "n"},  Translation{"ã", "a"},  Translation{"Ã", "a"},
    Translation{"õ", "o"},  Translation{"Õ", "o"},  Translation{"å", "a"},  Translation{"Å", "a"},
    Translation{"ø", "oe"}, Translation{"Ø", "oe"}, Translation{"ł", "l"},  Translation{"Ł", "l"},
    Translation{"ś", "s"},  Translation{"Ś", "s"},  Translation{"ż", "z"},  Translation{"Ż", "z"},
    Translation{"ź", "z"},  Translation{"ą", "a"},  Translation{"ę", "e"},  Translation{"ć", "c"},
    Translation{"ń", "n"},  Translation{"ě", "e"},  Translation{"š", "s"},  Translation{"Š", "s"},
    Translation{"č", "c"},  Translation{"Č", "c"},  Translation{"ř", "r"},  Translation{"ž", "z"},
    Translation{"ý", "y"},  Translation{"ů", "u"},  Translation{"ő", "o"},  Translation{"ű", "u"},
    Translation{"ğ", "g"},  Translation{"ş", "s"},  Translation{"ı", "i"},  Translation{"ț", "t"},
    Translation{"ţ", "t"},  Translation{"ș", "s"},  Translation{"ă", "a"},  Translation{"ľ", "l"}};

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

// Small letters of Cyrillic for А to Я, in UTF-8.
std::string small_cyrillic(std::string_view letter) {
  const auto first = static_cast<unsigned char>(letter[0]), second = static_cast<unsigned char>(letter[1]);
  if (first != 0xD0 || second < 0x90 || second > 0xAF) return "";
  const bool is_first_half = second < 0xA0;
  return {static_cast<char>(is_first_half ? 0xD0 : 0xD1),
          static_cast<char>(is_first_half ? second + 0x20 : second - 0x20)};
}

}  // namespace

std::string plain_name(std::string_view written) {
  std::string name;
  while (!written.empty()) {
    if (const std::string small = written.size() > 1 ? small_cyrillic(written) : ""; !small.empty()) {
      name += small;
      written.remove_prefix(2);
      continue;
    }
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
