#include "flangeway/track/recorded_table.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace flangeway::track {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

RecordedTable table_of(const std::string& text, TableReading reading = {}) {
  reading.least_rows = 2;
  Findings findings;
  auto table = read_recorded_table(text, "r.csv", reading, findings);
  if (!table) throw std::runtime_error(findings.text());
  return *table;
}

std::string findings_of(const std::string& text, TableReading reading = {}) {
  reading.least_rows = 2;
  Findings findings;
  EXPECT_FALSE(read_recorded_table(text, "r.csv", reading, findings).has_value());
  return findings.text();
}

const std::vector<double>& values(const RecordedTable& table, const std::string& name) {
  const RecordedColumn* column = table.find(name);
  if (column == nullptr) throw std::runtime_error(name);
  return column->values;
}

// Other people's names of the same columns.
TEST(RecordedTable, KnowsTheNamesOfBothReaders) {
  const RecordedTable table = table_of(
      "Chainage [km];y_left [mm];Alignment right (mm);z_left [mm];level_r [mm];gauge_variation "
      "[mm];Cross-Level "
      "[mm];twist_3m [mm]\n1.000;1;2;3;4;5;6;9\n1.500;1;2;3;4;5;6;9\n");
  EXPECT_THAT(table.s, ElementsAre(1000, 1500));
  EXPECT_DOUBLE_EQ(values(table, "alignment_left")[0], 1e-3);
  EXPECT_DOUBLE_EQ(values(table, "alignment_right")[0], 2e-3);
  EXPECT_DOUBLE_EQ(values(table, "longitudinal_level_left")[0], 3e-3);
  EXPECT_DOUBLE_EQ(values(table, "longitudinal_level_right")[0], 4e-3);
  EXPECT_DOUBLE_EQ(values(table, "gauge")[0], 5e-3);
  EXPECT_DOUBLE_EQ(values(table, "cross_level")[0], 6e-3);
  EXPECT_DOUBLE_EQ(values(table, "twist")[0], 3e-3) << "9 mm over 3 m";
  EXPECT_EQ(table.twist_base, 3);
  EXPECT_DOUBLE_EQ(values(table_of("s\tvertical_profile [mm]\n0\t1\n1\t2\n"), "longitudinal_level")[1], 2e-3);
}

