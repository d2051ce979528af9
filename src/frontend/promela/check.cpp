// SPDX-License-Identifier: Apache-2.0
// Checks that need the whole model: targets of gotos, processes of remote references and runs, jumps across d_step,
// numbers of arguments and message fields, `else` beside channel operations.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "frontend/promela/parser.h"

namespace weir::promela {
namespace {

class Checker {
 public:
  Checker(Model& model, Facts& facts, Messages& messages) : model_(model), facts_(facts), messages_(messages) {}

  void run() {
    const bool runs =
        std::any_of(model_.processes.begin(), model_.processes.end(), [](const Process* p) { return p->active > 0; });
    if (!runs && messages_.errors() == 0)
      messages_.error({}, "the model starts no process: it has neither an init nor an active proctype");
    check_labels();
    resolve_gotos();
    resolve_runs();
    for (Facts::Remote& remote : facts_.remotes) resolve_remote(remote);
    for (const Statement* send : facts_.sends) check_message(*send->channel, send->args, "sent");
    for (const Statement* receive : facts_.receives) {
      check_message(*receive->channel, receive->args, "received");
      check_targets(*receive);
    }
    for (const Expression* poll : facts_.polls) check_message(*poll->a, poll->args, "polled");
    for (Process* process : model_.processes) {
      check_process(*process);
      check_else(process->body);
    }
    check_d_step_jumps();
  }

  void run_formula() {
    for (Facts::Remote& remote : facts_.remotes) resolve_remote(remote);
  }

 private:
  void check_labels() {
    std::unordered_map<std::string, const LabelDefinition*> seen;
    for (const LabelDefinition& label : facts_.labels) {
      // Labels may share a name if their blocks are siblings or nested, or in different calls of an inline.
      std::string key = std::to_string(reinterpret_cast<std::uintptr_t>(label.symbol->owner)) + '/' +
                        std::to_string(label.scopes.empty() ? 0 : label.scopes.back()) + '/' + label.symbol->name;
      const auto [place, fresh] = seen.emplace(std::move(key), &label);
      if (fresh) continue;
      messages_.error(label.symbol->range, "label '" + label.symbol->name + "' is declared twice");
      messages_.note(place->second->symbol->range, "first declared here");
    }
    for (const LabelDefinition& label : facts_.labels) by_name_[label.symbol->name].push_back(&label);
  }

  /// A label of the goto's own block, else of the nearest enclosing block, else the last one of the process.
  Symbol* find_label(const GotoReference& reference) const {
    const auto found = by_name_.find(std::string(reference.name));
    if (found == by_name_.end()) return nullptr;
    const LabelDefinition* best = nullptr;
    std::size_t best_depth = 0;
    for (const LabelDefinition* label : found->second) {
      if (label->symbol->owner != reference.process) continue;
      const bool encloses = label->scopes.size() <= reference.scopes.size() &&
                            std::equal(label->scopes.begin(), label->scopes.end(), reference.scopes.begin());
      const std::size_t depth = encloses ? label->scopes.size() : 0;
      if (best == nullptr || depth > best_depth || depth == 0) {
        if (best != nullptr && depth < best_depth) continue;
        best = label;
        best_depth = depth;
      }
    }
    return best == nullptr ? nullptr : best->symbol;
  }

  void resolve_gotos() {
    for (const GotoReference& reference : facts_.gotos) {
      Symbol* label = find_label(reference);
      reference.statement->label = label;
      model_.use(label, reference.range);
      if (label != nullptr) continue;
      messages_.error(reference.range, "there is no label '" + std::string(reference.name) + "' in " +
                                           reference.process->name + known_labels(*reference.process));
    }
  }

  static std::string known_labels(const Process& process) {
    std::string known;
    for (const Symbol* label : process.labels) known += (known.empty() ? "" : ", ") + label->name;
    return known.empty() ? "" : " (it has " + known + ")";
  }

  Process* find_process(std::string_view name) const {
    for (Process* process : model_.processes) {
      if (process->name == name) return process;
    }
    return nullptr;
  }

  std::string known_proctypes() const {
    std::string known;
    for (const Process* process : model_.processes) {
      if (process->kind == ProcessKind::Proctype) known += (known.empty() ? "" : ", ") + process->name;
    }
    return known.empty() ? "" : " (there are " + known + ")";
  }

  /// The number of fields of the arguments with structures expanded.
  static std::size_t flat_count(const std::vector<Expression*>& arguments) {
    std::size_t count = 0;
    for (const Expression* argument : arguments) {
      if (argument->kind != ExpressionKind::Variable || argument->path.back().symbol->type.basic != BasicType::Struct) {
        ++count;
        continue;
      }
      count += argument->path.back().symbol->type.structure->flat_size;
    }
    return count;
  }

  static std::size_t flat_parameters(const Process& process) {
    std::size_t count = 0;
    for (const Symbol* symbol : process.parameters) {
      count += symbol->type.structure != nullptr ? symbol->type.structure->flat_size : 1;
    }
    return count;
  }

