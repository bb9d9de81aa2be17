package dev.drover.runtime;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Message;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.writer.Letter.Manner;
import dev.drover.runtime.writer.Oversight;
import dev.drover.runtime.writer.Pending;
import dev.drover.runtime.writer.Reply;
import dev.drover.runtime.writer.Ticket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One durable conversation of one agent, as a handle: cheap, and safe for use by any thread.
///
/// Everything here is either said to the session, and durable when the method returns, or read from
/// its journal. What is read while a run is going is true of some moment during the call.
public final class Session implements AutoCloseable {
  private final SessionId id;
  private final Drover drover;
  private final String agent;
  private final AtomicReference<@Nullable Pending<Boolean>> closing = new AtomicReference<>();

  Session(SessionId id, Drover drover, String agent) {
    this.id = id;
    this.drover = drover;
    this.agent = agent;
  }

  public SessionId id() {
    return id;
  }

  public String agent() {
    return agent;
  }

  /// Sends a prompt and waits for the answer.
  ///
  /// @throws dev.drover.runtime.problem.RunEnded if the run failed or was cancelled
  public RunReport ask(String prompt) {
    var prompted = prompted(Ask.of(prompt));
    try {
      // One wait, for the end: a prompt that starts no run ends this wait as well.
      prompted.ticket().end().await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("run " + prompted.ticket().run());
    }
    return Reports.completed(run(prompted).await());
  }

  /// Starts a run.
  ///
  /// @throws SessionBusy if one is going
  /// @throws SessionClosed if this handle is closed
  public Run send(String prompt) {
    return send(Ask.of(prompt));
  }

  /// Starts a run, or finds the one that was started with the same key.
  ///
  /// @throws dev.drover.runtime.problem.RunKeyConflict if the key was used with another prompt
  public Run send(Ask ask) {
    return run(prompted(ask));
  }

  private record Prompted(Ticket<Event.RunFinished> ticket, Pending<Reply> reply) {}

  private Prompted prompted(Ask ask) {
    requireOpen();
    if (ask.prompt().isBlank()) {
      throw new ConfigurationInvalid("prompt", "it is empty", "Say what the agent is to do.");
    }
    var ticket = Ticket.ofRun(new RunId(drover.engine().time().freshId("r-")));
    return new Prompted(ticket, drover.prompt(id, agent, ticket, prompt(ask)));
  }

