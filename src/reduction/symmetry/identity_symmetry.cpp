// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/identity_symmetry.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "model/scalar.h"

namespace weir {

namespace {

constexpr std::size_t kMostOrders = 720;

std::uint32_t length_of(const std::byte* channel, const ChannelType& type) {
  return bare(load_scalar(channel, Place{.width = type.length_bytes() == 1 ? Width::U8 : Width::I32}));
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = (a ^ (b + 0x9E3779B97F4A7C15ULL + (a << 6) + (a >> 2))) * 0xFF51AFD7ED558CCDULL;
  x ^= x >> 32;
  x *= 0xC4CEB9FE1A85EC53ULL;
  return x ^ (x >> 29);
}

std::uint64_t hash(const std::byte* data, std::size_t size) {
  std::uint64_t result = size;
  for (std::size_t i = 0; i < size; ++i) result = mix(result, std::to_integer<std::uint64_t>(data[i]));
  return result;
}

}  // namespace

struct IdentitySymmetry::Scratch {
  /// A reference to an identity from the state or from another identity.
  struct Pointer {
    std::uint32_t owner;  ///< kNone: the state
    std::uint64_t label;
    std::uint32_t target;
  };
  std::vector<std::uint64_t> colours;
  std::vector<Pointer> pointers;
};

IdentitySymmetry::IdentitySymmetry(const Program& program, IdentityPlan plan, const Symmetry* anonymous)
    : program_(program), plan_(std::move(plan)), anonymous_(anonymous), tables_(program), small_index_(256, kNone) {
  for (std::uint32_t k = 0; k < plan_.kind.values.size(); ++k)
    if (plan_.kind.values[k] >= 0 && plan_.kind.values[k] < 256)
      small_index_[static_cast<std::size_t>(plan_.kind.values[k])] = k;
}

std::uint32_t IdentitySymmetry::header(const std::byte* item) const {
  std::uint32_t value = std::to_integer<std::uint32_t>(item[0]);
  if (program_.header_bytes == 2) value |= std::to_integer<std::uint32_t>(item[1]) << 8;
  return value;
}

std::uint32_t IdentitySymmetry::index_of(std::int32_t value) const {
  if (value >= 0 && value < 256) return small_index_[static_cast<std::size_t>(value)];
  const auto found = std::find(plan_.kind.values.begin(), plan_.kind.values.end(), value);
  return found == plan_.kind.values.end() ? kNone : static_cast<std::uint32_t>(found - plan_.kind.values.begin());
}

bool IdentitySymmetry::starting(const std::byte* state, std::size_t size) const {
  std::uint32_t processes = 0;
  std::size_t there = 0;
  for (std::size_t offset = program_.fixed_bytes; offset < size;) {
    const std::uint32_t what = header(state + offset);
    if (what < plan_.starting.size()) {
      if (plan_.starting[what]) return true;
      const std::vector<std::uint32_t>& positions = plan_.kind.positions;
      if (there < positions.size() && positions[there] == processes &&
          plan_.kind.owns(program_.locations[what].process_type))
        ++there;
      ++processes;
    }
    offset += tables_.item_bytes[what];
  }
  return there != plan_.kind.positions.size();  // after a run-time error some may be missing
}

std::int32_t IdentitySymmetry::renamed(std::int32_t value, Sort sort, const Exchange& exchange) const {
  if (sort == Sort::Identity) {
    const std::uint32_t k = index_of(value);
    return k == kNone ? value : plan_.kind.values[exchange[k]];
  }
  for (const IdentityPlan::Family& family : plan_.families) {
    const auto first = static_cast<std::int32_t>(family.first) + 1;
    const std::uint32_t k = index_of(value - first);
    if (k != kNone) return first + plan_.kind.values[exchange[k]];
  }
  return value;
}

void IdentitySymmetry::rename(std::byte* base, const IdentityPlan::Item& item, const Exchange& exchange) const {
  if (item.sort == Sort::Data || (item.sort == Sort::Channel && plan_.families.empty())) return;
  std::byte* at = base + item.place.offset;
  for (std::uint32_t i = 0; i < item.count; ++i, at += bytes_of(item.place.width)) {
    const std::int32_t before = load_scalar(at, item.place);
    const std::int32_t after = renamed(before, item.sort, exchange);
    if (after != before) store_scalar(at, item.place, after);
  }
}

void IdentitySymmetry::move_elements(const std::byte* from, std::byte* to, const IdentityPlan::Item& item,
                                     const Exchange& exchange) const {
  const std::size_t stride = bytes_of(item.place.width);
  for (std::size_t k = 0; k < exchange.size(); ++k) {
    const auto source = item.place.offset + static_cast<std::size_t>(plan_.kind.values[k]) * stride;
    const auto target = item.place.offset + static_cast<std::size_t>(plan_.kind.values[exchange[k]]) * stride;
    std::memcpy(to + target, from + source, stride);
  }
}

void IdentitySymmetry::rename_messages(std::byte* channel, std::uint32_t type, const Exchange& exchange) const {
  if (plan_.fields[type].empty()) return;
  const ChannelType& form = program_.channel_types[type];
  if (form.capacity == 0) return;
  const std::uint32_t length = length_of(channel, form);
  for (std::uint32_t i = 0; i < length; ++i)
    for (const IdentityPlan::Item& item : plan_.fields[type])
      rename(channel + form.length_bytes() + std::size_t{i} * form.message_bytes, item, exchange);
}

void IdentitySymmetry::apply_owned(const std::byte* from, std::byte* to, const IdentityPlan::Item& item,
                                   const Exchange& exchange) const {
  const std::size_t bytes = std::size_t{bytes_of(item.place.width)} * item.count;
  std::vector<std::byte> source(bytes), target(bytes);
  IdentityPlan::Item alone = item;
  alone.place.offset = 0;
  for (std::size_t k = 0; k < exchange.size(); ++k) {
    std::memcpy(source.data(), from + item.owned[k], bytes);
    target = source;
    if (item.moves) move_elements(source.data(), target.data(), alone, exchange);
    rename(target.data(), alone, exchange);
    std::memcpy(to + item.owned[exchange[k]], target.data(), bytes);
  }
}

void IdentitySymmetry::apply(const std::byte* from, std::byte* to, std::size_t size, const Exchange& exchange) const {
  std::memcpy(to, from, size);
  for (const IdentityPlan::Item& item : plan_.globals) {
    if (!item.owned.empty()) {
      apply_owned(from, to, item, exchange);
      continue;
    }
    if (item.moves) move_elements(from, to, item, exchange);
    rename(to, item, exchange);
  }
  for (const IdentityPlan::Family& family : plan_.families)
    for (std::size_t k = 0; k < exchange.size(); ++k) {
      const StaticChannel& source =
          program_.static_channels[family.first + static_cast<std::size_t>(plan_.kind.values[k])];
      const StaticChannel& target =
          program_.static_channels[family.first + static_cast<std::size_t>(plan_.kind.values[exchange[k]])];
      std::memcpy(to + target.offset, from + source.offset, program_.channel_types[source.type].stored_bytes());
    }
  for (const StaticChannel& channel : program_.static_channels)
    rename_messages(to + channel.offset, channel.type, exchange);

  const IdentityKind& kind = plan_.kind;
  if (!kind.positions.empty()) {
    std::array<std::uint32_t, kProcessLimit + 1> offsets;
    std::uint32_t processes = 0;
    for (std::uint32_t offset = program_.fixed_bytes; offset < size;) {
      const std::uint32_t what = header(from + offset);
      if (what < program_.locations.size()) offsets[processes++] = offset;
      offset += tables_.item_bytes[what];
    }
    for (std::size_t k = 0; k < exchange.size(); ++k) {
      const std::uint32_t source = offsets[kind.positions[k]];
      const std::uint32_t target = offsets[kind.positions[exchange[k]]];
      const LocationId location = header(from + source);
      std::memcpy(to + target, from + source, tables_.item_bytes[location]);
      if (kind.types.size() == 1) continue;
      const LocationId there = plan_.places[kind.types[exchange[k]]][plan_.rank[location]];
      to[target] = static_cast<std::byte>(there & 0xFF);
      if (program_.header_bytes == 2) to[target + 1] = static_cast<std::byte>(there >> 8);
    }
  }
  for (std::size_t offset = program_.fixed_bytes; offset < size;) {
    const std::uint32_t what = header(to + offset);
    if (what < program_.locations.size()) {
      const std::vector<IdentityPlan::Item>& items = plan_.locals[program_.locations[what].process_type];
      for (const IdentityPlan::Item& item : items) {
        if (item.moves) {
          const std::vector<std::byte> before(to + offset, to + offset + tables_.item_bytes[what]);
          move_elements(before.data(), to + offset, item, exchange);
        }
        rename(to + offset, item, exchange);
      }
    } else {
      rename_messages(to + offset + program_.header_bytes, what - static_cast<std::uint32_t>(program_.locations.size()),
                      exchange);
    }
    offset += tables_.item_bytes[what];
  }
}

std::size_t IdentitySymmetry::sort_anonymous(std::byte* state, std::size_t size,
                                             std::vector<std::uint32_t>* origin) const {
  if (anonymous_ != nullptr) return anonymous_->canonical(state, size, origin);
  if (origin == nullptr) return size;
  origin->clear();
  std::uint32_t processes = 0;
  for (std::size_t offset = program_.fixed_bytes; offset < size;) {
    const std::uint32_t what = header(state + offset);
    if (what < program_.locations.size()) origin->push_back(processes++);
    offset += tables_.item_bytes[what];
  }
  return size;
}

std::size_t IdentitySymmetry::place(std::byte* state, std::size_t size, const Exchange& exchange,
                                    std::vector<std::uint32_t>* origin) const {
  if (!exchange.empty()) {
    const std::vector<std::byte> before(state, state + size);
    apply(before.data(), state, size, exchange);
  }
  const std::size_t sorted = sort_anonymous(state, size, origin);
  if (origin == nullptr || exchange.empty() || plan_.kind.positions.empty()) return sorted;
  for (std::uint32_t& number : *origin)
    for (std::size_t k = 0; k < exchange.size(); ++k)
      if (plan_.kind.positions[exchange[k]] == number) {
        number = plan_.kind.positions[k];
        break;
      }
  return sorted;
}

/// Colours the identities of one state.
class IdentitySymmetry::Colouring {
 public:
  Colouring(const IdentitySymmetry& owner, const std::byte* state, std::size_t size, Scratch& scratch)
      : owner_(owner),
        program_(owner.program_),
        plan_(owner.plan_),
        state_(state),
        size_(size),
        colours_(scratch.colours),
        pointers_(scratch.pointers) {
    colours_.assign(plan_.kind.values.size(), 0);
    pointers_.clear();
  }

