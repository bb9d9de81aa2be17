package dev.drover.runtime.replay;

import dev.drover.kernel.Input;
import java.util.List;

/// What may have led to the events at one place of a journal.
sealed interface Cause {
  /// One of these, the likelier first. Deciding each tells which.
  record OneOf(List<Input> inputs) implements Cause {}

  /// No input leads there.
  ///
  /// @param offset how many events further the record stops making sense
  /// @param wanted what belongs there instead
  record None(int offset, String wanted) implements Cause {}

  static Cause of(Input... inputs) {
    return new OneOf(List.of(inputs));
  }
}
