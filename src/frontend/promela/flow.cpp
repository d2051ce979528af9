// SPDX-License-Identifier: Apache-2.0
// Determines the control states of a Promela process. They must be Spin's, state for state: which statements are steps,
// where jumps are resolved, what merging leaves. The rules were learnt from Spin 6.5.2 (its flow graphs printed by `pan
// -d`, and its sources); the code is weir's own. tests/cross/spin_test.cpp compares state counts with Spin.
#include "frontend/promela/flow.h"

#include <algorithm>
#include <set>
#include <utility>

namespace weir::promela {

namespace {

bool never_possible(const Element& element) {
  return element.kind == ElementKind::Basic && element.statement != nullptr &&
         element.statement->kind == StatementKind::Expression &&
         element.statement->value->kind == ExpressionKind::Constant && element.statement->value->value == 0 &&
         element.escapes.empty();
}

class FlowBuilder {
 public:
  FlowBuilder(const SourceMap& sources, Elements elements) : sources_(sources), elements_(std::move(elements)) {}

  Flow build();

 private:
  Element* hunt(Element* element, bool inside);
  Element* hunt(Element* element, bool inside, int& left);
  Element* hunt_start(Element* element);
  void put(ElementSequence& sequence);
  void put_sub(Element& element);
  void put_element(Element& element);
  void put_escapes(Element& element, FlowEdge& edge);
  void patch_jumps(ElementSequence& sequence);
  std::vector<FlowEdge>& edges(std::int32_t state);
  void flatten();
  void add_escape_edges();
  std::set<std::int32_t> marked_by_label(std::int32_t state);
  void mark_labels();
  void warn_of_jump(const Element& element);

