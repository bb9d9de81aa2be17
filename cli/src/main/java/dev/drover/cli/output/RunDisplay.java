package dev.drover.cli.output;

import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.SessionId;
import dev.drover.watch.Notice;
import java.util.List;

/// Shows a run in progress. Belongs to the watching thread.
public interface RunDisplay {
  void show(SessionId session, Notice notice);

  /// Shows work that was pending when the watch began.
  ///
  /// @param calls of the current turn
  /// @param open unanswered questions
  void showPending(List<PlannedCall> calls, List<ApprovalQuestion> open);

  /// A child session asks a question.
  void showQuestion(ApprovalQuestion question);

  /// Shows a line that is not an event. Ignored by displays that show only events.
  void showLine(StyledText line);
}
