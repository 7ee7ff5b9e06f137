// The locomotive FEVE 3000 against the functions that its authors generated
// (tests/data/feve3000_functions.csv).
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "flangeway/document/read.hpp"
#include "flangeway/expression/tape.hpp"
#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::symbolic_model {
namespace {

using testing::UnorderedElementsAre;

const std::string models = std::string(FLANGEWAY_SOURCE_DIR) + "/models/symbolic/";
const std::string published = std::string(FLANGEWAY_SOURCE_DIR) + "/tests/data/feve3000_functions.csv";

/// Results of the authors' functions in one state, SI units.
struct PublishedState {
  std::map<std::string, double> position, force;
  std::map<std::pair<std::string, std::string>, double>
      mass;  ///< lower triangle; entries that are zero are missing
};

std::vector<PublishedState> published_states() {
  std::vector<PublishedState> states;
  std::ifstream file(published);
  std::string line;
  std::getline(file, line), std::getline(file, line);  // the source, the columns
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string state, row, column, value;
    std::getline(cells, state, ','), std::getline(cells, row, ','), std::getline(cells, column, ',');
    std::getline(cells, value);
    states.resize(std::max(states.size(), std::stoul(state) + 1));
    if (column == "position")
      states.back().position[row] = std::stod(value);
    else if (column == "force")
      states.back().force[row] = std::stod(value);
    else
      states.back().mass[{row, column}] = std::stod(value);
  }
  return states;
}

class Feve3000 : public testing::Test {
 protected:
  void SetUp() override {
    Findings findings;
    ModelSpec spec;
    document::Document::from_file(models + "feve3000.toml", findings).fill(spec, findings);
    model_ = build(spec, findings);
    ASSERT_NE(model_, nullptr) << findings.text();
    states_ = published_states();
    ASSERT_EQ(states_.size(), 2U);
  }

  /// At rest. Symbols that are neither coordinates nor parameters are velocities and accelerations.
  std::vector<double> symbols(const PublishedState& state) const {
    std::map<std::string, double> values = state.position;
    for (const NamedSymbol& parameter : model_->parameters) values[parameter.name] = parameter.value;
    std::vector<double> symbols(model_->graph.symbols());
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const auto found = values.find(model_->graph.symbol_name(i));
      if (found != values.end()) symbols[i] = found->second;
    }
    return symbols;
  }

  [[nodiscard]] std::vector<double> evaluate(const PublishedState& state,
                                             const std::vector<Expression>& what) const {
    return expression::evaluate(model_->graph, what, symbols(state));
  }

  std::unique_ptr<Model> model_;
  std::vector<PublishedState> states_;
};

// 896 of 900 entries agree. The inertia of the main body is about its centre of mass here; the authors'
// program has products of inertia without the mass in them (docs/validation/symbolic_locomotive.md).
TEST_F(Feve3000, HasTheMassMatrixOfTheAuthors) {
  const std::vector<std::string>& names = model_->coordinate_names;
  for (const PublishedState& state : states_) {
    std::vector<std::string> different;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::vector<double> row = evaluate(state, model_->equations.mass[i]);
      for (std::size_t j = 0; j <= i; ++j) {
        const auto found = state.mass.find({names[i], names[j]});
        const double theirs = found == state.mass.end() ? 0 : found->second;
        const double scale =
            std::sqrt(state.mass.at({names[i], names[i]}) * state.mass.at({names[j], names[j]}));
        if (std::abs(row[j] - theirs) > 1e-9 * scale) different.push_back(names[i] + " " + names[j]);
      }
    }
    EXPECT_THAT(different, UnorderedElementsAre("aWAG aWAG", "cWAG aWAG", "cWAG cWAG"));
  }
}

// On the other side of the equation there. The bushings of the motors turn about the axle here, about the
// bogie's axis there, which is up to 12 N m of 20 kN m in these states.
TEST_F(Feve3000, HasTheForcesAtRestOfTheAuthors) {
  const std::vector<std::string>& names = model_->coordinate_names;
  for (const PublishedState& state : states_) {
    const std::vector<double> ours = evaluate(state, model_->equations.force);
    double largest = 0;
    for (const auto& [name, force] : state.force) largest = std::max(largest, std::abs(force));
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool motor = names[i] == "bRMOTF" || names[i] == "bRMOTR";
      EXPECT_NEAR(ours[i], -state.force.at(names[i]), motor ? 13 : 1e-9 * largest) << names[i];
    }
  }
}

}  // namespace
}  // namespace flangeway::symbolic_model
