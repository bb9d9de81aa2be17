package dev.drover.cli.screen;

import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Notice;
import java.util.List;

/// Where a run is shown while it happens. Belongs to the thread that watches.
public interface Screen {
  void see(SessionId session, Notice notice);

  /// What is under way already when the watching begins.
  ///
  /// @param calls of the turn that is being worked on
  /// @param open questions that nobody has answered
  void catchUp(List<PlannedCall> calls, List<Question> open);

  /// Somebody who works for the session asks a person.
  void asked(Question question);

  /// Says something that is not an event. Not shown where only events belong.
  void say(StyledText line);
}