// Each header has the same seven columns in another language; the numbers tell the columns apart.
TEST(RecordedTable, KnowsTheNamesOfOtherLanguages) {
  for (
      const char* header :
      {"Kilometrierung [m];Richtung links [mm];Richtung rechts [mm];Längshöhe links [mm];Längshöhe rechts "
       "[mm];Spurweite [mm];Überhöhung [mm];Verwindung_3m [mm]",
       "PK [m];Dressage gauche [mm];Dressage droit [mm];Nivellement gauche [mm];Nivellement droit "
       "[mm];Écartement [mm];Dévers [mm];Gauche 3m [mm]",
       "Progressiva [m];Allineamento sx [mm];Allineamento dx [mm];Livello longitudinale sx [mm];Livello "
       "longitudinale dx [mm];Scartamento [mm];Sopraelevazione [mm];Sghembo 3m [mm]",
       "Punto kilométrico [m];Alineación izquierda [mm];Alineación derecha [mm];Nivelación izquierda "
       "[mm];Nivelación derecha [mm];Ancho de vía [mm];Peralte [mm];Alabeo 3m [mm]",
       "里程 [m];左轨向 [mm];右轨向 [mm];左高低 [mm];右高低 [mm];轨距 [mm];水平 [mm];三角坑_3m [mm]",
       "Kilometrering [m];Schift links [mm];Schift rechts [mm];Hoogteligging links [mm];Hoogteligging "
       "rechts "
       "[mm];Spoorwijdte [mm];Verkanting [mm];Scheluwte 3m [mm]",
       "Kilometraż [m];Nierówność pozioma lewa [mm];Nierówność pozioma prawa [mm];Nierówność pionowa lewa "
       "[mm];Nierówność pionowa prawa [mm];Szerokość toru [mm];Przechyłka [mm];Wichrowatość 3m [mm]",
       "Ponto quilométrico [m];Alinhamento esquerdo [mm];Alinhamento direito [mm];Nivelamento longitudinal "
       "esquerdo [mm];Nivelamento longitudinal direito [mm];Bitola [mm];Superelevação [mm];Empeno 3m [mm]",
       "Distance [m];Sidoläge vänster [mm];Sidoläge höger [mm];Höjdläge vänster [mm];Höjdläge höger "
       "[mm];Spårvidd [mm];Rälsförhöjning [mm];Skevning 3m [mm]",
       "キロ程 [m];左通り [mm];右通り [mm];左高低 [mm];右高低 [mm];軌間 [mm];水準 [mm];平面性_3m [mm]",
       "Staničení [m];Směr levý [mm];Směr pravý [mm];Výška levá [mm];Výška pravá [mm];Rozchod [mm];Převýšení "
       "[mm];Zborcení 3m [mm]",
       "Szelvény [m];Irány bal [mm];Irány jobb [mm];Fekszint bal [mm];Fekszint jobb [mm];Nyomtáv "
       "[mm];Túlemelés [mm];Síktorzulás 3m [mm]",
       "Distance [m];Dresaj sol [mm];Dresaj sağ [mm];Nivelman sol [mm];Nivelman sağ [mm];Ekartman [mm];Dever "
       "[mm];Burulma 3m [mm]",
       "Km [m];Sideretning venstre [mm];Sideretning høyre [mm];Høydefeil venstre [mm];Høydefeil høyre "
       "[mm];Sporvidde [mm];Overhøyde [mm];Vindskjevhet 3m [mm]",
       "licheng [m];zuoguixiang [mm];you_guixiang [mm];zuo_gaodi [mm];yougaodi [mm];guiju [mm];shuiping "
       "[mm];sanjiaokeng_3m [mm]"}) {
    const RecordedTable table =
        table_of(std::string(header) + "\n1000;1;2;3;4;5;6;9\n1000.5;1;2;3;4;5;6;9\n");
    EXPECT_THAT(table.s, ElementsAre(1000, 1000.5)) << header;
    const char* const names[] = {"alignment_left",
                                 "alignment_right",
                                 "longitudinal_level_left",
                                 "longitudinal_level_right",
                                 "gauge",
                                 "cross_level",
                                 "twist"};
    for (int i = 0; i < 7; ++i)
      EXPECT_NEAR(values(table, names[i])[0], i < 6 ? 1e-3 * (i + 1) : 3e-3, 1e-12)
          << header << ' ' << names[i];
    EXPECT_THAT(table.notes, Contains(HasSubstr("columns read: "))) << header;
  }
}

TEST(RecordedTable, PrintsHowOtherLanguagesWereRead) {
  const RecordedTable table = table_of("km;Spurweite [mm];Bemerkung\n1;1;x\n1.001;1;y\n");
  EXPECT_THAT(table.notes, Contains("columns read: Spurweite as gauge"));
  const RecordedTable latin = table_of(
      "km;\xDC"
      "berh\xF6hung [mm]\n1;1\n1.001;1\n");
  EXPECT_THAT(latin.notes, Contains("columns read: Überhöhung as cross_level")) << "ISO 8859-1";
}

// Two columns of cant: Querhöhe was measured, Überhöhung is the design.
TEST(RecordedTable, CantOfOtherLanguagesIsTheDesignBesideACrossLevel) {
  const RecordedTable table = table_of("km;Querhöhe [mm];Überhöhung [mm]\n1;1;100\n1.001;1;100\n");
  EXPECT_DOUBLE_EQ(values(table, "cross_level")[0], 1e-3);
  EXPECT_THAT(table.unread, ElementsAre("Überhöhung"));
}

// A side without a quantity of single rails, and words that are chord measurements, are no columns of
// geometry.
TEST(RecordedTable, WordsThatMayMeanAnotherQuantityAreNotRead) {
  const RecordedTable table = table_of("km;Spurweite [mm];Pfeilhöhe;Höhe links\n1;1;5;6\n1.001;1;5;6\n");
  EXPECT_THAT(table.unread, ElementsAre("Pfeilhöhe", "Höhe links"));
}

TEST(RecordedTable, ReadsCyrillicNamesAndUnits) {
  const RecordedTable table = table_of("КМ;Ширина колеи [мм];Уровень [мм]\n1;1521;2\n1,001;1521;2\n");
  EXPECT_NEAR(table.s[1], 1001, 1e-9);
  EXPECT_DOUBLE_EQ(values(table, "cross_level")[0], 2e-3);
  EXPECT_NEAR(values(table, "gauge")[0], 1e-3, 1e-12);
}

