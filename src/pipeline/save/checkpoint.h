// SPDX-License-Identifier: Apache-2.0
// --checkpoint and --resume: a run that is killed at any time is resumed by another process and ends with the same
// verdicts and counts.
//
// A run is a sequence of searches. The file contains the results of the finished ones, and the whole state of the
// current one: besides its store and stack, what its space has numbered or recorded (the companions). When a run is
// resumed, the results of finished searches are read, and everything after them (certifying, shortening, explaining) is
// repeated. The file belongs to one model, set of properties and options: it contains their identity
// (run_identity.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weir/weir.h>

#include "base/archive.h"
#include "pipeline/prepare/reductions.h"
#include "pipeline/save/run_identity.h"
#include "search/kernel/search.h"
#include "search/lasso/run_check.h"

namespace weir {

class RunCheckpoint final : public SearchSaver {
 public:
  /// Returns null if neither option is given. Refuses files that are incomplete or belong to another run.
  static Expected<std::unique_ptr<RunCheckpoint>> open(const CheckpointOptions& options, RunIdentity identity);

  bool has_state() const override { return file_ != nullptr && searches_ == finished_.size(); }
  Archive::State load(const Serializer& search) override;
  void save(const Serializer& search) override;
  double seconds_between_saves() const override { return options_.every; }

  /// Choices that may depend on the clock must not change within a run. Returns the choice made at this point before
  /// the run was saved. Nothing if the run had not reached this point; then `note_choice` records the new choice.
  std::optional<std::string> earlier_choice() {
    if (choices_made_ == choices_.size()) return std::nullopt;
    return choices_[choices_made_++];
  }
  void note_choice(std::string choice) {
    choices_.push_back(std::move(choice));
    choices_made_ = choices_.size();
  }

  /// Reads the result of the next search, if it is finished.
  bool recall(const Serializer& result);
  /// Starts the next search.
  void begin(Serializer companions) { companions_ = std::move(companions); }
  /// Ends it: for good with this result, or stopped, and nothing that follows is saved.
  void end(bool for_good, const Serializer& result);

  /// Whether the file that was read is inconsistent.
  bool damaged() const { return damaged_; }
  bool is_resumed() const { return !options_.resume.empty(); }
  /// Records that the result is inconsistent; nothing is saved any more. No effect on a run that was not resumed.
  void note_damage() {
    if (!is_resumed()) return;
    damaged_ = frozen_ = true;
  }
  Diagnostic damage() const;
  /// For the end of a run: how to resume it, and what could not be written.
  Diagnostics notes(bool unfinished) const;

 private:
  RunCheckpoint(CheckpointOptions options, RunIdentity identity)
      : options_(std::move(options)), identity_(std::move(identity)) {}
  void write(const Serializer* search);
  void serialize_choices(Archive& archive);

  CheckpointOptions options_;
  RunIdentity identity_;
  std::unique_ptr<FileArchive> file_;             ///< being read: the state of a search follows
  std::vector<std::vector<std::byte>> finished_;  ///< results, in order
  std::size_t searches_ = 0;                      ///< begun and ended for good
  std::vector<std::string> choices_;
  std::size_t choices_made_ = 0;
  Serializer companions_;
  bool frozen_ = false;
  bool damaged_ = false;
  std::string problem_;
};

/// Whether all runs of a result are runs of the searched model, which may be reduced.
inline bool has_sound_runs(SearchSpace& model, const DefectResult& result) {
  for (const DefectFound& found : result.found)
    if (!is_run_of(model, found.run)) return false;
  const SearchResult& search = result.search;
  const bool has_run = search.outcome == SearchResult::Outcome::Found && result.found.empty();
  return has_run ? is_run_of(model, search.run) : search.run.size() == 0;
}

/// For a resumed run, the reductions that `auto` chose before.
Expected<ChosenReductions> choose_reductions(TransitionSystem& system, const CheckOptions& options,
                                             const ReductionQuestion& question, RunCheckpoint* checkpoint);

/// Runs a search that can be saved and resumed; without a checkpoint, just runs it. `model` is the space of the
/// searched model, without automaton.
template <class Search>
DefectResult resumable(RunCheckpoint* checkpoint, SearchControl& control, SearchSpace& model,
                       const Serializer& companions, Search&& search) {
  if (checkpoint == nullptr) return search();
  DefectResult result;
  const auto everything = [&](Archive& archive) {
    companions(archive);
    serialize(archive, result);
  };
  const bool recalled = checkpoint->recall(everything);
  if (!recalled) {
    checkpoint->begin(companions);
    control.use(checkpoint);
    try {
      result = search();
    } catch (const CutShort&) {
      if (!checkpoint->is_resumed() || control.flagged()) throw;
      checkpoint->note_damage();
      return result;
    }
  }
  // Expansions that a limit cut short say nothing about the runs; the verdict is checked once more when it is
  // concluded.
  const bool judged = checkpoint->is_resumed() && !checkpoint->damaged();
  if (judged && !has_sound_runs(model, result) && !control.flagged()) checkpoint->note_damage();
  if (recalled) return result;
  checkpoint->end(control.stop() == Stop::None, everything);
  return result;
}

/// Why this cannot be saved; empty if it can.
std::string obstacle_to_checkpoint(const StoreTraits& store);

}  // namespace weir