  void run() {
    look_at_globals();
    look_at_channels();
    look_at_items();
    for (int round = 0; round < 2 && !pointers_.empty(); ++round) refine();
  }

 private:
  using Item = IdentityPlan::Item;

  std::uint32_t index_of(std::int32_t value) const { return owner_.index_of(value); }

  void point(std::uint32_t owner, std::uint64_t label, std::int32_t value) {
    const std::uint32_t target = index_of(value);
    if (target == kNone || target == owner) {
      if (owner != kNone) colours_[owner] += mix(label, target == kNone ? bare(value) : kNone);
    } else {
      pointers_.push_back({owner, label, target});
    }
  }

  /// Records the identities in an item: `owner` is its identity, `label` its place.
  void look(const std::byte* base, const Item& item, std::uint32_t owner, std::uint64_t label) {
    const std::byte* at = base + item.place.offset;
    for (std::uint32_t i = 0; i < item.count; ++i, at += bytes_of(item.place.width)) {
      const std::int32_t value = load_scalar(at, item.place);
      const std::uint32_t element = item.moves ? index_of(wrap(i)) : kNone;
      if (element != kNone && owner == kNone) {
        if (item.sort == Sort::Identity)
          point(element, label, value);
        else if (item.sort == Sort::Data)
          colours_[element] += mix(label, bare(value));
      } else if (element != kNone) {
        point(owner, item.sort == Sort::Data ? mix(label, bare(value)) : label, wrap(i));
      } else if (item.sort == Sort::Identity) {
        point(owner, mix(label, i), value);
      }
    }
  }

