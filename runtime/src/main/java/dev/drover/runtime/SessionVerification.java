package dev.drover.runtime;

import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.CheckOutcome.Standing;
import dev.drover.kernel.Input;
import dev.drover.kernel.RunId;
import dev.drover.kernel.Text;
import dev.drover.kernel.VerificationReport;
import dev.drover.kernel.VerificationStatus;
import dev.drover.runtime.artifact.ToolArtifacts;
import dev.drover.runtime.perform.OutputLimit;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.verify.Check;
import dev.drover.runtime.verify.Verified;
import dev.drover.runtime.writer.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether the work in a session is good, as far as somebody has checked it. Reports are durable
/// when they are recorded, and disturb no run.
///
/// Safe for use by any thread.
public final class SessionVerification {
  private static final String BASH = "bash";
  private static final String HOST = "host";

  /// A report is read by people; the whole output is an artifact, and in the events of the call.
  private static final int MOST_EVIDENCE = 4 * 1024;

  /// The longest that a command can be given.
  private static final int MOST_SECONDS = 600;

  private final Session session;
  private final Drover drover;

  SessionVerification(Session session, Drover drover) {
    this.session = session;
    this.drover = drover;
  }

  /// Writes down what was found, wherever the session is driven.
  ///
  /// @throws RunNotFound if it is about a run that this session does not have
  public void record(VerificationReport report) {
    session.requireOpen();
    requireKnown(report.run());
    var checks =
        report.checks().stream().map(check -> check.evidence(cut(check.evidence()))).toList();
    var input =
        new Input.VerificationGiven(new VerificationReport(report.run(), report.by(), checks));
    switch (drover.tell(session.id(), input)) {
      case Reply.Committed _, Reply.Existing _, Reply.Forwarded _, Reply.Ignored _ -> {}
      case Reply.Refused(var problem) -> throw problem;
    }
  }

  private void requireKnown(@Nullable RunId run) {
    if (run != null && session.run(run).isEmpty()) {
      throw new RunNotFound(run);
    }
  }

  private Text cut(Text evidence) {
    var engine = drover.engine();
    var artifacts = new ToolArtifacts(session.id(), engine.storeroom());
    return new OutputLimit(MOST_EVIDENCE, engine.texts(), artifacts).cut(evidence);
  }

  /// The newest ones, oldest first: at most [dev.drover.kernel.Annals#MOST]. The journal has all.
  public List<VerificationReport> reports() {
    return drover.archive().state(session.id()).annals().reports();
  }

  /// Those about the work of this run.
  public List<VerificationReport> reports(RunId run) {
    return reports().stream().filter(report -> run.equals(report.run())).toList();
  }

  /// What they come to: of each check the newest outcome counts.
  public Verified verified() {
    return Verified.by(reports());
  }

  /// What those about this run come to.
  public Verified verified(RunId run) {
    return Verified.by(reports(run));
  }

  /// Failed if a required check failed, open if one is open, else passed.
  ///
  /// @return empty if nothing was checked
  public Optional<VerificationStatus> status() {
    return verified().status();
  }

  /// For people to read.
  public String summaryText() {
    return verified().text();
  }

  /// Carries the checks out, one after the other, and records what came of them.
  ///
  /// Commands are run by the session's own tool `bash`, as a call of the host: in the workspace,
  /// and in the sandbox if there is one. Whoever interrupts the calling thread stops the one that
  /// runs.
  ///
  /// @throws ConfigurationInvalid if there is a command and the session has no such tool
  public VerificationReport verify(List<Check> checks) {
    return verified(checks, null);
  }

  /// The same, about the work of this run.
  public VerificationReport verify(List<Check> checks, RunId run) {
    return verified(checks, run);
  }

  private VerificationReport verified(List<Check> checks, @Nullable RunId run) {
    session.requireOpen();
    requireKnown(run);
    // Before anything is run: whether it can be reported at all.
    var planned = checks.stream().map(check -> check.ended(Standing.SKIPPED, Text.EMPTY)).toList();
    var plan = new VerificationReport(run, HOST, planned);
    if (checks.stream().anyMatch(Check.Command.class::isInstance)) {
      requireBash();
    }
    var outcomes = new ArrayList<CheckOutcome>(checks.size());
    for (var check : checks) {
      outcomes.add(
          switch (check) {
            case Check.Command command -> carriedOut(command);
            case Check.Review review ->
                review.ended(Standing.NEEDS_REVIEW, Text.of("a person has to look"));
          });
    }
    var report = new VerificationReport(plan.run(), plan.by(), outcomes);
    record(report);
    return report;
  }

  private void requireBash() {
    if (!session.tools().names().contains(BASH)) {
      throw new ConfigurationInvalid(
          "tools",
          "agent '%s' has no tool 'bash' to run checks with".formatted(session.agent()),
          "Give it the workspace tools, or record a report of your own.");
    }
  }

  private CheckOutcome carriedOut(Check.Command check) {
    var trial = Trial.of(drover.engine().time().freshId("v-"));
    var call =
        session.tool(
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
          check.ended(
              trial.hasPassed(call.text()) ? Standing.PASSED : Standing.FAILED, Text.of(words));
      case FAILED -> check.ended(Standing.FAILED, Text.of(words));
      // Nothing is known about the work.
      case REFUSED, DENIED, CANCELLED -> check.ended(Standing.SKIPPED, Text.of(words));
      case UNKNOWN -> check.ended(Standing.NEEDS_REVIEW, Text.of(words));
    };
  }

  /// One command on trial. Whether it passed is told by a line of our own at the end of what it
  /// printed, so that no other line can be taken for it, and a shell that died has not passed.
  ///
  /// @param mark stands in no other output
  private record Trial(String mark) {
    static Trial of(String fresh) {
      return new Trial("[check " + fresh + " ended with ");
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
