// SPDX-License-Identifier: Apache-2.0
// The Promela parser: recursive descent with limited depth, resolving names as it goes (a name must be declared before
// its use, and parsing depends on whether it is a type, a proctype or an inline). After an error it continues at the
// next statement or declaration. Checks that need the whole model are in check.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/promela/ast.h"
#include "frontend/promela/token_stream.h"

namespace weir::promela {

/// Collects messages; the parser stops at a limit.
class Messages {
 public:
  explicit Messages(const SourceMap& sources) : sources_(sources) {}
  void error(const SourceRange& range, std::string message);
  void warning(const SourceRange& range, std::string message);
  void note(const SourceRange& range, std::string message);
  bool too_many() const { return errors_ >= kLimit; }
  std::size_t errors() const { return errors_; }
  Diagnostics take() { return std::move(found_); }

 private:
  static constexpr std::size_t kLimit = 20;
  static constexpr std::size_t kWarningLimit = 200;
  void add(const SourceRange& range, std::string message, Diagnostic::Severity severity);
  const SourceMap& sources_;
  Diagnostics found_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  bool muted_ = false;  ///< the last error repeated an earlier position; its notes are omitted as well
  std::unordered_set<std::uint64_t> places_;
};

struct InlineDefinition {
  Symbol* symbol = nullptr;
  std::vector<std::string_view> parameters;
  std::vector<Token> body;  ///< including its braces
};

struct GotoReference {
  Statement* statement;
  std::string_view name;
  SourceRange range;
  Process* process;
  std::vector<std::uint32_t> scopes;  ///< from the body inwards
};

struct LabelDefinition {
  Symbol* symbol;
  std::vector<std::uint32_t> scopes;
};

/// Facts collected while parsing, for the final checks.
struct Facts {
  std::vector<GotoReference> gotos;
  std::vector<LabelDefinition> labels;
  struct Remote {
    Expression* expression;
    std::string_view process_name;
    std::string_view member;
    SourceRange process_range, member_range;
  };
  std::vector<Remote> remotes;
  struct RunName {
    Expression* expression;
    std::string_view name;
    SourceRange range;
  };
  std::vector<RunName> run_targets;
  std::vector<const Statement*> sends, receives;
  std::vector<const Expression*> polls;
  std::size_t widest_channel = 0;
};

class Parser {
 public:
  Parser(Model& model, std::vector<Token> tokens, Messages& messages);

  void parse_program();
  /// Parses the whole text as one expression (an ltl formula or an atom).
  Expression* parse_formula(bool temporal);
  Facts& facts() { return facts_; }

 private:
  struct Failure {};  ///< thrown inside the parser after the error was reported; caught where parsing can continue
  [[noreturn]] void fail(const SourceRange& range, std::string message);
  [[noreturn]] void fail_expected(const std::string& what);
  std::string advice_for(const Token& found);

  // Tokens.
  const Token& peek(std::size_t ahead = 0) { return stream_.peek(ahead); }
  bool at(Tok kind) { return peek().kind == kind; }
  Token take() { return stream_.next(); }
  bool accept(Tok kind);
  Token expect(Tok kind, const char* what);
  Token expect_close(const Token& open);
  bool at_name(std::string_view text) { return at(Tok::Name) && peek().text == text; }
  SourceRange from(const SourceRange& first) const { return model_.sources.join(first, stream_.last_range()); }

  // Units (parse_unit.cpp).
  void parse_unit();
  void parse_proctype();
  void parse_init();
  void parse_never();
  void parse_trace();
  void parse_ltl_block();
  void parse_body(Process& process);
  Process* new_process(ProcessKind kind, std::string name, const SourceRange& range);
  std::int32_t parse_priority();
  void skip_to_unit(bool progress);
  [[noreturn]] void refuse_c();

  // Declarations (parse_declaration.cpp).
  bool at_type();
  bool at_declaration();
  [[noreturn]] void fail_type(const char* what);
  struct Visibility {
    bool hidden = false, local = false, show = false;
    bool any() const { return hidden || local || show; }
  };
  enum class Place : std::uint8_t { Global, Local, Parameter, Field };
  std::vector<Symbol*> parse_declaration(Place place, StructType* structure = nullptr);
  void parse_typedef();
  void parse_mtype_names(const Type& type, const SourceRange& keyword);
  Type parse_type();
  Symbol* parse_declarator(const Type& type, Place place, const Visibility& visibility, StructType* structure);
  Symbol* declare_variable(const Token& name, Place place, StructType* structure);
  void parse_width(Symbol& symbol);
  void parse_array_size(Symbol& symbol, Place place);
  void parse_initialiser(Symbol& symbol, Place place);
  const ChannelInit* parse_channel();
  std::int32_t parse_constant(const char* what);
  void flatten(const Type& type, ChannelInit& channel, const SourceRange& range);

  // Statements (parse_statement.cpp).
  void parse_sequence(Sequence& sequence);
  void parse_step(Sequence& sequence);
  Statement* parse_statement();
  Statement* parse_statement_body();
  Statement* parse_exclusive_use();
  Statement* parse_unless(Statement* statement);
  Statement* parse_break();
  Statement* parse_goto();
  Statement* parse_return();
  Statement* parse_braces(StatementKind kind, Token first);
  Statement* parse_options(StatementKind kind);
  Statement* parse_for();
  Statement* parse_select();
  Statement* parse_name_statement();
  Statement* parse_send(Statement* statement);
  Statement* parse_receive(Statement* statement);
  Statement* parse_printf();
  Statement* parse_assignment(Expression* target, const SourceRange& first);
  Statement* finish(Statement* statement, const SourceRange& first);
  Statement* expression_statement(Expression* value, const SourceRange& first);
  void parse_block_sequence(Sequence& sequence);
  void skip_statement();
  std::vector<std::uint32_t> open_scopes() const;
  void add_label(const Token& name, Statement* statement);
  void check_target(const Expression& target);
  void check_channel(const Expression& channel);
  void check_channel_use(const Expression& target, const Expression& value);

