package dev.drover.runtime.replay;

import dev.drover.kernel.Recorded;

/// The first place where the journal is not what the kernel decides.
///
/// @param seq the place, counted from 1
public record Divergence(long seq, Expected expected, Found found) implements ReplayOutcome {
  /// What belongs in that place.
  public sealed interface Expected {
    /// The kernel decided this.
    record Exactly(Recorded entry) implements Expected {}

    /// There is no single answer, because what would decide it is itself missing from the record.
    record Described(String words) implements Expected {}
  }

  /// What stands there.
  public sealed interface Found {
    record Stands(Recorded entry) implements Found {}

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
