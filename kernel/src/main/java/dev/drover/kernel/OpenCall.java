package dev.drover.kernel;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One call of the turn that is being worked on, and how far it has got.
///
/// @param look where the workspace is kept as it was before; null if the call did not look
/// @param touched the files it said it changes, oldest first
/// @param labels of its outcome, once it has one
/// @param child the session that it gave something to do; null if none
public record OpenCall(
    PlannedCall planned,
    Stage stage,
    @Nullable BlobId look,
    List<FileChange> touched,
    List<Label> labels,
    @Nullable SessionId child) {
  public OpenCall {
    touched = List.copyOf(touched);
    labels = List.copyOf(labels);
  }

  OpenCall(PlannedCall planned) {
    this(planned, new Stage.Ready(0), null, List.of(), List.of(), null);
  }

  /// How far a call has got.
  public sealed interface Stage {
    /// How often the call has been started so far. Crashes make it more than one.
    int attempts();

    /// May run, and is not running.
    record Ready(int attempts) implements Stage {}

    /// A person has been asked.
    ///
    /// @param answerers who may answer; anybody, if empty
    /// @param until when it is too late for a yes; null if never
    record Asking(int attempts, List<String> answerers, @Nullable Instant until) implements Stage {
      public Asking {
        answerers = List.copyOf(answerers);
      }

      boolean isToldBy(String person) {
        return answerers.isEmpty() || answerers.contains(person);
      }

      boolean isOver(Instant now) {
        return until != null && !now.isBefore(until);
      }
    }

    /// @param since when this attempt was begun
    record Started(int attempts, Instant since) implements Stage {}

    /// Somebody elsewhere carries it out.
    ///
    /// @param since when this attempt was begun
    /// @param until when it is too late for an outcome; null if never
    /// @param room what became of its place among the calls that run
    record Away(int attempts, Instant since, @Nullable Instant until, Deferred.Room room)
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
    return new OpenCall(planned, next, look, touched, labels, child);
  }

  OpenCall after(BlobId kept) {
    return new OpenCall(planned, stage, kept, touched, labels, child);
  }

  OpenCall delegating(SessionId to) {
    return new OpenCall(planned, stage, look, touched, labels, to);
  }

  OpenCall touching(List<FileChange> more) {
    var all = new ArrayList<>(touched);
    all.addAll(more);
    return new OpenCall(planned, stage, look, all, labels, child);
  }

  OpenCall labelled(List<Label> more) {
    return more.equals(labels) ? this : new OpenCall(planned, stage, look, touched, more, child);
  }

  /// The labels it has and these, each once.
  List<Label> labelsWith(List<Label> more) {
    return Stream.concat(labels.stream(), more.stream()).distinct().sorted().toList();
  }

  boolean isSettled() {
    return stage instanceof Stage.Settled;
  }

  /// Whether it waits for somebody, and nothing of it is going on in this process.
  boolean isParked() {
    return stage instanceof Stage.Asking || stage instanceof Stage.Away;
  }

  /// Whether another call of the turn may not begin because of it.
  boolean isInPlace() {
    return isRunning() || (stage instanceof Stage.Away away && away.room() == Deferred.Room.KEPT);
  }

  boolean isRunning() {
    return stage instanceof Stage.Started || stage instanceof Stage.Probing;
  }
}