  const SourceMap& sources_;
  Elements elements_;
  Flow flow_;
  /// Options of compound control states, before they are replaced by their first transitions.
  std::vector<std::vector<std::int32_t>> options_;
  std::set<std::int32_t> option_starts_;  ///< first elements of options, which are no control states
};

/// The element where control rests when passed to `element`; `inside`: from inside an atomic sequence.
Element* FlowBuilder::hunt(Element* element, bool inside) {
  constexpr int kMostJumps = 10000;
  int left = kMostJumps;
  Element* found = hunt(element, inside, left);
  if (left <= 0) append(flow_.problems, sources_.at(element->range, "these jumps form a cycle"));
  return found;
}

/// `left`: remaining jumps that may be followed, in all levels of `unless` together.
Element* FlowBuilder::hunt(Element* element, bool inside, int& left) {
  while (left-- > 0) {
    Element* next = nullptr;
    switch (element->kind) {
      case ElementKind::Goto: next = element->target; break;
      case ElementKind::Join:
      case ElementKind::Break:
        if (element->next == nullptr) return element;
        next = element->next;
        break;
      case ElementKind::Unless: next = hunt(element->sub.front()->first, inside, left); break;
      default: return element;
    }
    if (next == nullptr || (inside && !next->inside)) return element;
    if (next == element) left = 0;
    element = next;
  }
  return element;
}

Element* FlowBuilder::hunt_start(Element* element) {
  while (true) {
    if (element->kind == ElementKind::Join && element->next != nullptr)
      element = element->next;
    else if (element->kind == ElementKind::Unless)
      element = element->sub.front()->first;
    else
      return element;
  }
}

std::vector<FlowEdge>& FlowBuilder::edges(std::int32_t state) { return flow_.edges[static_cast<std::size_t>(state)]; }

/// If no other statement is in between, Spin treats the start of a d_step as its inside.
void FlowBuilder::warn_of_jump(const Element& element) {
  const bool leaves = element.statement != nullptr && element.statement->kind == StatementKind::Break;
  append(flow_.warnings, sources_.at(element.range,
                                     std::string(leaves ? "the exit of this loop" : "the target of this jump") +
                                         " is a d_step, which Spin rejects; put a 'skip' before the d_step",
                                     Diagnostic::Severity::Warning));
}

void FlowBuilder::put(ElementSequence& sequence) {
  for (Element* element = sequence.first; element != nullptr; element = element->next) {
    if (!element->done) {
      element->done = true;
      switch (element->kind) {
        case ElementKind::Unless: put(*element->sub.front()); break;
        case ElementKind::If:
        case ElementKind::Do: {
          auto& options = options_[static_cast<std::size_t>(element->number)];
          for (ElementSequence* option : element->sub) {
            Element* start = hunt_start(option->first);
            option_starts_.insert(start->number);
            if (!never_possible(*start)) options.push_back(start->number);
          }
          for (ElementSequence* option : element->sub) put(*option);
          break;
        }
        case ElementKind::Atomic:
        case ElementKind::Block:
        case ElementKind::DStep: put_sub(*element); break;
        default: put_element(*element);
      }
    }
    if (element == sequence.last) return;
  }
}

/// A jump out of an atomic sequence ends it; a jump from its end into another joins both.
void FlowBuilder::patch_jumps(ElementSequence& sequence) {
  for (Element* element = sequence.first; element != nullptr; element = element->next) {
    if (element->kind == ElementKind::Goto && element->target != nullptr) {
      const bool to_inside = element->target->inside || element->target->last_inside;
      if ((element->inside || element->last_inside) && !to_inside) {
        element->inside = false;
        element->last_inside = true;
      }
      if (element->last_inside && to_inside) {
        element->last_inside = false;
        element->inside = true;
      }
    } else if (element->kind == ElementKind::If || element->kind == ElementKind::Do ||
               element->kind == ElementKind::Unless) {
      for (ElementSequence* inner : element->sub) patch_jumps(*inner);
    }
    if (element == sequence.extent) return;
  }
}

void FlowBuilder::put_sub(Element& element) {
  ElementSequence& inner = *element.sub.front();
  patch_jumps(inner);
  Element* start = hunt_start(inner.first);
  inner.last->next = element.next;
  if (element.kind != ElementKind::DStep) {
    options_[static_cast<std::size_t>(element.number)].push_back(start->number);
    return put(inner);
  }
  FlowEdge edge;
  edge.element = &element;
  edge.target = element.next != nullptr ? hunt(element.next, element.inside)->number : 0;
  edge.keeps_control = element.inside;
  edge.inner = start->number;
  put_escapes(element, edge);
  edges(element.number).push_back(std::move(edge));
  put(inner);
}

void FlowBuilder::put_element(Element& element) {
  FlowEdge edge;
  edge.element = &element;
  edge.keeps_control = element.inside;
  Element* follower = element.kind == ElementKind::Goto ? element.target : element.next;
  if (follower != nullptr) {
    const Element* rest = hunt(follower, element.inside);
    edge.target = rest->number;
    if (element.kind == ElementKind::Goto && rest->kind == ElementKind::DStep) warn_of_jump(element);
  }
  put_escapes(element, edge);
  edges(element.number).push_back(std::move(edge));
}

void FlowBuilder::put_escapes(Element& element, FlowEdge& edge) {
  if (element.kind == ElementKind::Join || element.deterministic) return;
  for (ElementSequence* escape : element.escapes) edge.escapes.push_back(hunt(escape->first, element.inside)->number);
  for (ElementSequence* escape : element.escapes) put(*escape);
}

/// Replaces the options of compound control states by their first transitions, through nested ones.
void FlowBuilder::flatten() {
  std::vector<std::vector<FlowEdge>> flat = flow_.edges;
  for (std::size_t state = 0; state < options_.size(); ++state) {
    if (options_[state].empty()) continue;
    std::vector<std::int32_t> waiting(options_[state].rbegin(), options_[state].rend());
    std::vector<bool> seen(options_.size(), false);
    flat[state].clear();
    while (!waiting.empty()) {
      const std::size_t option = static_cast<std::size_t>(waiting.back());
      waiting.pop_back();
      if (!options_[option].empty()) {
        if (seen[option]) continue;
        seen[option] = true;
        waiting.insert(waiting.end(), options_[option].rbegin(), options_[option].rend());
      } else if (!flow_.edges[option].empty()) {
        flat[state].push_back(flow_.edges[option].front());
      }
    }
  }
  flow_.edges = std::move(flat);
}

/// Inserts the transitions of escapes before those they cover, innermost first.
void FlowBuilder::add_escape_edges() {
  for (std::size_t state = 1; state < flow_.edges.size(); ++state) {
    const std::vector<FlowEdge> own = flow_.edges[state];
    for (const FlowEdge& edge : own)
      for (std::size_t i = edge.escapes.size(); i-- > 0;) {
        const std::int32_t escape = edge.escapes[i];
        const std::vector<FlowEdge> added = edges(escape);
        for (const FlowEdge& candidate : added) {
          std::vector<FlowEdge>& here = flow_.edges[state];
          const bool there = std::any_of(here.begin(), here.end(), [&](const FlowEdge& present) {
            return present.element->identity == candidate.element->identity;
          });
          if (there) continue;
          FlowEdge copy = candidate;
          copy.escape = escape;
          here.insert(here.begin(), std::move(copy));
        }
      }
  }
}

/// The control states that a label marks. At the start of an option, control is still in the choice: Spin marks the
/// states after that statement.
std::set<std::int32_t> FlowBuilder::marked_by_label(std::int32_t state) {
  std::set<std::int32_t> marked = {state};
  if (option_starts_.contains(state))
    for (const FlowEdge& edge : edges(state))
      if (edge.escape == 0 && edge.target > 0) marked.insert(edge.target);
  return marked;
}

void FlowBuilder::mark_labels() {
  const std::size_t count = flow_.edges.size();
  flow_.may_end.assign(count, false);
  flow_.progress.assign(count, false);
  flow_.accepting.assign(count, false);
  for (const auto& [symbol, element] : elements_.labels) {
    // A label before an unless names the start of its main sequence, where control rests.
    const std::int32_t named = element->kind == ElementKind::Unless ? hunt_start(element)->number : element->number;
    flow_.labels[symbol] = named;
    for (const std::int32_t marked : marked_by_label(named)) {
      const std::size_t state = static_cast<std::size_t>(marked);
      if (is_label_of_kind(*symbol, "end")) flow_.may_end[state] = true;
      if (is_label_of_kind(*symbol, "progress")) flow_.progress[state] = true;
      if (is_label_of_kind(*symbol, "accept")) flow_.accepting[state] = true;
    }
  }
  for (const Element& element : elements_.all)
    if (element.kind == ElementKind::End) flow_.may_end[static_cast<std::size_t>(element.number)] = true;
  for (std::size_t state = 1; state < count; ++state) {
    const auto& here = flow_.edges[state];
    if (here.size() == 1 && here.front().element->kind == ElementKind::Join && flow_.may_end[state])
      flow_.may_end[static_cast<std::size_t>(here.front().target)] = true;
  }
}

Flow FlowBuilder::build() {
  const std::size_t count = elements_.all.size() + 1;
  flow_.edges.resize(count);
  options_.resize(count);
  put(*elements_.body);
  Element* first = elements_.body->first;
  flow_.start = hunt(first, first->inside)->number;
  flatten();
  add_escape_edges();
  mark_labels();
  flow_.deterministic.assign(count, false);
  for (const Element& element : elements_.all)
    flow_.deterministic[static_cast<std::size_t>(element.number)] = element.deterministic;
  flow_.elements = std::move(elements_);
  return std::move(flow_);
}

}  // namespace

Flow build_flow(Model& model, Process& process, std::uint32_t& identity,
                const std::unordered_set<const Symbol*>& referenced) {
  return FlowBuilder(model.sources, build_elements(model, process, identity, referenced)).build();
}

}  // namespace weir::promela
