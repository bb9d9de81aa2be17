package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.budget.SessionBudgets;
import dev.drover.hook.HookRegistry;
import dev.drover.internal.admit.HistoryValidator;
import dev.drover.internal.admit.PromptSubmission;
import dev.drover.internal.assembly.SessionServices;
import dev.drover.internal.handle.ArrivalSignal;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.handle.OpenWarnings;
import dev.drover.internal.handle.OpenedSession;
import dev.drover.internal.handle.SessionHold;
import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.oneshot.SessionOneShots;
import dev.drover.internal.query.EventStreamFactory.RunPlace;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionProfile;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.session.ForkPoint;
import dev.drover.session.OneShotRequest;
import dev.drover.session.SessionArtifacts;
import dev.drover.session.UndoReport;
import dev.drover.spi.tool.CancellationToken;
import dev.drover.task.SessionTasks;
import dev.drover.tool.DirectTools;
import dev.drover.tool.DirectTools.ToolReport;
import dev.drover.tool.McpServers;
import dev.drover.tool.ToolQuestions;
import dev.drover.verify.SessionVerification;
import dev.drover.watch.Cursor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A handle to one durable conversation of one agent: cheap, and safe for use by any thread.
/// Handles of one session are independent: each is closed separately.
///
/// Everything sent to the session is durable when the method returns. Values read from it, here and
/// in [SessionView], are correct for some moment during the call.
public final class Session extends SessionView implements AutoCloseable {
  private final OpenHandle handle;
  private final String agent;
  private final @Nullable SessionProfile found;
  private final SessionOneShots oneShots;
  private final AtomicReference<@Nullable ArrivalSignal> wakeups = new AtomicReference<>();

  Session(OpenedSession opened, Drover drover, String agent) {
    super(opened.id(), drover, opened.hold().open().lifecycle());
    this.handle = new OpenHandle(opened.hold(), agent);
    this.found = opened.found();
    this.agent = agent;
    this.oneShots = new SessionOneShots(handle, services().oneShots());
  }

  public String agent() {
    return agent;
  }

  /// The runtime of this session.
  public Drover drover() {
    return drover;
  }

  /// The model that answers the next prompt, as `provider/model`.
  public String model() {
    return Objects.requireNonNull(drover.agentServices().agents().find(agent)).model().name();
  }

  /// Warnings for the program that opened the session; none of them prevents its use. They report
  /// an agent that has changed, grants that allow nothing, tools without a sandbox, and warnings of
  /// the agent.
  public List<Problem> warnings() {
    var spec =
        drover
            .agentServices()
            .agents()
            .awaitFor(agent, id, () -> queries().state(id).profile().identity());
    return new OpenWarnings(id, spec, found).all(drover.agentServices().texts());
  }

  /// Sends a prompt and waits for the answer.
  ///
  /// @throws dev.drover.problem.AnswerMissing.RunNotCompleted if the run failed or was cancelled
  public RunReport ask(String prompt) {
    nonNull(prompt, "prompt");
    requireOpen();
    return submission().ask(Ask.of(prompt));
  }

  /// Sends a prompt and waits at most `atMost` for the answer.
  ///
  /// @throws dev.drover.problem.AnswerMissing.RunNotCompleted if the run failed or was cancelled
  /// @throws dev.drover.problem.WaitEnded.RunWaitTimeout if the time was over first; it names what
  ///   the run waits for, and the run continues
  public RunReport ask(String prompt, Duration atMost) {
    nonNull(prompt, "prompt");
    nonNull(atMost, "atMost");
    return PromptSubmission.awaited(send(prompt), atMost);
  }

  /// Sends a prompt and waits for an answer of the given type.
  ///
  /// @throws dev.drover.problem.AnswerMissing.RunNotCompleted if the run failed, or the model
  ///   returned no such value
  public <R extends Record> R ask(String prompt, Class<R> type) {
    nonNull(prompt, "prompt");
    nonNull(type, "type");
    requireOpen();
    return submission().ask(Ask.of(prompt).wanting(type)).value(type);
  }

  /// Starts a run.
  ///
  /// @throws SessionBusy if a run is in progress
  /// @throws SessionClosed if this handle is closed
  /// @throws dev.drover.problem.RequestRefused.PromptDenied if a hook denies the prompt
  public Run send(String prompt) {
    nonNull(prompt, "prompt");
    return send(Ask.of(prompt));
  }

