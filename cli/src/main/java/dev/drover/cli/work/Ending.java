package dev.drover.cli.work;

import dev.drover.cli.screen.Question;
import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Problem;
import java.util.List;

/// Why a run is no longer watched.
public sealed interface Ending {
  /// @param answer whether the last answer is complete
  record Completed(AnswerEnding answer) implements Ending {}

  record Failed(Failure failure) implements Ending {}

  record Cancelled() implements Ending {}

  /// Parked on a person who is not here.
  record Waiting(List<Question> questions) implements Ending {
    public Waiting {
      questions = List.copyOf(questions);
    }
  }

  /// Nobody drives the run any more, though it is not over.
  record Abandoned(Problem problem) implements Ending {}
}
