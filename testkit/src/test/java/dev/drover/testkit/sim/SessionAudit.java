package dev.drover.testkit.sim;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.spi.store.Leases.OwnerId;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The laws of one journal, checked event by event. Written from the laws and not from the kernel:
/// it knows which events may follow which, and nothing of how that is decided.
final class SessionAudit {
  private final SessionId session;
  private final OutsideRecord witness;
  private final LawViolations violations;
  private final Map<RunId, Usage> runs = new LinkedHashMap<>();
  private final Set<RunId> ended = new HashSet<>();
  private final Set<RunId> direct = new HashSet<>();
  private final Map<EffectId, CallAudit> calls = new LinkedHashMap<>();
  private final Set<EffectId> replied = new HashSet<>();
  private final Map<String, RunId> keys = new HashMap<>();
  private final Map<SessionId, Boolean> tasks = new LinkedHashMap<>();
  private final Set<String> words;
  private final Set<String> heard = new HashSet<>();
  private @Nullable RunId running;
  private @Nullable SessionId successor;
  private @Nullable SessionId parent;
  private @Nullable OwnerId owner;
  private long last;
  private Instant lastAt = Instant.MIN;
  private Instant retryAt = Instant.MIN;
  private Usage paid = Usage.NONE;
  private long rests;
  private boolean trusted;
  private boolean pays;
  private boolean budgeted;

  /// @param words the texts of all replies in any journal
  SessionAudit(
      SessionId session,
      long after,
      OutsideRecord witness,
      LawViolations violations,
      Set<String> words) {
    this.session = session;
    this.last = after;
    this.witness = witness;
    this.violations = violations;
    this.words = words;
  }

  private void require(boolean holds, String law, String what, @Nullable Object... details) {
    violations.require(holds, law, "session " + session + ", " + what, details);
  }

  long last() {
    return last;
  }

  @Nullable OwnerId owner() {
    return owner;
  }

  void owner(@Nullable OwnerId now) {
    owner = now;
  }

  /// Whether a process drives something in it.
  boolean isBusy() {
    return running != null || !direct.isEmpty();
  }

  /// Whether something is active that waits for no person: a started call that is not deferred, or
  /// the model, unless it has set a retry time.
  boolean isDue(Instant now) {
    var open = calls.values().stream().filter(call -> !call.isSettled()).toList();
    return open.stream().anyMatch(CallAudit::isUnderWay)
        || (running != null
            && open.stream().noneMatch(call -> call.run().equals(running))
            && !now.isBefore(retryAt));
  }

  /// How often the session became idle.
  long rests() {
    return rests;
  }

  boolean isOver(RunId run) {
    return ended.contains(run);
  }

  /// Whether all its runs have ended.
  boolean isOver() {
    return runs.keySet().stream().allMatch(ended::contains);
  }

  /// All inputs that it received.
  Set<String> heard() {
    return heard;
  }

  boolean knows(RunId run) {
    return runs.containsKey(run);
  }

  @Nullable SessionId parent() {
    return parent;
  }

  /// The tokens charged to its account.
  long paid() {
    return paid.total();
  }

  void happened(RecordedEvent entry) {
    require(entry.seq() == last + 1, "A1", "event %d follows event %d", entry.seq(), last);
    require(!entry.at().isBefore(lastAt), "A7", "event %d is before %s", entry.seq(), lastAt);
    last = entry.seq();
    lastAt = entry.at();
    boolean wasBusy = isBusy();
    switch (entry.event()) {
      case Event.OfCall call -> ofCall(call);
      case Event.OfRun run -> ofRun(run);
      case Event.OfSession other -> ofSession(other);
    }
    rests += wasBusy && !isBusy() ? 1 : 0;
  }

  private void ofSession(Event.OfSession event) {
    switch (event) {
      case Event.SessionOpened opened -> {
        require(last == 1, "B1", "it is opened by event %d", last);
        parent = opened.origin() instanceof SessionOrigin.Delegated above ? above.parent() : null;
      }
      case Event.SessionHandedOff(var to, _) -> {
        require(successor == null, "B15", "it was handed on twice");
        successor = to.successor();
      }
      case Event.TaskEnded(var child, _, _) -> {
        require(tasks.containsKey(child), "F1", "task %s ends and never began", child);
        require(!tasks.getOrDefault(child, false), "F1", "task %s ends twice", child);
        tasks.put(child, true);
      }
      case Event.BudgetsSet _ -> {
        pays = true;
        budgeted = true;
      }
      case Event.OfSession _ -> {}
    }
  }

