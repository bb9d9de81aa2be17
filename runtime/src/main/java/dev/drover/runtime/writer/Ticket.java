package dev.drover.runtime.writer;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;

/// How whoever began something learns of its end. Held by them and by the writer.
///
/// @param <E> the event that ends it
public final class Ticket<E extends Event.OfRun> {
  private final RunId run;
  private final Pending<End<E>> end = new Pending<>();

  private Ticket(RunId run) {
    this.run = run;
  }

  /// For whoever sends a prompt.
  public static Ticket<Event.RunFinished> ofRun(RunId run) {
    return new Ticket<>(run);
  }

  /// For the host that calls a tool itself.
  public static Ticket<Event.ToolSettled> ofCall(RunId call) {
    return new Ticket<>(call);
  }

  public RunId run() {
    return run;
  }

  public Pending<End<E>> end() {
    return end;
  }

  void ended(E event) {
    end.complete(new Ended<>(event));
  }

  void lostSight(String why) {
    end.complete(new LostSight<>(why));
  }

  /// What a ticket holder learns.
  public sealed interface End<E> {}

  public record Ended<E>(E event) implements End<E> {}

  /// This process no longer drives it; its end will be in the journal.
  public record LostSight<E>(String why) implements End<E> {}
}
