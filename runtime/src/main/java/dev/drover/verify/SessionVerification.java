package dev.drover.verify;

import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.ConfigurationInvalid;
import dev.drover.problem.RunNotFound;
import java.util.List;
import java.util.Optional;

/// Verification of the work in a session. Reports are durable when they are recorded, and do not
/// affect runs.
///
/// Safe for use by any thread.
public interface SessionVerification {
  /// Records a report, in whichever process the session is driven.
  ///
  /// @throws RunNotFound if it is about a run that this session does not have
  void record(VerificationReport report);

  /// The newest reports, oldest first: at most 16. The journal has all.
  List<VerificationReport> reports();

  /// The reports about this run.
  List<VerificationReport> reports(RunId run);

  /// The combined result: for each check the newest outcome counts.
  CombinedVerification verified();

  /// The combined result of the reports about this run.
  CombinedVerification verified(RunId run);

  /// Failed if a required check failed, open if one is open, otherwise passed.
  ///
  /// @return empty if nothing was checked
  Optional<VerificationReport.Status> status();

  /// A text for people.
  String summaryText();

  /// Carries out the checks one after the other, and records their outcomes.
  ///
  /// Commands are run by the session's own tool `bash`, as direct calls: in the workspace, and in
  /// the sandbox if there is one. Interrupting the calling thread stops the current command.
  ///
  /// @throws ConfigurationInvalid if there is a command and the session has no such tool
  VerificationReport verify(List<VerificationCheck> checks);

  /// As [#verify(List)], for the work of this run.
  VerificationReport verify(List<VerificationCheck> checks, RunId run);
}
