// SPDX-License-Identifier: Apache-2.0
#include "support/random_promela.h"

#include <random>

namespace weir::testing {

namespace {

using Kind = PromelaNode::Kind;
using Nodes = std::vector<PromelaNode>;

class Generator {
 public:
  explicit Generator(std::uint64_t seed, bool cycles = false) : random_(seed), cycles_(cycles) {}

  PromelaProgram program() {
    PromelaProgram result;
    result.globals =
        "mtype = { red, green };\n"
        "byte x, y; bit b; byte a[2]; mtype m = red;\n"
        "typedef T { byte f; bit g };\nT t;\n"
        "chan c = [1] of { byte }; chan d = [2] of { byte, bit }; chan r = [0] of { byte }; chan q[2] = [1] of { mtype "
        "};\n";
    const int count = 1 + pick(3);
    for (int i = 0; i < count; ++i) result.processes.push_back(process("active proctype P" + std::to_string(i) + "()"));
    if (chance(40)) {
      PromelaProgram::Process child = process("proctype R(byte p; chan s)");
      result.processes.push_back(child);
      PromelaProgram::Process init;
      init.heading = "init";
      Nodes runs = {simple("run R(1, c)")};
      if (chance(50)) runs.push_back(simple(chance(50) ? "run R(x, r)" : "x = run R(0, d)"));
      if (chance(50)) {
        PromelaNode atomic{Kind::Atomic, "", {runs}};
        init.body = {atomic};
      } else {
        init.body = runs;
      }
      if (chance(40)) init.body.push_back(simple("(_nr_pr == 1)"));
      result.processes.push_back(init);
    }
    return result;
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return pick(100) < percent; }
  const char* one_of(std::initializer_list<const char*> choices) {
    return choices.begin()[pick(static_cast<int>(choices.size()))];
  }
  static PromelaNode simple(std::string text) { return {Kind::Simple, std::move(text), {}}; }

  std::string value() {
    return one_of({"0", "1", "2", "x", "y", "k", "b", "_pid", "a[b]", "a[1]", "t.f", "(x + 1) % 3", "(y + k) % 3",
                   "len(c)", "len(d)", "(x > 1 -> 1 : 0)", "_nr_pr"});
  }
  std::string condition() { return "(" + value() + " " + one_of({"==", "!=", "<", "<=", ">"}) + " " + value() + ")"; }
  std::string assignment() {
    return std::string(one_of({"x", "y", "k", "b", "a[b]", "a[0]", "t.f", "t.g"})) + " = (" + value() + ") % 3";
  }
  std::string guard() {
    switch (pick(10)) {
      case 0: return one_of({"nempty(c)", "empty(d)", "nfull(c)", "full(d)", "c?[1]", "d??[1,_]", "q[0]?[red]"});
      case 1: return one_of({"r!1", "r?k", "r!x", "r?1", "r?eval(x)", "r?_"});
      case 2:
        return one_of({"c!x", "c?k", "c?1", "c?_", "c!2", "c?<k>", "d!x,1", "d!1,b", "d?k,b", "d??1,b", "d!!y,0",
                       "d?"
                       "?<k,1>",
                       "q[0]!red", "q[b]?m", "q[1]!m", "q[0]?green"});
      default: return condition();
    }
  }
  std::string statement() {
    const int what = pick(100);
    if (what < 45) return assignment();
    if (what < 70) return guard();
    if (what < 75) return "skip";
    if (what < 78) return cycles_ ? "goto top" : "assert(" + condition() + ")";
    if (what < 82) return "printf(\"%d\\n\", x)";
    if (what < 85) return "x = (x + 1) % 3";
    if (what < 88) return "goto done";
    if (what < 90) return "timeout";
    if (what < 92) return "byte n" + std::to_string(names_++) + " = x";
    if (what < 94) return "select (k : 0 .. 1)";
    if (what < 96) return "goto top";
    return one_of({"m = green", "(m == red)", "(k < 2)", "(_last == _pid)", "(x == 0 && y == 0)", "d_step { skip }"});
  }

  PromelaNode node(int depth, bool in_loop) {
    const int what = depth <= 0 ? 0 : pick(100);
    if (what < 50) {
      if (in_loop && chance(15)) return simple("break");
      return simple(statement());
    }
    if (what < 64) return {Kind::If, "", options(depth - 1, in_loop)};
    if (what < 75) return {Kind::Do, "", options(depth - 1, true)};
    if (what < 86) return {Kind::Atomic, "", {sequence(depth - 1, in_loop)}};
    if (what < 91) return {Kind::DStep, "", {straight()}};
    if (what < 94) return {Kind::Block, "", {sequence(depth - 1, in_loop)}};
    return {Kind::Unless, "", {sequence(depth - 1, in_loop), escape(depth - 1, in_loop)}};
  }