  void resolve_runs() {
    for (const Facts::RunName& run : facts_.run_targets) {
      const Process* process = find_process(run.name);
      if (process == nullptr || process->kind != ProcessKind::Proctype) {
        const Symbol* broken = model_.find_global(run.name);  // a proctype with an error in its heading
        if (broken != nullptr && broken->kind == SymbolKind::Proctype) continue;
        messages_.error(run.range, "there is no proctype '" + std::string(run.name) + "'" + known_proctypes());
        continue;
      }
      run.expression->symbol = process->symbol;
      model_.use(process->symbol, run.range);
      const std::size_t wanted = flat_parameters(*process), given = flat_count(run.expression->args);
      const std::string message = "proctype '" + process->name + "' has " + std::to_string(wanted) + " parameter" +
                                  (wanted == 1 ? "" : "s") + ", but 'run' passes " + std::to_string(given);
      if (given > wanted) {
        messages_.error(run.expression->range, message);
        messages_.note(process->range, "declared here");
      } else if (given < wanted) {
        messages_.warning(run.expression->range, message + "; the missing ones are 0");
      }
      check_mtypes(*process, run.expression->args);
    }
  }

  /// Checks that mtype constants match the mtype of their parameters, as far as positions correspond.
  void check_mtypes(const Process& process, const std::vector<Expression*>& arguments) {
    for (std::size_t i = 0; i < arguments.size() && i < process.parameters.size(); ++i) {
      const Type& type = process.parameters[i]->type;
      const Expression& value = *arguments[i];
      if (type.basic == BasicType::Struct) return;
      if (type.basic != BasicType::Mtype || type.mtype.empty() || value.kind != ExpressionKind::Constant ||
          value.symbol == nullptr || value.symbol->type.mtype == type.mtype)
        continue;
      const std::string& other = value.symbol->type.mtype;
      messages_.error(value.range, "parameter '" + process.parameters[i]->name + "' has type mtype:" + type.mtype +
                                       ", but '" + value.symbol->name + "' has type " +
                                       (other.empty() ? "mtype" : "mtype:" + other));
    }
  }

  void resolve_remote(Facts::Remote& remote) {
    Process* process = find_process(remote.process_name);
    if (process == nullptr) {
      messages_.error(remote.process_range,
                      "there is no proctype '" + std::string(remote.process_name) + "'" + known_proctypes());
      return;
    }
    remote.expression->symbol = process->symbol;
    model_.use(process->symbol, remote.process_range);
    if (remote.expression->kind == ExpressionKind::RemoteLabel) {
      for (Symbol* label : process->labels)
        if (label->name == remote.member) remote.expression->label = label;  // the last one
      if (remote.expression->label == nullptr)
        messages_.error(remote.member_range, "proctype '" + process->name + "' has no label '" +
                                                 std::string(remote.member) + "'" + known_labels(*process));
      model_.use(remote.expression->label, remote.member_range);
      return;
    }
    Symbol* found = nullptr;
    for (const auto* list : {&process->parameters, &process->locals}) {
      for (Symbol* symbol : *list) {
        if (found == nullptr && symbol->name == remote.member) found = symbol;
      }
    }
    if (found == nullptr) {
      Symbol* builtin = model_.find_global(remote.member);
      if (builtin != nullptr && (builtin->builtin == Builtin::Pid || builtin->builtin == Builtin::Priority))
        found = builtin;
    }
    if (found == nullptr) {
      messages_.error(remote.member_range,
                      "proctype '" + process->name + "' has no variable '" + std::string(remote.member) + "'");
      return;
    }
    Selector& selector = remote.expression->path.front();
    selector.symbol = found;
    model_.use(found, remote.member_range);
    if (found->is_array && selector.index == nullptr) {
      messages_.error(remote.member_range, "'" + found->name + "' is an array and needs an index");
    }
  }

  void check_message(const Expression& channel, const std::vector<Expression*>& arguments, const char* verb) {
    const std::size_t given = flat_count(arguments);
    const ChannelInit* init = channel.path.back().symbol->channel;
    const std::string& name = channel.path.back().symbol->name;
    if (given > facts_.widest_channel && channel.path.back().symbol->builtin != Builtin::Stdin) {
      messages_.error(channel.range,
                      std::to_string(given) + " values are " + verb + ", but no channel has messages of more than " +
                          std::to_string(facts_.widest_channel) + " field" + (facts_.widest_channel == 1 ? "" : "s"));
    } else if (init != nullptr && given != init->flat_fields.size()) {
      messages_.warning(channel.range, std::to_string(given) + " value" + (given == 1 ? " is " : "s are ") + verb +
                                           ", but a message of '" + name + "' has " +
                                           std::to_string(init->flat_fields.size()) + " field" +
                                           (init->flat_fields.size() == 1 ? "" : "s"));
    }
  }

  /// As in Spin, array elements and structure members may occur repeatedly: the last field wins.
  void check_targets(const Statement& receive) {
    std::unordered_set<const Symbol*> seen;
    for (const Expression* argument : receive.args) {
      if (argument->kind != ExpressionKind::Variable || argument->path.size() != 1) continue;
      const Symbol* symbol = argument->path.front().symbol;
      if (symbol->is_array || symbol->type.structure != nullptr || symbol->builtin == Builtin::WriteOnly) continue;
      if (seen.insert(symbol).second) continue;
      messages_.error(argument->range, "'" + symbol->name + "' receives two fields of one message");
    }
  }