  std::uint64_t without_identities(const std::byte* base, std::size_t count, const std::vector<Item>& items,
                                   std::size_t first = 0) {
    bytes_.assign(base, base + count);
    for (const Item& item : items) {
      for (std::uint32_t i = 0; i < item.count; ++i) {
        const bool element = item.moves && index_of(wrap(i)) != kNone;
        if (element || item.sort != Sort::Data)
          store_scalar(bytes_.data() + item.place.offset + std::size_t{i} * bytes_of(item.place.width), item.place, 0);
      }
    }
    return hash(bytes_.data() + first, bytes_.size() - first);
  }

  void look_at_messages(const std::byte* channel, std::uint32_t type, std::uint32_t owner, std::uint64_t label) {
    const ChannelType& form = program_.channel_types[type];
    if (form.capacity == 0) return;
    const std::uint32_t length = length_of(channel, form);
    if (owner != kNone) colours_[owner] += mix(label, length);
    for (std::uint32_t i = 0; i < length; ++i) {
      const std::byte* message = channel + form.length_bytes() + std::size_t{i} * form.message_bytes;
      if (owner != kNone)
        colours_[owner] += mix(mix(label, i), without_identities(message, form.message_bytes, plan_.fields[type]));
      for (const Item& item : plan_.fields[type]) look(message, item, owner, mix(mix(label, i), item.place.offset));
    }
  }

