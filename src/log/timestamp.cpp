// SPDX-License-Identifier: Apache-2.0
// Decimals are read digit by digit: a double has too few digits for nanoseconds since 1970.
#include "log/timestamp.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <string>

#include "base/text/ascii.h"

namespace weir {
namespace {

constexpr int kFractionDigits = 9;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMostSeconds = std::numeric_limits<std::int64_t>::max() / kSecond - 1;

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }
  bool skip(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  /// The digits here; may be empty.
  std::string_view digits() {
    const auto end = std::find_if_not(text_.begin(), text_.end(), ascii::is_digit);
    const auto length = static_cast<std::size_t>(end - text_.begin());
    const std::string_view found = text_.substr(0, length);
    text_.remove_prefix(length);
    return found;
  }
  /// A number of exactly `width` digits from `least` to `most`.
  std::optional<int> number(std::size_t width, int least, int most) {
    if (text_.size() < width ||
        !std::all_of(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(width), ascii::is_digit))
      return std::nullopt;
    int value = 0;
    std::from_chars(text_.data(), text_.data() + width, value);
    text_.remove_prefix(width);
    if (value < least || value > most) return std::nullopt;
    return value;
  }
  std::optional<int> exponent() {
    int value = 0;
    if (skip('+') && (text_.empty() || !ascii::is_digit(text_.front()))) return std::nullopt;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc()) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

 private:
  std::string_view text_;
};

/// The first nine digits after the point as nanoseconds.
std::int64_t nanoseconds(std::string_view fraction) {
  std::int64_t value = 0;
  for (std::size_t i = 0; i < kFractionDigits; ++i) value = value * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
  return value;
}

std::optional<Timestamp> from_parts(bool negative, std::string_view whole, std::string_view fraction) {
  whole.remove_prefix(std::min(whole.size(), whole.find_first_not_of('0')));
  std::int64_t seconds = 0;
  if (!whole.empty()) {
    const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), seconds);
    if (error != std::errc() || seconds > kMostSeconds) return std::nullopt;
  }
  const std::int64_t value = seconds * kSecond + nanoseconds(fraction);
  return negative ? -value : value;
}

std::optional<Timestamp> parse_number(std::string_view text) {
  Scanner scanner(text);
  const bool negative = scanner.skip('-');
  if (!negative) scanner.skip('+');
  const std::string_view whole = scanner.digits();
  const std::string_view fraction = scanner.skip('.') ? scanner.digits() : std::string_view();
  if (whole.empty() && fraction.empty()) return std::nullopt;
  if (scanner.at_end()) return from_parts(negative, whole, fraction);
  if (!scanner.skip('e') && !scanner.skip('E')) return std::nullopt;
  const std::optional<int> exponent = scanner.exponent();
  constexpr int kMostShift = 40;
  if (!exponent || !scanner.at_end() || *exponent > kMostShift) return std::nullopt;
  // Moves the point by the exponent.
  std::string all = std::string(whole) + std::string(fraction);
  const std::int64_t point = static_cast<std::int64_t>(whole.size()) + *exponent;
  if (point <= -kFractionDigits) return Timestamp{0};
  if (point < 0) all.insert(0, static_cast<std::size_t>(-point), '0');
  const auto split = static_cast<std::size_t>(std::max<std::int64_t>(point, 0));
  if (split > all.size()) all.append(split - all.size(), '0');
  return from_parts(negative, std::string_view(all).substr(0, split), std::string_view(all).substr(split));
}

/// Seconds that a zone is ahead of UTC: `Z`, `+02:00`, `+0200`, `+02`.
std::optional<std::int64_t> parse_zone(Scanner& scanner) {
  if (scanner.at_end() || scanner.skip('Z') || scanner.skip('z')) return 0;
  const bool behind = scanner.skip('-');
  if (!behind && !scanner.skip('+')) return std::nullopt;
  const auto hours = scanner.number(2, 0, 23);
  if (!hours) return std::nullopt;
  int minutes = 0;
  if (!scanner.at_end()) {
    scanner.skip(':');
    const auto more = scanner.number(2, 0, 59);
    if (!more) return std::nullopt;
    minutes = *more;
  }
  const std::int64_t seconds = *hours * 3600 + minutes * 60;
  return behind ? -seconds : seconds;
}

std::optional<Timestamp> parse_date_time(std::string_view text) {
  Scanner scanner(text);
  const auto year = scanner.number(4, 1678, 2261);  // what 64 bits of nanoseconds hold
  if (!year || !scanner.skip('-')) return std::nullopt;
  const auto month = scanner.number(2, 1, 12);
  if (!month || !scanner.skip('-')) return std::nullopt;
  const auto day = scanner.number(2, 1, 31);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  std::int64_t seconds = std::int64_t{std::chrono::sys_days(date).time_since_epoch().count()} * 86400;
  if (scanner.at_end()) return seconds * kSecond;
  if (!scanner.skip('T') && !scanner.skip('t') && !scanner.skip(' ')) return std::nullopt;
  const auto hour = scanner.number(2, 0, 23);
  if (!hour || !scanner.skip(':')) return std::nullopt;
  const auto minute = scanner.number(2, 0, 59);
  if (!minute) return std::nullopt;
  seconds += *hour * 3600 + *minute * 60;
  std::string_view fraction;
  if (scanner.skip(':')) {
    const auto second = scanner.number(2, 0, 60);  // 60: a leap second, which counts as the next second
    if (!second) return std::nullopt;
    seconds += *second;
    if (scanner.skip('.') || scanner.skip(',')) {
      fraction = scanner.digits();
      if (fraction.empty()) return std::nullopt;
    }
  }
  const auto zone = parse_zone(scanner);
  if (!zone || !scanner.at_end()) return std::nullopt;
  return (seconds - *zone) * kSecond + nanoseconds(fraction);
}

}  // namespace

std::optional<Timestamp> parse_timestamp(std::string_view text) {
  if (const auto number = parse_number(text)) return number;
  return parse_date_time(text);
}

}  // namespace weir
