package dev.drover.kernel.event;

import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/// The outcome of a request for compaction: applied, denied by a hook, or failed.
public sealed interface CompactionOutcome {
  /// The requester.
  String by();

  Cause cause();

  /// Of the call that was to write the summary.
  Usage usage();

  /// The models that were called in sequence after the session's own had failed permanently; the
  /// last one answered. Empty if the session's own model answered, and within a run, whose journal
  /// records replacements itself.
  List<ModelReplacement> replacements();

  /// The same outcome, with these replacements before it.
  CompactionOutcome withReplacements(List<ModelReplacement> given);

  /// Returns the replacements if they are valid for a compaction with this cause.
  static List<ModelReplacement> requireOutsideRun(
      List<ModelReplacement> replacements, Cause cause) {
    if (cause != Cause.ASKED && !replacements.isEmpty()) {
      throw new IllegalArgumentException(
          "a compaction within a run has no replacements: " + replacements);
    }
    return List.copyOf(replacements);
  }

  /// The reason for the compaction.
  enum Cause {
    /// It was requested explicitly.
    ASKED,
    /// The next request would have been too long.
    WINDOW,
    /// The model reported that the request was too long.
    OVERFLOW
  }

  /// A compaction of the conversation: the messages that the model no longer sees, and their
  /// replacement.
  ///
  /// @param by the requester
  /// @param summary of the dropped messages, as the model gets it; empty if there is no summary
  /// @param usage of the call that wrote the summary
  /// @param marks of the hooks that changed the request of that call
  /// @param replacements see [CompactionOutcome#replacements]
  record Applied(
      String by,
      Cause cause,
      Cut cut,
      Text summary,
      Usage usage,
      List<HookMark> marks,
      List<ModelReplacement> replacements)
      implements CompactionOutcome {
    /// The beginning of every summary. Part of journaled conversations: never changed.
    public static final String SUMMARY_PREFIX = "[What was said and done before this, summed up";

    public Applied {
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
    public Applied(
        String by, Cause cause, Cut cut, Text summary, Usage usage, List<HookMark> marks) {
      this(by, cause, cut, summary, usage, marks, List.of());
    }

    /// Drops whole exchanges without a replacement.
    static Applied plain(String by, int dropped, int kept) {
      return new Applied(by, Cause.ASKED, Cut.at(dropped, kept), Text.EMPTY, Usage.NONE, List.of());
    }

    @Override
    public Applied withReplacements(List<ModelReplacement> given) {
      return new Applied(by, cause, cut, summary, usage, marks, given);
    }

    public boolean hasSummary() {
      return !summary.isEmpty();
    }

    /// Whether the message is a summary and not a message of the user.
    public static boolean isSummaryMessage(Message.User message) {
      return message.text() instanceof Text.Inline(var words) && words.startsWith(SUMMARY_PREFIX);
    }
  }

  /// A compaction that a hook of the host denied. The conversation is unchanged.
  ///
  /// @param marks of the hooks that changed the request, followed by the one that denied it
  record Denied(String by, Cause cause, List<HookMark> marks) implements CompactionOutcome {
    public Denied {
      marks = List.copyOf(marks);
      if (marks.isEmpty() || marks.getLast().action() != HookMark.Action.DENIED) {
        throw new IllegalArgumentException("the last mark must be a denial: " + marks);
      }
    }

    /// No model was called.
    @Override
    public Usage usage() {
      return Usage.NONE;
    }

    @Override
    public List<ModelReplacement> replacements() {
      return List.of();
    }

    /// A model that was replaced before the hook was called has produced nothing.
    @Override
    public Denied withReplacements(List<ModelReplacement> given) {
      return this;
    }

    /// The hook that denied the compaction.
    public String hook() {
      return marks.getLast().hook();
    }

    public String why() {
      return marks.getLast().why();
    }
  }

  /// A compaction that failed because there was no summary, or it came too late. The conversation
  /// is unchanged.
  ///
  /// @param tokens length of the request that was to be shortened; 0 if it was not measured
  /// @param usage of a call that produced no summary, or an unused one
  /// @param replacements see [CompactionOutcome#replacements]
  record Failed(
      String by,
      Cause cause,
      Problem problem,
      long tokens,
      Usage usage,
      List<ModelReplacement> replacements)
      implements CompactionOutcome {
    public Failed {
      replacements = CompactionOutcome.requireOutsideRun(replacements, cause);
      if (tokens < 0) {
        throw new IllegalArgumentException("tokens are not negative: " + tokens);
      }
    }

    /// With no fallback model.
    public Failed(String by, Cause cause, Problem problem, long tokens, Usage usage) {
      this(by, cause, problem, tokens, usage, List.of());
    }

    @Override
    public Failed withReplacements(List<ModelReplacement> given) {
      return new Failed(by, cause, problem, tokens, usage, given);
    }
  }

  /// The messages of a conversation that are dropped and kept. Indexes start at 0, in the
  /// conversation before the cut.
  ///
  /// @param dropped number of oldest messages that are dropped
  /// @param kept number of newest messages that are kept
  /// @param keptUserMessages user messages in the dropped part that are kept anyway
  /// @param trimmed kept tool outcomes whose content is removed
  record Cut(int dropped, int kept, List<Integer> keptUserMessages, List<Integer> trimmed) {
    /// The beginning of the notice that replaces a content. Part of journaled conversations: never
    /// changed.
    private static final String TRIMMED = "[This output was taken out to make room";

    public Cut {
      keptUserMessages = List.copyOf(keptUserMessages);
      trimmed = List.copyOf(trimmed);
      if (dropped < 0 || kept < 1 || (dropped == 0 && trimmed.isEmpty())) {
        throw new IllegalArgumentException(
            "the number of dropped or kept messages is invalid: %d, %d".formatted(dropped, kept));
      }
      requireRising(keptUserMessages, 0, dropped);
      requireRising(trimmed, dropped, dropped + kept);
    }

    public static Cut at(int dropped, int kept) {
      return new Cut(dropped, kept, List.of(), List.of());
    }

    private static void requireRising(List<Integer> places, int from, int to) {
      int least = from;
      for (int place : places) {
        if (place < least || place >= to) {
          throw new IllegalArgumentException(
              "indexes must be ascending, between %d and %d: %s".formatted(from, to, places));
        }
        least = place + 1;
      }
    }

    /// The number of messages that precede the kept ones afterwards.
    public int before(Text summary) {
      return keptUserMessages.size() + (summary.isEmpty() ? 0 : 1);
    }

    /// Whether the content of an outcome was removed before.
    public static boolean isTrimNotice(Text content) {
      return content instanceof Text.Inline(var words) && words.startsWith(TRIMMED);
    }

    /// The notice that replaces a removed content.
    public static Text notice(Text content) {
      return isTrimNotice(content)
          ? content
          : Text.of(
              TRIMMED
                  + ": it had %d bytes. Call the tool again if you still need it.]"
                      .formatted(bytes(content)));
    }

    private static long bytes(Text content) {
      return switch (content) {
        case Text.Inline(var words) -> words.getBytes(StandardCharsets.UTF_8).length;
        case Text.Stored(_, var length) -> length;
      };
    }
  }

  /// A compaction of what the model sees of the conversation.
  ///
  /// @param seq the number of its event
  /// @param dropped number of messages that the model no longer sees, oldest first
  /// @param kept number of messages that remain
  /// @param trimmed number of remaining tool outcomes whose content was removed
  /// @param summarized whether the dropped messages were summarized
  record CompactionRecord(
      long seq,
      Instant at,
      String by,
      CompactionOutcome.Cause cause,
      int dropped,
      int kept,
      int trimmed,
      boolean summarized) {
    /// Without a summary or removed contents.
    public CompactionRecord(long seq, Instant at, String by, int dropped, int kept) {
      this(seq, at, by, CompactionOutcome.Cause.ASKED, dropped, kept, 0, false);
    }
  }
}