TEST(RecordedTable, AddsAColumnOfMetresToOneOfKilometres) {
  const RecordedTable table = table_of("km;m;Spurweite [mm]\n12;999,5;1\n13;0,25;1\n");
  EXPECT_NEAR(table.s[0], 12999.5, 1e-9);
  EXPECT_NEAR(table.s[1], 13000.25, 1e-9);
  EXPECT_THAT(table.notes, Contains("s is the sum of the columns of km and m"));
  EXPECT_THAT(table_of("km;m;Spurweite [mm]\n12,5;5;1\n12,501;6;1\n").unread, ElementsAre("m"));
}

TEST(RecordedTable, AddsFeetOrYardsToMiles) {
  const RecordedTable feet = table_of("Milepost,Feet,Gage [in]\n10,5279.0,56.5\n11,0.5,56.6\n");
  EXPECT_NEAR(feet.s[0], 10 * 1609.344 + 5279 * 0.3048, 1e-9);
  EXPECT_NEAR(feet.s[1], 11 * 1609.344 + 0.5 * 0.3048, 1e-9);
  EXPECT_THAT(feet.notes, Contains("s is the sum of the columns of mi and Feet"));
  EXPECT_THAT(feet.notes, Contains("Milepost: no unit, taken as miles by its name"));
  EXPECT_NEAR(table_of("Miles,Yards,Gauge [mm]\n2,440,1\n2,441,1\n").s[1], 2 * 1609.344 + 441 * 0.9144, 1e-9);
}

TEST(RecordedTable, ReadsQuotesThousandsAndStars) {
  const RecordedTable table =
      table_of("s [m],gauge [mm],AlignL [mm],LevelR [mm]\n1,\"1,435.25\",0.5,****\n2,\"1,436.0\",0.6,2\n");
  EXPECT_NEAR(values(table, "gauge")[1] - values(table, "gauge")[0], 0.75e-3, 1e-12);
  EXPECT_NEAR(values(table, "alignment_left")[0], 0.5e-3, 1e-15);
  EXPECT_TRUE(std::isnan(values(table, "longitudinal_level_right")[0]));
  EXPECT_THAT(findings_of("s [m],gauge [mm]\n1,\"1,435\"\n2,1\n"),
              HasSubstr("is not a number (got \"1,435\""));
  EXPECT_THAT(findings_of("s [m],gauge [mm]\n1,1\n2,1\nMean,1\n"),
              HasSubstr("Leave out rows that are no samples, such as means below the table"));
}

TEST(RecordedTable, ReadsPointsBetweenThousands) {
  EXPECT_THAT(table_of("s [m];gauge [mm]\n12.345,5;1\n12.346,0;1\n").s, ElementsAre(12345.5, 12346));
  EXPECT_THAT(findings_of("s [m];gauge [mm]\n12.34,5;1\n12.35,0;1\n"),
              HasSubstr("is not a number (got \"12.34,5\""));
}

TEST(RecordedTable, ReadsMarksOfThousandsAndExponentsOfFortran) {
  for (const char* mark : {"'", "\u2019", " ", "\u00a0", "\u202f"}) {
    const std::string row = fmt::format("12{}345.5;0.1\n12{}346.0;0.2\n", mark, mark);
    EXPECT_THAT(table_of("s [m];gauge_variation [mm]\n" + row).s, ElementsAre(12345.5, 12346)) << mark;
  }
  EXPECT_THAT(table_of("s [m];gauge_variation [mm]\n1'012'345,5;1\n1'012'346,0;1\n").s,
              ElementsAre(1012345.5, 1012346));
  EXPECT_THAT(findings_of("s [m];gauge_variation [mm]\n1'23.5;1\n1'24.5;1\n"),
              HasSubstr("is not a number (got \"1'23.5\""));
  EXPECT_THAT(table_of("s [m];gauge_variation [mm]\n1.2D+01;1\n1.30d1;1\n").s, ElementsAre(12, 13));
}

