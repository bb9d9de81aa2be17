package dev.drover.cli.runtime;

import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import java.util.List;

/// The reason why a run is no longer watched.
public sealed interface WatchResult {
  /// @param answer whether the last answer is complete
  record Completed(AnswerEnding answer) implements WatchResult {}

  record Failed(Failure failure) implements WatchResult {}

  record Cancelled() implements WatchResult {}

  /// Parked on a person who is not here.
  record Waiting(List<ApprovalQuestion> questions) implements WatchResult {
    public Waiting {
      questions = List.copyOf(questions);
    }
  }

  /// The run is not over, but no process drives it any more.
  record Abandoned(Problem problem) implements WatchResult {}
}
