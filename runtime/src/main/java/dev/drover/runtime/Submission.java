package dev.drover.runtime;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.PromptDenial;
import dev.drover.kernel.Rewording;
import dev.drover.kernel.RunId;
import dev.drover.kernel.Text;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.HookLine;
import dev.drover.runtime.hooking.Passage;
import dev.drover.runtime.hooking.Scenes;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.PromptDenied;
import dev.drover.runtime.problem.RunNotOver;
import dev.drover.runtime.problem.RuntimeClosed;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.writer.Engine;
import dev.drover.runtime.writer.Pending;
import dev.drover.runtime.writer.Reply;
import dev.drover.runtime.writer.Ticket;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/// A prompt on its way into a session: whether it can be delivered, what hooks make of it, and the
/// run that it becomes.
record Submission(Session session, Drover drover) {
  /// In characters; more is a document, not a word in between.
  private static final int MOST_STEERED = 128 * 1024;

  /// Who sends, where nobody is named.
  private static final String USER = "user";

  private record Prompted(Ask ask, Ticket<Event.RunFinished> ticket, Pending<Reply> reply) {}

  /// Waits for the answer.
  RunReport ask(Ask ask) {
    var prompted = prompted(ask);
    try {
      // One wait, for the end: a prompt that starts no run ends this wait as well.
      prompted.ticket().end().await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("run " + prompted.ticket().run());
    }
    return Reports.completed(run(prompted).awaitLast());
  }

  /// The answer of a run, if it comes in time.
  static RunReport awaited(Run run, Duration atMost) {
    return run.await(atMost)
        .map(Reports::completed)
        .orElseThrow(() -> new RunNotOver(run.id(), atMost, run.snapshot().waitingFor()));
  }

  Run send(Ask ask) {
    return run(prompted(ask));
  }

  private Prompted prompted(Ask ask) {
    var prompt = admit(ask);
    var ticket = Ticket.ofRun(new RunId(engine().time().freshId("r-")));
    var reply = drover.prompt(session, ticket, prompt, ask.whenBusy());
    if (session.hasBeenClosed() && reply.awaitCalmly() instanceof Reply.Committed) {
      endAfterClose(ticket.run());
    }
    return new Prompted(ask, ticket, reply);
  }

  /// A close of the session that was over when the prompt arrived has not ended its run; a close of
  /// the runtime has, or left it to the next one.
  private void endAfterClose(RunId run) {
    try {
      drover.cancel(session.id(), run, "close", "the session was closed");
    } catch (RuntimeClosed _) {
      // Nothing of this runtime goes on.
    }
  }