TEST(RecordedTable, KilometerIsAlsoAWordForMetres) {
  std::string rows;
  for (int i = 0; i < 12; ++i) rows += fmt::format("{};{}\n", 1000 + 0.25 * i, i % 3);
  const RecordedTable metres = table_of("Kilometer;gauge_variation [mm]\n" + rows);
  EXPECT_DOUBLE_EQ(metres.s[1], 1000.25);
  EXPECT_THAT(metres.notes, Contains("Kilometer: no unit, taken as m by its steps of 0.25: in km rows would "
                                     "be 250 m apart"));
  EXPECT_DOUBLE_EQ(table_of("Kilometer [km];gauge_variation [mm]\n" + rows).s[1], 1000250) << "as it says";
  std::string narrow;
  for (int i = 0; i < 12; ++i) narrow += fmt::format("{};{}\n", 1 + 0.00025 * i, i % 3);
  const RecordedTable kilometres = table_of("Kilometer;gauge_variation [mm]\n" + narrow);
  EXPECT_DOUBLE_EQ(kilometres.s[1], 1000.25);
  EXPECT_THAT(kilometres.notes, IsEmpty());
}

// A column with the waves of one band is not the quantity itself.
TEST(RecordedTable, ColumnsOfOneBandAreNotRead) {
  EXPECT_THAT(table_of("s [m];gauge [mm];Longitudinal level left D1 [mm];\n0;1;1;\n1;1;1;\n").unread,
              ElementsAre("Longitudinal level left D1"));
  EXPECT_THAT(findings_of("km;Längshöhe links D1 [mm]\n0;1\n1;1\n"),
              HasSubstr("has no column of track geometry (got Längshöhe links D1; allowed alignment_left, "));
  EXPECT_THAT(
      findings_of("km;Längshöhe links D1 [mm]\n0;1\n1;1\n"),
      HasSubstr("Write longitudinal_level_left in place of Längshöhe links D1 if this one band is all"));
  EXPECT_THAT(findings_of("km;versine left [mm]\n0;1\n1;1\n"),
              HasSubstr("in place of versines, and give --chord."));
}

TEST(RecordedTable, DecidesUnitsByTheNumbers) {
  const RecordedTable mm = table_of("s,alignment,vertical_profile\n0,0.1,-4.2\n1,0.2,1\n");
  EXPECT_DOUBLE_EQ(values(mm, "longitudinal_level")[0], -4.2e-3);
  EXPECT_THAT(mm.notes,
              ElementsAre("alignment, vertical_profile: no unit, taken as mm by the largest number, 4.2"));
  const RecordedTable m = table_of("s,alignment,vertical_profile\n0,0.001,-0.0042\n1,0,0\n");
  EXPECT_DOUBLE_EQ(values(m, "longitudinal_level")[0], -4.2e-3);
  EXPECT_EQ(findings_of("s,alignment\n0,0.2\n1,0\n"),
            "r.csv:1:3: alignment: has no unit, and its numbers do not tell it (got at most 0.2; allowed m, "
            "mm, cm, dm, "
            "km, µm, in, ft). Write the unit in brackets, such as alignment [mm].");
  EXPECT_DOUBLE_EQ(values(table_of("s,alignment\n0,0.2\n1,0\n", {.unit = LengthUnit::mm}), "alignment")[0],
                   2e-4);
  const RecordedTable twist = table_of("s,twist\n0,1.5\n1,-2\n");
  EXPECT_DOUBLE_EQ(values(twist, "twist")[0], 1.5e-3);
  const RecordedTable below = table_of("chainage;gauge\nkm;mm\n1,0;1435,5\n1,5;1436\n");
  EXPECT_THAT(below.s, ElementsAre(1000, 1500)) << "units in a line of their own, decimal commas";
  EXPECT_NEAR(values(below, "gauge")[0], 0.5e-3, 1e-12);
  EXPECT_THAT(below.notes, Contains("numbers have decimal commas"));
}

// "km+m" of Europe, and stations of 100 ft.
TEST(RecordedTable, ReadsChainagesWithAPlus) {
  const std::string rest = ";alignment [mm]\n";
  EXPECT_THAT(table_of("chainage" + rest + "12+000.0;1\n12+000.5;2\n").s, ElementsAre(12000, 12000.5));
  EXPECT_THAT(table_of("chainage [km]" + rest + "12+999,5;1\n13+000,0;2\n").s,
              ElementsAre(::testing::DoubleEq(12999.5), ::testing::DoubleEq(13000)));
  EXPECT_THAT(table_of("station (ft)" + rest + "120+99;1\n121+00;2\n").s,
              ElementsAre(12099 * 0.3048, 12100 * 0.3048));
  for (const char* wrong : {"12+50", "12.5+000", "-1+000", "12+0000", "12+-01"})
    EXPECT_THAT(findings_of("chainage [m]" + rest + wrong + ";1\n13+000;2\n"), HasSubstr("is not a number"))
        << wrong;
}

