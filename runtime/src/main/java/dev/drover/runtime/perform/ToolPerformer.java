package dev.drover.runtime.perform;

import dev.drover.kernel.Effect;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Input;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Label;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.agent.Toolbox;
import dev.drover.runtime.redact.RedactedThrowable;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.secret.SecretPaths;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls tools, and asks them what became of calls whose outcome was lost.
final class ToolPerformer {
  private static final Logger LOG = LoggerFactory.getLogger(ToolPerformer.class);

  private final Texts texts;
  private final Redactor redactor;

  ToolPerformer(Texts texts, Redactor redactor) {
    this.redactor = redactor;
    this.texts = texts;
  }

  Input perform(Effect.CallTool effect, Stage stage) throws InterruptedException {
    var found = stage.agent().tools().find(effect.planned().call().tool());
    if (found.isEmpty()) {
      return new Input.ToolAnswered(effect.id(), gone(effect.planned()));
    }
    var entry = found.get();
    var invocation = invocation(effect.planned(), effect, stage);
    try {
      var outcome = entry.tool().call(invocation);
      return new Input.ToolAnswered(
          effect.id(), settled(outcome, entry), labels(entry, invocation, outcome));
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failed) {
      return new Input.ToolAnswered(effect.id(), new ToolOutcome.Failed(message(failed)));
    }
  }

  Input probe(Effect.ProbeTool effect, Stage stage) throws InterruptedException {
    var found = stage.agent().tools().find(effect.planned().call().tool());
    if (found.isEmpty()) {
      return probed(effect.id(), new Finding.CannotTell("the tool is no longer there"));
    }
    var invocation = invocation(effect.planned(), effect, stage);
    try {
      var finding = found.get().tool().probe(invocation);
      return probed(effect.id(), settled(finding, found.get()));
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failed) {
      LOG.warn(
          "the probe of {} failed",
          found.get().spec().name(),
          RedactedThrowable.of(failed, redactor));
      return probed(
          effect.id(), new Finding.CannotTell("its probe failed: " + failed.getMessage()));
    }
  }

  private Invocation invocation(PlannedCall planned, Effect effect, Stage stage) {
    return new Invocation(
        stage,
        texts,
        effect.run(),
        effect.id(),
        effect.attempt(),
        texts.read(planned.call().arguments()),
        planned.basis());
  }

  /// The answer for a tool that broke with more than an exception.
  Input broken(EffectId effect, Throwable why) {
    return new Input.ToolAnswered(
        effect, new ToolOutcome.Failed(Text.of("the tool broke: " + described(why))));
  }

  private static Input probed(EffectId effect, Finding finding) {
    return new Input.ToolProbed(effect, finding);
  }

  private static ToolOutcome gone(PlannedCall planned) {
    return new ToolOutcome.Failed(
        Text.of("the tool %s is no longer there".formatted(planned.call().tool())));
  }

  private static Text message(Exception failed) {
    return Text.of(described(failed));
  }

  private static String described(Throwable why) {
    var message = why.getMessage();
    return message == null ? why.getClass().getSimpleName() : message;
  }

  /// What is known about where the outcome comes from. Touching a secret counts even if it was
  /// taken out of what is kept.
  private List<Label> labels(Toolbox.Entry entry, ToolInvocation call, ToolOutcome outcome) {
    var labels = new ArrayList<Label>(Label.values().length);
    if (entry.tool().flow().origin() == DataFlow.Origin.OUTSIDE) {
      labels.add(Label.UNTRUSTED);
    }
    if (holdsSecret(outcome) || entry.tool().subjects(call).stream().anyMatch(this::isSecret)) {
      labels.add(Label.SECRET);
    }
    return labels;
  }

  private boolean isSecret(Subject subject) {
    return subject instanceof Subject.File(var path) && SecretPaths.isSecret(path);
  }

  private boolean holdsSecret(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(Text.Inline(var text), _) -> redactor.finds(text);
      case ToolOutcome.Failed(Text.Inline(var text)) -> redactor.finds(text);
      case ToolOutcome.Succeeded _,
          ToolOutcome.Failed _,
          ToolOutcome.Refused _,
          ToolOutcome.Denied _,
          ToolOutcome.Unknown _,
          ToolOutcome.Cancelled _ ->
          false;
    };
  }

  private Finding settled(Finding finding, Toolbox.Entry entry) {
    return finding instanceof Finding.Happened(var outcome)
        ? new Finding.Happened(settled(outcome, entry))
        : finding;
  }

  /// The outcome as it goes into an event. Only a person, a rule or the kernel can deny, refuse,
  /// cancel or not know: a tool that says so has failed.
  private ToolOutcome settled(ToolOutcome outcome, Toolbox.Entry entry) {
    int limit = entry.spec().outputLimit();
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, var media) ->
          new ToolOutcome.Succeeded(OutputLimit.cut(text, limit, texts), media);
      case ToolOutcome.Failed(var text) ->
          new ToolOutcome.Failed(OutputLimit.cut(text, limit, texts));
      case ToolOutcome.Refused(var reason) -> new ToolOutcome.Failed(Text.of(reason));
      case ToolOutcome.Denied(_, var reason) -> new ToolOutcome.Failed(Text.of(reason));
      case ToolOutcome.Cancelled(var why) -> new ToolOutcome.Failed(Text.of(why));
      case ToolOutcome.Unknown unknown -> unknown;
    };
  }
}