  private Run run(Prompted prompted) {
    var ticket = prompted.ticket();
    var id = session.id();
    return switch (prompted.reply().awaitCalmly()) {
      case Reply.Committed _ -> begun(new Run(id, ticket.run(), drover, ticket));
      case Reply.Existing(var run) -> begun(new Run(id, run, drover, null));
      case Reply.Ignored(var why, _) when why == Why.HANDED_OFF -> handedOn(prompted.ask());
      case Reply.Ignored(_, var detail) -> throw new SessionBusy(id, detail);
      case Reply.Forwarded(var input) -> begun(forwarded(ticket.run(), input));
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  /// It goes on, also if nobody keeps the handle.
  private Run begun(Run run) {
    session.hold().began(run.id());
    return run;
  }

  /// The conversation is elsewhere, and so goes the prompt.
  private Run handedOn(Ask ask) {
    var end = new HandingOff(drover).end(session.id());
    try {
      return new Submission(end, drover).send(ask);
    } finally {
      drover.handles().forget(end);
    }
  }

  /// The run that a prompt became, or went into, in the process that drives the session.
  private Run forwarded(RunId own, InputId input) {
    var id = session.id();
    var archive = drover.archive();
    var fate = engine().forwarding().fate(id, input).orElse(new Inbox.Fate.Waiting());
    if (fate instanceof Inbox.Fate.Ignored && session.successor().isPresent()) {
      var end = new HandingOff(drover).end(id);
      drover.handles().forget(end);
      return new Run(end.id(), own, drover, null);
    }
    if (fate instanceof Inbox.Fate.Ignored(var why)) {
      throw new SessionBusy(id, why);
    }
    boolean isOther = fate instanceof Inbox.Fate.Consumed && archive.run(own).isEmpty();
    var hearing = isOther ? hearing((Inbox.Fate.Consumed) fate) : Optional.<RunId>empty();
    return new Run(id, hearing.orElse(own), drover, null);
  }

  /// The run that was told something, which may be over by now.
  ///
  /// @param fate of what was said, which is the last that was written when it was taken
  private Optional<RunId> hearing(Inbox.Fate.Consumed fate) {
    return drover.archive().page(new Cursor(session.id(), fate.seq() - 1), 1).items().stream()
        .filter(item -> item.event() instanceof Event.TextSteered)
        .map(item -> ((Event.TextSteered) item.event()).run())
        .findFirst();
  }

  /// The prompt as it is delivered.
  ///
  /// @throws ConfigurationInvalid if it cannot be one
  /// @throws PromptDenied if a hook denies it
  private Prompt admit(Ask ask) {
    boolean steers = ask.whenBusy() == WhenBusy.STEER;
    if (steers && ask.answer() != null) {
      throw new ConfigurationInvalid(
          "answer",
          "what is said to a run that is going cannot change what the run was asked for",
          "Send it as a prompt of its own, or without wanting JSON.");
    }
    var complaint = complaint(ask.prompt(), steers);
    if (!complaint.isEmpty()) {
      throw new ConfigurationInvalid("prompt", complaint, remedy(ask));
    }
    var spec = Objects.requireNonNull(engine().agent(session.agent()));
    if (!ask.attachments().isEmpty()) {
      new Attachments(spec).check(ask.attachments());
    }
    var hooks = engine().hookLines().of(session.id(), spec.governance().hooks());
    return hooks == null || !hooks.isFor(HookPoint.PromptSubmit.class) || isKnown(ask)
        ? prompt(ask, ask.prompt(), Rewording.NONE)
        : passed(ask, hooks);
  }

  /// A prompt whose key was used before starts nothing, whatever hooks would say to it.
  private boolean isKnown(Ask ask) {
    var key = ask.key();
    return key != null && engine().catalog().run(session.id(), key).isPresent();
  }

  private Prompt passed(Ask ask, HookLine hooks) {
    var state = drover.archive().state(session.id());
    var point =
        new HookPoint.PromptSubmit(Scenes.of(state, null), engine().texts().clean(ask.prompt()));
    boolean steers = ask.whenBusy() == WhenBusy.STEER;
    try {
      return switch (hooks.pass(point, words -> complaint(words, steers))) {
        case Passage.Passed(_, var marks) when marks.isEmpty() ->
            prompt(ask, ask.prompt(), Rewording.NONE);
        case Passage.Passed(var words, var marks) -> {
          var texts = engine().texts();
          var digest = ask.key() == null ? "" : texts.digest(texts.of(ask.prompt()));
          yield prompt(ask, words, new Rewording(marks, digest));
        }
        case Passage.Denied denied ->
            throw denied(ask, denied, state.profile().identity().principal());
      };
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("hooks that were asked about a prompt; it was not delivered");
    }
  }

  /// Durable before whoever sent it is told.
  private DroverException denied(Ask ask, Passage.Denied denied, String principal) {
    var texts = engine().texts();
    var denial =
        new PromptDenial(
            principal.isEmpty() ? USER : principal,
            texts.digest(Text.of(ask.prompt())),
            denied.marks());
    return drover.tell(session.id(), new Input.DenialGiven(denial))
            instanceof Reply.Refused(var problem)
        ? problem
        : new PromptDenied(session.id(), denied.hook(), texts.clean(denied.why()));
  }

  private static String complaint(String words, boolean steers) {
    if (words.isBlank()) {
      return "it is empty";
    }
    return steers && words.length() > MOST_STEERED
        ? "it has %d characters, and a run hears at most %d at a time"
            .formatted(words.length(), MOST_STEERED)
        : "";
  }

  private static String remedy(Ask ask) {
    return ask.prompt().isBlank()
        ? "Say what the agent is to do."
        : "Put it into a file and name that, or queue it.";
  }

  private Prompt prompt(Ask ask, String words, Rewording rewording) {
    var given = ask.history();
    var history =
        given == null ? Prompt.History.OWN : new Prompt.History.Given(Histories.check(given));
    var texts = engine().texts();
    var wanted = new Wanted(ask.answer(), model(), texts);
    return new Prompt(
        texts.of(wanted.added(words)),
        Attachments.keep(ask.attachments(), texts),
        history,
        wanted.type(),
        ask.key(),
        rewording);
  }

  private ForeignModel model() {
    return Objects.requireNonNull(engine().agent(session.agent())).model();
  }

  private Engine engine() {
    return drover.engine();
  }
}
