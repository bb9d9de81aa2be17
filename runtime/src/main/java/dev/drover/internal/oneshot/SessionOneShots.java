package dev.drover.internal.oneshot;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.foreign.ForeignInterrupt;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.spend.PricedBudgets;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.RunProblems;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.AnswerMissing.OneShotFailed;
import dev.drover.problem.DroverException;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.session.OneShotRequest;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Makes one-shot completions for a session, and records their usage.
///
/// Each completion has its own thread, so that stopping it interrupts no other code. All methods
/// may be called by any thread.
public final class SessionOneShots {
  private final OpenHandle session;
  private final OneShotServices services;
  private final Set<ActiveCall> underWay = ConcurrentHashMap.newKeySet();

  public SessionOneShots(OpenHandle session, OneShotServices services) {
    this.session = session;
    this.services = services;
  }

  private sealed interface CallOutcome {
    record Said(String words) implements CallOutcome {}

    record Refused(RuntimeException why) implements CallOutcome {}

    record Stopped() implements CallOutcome {}
  }

  /// One completion in progress, on its own thread.
  private final class ActiveCall {
    private final Thread thread;
    private volatile boolean isStopped;

    ActiveCall(OneShotCall aside, OneShotRequest request, PendingResult<CallOutcome> ending) {
      this.thread = Thread.ofVirtual().unstarted(() -> carryOut(aside, request, ending));
    }

    void stop() {
      isStopped = true;
      thread.interrupt();
    }

    /// The waiting caller is notified in any case, even if the thread dies of an error.
    private void carryOut(
        OneShotCall aside, OneShotRequest request, PendingResult<CallOutcome> ending) {
      CallOutcome end = new CallOutcome.Stopped();
      try {
        end = carriedOut(aside, request);
      } catch (ForeignInterrupt thrown) {
        end = isStopped ? end : new CallOutcome.Refused(new OneShotFailed(thrown.problem()));
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      } finally {
        ending.complete(end);
      }
    }
  }

  public String ask(OneShotRequest request) {
    session.requireOpen();
    var aside = aside(request);
    var ending = new PendingResult<CallOutcome>();
    var question = new ActiveCall(aside, request, ending);
    underWay.add(question);
    question.thread.start();
    var callback = session.scope().onCancel(question::stop);
    var ownCallback = session.hold().scope().onCancel(question::stop);
    try {
      return switch (ending.await()) {
        case CallOutcome.Said(var words) -> words;
        case CallOutcome.Refused(var why) -> throw why;
        case CallOutcome.Stopped _ -> throw stopped();
      };
    } catch (InterruptedException stop) {
      question.stop();
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("an answer to '%s'".formatted(request.name()));
    } finally {
      callback.unregister();
      ownCallback.unregister();
      underWay.remove(question);
    }
  }

  /// Stops all completions in progress.
  ///
  /// @return whether there were any
  public boolean stop() {
    boolean any = !underWay.isEmpty();
    underWay.forEach(ActiveCall::stop);
    return any;
  }

  private DroverException stopped() {
    return session.isClosed()
        ? new SessionClosed(session.id())
        : new WaitInterrupted("an answer of the model: the session was cancelled");
  }

  private OneShotCall aside(OneShotRequest request) {
    if (request.prompt().isBlank()) {
      throw new ConfigurationInvalid("prompt", "it is empty", "Say what the model is to answer.");
    }
    requireName(request.name());
    var spec = Objects.requireNonNull(services.agents().find(session.agent()));
    var asked = request.model() == null ? spec : spec.asking(request.model());
    var state = services.queries().state(session.id());
    var call = new RunId(services.models().time().freshId("o-"));
    return new OneShotCall(services.models(), call, asked, state, budgets(asked, state, call));
  }

  /// Checked before the model is called: the usage must be recorded under this name.
  private static void requireName(String name) {
    try {
      var unused = new OneShotRecord(name, "", Usage.NONE, BudgetSet.NONE);
      assert unused.name().equals(name);
    } catch (IllegalArgumentException wrong) {
      throw new ConfigurationInvalid(
          "name",
          String.valueOf(wrong.getMessage()),
          "Say what is asked for in letters, digits, '-' and '_', such as title.");
    }
  }

  /// The budgets in force; before the first run, those that the run would set.
  private BudgetSet budgets(AgentSpec asked, SessionState state, RunId call) {
    var known = state.totals().spending().budgets();
    var given = known.areNone() ? asked.conduct().limits().budgets().forRun(call) : known;
    return given.areNone()
        ? given
        : PricedBudgets.priced(given, services.prices(), asked.model().name());
  }

  private CallOutcome carriedOut(OneShotCall aside, OneShotRequest request)
      throws InterruptedException {
    try {
      var reply = aside.call(request.instructions(), request.prompt());
      var words = words(reply);
      written(
          new OneShotRecord(
              request.name(), aside.agent().model().name(), reply.usage(), aside.budgets()));
      return said(reply, words);
    } catch (RuntimeException refused) {
      return new CallOutcome.Refused(refused);
    } finally {
      aside.settle();
    }
  }

  /// An incomplete answer is not returned as an answer; the caller gets it with the problem.
  private static CallOutcome said(ModelReply reply, String words) {
    var problem = RunProblems.answerProblem(reply);
    return problem == null
        ? new CallOutcome.Said(words)
        : new CallOutcome.Refused(new OneShotFailed(problem, words));
  }

  private String words(ModelReply reply) {
    var words = new StringBuilder();
    for (var block : reply.blocks()) {
      if (block instanceof ContentBlock.Prose(var text)) {
        words.append(services.models().texts().read(text));
      }
    }
    return words.toString();
  }

  /// Durable before the caller has the answer: here, or in the process that drives the session.
  private void written(OneShotRecord shot) {
    if (services.inputs().submit(session.id(), new Input.OneShotGiven(shot))
        instanceof WriterReply.Refused(var problem)) {
      throw problem;
    }
  }
}
