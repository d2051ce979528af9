// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/identity_sorts.h"

#include <algorithm>

#include "model/opcodes.h"

namespace weir {

namespace {

using Range = ScalarRange;

/// Whether values are cut to the bits of the place before they are stored; a boolean is stored unchanged.
bool is_cut(const Place& place) {
  return place.width != Width::Bits && place.bits != 1 && place.bits < bytes_of(place.width) * 8;
}

/// The range of values that a place can hold.
Range range_of(const Place& place) { return is_cut(place) ? Range{0, low_bits(place.bits)} : scalar_range(place); }

bool within(const Range& inner, const Range& outer) { return inner.least >= outer.least && inner.most <= outer.most; }

/// The value after being stored there.
std::int32_t stored(std::int32_t value, const Place& place) {
  return is_cut(place) ? wrap(bare(value) & low_bits(place.bits)) : stored_value(place, value);
}

}  // namespace

bool IdentityKind::owns(std::uint32_t type) const { return std::find(types.begin(), types.end(), type) != types.end(); }

bool IdentityKind::is_identity(std::int32_t value) const {
  return std::find(values.begin(), values.end(), value) != values.end();
}

IdentitySorts::IdentitySorts(const Program& program, const std::vector<Slot>& slots, const IdentityKind& kind)
    : program_(program), slots_(slots), kind_(kind) {
  parent_.resize(3 + 2 * slots.size());
  for (std::uint32_t i = 0; i < parent_.size(); ++i) parent_[i] = i;
  for (const ChannelType& type : program.channel_types) {
    fields_.emplace_back();
    for (const ValueKind& field : type.kinds) {
      fields_.back().push_back(static_cast<std::uint32_t>(parent_.size()));
      parent_.push_back(fields_.back().back());
      if (field.kind == ValueKind::Kind::Channel) unify(fields_.back().back(), kChannelNode);
    }
  }
  for (std::uint32_t i = 0; i < slots.size(); ++i)
    if (slots[i].is_channel) unify(value_of(i), kChannelNode);
  if (kind.parameter != kNone) declare_values(kind.parameter);
}

std::uint32_t IdentitySorts::root(std::uint32_t node) const {
  while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
  return node;
}

Sort IdentitySorts::sort(std::uint32_t node) const {
  const std::uint32_t at = root(node);
  if (at == root(kIdentityNode)) return Sort::Identity;
  if (at == root(kChannelNode) && at != root(kDataNode)) return Sort::Channel;
  return Sort::Data;
}

bool IdentitySorts::unify(std::uint32_t a, std::uint32_t b) {
  if (a == kNone || b == kNone) return true;
  a = root(a);
  b = root(b);
  if (a == b) return true;
  parent_[std::max(a, b)] = std::min(a, b);  // keeps the three named ones as roots
  return root(kIdentityNode) != root(kDataNode) && root(kIdentityNode) != root(kChannelNode);
}

bool IdentitySorts::complain(TermId term, std::string reason) {
  if (complaint_.empty()) {
    complaint_ = std::move(reason);
    culprit_ = term;
  }
  return false;
}

std::string IdentitySorts::slot_name(std::uint32_t slot) const { return "`" + slots_[slot].name + "`"; }

std::uint32_t IdentitySorts::slot_at(std::uint32_t type, const Place& place) const {
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.type == type && place.offset >= slot.place.offset && place.offset < slot.place.offset + slot.bytes() &&
        place.shift == slot.place.shift)
      return i;
  }
  return kNone;
}

bool IdentitySorts::is_truth(const Terms& terms, TermId id) {
  const Term& term = terms[id];
  const auto is_bit = [](std::int32_t value) { return value == 0 || value == 1; };
  switch (term.kind) {
    case Term::Kind::Constant: return is_bit(term.a);
    case Term::Kind::Table: return std::all_of(term.table.begin(), term.table.end(), is_bit);
    case Term::Kind::And:
    case Term::Kind::Or: return is_truth(terms, term.operands[1]);  // at most once: its right side is a Truth
    case Term::Kind::Poll: return true;
    case Term::Kind::OfProcess: return term.op != OpCode::PcValue;
    case Term::Kind::Operation: return info_of(term.op).test;
    default: return false;
  }
}