  private Run run(Prompted prompted) {
    var ticket = prompted.ticket();
    return switch (prompted.reply().awaitCalmly()) {
      case Reply.Committed _ -> new Run(id, ticket.run(), drover, ticket);
      case Reply.Existing(var run) -> new Run(id, run, drover, null);
      case Reply.Ignored(_, var detail) -> throw new SessionBusy(id, detail);
      case Reply.Forwarded _ -> throw new SessionBusy(id, "another process drives it");
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  private Prompt prompt(Ask ask) {
    var given = ask.history();
    var history =
        given == null ? new Prompt.History.Own() : new Prompt.History.Given(Histories.check(given));
    return new Prompt(drover.engine().texts().of(ask.prompt()), history, ask.key());
  }

  /// Cancels whichever run is going, and all calls of the host.
  ///
  /// @return whether there was something to cancel
  public boolean cancel() {
    return drover.cancel(id, null, "user", "cancelled through its session");
  }

  /// Cancels that run, or that call of the host, and no other.
  ///
  /// @return whether it was going
  public boolean cancel(RunId run) {
    return drover.cancel(id, run, "user", "cancelled through its session");
  }

  /// Forgets what was said. The next request has nothing of it; the journal keeps it.
  ///
  /// @throws SessionBusy if a run is going
  public void clearHistory() {
    requireOpen();
    switch (drover.tell(id, new Input.ClearRequested("user"))) {
      case Reply.Committed _, Reply.Existing _ -> {}
      case Reply.Ignored(var why, var detail) -> {
        if (why == Why.BUSY) {
          throw new SessionBusy(id, detail);
        }
      }
      case Reply.Forwarded _ -> throw new SessionBusy(id, "another process drives it");
      case Reply.Refused(var problem) -> throw problem;
    }
  }

  /// Brings back the files that a run of this session touched as they were before it. A file that
  /// was changed since, by whomever, is left alone; so is everything that the run did not touch.
  /// What was said stays in the conversation.
  ///
  /// @throws SessionBusy if a run is going
  /// @throws dev.drover.runtime.problem.RunNotFound if this session has no such run
  public UndoReport undo(RunId run) {
    requireOpen();
    if (run(run).isEmpty()) {
      throw new RunNotFound(run);
    }
    return drover.undo(run, "user");
  }

  /// The run that is going, if one is.
  public Optional<Run> currentRun() {
    return state().running().map(frame -> new Run(id, frame.run(), drover, null));
  }

  /// A run of this session, if it is one.
  public Optional<Run> run(RunId run) {
    return drover
        .archive()
        .run(run)
        .filter(snapshot -> snapshot.session().equals(id))
        .map(_ -> new Run(id, run, drover, null));
  }

  /// In the order in which they were started.
  public List<RunSnapshot> runs() {
    return drover.archive().runs(id);
  }

  /// What happens in the session: from its first event, and then live.
  public EventStream events() {
    return events(Cursor.start(id));
  }

  /// @throws dev.drover.runtime.problem.CursorInvalid if it is not a place in this session
  public EventStream events(Cursor from) {
    return drover.archive().events(Histories.own(from, id));
  }

  /// @throws dev.drover.runtime.problem.CursorInvalid if it is not a place in this session
  public EventPage page(Cursor from, int limit) {
    return drover.archive().page(Histories.own(from, id), limit);
  }

  /// The messages that the next request will start with.
  public List<Message> history() {
    return state().conversation().messages();
  }

  /// How many turns are finished.
  public long turnCount() {
    return state().totals().turns();
  }

  /// How many events there have ever been.
  public long eventCount() {
    return state().position().seq();
  }

  public Usage totalUsage() {
    return state().totals().usage();
  }

  /// Tokens of the last model reply.
  public Usage lastTurnUsage() {
    return state().totals().lastTurn();
  }

  /// The answer of the last run that completed.
  public Optional<String> lastResponse() {
    return Optional.of(state().totals().lastResponse())
        .filter(text -> !text.isEmpty())
        .map(this::read);
  }

  /// The words behind a text of a message or an event, wherever they are kept.
  public String read(Text text) {
    return drover.archive().read(text);
  }

  /// Its tools, for the host to call.
  public DirectTools tools() {
    return new DirectTools(this, drover, Oversight.HOST);
  }

  /// Calls one of its tools, without asking anybody and without a word in the conversation. See
  /// [DirectTools].
  public ToolReport tool(String name, Map<String, ?> arguments) {
    return tools().call(name, arguments);
  }

  /// Outputs of its tools that were too large for the conversation.
  public SessionArtifacts artifacts() {
    return new SessionArtifacts(id, drover.engine().storeroom());
  }

  private SessionState state() {
    return drover.archive().state(id);
  }

  public boolean isClosed() {
    return closing.get() != null;
  }

  /// Ends the run that is going, if one is, and lets go of the session. It can be opened again.
  /// Every caller returns when that is done; never throws.
  @Override
  public void close() {
    leave(Manner.CLOSE);
  }

  /// Lets go of the session without ending its run: that goes on when the session is opened again,
  /// here or in another process.
  public void disconnect() {
    leave(Manner.DISCONNECT);
  }

  private void leave(Manner manner) {
    var mine = new Pending<Boolean>();
    if (closing.compareAndSet(null, mine)) {
      try {
        drover.leave(this, manner);
      } finally {
        mine.complete(true);
      }
    }
    var someone = closing.get();
    if (someone != null) {
      someone.awaitCalmly();
    }
  }

  void requireOpen() {
    if (isClosed()) {
      throw new SessionClosed(id);
    }
  }
}
