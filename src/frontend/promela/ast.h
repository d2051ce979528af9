// SPDX-License-Identifier: Apache-2.0
// The resolved syntax tree of a Promela model: the interface between parsing (lexer, parser, resolver) and lowering to
// a Program.
//
// The Model owns everything (arenas with stable addresses), linked by plain pointers; nothing is destroyed recursively.
// Names are resolved: an expression points to its Symbol. Inline calls are expanded: the statement holds the copied
// body. Nothing else is desugared. The comments give the expansion of each construct in Spin 6.5.2, because the number
// of states depends on it. The depth of statements and expressions is limited to kNestingLimit, so that a recursive
// walk over a Model is safe.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/preprocessor.h"
#include "base/text/source_map.h"

namespace weir::promela {

inline constexpr std::uint16_t kNestingLimit = 500;

struct Symbol;
struct Expression;
struct Statement;
struct Process;
struct StructType;

enum class BasicType : std::uint8_t { Bit, Bool, Byte, Pid, Short, Int, Unsigned, Mtype, Chan, Struct };

struct Type {
  BasicType basic = BasicType::Int;
  std::uint8_t bits = 32;  ///< Bit Bool 1, Byte Pid Mtype Chan 8, Short 16, Int 32, Unsigned as declared; Struct 0
  const StructType* structure = nullptr;  ///< for Struct
  std::string mtype;                      ///< for Mtype: the name after `mtype:`, empty for plain mtype
  bool is_signed() const { return basic == BasicType::Short || basic == BasicType::Int; }
};

/// `typedef NAME { fields }`; a field is a Symbol of kind Field with its own type, array size, initialiser or channel.
struct StructType {
  std::string name;
  std::vector<Symbol*> fields;
  SourceRange range;
  std::uint32_t flat_size = 0;  ///< number of scalars, with arrays and nested structures expanded; limited
  std::uint32_t depth = 1;      ///< nesting of structures; limited
};

/// `[capacity] of { types }`
struct ChannelInit {
  std::int32_t capacity = 0;      ///< 0: rendezvous
  std::vector<Type> fields;       ///< as written; a Struct represents its fields, flattened in order
  std::vector<Type> flat_fields;  ///< the message as sent: structures and arrays expanded
  SourceRange range;
};

enum class SymbolKind : std::uint8_t {
  Variable,       ///< global or local
  Parameter,      ///< of a proctype
  Field,          ///< of a typedef
  MtypeConstant,  ///< `value`
  Proctype,       ///< `process`
  Label,          ///< in `owner`; `target`
  Typedef,
  Inline,
  Ltl,
  Builtin,  ///< see Builtin
};

enum class Builtin : std::uint8_t {
  None,
  Pid,        ///< _pid
  NrPr,       ///< _nr_pr
  Last,       ///< _last
  Priority,   ///< _priority of the reading process; assignable
  WriteOnly,  ///< _
  Stdin,      ///< STDIN: a channel that is read only
};

struct Symbol {
  SymbolKind kind = SymbolKind::Variable;
  std::string name;
  SourceRange range;  ///< name in its declaration

  // Variables, parameters, fields.
  Type type;
  bool is_array = false;
  std::int32_t array_size = 1;    ///< elements; 1 for a scalar
  Expression* initial = nullptr;  ///< `= e`: the scalar, or every element of an array
  /// `= { 1, 2, 3 }`: constants; if there are fewer than elements, the last one is repeated. Assigned at creation
  /// wherever the declaration is. If it is not initialised_at_creation (Spin reports an error but continues), its step
  /// then sets element 0 to the first value.
  std::vector<Expression*> initial_list;
  const ChannelInit* channel = nullptr;  ///< `= [n] of { ... }`; each element of an array gets its own channel
  bool hidden = false, local = false, show = false;
  bool exclusive_read = false, exclusive_send = false;  ///< listed in xr / xs
  bool is_global = false;
  Process* owner = nullptr;  ///< process of a local, parameter or label; nullptr for a global or field
  std::uint32_t scope = 0;   ///< 0: global, or the body of a process; otherwise a block number, unique in the model
  std::uint32_t index = 0;   ///< position in Model::globals, Process::parameters / locals, or StructType::fields
  /// A local declared in the body of its process before the first statement is initialised when the process is created.
  /// Any other local (later, or in an inner block or option) is initialised by a step at its declaration each time
  /// control passes it: one step per variable, even without initialiser (then to 0).
  bool initialised_at_creation = true;

