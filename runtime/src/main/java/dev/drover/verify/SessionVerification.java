package dev.drover.verify;

import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Requirement;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import java.util.LinkedHashMap;
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
  Optional<VerificationReport.Result> status();

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

  /// The combined result of several reports.
  ///
  /// @param checks the newest outcome of each check, in the order in which the checks were first
  ///   made
  record CombinedVerification(List<VerificationReport.Check> checks) {
    public CombinedVerification {
      checks = List.copyOf(checks);
    }

    /// @param reports oldest first
    public static CombinedVerification by(List<VerificationReport> reports) {
      var newest = new LinkedHashMap<String, VerificationReport.Check>();
      for (var report : reports) {
        for (var check : report.checks()) {
          newest.put(check.id(), check);
        }
      }
      return new CombinedVerification(List.copyOf(newest.values()));
    }

    /// @return empty if nothing was checked
    public Optional<VerificationReport.Result> status() {
      return checks.isEmpty()
          ? Optional.empty()
          : Optional.of(VerificationReport.Result.of(checks));
    }

    /// A text for people: one line for the whole, and one for each check.
    public String text() {
      var status = status();
      if (status.isEmpty()) {
        return "Nothing was verified.";
      }
      long passed = checks.stream().filter(check -> check.status() == Status.PASSED).count();
      var text = new StringBuilder();
      text.append(
          "Verification %s: %d of %d passed.".formatted(word(status.get()), passed, checks.size()));
      int widest = checks.stream().mapToInt(check -> check.id().length()).max().orElse(0);
      for (var check : checks) {
        text.append(
            "\n  %-12s  %s  %s%s"
                .formatted(
                    word(check.status()),
                    check.id() + " ".repeat(widest - check.id().length()),
                    check.subject(),
                    check.requirement() == Requirement.OPTIONAL ? " (optional)" : ""));
      }
      return text.toString();
    }

    private static String word(VerificationReport.Result status) {
      return switch (status) {
        case PASSED -> "passed";
        case NEEDS_REVIEW -> "needs review";
        case FAILED -> "failed";
      };
    }

    private static String word(Status standing) {
      return switch (standing) {
        case PASSED -> "passed";
        case FAILED -> "failed";
        case NEEDS_REVIEW -> "needs review";
        case SKIPPED -> "skipped";
      };
    }
  }

  /// A check of a piece of work.
  sealed interface VerificationCheck {
    /// The name of the check; of several outcomes with one name the newest counts.
    String id();

    Requirement need();

    /// The command, or what a person has to review.
    String subject();

    /// Passes if the command ends with exit code 0.
    record Command(String id, String subject, Requirement need) implements VerificationCheck {}

    /// No program can decide it: a person has to review it.
    record Review(String id, String subject, Requirement need) implements VerificationCheck {}

    static VerificationCheck required(String id, String command) {
      return new Command(id, command, Requirement.REQUIRED);
    }

    static VerificationCheck optional(String id, String command) {
      return new Command(id, command, Requirement.OPTIONAL);
    }

    /// @param what the subject of the review
    static VerificationCheck review(String id, String what) {
      return new Review(id, what, Requirement.REQUIRED);
    }

    default VerificationReport.Check ended(Status standing, Text evidence) {
      return new VerificationReport.Check(id(), subject(), need(), standing, evidence);
    }
  }
}