  void look_at_globals() {
    std::uint64_t label = 1;
    for (const Item& item : plan_.globals) {
      ++label;
      if (item.owned.empty()) {
        look(state_, item, kNone, label);
        continue;
      }
      Item alone = item;
      alone.place.offset = 0;
      for (std::uint32_t k = 0; k < colours_.size(); ++k) {
        const std::byte* own = state_ + item.owned[k];
        const std::size_t bytes = std::size_t{bytes_of(item.place.width)} * item.count;
        colours_[k] += mix(label, without_identities(own, bytes, {alone}));
        look(own, alone, k, label);
      }
    }
  }

  void look_at_channels() {
    for (std::uint32_t i = 0; i < program_.static_channels.size(); ++i) {
      const StaticChannel& channel = program_.static_channels[i];
      std::uint32_t owner = kNone;
      std::uint64_t name = mix(100, i);
      for (const IdentityPlan::Family& family : plan_.families) {
        const std::uint32_t k = i < family.first ? kNone : index_of(wrap(i - family.first));
        if (k == kNone) continue;
        owner = k;
        name = mix(200, family.first);
        break;
      }
      if (owner != kNone || !plan_.fields[channel.type].empty())
        look_at_messages(state_ + channel.offset, channel.type, owner, name);
    }
  }

  /// Processes, and the channels that they created.
  void look_at_items() {
    std::uint32_t process = 0;
    for (std::size_t offset = program_.fixed_bytes; offset < size_;) {
      const std::uint32_t what = owner_.header(state_ + offset);
      const std::uint32_t length = owner_.tables_.item_bytes[what];
      const auto locations = static_cast<std::uint32_t>(program_.locations.size());
      if (what < locations)
        look_at_process(state_ + offset, length, what, process++);
      else
        look_at_messages(state_ + offset + program_.header_bytes, what - locations, kNone, 300);
      offset += length;
    }
  }

  std::uint32_t identity_of(const std::byte* frame, std::uint32_t process) const {
    const IdentityKind& kind = plan_.kind;
    if (kind.parameter != kNone)
      return index_of(load_scalar(frame + plan_.parameter_place.offset, plan_.parameter_place));
    const auto found = std::find(kind.positions.begin(), kind.positions.end(), process);
    return found == kind.positions.end() ? kNone : static_cast<std::uint32_t>(found - kind.positions.begin());
  }

  void look_at_process(const std::byte* frame, std::uint32_t length, LocationId location, std::uint32_t process) {
    const std::uint32_t type = program_.locations[location].process_type;
    const std::vector<Item>& items = plan_.locals[type];
    const std::uint32_t owner = plan_.kind.owns(type) ? identity_of(frame, process) : kNone;
    if (owner == kNone && items.empty()) return;
    // Types of one kind differ only in the header; the location's rank within the type is the same.
    const std::uint64_t content = mix(owner == kNone ? location : plan_.rank[location],
                                      without_identities(frame, length, items, program_.header_bytes));
    if (owner != kNone) colours_[owner] += mix(400, content);
    for (const Item& item : items) look(frame, item, owner, mix(content, item.place.offset + 1));
  }

