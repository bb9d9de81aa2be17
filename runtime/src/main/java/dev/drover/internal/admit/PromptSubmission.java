package dev.drover.internal.admit;

import dev.drover.Ask;
import dev.drover.Run;
import dev.drover.RunReport;
import dev.drover.internal.concurrent.EndFuture;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.query.RunReportFactory;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.SessionUnavailable.RuntimeClosed;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.WaitEnded.RunWaitTimeout;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.watch.Cursor;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The submission of a prompt to a session: admission, hooks, and the run that it starts.
public record PromptSubmission(OpenHandle session, PromptServices services) {

  private record SubmittedPrompt(
      Ask ask, EndFuture<Event.RunFinished> ticket, PendingResult<WriterReply> reply) {}

  /// Waits for the answer.
  public RunReport ask(Ask ask) {
    var prompted = prompted(ask);
    try {
      // One wait, for the end: it also returns if the prompt starts no run.
      prompted.ticket().end().await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("run " + prompted.ticket().run());
    }
    return RunReportFactory.completed(run(prompted).awaitLast());
  }

  /// The answer of a run, if it arrives in time.
  public static RunReport awaited(Run run, Duration atMost) {
    return run.await(atMost)
        .map(RunReportFactory::completed)
        .orElseThrow(() -> new RunWaitTimeout(run.id(), atMost, run.snapshot().waitingFor()));
  }

  public Run send(Ask ask) {
    return run(prompted(ask));
  }

  private SubmittedPrompt prompted(Ask ask) {
    var prompt = services.admission().admit(session, ask);
    var ticket = EndFuture.ofRun(new RunId(services.time().freshId("r-")));
    var reply = submit(ticket, prompt, ask.whenBusy());
    if (session.awaitClosed() && reply.awaitUninterruptibly() instanceof WriterReply.Committed) {
      endAfterClose(ticket.run());
    }
    return new SubmittedPrompt(ask, ticket, reply);
  }

  /// A close of the session that completed before the prompt arrived has not ended its run, so it
  /// is ended here. A close of the runtime has ended the run or left it to the next process.
  private void endAfterClose(RunId run) {
    try {
      services.cancellation().cancel(session.id(), run, "close", "the session was closed");
    } catch (RuntimeClosed _) {
      // The runtime is closed, and no run of it continues.
    }
  }

  /// The reply arrives when the run is durable, or refused.
  private PendingResult<WriterReply> submit(
      EndFuture<Event.RunFinished> ticket, Prompt prompt, @Nullable WhenBusy given) {
    var spec =
        services
            .agents()
            .awaitFor(
                session.agent(),
                session.id(),
                () -> services.queries().state(session.id()).profile().identity());
    var reply = new PendingResult<WriterReply>();
    var whenBusy = given == null ? spec.conduct().whenBusy() : given;
    var input =
        new Input.Prompted(ticket.run(), prompt, spec.recipe(), spec.conduct().limits(), whenBusy);
    services.messages().submit(session.id(), new WriterMessage.SubmitPrompt(ticket, input, reply));
    return reply;
  }

  private Run run(SubmittedPrompt prompted) {
    var ticket = prompted.ticket();
    var id = session.id();
    return switch (prompted.reply().awaitUninterruptibly()) {
      case WriterReply.Committed _ -> begun(services.runs().of(id, ticket.run(), ticket));
      case WriterReply.Existing(var run) -> begun(services.runs().of(id, run));
      case WriterReply.Ignored(var why, _) when why == Why.HANDED_OFF -> handedOn(prompted.ask());
      case WriterReply.Ignored(_, var detail) -> throw new SessionBusy(id, detail);
      case WriterReply.Forwarded(var input) -> begun(forwarded(ticket.run(), input));
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  /// The run continues even if the handle is not kept.
  private Run begun(Run run) {
    session.hold().began(run.id());
    return run;
  }

  /// The conversation was handed off, so the prompt goes to the successor.
  private Run handedOn(Ask ask) {
    var end = services.handOff().end(session.id());
    var successor = services.opener().apply(end, services.handOff().agentOf(end));
    try {
      return new PromptSubmission(successor, services).send(ask);
    } finally {
      services.handles().forget(successor.hold());
    }
  }

  /// The run that a prompt started or was added to, in the process that drives the session.
  private Run forwarded(RunId own, InputId input) {
    var id = session.id();
    var queries = services.queries();
    var fate = services.forwarding().fate(id, input).orElse(new Inbox.InputStatus.Waiting());
    if (fate instanceof Inbox.InputStatus.Ignored
        && queries.state(id).records().chain().successor() != null) {
      return services.runs().of(services.handOff().end(id), own);
    }
    if (fate instanceof Inbox.InputStatus.Ignored(var why)) {
      throw new SessionBusy(id, why);
    }
    boolean isOther = fate instanceof Inbox.InputStatus.Consumed && queries.run(own).isEmpty();
    var hearing = isOther ? hearing((Inbox.InputStatus.Consumed) fate) : Optional.<RunId>empty();
    return services.runs().of(id, hearing.orElse(own));
  }

  /// The run that received the text, which may be over by now.
  ///
  /// @param fate of the input: names the last event at the time it was consumed
  private Optional<RunId> hearing(Inbox.InputStatus.Consumed fate) {
    return services.queries().page(new Cursor(session.id(), fate.seq() - 1), 1).items().stream()
        .filter(item -> item.event() instanceof Event.TextSteered)
        .map(item -> ((Event.TextSteered) item.event()).run())
        .findFirst();
  }
}
