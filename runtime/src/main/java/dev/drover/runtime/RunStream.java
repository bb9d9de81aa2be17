package dev.drover.runtime;

import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import java.time.Duration;
import java.util.Optional;

/// A run, and everything that happens in it from its first moment: see [Session#stream]. It ends
/// with the run. Closing it ends the watching and not the run.
public final class RunStream implements EventStream {
  private final Run run;
  private final EventStream events;

  RunStream(Run run, EventStream events) {
    this.run = run;
    this.events = events;
  }

  public Run run() {
    return run;
  }

  @Override
  public Optional<Notice> next() {
    return events.next();
  }

  @Override
  public Optional<Notice> next(Duration atMost) {
    return events.next(atMost);
  }

  @Override
  public boolean isAtEnd() {
    return events.isAtEnd();
  }

  @Override
  public void close() {
    events.close();
  }
}
