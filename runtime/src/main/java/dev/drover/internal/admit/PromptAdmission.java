package dev.drover.internal.admit;

import dev.drover.Ask;
import dev.drover.hook.HookPoint;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.hook.GateVerdict;
import dev.drover.internal.hook.HookChain;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.hook.HookContexts;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.DroverException;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.RequestRefused.PromptDenied;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.spi.store.Catalog;
import java.util.Objects;

/// Admits prompts: validates them, calls the hooks, and stores their attachments. Safe for use by
/// any thread.
public record PromptAdmission(
    StoredSessionQueries queries,
    SessionInputs inputs,
    AgentRegistry agents,
    HookChainRegistry hooks,
    EventTexts texts,
    Catalog catalog) {
  /// In characters. A longer text is a document and should be an attachment.
  private static final int MOST_STEERED = 128 * 1024;

  /// The sender if none is named.
  private static final String USER = "user";

  /// The prompt as it is delivered.
  ///
  /// @throws ConfigurationInvalid if it is invalid
  /// @throws PromptDenied if a hook denies it
  Prompt admit(OpenHandle session, Ask ask) {
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
    var spec = Objects.requireNonNull(agents.find(session.agent()));
    if (!ask.attachments().isEmpty()) {
      new PromptAttachments(spec).check(ask.attachments());
    }
    var chain = hooks.of(session.id(), spec.governance().hooks());
    return chain == null || !chain.isFor(HookPoint.PromptSubmit.class) || readKeyUsed(session, ask)
        ? prompt(spec, ask, ask.prompt(), PromptRewrite.NONE)
        : passed(session, spec, ask, chain);
  }

  /// A prompt whose key was used before starts no run, regardless of the hooks.
  private boolean readKeyUsed(OpenHandle session, Ask ask) {
    var key = ask.key();
    return key != null && catalog.run(session.id(), key).isPresent();
  }

  private Prompt passed(OpenHandle session, AgentSpec spec, Ask ask, HookChain chain) {
    var state = queries.state(session.id());
    var point =
        new HookPoint.PromptSubmit(HookContexts.of(state, null), texts.redact(ask.prompt()));
    boolean steers = ask.whenBusy() == WhenBusy.STEER;
    try {
      return switch (chain.runGates(point, words -> complaint(words, steers))) {
        case GateVerdict.Passed(_, var marks) when marks.isEmpty() ->
            prompt(spec, ask, ask.prompt(), PromptRewrite.NONE);
        case GateVerdict.Passed(var words, var marks) -> {
          var digest = ask.key() == null ? "" : texts.digest(texts.of(ask.prompt()));
          yield prompt(spec, ask, words, new PromptRewrite(marks, digest));
        }
        case GateVerdict.Denied denied ->
            throw denied(session, ask, denied, state.profile().identity().principal());
      };
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("hooks that were asked about a prompt; it was not delivered");
    }
  }

  /// The denial is durable before the sender receives the exception.
  private DroverException denied(
      OpenHandle session, Ask ask, GateVerdict.Denied denied, String principal) {
    var denial =
        new PromptDenial(
            principal.isEmpty() ? USER : principal,
            texts.digest(Text.of(ask.prompt())),
            denied.marks());
    return inputs.submit(session.id(), new Input.DenialGiven(denial))
            instanceof WriterReply.Refused(var problem)
        ? problem
        : new PromptDenied(session.id(), denied.hook(), texts.redact(denied.why()));
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

  private Prompt prompt(AgentSpec spec, Ask ask, String words, PromptRewrite rewording) {
    var given = ask.history();
    var history =
        given == null
            ? Prompt.History.OWN
            : new Prompt.History.Given(HistoryValidator.check(given));
    var wanted = new AnswerFormat(ask.answer(), spec.model(), texts);
    return new Prompt(
        texts.of(wanted.added(words)),
        PromptAttachments.keep(ask.attachments(), texts),
        history,
        wanted.type(),
        ask.key(),
        rewording);
  }
}
