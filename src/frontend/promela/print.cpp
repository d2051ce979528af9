// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/print.h"

#include "frontend/promela/operators.h"

namespace weir::promela {
namespace {

bool is_leaf(const Expression& e) { return e.kind != ExpressionKind::Binary; }

void print(const Expression& e, std::string& out);

void print_path(const std::vector<Selector>& path, std::string& out) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i > 0) out += '.';
    if (path[i].symbol != nullptr) out += path[i].symbol->name;
    if (path[i].index != nullptr) out += '[' + to_string(*path[i].index) + ']';
  }
}

void print_list(const std::vector<Expression*>& list, std::string& out, const char* separator = ",") {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += separator;
    print(*list[i], out);
  }
}

void print_call(const std::string& name, const Expression* argument, std::string& out) {
  out += name + '(' + (argument != nullptr ? to_string(*argument) : "") + ')';
}

std::string name_of(const Symbol* symbol) { return symbol != nullptr ? symbol->name : "?"; }

void print_operand(const Expression& e, bool brackets, std::string& out) {
  if (brackets) out += '(';
  print(e, out);
  if (brackets) out += ')';
}

void print_binary(const Expression& e, std::string& out) {
  const int mine = operator_info(e.op).precedence;
  const bool chain = e.op == Operator::And || e.op == Operator::Or;
  const auto weaker = [&](const Expression& part, bool right) {
    if (is_leaf(part)) return false;
    const int its = operator_info(part.op).precedence;
    return its < mine || (its == mine && right && !(chain && part.op == e.op));
  };
  print_operand(*e.a, weaker(*e.a, false), out);
  out += ' ';
  out += operator_info(e.op).text;
  out += ' ';
  print_operand(*e.b, weaker(*e.b, true), out);
}

void print(const Expression& e, std::string& out) {
  switch (e.kind) {
    case ExpressionKind::Constant: out += e.symbol != nullptr ? e.symbol->name : std::to_string(e.value); break;
    case ExpressionKind::Variable: print_path(e.path, out); break;
    case ExpressionKind::Unary:
      out += operator_info(e.op).text;
      print_operand(*e.a, !is_leaf(*e.a) || e.a->kind == ExpressionKind::Unary, out);
      break;
    case ExpressionKind::Binary: print_binary(e, out); break;
    case ExpressionKind::Conditional:
      out += '(' + to_string(*e.a) + " -> " + to_string(*e.b) + " : " + to_string(*e.c) + ')';
      break;
    case ExpressionKind::Run:
      out += "run " + name_of(e.symbol) + '(';
      print_list(e.args, out, ", ");
      out += ')';
      if (e.value != 0) out += " priority " + std::to_string(e.value);
      break;
    case ExpressionKind::Len: print_call("len", e.a, out); break;
    case ExpressionKind::Full: print_call("full", e.a, out); break;
    case ExpressionKind::Empty: print_call("empty", e.a, out); break;
    case ExpressionKind::NFull: print_call("nfull", e.a, out); break;
    case ExpressionKind::NEmpty: print_call("nempty", e.a, out); break;
    case ExpressionKind::Eval: print_call("eval", e.a, out); break;
    case ExpressionKind::Enabled: print_call("enabled", e.a, out); break;
    case ExpressionKind::PcValue: print_call("pc_value", e.a, out); break;
    case ExpressionKind::GetPriority: print_call("get_priority", e.a, out); break;
    case ExpressionKind::Poll:
      print(*e.a, out);
      out += e.random ? "??[" : "?[";
      print_list(e.args, out);
      out += ']';
      break;
    case ExpressionKind::Timeout: out += "timeout"; break;
    case ExpressionKind::NonProgress: out += "np_"; break;
    case ExpressionKind::RemoteLabel:
    case ExpressionKind::RemoteVariable:
      out += name_of(e.symbol) + (e.a != nullptr ? '[' + to_string(*e.a) + ']' : "");
      if (e.kind == ExpressionKind::RemoteLabel) {
        out += '@' + name_of(e.label);
      } else {
        out += ':';
        print_path(e.path, out);
      }
      break;
    case ExpressionKind::Sent:
    case ExpressionKind::Received:
      out += (e.kind == ExpressionKind::Sent ? "sent(" : "received(") + to_string(*e.a) +
             (e.b != nullptr ? ',' + to_string(*e.b) : "") + ')';
      break;
    case ExpressionKind::By:
      out += "by(" + name_of(e.symbol) + (e.a != nullptr ? ',' + to_string(*e.a) : "") + ')';
      break;
  }
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      default: out += c;
    }
  }
  return out + '"';
}