  std::int32_t value = 0;  ///< MtypeConstant
  Builtin builtin = Builtin::None;
  Process* process = nullptr;   ///< Proctype
  Statement* target = nullptr;  ///< Label: the labelled statement
};

enum class ExpressionKind : std::uint8_t {
  Constant,     ///< value; symbol: the mtype constant, if written as one
  Variable,     ///< path; path[0].symbol may be a Builtin
  Unary,        ///< op, a
  Binary,       ///< op, a, b
  Conditional,  ///< (a -> b : c)
  Run,          ///< run symbol(args) priority value (value 0 if not given)
  Len,          ///< len(a); a is a Variable naming a channel
  Full,
  Empty,
  NFull,
  NEmpty,       ///< of channel a
  Poll,         ///< a?[args]; `random`: a??[args]
  Eval,         ///< eval(a): in receive arguments only
  Enabled,      ///< enabled(a)
  PcValue,      ///< pc_value(a)
  GetPriority,  ///< get_priority(a)
  Timeout,
  NonProgress,     ///< np_
  RemoteLabel,     ///< symbol[a]@label; symbol is the proctype; a == nullptr: P@label
  RemoteVariable,  ///< symbol[a]:path; path[0].symbol is a local of the proctype (or _pid, _priority, ...); a may be
                   ///< nullptr
  Sent,            ///< sent(a), sent(a, b): event atoms, in formulas only
  Received,
  By,  ///< by(symbol), by(symbol, a)
};

enum class Operator : std::uint8_t {
  None,
  // unary
  Not,
  Complement,
  Negate,
  // binary
  Add,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  BitAnd,
  BitXor,
  BitOr,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or,
  // ltl blocks only: unary, then binary (Until and what follows)
  Next,
  Always,
  Eventually,
  Until,
  Release,
  WeakUntil,
  Implies,
  Equivalent,
};

/// One component of `a[i].b[j].c`.
struct Selector {
  Symbol* symbol = nullptr;     ///< [0]: the variable; further ones: fields
  Expression* index = nullptr;  ///< nullptr if no index was written (a scalar, or a whole array where allowed)
  SourceRange range;
};

struct Expression {
  ExpressionKind kind = ExpressionKind::Constant;
  Operator op = Operator::None;
  bool random = false;         ///< Poll with ??
  bool has_run = false;        ///< contains a `run` (a side effect)
  bool is_probe = false;       ///< full, empty, nfull, nempty, or && and || of these: must not be negated or compared
  bool parenthesised = false;  ///< was written in parentheses; used for printing only
  std::uint16_t depth = 1;     ///< height of the tree, at most kNestingLimit
  std::int32_t value = 0;
  SourceRange range;
  Expression* a = nullptr;
  Expression* b = nullptr;
  Expression* c = nullptr;
  Symbol* symbol = nullptr;
  Symbol* label = nullptr;
  std::vector<Selector> path;
  std::vector<Expression*> args;  ///< for Run and Poll. A structure is one expression; see flat_arguments (promela.h)
};

enum class StatementKind : std::uint8_t {
  Declaration,   ///< variables. Not executable if initialised_at_creation; otherwise one step each
  ExclusiveUse,  ///< xr / xs: no effect
  Expression,    ///< value: blocks while it is 0; `skip` is the constant 1
  Assign,        ///< target = value
  Increment,     ///< target++: the same as target = target + 1
  Decrement,
  Send,     ///< channel!args; `sorted`: !!
  Receive,  ///< channel?args; `random`: ??; `peek`: ?<...>
  If,
  Do,  ///< options
  /// for (target : from .. to) { body }: Spin expands to `target = from; do :: (target <= to) -> body; target++ :: else
  /// -> break od`.
  ForRange,
  /// for (target in array) { body }: as ForRange from 0 to array size - 1.
  ForArray,
  /// for (target in channel) { body }: a hidden counter t from 0 while t < len(channel): channel?target;
  /// channel!target; body; t++.
  ForChannel,
  /// select (target : from .. to). `choice`: Spin expands to `if :: target = from :: ... :: target = to fi` (a plain
  /// name, both ends literal numbers at most 32 apart, not inside an inline); otherwise to `target = from; do ::
  /// (target < to) -> target++ :: break od`.
  Select,
  Goto,   ///< label
  Break,  ///< out of `loop`
  Atomic,
  DStep,
  Block,   ///< body
  Unless,  ///< body[0] unless escape[0]
  Printf,  ///< format, args
  Printm,  ///< value
  Assert,  ///< value
  Else,
  SetPriority,  ///< set_priority(value, second)
  InlineCall,   ///< name(...) or target = name(...): body holds the expanded statements, as a block
  Return,       ///< in an inline called as `target = name(...)`: target = value; control continues after it
};

struct Sequence {
  std::vector<Statement*> statements;
  SourceRange range;
};

struct Statement {
  StatementKind kind = StatementKind::Expression;
  bool sorted = false, random = false, peek = false, choice = false;
  /// Receive, Send: arguments written as `ch!MSG(3)`, which means `ch!MSG,3`; used for printing only.
  bool parenthesised = false;
  SourceRange range;              ///< the statement without its labels
  std::vector<Symbol*> labels;    ///< labels in front of it
  std::vector<Symbol*> symbols;   ///< Declaration: in order; ExclusiveUse: the channels
  Expression* channel = nullptr;  ///< Send, Receive, ForChannel: a Variable
  Expression* target = nullptr;   ///< Assign, Increment, Decrement, For*, Select, InlineCall: a Variable
  Expression* value = nullptr;
  Expression* second = nullptr;  ///< SetPriority
  Expression* from = nullptr;    ///< ForRange, Select
  Expression* to = nullptr;
  Expression* array = nullptr;  ///< ForArray: a Variable without last index
  /// Send, Printf: expressions. Receive: Constant, Variable, Eval, or a Unary Negate of a constant.
  std::vector<Expression*> args;
  std::string format;             ///< Printf: with escapes resolved
  std::string format_literal;     ///< the same as written, in quotes; empty if it is not written on one line
  std::vector<Sequence> options;  ///< If, Do
  Sequence body;                  ///< Atomic, DStep, Block, For*, InlineCall, Unless
  Sequence escape;                ///< Unless
  Symbol* label = nullptr;        ///< Goto
  Statement* loop = nullptr;      ///< Break: the Do or For* it leaves
  Symbol* inlined = nullptr;      ///< InlineCall
};

enum class ProcessKind : std::uint8_t { Proctype, Init, Never, Trace, Notrace };

struct Process {
  ProcessKind kind = ProcessKind::Proctype;
  Symbol* symbol = nullptr;  ///< kind Proctype; name "init", the claim's name ("never_0" if it has none), "trace"
  std::string name;
  SourceRange range;           ///< of the heading
  SourceRange end;             ///< of the closing brace
  bool deterministic = false;  ///< D_proctype
  std::int32_t active = 0;     ///< initial instances: `active [n]`, 1 for `active` and init, otherwise 0
  std::int32_t priority = 0;   ///< 0 if not given (means 1)
  Expression* provided = nullptr;
  std::vector<Symbol*> parameters;
  std::vector<Symbol*> locals;  ///< of all blocks, in text order, without parameters
  std::vector<Symbol*> labels;
  Sequence body;
};

struct LtlBlock {
  std::string name;               ///< ltl_0, ltl_1, ... if unnamed
  std::string text;               ///< as written, without comments; empty if macros or directives took part in it
  Expression* formula = nullptr;  ///< temporal operators, and below them plain expressions (the atoms)
  SourceRange range;
};

struct Model {
  SourceMap sources;
  std::vector<Symbol*> globals;  ///< variables and channels, in text order
  std::vector<Symbol*> mtypes;   ///< constants, in text order
  std::vector<const StructType*> structs;
  std::vector<Process*> processes;  ///< proctypes, init, never, trace, in text order
  std::vector<LtlBlock> ltl;
  Diagnostics warnings;