TEST(RecordedTable, FindsTheColumnNamesBelowAPreamble) {
  const RecordedTable table =
      table_of("Recording car 7\nDate;2024-05-01\n\ns [m];alignment [mm]\n0;1\n0.5;2\n");
  EXPECT_THAT(table.s, ElementsAre(0, 0.5));
  EXPECT_THAT(table.notes, Contains("lines before the column names, not read: 2"));
  EXPECT_EQ(
      findings_of("s [m];alignment [mm]\r0;1\r1;2\r"),
      "r.csv:1:1: has lines that end with a carriage return alone. Save it with line ends LF or CR LF.");
}

TEST(RecordedTable, KnowsWordsOfOtherRailways) {
  const RecordedTable table = table_of("Milepost (mi);AL left, in;Superelevation (in)\n1;1;2\n2;1;2\n");
  EXPECT_THAT(table.s, ElementsAre(1609.344, 2 * 1609.344));
  EXPECT_DOUBLE_EQ(values(table, "alignment_left")[0], 0.0254);
  EXPECT_DOUBLE_EQ(values(table, "cross_level")[0], 0.0508);
  // Beside a measured cross level, cant is that by design.
  const RecordedTable both = table_of("s [m];XL [mm];cant [mm]\n0;1;90\n1;2;90\n");
  EXPECT_DOUBLE_EQ(values(both, "cross_level")[1], 2e-3);
  EXPECT_THAT(both.unread, Contains("cant"));
}

TEST(RecordedTable, ReadsColumnsThatStandApartByBlanks) {
  const RecordedTable table = table_of("  s [m]   gauge [mm]\n  0.0    1436.0\n  0.5    1437.0\n");
  EXPECT_THAT(table.s, ElementsAre(0, 0.5));
  EXPECT_NEAR(values(table, "gauge")[1], 2e-3, 1e-12);
}

TEST(RecordedTable, TakesTheNominalGaugeFromTheRecording) {
  const auto nominal = [](double median, TableReading reading = {}) {
    return table_of(fmt::format("s [m],gauge [mm]\n0,{}\n1,{}\n2,{}\n", median, median, median), reading)
        .nominal_gauge;
  };
  for (const double gauge : usual_gauges) EXPECT_EQ(nominal(1e3 * gauge + 1), gauge);
  EXPECT_EQ(nominal(1480), 1.435) << "a wide track is no other gauge";
  EXPECT_EQ(nominal(1524, {.nominal_gauge = 1.520}), 1.520);
  EXPECT_EQ(nominal(1524, {.expected_gauge = 1.520}), 1.520);
  EXPECT_EQ(nominal(1524, {.expected_gauge = 1.435}), 1.524);
  EXPECT_THAT(
      table_of("s [m],gauge [mm]\n0,1524\n1,1525\n2,1526\n").notes,
      ElementsAre("gauge: a distance, median 1525.00 mm; nominal gauge 1524 mm, the nearest usual one"));
  EXPECT_TRUE(table_of("s [m],gauge_variation [mm]\n0,1\n1,2\n").is_gauge_assumed);
  EXPECT_THAT(table_of("s [m],gauge [mm]\n0,1\n1,2\n").notes,
              ElementsAre("gauge: deviations from a nominal gauge of 1435 mm, which the file does not name"));
}

// A car that ran against the chainage: its left is the right of rising chainage.
TEST(RecordedTable, TurnsFallingChainageRound) {
  const std::string text =
      "s [m],alignment_left [mm],longitudinal_level_left [mm],cross_level [mm],twist [mm/m],gauge [mm]\n"
      "2000,1,2,3,4,1436\n1999,5,6,7,8,1437\n";
  const RecordedTable table = table_of(text);
  EXPECT_THAT(table.s, ElementsAre(1999, 2000));
  EXPECT_EQ(table.find("alignment_left"), nullptr);
  EXPECT_THAT(values(table, "alignment_right"), ElementsAre(-5e-3, -1e-3));
  EXPECT_THAT(values(table, "longitudinal_level_right"), ElementsAre(6e-3, 2e-3));
  EXPECT_THAT(values(table, "cross_level"), ElementsAre(-7e-3, -3e-3));
  EXPECT_THAT(values(table, "twist"), ElementsAre(8e-3, 4e-3));
  EXPECT_THAT(table.notes,
              Contains(HasSubstr("s falls, the recording ran against it: rows are turned round; left and "
                                 "right of the running direction are exchanged")));
  const RecordedTable same = table_of(text, {.sides = SidesOf::chainage});
  EXPECT_THAT(values(same, "alignment_left"), ElementsAre(5e-3, 1e-3));
}

