package dev.drover.replay;

import dev.drover.kernel.event.RecordedEvent;

/// The first position where the journal differs from the kernel's decision.
///
/// @param seq the position, counted from 1
public record ReplayDivergence(long seq, Expected expected, Found found) implements ReplayOutcome {
  /// The expected event at that position.
  public sealed interface Expected {
    /// The kernel decided this event.
    record Exactly(RecordedEvent entry) implements Expected {}

    /// There is no single expected event, because the data that would decide it is missing from the
    /// record.
    record Described(String words) implements Expected {}
  }

  /// The recorded event at that position.
  public sealed interface Found {
    record Stands(RecordedEvent entry) implements Found {}

    record EndOfJournal() implements Found {}
  }

  @Override
  public String toString() {
    return "event %d: expected %s, found %s".formatted(seq, words(expected), words(found));
  }

  private static String words(Expected expected) {
    return switch (expected) {
      case Expected.Exactly(var entry) -> entry.toString();
      case Expected.Described(var words) -> words;
    };
  }

  private static String words(Found found) {
    return switch (found) {
      case Found.Stands(var entry) -> entry.toString();
      case Found.EndOfJournal _ -> "the end of the journal";
    };
  }
}