/// A table that follows its identity is an identity; one that ignores it is data.
std::uint32_t IdentitySorts::of_table(const Term& term) const {
  bool follows = true;
  bool ignores = true;
  const std::size_t n = kind_.values.size();
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const auto swapped = [&](std::int32_t value) {
      if (value == kind_.values[k]) return kind_.values[k + 1];
      return value == kind_.values[k + 1] ? kind_.values[k] : value;
    };
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t j = i == k ? k + 1 : i == k + 1 ? k : i;
      follows = follows && term.table[j] == swapped(term.table[i]);
      ignores = ignores && term.table[j] == term.table[i];
    }
  }
  return ignores ? kNone : follows ? kIdentityNode : kNone;
}

bool IdentitySorts::look_at_process(const Terms& terms, TermId id) {
  const Term& term = terms[id];
  const TermId process = term.operands[0];
  const Term& who = terms[process];
  if (who.kind == Term::Kind::Oldest) {
    if (term.kind == Term::Kind::VariableOf) handles_[id] = value_of(bare(term.a));
    return true;
  }
  if (kind_.pid_is_identity()) {
    if (!unify(handles_[process], kIdentityNode)) return complain(id, "it refers to a process by a computed number");
  } else if (kind_.positions.empty() || who.kind != Term::Kind::Constant) {
    return complain(id, "it refers to a process by its number");
  }
  if (term.kind != Term::Kind::VariableOf) return true;
  handles_[id] = value_of(bare(term.a));
  const bool surely_own = who.kind == Term::Kind::Identity ||
                          (who.kind == Term::Kind::Constant && std::find(kind_.positions.begin(), kind_.positions.end(),
                                                                         bare(who.a)) != kind_.positions.end());
  if (surely_own) return true;
  // It may be any process: the same place in all others must be of one sort.
  const Slot& own = slots_[bare(term.a)];
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.type == kNone || slot.type == own.type || slot.place.offset >= own.place.offset + own.bytes() ||
        own.place.offset >= slot.place.offset + slot.bytes())
      continue;
    if (!unify(value_of(i), kDataNode) || !unify(index_of(i), kDataNode) || !unify(value_of(bare(term.a)), kDataNode))
      return complain(id, "it reads a variable of a process that may have another type");
  }
  return true;
}

bool IdentitySorts::must_be_data(TermId id, const Term& term, std::size_t operand, const char* reason) {
  return unify(handles_[term.operands[operand]], kDataNode) || complain(id, reason);
}

bool IdentitySorts::learn_far(TermId id, const Term& term) {
  std::int64_t most = bytes_of(static_cast<Width>(term.table[term.table.size() - 3]));
  for (std::size_t i = 0; i + 3 < term.table.size(); i += 2)
    most += std::int64_t{term.table[i] - 1} * term.table[i + 1];
  bool good = true;
  for (std::size_t i = 0; i < term.operands.size(); ++i)
    good = must_be_data(id, term, i, "it uses an identity as index of an array of structures") && good;
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.type != bare(term.b) || slot.place.offset >= term.a + most ||
        std::int64_t{slot.place.offset} + slot.bytes() <= term.a)
      continue;
    if (!unify(value_of(i), kDataNode) || !unify(index_of(i), kDataNode))
      good = complain(id, slot_name(i) + " involves identities and is part of an array of structures");
  }
  return good;
}

bool IdentitySorts::learn_received(TermId id, const Term& term) {
  handles_[id] = kNone;
  for (std::uint32_t type = 0; type < fields_.size(); ++type) {
    if ((bare(term.b) != kNone && bare(term.b) != type) || bare(term.a) >= fields_[type].size()) continue;
    const std::uint32_t field = fields_[type][bare(term.a)];
    if (handles_[id] == kNone) handles_[id] = field;
    if (!unify(handles_[id], field)) return complain(id, "a message field is an identity and a number");
  }
  return true;
}

bool IdentitySorts::learn_operation(TermId id, const Term& term) {
  switch (term.op) {
    case OpCode::Equal:
    case OpCode::NotEqual:
      return unify(handles_[term.operands[0]], handles_[term.operands[1]]) ||
             complain(id, "it compares an identity with a number");
    case OpCode::Not:
    case OpCode::Truth: return true;
    case OpCode::Mask: handles_[id] = handles_[term.operands[0]]; return true;
    case OpCode::Less:
    case OpCode::LessEqual:
    case OpCode::Greater:
    case OpCode::GreaterEqual:
      return must_be_data(id, term, 0, "it compares identities by size") &&
             must_be_data(id, term, 1, "it compares identities by size");
    default: {
      bool good = true;
      for (std::size_t i = 0; i < term.operands.size(); ++i)
        good = must_be_data(id, term, i, "it uses an identity in arithmetic") && good;
      return good;
    }
  }
}