/// Prints `true` and `false` if a constant is assigned to a bool or bit.
void print_assigned(const Statement& s, std::string& out) {
  const Type& type = s.target->path.back().symbol->type;
  if (type.basic == BasicType::Bool && s.value->kind == ExpressionKind::Constant &&
      (s.value->value == 0 || s.value->value == 1)) {
    out += s.value->value != 0 ? "true" : "false";
  } else {
    print(*s.value, out);
  }
}

std::string declaration(const Statement& s) {
  std::string out;
  for (const Symbol* symbol : s.symbols) {
    if (!out.empty()) out += ", ";
    if (out.empty()) out += to_string(symbol->type) + ' ';
    out += symbol->name;
    if (symbol->type.basic == BasicType::Unsigned) out += ":" + std::to_string(symbol->type.bits);
    if (symbol->is_array) out += '[' + std::to_string(symbol->array_size) + ']';
    if (symbol->initial != nullptr) out += " = " + to_string(*symbol->initial);
  }
  return out;
}

}  // namespace

std::string to_string(const Expression& expression) {
  std::string out;
  print(expression, out);
  return out;
}

std::string to_string(const Type& type) {
  switch (type.basic) {
    case BasicType::Bit: return "bit";
    case BasicType::Bool: return "bool";
    case BasicType::Byte: return "byte";
    case BasicType::Pid: return "pid";
    case BasicType::Short: return "short";
    case BasicType::Int: return "int";
    case BasicType::Unsigned: return "unsigned";
    case BasicType::Mtype: return type.mtype.empty() ? "mtype" : "mtype:" + type.mtype;
    case BasicType::Chan: return "chan";
    case BasicType::Struct: return type.structure != nullptr ? type.structure->name : "struct";
  }
  return "int";
}

std::string to_string(const Statement& s) {
  std::string out;
  switch (s.kind) {
    case StatementKind::Declaration: return declaration(s);
    case StatementKind::ExclusiveUse: return "xr/xs";
    case StatementKind::Expression:
      return s.value->kind == ExpressionKind::Constant && s.value->value == 1 && s.value->symbol == nullptr
                 ? "skip"
                 : to_string(*s.value);
    case StatementKind::Assign:
    case StatementKind::Return:
      if (s.target == nullptr) return "return " + to_string(*s.value);
      print(*s.target, out);
      out += " = ";
      print_assigned(s, out);
      return out;
    case StatementKind::Increment: return to_string(*s.target) + "++";
    case StatementKind::Decrement: return to_string(*s.target) + "--";
    case StatementKind::Send:
      print(*s.channel, out);
      out += s.sorted ? "!!" : "!";
      print_list(s.args, out);
      return out;
    case StatementKind::Receive:
      print(*s.channel, out);
      out += s.random ? "??" : "?";
      if (s.peek) out += '<';
      print_list(s.args, out);
      if (s.peek) out += '>';
      return out;
    case StatementKind::If: return "if";
    case StatementKind::Do: return "do";
    case StatementKind::ForRange:
      return "for (" + to_string(*s.target) + " : " + to_string(*s.from) + " .. " + to_string(*s.to) + ")";
    case StatementKind::ForArray: return "for (" + to_string(*s.target) + " in " + to_string(*s.array) + ")";
    case StatementKind::ForChannel: return "for (" + to_string(*s.target) + " in " + to_string(*s.channel) + ")";
    case StatementKind::Select:
      return "select (" + to_string(*s.target) + " : " + to_string(*s.from) + " .. " + to_string(*s.to) + ")";
    case StatementKind::Goto: return "goto " + name_of(s.label);
    case StatementKind::Break: return "break";
    case StatementKind::Atomic: return "atomic";
    case StatementKind::DStep: return "d_step";
    case StatementKind::Block: return "{ }";
    case StatementKind::Unless: return "unless";
    case StatementKind::Printf:
      out = "printf(" + (s.format_literal.empty() ? quoted(s.format) : s.format_literal);
      for (const Expression* argument : s.args) out += ", " + to_string(*argument);
      return out + ')';
    case StatementKind::Printm: return "printm(" + to_string(*s.value) + ')';
    case StatementKind::Assert: return "assert(" + to_string(*s.value) + ')';
    case StatementKind::Else: return "else";
    case StatementKind::SetPriority: return "set_priority(" + to_string(*s.value) + ", " + to_string(*s.second) + ')';
    case StatementKind::InlineCall: return s.inlined->name + "(...)";
  }
  return out;
}

}  // namespace weir::promela