  /// Adds a text to the run in progress, before its next model request; starts a run if none is in
  /// progress.
  ///
  /// @return the run that receives the text
  public Run steer(String text) {
    nonNull(text, "text");
    return send(Ask.of(text).whenBusy(WhenBusy.STEER));
  }

  /// Starts a run, or returns the run that was started with the same key.
  ///
  /// @throws dev.drover.problem.InvalidRequest.RunKeyConflict if the key was used with another
  ///   prompt
  public Run send(Ask ask) {
    nonNull(ask, "ask");
    requireOpen();
    return submission().send(ask);
  }

  /// Starts a run and watches all its events and deltas to its end. Closing the stream does not end
  /// the run.
  ///
  /// @throws SessionBusy if a run is in progress
  public RunStream stream(String prompt) {
    nonNull(prompt, "prompt");
    return stream(Ask.of(prompt));
  }

  /// Starts a run, or returns the run that receives the prompt or has its key, and watches it from
  /// its start.
  public RunStream stream(Ask ask) {
    nonNull(ask, "ask");
    requireOpen();
    var run = new AtomicReference<@Nullable Run>();
    var events =
        queries()
            .streams()
            .ofNext(
                id,
                () -> {
                  var started = submission().send(ask);
                  run.set(started);
                  return new RunPlace(started.session(), started.id());
                });
    return new RunStream(Objects.requireNonNull(run.get()), events);
  }

  private PromptSubmission submission() {
    return services().submission(handle);
  }

  /// Cancels the run in progress, all direct calls, and one-shot completions of this handle.
  ///
  /// @return whether there was something to cancel
  public boolean cancel() {
    lifecycle.requireUndeleted();
    boolean asked = oneShots.stop();
    return drover.cancel(id, null, "user", "cancelled through its session") || asked;
  }

  /// Cancels this run or direct call and no other.
  ///
  /// @return whether it was in progress
  public boolean cancel(RunId run) {
    nonNull(run, "run");
    lifecycle.requireUndeleted();
    return drover.cancel(id, run, "user", "cancelled through its session");
  }

  /// A token that is cancelled when the session is closed or deleted, which also cancels its run.
  /// Closing this handle while others are open does not cancel it. Cancelling only a run cancels
  /// [Run#scope].
  public CancellationToken scope() {
    return lifecycle.scope();
  }

  /// Removes all messages from the conversation. The next request has none of them; the journal
  /// keeps them.
  ///
  /// @throws SessionBusy if a run is in progress
  public void clearHistory() {
    requireOpen();
    switch (services().budgets().inputs().submit(id, new Input.ClearRequested("user"))) {
      case WriterReply.Committed _, WriterReply.Existing _ -> {}
      case WriterReply.Ignored(var why, var detail) -> {
        if (why == Why.BUSY) {
          throw new SessionBusy(id, detail);
        }
      }
      case WriterReply.Forwarded _ -> throw new SessionBusy(id, "another process drives it");
      case WriterReply.Refused(var problem) -> throw problem;
    }
  }

  /// Removes all but the last exchanges from the conversation. An exchange is a prompt and
  /// everything until the next one. Nothing is summarized, and no hook is called. The journal keeps
  /// everything.
  ///
  /// @param keep how many exchanges; at least the last is always kept
  /// @return empty if there was nothing to trim
  /// @throws SessionBusy if a run is in progress
  public Optional<CompactionRecord> compact(int keep) {
    return services().compaction(handle).compact(keep);
  }

  /// Lets the model summarize the conversation before the last exchange. The conversation then
  /// consists of the summary, the user's prompts, and that exchange. The journal keeps everything.
  /// Compaction happens automatically when a request would be too long, see
  /// [AgentBuilder#compaction]. Waits for the model until the calling thread is interrupted.
  ///
  /// @return empty if there was nothing to summarize
  /// @throws SessionBusy if a run is in progress, or the conversation changed in the meantime
  /// @throws dev.drover.problem.RequestRefused.CompactionFailed if the model returns no summary, or
  ///   a hook denies it; the conversation is unchanged
  public Optional<CompactionRecord> compact() {
    return compact("");
  }

  /// As [#compact()], with a focus.
  ///
  /// @param focus what the summary must keep with priority
  public Optional<CompactionRecord> compact(String focus) {
    nonNull(focus, "focus");
    return services().compaction(handle).sumUp(focus);
  }

