package dev.drover.compaction;

import dev.drover.spi.model.Model;

/// When a conversation is compacted automatically, and how much of it is kept. A program can also
/// request a compaction at any time.
///
/// @param percent how much of the model's window a request may fill
/// @param reserve tokens of the window that stay free for the reply, or [#AS_THE_MODEL_SAYS]
/// @param tail how much of the end is kept unchanged
/// @param words how many tokens of the user's prompts are kept in addition to the tail
public record CompactionPolicy(Mode mode, int percent, int reserve, Tail tail, int words) {
  /// The maximum output of the model.
  public static final int AS_THE_MODEL_SAYS = -1;

  public static final CompactionPolicy DEFAULT =
      new CompactionPolicy(
          Mode.BY_ITSELF, 90, AS_THE_MODEL_SAYS, new Tail(25, 2_000, 15_000), 20_000);

  /// Compacts only on request.
  public static final CompactionPolicy OFF =
      new CompactionPolicy(
          Mode.WHEN_ASKED, DEFAULT.percent, DEFAULT.reserve, DEFAULT.tail, DEFAULT.words);

  private static final int ALL = 100;

  public CompactionPolicy {
    if (percent < 1 || percent > ALL) {
      throw new IllegalArgumentException("a share is between 1 and 100 percent: " + percent);
    }
    if (reserve < AS_THE_MODEL_SAYS || words < 0) {
      throw new IllegalArgumentException(
          "tokens are not negative: reserve %d, words %d".formatted(reserve, words));
    }
  }

  public enum Mode {
    /// Before a request that would be too long, and after one that was too long.
    BY_ITSELF,
    WHEN_ASKED
  }

  /// The end of the conversation.
  ///
  /// @param percent of the model's window, but not less tokens than `least` nor more than `most`
  public record Tail(int percent, int least, int most) {
    public Tail {
      if (percent < 0 || percent > ALL || least < 0 || most < least) {
        throw new IllegalArgumentException(
            "not a tail: %d percent, %d to %d tokens".formatted(percent, least, most));
      }
    }

    long of(long window) {
      return Math.clamp(window * percent / ALL, least, most);
    }
  }

  /// Returns this policy with another share of the window.
  public CompactionPolicy at(int share) {
    return new CompactionPolicy(mode, share, reserve, tail, words);
  }

  /// Returns this policy with this many tokens reserved for the reply.
  public CompactionPolicy reserving(int tokens) {
    return new CompactionPolicy(mode, percent, tokens, tail, words);
  }

  /// Returns this policy with another tail.
  public CompactionPolicy keeping(Tail other) {
    return new CompactionPolicy(mode, percent, reserve, other, words);
  }

  /// Returns this policy with this many tokens of the user's prompts.
  public CompactionPolicy sparing(int tokens) {
    return new CompactionPolicy(mode, percent, reserve, tail, tokens);
  }

  /// The limits for requests to this model.
  ///
  /// @return all zeros if the model's window is not known
  public Room room(Model model) {
    return room(model.window(), model.maxOutput());
  }

  /// The limits if the model rejected a request of this many tokens as too long and its window is
  /// not known.
  public Room roomWithin(long tokens) {
    return room(tokens, 0);
  }

  private Room room(long window, long maxOutput) {
    // A reply that takes all of the window would leave no room for a prompt.
    long free = Math.min(reserve == AS_THE_MODEL_SAYS ? maxOutput : reserve, window / 2);
    return new Room(Math.min(window * percent / ALL, window - free), tail.of(window), words);
  }

  /// Limits in tokens.
  ///
  /// @param limit the size of a request
  /// @param tail the size of the end that is kept unchanged
  /// @param words the size of the user's prompts that are kept in addition to the tail
  public record Room(long limit, long tail, long words) {
    public boolean isKnown() {
      return limit > 0;
    }

    /// The smaller of both limits, where they are known.
    public Room orLess(Room other) {
      return !isKnown() || (other.isKnown() && other.limit < limit) ? other : this;
    }

    /// The size after a compaction. It is below the limit, so that the next requests fit as well.
    public long goal() {
      return limit - limit / 4;
    }
  }
}
