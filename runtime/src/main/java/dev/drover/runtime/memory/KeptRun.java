package dev.drover.runtime.memory;

import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Catalog.RunEnd;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Change;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One run, as one object that is changed: whoever collects garbage carries each of them along.
/// Guarded by the monitor of its session.
final class KeptRun {
  private final int ordinal;
  private final RunId name;
  private final String title;
  private final String digest;
  private Instant acceptedAt;
  private long firstSeq;
  private long lastSeq;
  private @Nullable Instant endedAt;
  private @Nullable RunStatus status;

  /// @param ordinal its place in the order of acceptance, counted from 1
  KeptRun(int ordinal, Change.RunAccepted accepted) {
    this.ordinal = ordinal;
    this.name = accepted.run();
    this.title = accepted.title();
    this.digest = accepted.digest();
    this.acceptedAt = accepted.at();
    this.firstSeq = accepted.seq();
  }

  RunId name() {
    return name;
  }

  long firstSeq() {
    return firstSeq;
  }

  /// Of one that has ended.
  long lastSeq() {
    return lastSeq;
  }

  void begin(Change.RunBegun begun) {
    firstSeq = begun.seq();
    acceptedAt = begun.at();
  }

  void end(Change.RunFinished finished) {
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

  /// @param message digest of the message that is asked for, which need not be the prompt
  RunRow row(SessionId session, String message) {
    var end = endedAt == null || status == null ? null : new RunEnd(lastSeq, endedAt, status);
    return new RunRow(ordinal, name, session, firstSeq, acceptedAt, title, message, end);
  }
}
