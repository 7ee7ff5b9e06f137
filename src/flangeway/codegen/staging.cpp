#include "flangeway/codegen/staging.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace flangeway::codegen {

using expression::Atom;
using expression::Expression;
using expression::Node;
using expression::Operation;

namespace {

class Stager {
 public:
  Stager(const expression::Graph& graph, const SymbolTable& symbols,
         const std::vector<StagedFunction>& functions)
      : graph_(graph),
        symbols_(symbols),
        stage_(graph.size(), Stage::parameters),
        kept_(graph.size(), false) {
    for (Atom atom = 0; atom < graph.size(); ++atom) stage_[atom] = stage_of(atom);
    for (const StagedFunction& function : functions) {
      if (function.alone) mark(function, Stage::parameters);
    }
    for (int k = stage_count - 1; k > 0; --k) {  // later functions say what earlier ones must keep
      for (const StagedFunction& function : functions) {
        if (!function.alone && static_cast<int>(function.stage) == k)
          mark(with_kept(function), static_cast<Stage>(k - 1));
      }
    }
    name_kept();
  }

  StagedCode write(const std::vector<StagedFunction>& functions) {
    StagedCode code;
    code.constants = constants_;
    code.shared = shared_;
    write_one({"prepare", Stage::parameters, false, {}}, code);
    for (const StagedFunction& function : functions) write_one(function, code);
    return code;
  }

 private:
  [[nodiscard]] Stage stage_of(Atom atom) const {
    const Node& node = graph_.node(atom);
    if (node.operation == Operation::symbol) return symbols_.stage[node.left.bits()];
    const int count = expression::operands(node.operation);
    Stage stage = Stage::parameters;
    if (count > 0) stage = std::max(stage, stage_[node.left.atom()]);
    if (count > 1) stage = std::max(stage, stage_[node.right.atom()]);
    return stage;
  }

  // Keeps what this function takes from the stages up to `known`.
  void mark(const StagedFunction& function, Stage known) {
    std::vector<Atom> open;
    std::vector<bool> seen(graph_.size(), false);
    const auto visit = [&](Atom atom) {
      if (seen[atom]) return;
      seen[atom] = true;
      if (expression::operands(graph_.node(atom).operation) == 0) return;
      if (stage_[atom] <= known) {
        kept_[atom] = true;
      } else {
        open.push_back(atom);
      }
    };
    for (const expression::Target& target : function.targets) {
      if (!target.value.is_number()) visit(target.value.in(*target.value.graph()).atom());
    }
    while (!open.empty()) {
      const Node node = graph_.node(open.back());
      open.pop_back();
      visit(node.left.atom());
      if (expression::operands(node.operation) > 1) visit(node.right.atom());
    }
  }

  // With what later functions want of this stage.
  [[nodiscard]] StagedFunction with_kept(StagedFunction function) const {
    if (function.alone) return function;
    for (Atom atom = 0; atom < graph_.size(); ++atom) {
      if (!kept_[atom] || stage_[atom] != function.stage) continue;
      const auto name = names_.find(atom);
      function.targets.push_back({name == names_.end() ? "" : name->second,
                                  Expression(const_cast<expression::Graph&>(graph_), {atom, false})});
    }
    return function;
  }

  void name_kept() {
    for (Atom atom = 0; atom < graph_.size(); ++atom) {
      if (!kept_[atom]) continue;
      names_[atom] = stage_[atom] == Stage::parameters ? fmt::format("w->constants[{}]", constants_++)
                                                       : fmt::format("w->shared[{}]", shared_++);
    }
  }

  void write_one(const StagedFunction& function, StagedCode& code) const {
    const StagedFunction whole = with_kept(function);
    expression::PrintOptions options;
    options.symbol = [this](std::size_t symbol) { return symbols_.code[symbol]; };
    std::vector<bool> known(graph_.size(), false);
    const Stage last = function.alone ? Stage::place : function.stage;
    for (const auto& [atom, name] : names_) {
      if (stage_[atom] < last) options.known[atom] = name, known[atom] = true;
    }
    const bool prepares = function.stage == Stage::parameters;
    code.text += fmt::format("void fw_{}({}fw_workspace *w) {{\n{}{}}}\n\n", function.name,
                             prepares ? "" : "const fw_state *x, ",
                             prepares ? "  (void)w;\n" : "  (void)x;\n  (void)w;\n",
                             expression::print_c(graph_, whole.targets, options));
    std::vector<Expression> values;
    for (const expression::Target& target : whole.targets) values.push_back(target.value);
    code.counts.push_back(expression::count_operations(graph_, values, known));
  }

  const expression::Graph& graph_;
  const SymbolTable& symbols_;
  std::vector<Stage> stage_;  // by atom
  std::vector<bool> kept_;    // by atom
  std::unordered_map<Atom, std::string> names_;
  std::size_t constants_ = 0, shared_ = 0;
};

}  // namespace

StagedCode write_functions(const expression::Graph& graph, const SymbolTable& symbols,
                           const std::vector<StagedFunction>& functions) {
  return Stager(graph, symbols, functions).write(functions);
}

}  // namespace flangeway::codegen
