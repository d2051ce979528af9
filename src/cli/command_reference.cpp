// SPDX-License-Identifier: Apache-2.0
// weir reference: the options of every command, as the command line itself knows them, written as a man page, as
// Markdown, or as completions for a shell. Installed man pages, completions and docs/reference.md all come from here.
#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/option_text.h"
#include "cli/output.h"

namespace weir::cli {
namespace {

/// What a reader needs to know of one option.
struct OptionText {
  std::vector<std::string> names;  ///< as typed: -q, --quiet; or the name of a positional
  std::string argument;            ///< FILE, a|b|c; empty: a flag
  std::string help;
  std::vector<std::string> choices;
  bool positional = false;
};

std::vector<OptionText> options_of(const CLI::App& app) {
  std::vector<OptionText> texts;
  for (const CLI::Option* option : app.get_options()) {
    OptionText text;
    text.positional = option->get_positional();
    if (text.positional) text.names = {option->get_name(true)};
    for (const std::string& name : option->get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) text.names.push_back("--" + name);
    if (!text.positional) text.argument = argument_of(*option);
    text.help = option->get_description();
    const std::string& type = text.argument;
    if (type.find('|') != std::string::npos) {
      std::size_t start = 0;
      while (start <= type.size()) {
        const std::size_t end = std::min(type.find('|', start), type.size());
        text.choices.push_back(type.substr(start, end - start));
        start = end + 1;
      }
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  return fmt::format("{}", fmt::join(parts, between));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string roff(const std::string& text) { return replaced(replaced(text, "\\", "\\e"), "-", "\\-"); }

/// Verbatim lines: a leading dot would be a request.
std::string roff_lines(const std::string& text) {
  std::string out;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = roff(text.substr(start, end - start));
    out += (line.starts_with('.') || line.starts_with('\'') ? "\\&" : "") + line + "\n";
    start = end + 1;
  }
  return out;
}

std::string man_options(const CLI::App& app) {
  std::string text;
  for (const OptionText& option : options_of(app)) {
    text +=
        fmt::format(".TP\n.B {}{}\n{}\n", roff(joined(option.names, ", ")),
                    option.argument.empty() ? "" : " \\fI" + roff(option.argument) + "\\fR", roff_lines(option.help));
  }
  return text;
}

std::string man_page(const CLI::App& root, const std::string& version) {
  std::string text = fmt::format(
      ".TH WEIR 1 \"\" \"weir {}\" \"User Commands\"\n.SH NAME\nweir \\- on\\-the\\-fly LTL model checker\n", version);
  text += ".SH SYNOPSIS\n";
  for (const CLI::App* command : root.get_subcommands({})) {
    text += fmt::format(".B weir {}\n", roff(command->get_name()));
    for (const OptionText& option : options_of(*command)) {
      if (option.positional) text += ".I " + roff(option.names.front()) + "\n";
    }
    text += "[options]\n.br\n";
  }
  text += ".SH DESCRIPTION\n" + roff_lines(root.get_description());
  for (const CLI::App* command : root.get_subcommands({})) {
    text += fmt::format(".SH \"weir {}\"\n{}", roff(command->get_name()), roff_lines(command->get_description()));
    text += man_options(*command);
    if (!command->get_footer().empty()) text += ".PP\n.nf\n" + roff_lines(command->get_footer()) + ".fi\n";
  }
  text += ".SH \"EXIT STATUS\"\n0 holds, 1 violated, 2 wrong use or bad input, 3 inconclusive.\n";
  return text +
         ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set and not empty, text has no colours; nor with TERM=dumb.\n";
}

std::string markdown(const CLI::App& root) {
  std::string text = "# Reference\n\nWritten by `weir reference markdown` from the table of options.\n";
  for (const CLI::App* command : root.get_subcommands({})) {
    text += fmt::format("\n## weir {}\n\n{}\n\n| option | meaning |\n| --- | --- |\n", command->get_name(),
                        command->get_description());
    for (const OptionText& option : options_of(*command)) {
      const std::string shown = joined(option.names, ", ") + (option.argument.empty() ? "" : " " + option.argument);
      text += fmt::format("| `{}` | {} |\n", replaced(shown, "|", "\\|"),
                          replaced(replaced(option.help, "|", "\\|"), "\n", " "));
    }
    if (!command->get_footer().empty()) text += "\n```\n" + command->get_footer() + "\n```\n";
  }
  text += "\n## Environment\n\n`NO_COLOR`, if it is set and not empty, and `TERM=dumb` switch colours off.\n";
  return text;
}

std::vector<std::string> dashed(const CLI::App& app) {
  std::vector<std::string> names;
  for (const OptionText& option : options_of(app)) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& root) {
  std::vector<std::string> names;
  for (const CLI::App* command : root.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::string bash(const CLI::App& root) {
  std::string cases, choices;
  for (const CLI::App* command : root.get_subcommands({})) {
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), joined(dashed(*command), " "));
    for (const OptionText& option : options_of(*command)) {
      if (option.choices.empty() || option.positional) continue;
      choices += fmt::format(
          "    {}:{}) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return ;;\n", command->get_name(),
          joined(option.names, fmt::format("|{}:", command->get_name()).c_str()), joined(option.choices, " "));
    }
  }
  return fmt::format(
      "# Completions of weir for bash; written by `weir reference bash`.\n"
      "_weir() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} "
      "words\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$current\")); return; "
      "fi\n"
      "  case \"$command:$previous\" in\n{}  esac\n"
      "  case \"$command\" in\n{}  esac\n"
      "  case \"$current\" in\n"
      "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
      "  esac\n"
      "}}\ncomplete -o filenames -F _weir weir\n",
      joined(command_names(root), " "), choices, cases);
}

/// Inside single quotes of zsh and fish.
std::string quoted(const std::string& text) { return replaced(replaced(text, "'", ""), "\n", " "); }

std::string zsh(const CLI::App& root) {
  std::string commands, cases;
  for (const CLI::App* command : root.get_subcommands({})) {
    commands += fmt::format("    '{}:{}'\n", command->get_name(), quoted(command->get_description()));
    std::string specs;
    for (const OptionText& option : options_of(*command)) {
      if (option.positional) continue;
      const std::string help = replaced(replaced(quoted(option.help), "[", "("), "]", ")");
      for (const std::string& name : option.names) {
        const std::string action = option.argument.empty()  ? ""
                                   : option.choices.empty() ? ": :_files"
                                                            : ": :(" + joined(option.choices, " ") + ")";
        specs += fmt::format("        '*{}[{}]{}'\n", name, replaced(help, ":", "\\:"), action);
      }
    }
    cases += fmt::format("      {}) _arguments \\\n{}        '*:file:_files' ;;\n", command->get_name(),
                         replaced(specs, "'\n", "' \\\n"));
  }
  return fmt::format(
      "#compdef weir\n# Completions of weir for zsh; written by `weir reference zsh`.\n"
      "_weir() {{\n  local -a commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
      "  local command=$words[2]\n  shift words; (( CURRENT-- ))\n"
      "    case $command in\n{}    esac\n}}\n_weir \"$@\"\n",
      commands, cases);
}

std::string fish(const CLI::App& root) {
  std::string text = "# Completions of weir for fish; written by `weir reference fish`.\n";
  for (const CLI::App* command : root.get_subcommands({})) {
    text += fmt::format("complete -c weir -f -n __fish_use_subcommand -a {} -d '{}'\n", command->get_name(),
                        quoted(command->get_description()));
    for (const OptionText& option : options_of(*command)) {
      if (option.positional) continue;
      std::string flags;
      for (const std::string& name : option.names)
        flags += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.choices.empty()) {
        flags += " -x -a '" + joined(option.choices, " ") + "'";
      } else if (!option.argument.empty()) {
        flags += " -r";
      }
      text += fmt::format("complete -c weir -n '__fish_seen_subcommand_from {}'{} -d '{}'\n", command->get_name(),
                          flags, quoted(option.help));
    }
  }
  return text;
}

}  // namespace

Action describe_reference(CLI::App& app) {
  auto format = std::make_shared<std::string>();
  app.add_option("FORMAT", *format, "man, markdown, bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"man", "markdown", "bash", "zsh", "fish"}));
  app.footer("Example:\n  weir reference bash > ~/.local/share/bash-completion/completions/weir");
  return [format, &app] {
    const CLI::App& root = *app.get_parent();
    const std::string text = *format == "man"        ? man_page(root, root.version())
                             : *format == "markdown" ? markdown(root)
                             : *format == "bash"     ? bash(root)
                             : *format == "zsh"      ? zsh(root)
                                                     : fish(root);
    return write_output("-", text) ? kHolds : kBadInput;
  };
}

}  // namespace weir::cli