bool IdentitySorts::learn_channel(TermId id, const Term& term) {
  if (!unify(handles_[term.operands[0]], kChannelNode)) return complain(id, "it uses an identity as a channel");
  for (std::size_t i = 0; i < term.table.size(); ++i) {
    const auto how = static_cast<MessageField::Kind>(term.table[i]);
    if (how != MessageField::Kind::Send && how != MessageField::Kind::Match) continue;
    for (std::uint32_t type = 0; type < fields_.size(); ++type) {
      if ((bare(term.b) != kNone && bare(term.b) != type) || i >= fields_[type].size()) continue;
      if (!unify(fields_[type][i], handles_[term.operands[i + 1]]))
        return complain(id, "a message field is an identity here and a number elsewhere");
    }
  }
  return true;
}

bool IdentitySorts::learn_run(TermId id, const Term& term) {
  for (std::size_t i = 0; i < term.operands.size() && i < program_.process_types[bare(term.a)].parameters.size(); ++i) {
    const std::uint32_t slot = slot_at(bare(term.a), program_.process_types[bare(term.a)].parameters[i]);
    if (slot != kNone && (!unify(value_of(slot), handles_[term.operands[i]]) ||
                          (slots_[slot].is_array && !unify(index_of(slot), kDataNode))))
      return complain(id, slot_name(slot) + " gets an identity here and is used as a number elsewhere");
  }
  return true;
}

bool IdentitySorts::learn_one(const Terms& terms, TermId id) {
  using Kind = Term::Kind;
  const Term& term = terms[id];
  const auto handle = [&](std::size_t operand) { return handles_[term.operands[operand]]; };
  handles_[id] = kDataNode;
  switch (term.kind) {
    case Kind::Constant: handles_[id] = kNone; return true;
    case Kind::Identity: handles_[id] = kIdentityNode; return true;
    case Kind::Table: handles_[id] = of_table(term); return true;
    case Kind::OtherPid:
      if (kind_.pid_is_identity()) handles_[id] = kNone;
      return true;
    case Kind::Load: handles_[id] = value_of(bare(term.a)); return true;
    case Kind::Element: {
      const std::uint32_t slot = bare(term.a);
      handles_[id] = value_of(slot);
      return unify(index_of(slot), handle(0)) ||
             complain(id, "the index of " + slot_name(slot) + " is an identity here and a number elsewhere");
    }
    case Kind::Far: return learn_far(id, term);
    case Kind::Received: return learn_received(id, term);
    case Kind::Operation: return learn_operation(id, term);
    case Kind::And:
    case Kind::Or:
      return is_truth(terms, term.operands[1]) || must_be_data(id, term, 1, "it uses an identity in arithmetic");
    case Kind::Choice:
      handles_[id] = handle(1) == kNone ? handle(2) : handle(1);
      return unify(handle(1), handle(2)) || complain(id, "it chooses between an identity and a number");
    case Kind::OfProcess:
    case Kind::VariableOf: return look_at_process(terms, id);
    case Kind::Oldest:
      if (kind_.pid_is_identity()) handles_[id] = kNone;
      return !kind_.owns(bare(term.a)) || complain(id, "it refers to the oldest process of the type");
    case Kind::OfChannel: return unify(handle(0), kChannelNode) || complain(id, "it uses an identity as a channel");
    case Kind::ChannelElement: {
      handles_[id] = kChannelNode;
      const auto [entry, fresh] = families_.try_emplace({term.a, term.b}, static_cast<std::uint32_t>(parent_.size()));
      if (fresh) parent_.push_back(entry->second);
      return unify(entry->second, handle(0)) ||
             complain(id, "the index of an array of channels is an identity here and a number elsewhere");
    }
    case Kind::Channel: return learn_channel(id, term);
    case Kind::ChannelResult: handles_[id] = kChannelNode; return true;
    case Kind::Store: {
      const Term& place = terms[term.operands[0]];
      const std::string name = place.kind == Kind::Load || place.kind == Kind::Element ? slot_name(bare(place.a)) : "";
      return unify(handle(0), handle(1)) ||
             complain(id, name + " gets an identity here and is used as a number elsewhere, or vice versa");
    }
    case Kind::Run: return learn_run(id, term);
    default: return true;
  }
}

