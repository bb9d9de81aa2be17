package dev.drover.runtime;

import dev.drover.kernel.Block;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Input;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.OneShot;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunProblems;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Usage;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.foreign.ForeignInterrupt;
import dev.drover.runtime.problem.CompletionFailed;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.writer.Aside;
import dev.drover.runtime.writer.Pending;
import dev.drover.runtime.writer.Reply;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Asks models beside the conversation of a session, and has what they used written down.
///
/// Each question has a thread of its own, so that whoever stops it interrupts nobody else. All
/// methods may be called by any thread.
final class Inquiring {
  private final Session session;
  private final Drover drover;
  private final Set<Question> underWay = ConcurrentHashMap.newKeySet();

  Inquiring(Session session, Drover drover) {
    this.session = session;
    this.drover = drover;
  }

  private sealed interface Ending {
    record Said(String words) implements Ending {}

    record Refused(RuntimeException why) implements Ending {}

    record Stopped() implements Ending {}
  }

  /// One question under way, on a thread of its own.
  private final class Question {
    private final Thread thread;
    private volatile boolean isStopped;

    Question(Aside aside, Inquiry inquiry, Pending<Ending> ending) {
      this.thread = Thread.ofVirtual().unstarted(() -> carryOut(aside, inquiry, ending));
    }

    void stop() {
      isStopped = true;
      thread.interrupt();
    }

    /// Whoever waits hears of an end, also where the thread does not survive it.
    private void carryOut(Aside aside, Inquiry inquiry, Pending<Ending> ending) {
      Ending end = new Ending.Stopped();
      try {
        end = carriedOut(aside, inquiry);
      } catch (ForeignInterrupt thrown) {
        end = isStopped ? end : new Ending.Refused(new CompletionFailed(thrown.problem()));
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      } finally {
        ending.complete(end);
      }
    }
  }

  String ask(Inquiry inquiry) {
    session.requireOpen();
    var aside = aside(inquiry);
    var ending = new Pending<Ending>();
    var question = new Question(aside, inquiry, ending);
    underWay.add(question);
    question.thread.start();
    var callback = session.scope().onCancel(question::stop);
    var ownCallback = session.hold().scope().onCancel(question::stop);
    try {
      return switch (ending.await()) {
        case Ending.Said(var words) -> words;
        case Ending.Refused(var why) -> throw why;
        case Ending.Stopped _ -> throw stopped();
      };
    } catch (InterruptedException stop) {
      question.stop();
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("an answer to '%s'".formatted(inquiry.name()));
    } finally {
      callback.takeBack();
      ownCallback.takeBack();
      underWay.remove(question);
    }
  }

  /// Stops all that is asked.
  ///
  /// @return whether something was
  boolean stop() {
    boolean any = !underWay.isEmpty();
    underWay.forEach(Question::stop);
    return any;
  }

  private DroverException stopped() {
    return session.isClosed()
        ? new SessionClosed(session.id())
        : new WaitInterrupted("an answer of the model: the session was cancelled");
  }

  private Aside aside(Inquiry inquiry) {
    if (inquiry.prompt().isBlank()) {
      throw new ConfigurationInvalid("prompt", "it is empty", "Say what the model is to answer.");
    }
    requireName(inquiry.name());
    var engine = drover.engine();
    var spec = Objects.requireNonNull(engine.agent(session.agent()));
    var asked = inquiry.model() == null ? spec : spec.asking(inquiry.model());
    var state = drover.archive().state(session.id());
    var call = new RunId(engine.time().freshId("o-"));
    return new Aside(engine, call, asked, state, budgets(asked, state, call));
  }

  /// Before anybody is asked: what was used must be written down under it.
  private static void requireName(String name) {
    try {
      var unused = new OneShot(name, "", Usage.NONE, Budgets.NONE);
      assert unused.name().equals(name);
    } catch (IllegalArgumentException wrong) {
      throw new ConfigurationInvalid(
          "name",
          String.valueOf(wrong.getMessage()),
          "Say what is asked for in letters, digits, '-' and '_', such as title.");
    }
  }

  /// Those in force; before the first run, those that it would bring along.
  private Budgets budgets(AgentSpec asked, SessionState state, RunId call) {
    var known = state.totals().spending().budgets();
    var given = known.areNone() ? asked.conduct().limits().budgets().in(call) : known;
    return given.areNone()
        ? given
        : SessionBudgets.priced(given, drover.prices(), asked.model().name());
  }

  private Ending carriedOut(Aside aside, Inquiry inquiry) throws InterruptedException {
    try {
      var reply = aside.make(inquiry.instructions(), inquiry.prompt());
      var words = words(reply);
      written(
          new OneShot(
              inquiry.name(), aside.agent().model().name(), reply.usage(), aside.budgets()));
      return said(reply, words);
    } catch (RuntimeException refused) {
      return new Ending.Refused(refused);
    } finally {
      aside.settle();
    }
  }

  /// Half an answer is not passed off as one; whoever asked gets it with the problem.
  private static Ending said(ModelReply reply, String words) {
    var problem = RunProblems.missing(reply);
    return problem == null
        ? new Ending.Said(words)
        : new Ending.Refused(new CompletionFailed(problem, words));
  }

  private String words(ModelReply reply) {
    var words = new StringBuilder();
    for (var block : reply.blocks()) {
      if (block instanceof Block.Prose(var text)) {
        words.append(drover.engine().texts().read(text));
      }
    }
    return words.toString();
  }

  /// Durable before whoever asked has the answer: here, or with whoever drives the session.
  private void written(OneShot shot) {
    if (drover.tell(session.id(), new Input.OneShotGiven(shot))
        instanceof Reply.Refused(var problem)) {
      throw problem;
    }
  }
}
