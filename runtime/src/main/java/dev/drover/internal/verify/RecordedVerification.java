package dev.drover.internal.verify;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.tool.DirectTools;
import dev.drover.verify.SessionVerification;
import dev.drover.verify.SessionVerification.CombinedVerification;
import dev.drover.verify.SessionVerification.VerificationCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Implements [SessionVerification].
public final class RecordedVerification implements SessionVerification {
  private static final String HOST = "host";

  private final OpenHandle session;
  private final DirectTools tools;
  private final VerificationServices services;

  public RecordedVerification(
      OpenHandle session, DirectTools tools, VerificationServices services) {
    this.session = session;
    this.tools = tools;
    this.services = services;
  }

  @Override
  public void record(VerificationReport report) {
    nonNull(report, "report");
    session.requireOpen();
    requireKnown(report.run());
    var checks = report.checks().stream().map(commands()::cut).toList();
    var input =
        new Input.VerificationGiven(new VerificationReport(report.run(), report.by(), checks));
    switch (services.inputs().submit(session.id(), input)) {
      case WriterReply.Committed _,
          WriterReply.Existing _,
          WriterReply.Forwarded _,
          WriterReply.Ignored _ -> {}
      case WriterReply.Refused(var problem) -> throw problem;
    }
  }

  private void requireKnown(@Nullable RunId run) {
    if (run != null
        && services
            .queries()
            .run(run)
            .filter(known -> known.session().equals(session.id()))
            .isEmpty()) {
      throw new RunNotFound(run);
    }
  }

  private CheckCommands commands() {
    return new CheckCommands(session.id(), tools, services);
  }

  @Override
  public List<VerificationReport> reports() {
    return services.queries().state(session.id()).records().reports();
  }

  @Override
  public List<VerificationReport> reports(RunId run) {
    nonNull(run, "run");
    return reports().stream().filter(report -> run.equals(report.run())).toList();
  }

  @Override
  public CombinedVerification verified() {
    return CombinedVerification.by(reports());
  }

  @Override
  public CombinedVerification verified(RunId run) {
    nonNull(run, "run");
    return CombinedVerification.by(reports(run));
  }

  @Override
  public Optional<VerificationReport.Result> status() {
    return verified().status();
  }

  @Override
  public String summaryText() {
    return verified().text();
  }

  @Override
  public VerificationReport verify(List<VerificationCheck> checks) {
    nonNull(checks, "checks");
    return verified(checks, null);
  }

  @Override
  public VerificationReport verify(List<VerificationCheck> checks, RunId run) {
    nonNull(checks, "checks");
    nonNull(run, "run");
    return verified(checks, run);
  }

  private VerificationReport verified(List<VerificationCheck> checks, @Nullable RunId run) {
    session.requireOpen();
    requireKnown(run);
    // Checked before anything is run: whether it can be recorded at all.
    var planned = checks.stream().map(check -> check.ended(Status.SKIPPED, Text.EMPTY)).toList();
    var plan = new VerificationReport(run, HOST, planned);
    if (checks.stream().anyMatch(VerificationCheck.Command.class::isInstance)) {
      requireBash();
    }
    var outcomes = new ArrayList<VerificationReport.Check>(checks.size());
    for (var check : checks) {
      outcomes.add(
          switch (check) {
            case VerificationCheck.Command command -> commands().carriedOut(command);
            case VerificationCheck.Review review ->
                review.ended(Status.NEEDS_REVIEW, Text.of("a person has to look"));
          });
    }
    var report = new VerificationReport(plan.run(), plan.by(), outcomes);
    record(report);
    return report;
  }

  private void requireBash() {
    if (!tools.names().contains(CheckCommands.BASH)) {
      throw new ConfigurationInvalid(
          "tools",
          "agent '%s' has no tool 'bash' to run checks with".formatted(session.agent()),
          "Give it the workspace tools, or record a report of your own.");
    }
  }
}
