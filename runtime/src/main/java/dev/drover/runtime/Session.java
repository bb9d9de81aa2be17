package dev.drover.runtime;

import dev.drover.kernel.Compaction;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Profile;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.hook.Hooks;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.writer.Letter.Manner;
import dev.drover.runtime.writer.Oversight;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.tool.CancelScope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One durable conversation of one agent, as a handle: cheap, and safe for use by any thread.
/// Handles of one session are independent: each is closed by itself.
///
/// What is said to the session is durable when the method returns. What is read of it, here and in
/// [SessionView], is true of some moment during the call.
public final class Session extends SessionView implements AutoCloseable {
  private final SessionHold hold;
  private final String agent;
  private final @Nullable Profile found;
  private final Inquiring inquiring;
  private final AtomicReference<@Nullable Wakeups> wakeups = new AtomicReference<>();

  /// @param found what it was when it was opened; null if it was new
  Session(SessionHold hold, Drover drover, String agent, @Nullable Profile found) {
    super(hold.open().id(), drover, hold.open().departure());
    this.hold = hold;
    this.found = found;
    this.agent = agent;
    this.inquiring = new Inquiring(this, drover);
  }

  public String agent() {
    return agent;
  }

  /// The runtime it lives in.
  public Drover drover() {
    return drover;
  }

  /// The model that answers the next prompt, as `provider/model`.
  public String model() {
    return Objects.requireNonNull(drover.engine().agent(agent)).model().name();
  }

  /// What whoever opened it should know, though nothing is in the way: of the agent, if it is not
  /// what it was; of grants that allow nothing; of tools without a sandbox; of what its agent was
  /// made of.
  public List<Problem> warnings() {
    var spec = Objects.requireNonNull(drover.engine().agent(agent));
    return new Misgivings(id, spec, found).all(drover.engine().texts());
  }

  /// Sends a prompt and waits for the answer.
  ///
  /// @throws dev.drover.runtime.problem.RunEnded if the run failed or was cancelled
  public RunReport ask(String prompt) {
    requireOpen();
    return submission().ask(Ask.of(prompt));
  }

  /// Sends a prompt and waits for the answer, but not longer than `atMost`.
  ///
  /// @throws dev.drover.runtime.problem.RunEnded if the run failed or was cancelled
  /// @throws dev.drover.runtime.problem.RunNotOver if the time was over first; it says what the run
  ///   waits for, and the run stays as it is
  public RunReport ask(String prompt, Duration atMost) {
    return Submission.awaited(send(prompt), atMost);
  }

  /// Sends a prompt and waits for an answer that is such a value.
  ///
  /// @throws dev.drover.runtime.problem.RunEnded if the run failed, or the model gave no such value
  public <R extends Record> R ask(String prompt, Class<R> type) {
    requireOpen();
    return submission().ask(Ask.of(prompt).wanting(type)).value(type);
  }

  /// Starts a run.
  ///
  /// @throws SessionBusy if one is going
  /// @throws SessionClosed if this handle is closed
  /// @throws dev.drover.runtime.problem.PromptDenied if a hook denies the prompt
  public Run send(String prompt) {
    return send(Ask.of(prompt));
  }

  /// Tells the run that is going something, which it hears before its next request to the model;
  /// starts a run if none is going.
  ///
  /// @return the run that hears it
  public Run steer(String text) {
    return send(Ask.of(text).whenBusy(WhenBusy.STEER));
  }

  /// Starts a run, or finds the one that was started with the same key.
  ///
  /// @throws dev.drover.runtime.problem.RunKeyConflict if the key was used with another prompt
  public Run send(Ask ask) {
    requireOpen();
    return submission().send(ask);
  }

  /// Starts a run and watches it from its first moment: fragments and events, to the end of the
  /// run. Closing the stream ends the watching, not the run.
  ///
  /// @throws SessionBusy if a run is going
  public RunStream stream(String prompt) {
    return stream(Ask.of(prompt));
  }

  /// Starts a run, or finds the one that hears the prompt or has its key, and watches it from the
  /// beginning.
  public RunStream stream(Ask ask) {
    requireOpen();
    return archive().streams().ofNext(id, () -> submission().send(ask));
  }

  private Submission submission() {
    return new Submission(this, drover);
  }

