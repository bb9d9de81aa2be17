package dev.drover.internal.state;

import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The state of one session that a process knows.
///
/// [#currentState] and [#publishedState] may be called by any thread. All else belongs to the
/// session's writer.
public final class KnownState {
  private static final Logger LOG = LoggerFactory.getLogger(KnownState.class);

  private final SessionId session;
  private final SessionStates states;
  private volatile @Nullable SessionState currentState;
  private volatile @Nullable SessionState publishedState;

  public KnownState(SessionId session, SessionStates states) {
    this.session = session;
    this.states = states;
  }

  public SessionId session() {
    return session;
  }

  /// The state after the last commit in this process; null while it is not loaded.
  public @Nullable SessionState currentState() {
    return currentState;
  }

  /// As [#currentState], but never older than the journal: also null while an append may already be
  /// in the journal and is not in the state yet.
  public @Nullable SessionState publishedState() {
    return publishedState;
  }

  /// Loads it, if it is not known.
  ///
  /// @return false if there is no such session
  public boolean loadIfNeeded() {
    if (currentState == null) {
      hold(states.stored(session).orElse(null));
    }
    return currentState != null;
  }

  public SessionState requireLoaded() {
    return Objects.requireNonNull(currentState, "the session is not loaded");
  }

  /// The number of the last event, if there is due work that this process would drive; otherwise 0.
  public long unfinishedAt() {
    try {
      return loadIfNeeded() && !requireLoaded().due().isEmpty()
          ? requireLoaded().position().seq()
          : 0;
    } catch (PortException unreadable) {
      // It is released anyway, and is free when this process is gone.
      LOG.warn("session {} is let go of unread: {}", session, unreadable.problem());
      return 0;
    }
  }

  /// Whether the session has tasks in progress while it has no run. A run must be taken over by an
  /// append before it is driven again, so that is not the same.
  public boolean isWaitedFor() {
    var now = currentState;
    return now != null && !now.records().tasks().isEmpty() && now.due().isEmpty();
  }

  /// The session begins at the position of another one; the state is not published before it is
  /// appended.
  public void begin(SessionState place) {
    currentState = place;
  }

  /// The session is about to be appended to: readers have to read the journal.
  public void hideFromReaders() {
    publishedState = null;
  }

  public void hold(@Nullable SessionState now) {
    currentState = now;
    publishedState = now;
  }

  public void forget() {
    hold(null);
  }
}
