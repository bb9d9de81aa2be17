package dev.drover.acp;

import dev.drover.acp.PermissionRequests.Question;
import dev.drover.acp.update.EditorCallViews;
import dev.drover.acp.update.NoticeMapper;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.query.SessionQueries;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the events of one session: sends what the editor shows, puts questions, and ends the
/// turns whose runs have ended.
///
/// [#replay] and [#prime] are called before [#run]; those three belong to one thread at a time.
/// [#stop] may be called by any.
final class SessionFeed implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionFeed.class);
  private static final int PAGE = 500;
  private static final int LOOKS_UNTIL_LOST = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration SHORT_PATIENCE = Duration.ofMillis(100);

  private final SessionQueries queries;
  private final SessionId session;
  private final NoticeMapper mapper;
  private final EditorCallViews views;
  private final SessionUpdates updates;
  private final PermissionRequests questions;
  private final FeedListener listener;
  private final Set<SessionId> children = new HashSet<>();
  private long shown;
  private int idleLooks;
  private volatile boolean stopped;
  private volatile @Nullable EventStream events;

  /// What the session of the feed does about its news.
  interface FeedListener {
    PermissionMode mode();

    void finished(Event.RunFinished finished);

    /// Nothing more will come.
    void lost(Problem problem);

    /// Whether a run that a turn waits for is no longer driven by any process.
    boolean isAbandoned();
  }

  SessionFeed(
      EditorWorkspace workspace,
      NoticeMapper mapper,
      EditorCallViews views,
      SessionUpdates updates,
      PermissionRequests questions,
      FeedListener listener) {
    this.queries = workspace.drover().queries();
    this.session = workspace.session();
    this.mapper = mapper;
    this.views = views;
    this.updates = updates;
    this.questions = questions;
    this.listener = listener;
  }

  /// Sends the whole conversation, as far as it is stored.
  void replay() {
    boolean isGap = read(0, notice -> updates.send(mapper.map(notice)));
    if (isGap) {
      updates.send(mapper.map(new Notice.Missed(0, 0, Notice.Missed.Why.TRIMMED)));
    }
  }

  /// Learns what is in progress, and sends nothing.
  void prime() {
    var running = queries.session(session).map(SessionRow::running).orElse(null);
    if (running == null) {
      shown = queries.session(session).map(SessionRow::tail).orElse(0L);
    } else {
      long first = queries.run(running).map(run -> run.firstSeq() - 1).orElse(0L);
      read(first, mapper::map);
    }
    mapper.forgetShown();
  }

  private boolean read(long after, Consumer<Notice> reader) {
    boolean isGap = false;
    var cursor = new Cursor(session, after);
    while (true) {
      var page = queries.page(cursor, PAGE);
      isGap |= page.gap();
      for (var item : page.items()) {
        reader.accept(item);
        noteTasks(item.event());
      }
      cursor = page.next();
      shown = cursor.seq();
      if (!page.hasMore()) {
        return isGap;
      }
    }
  }

  private void noteTasks(Event event) {
    if (event instanceof Event.TaskStarted started) {
      children.add(started.child());
    } else if (event instanceof Event.TaskEnded ended) {
      children.remove(ended.child());
    }
  }

  @Override
  public void run() {
    try (var stream = queries.events(new Cursor(session, shown))) {
      events = stream;
      putOpenQuestions();
      while (!stopped) {
        var next = stream.next(patience());
        if (next.isPresent()) {
          idleLooks = 0;
          take(next.get());
        } else if (stream.isAtEnd()) {
          break;
        } else {
          idle();
        }
      }
      listener.lost(closedProblem(session));
    } catch (WaitInterrupted stop) {
      listener.lost(closedProblem(session));
    } catch (DroverException failed) {
      LOG.debug("session {} is no longer followed", session, failed);
      listener.lost(stopped ? closedProblem(session) : failed.problem());
    }
  }

  static Problem closedProblem(SessionId session) {
    return new Problem(
        "session_closed",
        "The session is closed",
        "session %s is no longer open here".formatted(session),
        "Load it again; an unfinished run continues then.");
  }

  private Duration patience() {
    return mapper.isCalling() || !children.isEmpty() ? SHORT_PATIENCE : PATIENCE;
  }

  private void idle() {
    updates.send(mapper.flush());
    if (!children.isEmpty()) {
      putOpenQuestions();
    }
    if (listener.isAbandoned() && ++idleLooks >= LOOKS_UNTIL_LOST) {
      idleLooks = 0;
      listener.lost(
          new Problem(
              "run_not_driven",
              "No process drives the run",
              "this process has stopped driving a run of session " + session,
              "Nothing is lost. Load the session again to continue it."));
    }
  }

  private void take(Notice notice) {
    updates.send(mapper.map(notice));
    if (notice instanceof Notice.Happened happened) {
      noteTasks(happened.event());
      react(happened.event());
    }
  }

  private void react(Event event) {
    if (event instanceof Event.ApprovalRequested asked) {
      put(asked);
    } else if (event instanceof Event.ApprovalAnswered answered) {
      questions.settled(own(answered));
    } else if (event instanceof Event.ToolSettled settled) {
      questions.settled(own(settled));
    } else if (event instanceof Event.RunFinished finished) {
      listener.finished(finished);
    }
  }

  private ApprovalId own(Event.OfCall event) {
    return new ApprovalId(session, event.effect());
  }

  /// It may have been answered since: then it is no longer open.
  private void put(Event.ApprovalRequested asked) {
    var id = own(asked);
    queries.approvals().stream()
        .filter(row -> row.id().equals(id))
        .findFirst()
        .ifPresent(this::put);
  }

  /// Questions of the session and of its tasks, which have journals of their own.
  private void putOpenQuestions() {
    var open = queries.approvals();
    questions.settleOthers(session, open.stream().map(ApprovalRow::id).collect(Collectors.toSet()));
    if (open.isEmpty()) {
      return;
    }
    var family = family();
    for (var row : open) {
      if (family.contains(row.id().session())) {
        put(row);
      }
    }
  }

  private Set<SessionId> family() {
    var all = new HashSet<>(Set.of(session));
    var unread = new ArrayList<>(List.of(session));
    while (!unread.isEmpty()) {
      for (var child : queries.children(unread.removeLast())) {
        if (all.add(child.session())) {
          unread.add(child.session());
        }
      }
    }
    return all;
  }

  private void put(ApprovalRow row) {
    boolean isOwn = row.id().session().equals(session);
    var known = isOwn ? mapper.find(row.id().effect()).orElse(null) : null;
    var name = isOwn ? row.id().effect().toString() : row.id().toString();
    var call =
        known == null ? views.of(name, row.tool(), queries.read(row.call().arguments())) : known;
    questions.put(
        new Question(row.id(), call, row.why(), row.grant(), queries.read(row.preview())),
        listener.mode());
  }

  /// Ends the feed; a waiting thread returns.
  void stop() {
    stopped = true;
    var stream = events;
    if (stream != null) {
      stream.close();
    }
  }
}