bool IdentitySorts::learn(const Terms& terms) {
  bool good = true;
  for (auto id = static_cast<TermId>(handles_.size()); id < terms.size(); ++id) {
    handles_.push_back(kDataNode);
    good = learn_one(terms, id) && good;
  }
  return good;
}

Sort IdentitySorts::of_message(std::uint32_t channel_type, std::size_t field) const {
  for (std::uint32_t type = 0; type < fields_.size(); ++type)
    if ((channel_type == kNone || channel_type == type) && field < fields_[type].size())
      return sort(fields_[type][field]);
  return Sort::Data;
}

Sort IdentitySorts::of_parameter(std::uint32_t process_type, std::size_t number) const {
  const std::vector<Place>& parameters = program_.process_types[process_type].parameters;
  if (number >= parameters.size()) return Sort::Data;
  const std::uint32_t slot = slot_at(process_type, parameters[number]);
  return slot == kNone ? Sort::Data : of_values(slot);
}

Sort IdentitySorts::of_family(std::int32_t first, std::int32_t count) const {
  const auto family = families_.find({first, count});
  return family == families_.end() ? Sort::Data : sort(family->second);
}

/// Why an identity, or a value that must not become one, may change when stored; empty if it does not.
std::string IdentitySorts::survives(const Terms& terms, TermId value, const Place& place) const {
  std::vector<TermId> waiting{value};
  const std::string narrow = "it may truncate a value that is used as an identity";
  while (!waiting.empty()) {
    const Term& term = terms[waiting.back()];
    waiting.pop_back();
    const auto harmless = [&](std::int32_t number) {
      return kind_.is_identity(number) || !kind_.is_identity(stored(number, place));
    };
    const auto fits = [&](const Place& from) { return within(range_of(from), range_of(place)); };
    switch (term.kind) {
      case Term::Kind::Constant:
        if (!harmless(term.a)) return narrow;
        break;
      case Term::Kind::Identity: break;
      case Term::Kind::Table:
        if (!std::all_of(term.table.begin(), term.table.end(), harmless)) return narrow;
        break;
      case Term::Kind::OtherPid:
      case Term::Kind::Oldest:
        if (range_of(place).most < 255) return narrow;
        break;
      case Term::Kind::Load:
      case Term::Kind::Element:
      case Term::Kind::VariableOf:
        if (!fits(slots_[bare(term.a)].place)) return narrow;
        break;
      case Term::Kind::Received:
        for (std::uint32_t type = 0; type < fields_.size(); ++type)
          if ((bare(term.b) == kNone || bare(term.b) == type) && bare(term.a) < fields_[type].size() &&
              !fits(program_.channel_types[type].fields[bare(term.a)]))
            return narrow;
        break;
      case Term::Kind::Operation: {
        if (term.op != OpCode::Mask) return "it uses an identity in arithmetic";
        // The mask is that of the place itself, which comes next.
        const Range masked{0, (std::int64_t{1} << term.a) - 1};
        if (!within(masked, range_of(place))) return narrow;
        Place inner = place;
        inner.bits = static_cast<std::uint8_t>(term.a);
        if (inner.width != Width::Bits && inner.bits == 1) return narrow;
        if (!survives(terms, term.operands[0], inner).empty()) return narrow;
        break;
      }
      case Term::Kind::Choice:
        waiting.push_back(term.operands[1]);
        waiting.push_back(term.operands[2]);
        break;
      default: return "it computes an identity from another value";
    }
  }
  return {};
}

/// Checks that variables, arrays and message fields have room for all identities.
bool IdentitySorts::check_room() {
  const auto [least, most] = std::minmax_element(kind_.values.begin(), kind_.values.end());
  const Range identities{*least, *most};
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    if (of_values(i) == Sort::Identity && !within(identities, range_of(slots_[i].place)))
      return complain(kNone, slot_name(i) + " is too small for all identities");
    if (of_values(i) == Sort::Identity && slots_[i].hidden && kind_.is_identity(0))
      return complain(kNone, slot_name(i) + " is hidden: it is set to 0, which is one of the identities");
    if (of_indices(i) == Sort::Identity && (*least < 0 || bare(*most) >= slots_[i].count))
      return complain(kNone, slot_name(i) + " has fewer elements than there are identities");
  }
  for (std::uint32_t type = 0; type < fields_.size(); ++type)
    for (std::uint32_t field = 0; field < fields_[type].size(); ++field)
      if (of_field(type, field) == Sort::Identity &&
          !within(identities, range_of(program_.channel_types[type].fields[field])))
        return complain(kNone, "a message field is too small for all identities");
  return true;
}

