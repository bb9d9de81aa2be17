package dev.drover.kernel;

import java.util.List;

/// How the conversation was made shorter: what the model sees no more, and what it sees instead.
///
/// @param by who wanted it
/// @param summary of what was dropped, as the model gets it; empty if nothing was summed up
/// @param usage of the call that summed it up
/// @param marks of the hooks that changed what that call was told
/// @param replacements see [ShorteningOutcome#replacements]
public record Shortening(
    String by,
    Cause cause,
    Cut cut,
    Text summary,
    Usage usage,
    List<HookMark> marks,
    List<Replacement> replacements)
    implements ShorteningOutcome {
  /// How every summary begins. Part of conversations that are written down: never changed.
  public static final String OPENING = "[What was said and done before this, summed up";

  public Shortening {
    marks = List.copyOf(marks);
    replacements = ShorteningOutcome.outsideOfRuns(replacements, cause);
    if (summary.isEmpty() && !cut.spared().isEmpty()) {
      throw new IllegalArgumentException("words are spared only beside a summary: " + cut);
    }
    if (summary.isEmpty() && !usage.equals(Usage.NONE)) {
      throw new IllegalArgumentException("nothing was summed up for " + usage);
    }
    if (!summary.isEmpty() && cut.dropped() == 0) {
      throw new IllegalArgumentException("what was not dropped is not summed up: " + cut);
    }
    if (summary.isEmpty() && !replacements.isEmpty()) {
      throw new IllegalArgumentException("nothing was summed up by " + replacements);
    }
  }

  /// No other model was asked than the session's own, or the run's.
  public Shortening(
      String by, Cause cause, Cut cut, Text summary, Usage usage, List<HookMark> marks) {
    this(by, cause, cut, summary, usage, marks, List.of());
  }

  /// Whole exchanges are dropped, and nothing is put in their place.
  static Shortening plain(String by, int dropped, int kept) {
    return new Shortening(
        by, Cause.ASKED, Cut.at(dropped, kept), Text.EMPTY, Usage.NONE, List.of());
  }

  @Override
  public Shortening madeAfter(List<Replacement> given) {
    return new Shortening(by, cause, cut, summary, usage, marks, given);
  }

  public boolean isSummedUp() {
    return !summary.isEmpty();
  }

  /// Whether this is a summary, and not the user's own words.
  public static boolean isMadeOf(Message.User message) {
    return message.text() instanceof Text.Inline(var words) && words.startsWith(OPENING);
  }
}
