// SPDX-License-Identifier: Apache-2.0
// The line editor of libedit: the keys of Emacs, history with the arrows, completion with Tab.
#include <histedit.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <utility>

#include "base/text/printable.h"
#include "cli/line_editor.h"
#include "cli/output.h"

namespace weir::cli {
namespace {

constexpr int kRememberedLines = 1000;
constexpr std::size_t kMostListed = 100;  ///< completions

class TerminalEditor final : public LineEditor {
 public:
  explicit TerminalEditor(Completions completions) : completions_(std::move(completions)) {
    std::setlocale(LC_CTYPE, "");  // libedit reads characters, not bytes
    edit_ = el_init("weir", stdin, stdout, stderr);
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, kRememberedLines);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_PROMPT, &TerminalEditor::prompt_of);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_HIST, history, history_);
    el_set(edit_, EL_ADDFN, "weir-complete", "complete the word", &TerminalEditor::complete_word);
    el_set(edit_, EL_BIND, "^I", "weir-complete", nullptr);
    el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  }
  ~TerminalEditor() override {
    history_end(history_);
    el_end(edit_);
  }

  Read read(const std::string& prompt, std::string& line) override {
    prompt_ = prompt;
    std::fflush(stdout);
    int count = 0;
    errno = 0;
    const char* const text = el_gets(edit_, &count);
    if (text == nullptr || count <= 0) {
      if (!(count < 0 && errno == EINTR)) return Read::End;
      el_reset(edit_);
      print("\n");
      return Read::Interrupted;
    }
    line.assign(text, static_cast<std::size_t>(count));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    HistEvent event;
    if (!line.empty()) history(history_, &event, H_ENTER, line.c_str());
    return Read::Line;
  }

 private:
  static TerminalEditor& owner(EditLine* edit) {
    void* self = nullptr;
    el_get(edit, EL_CLIENTDATA, &self);
    return *static_cast<TerminalEditor*>(self);
  }
  static char* prompt_of(EditLine* edit) { return owner(edit).prompt_.data(); }
  static unsigned char complete_word(EditLine* edit, int) { return owner(edit).complete(); }

  unsigned char complete() {
    const LineInfo* const info = el_line(edit_);
    const std::string before(info->buffer, info->cursor);
    std::vector<std::string> found = completions_(before);
    if (found.empty()) return CC_ERROR;
    const std::size_t blank = before.find_last_of(' ');
    const std::string word = blank == std::string::npos ? before : before.substr(blank + 1);
    std::string common = found.front();
    for (const std::string& other : found)
      common.resize(static_cast<std::size_t>(
          std::mismatch(common.begin(), common.end(), other.begin(), other.end()).first - common.begin()));
    std::string more = common.size() > word.size() ? common.substr(word.size()) : std::string();
    if (found.size() == 1) more += ' ';
    if (!more.empty()) return el_insertstr(edit_, more.c_str()) == -1 ? CC_ERROR : CC_REFRESH;
    list(found);
    return CC_REDISPLAY;
  }

  static void list(const std::vector<std::string>& found) {
    std::string text = "\n";
    for (std::size_t i = 0; i < found.size() && i < kMostListed; ++i) text += printable(found[i]) + "  ";
    if (found.size() > kMostListed) text += "... " + std::to_string(found.size()) + " in all";
    print(text + "\n");
    std::fflush(stdout);
  }

  Completions completions_;
  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
  std::string prompt_;
};

}  // namespace

std::unique_ptr<LineEditor> make_terminal_editor(LineEditor::Completions completions) {
  return std::make_unique<TerminalEditor>(std::move(completions));
}

}  // namespace weir::cli