  Expression* new_expression(ExpressionKind kind, const SourceRange& range = {}) {
    Expression& made = expressions_.emplace_back();
    made.kind = kind;
    made.range = range;
    return &made;
  }
  Expression* new_constant(std::int32_t value, const SourceRange& range) {
    Expression* made = new_expression(ExpressionKind::Constant, range);
    made->value = value;
    return made;
  }
  Statement* new_statement(StatementKind kind, const SourceRange& range) {
    Statement& made = statements_.emplace_back();
    made.kind = kind;
    made.range = range;
    return &made;
  }
  Symbol* new_symbol(SymbolKind kind, std::string_view name, const SourceRange& range = {}) {
    Symbol& made = symbols_.emplace_back();
    made.kind = kind;
    made.name = name;
    made.range = range;
    return &made;
  }
  Process* new_process() { return &processes_.emplace_back(); }
  StructType* new_struct() { return &structs_.emplace_back(); }
  ChannelInit* new_channel() { return &channels_.emplace_back(); }

  /// Parser state kept after the model is complete, so that formulas can be parsed in its context.
  struct Context {
    /// Variables, mtype constants, proctypes, typedefs, inlines. Keys point into the symbols' names.
    std::unordered_map<std::string_view, Symbol*> globals;
    std::unordered_map<std::string_view, const StructType*> structs;
    std::unique_ptr<Preprocessor> preprocessor;
  };
  Context context;

  /// For editors: where names are used. Recorded only on demand, because inlines repeat them many times.
  struct NameUse {
    const Symbol* symbol;
    SourceRange range;
  };
  bool record_uses = false;
  std::vector<NameUse> uses;
  const Statement* first_assertion = nullptr;
  void use(const Symbol* symbol, const SourceRange& range) {
    if (record_uses && symbol != nullptr) uses.push_back({symbol, range});
  }
  /// Returns a global by name (variable, mtype constant, proctype), or nullptr.
  Symbol* find_global(std::string_view name) const {
    const auto found = context.globals.find(name);
    return found == context.globals.end() ? nullptr : found->second;
  }

 private:
  std::deque<Expression> expressions_;
  std::deque<Statement> statements_;
  std::deque<Symbol> symbols_;
  std::deque<Process> processes_;
  std::deque<StructType> structs_;
  std::deque<ChannelInit> channels_;
};

}  // namespace weir::promela