  // Inlines (parse_inline.cpp).
  void parse_inline();
  const InlineDefinition* find_inline(std::string_view name) const;
  Statement* parse_inline_call(Expression* target, const Token& name);
  std::vector<std::vector<Token>> parse_inline_arguments(const Token& name);
  std::vector<Token> substitute(const InlineDefinition& definition, const std::vector<std::vector<Token>>& arguments,
                                const SourceRange& call);

  // Expressions (parse_expression.cpp).
  Expression* parse_full_expression();  ///< may be a probe (full, empty, ...)
  Expression* parse_expression();       ///< must not be a probe
  Expression* parse_binary(int least, Expression* left = nullptr);
  Expression* parse_unary();
  Expression* parse_primary();
  Expression* parse_name_primary();
  Expression* parse_run();
  Expression* parse_remote(const Token& process);
  Expression* parse_event(const Token& name);
  Expression* parse_variable(bool whole_array_allowed = false);
  Expression* parse_undeclared(const Token& name);
  void parse_index(Selector& selector);
  Symbol* find_field(const Symbol& variable, const Token& field);
  Expression* parse_after_variable(Expression* variable);
  Expression* parse_parenthesised();
  std::vector<Expression*> parse_arguments(Tok close);
  std::vector<Expression*> parse_receive_arguments(bool& parenthesised);
  Expression* parse_receive_argument();
  Expression* unary(Operator op, Expression* a, const SourceRange& range);
  Expression* binary(Operator op, Expression* a, Expression* b);
  Expression* balanced(Operator op, std::span<Expression* const> operands);
  Expression* number(const Token& token);
  Expression* parse_function(ExpressionKind kind);
  void refuse_probe(const Expression& expression);
  void refuse_structure(const Expression& expression);
  Expression* parse_without_run(const char* what);
  void set_depth(Expression& expression);
  Expression* complete(Expression* expression, const SourceRange& range);

  // Names (names.cpp).
  Symbol* lookup(std::string_view name) const;
  Symbol* declare(const Token& name, SymbolKind kind);
  Symbol* undeclared(const Token& name);
  /// Returns "; did you mean ...?" among symbols of this kind; Variable means all except types.
  std::string suggestion(std::string_view name, SymbolKind kind = SymbolKind::Variable) const;
  bool is_proctype(std::string_view name) const;
  struct Scope {
    std::uint32_t id;
    std::unordered_map<std::string_view, Symbol*> names;
  };
  struct ScopeGuard {
    explicit ScopeGuard(Parser& p);
    ~ScopeGuard();
    Parser& parser;
  };
  /// Pushes an element for the duration of a construct, whether parsing it fails or not.
  template <class T>
  struct Pushed {
    Pushed(std::vector<T>& s, const std::type_identity_t<T>& element) : stack(s) { stack.push_back(element); }
    ~Pushed() { stack.pop_back(); }
    std::vector<T>& stack;
  };
  struct DepthGuard {
    explicit DepthGuard(Parser& p);
    ~DepthGuard() { --parser.depth_; }
    Parser& parser;
  };

  Model& model_;
  TokenStream stream_;
  Messages& messages_;
  Facts facts_;
  Process* process_ = nullptr;
  std::vector<Scope> scopes_;
  std::uint32_t last_scope_ = 0;
  bool in_event_trace_ = false;
  bool at_start_of_body_ = false;  ///< declarations here take effect when the process is created
  bool formula_ = false;           ///< parsing a formula: probes anywhere, event atoms
  bool temporal_ = false;
  std::uint32_t depth_ = 0;
  std::uint64_t inlined_tokens_ = 0;
  std::uint32_t unnamed_ltl_ = 0, claims_ = 0;
  std::vector<Statement*> loops_;
  std::unordered_set<std::string_view> later_proctypes_;
  std::unordered_map<std::string_view, InlineDefinition> inlines_;
  struct OpenInline {
    const InlineDefinition* definition;
    Expression* target;
  };
  std::vector<OpenInline> open_inlines_;
  struct PendingLtl {
    std::string name;
    std::string text;  ///< as LtlBlock::text
    std::vector<Token> tokens;
    SourceRange range;
  };
  std::vector<PendingLtl> pending_ltl_;
  std::unordered_set<std::string> ltl_names_;
  std::unordered_set<std::string_view> field_names_;  ///< of the typedef that is being parsed
  std::unordered_map<std::string, std::int32_t> mtype_counts_;
};

/// Checks labels, runs, remote references, jumps, numbers of message fields: everything that needs the whole model.
void check_model(Model& model, Facts& facts, Messages& messages);

/// Checks the references of a formula.
void check_formula(Model& model, Facts& facts, Messages& messages);

/// Evaluates an expression without variables. Returns false if it is not constant or divides by zero.
bool fold(const Expression& expression, std::int32_t& value);

}  // namespace weir::promela
