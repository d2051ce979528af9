// SPDX-License-Identifier: Apache-2.0
#include "base/text/preprocessor.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace weir::test {
namespace {

struct Result {
  std::string text;  ///< tokens separated by one blank, with '\n' before those that start a line
  std::string messages;
};

Result preprocess(SourceText source, const std::vector<std::pair<std::string, std::string>>& definitions = {}) {
  SourceMap map;
  Preprocessor preprocessor(map, definitions);
  Diagnostics diagnostics;
  Result result;
  for (const PreprocessorToken& token : preprocessor.run(std::move(source), diagnostics)) {
    if (!result.text.empty()) result.text += token.line_start ? '\n' : ' ';
    result.text += token.text;
  }
  for (const Diagnostic& d : diagnostics) {
    if (d.severity == Diagnostic::Severity::Error) result.messages += d.message + '\n';
  }
  return result;
}

std::string expand(const std::string& text, const std::vector<std::pair<std::string, std::string>>& definitions = {}) {
  const Result result = preprocess(SourceText("test", text), definitions);
  EXPECT_EQ(result.messages, "");
  return result.text;
}

std::string problems(const std::string& text) { return preprocess(SourceText("test", text)).messages; }

TEST(Preprocessor, ObjectAndFunctionMacros) {
  EXPECT_EQ(expand("#define A 1\n#define F(x, y) x + y * A\nF(2, (3, A)) A F"), "2 + ( 3 , 1 ) * 1 1 F");
  EXPECT_EQ(expand("#define F() x\nF() F ( ) F"), "x x F");
  EXPECT_EQ(expand("#define E\nE a E b\nE\nc"), "a b\nc");
  EXPECT_EQ(expand("#define A 1\n#undef A\nA"), "A");
}

// The examples of the C standard (6.10.3.5), which pin the order of expansion.
TEST(Preprocessor, RescanningAsInTheStandard) {
  EXPECT_EQ(
      expand("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n"
             "#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n"
             "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
      "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;");
  EXPECT_EQ(expand("#define t(x,y,z) x ## y ## z\nt(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,) t(,11,) t(,,12) t(,,)"),
            "123 45 67 89 10 11 12");
  EXPECT_EQ(expand("#define str(s) # s\n#define xstr(s) str(s)\n#define INCFILE(n) vers ## n\nxstr(INCFILE(2).h) str( "
                   "a  \"b\" )"),
            "\"vers2.h\" \"a \\\"b\\\"\"");
}

TEST(Preprocessor, RecursiveMacrosStop) {
  EXPECT_EQ(expand("#define a a b\n#define b a\na"), "a a");
  EXPECT_EQ(expand("#define f(x) f(x + 1)\nf(1)"), "f ( 1 + 1 )");
}

TEST(Preprocessor, Conditions) {
  EXPECT_EQ(expand("#if defined(A) && B > 2\nyes\n#elif !defined A || 1/0\nmaybe\n#else\nno\n#endif"), "maybe");
  EXPECT_EQ(expand("#ifdef N\n#if N == 3\nthree\n#else\nother\n#endif\n#endif", {{"N", "3"}}), "three");
  EXPECT_EQ(expand("#if 0\n#if 1\n'unclosed \" #else\n#else\n#endif\n#else\nok\n#endif"), "ok");
  EXPECT_EQ(
      expand("#if 0x10 == 16 && 010 == 8 && (1 ? 2 : 3) == 2 && -1 < 0 && 'a' == 97 && 5 % 3 << 1 == 4\nok\n#endif"),
      "ok");
}

TEST(Preprocessor, CommandLineDefinitions) {
  EXPECT_EQ(expand("A B F(3)", {{"A", ""}, {"B", "2 + 2"}, {"F(x)", "x x"}}), "1 2 + 2 3 3");
}

TEST(Preprocessor, LinesAndComments) {
  EXPECT_EQ(expand("a /* b\nc */ d // e\nf\\\ng \\\r\nh\r\ni"), "a d\nf g h\ni");
  EXPECT_EQ(expand("#define M(x) x \\\n y\nM(\n1\n) z\nw"), "1 y z\nw");
  EXPECT_EQ(expand("\xEF\xBB\xBF"
                   "a"),
            "a");
  EXPECT_EQ(expand("no newline at the end"), "no newline at the end");
}

TEST(Preprocessor, PositionsSurvive) {
  SourceMap map;
  Preprocessor preprocessor(map, {});
  Diagnostics diagnostics;
  const auto tokens = preprocessor.run(SourceText("m", "#define F(x) (x)\n#line 40 \"n\"\nF(\n  y) z"), diagnostics);
  ASSERT_EQ(tokens.size(), 4U);
  EXPECT_EQ(map.position(tokens[0].range).line, 40U);  // the line of the call
  EXPECT_EQ(map.position(tokens[0].range).file, "n");
  EXPECT_EQ(map.position(tokens[1].range).line, 41U);  // an argument keeps its own line
  EXPECT_EQ(map.position(tokens[1].range).column, 3U);
  EXPECT_EQ(map.position(tokens[3].range).column, 6U);
}

TEST(Preprocessor, IncludesRelativeToTheIncludingFile) {
  const auto folder = std::filesystem::temp_directory_path() / "weir_preprocessor_test";
  std::filesystem::create_directories(folder / "sub");
  std::ofstream(folder / "main.pml") << "#include \"sub/a.h\"\n#include <sub/b.h>\nmain";
  std::ofstream(folder / "sub" / "a.h") << "a\n#include \"b.h\"\n";
  std::ofstream(folder / "sub" / "b.h") << "#ifndef B\n#define B\nb\n#endif";
  std::ofstream(folder / "loop.pml") << "x\n#include \"loop.pml\"\n";
  std::ofstream(folder / "deep.pml") << "#include \"sub/bad.h\"\n";
  std::ofstream(folder / "sub" / "bad.h") << "#error no\n";
  EXPECT_EQ(preprocess(*SourceText::read_file((folder / "main.pml").string())).text, "a\nb\nmain");
  EXPECT_NE(preprocess(*SourceText::read_file((folder / "loop.pml").string())).messages.find("include itself"),
            std::string::npos);
  SourceMap map;
  Preprocessor preprocessor(map, {});
  Diagnostics diagnostics;
  preprocessor.run(*SourceText::read_file((folder / "deep.pml").string()), diagnostics);
  ASSERT_EQ(diagnostics.size(), 2U);
  EXPECT_EQ(diagnostics[1].message, "included from here");
  std::filesystem::remove_all(folder);
}

TEST(Preprocessor, Bounds) {
  std::string bomb = "#define A0 x x\n";
  for (int i = 1; i < 64; ++i)
    bomb += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" + std::to_string(i - 1) + "\n";
  EXPECT_NE(problems(bomb + "A63").find("too large"), std::string::npos);
  std::string nested = "#define f(x) x\n";
  for (int i = 0; i < 5000; ++i) nested += "f(";
  EXPECT_NE(problems(nested), "");
  EXPECT_NE(problems(std::string("a\0b", 3)).find("NUL"), std::string::npos);
  std::string ifs;
  for (int i = 0; i < 5000; ++i) ifs += "#if 1\n";
  EXPECT_NE(problems(ifs).find("deep"), std::string::npos);
  EXPECT_NE(problems("#if " + std::string(5000, '(')).find("deep"), std::string::npos);
}

}  // namespace
}  // namespace weir::test
