// SPDX-License-Identifier: Apache-2.0
// The quantifier is replaced by blanks, and NAME(VAR) by a name of the same length, so that positions in messages stay
// right. The places of the atoms then tell how each was written.
#include "formula/quantified_formula.h"

#include <algorithm>
#include <set>

#include "base/text/ascii.h"
#include "base/text/source_text.h"
#include "formula/lexical.h"

namespace weir {
namespace {

constexpr std::string_view kKeyword = "forall";

class QuantifierReader {
 public:
  QuantifierReader(std::string_view text, const ParseOptions& options, const std::string& source_name)
      : text_(text), masked_(text), options_(options), source_name_(source_name) {}

  /// Whether the text starts with `forall NAME`. A plain `forall` is an atom.
  bool starts() {
    skip_space();
    if (word() != kKeyword) return false;
    at_ += kKeyword.size();
    skip_space();
    return lexical::is_plain_name(word()) && word() != "S" && word() != "T" && word() != "B";
  }

  Expected<QuantifiedFormula> read(std::vector<AtomPlace>* places) {
    if (!options_.quantifiers)
      return fail(at_, word().size(), "'forall' is for the values of a field of a log: weir trace LOG --ltlf F");
    Quantifier quantifier;
    if (!lexical::is_plain_name(word())) return fail(at_, word().size(), "expected the name of a variable");
    quantifier.field = quantifier.variable = word();
    at_ += word().size();
    skip_space();
    if (word() == "in") {
      at_ += 2;
      skip_space();
      if (auto problem = read_field(quantifier.field)) return *problem;
      skip_space();
    }
    if (at_ == text_.size() || text_[at_] != ':')
      return fail(at_, 1, "expected 'forall VAR: F' or 'forall VAR in FIELD: F'");
    ++at_;
    std::fill(masked_.begin(), masked_.begin() + static_cast<std::ptrdiff_t>(at_), ' ');
    const std::size_t body = at_;
    skip_space();
    if (word() == kKeyword) return fail(at_, kKeyword.size(), "only one 'forall' is supported");
    mask_applications(quantifier.variable, body);
    std::vector<AtomPlace> found;
    const Expected<Formula> formula = parse_formula(masked_, options_, source_name_, &found);
    if (!formula) return original(formula.error());
    for (const AtomPlace& place : found)
      if (auto problem = classify(place, quantifier)) return *problem;
    // The name that stands for NAME(VAR) may be one of the formula.
    for (const Quantifier::VariableAtom& atom : quantifier.atoms)
      if (plain_.contains(atom.atom))
        return fail(body, 1, "'" + atom.atom + "' cannot be used beside '" + atom.shown + "'");
    if (quantifier.atoms.empty())
      return fail(
          body, 1,
          "the formula says nothing about '" + quantifier.variable + "'; write EVENT(" + quantifier.variable + ")");
    if (places != nullptr) places->insert(places->end(), found.begin(), found.end());
    return QuantifiedFormula{std::move(quantifier), *formula};
  }

 private:
  std::string_view word() const {
    const std::string_view rest = std::string_view(text_).substr(at_);
    return rest.substr(0, lexical::name_length(rest));
  }
  void skip_space() {
    while (at_ < text_.size() && ascii::is_space(text_[at_])) ++at_;
  }

  /// A name, or any text in quotes.
  std::optional<Diagnostic> read_field(std::string& field) {
    const std::size_t close = at_ < text_.size() && text_[at_] == '"' ? text_.find('"', at_ + 1) : std::string::npos;
    if (close != std::string::npos && close > at_ + 1) {
      field = text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
      return std::nullopt;
    }
    // XES fields have a colon inside: org:resource. The quantifier's colon is followed by a blank.
    std::size_t end = at_;
    while (end < text_.size() && !ascii::is_space(text_[end]) &&
           !(text_[end] == ':' && (end + 1 == text_.size() || ascii::is_space(text_[end + 1]))))
      ++end;
    if (end == at_) return fail(at_, 1, "expected the name of a field");
    field = text_.substr(at_, end - at_);
    at_ = end;
    return std::nullopt;
  }

