// SPDX-License-Identifier: Apache-2.0
#include "support/model/material.h"

#include <string>

namespace weir::test {

namespace {

using P = Production;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : draw_(seed) {}

  Material material(std::size_t count) {
    const P interface = draw_.one_of({P::ModelSystem, P::ModelSystem, P::ModelPlain, P::ModelFields});
    system_ = interface == P::ModelSystem;
    units_.push_back(leaf(interface));
    processes_ = draw_.chance(60) ? draw_.between(1, 3) : 0;
    locals_ = processes_ > 0 && draw_.chance(60);
    footprints_ = draw_.chance(65);
    apart_ = draw_.chance(50);
    faults_ = system_ && draw_.chance(35);
    if (processes_ > 0) units_.push_back(make(P::ModelProcesses, {number(processes_ - 1)}));
    const bool symmetric = locals_ && draw_.chance(70);
    if (symmetric) units_.push_back(leaf(P::ModelSymmetric));
    if (footprints_) units_.push_back(leaf(P::ModelFootprints));
    if (footprints_ && draw_.chance(70)) units_.push_back(leaf(P::ModelFewClosing));
    add_cells();
    add_actions();
    add_propositions();
    if (draw_.chance(30)) {
      std::vector<Node> conditions;
      if (draw_.chance(70)) conditions.push_back(condition());
      units_.push_back(make(P::ModelMayEnd, std::move(conditions)));
    }
    Material material;
    material.program = make(P::Model, std::move(units_));
    material.features = symmetric ? "symmetric" : "";
    using Kind = QuestionKind;
    Offer offer;
    offer.weight(Kind::Assertions, faults_ ? 14 : 2);
    offer.weight(Kind::Deadlock, 14);
    offer.weight(Kind::Defects, faults_ ? 14 : 4);
    offer.weight(Kind::Ltl, 50);
    offer.weight(Kind::Ltlf, 12);
    offer.weight(Kind::Several, 20);
    offer.fair = processes_ > 0;
    if (!symmetric) offer.question.unavailable += "symmetry ";
    if (!footprints_) offer.question.unavailable += "por ";
    CommandFormulas formulas(draw_, [this](const FormulaTaste& taste) { return atom(taste); });
    offer.formula = [&](const FormulaTaste& taste) { return formulas.formula(taste); };
    material.cases = random_cases(draw_, material.program, offer, count);
    return material;
  }

 private:
  struct Cell {
    std::string name = {};
    int greatest = 0;
  };

  void add_cells() {
    const int count = draw_.between(locals_ ? 0 : 2, 6);
    for (int i = 0; i < count; ++i) {
      cells_.push_back({"c" + std::to_string(i), draw_.between(1, 3)});
      const Cell& cell = cells_.back();
      Node greatest = number(cell.greatest);
      units_.push_back(make(P::ModelCell,
                            {std::move(greatest), number(draw_.chance(70) ? 0 : draw_.between(0, cell.greatest))},
                            cell.name));
    }
    if (locals_) {
      local_greatest_ = draw_.between(1, 3);
      std::vector<Node> children = {number(local_greatest_), number(0)};
      if (draw_.chance(30)) children.push_back(number(draw_.between(0, local_greatest_)));
      units_.push_back(make(P::ModelLocals, std::move(children)));
    }
    if (!cells_.empty() && draw_.chance(15)) {
      const Cell& cell = draw_.one_of(cells_);
      units_.push_back(
          make(P::ModelInitially, {make(P::ModelEqual, {number(draw_.between(0, cell.greatest))}, cell.name)}));
    }
  }

  /// A condition on cells visible to all. Some conditions distinguish processes.
  Node condition() { return condition(cells_.empty() ? Cell{} : draw_.one_of(cells_)); }
  Node condition(const Cell& cell) {
    if (locals_ && (cells_.empty() || draw_.chance(25))) {
      if (draw_.chance(85)) return make(P::ModelSome, {number(draw_.between(0, local_greatest_))});
      Node whose = number(draw_.between(0, processes_ - 1));
      return make(P::ModelLocalOf, {std::move(whose), number(draw_.between(0, local_greatest_))});
    }
    const P op = draw_.one_of({P::ModelEqual, P::ModelEqual, P::ModelNotEqual, P::ModelLess});
    return make(op, {number(draw_.between(op == P::ModelLess ? 1 : 0, cell.greatest))}, cell.name);
  }