  /// Calls the model outside of the conversation, for example for a title. The call does not see
  /// the conversation and is not added to it. It works during a run. The budgets in force apply,
  /// and its usage is in the [#ledger] under its name. Waits for the model until the call is ended
  /// by [#cancel], [#close] or an interrupt of the calling thread.
  ///
  /// @param name the purpose: letters, digits, `-` and `_`
  /// @throws dev.drover.problem.AnswerMissing.OneShotFailed if the model does not answer, or a
  ///   budget refuses the call
  public String complete(String name, String prompt) {
    nonNull(name, "name");
    nonNull(prompt, "prompt");
    return complete(OneShotRequest.of(name, prompt));
  }

  /// As [#complete(String, String)], with instructions or another model.
  public String complete(OneShotRequest request) {
    nonNull(request, "request");
    return oneShots.ask(request);
  }

  /// Creates a session that continues from the current position of this one. Both have the same
  /// conversation, and later changes in one are not visible in the other. The fork has no run in
  /// progress, no waiting inputs, no open approvals and no recorded usage. A turn that is open here
  /// is interrupted in the fork.
  public Session fork() {
    return fork(ForkPoint.here());
  }

  /// Creates a session that continues after this event, which may be the session's own or shared
  /// with its source.
  ///
  /// @throws dev.drover.problem.InvalidRequest.CursorInvalid if there is no such position, or it
  ///   was trimmed
  public Session fork(long seq) {
    return fork(ForkPoint.at(seq));
  }

  /// @throws dev.drover.problem.InvalidRequest.CursorInvalid if it is not a position in this
  ///   session
  public Session fork(Cursor place) {
    nonNull(place, "place");
    return fork(HistoryValidator.own(place, id).seq());
  }

  public Session fork(ForkPoint fork) {
    nonNull(fork, "fork");
    requireOpen();
    var fresh = drover.fork(id, fork);
    var other = fork.agent();
    return new Agent(drover, other == null ? agent : other).open(fresh, OpenMode.RESUME);
  }

  /// Goes back to the position after this event: forks there, closes this handle, and returns the
  /// handle of the fork. Later events stay in this session, which can be opened again.
  ///
  /// @throws SessionBusy if work is in progress
  public Session rewind(long seq) {
    requireOpen();
    if (!isIdle()) {
      throw new SessionBusy(id, "only a session at rest can be rewound; cancel its run");
    }
    var fork = fork(ForkPoint.at(seq));
    close();
    return fork;
  }

  /// Hands the conversation off for good: a new session of another agent starts with the whole
  /// conversation and receives the message. Later prompts to this session go to the successor. The
  /// hand-off is one append, so after any crash the conversation is in exactly one of the two
  /// sessions.
  ///
  /// @param agent the name of an agent of this runtime
  /// @return the run that continues
  /// @throws SessionBusy if a run is in progress
  /// @throws dev.drover.problem.RequestRefused.HandOffRefused if it was handed off before, or too
  ///   often, or has children at work, or is a child itself
  public Run handOff(String agent, String message) {
    nonNull(agent, "agent");
    nonNull(message, "message");
    requireOpen();
    var to = drover.agentServices().handOff().handOff(id, agent, message);
    return services().prompts().runs().of(to.successor(), to.run());
  }

  /// Restores the files that a run of this session changed. A file that was changed again since
  /// then is left as it is; so are files that the run did not change. The conversation does not
  /// change.
  ///
  /// @throws SessionBusy if a run is in progress
  /// @throws dev.drover.problem.NotFound.RunNotFound if this session has no such run
  public UndoReport undo(RunId run) {
    nonNull(run, "run");
    requireOpen();
    if (run(run).isEmpty()) {
      throw new RunNotFound(run);
    }
    return drover.undo(run, "user");
  }

  /// Whether no work is in progress or waiting: no run, no direct call, and no cancelled tool that
  /// has not ended yet.
  public boolean isIdle() {
    requireOpen();
    return services().idle().isIdle(id);
  }

  /// Waits until no work is in progress in any process.
  ///
  /// @return false if there was still work when the time was over
  /// @throws SessionClosed if the session was closed in the meantime
  public boolean awaitIdle(Duration atMost) {
    nonNull(atMost, "atMost");
    requireOpen();
    return services().idle().awaitIdle(id, atMost);
  }