  private void hear(Text text) {
    if (text instanceof Text.Inline(var said)) {
      heard.add(said);
    }
  }

  private void key(@Nullable RunKey key, RunId run, WhenBusy how) {
    if (key != null) {
      var before = keys.putIfAbsent(key.value(), run);
      boolean begins = how == WhenBusy.REFUSE && run.equals(before);
      require(before == null || begins, "A10", "key %s is used twice", key);
    }
  }

  private void ofRun(Event.OfRun event) {
    var run = event.run();
    require(!ended.contains(run), "A5", "%s comes after the end of its run", event);
    switch (event) {
      case Event.RunAccepted(_, var prompt, var limits) -> {
        pays = limits.budgets().account() != null || (pays && budgeted);
        require(running == null, "B2", "run %s begins while %s is going", run, running);
        require(successor == null, "B15", "run %s begins though it was handed on", run);
        hear(prompt.text());
        key(prompt.key(), run, WhenBusy.REFUSE);
        runs.putIfAbsent(run, Usage.NONE);
        running = run;
      }
      case Event.PromptQueued(_, var prompt, _, _) -> {
        require(!runs.containsKey(run), "B2", "run %s is accepted twice", run);
        hear(prompt.text());
        key(prompt.key(), run, WhenBusy.QUEUE);
        runs.put(run, Usage.NONE);
      }
      case Event.TextSteered steered -> {
        requireRunning(event);
        hear(steered.text());
        key(steered.key(), run, WhenBusy.STEER);
      }
      case Event.DirectCallAccepted(_, _, var call) -> {
        direct.add(run);
        plan(run, call);
      }
      case Event.ModelReplied(_, var effect, var reply) -> reply(event, effect, reply);
      case Event.ToolsPlanned(_, var planned) -> {
        requireRunning(event);
        planned.forEach(call -> plan(run, call));
      }
      case Event.RunFinished finished -> finish(finished);
      case Event.ModelFailed failed -> {
        requireRunning(event);
        retryAt = failed.retryAt();
      }
      case Event.ReplyInterrupted _,
          Event.ModelReplaced _,
          Event.AnswerRejected _,
          Event.OfVerification _ ->
          requireRunning(event);
      case Event.RunRecovered _ ->
          require(run.equals(running) || direct.contains(run), "A12", "%s is not going", run);
      case Event.BudgetWarned _, Event.UndoOrdered _, Event.OfCall _ -> {}
    }
  }

  private void requireRunning(Event.OfRun event) {
    require(event.run().equals(running), "B2", "%s is about no run that is going", event);
  }

  private void plan(RunId run, PlannedCall call) {
    // The host calls other tools only, so every call of this one needs approval.
    require(
        !call.call().tool().equals(SimHost.GUARDED)
            || !(call.verdict() instanceof Verdict.Allow)
            || trusted,
        parent == null ? "E1" : "F2",
        "%s is allowed without an approval",
        call);
    var before = calls.putIfAbsent(call.effect(), new CallAudit(run, call));
    require(before == null, "A13", "effect %s is used twice", call.effect());
  }

  private void reply(Event.OfRun event, EffectId effect, ModelReply reply) {
    requireRunning(event);
    require(replied.add(effect), "A15", "effect %s is answered twice", effect);
    paid = pays ? paid.plus(reply.usage()) : paid;
    runs.computeIfPresent(event.run(), (_, before) -> before.plus(reply.usage()));
    for (var block : reply.blocks()) {
      if (block instanceof ContentBlock.Prose(Text.Inline(var said))) {
        require(
            reply.usage().equals(witness.usage(said)),
            "F5",
            "the provider did not report this usage for %s",
            said);
        require(words.add(said), "F5", "the reply %s is journaled twice", said);
      }
    }
  }

