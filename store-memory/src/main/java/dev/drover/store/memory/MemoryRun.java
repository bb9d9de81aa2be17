package dev.drover.store.memory;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.RunEnd;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.RunStart;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One run, as one mutable object: each object adds to the cost of garbage collection. Guarded by
/// the monitor of its session.
final class MemoryRun {
  private final long ordinal;
  private final RunId name;
  private final String title;
  private final String digest;
  private Instant acceptedAt;
  private long beganSeq;
  private long firstSeq;
  private long lastSeq;
  private @Nullable Instant endedAt;
  private @Nullable RunStatus status;

  /// @param ordinal its position in the order of acceptance, over all sessions of the store
  MemoryRun(long ordinal, Catalog.Change.RunAccepted accepted) {
    this.ordinal = ordinal;
    this.name = accepted.run();
    this.title = accepted.title();
    this.digest = accepted.digest();
    this.acceptedAt = accepted.at();
    this.beganSeq = accepted.seq();
    this.firstSeq = accepted.seq();
  }

  long ordinal() {
    return ordinal;
  }

  RunId name() {
    return name;
  }

  long firstSeq() {
    return firstSeq;
  }

  /// Only for a run that has ended.
  long lastSeq() {
    return lastSeq;
  }

  void begin(Catalog.Change.RunBegun begun) {
    beganSeq = begun.seq();
    firstSeq = begun.seq();
    acceptedAt = begun.at();
  }

  void end(Catalog.Change.RunFinished finished) {
    lastSeq = finished.seq();
    endedAt = finished.at();
    status = finished.status();
  }

  boolean hasEnded() {
    return status != null;
  }

  void beginsAt(long seq) {
    firstSeq = seq;
  }

  boolean hasEvents() {
    return !hasEnded() || firstSeq <= lastSeq;
  }

  RunRow row(SessionId session) {
    return row(session, digest);
  }

  /// @param message digest of the message that was searched for, which need not be the prompt
  RunRow row(SessionId session, String message) {
    var end = endedAt == null || status == null ? null : new RunEnd(lastSeq, endedAt, status);
    var start = new RunStart(beganSeq, acceptedAt, firstSeq);
    return new RunRow(ordinal, name, session, start, title, message, end);
  }
}