  Nodes sequence(int depth, bool in_loop) {
    Nodes nodes;
    const int length = 1 + pick(3);
    for (int i = 0; i < length; ++i) {
      if (cycles_ && i > 0 && chance(20))
        nodes.push_back(simple(std::string(one_of({"progress", "accept"})) + std::to_string(names_++) + ": skip"));
      nodes.push_back(node(depth, in_loop));
    }
    return nodes;
  }
  Nodes escape(int depth, bool in_loop) {
    Nodes nodes = {simple(guard())};
    if (chance(50)) nodes.push_back(node(depth, in_loop));
    return nodes;
  }
  std::vector<Nodes> options(int depth, bool in_loop) {
    std::vector<Nodes> result;
    const int count = 1 + pick(3);
    for (int i = 0; i < count; ++i) {
      Nodes option;
      if (chance(75)) option.push_back(simple(guard()));
      const Nodes rest = sequence(depth, in_loop);
      option.insert(option.end(), rest.begin(), rest.end());
      result.push_back(std::move(option));
    }
    if (chance(40)) {
      Nodes option = {simple("else")};
      if (in_loop && chance(60))
        option.push_back(simple("break"));
      else
        option.push_back(node(depth, in_loop));
      result.push_back(std::move(option));
    }
    return result;
  }
  /// Statements that cannot block, for d_step; the first may be a condition.
  Nodes straight() {
    Nodes nodes;
    if (chance(30)) nodes.push_back(simple(condition()));
    const int length = 1 + pick(3);
    for (int i = 0; i < length; ++i) {
      if (chance(25)) {
        PromelaNode choice{Kind::If, "", {}};
        choice.bodies.push_back({simple(condition()), simple(assignment())});
        choice.bodies.push_back({simple("else"), simple(assignment())});
        nodes.push_back(choice);
      } else {
        nodes.push_back(simple(assignment()));
      }
    }
    return nodes;
  }

  PromelaProgram::Process process(std::string heading) {
    PromelaProgram::Process result;
    result.heading = std::move(heading);
    // Under fairness Spin takes a process that its `provided` stops for one that could have moved.
    if (!cycles_ && chance(8)) result.heading += " provided (y < 2)";
    result.locals = "byte k; ";
    result.body = {simple(std::string(one_of({"top: skip", "top: x = (x + 1) % 3", "end_top: top: b = 1 - b"})))};
    if (cycles_ && chance(50)) result.body.push_back(simple(one_of({"progress: x = x", "accept: y = y"})));
    const Nodes main = sequence(3, false);
    result.body.insert(result.body.end(), main.begin(), main.end());
    if (cycles_ && chance(60)) result.body.push_back(simple("goto top"));
    result.body.push_back(simple("done: skip"));
    return result;
  }

  std::mt19937_64 random_;
  bool cycles_ = false;
  int names_ = 0;
};

/// Formulas and claims over what every random program has.
class ClaimGenerator {
 public:
  explicit ClaimGenerator(std::uint64_t seed) : random_(seed) {}

  std::string formula(int depth) {
    if (depth == 0 || pick(6) == 0) return atom();
    const std::string a = formula(depth - 1);
    switch (pick(11)) {
      case 0:
      case 1: return "[] (" + a + ")";
      case 2:
      case 3: return "<> (" + a + ")";
      case 4: return "! (" + a + ")";
      case 5: return "((" + a + ") U (" + formula(depth - 1) + "))";
      case 6: return "((" + a + ") V (" + formula(depth - 1) + "))";
      case 7: return "((" + a + ") W (" + formula(depth - 1) + "))";
      case 8: return "((" + a + ") -> (" + formula(depth - 1) + "))";
      case 9: return "((" + a + ") || (" + formula(depth - 1) + "))";
      default: return "((" + a + ") && (" + formula(depth - 1) + "))";
    }
  }

