package dev.drover.runtime.compact;

import dev.drover.spi.model.Model;

/// When a conversation is made shorter by itself, and how much of it stays. Whoever asks for it
/// gets it at any time.
///
/// @param percent how much of the model's window a request may fill
/// @param reserve tokens of the window that stay free for the reply, or [#AS_THE_MODEL_SAYS]
/// @param tail how much of the end stays as it is
/// @param words how many tokens of what the user said stay, beside what is in the tail
public record CompactionPolicy(Mode mode, int percent, int reserve, Tail tail, int words) {
  /// As many as a reply of the model can have.
  public static final int AS_THE_MODEL_SAYS = -1;

  public static final CompactionPolicy DEFAULT =
      new CompactionPolicy(
          Mode.BY_ITSELF, 90, AS_THE_MODEL_SAYS, new Tail(25, 2_000, 15_000), 20_000);

  /// Only when somebody asks for it.
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
    /// Before a request that would be too long, and after one that was.
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

  /// The same, with another share of the window.
  public CompactionPolicy at(int share) {
    return new CompactionPolicy(mode, share, reserve, tail, words);
  }

  /// The same, with so many tokens free for the reply.
  public CompactionPolicy reserving(int tokens) {
    return new CompactionPolicy(mode, percent, tokens, tail, words);
  }

  /// The same, with another tail.
  public CompactionPolicy keeping(Tail other) {
    return new CompactionPolicy(mode, percent, reserve, other, words);
  }

  /// The same, with so many tokens of what the user said.
  public CompactionPolicy sparing(int tokens) {
    return new CompactionPolicy(mode, percent, reserve, tail, tokens);
  }

  /// What a request of this model may have.
  ///
  /// @return nothing but zeros if nobody knows the model's window
  public Room room(Model model) {
    return room(model.window(), model.maxOutput());
  }

  /// What there is room for, if a request of so many tokens is too long and nobody knows why.
  public Room roomWithin(long tokens) {
    return room(tokens, 0);
  }

  private Room room(long window, long maxOutput) {
    // A reply that takes all of the window would leave no room for a question.
    long free = Math.min(reserve == AS_THE_MODEL_SAYS ? maxOutput : reserve, window / 2);
    return new Room(Math.min(window * percent / ALL, window - free), tail.of(window), words);
  }

  /// In tokens.
  ///
  /// @param limit of a request
  /// @param tail what stays as it is
  /// @param words of the user that stay beside it
  public record Room(long limit, long tail, long words) {
    public boolean isKnown() {
      return limit > 0;
    }

    /// What both have room for, as far as it is known.
    public Room orLess(Room other) {
      return !isKnown() || (other.isKnown() && other.limit < limit) ? other : this;
    }

    /// A request is made so short that the next ones fit as well.
    long goal() {
      return limit - limit / 4;
    }
  }
}
