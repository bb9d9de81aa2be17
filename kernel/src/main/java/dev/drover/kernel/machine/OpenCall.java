package dev.drover.kernel.machine;

import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.ToolResumption;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One call of the current turn, and its progress.
///
/// @param snapshot of the workspace before the call; null if the call took none
/// @param fileChanges the files it announced, oldest first
/// @param labels of its outcome, once it has one
/// @param child the session that it gave a task; null if none
/// @param resumption the answer to its last question, for its next start; null if it has not asked
public record OpenCall(
    PlannedCall planned,
    Stage stage,
    @Nullable BlobId snapshot,
    List<FileChange> fileChanges,
    List<Label> labels,
    @Nullable SessionId child,
    @Nullable ToolResumption resumption) {
  public OpenCall {
    fileChanges = List.copyOf(fileChanges);
    labels = List.copyOf(labels);
  }

  OpenCall(PlannedCall planned) {
    this(planned, new Stage.Ready(0), null, List.of(), List.of(), null, null);
  }

  /// The progress of a call.
  public sealed interface Stage {
    /// The number of times the call was started. More than one after crashes.
    int attempts();

    /// May run, and is not running.
    record Ready(int attempts) implements Stage {}

    /// A person has been asked.
    ///
    /// @param answerers the people who may answer; anybody, if empty
    /// @param until the deadline for an approval; null if there is none
    record AwaitingApproval(int attempts, List<String> answerers, @Nullable Instant until)
        implements Stage {
      public AwaitingApproval {
        answerers = List.copyOf(answerers);
      }

      boolean isAnswerableBy(String person) {
        return answerers.isEmpty() || answerers.contains(person);
      }

      boolean isOver(Instant now) {
        return until != null && !now.isBefore(until);
      }
    }

    /// The tool has asked a person, and is called again with the answer.
    ///
    /// @param round the number of the question, starting at 1
    /// @param answerers the people who may answer; anybody, if empty
    /// @param until when the question counts as dismissed; null if never
    record AwaitingAnswer(
        int attempts,
        int round,
        ToolQuestion question,
        List<String> answerers,
        @Nullable Instant until)
        implements Stage {
      public AwaitingAnswer {
        answerers = List.copyOf(answerers);
      }

      boolean isAnswerableBy(String person) {
        return answerers.isEmpty() || answerers.contains(person);
      }

      boolean isOver(Instant now) {
        return until != null && !now.isBefore(until);
      }
    }

    /// @param since when this attempt was begun
    record Started(int attempts, Instant since) implements Stage {}

    /// The call is carried out elsewhere.
    ///
    /// @param since when this attempt was begun
    /// @param until the deadline for an outcome; null if there is none
    /// @param room whether the call keeps its slot among the parallel calls
    /// @param look when the tool is asked for news; null if it is not
    record Deferred(
        int attempts,
        Instant since,
        @Nullable Instant until,
        ToolDeferral.Slot room,
        @Nullable DeferredLook look)
        implements Stage {
      boolean isOver(Instant now) {
        return until != null && !now.isBefore(until);
      }
    }

    /// Its outcome was lost; the tool is finding out whether it happened.
    record Probing(int attempts) implements Stage {}

    record Settled(int attempts, ToolOutcome outcome) implements Stage {}
  }

  EffectId effect() {
    return planned.effect();
  }

  OpenCall at(Stage next) {
    return new OpenCall(planned, next, snapshot, fileChanges, labels, child, resumption);
  }

  OpenCall after(BlobId kept) {
    return new OpenCall(planned, stage, kept, fileChanges, labels, child, resumption);
  }

  OpenCall withChild(SessionId to) {
    return new OpenCall(planned, stage, snapshot, fileChanges, labels, to, resumption);
  }

  OpenCall withFileChanges(List<FileChange> more) {
    var all = new ArrayList<>(fileChanges);
    all.addAll(more);
    return new OpenCall(planned, stage, snapshot, all, labels, child, resumption);
  }

  OpenCall withLabels(List<Label> more) {
    return more.equals(labels)
        ? this
        : new OpenCall(planned, stage, snapshot, fileChanges, more, child, resumption);
  }

  /// Ready to be started with this answer.
  OpenCall resumed(ToolResumption answered) {
    var ready = new Stage.Ready(stage.attempts());
    return new OpenCall(planned, ready, snapshot, fileChanges, labels, child, answered);
  }

  /// How many of its questions were answered.
  int rounds() {
    return resumption == null ? 0 : resumption.round();
  }

  /// How often it was started without having been resumed: more than once after crashes.
  int begun() {
    return stage.attempts() - rounds();
  }

  /// Its labels and these, each once.
  List<Label> labelsWith(List<Label> more) {
    return Stream.concat(labels.stream(), more.stream()).distinct().sorted().toList();
  }

  boolean isSettled() {
    return stage instanceof Stage.Settled;
  }

  /// Whether it waits for an answer from outside, and nothing of it runs in this process.
  boolean isWaiting() {
    return stage instanceof Stage.AwaitingApproval
        || stage instanceof Stage.AwaitingAnswer
        || stage instanceof Stage.Deferred;
  }

  /// Whether it prevents another call of the turn from starting.
  boolean isOccupyingSlot() {
    return isRunning()
        || (stage instanceof Stage.Deferred away && away.room() == ToolDeferral.Slot.KEPT);
  }

  boolean isRunning() {
    return stage instanceof Stage.Started || stage instanceof Stage.Probing;
  }
}