  /// `login(u)` becomes `login_u_`, and `"log in"(u)` becomes `"log in(u)"`.
  void mask_applications(const std::string& variable, std::size_t from) {
    const std::string_view text = text_;
    for (std::size_t i = from; i < text.size();) {
      if (text[i] == '"') {
        for (++i; i < text.size() && text[i] != '"'; ++i)
          if (text[i] == '\\') ++i;
        const std::size_t open = ++i;
        const std::size_t close = application_end(open, variable);
        if (close == 0) continue;
        for (std::size_t k = open; k < close; ++k) masked_[k - 1] = text[k];
        masked_[close - 1] = '"';
        i = close;
        continue;
      }
      const std::size_t length = lexical::name_length(text.substr(i));
      const std::size_t open = i + std::max<std::size_t>(length, 1);
      const bool named = length > 0 && lexical::is_plain_name(text.substr(i, length));
      const std::size_t close = named ? application_end(open, variable) : 0;
      for (std::size_t k = open; k < close; ++k)
        if (text[k] == '(' || text[k] == ')' || ascii::is_space(text[k])) masked_[k] = '_';
      i = std::max(open, close);
    }
  }

  /// The end of `(VAR)` that starts here; otherwise 0.
  std::size_t application_end(std::size_t open, const std::string& variable) const {
    if (open >= text_.size() || text_[open] != '(') return 0;
    std::size_t i = open + 1;
    const auto blanks = [&] {
      while (i < text_.size() && ascii::is_space(text_[i])) ++i;
    };
    blanks();
    if (text_.compare(i, variable.size(), variable) != 0) return 0;
    i += variable.size();
    blanks();
    return i < text_.size() && text_[i] == ')' ? i + 1 : 0;
  }

  std::optional<Diagnostic> classify(const AtomPlace& place, Quantifier& quantifier) {
    const std::string written = text_.substr(place.offset, place.length);
    const std::string masked = masked_.substr(place.offset, place.length);
    Quantifier::VariableAtom atom{place.atom, written, {}, quantifier.field};
    if (place.atom == quantifier.variable)
      return fail(place.offset, place.length, "'" + place.atom + "' is a variable; write EVENT(" + place.atom + ")");
    if (masked != written) {
      const std::size_t last = place.offset + place.length - 1;
      atom.event = place.atom.substr(0, place.atom.size() - (last + 1 - text_.rfind('(', last)));
    } else if (!comparison(place.atom, quantifier.variable, atom)) {
      plain_.insert(place.atom);
      return std::nullopt;
    }
    const bool known = std::any_of(quantifier.atoms.begin(), quantifier.atoms.end(),
                                   [&](const auto& a) { return a.atom == atom.atom; });
    if (!known) quantifier.atoms.push_back(std::move(atom));
    return std::nullopt;
  }

  /// `FIELD == VAR` or `FIELD != VAR`.
  static bool comparison(const std::string& text, const std::string& variable, Quantifier::VariableAtom& atom) {
    const std::size_t sign = text.find_first_of("=!<>");
    if (sign == std::string::npos || sign == 0) return false;
    const bool equal = text.compare(sign, 2, "==") == 0;
    if (!equal && text.compare(sign, 2, "!=") != 0) return false;
    const auto trimmed = [](std::string_view part) {
      while (!part.empty() && ascii::is_space(part.front())) part.remove_prefix(1);
      while (!part.empty() && ascii::is_space(part.back())) part.remove_suffix(1);
      return part;
    };
    const std::string_view all = text;
    if (trimmed(all.substr(sign + 2)) != variable) return false;
    atom.field = trimmed(all.substr(0, sign));
    atom.negated = !equal;
    return !atom.field.empty();
  }

  Diagnostics original(Diagnostics errors) const {
    const SourceText source(source_name_, text_);
    for (Diagnostic& error : errors)
      if (error.line > 0) error.source_line = std::string(source.line(error.line));
    return errors;
  }
  Diagnostic fail(std::size_t offset, std::size_t length, std::string message) const {
    return SourceText(source_name_, text_).at(offset, std::max<std::size_t>(length, 1), std::move(message));
  }

  std::string text_;
  std::string masked_;
  const ParseOptions& options_;
  const std::string& source_name_;
  std::set<std::string> plain_;  ///< atoms without the variable
  std::size_t at_ = 0;
};

}  // namespace

Expected<QuantifiedFormula> parse_quantified(std::string_view text, const ParseOptions& options,
                                             const std::string& source_name, std::vector<AtomPlace>* places) {
  QuantifierReader reader(text, options, source_name);
  if (reader.starts()) return reader.read(places);
  Expected<Formula> formula = parse_formula(text, options, source_name, places);
  if (!formula) return formula.error();
  return QuantifiedFormula{std::nullopt, *formula};
}

}  // namespace weir