  Node effect(const Cell& cell) {
    const P op = draw_.one_of({P::ModelSet, P::ModelIncrease});
    return make(op, {number(draw_.between(op == P::ModelSet ? 0 : 1, cell.greatest))}, cell.name);
  }

  void add_actions() {
    const int count = draw_.between(3, 10);
    for (int i = 0; i < count; ++i) {
      const bool each = locals_ && draw_.chance(60);
      if (!each && cells_.empty()) continue;
      std::vector<Node> parts;
      if (!each && processes_ > 0 && draw_.chance(75)) {
        parts.push_back(make(P::ModelBy, {number(draw_.between(0, processes_ - 1))}));
        if (system_ && draw_.chance(10))
          parts.push_back(make(P::ModelWith, {number(draw_.between(0, processes_ - 1))}));
      }
      if (each && draw_.chance(75)) parts.push_back(make(P::ModelMine, {number(draw_.between(0, local_greatest_))}));
      const Cell cell = cells_.empty() ? Cell{} : draw_.one_of(cells_);
      const auto another = [&] { return apart_ || cells_.empty() ? cell : draw_.one_of(cells_); };
      if (draw_.chance(each ? 35 : 70)) parts.push_back(condition(another()));
      if (draw_.chance(15)) parts.push_back(condition(another()));
      if (each) parts.push_back(make(P::ModelSetMine, {number(draw_.between(0, local_greatest_))}));
      if (!each || (!cells_.empty() && draw_.chance(40))) parts.push_back(effect(cell));
      if (!cells_.empty() && draw_.chance(15)) parts.push_back(effect(another()));
      if (faults_ && draw_.chance(20)) parts.push_back(leaf(draw_.chance(50) ? P::ModelError : P::ModelFailure));
      std::string event = "e" + std::to_string(draw_.chance(80) ? i % 8 : draw_.between(0, 7));
      if (!footprints_ && draw_.chance(10)) event.clear();
      if (!event.empty()) events_.push_back(event);
      units_.push_back(make(each ? P::ModelEach : P::ModelAction, std::move(parts), event));
    }
  }

  void add_propositions() {
    const int count = draw_.between(1, 3);
    for (int i = 0; i < count; ++i) {
      std::vector<Node> conditions = {condition()};
      if (draw_.chance(25)) conditions.push_back(condition());
      if (system_ && draw_.chance(12)) conditions.push_back(make(P::ModelUndefined, {condition()}));
      const std::string name = "p" + std::to_string(i);
      units_.push_back(make(draw_.chance(85) ? P::ModelProposition : P::ModelUnlisted, std::move(conditions), name));
      propositions_.push_back(name);
    }
  }

  Node atom(const FormulaTaste& taste) {
    switch (draw_.weighted({80, taste.events && !events_.empty() ? 25 : 0, 8, taste.events ? 3 : 0})) {
      case 1: return make(P::FormulaAtom, {leaf(P::ModelAtom, draw_.one_of(events_))});
      case 2: return make(P::FormulaAtom, {leaf(P::Dead)});
      case 3: return make(P::FormulaAtom, {leaf(P::Tau)});
      default:
        return make(draw_.chance(95) ? P::FormulaAtom : P::FormulaAtomQuoted,
                    {leaf(P::ModelAtom, draw_.one_of(propositions_))});
    }
  }

  Draw draw_;
  bool system_ = false, locals_ = false, footprints_ = false, faults_ = false;
  bool apart_ = false;  ///< each action touches one cell, so that many are independent
  int processes_ = 0, local_greatest_ = 0;
  std::vector<Cell> cells_;
  std::vector<std::string> events_, propositions_;
  std::vector<Node> units_;
};

}  // namespace

Material model_material(std::uint64_t seed, std::size_t cases) { return Generator(seed).material(cases); }

}  // namespace weir::test
