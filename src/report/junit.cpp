// SPDX-License-Identifier: Apache-2.0
#include "report/junit.h"

#include <algorithm>
#include <sstream>

#include <fmt/core.h>
#include <pugixml.hpp>

#include "base/text/printable.h"
#include "report/text.h"
#include "report/words.h"

namespace weir {
namespace {

std::string seconds(double value) { return fmt::format("{:.3f}", value); }

}  // namespace

std::string junit_report(const CheckResult& result) {
  const auto count = [&](Verdict verdict) {
    return static_cast<unsigned>(
        std::count_if(result.properties.begin(), result.properties.end(),
                      [&](const PropertyResult& property) { return property.verdict == verdict; }));
  };
  pugi::xml_document document;
  pugi::xml_node suite = document.append_child("testsuites").append_child("testsuite");
  // XML 1.0 cannot represent most control characters.
  suite.append_attribute("name") = printable("weir " + result.model).c_str();
  suite.append_attribute("tests") = static_cast<unsigned>(result.properties.size());
  suite.append_attribute("failures") = count(Verdict::Violated);
  suite.append_attribute("errors") = count(Verdict::Inconclusive);
  suite.append_attribute("time") = seconds(result.seconds).c_str();
  for (const PropertyResult& property : result.properties) {
    pugi::xml_node test = suite.append_child("testcase");
    test.append_attribute("classname") = printable(result.model).c_str();
    test.append_attribute("name") = printable(property.name).c_str();
    test.append_attribute("time") = seconds(property.stats.seconds).c_str();
    if (property.verdict == Verdict::Violated) {
      pugi::xml_node failure = test.append_child("failure");
      failure.append_attribute("type") = word(property.kind);
      failure.append_attribute("message") = printable(property.counterexample.explanation).c_str();
      failure.append_child(pugi::node_pcdata)
          .set_value(printable_lines(text_counterexample(property.counterexample, {})).c_str());
    } else if (property.verdict == Verdict::Inconclusive) {
      test.append_child("error").append_attribute("message") = printable(property.reason).c_str();
    }
  }
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace weir
