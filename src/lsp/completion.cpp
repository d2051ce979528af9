// SPDX-License-Identifier: Apache-2.0
// What may be written at a place. The place is known from the lexemes before it, the names from the analysis of the
// text, from its last version without errors, and, while it has errors, from its words.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_set>

#include "lsp/context.h"
#include "lsp/features.h"

namespace weir::lsp {
namespace {

using Kind = Lexeme::Kind;
using Unit = TextContext::Unit;

constexpr std::size_t kMostItems = 3000;
constexpr int kTextItem = 1, kKeywordItem = 14, kOperatorItem = 24, kSnippetItem = 15;

// Keywords of Promela that start a unit or a global declaration, and those that make no sense in a body.
constexpr std::array<std::string_view, 25> kOutside = {
    "active",   "bit",      "bool",  "byte",  "chan",  "D_proctype", "hidden",  "init", "inline",
    "int",      "local",    "ltl",   "mtype", "never", "notrace",    "of",      "pid",  "priority",
    "proctype", "provided", "short", "show",  "trace", "typedef",    "unsigned"};
constexpr std::array<std::string_view, 19> kNotInBody = {
    "active",   "D_proctype", "init",   "inline", "ltl",    "never",  "notrace", "proctype", "trace",  "typedef",
    "priority", "provided",   "hidden", "show",   "c_code", "c_decl", "c_expr",  "c_state",  "c_track"};
constexpr std::array<std::string_view, 16> kInFormula = {"empty", "enabled", "false",   "full", "len", "nempty",
                                                         "nfull", "np_",     "timeout", "true", "[]",  "<>",
                                                         "->",    "<->",     "&&",      "||"};
constexpr std::array<std::string_view, 3> kEvents = {"sent", "received", "by"};
constexpr std::array<std::string_view, 4> kPredefined = {"_pid", "_nr_pr", "_last", "_priority"};
/// Words that are followed by a new name.
constexpr std::array<std::string_view, 14> kDeclares = {"bit",   "bool",     "byte",       "chan",     "int",
                                                        "mtype", "pid",      "short",      "unsigned", "inline",
                                                        "ltl",   "proctype", "D_proctype", "typedef"};
constexpr std::array<std::string_view, 5> kOfChannel = {"len", "full", "empty", "nfull", "nempty"};

template <class List>
bool has(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class Completion {
 public:
  Completion(const Document& document, std::size_t offset)
      : document_(document), offset_(offset), context_(context_at(document, offset)) {}

  Json items() {
    if (!context_.in_text) choose();
    return {{"isIncomplete", full_}, {"items", std::move(list_)}};
  }

 private:
  std::string_view before(std::size_t back) const {
    return back <= context_.previous ? document_.word(document_.lexemes()[context_.previous - back])
                                     : std::string_view();
  }

  void choose() {
    const std::string_view last = before(1);
    if (context_.in_directive) return add_all([](const Definition& d) { return d.kind == "macro"; });
    if (document_.language() == EditorLanguage::Formulas) return add_formula_words();
    if (last == ".") return after_dot();
    if (document_.language() == EditorLanguage::Dve) return add_dve();
    if (last == "@") return add_members_of(process_before(2), "label");
    if (last == "run") return add_all([](const Definition& d) { return d.kind == "proctype"; });
    if (last == "goto") return add_members_of(context_.name, "label");
    if (last == ":" && !process_before(2).empty()) return add_locals_of(process_before(2));
    if (has(kDeclares, last)) return;
    if (last == "(" && has(kOfChannel, before(2)))
      return add_all([this](const Definition& d) { return is_channel(d); });
    if (context_.unit == Unit::Constants) return;
    if (context_.unit == Unit::Formula) return add_ltl();
    if (context_.unit == Unit::Outside || context_.unit == Unit::Type) return add_outside();
    add_body();
  }

  /// The proctype in `P@` and `P[0]@`, where lexeme `back` is the last one before the operator; empty if it is none.
  std::string process_before(std::size_t back) const {
    if (back > context_.previous) return {};
    std::size_t at = context_.previous - back;
    if (document_.word(document_.lexemes()[at]) == "]") {
      at = opening(document_, at);
      if (at == 0) return {};
      --at;
    }
    const std::string name(document_.word(document_.lexemes()[at]));
    return find(name, "proctype") != nullptr ? name : "";
  }

  const Definition* find(std::string_view name, std::string_view kind) const {
    const Definition* found = nullptr;
    each([&](const Definition& definition) {
      if (found == nullptr && definition.name == name && (kind.empty() || definition.kind == kind)) found = &definition;
    });
    return found;
  }

  template <class Use>
  void each(Use use) const {
    for (const Definition& definition : document_.examination().definitions) use(definition);
    if (document_.examination().understood) return;
    for (const Definition& definition : document_.remembered()) use(definition);
  }

  bool is_visible(const Definition& definition) const {
    return definition.owner.empty() || (definition.owner == context_.name && definition.kind != "field");
  }
  bool is_channel(const Definition& definition) const {
    return is_visible(definition) && (definition.type == "chan" || definition.kind == "channel");
  }

  template <class Wanted>
  void add_all(Wanted wanted) {
    each([&](const Definition& definition) {
      if (wanted(definition)) add(definition);
    });
  }

  void add_members_of(const std::string& owner, std::string_view kind) {
    add_all([&](const Definition& d) { return d.kind == kind && (owner.empty() || d.owner == owner); });
  }
  void add_locals_of(const std::string& owner) {
    add_all([&](const Definition& d) { return d.owner == owner && d.kind != "label"; });
    add("_pid", kKeywordItem);
  }

  /// The fields of the structure before the dot, or the states and variables of a DVE process.
  void after_dot() {
    std::vector<std::string> path;
    for (std::size_t at = context_.previous; at > 0 && document_.word(document_.lexemes()[at - 1]) == ".";) {
      if (at < 2) return;
      std::size_t name = at - 2;
      if (document_.word(document_.lexemes()[name]) == "]") {
        name = opening(document_, name);
        if (name == 0) return;
        --name;
      }
      path.emplace_back(document_.word(document_.lexemes()[name]));
      at = name;
    }
    if (document_.language() == EditorLanguage::Dve) {
      return add_all([&](const Definition& d) { return !path.empty() && d.owner == path.back(); });
    }
    std::string type;
    for (auto name = path.rbegin(); name != path.rend(); ++name) {
      const Definition* found = nullptr;
      each([&](const Definition& d) {
        const bool fits = name == path.rbegin() ? is_visible(d) : d.kind == "field" && d.owner == type;
        if (found == nullptr && d.name == *name && fits) found = &d;
      });
      if (found == nullptr) return;
      type = found->type;
    }
    add_all([&](const Definition& d) { return d.kind == "field" && d.owner == type; });
  }

  void add_outside() {
    for (const auto word : kOutside) add(word, kKeywordItem);
    add_all([](const Definition& d) { return d.kind == "typedef" || d.kind == "macro" || d.kind == "mtype"; });
    add_words();
  }

  void add_body() {
    add_all([this](const Definition& d) { return is_visible(d) && d.kind != "ltl" && d.kind != "process"; });
    // A channel with its operations: what a statement on it starts with.
    each([&](const Definition& d) {
      if (!is_channel(d) || d.is_array) return;
      add(d.name + "!", kSnippetItem, "send");
      add(d.name + "?", kSnippetItem, "receive");
    });
    for (const std::string& word : reserved_words(EditorLanguage::Promela).keywords)
      if (!has(kNotInBody, word)) add(word, kKeywordItem);
    for (const auto word : kPredefined) add(word, kKeywordItem);
    add_words();
  }

  void add_ltl() {
    for (const std::string& word : reserved_words(EditorLanguage::Promela).temporal) add(word, kOperatorItem);
    for (const auto word : kInFormula) add(word, kOperatorItem);
    for (const auto word : kEvents) add(word, kKeywordItem);
    add_all([](const Definition& d) {
      return d.owner.empty() && d.kind != "ltl" && d.kind != "inline" && d.kind != "process";
    });
    each([&](const Definition& d) {
      if (d.kind == "label" && find(d.owner, "proctype") != nullptr) {
        add(d.owner + "[0]@" + d.name, completion_kind("label"), "process 0 is at " + d.name);
        add(d.owner + "@" + d.name, completion_kind("label"), "some process is at " + d.name);
      }
    });
    add_words();
  }

  void add_dve() {
    const std::string_view last = before(1);
    if (last == "process" || last == "byte" || last == "int") return;
    for (const std::string& word : reserved_words(EditorLanguage::Dve).keywords) add(word, kKeywordItem);
    add_all([this](const Definition& d) { return is_visible(d); });
    add_words();
  }

  void add_formula_words() {
    for (const std::string& word : reserved_words(EditorLanguage::Formulas).temporal) add(word, kOperatorItem);
    for (const auto word : {"[]", "<>", "->", "<->", "&&", "||"}) add(word, kOperatorItem);
    add_words(true);
  }

  /// The words of the text: while it has errors, the names that it declares may not be known.
  void add_words(bool always = false) {
    if (document_.examination().understood && !always) return;
    const ReservedWords reserved = reserved_words(document_.language());
    seen_.insert(reserved.keywords.begin(), reserved.keywords.end());
    for (const Lexeme& lexeme : document_.lexemes()) {
      if (full_) return;
      const bool typed = lexeme.begin < offset_ && offset_ <= lexeme.end;
      if (lexeme.kind == Kind::Word && !typed) add(document_.word(lexeme), kTextItem);
    }
  }

  void add(const Definition& definition) {
    const std::string detail = signature(definition);
    add(definition.name, completion_kind(definition.kind),
        detail == definition.name                               ? definition.kind
        : definition.kind == "field" || definition.type.empty() ? detail
                                                                : definition.kind + " " + detail);
  }

  void add(std::string_view label, int kind, const std::string& detail = {}) {
    if (label.empty() || full_ || !seen_.emplace(label).second) return;
    Json item = {{"label", label}, {"kind", kind}};
    if (!detail.empty()) item["detail"] = detail;
    list_.push_back(std::move(item));
    full_ = list_.size() >= kMostItems;
  }

  const Document& document_;
  std::size_t offset_;
  TextContext context_;
  Json list_ = Json::array();
  std::unordered_set<std::string> seen_;
  bool full_ = false;
};

}  // namespace

int completion_kind(std::string_view kind) {
  static const std::map<std::string_view, int> kinds = {
      {"variable", 6}, {"parameter", 6}, {"constant", 21}, {"field", 5},    {"mtype", 20},
      {"proctype", 7}, {"process", 7},   {"label", 18},    {"state", 18},   {"channel", 6},
      {"typedef", 22}, {"inline", 3},    {"ltl", 23},      {"formula", 23}, {"macro", 21}};
  const auto found = kinds.find(kind);
  return found == kinds.end() ? 6 : found->second;
}

Json completion(const Document& document, std::size_t offset) { return Completion(document, offset).items(); }

}  // namespace weir::lsp
