#include "flangeway/expression/print_c.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <fstream>

#include "flangeway/expression/tape.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::expression {
namespace {

TEST(PrintC, NamesOnlyTermsUsedMoreThanOnce) {
  Graph graph;
  const Expression x = symbol(graph, "x"), y = symbol(graph, "y");
  const Expression shared = x - y;
  const std::array targets{Target{"out[0]", shared * sin(shared)}, Target{"out[1]", -shared / y},
                           Target{"out[2]", 0.5}};
  EXPECT_EQ(print_c(graph, targets),
            "  const double a0 = x - y;\n"
            "  out[0] = a0 * sin(a0);\n"
            "  out[1] = -a0 / y;\n"
            "  out[2] = 0.5;\n");
}

TEST(PrintC, KeepsTheOrderOfOperations) {
  Graph graph;
  const Expression x = symbol(graph, "x"), y = symbol(graph, "y"), z = symbol(graph, "z");
  const std::array targets{Target{"a", x - (y - z)}, Target{"b", x * (y + z)}, Target{"c", x / (y * z)},
                           Target{"d", -(x + y) * z}};
  PrintOptions options;
  options.indent = "";
  EXPECT_EQ(print_c(graph, targets, options),
            "a = x - (y - z);\n"
            "b = x * (y + z);\n"
            "c = x / (y * z);\n"
            "d = -z * (x + y);\n");
}

TEST(PrintC, MatlabHasNoDeclarationsAndNamesOfItsOwn) {
  Graph graph;
  const Expression x = symbol(graph, "x"), y = symbol(graph, "y");
  const Expression shared = abs(x - y);
  const std::array targets{Target{"f(1)", shared * sin(shared)}, Target{"f(2)", select_positive(x, y, 1)}};
  PrintOptions options;
  options.language = Language::matlab;
  options.indent = "";
  const std::string text = print_c(graph, targets, options);
  EXPECT_THAT(text, testing::StartsWith("a0 = abs(x - y);\nf(1) = a0 * sin(a0);\n"));
  EXPECT_THAT(text, testing::HasSubstr("double(x > 0.0)"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("const")));
}

TEST(PrintC, KeepsSumsOverQuotientsTogether) {
  Graph graph;
  const Expression x = symbol(graph, "x"), y = symbol(graph, "y"), z = symbol(graph, "z");
  const std::array targets{Target{"a", (x + y) / z}, Target{"b", (x - z) / (y + z)},
                           Target{"c", -(y - x) / x}};
  PrintOptions options;
  options.indent = "";
  EXPECT_EQ(print_c(graph, targets, options),
            "a = (x + y) / z;\n"
            "b = (x - z) / (y + z);\n"
            "c = (x - y) / x;\n");
}

// The compiled C text gives the values of the graph.
TEST(PrintC, CompiledCodeEqualsTheGraph) {
  Graph graph;
  std::vector<Expression> s;
  for (int i = 0; i < 4; ++i) s.push_back(symbol(graph, "s"));
  std::vector<Expression> outputs{s[0]};
  for (std::size_t i = 0; i < 200; ++i) {
    const Expression &a = outputs[i * 7 % outputs.size()], &b = s[i % 4], &c = outputs.back();
    outputs.push_back(i % 5 == 0   ? atan2(a - b, 2 + sin(c))
                      : i % 5 == 1 ? sqrt(1 + a * a) / (2 + cos(b * c))
                      : i % 5 == 2 ? select_positive(a - c, b, a) - abs(c)
                      : i % 5 == 3 ? exp(-abs(a)) * log(2 + b * b)
                                   : sin(a * b - c) * 1.25e-3 - atan(a) * 3);
  }
  std::vector<Target> targets;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    targets.push_back({"r[" + std::to_string(i) + "]", outputs[i]});
  PrintOptions options;
  options.symbol = [](std::size_t i) { return "s[" + std::to_string(i) + "]"; };

  const test::TemporaryFolder folder;
  const std::string source = (folder.path() / "f.c").string(), library = (folder.path() / "f.so").string();
  std::ofstream(source) << "#include <math.h>\nvoid f(const double *s, double *r) {\n"
                        << print_c(graph, targets, options) << "}\n";
  ASSERT_EQ(
      std::system(("cc -std=c11 -O1 -ffp-contract=off -shared -fPIC -o " + library + " " + source).c_str()),
      0);
  void* handle = dlopen(library.c_str(), RTLD_NOW);
  ASSERT_NE(handle, nullptr);
  const auto f = reinterpret_cast<void (*)(const double*, double*)>(dlsym(handle, "f"));
  const std::array<double, 4> at{0.3, -1.1, 0.8, 2.4};
  std::vector<double> compiled(outputs.size());
  f(at.data(), compiled.data());
  const std::vector<double> expected = evaluate(graph, outputs, at);
  // A quotient x · (1/y) is one division in C: an ulp here and there, amplified along the chain.
  for (std::size_t i = 0; i < outputs.size(); ++i) EXPECT_NEAR(compiled[i], expected[i], 1e-12) << i;
  dlclose(handle);
}

}  // namespace
}  // namespace flangeway::expression
