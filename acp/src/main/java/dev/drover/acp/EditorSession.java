package dev.drover.acp;

import dev.drover.Run;
import dev.drover.Session;
import dev.drover.acp.PromptTurn.TurnEnd;
import dev.drover.acp.SessionFeed.FeedListener;
import dev.drover.acp.update.EditorCallViews;
import dev.drover.acp.update.NoticeMapper;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.problem.DroverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One session that the editor has open: its handle, its turns, and the feed that shows it.
///
/// Safe for use by many threads.
final class EditorSession implements FeedListener {
  private static final Logger LOG = LoggerFactory.getLogger(EditorSession.class);
  private static final int MOST_REMEMBERED = 64;
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  private final EditorWorkspace workspace;
  private final Session session;
  private final SessionUpdates updates;
  private final PermissionRequests questions;
  private final SessionFeed feed;
  private final Set<RunKey> keys;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile PermissionMode mode;
  private volatile boolean cancelling;

  private final ReentrantLock lock = new ReentrantLock();
  // Guarded by the lock.
  private final List<PromptTurn> turns = new ArrayList<>();
  private final Map<RunId, RunOutcome> finished = new LinkedHashMap<>();
  private @Nullable Problem lost;
  private @Nullable Thread follower;

  /// Opens the handle last: it continues an unfinished run.
  ///
  /// @param preparation what is done before, with the feed
  EditorSession(
      EditorWorkspace workspace,
      EditorHost host,
      SessionUpdates updates,
      SessionPreparation preparation) {
    this.workspace = workspace;
    this.updates = updates;
    this.mode = workspace.mode();
    this.keys = ConcurrentHashMap.newKeySet();
    var views = new EditorCallViews(workspace.folder(), host::visible);
    var queries = workspace.drover().queries();
    var mapper = new NoticeMapper(queries, views, keys::contains, workspace.window());
    this.questions =
        new PermissionRequests(updates, workspace.drover().approvals(), host, () -> cancelling);
    this.feed = new SessionFeed(workspace, mapper, views, updates, questions, this);
    this.session = preparation.open(feed);
  }

  /// Shows what is needed of the past, then opens the handle.
  interface SessionPreparation {
    Session open(SessionFeed feed);
  }

  Session session() {
    return session;
  }

  EditorWorkspace workspace() {
    return workspace;
  }

  SessionUpdates updates() {
    return updates;
  }

  @Override
  public PermissionMode mode() {
    return mode;
  }

  void choose(PermissionMode chosen) {
    mode = chosen;
  }

  /// Begins to follow the session.
  void follow() {
    lock.lock();
    try {
      if (!closed.get() && follower == null) {
        var thread = Thread.ofVirtual().name("acp-feed-" + session.id()).unstarted(feed);
        follower = thread;
        thread.start();
      }
    } finally {
      lock.unlock();
    }
  }

  /// A turn begins. Its prompt is not shown again to the editor that sent it.
  void begin(PromptTurn turn) {
    keys.add(turn.key());
    lock.lock();
    try {
      if (turns.isEmpty()) {
        cancelling = turn.isCancelled();
      }
      turns.add(turn);
    } finally {
      lock.unlock();
    }
  }

  /// The run of a turn has an id: from now on its end ends the turn.
  void expect(PromptTurn turn, RunId run) {
    lock.lock();
    try {
      var outcome = finished.get(run);
      if (outcome != null) {
        turn.finish(new TurnEnd.Finished(outcome));
      } else if (lost != null) {
        turn.finish(new TurnEnd.Lost(lost));
      }
    } finally {
      lock.unlock();
    }
  }

  void end(PromptTurn turn) {
    lock.lock();
    try {
      turns.remove(turn);
    } finally {
      lock.unlock();
    }
  }

  boolean isBusy() {
    return !openTurns().isEmpty();
  }

  private List<PromptTurn> openTurns() {
    lock.lock();
    try {
      return List.copyOf(turns);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void finished(Event.RunFinished end) {
    lock.lock();
    try {
      finished.put(end.run(), end.outcome());
      if (finished.size() > MOST_REMEMBERED) {
        finished.remove(finished.keySet().iterator().next());
      }
      turns.stream()
          .filter(turn -> turn.isAbout(end.run()))
          .forEach(turn -> turn.finish(new TurnEnd.Finished(end.outcome())));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void lost(Problem problem) {
    lock.lock();
    try {
      lost = problem;
      turns.forEach(turn -> turn.finish(new TurnEnd.Lost(problem)));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isAbandoned() {
    return openTurns().stream()
        .map(PromptTurn::run)
        .anyMatch(run -> run != null && !run.snapshot().isDriven());
  }

  /// The editor cancels: noted at once, so that no answer that follows counts as a no.
  ///
  /// @return the turns that it means, for [#cancel]
  List<PromptTurn> noteCancel() {
    cancelling = true;
    var meant = openTurns();
    meant.forEach(PromptTurn::cancel);
    return meant;
  }

  /// Carries out a cancel. Turns that wait in the queue end first: they must not start. A run that
  /// no turn waits for, because it was continued, ends too; that of a later turn does not.
  void cancel(List<PromptTurn> meant) {
    try {
      meant.reversed().forEach(PromptTurn::stop);
      session
          .currentRun()
          .filter(run -> openTurns().stream().noneMatch(turn -> isLater(turn, meant, run.id())))
          .ifPresent(Run::cancel);
    } catch (DroverException over) {
      LOG.debug("session {} was closed while it was cancelled", session.id(), over);
    }
  }

  private static boolean isLater(PromptTurn turn, List<PromptTurn> meant, RunId run) {
    return turn.isAbout(run) && !meant.contains(turn);
  }

  /// Ends the run in progress and everything that belongs to the session.
  void close() {
    var open = noteCancel();
    cancel(open);
    session.close();
    try {
      for (var turn : open) {
        turn.awaitAtMost(CLOSE_PATIENCE);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    release();
  }

  /// Ends the run in progress, and deletes everything that is stored of the session.
  void deleteAndClose() {
    cancel(noteCancel());
    try {
      session.delete();
    } finally {
      release();
    }
  }

  /// Lets go without ending a run.
  void release() {
    Thread following;
    lock.lock();
    try {
      if (closed.getAndSet(true)) {
        return;
      }
      following = follower;
    } finally {
      lock.unlock();
    }
    feed.stop();
    questions.settleAll();
    if (following == null) {
      lost(SessionFeed.closedProblem(session.id()));
    }
    workspace.close();
  }
}