  std::string claim() {
    const int states = 1 + pick(3);
    std::string text = "never {\n";
    for (int i = 0; i < states; ++i) {
      text += (pick(2) == 0 ? "accept_s" : "s") + std::to_string(i) + ":\n";
      names_.push_back(text.substr(text.rfind('\n', text.size() - 2) + 1));
      names_.back().resize(names_.back().size() - 2);
      text += "  if\n";
      const int options = 1 + pick(3);
      for (int k = 0; k < options; ++k)
        text += "  :: " + guard() + " -> goto @" + std::to_string(pick(states + (pick(5) == 0 ? 1 : 0))) + "@\n";
      if (pick(4) == 0) text += "  :: else -> goto @" + std::to_string(pick(states)) + "@\n";
      text += "  fi;\n";
    }
    text += "over: skip\n}\n";
    names_.push_back("over");
    for (int i = 0; i <= states; ++i) {
      const std::string mark = "@" + std::to_string(i) + "@";
      for (std::size_t at; (at = text.find(mark)) != std::string::npos;)
        text.replace(at, mark.size(), names_[static_cast<std::size_t>(i)]);
    }
    return text;
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  std::string atom() {
    static const char* const kAtoms[] = {"x == 1",      "y == 0",     "b",         "x > y", "len(c) > 0",
                                         "len(d) == 2", "m == green", "a[0] == 1", "t.g",   "P0@top",
                                         "P0@done",     "_last == 0", "true"};
    return std::string("(") + kAtoms[pick(13)] + ")";
  }
  std::string guard() {
    switch (pick(4)) {
      case 0: return "(1)";
      case 1: return "(!" + atom() + ")";
      default: return atom();
    }
  }

  std::mt19937_64 random_;
  std::vector<std::string> names_;
};

void print(const Nodes& nodes, int depth, std::string& out);

void indent(int depth, std::string& out) { out.append(static_cast<std::size_t>(depth) * 2, ' '); }

void print(const PromelaNode& node, int depth, std::string& out) {
  indent(depth, out);
  const auto body = [&](const char* open, const Nodes& nodes) {
    out += std::string(open) + "\n";
    print(nodes, depth + 1, out);
    indent(depth, out);
    out += "}";
  };
  switch (node.kind) {
    case Kind::Simple: out += node.text; break;
    case Kind::Atomic: body("atomic {", node.bodies[0]); break;
    case Kind::DStep: body("d_step {", node.bodies[0]); break;
    case Kind::Block: body("{", node.bodies[0]); break;
    case Kind::Unless:
      body("{", node.bodies[0]);
      body(" unless {", node.bodies[1]);
      break;
    case Kind::If:
    case Kind::Do:
      out += node.kind == Kind::If ? "if\n" : "do\n";
      for (const Nodes& option : node.bodies) {
        indent(depth, out);
        out += "::\n";
        print(option, depth + 1, out);
      }
      indent(depth, out);
      out += node.kind == Kind::If ? "fi" : "od";
      break;
  }
}

void print(const Nodes& nodes, int depth, std::string& out) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    print(nodes[i], depth, out);
    out += i + 1 < nodes.size() ? ";\n" : "\n";
  }
}

/// Programs with one piece less, larger pieces first.
void smaller(const Nodes& nodes, std::size_t least, const std::function<void(Nodes)>& offer) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes.size() > least) {
      Nodes without = nodes;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      offer(without);
    }
    const PromelaNode& node = nodes[i];
    for (const Nodes& body : node.bodies) {
      Nodes inlined = nodes;
      inlined.erase(inlined.begin() + static_cast<std::ptrdiff_t>(i));
      inlined.insert(inlined.begin() + static_cast<std::ptrdiff_t>(i), body.begin(), body.end());
      offer(inlined);
    }
    for (std::size_t k = 0; k < node.bodies.size(); ++k) {
      const bool choice = node.kind == Kind::If || node.kind == Kind::Do;
      if (choice && node.bodies.size() > 1) {
        Nodes fewer = nodes;
        fewer[i].bodies.erase(fewer[i].bodies.begin() + static_cast<std::ptrdiff_t>(k));
        offer(fewer);
      }
      smaller(node.bodies[k], 1, [&](Nodes body) {
        Nodes changed = nodes;
        changed[i].bodies[k] = std::move(body);
        offer(changed);
      });
    }
  }
}

}  // namespace

std::string to_text(const PromelaProgram& program) {
  std::string text = program.globals;
  for (const auto& process : program.processes) {
    text += process.heading + "\n{ " + process.locals + "\n";
    print(process.body, 1, text);
    text += "}\n";
  }
  return text;
}

PromelaProgram random_promela(std::uint64_t seed) { return Generator(seed).program(); }
PromelaProgram random_promela_with_cycles(std::uint64_t seed) { return Generator(seed, true).program(); }
std::string random_spin_formula(std::uint64_t seed) {
  // Spin's own translation takes minutes for some formulas with more temporal operators.
  ClaimGenerator generator(seed);
  while (true) {
    const std::string formula = generator.formula(3);
    std::size_t temporal = 0;
    for (const char* op : {"[] ", "<> ", ") U (", ") V (", ") W ("})
      for (std::size_t at = formula.find(op); at != std::string::npos; at = formula.find(op, at + 1)) ++temporal;
    if (temporal >= 1 && temporal <= 3) return formula;
  }
}
std::string random_never_claim(std::uint64_t seed) { return ClaimGenerator(seed).claim(); }

PromelaProgram shrink(PromelaProgram program, const std::function<bool(const PromelaProgram&)>& fails) {
  for (bool progress = true; progress;) {
    progress = false;
    std::vector<PromelaProgram> candidates;
    for (std::size_t i = 0; i < program.processes.size(); ++i) {
      if (program.processes.size() > 1) {
        PromelaProgram without = program;
        without.processes.erase(without.processes.begin() + static_cast<std::ptrdiff_t>(i));
        candidates.push_back(without);
      }
      smaller(program.processes[i].body, 1, [&](Nodes body) {
        PromelaProgram changed = program;
        changed.processes[i].body = std::move(body);
        candidates.push_back(std::move(changed));
      });
    }
    for (PromelaProgram& candidate : candidates)
      if (fails(candidate)) {
        program = std::move(candidate);
        progress = true;
        break;
      }
  }
  return program;
}

}  // namespace weir::testing
