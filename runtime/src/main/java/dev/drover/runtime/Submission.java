package dev.drover.runtime;

import dev.drover.kernel.Prompt;
import dev.drover.kernel.Rewording;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.HookLine;
import dev.drover.runtime.hooking.Passage;
import dev.drover.runtime.hooking.Scenes;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.PromptDenied;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.writer.Engine;
import java.util.Objects;

/// A prompt on its way into a session: whether it can be delivered, and what hooks make of it.
record Submission(Session session, Drover drover) {
  /// In characters; more is a document, not a word in between.
  private static final int MOST_STEERED = 128 * 1024;

  /// The prompt as it is delivered.
  ///
  /// @throws ConfigurationInvalid if it cannot be one
  /// @throws PromptDenied if a hook denies it
  Prompt admit(Ask ask) {
    var complaint = complaint(ask.prompt(), ask.whenBusy() == WhenBusy.STEER);
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
        case Passage.Denied(var hook, var why, _) ->
            throw new PromptDenied(session.id(), hook, engine().texts().clean(why));
      };
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("hooks that were asked about a prompt; it was not delivered");
    }
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
        given == null ? new Prompt.History.Own() : new Prompt.History.Given(Histories.check(given));
    var texts = engine().texts();
    return new Prompt(
        texts.of(words), Attachments.keep(ask.attachments(), texts), history, ask.key(), rewording);
  }

  private Engine engine() {
    return drover.engine();
  }
}
