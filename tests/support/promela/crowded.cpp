// SPDX-License-Identifier: Apache-2.0
#include "support/promela/crowded.h"

#include <vector>

#include "support/grammar/draw.h"

namespace weir::test {
namespace {

class Crowd {
 public:
  explicit Crowd(std::uint64_t seed) : draw_(seed) {}

  std::string program() {
    std::string text =
        "byte x, y = 1, a[2];\nchan q = [2] of { byte }, r = [1] of { byte }, m = [0] of { byte };\nchan v = q;\n";
    const int processes = draw_.between(2, 3);
    for (int i = 0; i < processes; ++i) text += process(i);
    return text;
  }

 private:
  std::string process(int number) {
    std::string text = "active proctype P" + std::to_string(number) + "()";
    if (draw_.chance(8)) text += " provided (" + condition() + ")";
    text += " {\n  byte k;\n  ";
    const bool again = draw_.chance(40);
    if (again) text += "top: ";
    text += sequence(draw_.between(1, 4));
    if (again) text += ";\n  goto top";
    return text + "\n}\n";
  }

  std::string sequence(int length) {
    std::string text = statement();
    for (int i = 1; i < length; ++i) text += ";\n  " + statement();
    return text;
  }

  std::string statement() {
    switch (draw_.weighted({60, 8, 6, 7, 7, 6, 4, 2})) {
      case 0: return basic();
      case 1: return "atomic { " + basic() + "; " + basic() + (draw_.chance(30) ? "; " + basic() : "") + " }";
      case 2: return "d_step { " + (draw_.chance(50) ? condition() : assignment()) + "; " + assignment() + " }";
      case 3: return "if :: " + basic() + " :: " + basic() + "; " + basic() + " fi";
      case 4: return "if :: " + basic() + " :: else -> " + basic() + " fi";
      case 5: return "do :: " + basic() + "; " + basic() + " :: " + basic() + "; break od";
      case 6: return "{ " + basic() + "; " + basic() + " } unless { " + basic() + " }";
      default: return "assert(" + condition() + ")";
    }
  }

  std::string basic() {
    const std::size_t kind = draw_.weighted({30, 45, 20, 5});
    return kind == 0 ? assignment() : kind == 1 ? message() : kind == 2 ? condition() : "k = 6 / y";
  }
  std::string assignment() {
    return draw_.one_of<std::string>({"x = 1", "x = (x + 1) % 3", "y = x", "y = k", "k = 1 - k", "k = x",
                                      "a[k % 2] = 1", "a[x % 2] = k", "a[0] = 0", "a[1] = 1 - a[1]", "skip", "v = r",
                                      "v = q"});
  }
  std::string message() {
    return draw_.one_of<std::string>({"q!0",
                                      "q!1",
                                      "q!k",
                                      "q!x",
                                      "q!!k",
                                      "q!!1",
                                      "q?k",
                                      "q?0",
                                      "q?1",
                                      "q?eval(k)",
                                      "q??1",
                                      "q??0",
                                      "q?y",
                                      "r!x",
                                      "r!k",
                                      "r?k",
                                      "r?y",
                                      "r?1",
                                      "m!1",
                                      "m!k",
                                      "m?k",
                                      "m?1",
                                      "m?x",
                                      "v!1",
                                      "v?k",
                                      "m?eval(k)",
                                      "m!x",
                                      "q?_",
                                      "q?<k>",
                                      "q?"
                                      "?<1>",
                                      "r?_",
                                      "v?0",
                                      "v!k",
                                      "r!0",
                                      "r?0",
                                      "q??eval(x)",
                                      "q!1",
                                      "q?1",
                                      "q!0",
                                      "m!0"});
  }
  std::string condition() {
    return draw_.one_of<std::string>({"x == 1", "x != y", "a[1] == 0", "a[k % 2] == 1", "nempty(q)", "empty(q)",
                                      "nfull(r)", "full(q)", "len(q) == 1", "q?[1]", "q??[0]", "len(q) <= len(r)",
                                      "timeout", "y == 1", "k == 0", "empty(r)", "len(v) > 0", "x == 0 || empty(r)"});
  }

  Draw draw_;
};

}  // namespace

std::string crowded_program(std::uint64_t seed) { return Crowd(seed).program(); }

}  // namespace weir::test
