package dev.drover.replay;

import dev.drover.kernel.machine.Input;
import java.util.List;

/// The inputs that may have led to the events at one position of a journal.
sealed interface ReplayCause {
  /// One of these, the likelier first. Deciding each shows which.
  record OneOf(List<Input> inputs) implements ReplayCause {}

  /// No input leads to these events.
  ///
  /// @param offset of the first event that does not fit
  /// @param wanted the expected event
  record None(int offset, String wanted) implements ReplayCause {}

  static ReplayCause of(Input... inputs) {
    return new OneOf(List.of(inputs));
  }
}
