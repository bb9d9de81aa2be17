package dev.drover;

import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.Optional;

/// A run with all its events and deltas from the start: see [Session#stream]. The stream ends with
/// the run. Closing the stream does not end the run.
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
