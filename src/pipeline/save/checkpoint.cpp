// SPDX-License-Identifier: Apache-2.0
#include "pipeline/save/checkpoint.h"

#include <weir/catalogue.h>

#include "store/stores.h"

namespace weir {
namespace {

/// The last word changes with the format: weir's version, and a number.
std::string magic() { return std::string("weir checkpoint ") + version() + "/6"; }

}  // namespace

Expected<std::unique_ptr<RunCheckpoint>> RunCheckpoint::open(const CheckpointOptions& options, RunIdentity identity) {
  if (options.file.empty() && options.resume.empty()) return std::unique_ptr<RunCheckpoint>();
  std::unique_ptr<RunCheckpoint> result(new RunCheckpoint(options, std::move(identity)));
  if (result->options_.file.empty()) result->options_.file = options.resume;
  if (!options.resume.empty()) {
    Expected<std::unique_ptr<FileArchive>> file = FileArchive::open(options.resume, magic());
    if (!file) return file.error();
    Archive& archive = **file;
    RunIdentity saved;
    saved.serialize(archive);
    if (!archive.good()) return result->damage();
    if (const std::string difference = result->identity_.difference(saved); !difference.empty())
      return Diagnostic{.message = "'" + options.resume + "' is a checkpoint of another run: " + difference};
    result->serialize_choices(archive);
    std::vector<std::vector<std::byte>>& finished = result->finished_;
    finished.resize(static_cast<std::size_t>(archive.count(0, sizeof(std::uint64_t))));
    for (std::vector<std::byte>& one : finished) archive.value(one);
    bool has_search = false;
    archive.value(has_search);
    if (!archive.good()) return result->damage();
    if (has_search) result->file_ = std::move(*file);
    return result;
  }
  result->write(nullptr);  // refuses a file that cannot be written now, not after an hour
  if (!result->problem_.empty()) return Diagnostic{.message = "--checkpoint: " + result->problem_};
  return result;
}

Diagnostic RunCheckpoint::damage() const {
  return {.message = "the saved run is damaged: '" + options_.resume + "' does not contain a state of this search"};
}

Archive::State RunCheckpoint::load(const Serializer& search) {
  const std::unique_ptr<FileArchive> file = std::move(file_);
  companions_(*file);
  if (file->good()) search(*file);
  file->require(file->left() == 0);
  damaged_ = file->state() == Archive::State::Damaged;
  return file->state();
}

void RunCheckpoint::serialize_choices(Archive& archive) {
  choices_.resize(static_cast<std::size_t>(archive.count(choices_.size(), sizeof(std::uint64_t))));
  for (std::string& one : choices_) archive.value(one);
}

void RunCheckpoint::write(const Serializer* search) {
  problem_.clear();
  const std::unique_ptr<FileArchive> archive = FileArchive::create(options_.file, magic(), problem_);
  if (archive == nullptr) return;
  identity_.serialize(*archive);
  serialize_choices(*archive);
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

void RunCheckpoint::save(const Serializer& search) {
  if (!frozen_) write(&search);
}

bool RunCheckpoint::recall(const Serializer& result) {
  if (searches_ == finished_.size()) return false;
  MemoryArchive archive(finished_[searches_++]);
  result(archive);
  archive.require(archive.left() == 0);
  damaged_ = damaged_ || !archive.good();
  return true;
}

void RunCheckpoint::end(bool for_good, const Serializer& result) {
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
    notes.push_back(
        {.severity = Diagnostic::Severity::Warning, .message = "the checkpoint is not up to date: " + problem_});
  }
  if (unfinished) {
    notes.push_back(
        {.severity = Diagnostic::Severity::Note, .message = "continue this run with --resume " + options_.file});
  }
  return notes;
}

Expected<ChosenReductions> choose_reductions(TransitionSystem& system, const CheckOptions& options,
                                             const ReductionQuestion& question, RunCheckpoint* checkpoint) {
  if (checkpoint == nullptr || !options.reduce.is_automatic()) return choose_reductions(system, options, question);
  if (const std::optional<std::string> before = checkpoint->earlier_choice()) {
    const Expected<Reductions> reductions = parse_reductions(*before);
    if (!reductions || reductions->is_automatic()) return checkpoint->damage();
    CheckOptions same = options;
    same.reduce = *reductions;
    return choose_reductions(system, same, question);
  }
  Expected<ChosenReductions> chosen = choose_reductions(system, options, question);
  if (!chosen) return chosen;
  checkpoint->note_choice(to_string(Reductions::of(chosen->used)));
  return chosen;
}

std::string obstacle_to_checkpoint(const StoreTraits& store) {
  if (!store.has_ids)
    return "--checkpoint and --resume need a store that keeps every state: " + stores_that_keep_states();
  return {};
}

}  // namespace weir
