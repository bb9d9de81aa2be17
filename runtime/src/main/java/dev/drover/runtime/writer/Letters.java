package dev.drover.runtime.writer;

import dev.drover.kernel.Input;
import dev.drover.kernel.Text;
import dev.drover.runtime.problem.DroverException;
import java.util.List;

/// What can be done with any letter.
final class Letters {
  private Letters() {}

  /// Says to whoever waits for an answer that there is none.
  static void refuse(Letter letter, DroverException problem) {
    switch (letter) {
      case Letter.FromOutside asking -> asking.reply().complete(new Reply.Refused(problem));
      case Letter.Leave(_, var stopped) -> stopped.complete(List.of());
      case Letter.Answered _, Letter.Look _ -> {}
    }
  }

  static Input closing() {
    return new Input.CancelRequested(null, "close", "the session was closed", Text.EMPTY);
  }
}