  static bool holds_array(const StructType& structure) {
    return std::any_of(structure.fields.begin(), structure.fields.end(), [](const Symbol* field) {
      return field->is_array || (field->type.structure != nullptr && holds_array(*field->type.structure));
    });
  }

  void check_process(Process& process) {
    for (const Symbol* parameter : process.parameters) {
      if (parameter->type.structure != nullptr && holds_array(*parameter->type.structure))
        messages_.error(parameter->range, "a parameter cannot contain an array, but '" + parameter->name + "' does");
    }
    constexpr std::size_t kMostParameters = 255;
    if (flat_parameters(process) > kMostParameters)
      messages_.error(process.range, "a proctype can have at most " + std::to_string(kMostParameters) +
                                         " parameters, counting the fields of structures");
    if (process.kind == ProcessKind::Trace || process.kind == ProcessKind::Notrace) check_events(process.body);
    mark_d_steps(process.body, nullptr);
  }

  /// In a trace every step is a channel operation, or leads to one.
  void check_events(const Sequence& sequence) {
    for (const Statement* statement : sequence.statements) {
      switch (statement->kind) {
        case StatementKind::Assign:
        case StatementKind::Increment:
        case StatementKind::Decrement:
        case StatementKind::Assert:
        case StatementKind::Printf:
          messages_.error(statement->range, "a trace can contain only sends and receives");
          break;
        default: break;
      }
      for (const Sequence& option : statement->options) check_events(option);
      check_events(statement->body);
      check_events(statement->escape);
    }
  }

  static bool uses_channel(const Expression* e) {
    if (e == nullptr) return false;
    switch (e->kind) {
      case ExpressionKind::Full:
      case ExpressionKind::Empty:
      case ExpressionKind::NFull:
      case ExpressionKind::NEmpty: return true;
      default: return uses_channel(e->a) || uses_channel(e->b) || uses_channel(e->c);
    }
  }

  void check_else(const Sequence& sequence) {
    for (const Statement* statement : sequence.statements) {
      const Statement* else_option = nullptr;
      bool has_channel = false;
      for (const Sequence& option : statement->options) {
        check_else(option);
        if (option.statements.empty()) continue;
        const Statement* front = option.statements.front();
        if (front->kind == StatementKind::Else) {
          else_option = front;
        } else {
          has_channel |=
              front->kind == StatementKind::Send || front->kind == StatementKind::Receive || uses_channel(front->value);
        }
      }
      if (else_option != nullptr && has_channel) {
        messages_.warning(else_option->range,
                          "'else' next to a channel operation: it is taken when no other option is executable");
      }
      check_else(statement->body);
      check_else(statement->escape);
    }
  }

  void mark_d_steps(const Sequence& sequence, const Statement* inside) {
    for (const Statement* statement : sequence.statements) {
      if (inside != nullptr) d_step_of_[statement] = inside;
      if (inside != nullptr && statement->kind == StatementKind::Break && d_step_of(statement->loop) != inside) {
        messages_.error(statement->range, "'break' leaves the d_step, which must run to completion");
        messages_.note(inside->range, "the d_step starts here");
      }
      if (inside != nullptr && statement->value != nullptr && statement->value->has_run)
        messages_.warning(statement->value->range, "Spin rejects 'run' inside a d_step; use atomic instead");
      const Statement* within = statement->kind == StatementKind::DStep ? statement : inside;
      for (const Sequence& option : statement->options) mark_d_steps(option, within);
      mark_d_steps(statement->body, within);
      mark_d_steps(statement->escape, within);
    }
  }

  const Statement* d_step_of(const Statement* statement) const {
    const auto found = d_step_of_.find(statement);
    return found == d_step_of_.end() ? nullptr : found->second;
  }

  void check_d_step_jumps() {
    for (const GotoReference& reference : facts_.gotos) {
      if (reference.statement->label == nullptr) continue;
      const Statement* here = d_step_of(reference.statement);
      const Statement* there = d_step_of(reference.statement->label->target);
      if (here == there) continue;
      const Statement* around = there;
      while (around != nullptr && around != here) around = d_step_of(around);
      const bool enters = around == here;
      messages_.error(reference.statement->range, enters ? "'goto' jumps into the middle of a d_step"
                                                         : "'goto' leaves the d_step, which must run to completion");
      messages_.note((enters ? there : here)->range, "the d_step starts here");
    }
  }

  Model& model_;
  Facts& facts_;
  Messages& messages_;
  std::unordered_map<std::string, std::vector<const LabelDefinition*>> by_name_;
  std::unordered_map<const Statement*, const Statement*> d_step_of_;
};

}  // namespace

void check_model(Model& model, Facts& facts, Messages& messages) { Checker(model, facts, messages).run(); }
void check_formula(Model& model, Facts& facts, Messages& messages) { Checker(model, facts, messages).run_formula(); }

}  // namespace weir::promela