  /// Cancels whichever run is going, all calls of the host, and what is asked through this handle.
  ///
  /// @return whether there was something to cancel
  public boolean cancel() {
    departure.requireUndeleted();
    boolean asked = inquiring.stop();
    return drover.cancel(id, null, "user", "cancelled through its session") || asked;
  }

  /// Cancels that run, or that call of the host, and no other.
  ///
  /// @return whether it was going
  public boolean cancel(RunId run) {
    departure.requireUndeleted();
    return drover.cancel(id, run, "user", "cancelled through its session");
  }

  /// Tells whoever does work for this session when it is closed or deleted, which cancels its run:
  /// not when this handle is closed and others are open. Cancelling a run alone cancels
  /// [Run#scope].
  public CancelScope scope() {
    return departure.scope();
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

  /// Lets the model forget what was said before the last so many exchanges: a prompt, and all that
  /// was said and done until the next. It is a plain trim: nothing is summed up, and no hook is
  /// asked. The journal keeps all.
  ///
  /// @param keep how many exchanges; at least the last is always kept
  /// @return empty if there was nothing to trim
  /// @throws SessionBusy if a run is going
  public Optional<Compaction> compact(int keep) {
    return new Compacting(this, drover).compact(keep);
  }

  /// Has the model sum up what was said before the last exchange, and goes on with the summary,
  /// what the user said, and that exchange. The journal keeps all. This happens by itself when a
  /// request would be too long, see [AgentBuilder#compaction]. Waits for the model; whoever
  /// interrupts the calling thread ends that.
  ///
  /// @return empty if there was nothing to sum up
  /// @throws SessionBusy if a run is going, or something was said or done meanwhile
  /// @throws dev.drover.runtime.problem.CompactionFailed if the model does not sum it up, or a hook
  ///   does not allow it; nothing has changed then
  public Optional<Compaction> compact() {
    return compact("");
  }

  /// The same.
  ///
  /// @param focus what the summary is to keep above all
  public Optional<Compaction> compact(String focus) {
    return new Compacting(this, drover).sumUp(focus);
  }

  /// Asks the model something beside the conversation, which neither sees it nor is seen: for a
  /// title, say. Works whether a run is going or not. It is under the budgets in force, and what it
  /// uses is in the [#ledger] under its name. Waits for the model; [#cancel], [#close] and whoever
  /// interrupts the calling thread end that.
  ///
  /// @param name what it is asked for: letters, digits, `-` and `_`
  /// @throws dev.drover.runtime.problem.CompletionFailed if the model does not answer, or nobody
  ///   pays for it
  public String complete(String name, String prompt) {
    return complete(Inquiry.of(name, prompt));
  }

  /// The same, with instructions or another model.
  public String complete(Inquiry inquiry) {
    return inquiring.ask(inquiry);
  }

  /// A new session that goes on from where this one is now. Both have the same conversation, and
  /// neither sees what becomes of the other. In the fork nothing is going or waiting, nobody is
  /// asked, and nothing is counted; a turn that is open here is interrupted there.
  public Session fork() {
    return fork(Fork.here());
  }

  /// A new session that goes on from behind that event, be it of this session or shared.
  ///
  /// @throws dev.drover.runtime.problem.CursorInvalid if there is no such place, or it was trimmed
  public Session fork(long seq) {
    return fork(Fork.at(seq));
  }

  /// @throws dev.drover.runtime.problem.CursorInvalid if it is not a place in this session
  public Session fork(Cursor place) {
    return fork(Histories.own(place, id).seq());
  }

  public Session fork(Fork fork) {
    requireOpen();
    return new Branches(this, drover).fork(fork);
  }

  /// Goes back to behind that event: forks there, closes this handle, and gives the fork's. What
  /// happened since stays in this session, which can be opened again.
  ///
  /// @throws SessionBusy if something is going
  public Session rewind(long seq) {
    requireOpen();
    return new Branches(this, drover).rewind(seq);
  }

  /// Hands the conversation on, for good: a new session of that agent begins with all that was
  /// said, and is told the message. From here on prompts to this session go there. It is one
  /// append: the conversation is in one of the two, whatever dies in between.
  ///
  /// @param agent the name of an agent of this runtime
  /// @return the run that goes on
  /// @throws SessionBusy if a run is going
  /// @throws dev.drover.runtime.problem.HandOffRefused if it was handed on before, or too often, or
  ///   children work for it, or it is a child itself
  public Run handOff(String agent, String message) {
    requireOpen();
    return new HandingOff(drover).handOff(id, agent, message);
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

  /// Whether nothing is going and nothing waits: no run, no call of the host, no tool that was
  /// stopped and has not ended yet.
  public boolean isIdle() {
    requireOpen();
    return Standings.isIdle(drover, id);
  }

  /// Waits until nothing is going, whoever drives it.
  ///
  /// @return false if something still was when the time was over
  /// @throws SessionClosed if the session was closed meanwhile
  public boolean awaitIdle(Duration atMost) {
    requireOpen();
    return Standings.awaitIdle(drover, id, atMost);
  }

  /// Waits until a message reaches the session: a prompt, a text for its run, an answer, a call of
  /// the host, or [#signal]. Several may be one wake-up; one that came while nobody waited counts.
  ///
  /// @return false if nothing came in time
  /// @throws SessionClosed if the session is closed, also while this waits
  public boolean awaitWakeup(Duration atMost) {
    requireOpen();
    return wakeups().await(atMost);
  }

  /// Wakes whoever is in [#awaitWakeup] of this handle, or will be next.
  public void signal() {
    requireOpen();
    wakeups().signal();
  }

  private Wakeups wakeups() {
    var known = wakeups.get();
    if (known != null) {
      return known;
    }
    var fresh = new Wakeups(id);
    if (wakeups.compareAndSet(null, fresh)) {
      var events = archive().eventsOnly(new Cursor(id, eventCount()));
      hold.scope().onCancel(events::close);
      Thread.ofVirtual().start(() -> fresh.listen(events));
      return fresh;
    }
    return wakeups();
  }

  /// What it may spend, and what it has spent.
  public SessionBudgets budgets() {
    return new SessionBudgets(this, drover);
  }

  /// Whether the work in it is good, as far as that was checked.
  public SessionVerification verification() {
    return new SessionVerification(this, drover);
  }

  /// What others do for it.
  public SessionTasks tasks() {
    requireOpen();
    return new SessionTasks(this, drover);
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

  /// Questions to people that this session asks, and their answers. Those of its tasks are asked by
  /// their own sessions, see [Drover#approvals].
  public Approvals approvals() {
    departure.requireUndeleted();
    return new Approvals(drover, drover.archive(), id);
  }

  /// Outputs of its tools that were too large for the conversation.
  public SessionArtifacts artifacts() {
    departure.requireUndeleted();
    return new SessionArtifacts(id, drover.engine().storeroom());
  }

  /// Hooks for this session alone, beside those of its agent, until it is closed.
  public Hooks hooks() {
    requireOpen();
    return drover.engine().hookLines().own(id);
  }

  /// Whether this handle takes no more work: it was closed, or its session was, by its id or with
  /// its runtime.
  public boolean isClosed() {
    return !hold.isOpen();
  }

  boolean hasBeenClosed() {
    return departure.isClosed();
  }

  /// Closes this handle. If no other handle of the session is open in this runtime, ends the run
  /// that is going, if one is, and lets go of the session; every caller returns when that is done.
  /// While others are open nothing ends but what is asked through this handle with [#complete]. The
  /// session can be opened again. Never throws.
  ///
  /// A handle that was never closed and is garbage counts until the run that was begun through it
  /// is over. Inside a tool, a hook or a model of this session it returns at once, and the rest
  /// follows when that has ended. [Drover#close(SessionId)] closes all handles.
  @Override
  public void close() {
    leave(Manner.CLOSE);
  }

  /// Closes this handle. If no other handle of the session is open in this runtime, lets go of the
  /// session without ending its run: that goes on when the session is opened again, here or in
  /// another process.
  public void disconnect() {
    leave(Manner.DISCONNECT);
  }

  private void leave(Manner manner) {
    hold.release(manner);
  }

  /// Ends the run that is going, closes all handles of the session, and takes all that is stored of
  /// it away. Its id is never accepted again. Every caller returns when that is done.
  ///
  /// @throws SessionBusy if another process drives its run; nothing was changed
  public void delete() {
    drover.delete(id);
    departure.deleted();
  }

  SessionHold hold() {
    return hold;
  }

  void requireOpen() {
    hold.requireOpen();
  }
}