/// Checks the arrays of channels that are indexed by identities.
bool IdentitySorts::check_families() {
  const auto [least, most] = std::minmax_element(kind_.values.begin(), kind_.values.end());
  for (const auto& [family, node] : families_) {
    if (sort(node) != Sort::Identity) continue;
    if (root(kChannelNode) == root(kDataNode))
      return complain(kNone,
                      "an array of channels is indexed by identities, and channel numbers are used in arithmetic");
    if (*least < 0 || *most >= family.second)
      return complain(kNone, "an array of channels has fewer elements than there are identities");
    for (std::int32_t k = *least; k <= *most; ++k)
      if (program_.static_channels[bare(family.first - 1 + k)].type !=
          program_.static_channels[bare(family.first - 1 + *least)].type)
        return complain(kNone, "channels of an array differ");
  }
  return true;
}

void IdentitySorts::check_store(const Terms& terms, TermId id, TermId value, const Place& place) {
  const std::string reason = survives(terms, value, place);
  if (!reason.empty()) complain(id, reason);
}

/// Checks that identities keep their values in messages.
void IdentitySorts::check_messages(const Terms& terms, TermId id) {
  const Term& term = terms[id];
  for (std::size_t i = 0; i < term.table.size(); ++i) {
    if (of_message(bare(term.b), i) != Sort::Data &&
        static_cast<ChannelOperation::Kind>(term.a) == ChannelOperation::Kind::SortedSend)
      complain(id, "it sorts messages with identities or channels");
    if (of_message(bare(term.b), i) != Sort::Identity) continue;
    if (static_cast<MessageField::Kind>(term.table[i]) != MessageField::Kind::Send) continue;
    for (std::uint32_t type = 0; type < fields_.size(); ++type)
      if ((bare(term.b) == kNone || bare(term.b) == type) && i < fields_[type].size())
        check_store(terms, id, term.operands[i + 1], program_.channel_types[type].fields[i]);
  }
}

/// Checks that identities keep their values as arguments, and that no other variable of the new process becomes one.
void IdentitySorts::check_run(const Terms& terms, TermId id) {
  const Term& term = terms[id];
  const ProcessType& type = program_.process_types[bare(term.a)];
  const std::size_t given = std::min(term.operands.size(), type.parameters.size());
  for (std::size_t i = 0; i < given; ++i)
    if (of_parameter(bare(term.a), i) == Sort::Identity) check_store(terms, id, term.operands[i], type.parameters[i]);
  // Variables without initial value start with 0.
  for (std::uint32_t slot = 0; slot < slots_.size() && kind_.is_identity(0); ++slot) {
    if (slots_[slot].type != bare(term.a) || of_values(slot) != Sort::Identity) continue;
    bool is_given = false;
    for (std::size_t i = 0; i < given; ++i) is_given = is_given || slot_at(bare(term.a), type.parameters[i]) == slot;
    if (!is_given || slots_[slot].is_array)
      complain(id, slot_name(slot) + " of the new process starts with 0, which is one of the identities");
  }
}

bool IdentitySorts::finish(const Terms& terms) {
  if (!check_room() || !check_families()) return false;
  for (TermId id = 0; id < terms.size(); ++id) {
    const Term& term = terms[id];
    if (term.kind == Term::Kind::Store && of(term.operands[0]) == Sort::Identity) {
      const Term& place = terms[term.operands[0]];
      if (place.kind == Term::Kind::Load || place.kind == Term::Kind::Element)
        check_store(terms, id, term.operands[1], slots_[bare(place.a)].place);
    }
    if (term.kind == Term::Kind::Channel) check_messages(terms, id);
    if (term.kind == Term::Kind::Run) check_run(terms, id);
    if (term.kind == Term::Kind::VariableOf && of(id) == Sort::Identity && kind_.is_identity(0) &&
        terms[term.operands[0]].kind == Term::Kind::Oldest)
      complain(id, "a terminated process reads as 0, which is one of the identities");
  }
  return complaint_.empty();
}

}  // namespace weir
