package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.spi.PortException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a process knows of where one session stands.
///
/// [#held] and [#shown] may be called by any thread. All else belongs to the session's writer.
final class KnownState {
  private static final Logger LOG = LoggerFactory.getLogger(KnownState.class);

  private final SessionId session;
  private final Loader loader;
  private volatile @Nullable SessionState held;
  private volatile @Nullable SessionState shown;

  KnownState(SessionId session, Loader loader) {
    this.session = session;
    this.loader = loader;
  }

  /// As of the last commit in this process; null while it is not loaded.
  @Nullable SessionState held() {
    return held;
  }

  /// As [#held], but never behind what can be read in the journal: null as well while an append may
  /// be there already and is not in the state yet.
  @Nullable SessionState shown() {
    return shown;
  }

  /// Reads it, if it is not known.
  ///
  /// @return false if there is no such session
  boolean isLoaded() {
    if (held == null) {
      hold(loader.load(session).orElse(null));
    }
    return held != null;
  }

  SessionState loaded() {
    return Objects.requireNonNull(held, "the session is not loaded");
  }

  /// The number of the last event, if something is due that this process would drive; else 0.
  long unfinishedAt() {
    try {
      return isLoaded() && !loaded().due().isEmpty() ? loaded().position().seq() : 0;
    } catch (PortException unreadable) {
      // It is left all the same, and is free when this process is gone.
      LOG.warn("session {} is let go of unread: {}", session, unreadable.problem());
      return 0;
    }
  }

  /// Whether others work for the session while nothing is going in it. Something that is going must
  /// be taken over by an append before it is driven again, so that is not the same.
  boolean isWaitedFor() {
    var now = held;
    return now != null && !now.annals().tasks().isEmpty() && now.due().isEmpty();
  }

  /// The session begins where another one is; nobody is shown that before it is written.
  void begin(SessionState place) {
    held = place;
  }

  /// The session is about to be written: whoever reads meanwhile has to read the journal.
  void hide() {
    shown = null;
  }

  void hold(@Nullable SessionState now) {
    held = now;
    shown = now;
  }

  void forget() {
    hold(null);
  }
}
