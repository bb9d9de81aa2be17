package dev.drover.internal.verify;

import dev.drover.internal.artifact.ToolArtifacts;
import dev.drover.internal.tool.OutputLimit;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.tool.DirectTools;
import dev.drover.verify.SessionVerification.VerificationCheck;
import java.util.Map;

/// Runs the commands of checks with the session's own tool `bash`, as direct calls.
///
/// @param tools of the session
record CheckCommands(SessionId session, DirectTools tools, VerificationServices services) {
  static final String BASH = "bash";

  /// A report is for people; the complete output is an artifact, and in the events of the call.
  private static final int MOST_EVIDENCE = 4 * 1024;

  /// The maximum time limit of a command.
  private static final int MOST_SECONDS = 600;

  /// Interrupting the calling thread stops the command.
  VerificationReport.Check carriedOut(VerificationCheck.Command check) {
    var trial = CheckScript.of(services.time().freshId("v-"));
    var call =
        tools.call(
            BASH,
            Map.of(
                "command",
                trial.wrapped(check.subject()),
                "timeout",
                MOST_SECONDS,
                "yield",
                MOST_SECONDS));
    var words = trial.without(call.text());
    return switch (call.status()) {
      case SUCCEEDED ->
          check.ended(trial.hasPassed(call.text()) ? Status.PASSED : Status.FAILED, Text.of(words));
      case FAILED -> check.ended(Status.FAILED, Text.of(words));
      // The result of the work is not known.
      case REFUSED, DENIED, CANCELLED -> check.ended(Status.SKIPPED, Text.of(words));
      case UNKNOWN -> check.ended(Status.NEEDS_REVIEW, Text.of(words));
    };
  }

  /// With evidence of limited length.
  VerificationReport.Check cut(VerificationReport.Check outcome) {
    var artifacts = new ToolArtifacts(session, services.artifacts());
    return outcome.evidence(
        new OutputLimit(MOST_EVIDENCE, services.texts(), artifacts).cut(outcome.evidence()));
  }

  /// One command of a check. A special line at the end of its output shows that it passed, so that
  /// no other output can be mistaken for it, and a shell that died has not passed.
  ///
  /// @param mark a unique text that no other output contains
  private record CheckScript(String mark) {
    static CheckScript of(String fresh) {
      return new CheckScript("[check " + fresh + " ended with ");
    }

    /// The line break ends a comment or a here-document in the command.
    String wrapped(String command) {
      return "(\n%s\n)\ncode=$?\nprintf '\\n%%s%%s]\\n' '%s' \"$code\"\nexit $code"
          .formatted(command, mark);
    }

    boolean hasPassed(String printed) {
      return printed.lines().anyMatch((mark + "0]")::equals);
    }

    String without(String printed) {
      return String.join("\n", printed.lines().filter(line -> !line.startsWith(mark)).toList())
          .strip();
    }
  }
}