  private void ofCall(Event.OfCall event) {
    var call = calls.get(event.effect());
    if (call == null) {
      require(false, "A13", "%s is about no call", event);
      return;
    }
    require(!call.isSettled() || isLate(event), "A13", "%s comes after the end of its call", event);
    switch (event) {
      case Event.ApprovalRequested _ -> require(call.asked(), "E3", "%s is a second one", event);
      case Event.ApprovalAnswered answered -> {
        require(call.answered(answered.answer()), "E3", "%s answers no open approval", event);
        trusted |=
            answered.answer() instanceof ApprovalAnswer.Yes(var scope) && scope != Scope.ONCE;
      }
      case Event.ToolStarted started -> start(call, started);
      case Event.QuestionAsked _ ->
          require(call.attempts() > 0, "A4", "%s asks and never began", event);
      case Event.QuestionAnswered _, Event.DeferredCallChecked _ -> {}
      case Event.ToolDeferred _ -> {
        require(call.attempts() > 0, "A4", "%s never began", event);
        call.deferred();
      }
      case Event.TaskStarted started -> {
        require(!tasks.getOrDefault(started.child(), false), "F1", "%s is over", started.child());
        tasks.putIfAbsent(started.child(), false);
      }
      case Event.ToolSettled settled -> settle(call, settled);
      case Event.WorkspaceKept _, Event.FilesTouched _ -> {}
    }
  }

  private static boolean isLate(Event.OfCall event) {
    return event instanceof Event.FilesTouched;
  }

  private void start(CallAudit call, Event.ToolStarted started) {
    require(call.started(started.attempt()), "A14", "%s is not the next attempt", started);
    require(call.isAllowed(), "E1", "%s was not allowed", started);
    if (call.isUnsafe() && started.attempt() > 1) {
      var allowed =
          switch (call.afterCrash()) {
            case PROBE -> witness.denials(session, started.effect()) >= started.attempt() - 1;
            case ASK_PERSON ->
                call.yeses()
                    >= started.attempt()
                        - (call.planned().verdict() instanceof Verdict.Ask ? 0 : 1);
            case TELL_MODEL, RUN_AGAIN -> false;
          };
      require(allowed, "A14", "%s: an unsafe call is made again", started);
    }
  }

  private void settle(CallAudit call, Event.ToolSettled settled) {
    call.settled(settled.outcome());
    direct.remove(settled.run());
    if (settled.outcome() instanceof ToolOutcome.Succeeded(Text.Inline(var said), _)
        && settled.by() == null
        && SimTools.isOwn(call.tool())) {
      require(
          witness.executions(session, settled.effect()).stream()
              .anyMatch(execution -> said.equals(execution.words())),
          "A13",
          "%s: no tool has said that",
          settled);
    }
  }

  private void finish(Event.RunFinished finished) {
    var run = finished.run();
    require(runs.containsKey(run), "A5", "run %s ends and never began", run);
    for (var call : calls.entrySet()) {
      require(
          !call.getValue().run().equals(run) || call.getValue().isSettled(),
          "A13",
          "run %s ends and call %s has no outcome",
          run,
          call.getKey());
    }
    require(
        finished.usage().equals(runs.get(run)),
        "F5",
        "run %s has used %s, and says %s",
        run,
        runs.get(run),
        finished.usage());
    if (finished.outcome() instanceof RunOutcome.HandedOff(var next, _, _)) {
      require(next.equals(successor), "B15", "run %s was handed on to %s", run, next);
    }
    ended.add(run);
    running = run.equals(running) ? null : running;
  }

  /// A tool is called at this moment.
  void called(EffectId effect, int attempt) {
    var call = calls.get(effect);
    if (call == null || call.attempts() < attempt) {
      require(false, "A4", "call %s is made before it is written down", effect);
      return;
    }
    require(
        !call.isSettled()
            || call.outcome() instanceof ToolOutcome.Unknown
            || call.outcome() instanceof ToolOutcome.Cancelled,
        "A14",
        "call %s is made though it was settled as %s",
        effect,
        call.outcome());
    int made = witness.executions(session, effect).size();
    if (call.isUnsafe() && call.afterCrash() == AfterCrash.TELL_MODEL) {
      require(made <= 1, "A14", "unsafe call %s is made %d times", effect, made);
    } else {
      require(made <= call.attempts(), "A14", "call %s is made %d times", effect, made);
    }
  }

  /// Called once the session is idle.
  void requireRest() {
    for (var run : runs.keySet()) {
      require(ended.contains(run), "A12", "run %s never ends", run);
    }
    require(direct.isEmpty(), "A12", "direct calls %s never end", direct);
    for (var task : tasks.entrySet()) {
      require(task.getValue(), "F1", "task %s never ends", task.getKey());
    }
  }
}