  /// Waits until an input reaches the session: a prompt, a text for its run, an answer, a direct
  /// call, or [#signal]. Several inputs may cause one wake-up; an input that arrived while no
  /// thread waited counts.
  ///
  /// @return false if no input arrived in time
  /// @throws SessionClosed if the session is closed, also during the wait
  public boolean awaitWakeup(Duration atMost) {
    nonNull(atMost, "atMost");
    requireOpen();
    return wakeups().await(atMost);
  }

  /// Wakes the thread that waits in [#awaitWakeup] of this handle, or the next one that does.
  public void signal() {
    requireOpen();
    wakeups().signal();
  }

  private ArrivalSignal wakeups() {
    var known = wakeups.get();
    if (known != null) {
      return known;
    }
    var fresh = new ArrivalSignal(id);
    if (wakeups.compareAndSet(null, fresh)) {
      var events = queries().eventsOnly(new Cursor(id, eventCount()));
      handle.hold().scope().onCancel(events::close);
      Thread.ofVirtual().start(() -> fresh.listen(events));
      return fresh;
    }
    return wakeups();
  }

  /// The budgets of this session and their use.
  public SessionBudgets budgets() {
    return services().budgets(handle);
  }

  /// Verification of the work in this session, as far as it was checked.
  public SessionVerification verification() {
    return services().verification(handle);
  }

  /// The tasks of this session.
  public SessionTasks tasks() {
    requireOpen();
    return services().tasks(handle);
  }

  /// The MCP servers of this session.
  public McpServers mcp() {
    return services().servers(handle);
  }

  /// The tools of this session, for direct calls of the host.
  public DirectTools tools() {
    return services().tools(handle);
  }

  /// Calls a tool directly, without an approval and without a message in the conversation. See
  /// [DirectTools].
  public ToolReport tool(String name, Map<String, ?> arguments) {
    nonNull(name, "name");
    nonNull(arguments, "arguments");
    return tools().call(name, arguments);
  }

  /// The approval requests of this session and their answers. Requests of its tasks belong to the
  /// sessions of the tasks, see [Drover#approvals].
  public Approvals approvals() {
    lifecycle.requireUndeleted();
    return drover.approvals(id);
  }

  /// The questions of this session's tools and their answers. Questions of its tasks belong to the
  /// sessions of the tasks, see [Drover#questions].
  public ToolQuestions questions() {
    lifecycle.requireUndeleted();
    return drover.questions(id);
  }

  /// Tool outputs that were too large for the conversation.
  public SessionArtifacts artifacts() {
    lifecycle.requireUndeleted();
    return services().artifacts(id);
  }

  /// Hooks for this session only, in addition to those of its agent, until it is closed.
  public HookRegistry hooks() {
    requireOpen();
    return services().hooks().own(id);
  }

  /// Whether this handle refuses work: it was closed, or its session was closed by id or with its
  /// runtime.
  public boolean isClosed() {
    return handle.isClosed();
  }

  /// Closes this handle. If it was the last open handle of the session in this runtime, the run in
  /// progress is ended and the session is released; every caller returns when that is done. If
  /// others are open, only one-shot completions of this handle end. The session can be opened
  /// again. Never throws.
  ///
  /// A handle that is garbage collected without being closed counts until the end of the run that
  /// was started through it. Inside a tool, a hook or a model of this session this method returns
  /// at once, and closing completes when the tool, hook or model has ended.
  /// [Drover#close(SessionId)] closes all handles.
  @Override
  public void close() {
    leave(CloseMode.CLOSE);
  }

  /// Closes this handle. If it was the last open handle of the session in this runtime, the session
  /// is released without ending its run. The run continues when the session is opened again, in
  /// this process or another.
  public void disconnect() {
    leave(CloseMode.DISCONNECT);
  }

  private void leave(CloseMode mode) {
    handle.hold().release(mode);
  }

  /// Ends the run in progress, closes all handles of the session, and deletes everything stored for
  /// it. Its id is never accepted again. Every caller returns when that is done.
  ///
  /// @throws SessionBusy if another process drives its run; nothing was changed
  public void delete() {
    drover.delete(id);
    lifecycle.deleted();
  }

  SessionHold hold() {
    return handle.hold();
  }

  private SessionServices services() {
    return drover.sessionServices();
  }

  void requireOpen() {
    handle.requireOpen();
  }
}
