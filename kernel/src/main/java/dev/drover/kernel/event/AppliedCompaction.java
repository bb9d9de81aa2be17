package dev.drover.kernel.event;

import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.List;

/// A compaction of the conversation: the messages that the model no longer sees, and their
/// replacement.
///
/// @param by the requester
/// @param summary of the dropped messages, as the model gets it; empty if there is no summary
/// @param usage of the call that wrote the summary
/// @param marks of the hooks that changed the request of that call
/// @param replacements see [CompactionOutcome#replacements]
public record AppliedCompaction(
    String by,
    Cause cause,
    CompactionCut cut,
    Text summary,
    Usage usage,
    List<HookMark> marks,
    List<ModelReplacement> replacements)
    implements CompactionOutcome {
  /// The beginning of every summary. Part of journaled conversations: never changed.
  public static final String SUMMARY_PREFIX = "[What was said and done before this, summed up";

  public AppliedCompaction {
    marks = List.copyOf(marks);
    replacements = CompactionOutcome.requireOutsideRun(replacements, cause);
    if (summary.isEmpty() && !cut.keptUserMessages().isEmpty()) {
      throw new IllegalArgumentException("kept user messages require a summary: " + cut);
    }
    if (summary.isEmpty() && !usage.equals(Usage.NONE)) {
      throw new IllegalArgumentException("usage requires a summary: " + usage);
    }
    if (!summary.isEmpty() && cut.dropped() == 0) {
      throw new IllegalArgumentException("a summary requires dropped messages: " + cut);
    }
    if (summary.isEmpty() && !replacements.isEmpty()) {
      throw new IllegalArgumentException("replacements require a summary: " + replacements);
    }
  }

  /// With no fallback model.
  public AppliedCompaction(
      String by, Cause cause, CompactionCut cut, Text summary, Usage usage, List<HookMark> marks) {
    this(by, cause, cut, summary, usage, marks, List.of());
  }

  /// Drops whole exchanges without a replacement.
  static AppliedCompaction plain(String by, int dropped, int kept) {
    return new AppliedCompaction(
        by, Cause.ASKED, CompactionCut.at(dropped, kept), Text.EMPTY, Usage.NONE, List.of());
  }

  @Override
  public AppliedCompaction withReplacements(List<ModelReplacement> given) {
    return new AppliedCompaction(by, cause, cut, summary, usage, marks, given);
  }

  public boolean hasSummary() {
    return !summary.isEmpty();
  }

  /// Whether the message is a summary and not a message of the user.
  public static boolean isSummaryMessage(Message.User message) {
    return message.text() instanceof Text.Inline(var words) && words.startsWith(SUMMARY_PREFIX);
  }
}
