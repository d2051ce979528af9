// SPDX-License-Identifier: Apache-2.0
#include "pipeline/checkpoint.h"

#include "base/hash.h"
#include "base/source_text.h"
#include "model/program_system.h"

namespace weir {
namespace {

/// The last word changes with whatever changes the format: weir's version, or the number behind it.
std::string magic() { return std::string("weir checkpoint ") + version() + "/1"; }

class Fingerprint {
 public:
  void add(std::string_view text) {
    value_ = hash_mix(hash_bytes(std::as_bytes(std::span(text.data(), text.size())), value_), text.size());
  }
  void add(std::uint64_t number) { value_ = hash_mix(value_, number); }
  void add_file(const std::string& path) {
    if (path.empty() || path == "-") return;
    if (const auto text = SourceText::read_file(path)) add(text->text());
  }
  /// A model that was read from several files, or is no file, is known by what it is.
  void add(const TransitionSystem& system) {
    SuccessorBuffer initial;
    system.initial_states(initial);
    for (std::size_t i = 0; i < initial.size(); ++i)
      add(std::string_view(reinterpret_cast<const char*>(initial.state(i).data()), initial.state(i).size()));
    const auto* model = dynamic_cast<const ProgramSystem*>(&system);
    if (model == nullptr) return;
    const Program& program = model->program();
    for (const StatementInfo& statement : program.statements) add(statement.text);
    for (const Transition& transition : program.transitions) {
      add(transition.target);
      add(transition.keeps_control ? 1 : 0);
    }
  }
  void add(const ModelOptions& options) {
    add(options.format);
    for (const auto& [name, text] : options.definitions) {
      add(name);
      add(text);
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace

Expected<std::unique_ptr<RunCheckpoint>> RunCheckpoint::open(const CheckpointOptions& options,
                                                             std::uint64_t fingerprint) {
  if (options.file.empty() && options.resume.empty()) return std::unique_ptr<RunCheckpoint>();
  std::unique_ptr<RunCheckpoint> result(new RunCheckpoint(options, fingerprint));
  if (result->options_.file.empty()) result->options_.file = options.resume;
  if (!options.resume.empty()) {
    Expected<std::unique_ptr<FileArchive>> file = FileArchive::open(options.resume, magic());
    if (!file) return file.error();
    Archive& archive = **file;
    std::uint64_t stored = 0;
    archive.value(stored);
    if (archive.good() && stored != fingerprint) {
      return Diagnostic{.message = "'" + options.resume +
                                   "' is a checkpoint of another run: the model, the properties or the options of "
                                   "the search differ"};
    }
    std::vector<std::vector<std::byte>>& finished = result->finished_;
    finished.resize(static_cast<std::size_t>(archive.count(0, sizeof(std::uint64_t))));
    for (std::vector<std::byte>& one : finished) archive.value(one);
    bool has_search = false;
    archive.value(has_search);
    if (!archive.good()) return result->damage();
    if (has_search) result->file_ = std::move(*file);
    return result;
  }
  result->write(nullptr);  // a place that cannot be written to is refused now, not after an hour
  if (!result->problem_.empty()) return Diagnostic{.message = "--checkpoint: " + result->problem_};
  return result;
}

Diagnostic RunCheckpoint::damage() const {
  return {.message = "'" + options_.resume + "' is damaged: what it holds is no state of this search"};
}

Archive::State RunCheckpoint::load(const Transfer& search) {
  const std::unique_ptr<FileArchive> file = std::move(file_);
  companions_(*file);
  if (file->good()) search(*file);
  file->require(file->left() == 0);
  damaged_ = file->state() == Archive::State::Damaged;
  return file->state();
}

void RunCheckpoint::write(const Transfer* search) {
  problem_.clear();
  const std::unique_ptr<FileArchive> archive = FileArchive::create(options_.file, magic(), problem_);
  if (archive == nullptr) return;
  archive->value(fingerprint_);
  archive->count(finished_.size());
  for (std::vector<std::byte>& one : finished_) archive->value(one);
  bool has_search = search != nullptr;
  archive->value(has_search);
  if (has_search) {
    companions_(*archive);
    (*search)(*archive);
  }
  archive->commit(problem_);
}

void RunCheckpoint::save(const Transfer& search) {
  if (!frozen_) write(&search);
}

bool RunCheckpoint::recall(const Transfer& result) {
  if (searches_ == finished_.size()) return false;
  MemoryArchive archive(finished_[searches_++]);
  result(archive);
  archive.require(archive.left() == 0);
  damaged_ = damaged_ || !archive.good();
  return true;
}

void RunCheckpoint::end(bool for_good, const Transfer& result) {
  companions_ = nullptr;
  if (!for_good) frozen_ = true;
  if (frozen_) return;
  MemoryArchive archive;
  result(archive);
  finished_.push_back(archive.take());
  ++searches_;
  write(nullptr);
}

Diagnostics RunCheckpoint::notes(bool unfinished) const {
  Diagnostics notes;
  if (!problem_.empty()) {
    notes.push_back({.severity = Diagnostic::Severity::Warning, .message = "the checkpoint is old: " + problem_});
  }
  if (unfinished) {
    notes.push_back(
        {.severity = Diagnostic::Severity::Note, .message = "--resume " + options_.file + " takes this run up again"});
  }
  return notes;
}

std::string obstacle_to_checkpoint(const StoreTraits& store) {
  if (!store.has_ids) return "--checkpoint and --resume need a store that keeps every state: exact or tree";
  return {};
}

std::uint64_t fingerprint_of(const std::string& model_path, const TransitionSystem& system,
                             const std::vector<Property>& properties, const CheckOptions& options) {
  Fingerprint print;
  print.add("check");
  print.add_file(model_path);
  print.add(system);
  print.add(options.model);
  for (const Property& property : properties) {
    print.add(static_cast<std::uint64_t>(property.kind));
    print.add(property.name);
    print.add(property.text);
    print.add_file(property.automaton_file);
    print.add(property.automaton_is_property ? "property" : "failures");
  }
  for (const std::string* option : {&options.translator, &options.emptiness, &options.store, &options.computations,
                                    &options.reduce, &options.symmetry, &options.fair, &options.search})
    print.add(*option);
  for (const std::string& assumption : options.assume) print.add(assumption);
  print.add(options.seed);
  print.add(options.max_depth);
  print.add(options.shortest ? 1 : 0);
  return print.value();
}

std::uint64_t fingerprint_of(const std::string& model_path, const TransitionSystem& system,
                             const ExploreOptions& options) {
  Fingerprint print;
  print.add("explore");
  print.add_file(model_path);
  print.add(system);
  print.add(options.model);
  print.add(options.store);
  print.add(options.search);
  print.add(options.max_depth);
  return print.value();
}

}  // namespace weir