TEST(RecordedTable, BeginsAPieceWhereTheOdometerStepsBack) {
  const RecordedTable table =
      table_of("s [m],gauge [mm]\n0,1435\n1,1436\n2,1437\n3,1438\n1.5,1439\n2.5,1440\n3.5,1441\n");
  EXPECT_THAT(table.s, ElementsAre(0, 1, 1.5, 2.5, 3.5));
  EXPECT_THAT(table.breaks, ElementsAre(2U));
  EXPECT_THAT(table.notes.back(),
              "s steps back once, by 1.5 m at line 6 (3 to 1.5 m): the odometer was corrected; a new piece "
              "begins, and 2 rows before it that overlap are left out");
  EXPECT_THAT(
      findings_of("s [m],gauge [mm]\n0,1435\n100,1435\n200,1435\n20,1435\n120,1435\n220,1435\n"),
      HasSubstr(
          "r.csv:5:1: s: steps back (got 180 m, from 200 to 20 m; allowed up to 50 m, where an odometer was "
          "corrected). Give each run in a file of its own."));
}

TEST(RecordedTable, TakesTheMeanOfRowsAtOnePlace) {
  std::string text = "s [m],gauge [mm]\n";
  for (int i = 0; i < 40; ++i) text += fmt::format("{},1435\n", i);
  const RecordedTable table = table_of(text + "39,1437\n40,1435\n");
  EXPECT_EQ(table.s.size(), 41U);
  EXPECT_NEAR(values(table, "gauge")[39], 1e-3, 1e-12);
  EXPECT_THAT(table.notes, Contains("1 rows at the place of the row before: their mean is used"));
}

// Whole metres for samples every 0.25 m.
TEST(RecordedTable, SeesEvenStepsBehindRoundedChainage) {
  std::string text = "s [m],gauge [mm]\n";
  for (int i = 0; i < 400; ++i) text += fmt::format("{:.0f},1435\n", 0.25 * i);
  const RecordedTable table = table_of(text);
  ASSERT_EQ(table.s.size(), 400U);
  EXPECT_NEAR(table.s[1] - table.s[0], 0.25, 1e-3);
  EXPECT_THAT(table.notes, Contains(HasSubstr("s is rounded: rows count as even, every 0.2")));
}

TEST(RecordedTable, KnowsCodesForWhatWasNotMeasured) {
  const RecordedTable table =
      table_of("s [m],alignment [mm],gauge [mm]\n0,1,1435\n1,-9999,9999\n2,2,0\n3,2,1436\n");
  EXPECT_TRUE(std::isnan(values(table, "alignment")[1]));
  EXPECT_TRUE(std::isnan(values(table, "gauge")[1]));
  EXPECT_TRUE(std::isnan(values(table, "gauge")[2]));
  EXPECT_THAT(table.notes, Contains("alignment: 1 times -9999, taken as not measured"));
  EXPECT_THAT(table.notes, Contains("gauge: 1 numbers below 0.5 m among distances, taken as not measured"));
}

TEST(RecordedTable, NamesWhatIsNotRead) {
  const RecordedTable table = table_of(
      "s [m],speed [km/h],gauge [mm],alignment [mm]\n0,80,1435,\n1,80,1435,\n2,80,1435,1\n3,80,1435,\n");
  EXPECT_THAT(table.unread, ElementsAre("speed", "alignment"));
  EXPECT_THAT(table.notes, Contains("alignment: 1 numbers in 4 rows, not read"));
  EXPECT_THAT(
      findings_of("s [m],y_left [mm],alignment_left [mm]\n0,1,1\n1,1,1\n"),
      HasSubstr("r.csv:1:19: alignment_left: is the same quantity as y_left. Leave one of the two out."));
}

TEST(RecordedTable, PlainFilesNeedNoNotes) {
  EXPECT_THAT(table_of("s [m],alignment [mm]\n0,1\n1,2\n").notes, IsEmpty());
}

}  // namespace
}  // namespace flangeway::track
