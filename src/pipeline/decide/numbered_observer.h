// SPDX-License-Identifier: Apache-2.0
// An observer of one of several properties: tells which one it is, and how much time it has.
#pragma once

#include <weir/weir.h>

namespace weir {

class NumberedObserver final : public Observer {
 public:
  struct Turn {
    std::size_t number;  ///< of the property, from 1
    std::size_t count;   ///< of properties
    double seconds;      ///< the time it has; 0: no limit of its own
  };
  NumberedObserver(Observer& observer, const Turn& turn) : observer_(observer), turn_(turn) {}

  void progress(const Progress& search) override {
    Progress numbered = search;
    numbered.number = static_cast<std::uint32_t>(turn_.number);
    numbered.count = static_cast<std::uint32_t>(turn_.count);
    numbered.seconds_granted = turn_.seconds;
    observer_.progress(numbered);
  }
  void note(const std::string& what) override { observer_.note(what); }
  bool interrupted() override { return observer_.interrupted(); }

 private:
  Observer& observer_;
  Turn turn_;
};

}  // namespace weir
