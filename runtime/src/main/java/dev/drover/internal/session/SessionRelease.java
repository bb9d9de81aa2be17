package dev.drover.internal.session;

import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.dispatch.EffectScheduler;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.inbox.EffectHandle;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.inbox.LoadedWriter;
import dev.drover.internal.inbox.Mailbox;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.state.KnownState;
import dev.drover.spi.store.Journal;
import java.util.List;

/// Unloads, releases or deletes a session in this process. Belongs to the session's writer.
public final class SessionRelease {
  private final LoadedWriter writer;
  private final Mailbox mailbox;
  private final KnownState state;
  private final EffectScheduler effects;
  private final SessionSuspension suspension;
  private final LoadedSessions loaded;
  private final HookChainRegistry hookLines;
  private final Journal journal;

  private boolean left;

  public SessionRelease(
      LoadedWriter writer,
      Mailbox mailbox,
      KnownState state,
      EffectScheduler effects,
      SessionSuspension suspension,
      LoadedSessions loaded,
      HookChainRegistry hookLines,
      Journal journal) {
    this.writer = writer;
    this.mailbox = mailbox;
    this.state = state;
    this.effects = effects;
    this.suspension = suspension;
    this.loaded = loaded;
    this.hookLines = hookLines;
    this.journal = journal;
  }

  /// Whether the writer accepts no more work: there is, or will be, another one.
  boolean hasLeft() {
    return left;
  }

  /// Unloads the session if it has no work in progress.
  void unload(WriterMessage.Unload message) {
    if (!effects.isAtRest()) {
      loaded.keepLoaded(writer);
    } else if (mailbox.retireIfEmpty()) {
      left = true;
      if (state.isWaitedFor()) {
        loaded.markParked(state.session(), state.requireLoaded().position().seq());
      }
      suspension.unload("the session was unloaded");
      forget();
    } else {
      // After the waiting messages, which may leave nothing to do.
      mailbox.put(message);
    }
  }

  /// Releases the session.
  ///
  /// @param ownership ends the work in progress, if the session is closed
  void leave(
      WriterMessage.CloseMode mode,
      PendingResult<WriterMessage.ReleaseReport> report,
      SessionOwnership ownership) {
    List<EffectHandle> underWay = List.copyOf(effects.all());
    long unfinishedAt = 0;
    try {
      switch (mode) {
        case DISCONNECT -> unfinishedAt = state.unfinishedAt();
        case CLOSE -> ownership.endAll();
      }
      letGo("the session was let go of");
    } finally {
      report.complete(new WriterMessage.ReleaseReport(underWay, unfinishedAt));
    }
  }

  /// Deletes the session from the store, and releases it.
  ///
  /// @param last the number of its last event
  void delete(long last) {
    journal.delete(state.session(), last);
    letGo("the session was deleted");
  }

  private void letGo(String why) {
    mailbox.retire();
    left = true;
    suspension.suspend(why);
    forget();
  }

  /// The session does not exist: nothing of it is kept here, unless messages wait.
  void leaveIfUnused() {
    suspension.suspend("there is no such session");
    if (mailbox.retireIfEmpty()) {
      forget();
    }
  }

  private void forget() {
    loaded.forget(writer);
    hookLines.unloaded(state.session());
  }
}
