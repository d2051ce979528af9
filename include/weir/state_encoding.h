// SPDX-License-Identifier: Apache-2.0
// How weir/model.h stores the states of a C++ model as bytes. Equal states have equal bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>

#include <weir/transition_system.h>

namespace weir::model_detail {

template <class T>
concept HasFields = requires(T& value) {
  value.fields();
};

/// Types whose bytes determine the value: equal values have equal bytes.
template <class T>
concept Plain = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> && !HasFields<T>;

template <class T>
inline constexpr bool kIsTuple = false;
template <class... T>
inline constexpr bool kIsTuple<std::tuple<T...>> = true;
template <class A, class B>
inline constexpr bool kIsTuple<std::pair<A, B>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
concept Growable = std::ranges::range<T> && requires(T& value) {
  value.resize(1);
};

/// Serialises a value; `Bytes::bytes(data, size)` receives its bytes in order.
template <class Bytes>
class Encoder {
 public:
  template <class T>
  void put(const T& value) {
    if constexpr (HasFields<T>) {
      // fields() returns mutable references so that one definition serves reading and writing. Nothing is modified
      // here.
      put(const_cast<T&>(value).fields());
    } else if constexpr (kIsTuple<T>) {
      std::apply([this](const auto&... member) { (this->put(member), ...); }, value);
    } else if constexpr (kIsOptional<T>) {
      put(value.has_value());
      if (value) put(*value);
    } else if constexpr (std::is_floating_point_v<T>) {
      const T normal = value == T{0} ? T{0} : value;  // -0 and 0 compare equal, so their bytes must be equal
      own().bytes(&normal, sizeof normal);
    } else if constexpr (Growable<T>) {
      put(static_cast<std::uint32_t>(value.size()));
      for (const auto& item : value) put(static_cast<std::ranges::range_value_t<T>>(item));
    } else if constexpr (Plain<T>) {
      own().bytes(&value, sizeof value);
    } else {
      static_assert(std::ranges::range<const T>, "a member of State has a type that weir/model.h cannot store");
      for (const auto& item : value) put(item);
    }
  }

 private:
  Bytes& own() { return static_cast<Bytes&>(*this); }
};

/// Counts the bytes of a value.
class Counter : public Encoder<Counter> {
 public:
  void bytes(const void*, std::size_t size) { size_ += size; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
};

/// Writes the bytes of a value to `out`, which must have room for them.
class Writer : public Encoder<Writer> {
 public:
  explicit Writer(std::byte* out) : out_(out) {}
  void bytes(const void* data, std::size_t size) {
    std::memcpy(out_, data, size);
    out_ += size;
  }

 private:
  std::byte* out_;
};

class Reader {
 public:
  explicit Reader(StateView in) : at_(in.data()) {}
  /// Tag for untrusted bytes. After reading, `fits` returns whether they encode a value.
  struct Untrusted {};
  Reader(StateView in, Untrusted) : at_(in.data()), left_(in.size()), trusts_(false) {}
  bool fits() const { return !failed_ && left_ == 0; }

  void bytes(void* data, std::size_t size) {
    if (!trusts_) {
      failed_ = failed_ || size > left_;
      if (failed_) return void(std::memset(data, 0, size));
      left_ -= size;
    }
    std::memcpy(data, at_, size);
    at_ += size;
  }
  template <class T>
  void get(T& value) {
    if constexpr (HasFields<T>) {
      auto members = value.fields();
      get(members);
    } else if constexpr (kIsTuple<T>) {
      std::apply([this](auto&... member) { (this->get(member), ...); }, value);
    } else if constexpr (kIsOptional<T>) {
      bool has = false;
      get(has);
      value.reset();
      if (has) get(value.emplace(typename T::value_type{}));  // clang 14: emplace() fails on members of nested classes
    } else if constexpr (Growable<T>) {
      std::uint32_t size = 0;
      get(size);
      if (!trusts_ && size > left_) failed_ = true;
      if (failed_) return;
      value.resize(size);
      for (std::uint32_t i = 0; i < size; ++i) {
        std::ranges::range_value_t<T> item{};  // vector<bool> has no references to its elements
        get(item);
        value[i] = std::move(item);
      }
    } else if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      bytes(&byte, 1);
      failed_ = failed_ || byte > 1;
      value = byte != 0;
    } else if constexpr (Plain<T> || std::is_floating_point_v<T>) {
      bytes(&value, sizeof value);
    } else {
      for (auto& item : value) get(item);
    }
  }

 private:
  const std::byte* at_;
  std::size_t left_ = 0;
  bool trusts_ = true;
  bool failed_ = false;
};

}  // namespace weir::model_detail
