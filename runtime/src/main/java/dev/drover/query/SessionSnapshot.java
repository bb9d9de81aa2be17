package dev.drover.query;

import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A session after one of its events. All values belong to the same moment: a task that ends and
/// the run that it starts are never both missing.
///
/// @param eventCount how many events the session has had, including trimmed ones
/// @param messages that the next request will start with
/// @param verifications the newest reports, oldest first
public record SessionSnapshot(
    SessionId session,
    long eventCount,
    Profile profile,
    Work work,
    Totals totals,
    List<Message> messages,
    List<VerificationReport> verifications) {
  public SessionSnapshot {
    messages = List.copyOf(messages);
    verifications = List.copyOf(verifications);
  }

  /// The owner of a session, and the settings for all its runs.
  ///
  /// @param recipe null until the first run
  /// @param labels the kinds of data in its conversation
  /// @param runModel the name of the model that the next run begins with, and that the current one
  ///   was given, even if that was replaced; empty until the first run
  public record Profile(
      Identity identity,
      SessionOrigin origin,
      @Nullable Recipe recipe,
      List<Label> labels,
      String runModel) {
    public Profile {
      labels = List.copyOf(labels);
    }

    /// The name of the current model; empty until the first run.
    public String model() {
      return recipe == null ? "" : recipe.model();
    }
  }

  /// What the session works on.
  ///
  /// @param current null if no run is in progress
  /// @param calls of the current turn, oldest first
  /// @param children sessions of open tasks, oldest first
  public record Work(@Nullable RunId current, List<PlannedCall> calls, List<SessionId> children) {
    public Work {
      calls = List.copyOf(calls);
      children = List.copyOf(children);
    }
  }

  /// @param turns finished ones
  public record Totals(long runs, long turns, Usage usage) {}

  /// The run in progress, if there is one.
  public Optional<RunId> currentRun() {
    return Optional.ofNullable(work.current());
  }

  /// Whether neither a run nor a task is in progress.
  public boolean isIdle() {
    return work.current() == null && work.children().isEmpty();
  }

  /// A tool call in progress.
  ///
  /// @param run its run, or its own id if it is a direct call
  /// @param since when it was started; after a crash, when it was last started
  public record ActiveToolCall(EffectId id, RunId run, String tool, Instant since) {}
}
