package dev.drover.internal.session;

import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.concurrent.MonotonicClock;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.inbox.EffectHandle;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.publish.LiveFeeds;
import dev.drover.internal.tool.SharedToolResources;
import dev.drover.kernel.value.SessionId;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Releases sessions: the caller waits, for a limited time, until their effects have ended.
///
/// All methods may be called by any thread.
///
/// @param patience how long to wait for one effect
public record SessionShutdown(
    SessionMessages messages,
    LoadedSessions loaded,
    ProcessLease presence,
    SharedToolResources resources,
    LiveFeeds feeds,
    Duration patience) {
  private static final Logger LOG = LoggerFactory.getLogger(SessionShutdown.class);

  /// Releases one session and waits until its effects have ended.
  public void shutDown(SessionId session, WriterMessage.CloseMode mode) {
    if (mode == WriterMessage.CloseMode.CLOSE) {
      // While the session can still be written to: a command has to report its changes.
      awaitStopped(session, WriterMessage.ActiveRunAction.STOP);
    }
    var reply = new PendingResult<WriterMessage.ReleaseReport>();
    messages.submit(session, new WriterMessage.Release(mode, reply));
    var report = reply.awaitUninterruptibly();
    awaitEnd(session, report.underWay());
    if (report.unfinishedAt() > 0) {
      presence.letGo(session, report.unfinishedAt());
    }
    release(session);
  }

  /// Waits until no effect of the session is running. For a runtime that drains: it starts none.
  ///
  /// @return false if an effect was still running after this time
  public boolean awaitEffects(SessionId session, Duration atMost) {
    long since = MonotonicClock.now();
    while (true) {
      var listed = new PendingResult<List<EffectHandle>>();
      messages.submit(session, new WriterMessage.ListRunningEffects(listed));
      var running = listed.awaitUninterruptibly();
      if (running.isEmpty()) {
        return true;
      }
      var left = atMost.minusNanos(MonotonicClock.now() - since);
      // An effect that was not begun when it was joined has ended or begun the next time.
      if (!left.isPositive() || !running.getFirst().joinUninterruptibly(left)) {
        return false;
      }
      Thread.onSpinWait();
    }
  }

  /// Ends the work in progress, if the session is closed, without waiting for effects: for callers
  /// that are part of an effect.
  public void announce(SessionId session, WriterMessage.CloseMode mode) {
    switch (mode) {
      case CLOSE -> stopped(session, WriterMessage.ActiveRunAction.STOP);
      case DISCONNECT -> {}
    }
  }

  /// Releases all sessions that are loaded or parked here.
  public void shutDownAll(WriterMessage.CloseMode mode) {
    for (var session : loaded.all()) {
      shutDown(session, mode);
    }
  }

  /// Closes what tools keep for the session, and ends the streams of its watchers.
  public void release(SessionId session) {
    resources.close(session);
    feeds.end(session);
  }

  /// Waits until the stopped effects of the session have ended.
  public void awaitStopped(SessionId session, WriterMessage.ActiveRunAction going) {
    awaitEnd(session, stopped(session, going));
  }

  /// The stopped effects of the session that have not ended yet.
  private List<EffectHandle> stopped(SessionId session, WriterMessage.ActiveRunAction going) {
    var leaving = new PendingResult<List<EffectHandle>>();
    messages.submit(session, new WriterMessage.ListStoppedEffects(going, leaving));
    return leaving.awaitUninterruptibly();
  }

  /// Whether all stopped effects of the session have ended.
  public boolean checkStopped(SessionId session) {
    return stopped(session, WriterMessage.ActiveRunAction.KEEP).isEmpty();
  }

  private void awaitEnd(SessionId session, List<EffectHandle> performances) {
    for (var performance : performances) {
      if (!performance.joinUninterruptibly(patience)) {
        LOG.warn("session {}: {} does not end", session, performance.effect());
      }
    }
  }
}