  void refine() {
    std::vector<std::uint64_t> next = colours_;
    for (const Scratch::Pointer& pointer : pointers_) {
      next[pointer.target] += mix(pointer.label, pointer.owner == kNone ? 7 : mix(colours_[pointer.owner], 11));
      if (pointer.owner != kNone) next[pointer.owner] += mix(mix(pointer.label, 13), colours_[pointer.target]);
    }
    colours_ = std::move(next);
  }

  const IdentitySymmetry& owner_;
  const Program& program_;
  const IdentityPlan& plan_;
  const std::byte* state_;
  std::size_t size_;
  std::vector<std::uint64_t>& colours_;
  std::vector<Scratch::Pointer>& pointers_;
  std::vector<std::byte> bytes_;
};

bool IdentitySymmetry::in_endless_sequence(const std::byte* state, std::size_t size) const {
  if (!ProcessPlaces(program_, tables_, {state, size}).has_control()) return false;
  met_endless_sequence_ = true;
  return true;
}

std::size_t IdentitySymmetry::canonical(std::byte* state, std::size_t size, Exchange* exchange) const {
  if (in_endless_sequence(state, size)) return size;
  size = place(state, size, exchange == nullptr ? Exchange{} : *exchange, nullptr);
  if (starting(state, size)) return size;
  const std::size_t n = plan_.kind.values.size();
  Scratch scratch;
  Colouring(*this, state, size, scratch).run();
  const std::vector<std::uint64_t>& colours = scratch.colours;
  Exchange order(n);  // of identities, by colour
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return colours[a] < colours[b]; });

  const std::vector<std::byte> before(state, state + size);
  std::vector<std::byte> best(size), candidate(size);
  const auto exchange_for = [&](const Exchange& by_place) {
    Exchange result(n);
    for (std::uint32_t i = 0; i < n; ++i) result[by_place[i]] = i;
    return result;
  };
  const auto tried = [&](const Exchange& how, std::vector<std::byte>& out) {
    out.resize(size);
    apply(before.data(), out.data(), size, how);
    out.resize(sort_anonymous(out.data(), size, nullptr));
  };
  // Identities of one colour that can be exchanged without any change need not be tried.
  struct Tie {
    std::size_t begin, end;
  };
  std::vector<Tie> ties;
  std::size_t orders = 1;
  for (std::size_t begin = 0; begin < n;) {
    std::size_t end = begin + 1;
    while (end < n && colours[order[end]] == colours[order[begin]]) ++end;
    bool all_same = true;
    for (std::size_t i = begin; i + 1 < end && all_same; ++i) {
      Exchange swap(n);
      std::iota(swap.begin(), swap.end(), 0U);
      std::swap(swap[order[i]], swap[order[i + 1]]);
      tried(swap, candidate);
      all_same = candidate == before;
    }
    if (!all_same) {
      ties.push_back({begin, end});
      for (std::size_t i = 2; i <= end - begin && orders <= kMostOrders; ++i) orders *= i;
    }
    begin = end;
  }
  Exchange chosen = exchange_for(order);
  tried(chosen, best);
  if (orders <= kMostOrders && !ties.empty()) {
    for (;;) {
      // The next order: advances each tie like the digits of a number.
      std::size_t digit = 0;
      while (digit < ties.size() &&
             !std::next_permutation(order.begin() + static_cast<std::ptrdiff_t>(ties[digit].begin),
                                    order.begin() + static_cast<std::ptrdiff_t>(ties[digit].end)))
        ++digit;
      if (digit == ties.size()) break;
      const Exchange how = exchange_for(order);
      tried(how, candidate);
      if (candidate < best) {
        best.swap(candidate);
        chosen = how;
      }
    }
  }
  std::memcpy(state, best.data(), best.size());
  if (exchange != nullptr) {
    if (exchange->empty()) {
      *exchange = chosen;
    } else {
      for (std::uint32_t& to : *exchange) to = chosen[to];
    }
  }
  return best.size();
}

void IdentitySymmetry::spread(std::vector<std::uint8_t>& executed) const {
  executed.resize(std::max(executed.size(), program_.transitions.size()));
  for (TransitionId i = 0; i < plan_.same_as.size(); ++i) executed[plan_.same_as[i]] |= executed[i];
  for (TransitionId i = 0; i < plan_.same_as.size(); ++i) executed[i] |= executed[plan_.same_as[i]];
}

}  // namespace weir
