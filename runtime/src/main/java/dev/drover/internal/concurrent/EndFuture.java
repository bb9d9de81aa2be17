package dev.drover.internal.concurrent;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.RunId;

/// The end of a run or a direct call, for its caller. Shared by the caller and the writer.
///
/// @param <E> the event that ends it
public final class EndFuture<E extends Event.OfRun> {
  private final RunId run;
  private final PendingResult<End<E>> end = new PendingResult<>();

  private EndFuture(RunId run) {
    this.run = run;
  }

  /// For the sender of a prompt.
  public static EndFuture<Event.RunFinished> ofRun(RunId run) {
    return new EndFuture<>(run);
  }

  /// For a direct call.
  public static EndFuture<Event.ToolSettled> ofCall(RunId call) {
    return new EndFuture<>(call);
  }

  public RunId run() {
    return run;
  }

  public PendingResult<End<E>> end() {
    return end;
  }

  public void ended(E event) {
    end.complete(new Ended<>(event));
  }

  public void ownershipLost(String why) {
    end.complete(new OwnershipLost<>(why));
  }

  /// The result of the wait.
  public sealed interface End<E> {}

  public record Ended<E>(E event) implements End<E> {}

  /// This process no longer drives it; its end will be in the journal.
  public record OwnershipLost<E>(String why) implements End<E> {}
}
