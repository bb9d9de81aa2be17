package dev.drover.runtime.perform;

import dev.drover.kernel.Deferred;
import dev.drover.kernel.Effect;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.HandOff;
import dev.drover.kernel.Input;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Label;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Verdict;
import dev.drover.runtime.agent.Judge;
import dev.drover.runtime.agent.PolicyInForce;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.agent.Toolbox;
import dev.drover.runtime.foreign.ForeignCode;
import dev.drover.runtime.foreign.ForeignInterrupt;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.runtime.redact.RedactedThrowable;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.tool.FileAccess;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls tools, and asks them what became of calls whose outcome was lost.
final class ToolPerformer {
  private static final Logger LOG = LoggerFactory.getLogger(ToolPerformer.class);

  private final Texts texts;
  private final PolicyInForce policies;
  private final Cashier cashier;
  private final Redactor redactor;
  private final Labelling labels;
  private final OutcomeFilter filter;

  ToolPerformer(Texts texts, PolicyInForce policies, Cashier cashier, Redactor redactor) {
    this.cashier = cashier;
    this.policies = policies;
    this.redactor = redactor;
    this.labels = new Labelling(redactor);
    this.filter = new OutcomeFilter(texts);
    this.texts = texts;
  }

  Input perform(Effect.CallTool effect, Stage stage) throws InterruptedException {
    var found = stage.agent().tools().findForHost(effect.planned().call().tool());
    if (found.isEmpty()) {
      return new Input.ToolAnswered(effect.id(), gone(effect.planned()));
    }
    var entry = found.get();
    PolicyFileAccess access;
    try {
      if (lacksSandbox(entry, stage)) {
        return new Input.ToolAnswered(effect.id(), unprotected(entry));
      }
      access = access(entry, effect, effect.planned(), stage);
    } catch (ForeignCodeFailed broken) {
      return new Input.ToolAnswered(effect.id(), notCalled(effect, broken.problem().detail()));
    }
    var unpaid = unpaid(effect, stage);
    return unpaid == null
        ? called(entry, effect, stage, access)
        : new Input.ToolAnswered(effect.id(), unpaid);
  }

  private Input called(
      Toolbox.Entry entry, Effect.CallTool effect, Stage stage, PolicyFileAccess access)
      throws InterruptedException {
    var invocation = invocation(effect.planned(), effect, stage, access);
    var limit = limit(entry, stage);
    try {
      return switch (entry.tool().call(invocation)) {
        case ToolOutcome outcome ->
            answered(
                effect.id(),
                filter.apply(entry, invocation, outcome),
                limit,
                labels.of(entry.tool(), invocation, outcome, access));
        case HandOff to -> new Input.HandedOff(effect.id(), to);
        case Deferred deferred ->
            new Input.ToolDeferred(effect.id(), deferred, labels.of(entry.tool(), invocation));
      };
    } catch (RuntimeException failed) {
      LOG.warn("tool {} failed", entry.spec().name(), RedactedThrowable.of(failed, redactor));
      var outcome = new ToolOutcome.Failed(Text.of(described(failed)));
      return answered(effect.id(), filter.apply(entry, invocation, outcome), limit, List.of());
    }
  }

  /// A store that is away is no fault of the tool, which is not called then.
  ///
  /// @return what the model is told instead of an outcome; null if the call is paid for
  private @Nullable ToolOutcome unpaid(Effect.CallTool effect, Stage stage)
      throws InterruptedException {
    try {
      return cashier.forPresent(stage, () -> cashier.forTool(effect, stage));
    } catch (PortException broken) {
      return unreserved(effect, broken.problem());
    } catch (StoreFailed broken) {
      return unreserved(effect, broken.problem());
    }
  }

  private static ToolOutcome unreserved(Effect.CallTool effect, Problem problem) {
    return notCalled(effect, "nothing could be set aside for it: " + problem.detail());
  }

  private static ToolOutcome notCalled(Effect.CallTool effect, String why) {
    return effect.attempt() > 1
        ? new ToolOutcome.Unknown(why + "; a crash had cut it off, and it may have happened")
        : new ToolOutcome.Failed(Text.of(why + "; it was not called"));
  }

  private static Input answered(
      EffectId effect, OutcomeFilter.Filtered filtered, OutputLimit limit, List<Label> labels) {
    return new Input.ToolAnswered(
        effect, settled(filtered.outcome(), limit), labels, filtered.marks());
  }

  Input probe(Effect.ProbeTool effect, Stage stage) throws InterruptedException {
    var found = stage.agent().tools().findForHost(effect.planned().call().tool());
    if (found.isEmpty()) {
      return probed(effect.id(), new Finding.CannotTell("the tool is no longer there"));
    }
    try {
      var access = access(found.get(), effect, effect.planned(), stage);
      var invocation = invocation(effect.planned(), effect, stage, access);
      var finding = found.get().tool().probe(invocation);
      return finding instanceof Finding.Happened(var outcome)
          ? happened(
              effect.id(),
              filter.apply(found.get(), invocation, outcome),
              limit(found.get(), stage))
          : probed(effect.id(), finding);
    } catch (RuntimeException failed) {
      LOG.warn(
          "the probe of {} failed",
          found.get().spec().name(),
          RedactedThrowable.of(failed, redactor));
      return probed(
          effect.id(), new Finding.CannotTell("its probe failed: " + ForeignCode.message(failed)));
    }
  }

  /// Asked again where the call is carried out: it may have been judged on another machine.
  private boolean lacksSandbox(Toolbox.Entry entry, Stage stage) {
    return policies.of(stage.agent(), stage.state()).sandbox() == Policy.Sandbox.REQUIRED
        && entry.tool().protection() instanceof Protection.Exposed;
  }

  private static ToolOutcome unprotected(Toolbox.Entry entry) {
    return new ToolOutcome.Failed(
        Text.of(
            "policy requires a sandbox for %s, and there is none here; nothing was run"
                .formatted(entry.spec().name())));
  }

  /// The host's own calls are not judged, so their files are not either.
  private PolicyFileAccess access(
      Toolbox.Entry entry, Effect effect, PlannedCall planned, Stage stage) {
    var tool = planned.call().tool();
    if (Judge.isDirect(planned.verdict())) {
      return new PolicyFileAccess(Policy.ALLOW_ALL, List.of(), tool, Set.of());
    }
    var grants = new ArrayList<>(stage.state().profile().grants());
    grants.addAll(stage.grants());
    var asked =
        planned.verdict() instanceof Verdict.Ask
            ? files(entry, invocation(planned, effect, stage, FileAccess.ALL))
            : Set.<String>of();
    return new PolicyFileAccess(policies.of(stage.agent(), stage.state()), grants, tool, asked);
  }

  private static Set<String> files(Toolbox.Entry entry, Invocation invocation) {
    return entry.tool().subjects(invocation).stream()
        .filter(Subject.File.class::isInstance)
        .map(file -> ((Subject.File) file).path())
        .collect(Collectors.toSet());
  }

  private Invocation invocation(PlannedCall planned, Effect effect, Stage stage, FileAccess files) {
    return new Invocation(
        stage,
        texts,
        effect.run(),
        effect.id(),
        effect.attempt(),
        texts.read(planned.call().arguments()),
        planned.basis(),
        files);
  }

  /// The answer for a tool that broke with more than an exception.
  Input broken(EffectId effect, Throwable why) {
    var words =
        why instanceof ForeignInterrupt || why instanceof ForeignCodeFailed
            ? described(why)
            : "the tool broke: " + described(why);
    return new Input.ToolAnswered(effect, new ToolOutcome.Failed(Text.of(words)));
  }

  private static Input probed(EffectId effect, Finding finding) {
    return new Input.ToolProbed(effect, finding);
  }

  private static ToolOutcome gone(PlannedCall planned) {
    return new ToolOutcome.Failed(
        Text.of("the tool %s is no longer there".formatted(planned.call().tool())));
  }

  /// An exception of the tool is told in its own words; a tool that broke otherwise is named.
  private static String described(Throwable why) {
    return switch (why) {
      case ForeignCodeFailed broken when broken.getCause() instanceof Exception expected ->
          described(expected);
      case ForeignCodeFailed broken -> broken.problem().detail();
      case ForeignInterrupt broken -> broken.problem().detail();
      default -> {
        var message = ForeignCode.message(why);
        yield message == null ? why.getClass().getSimpleName() : message;
      }
    };
  }

  private OutputLimit limit(Toolbox.Entry entry, Stage stage) {
    return new OutputLimit(entry.spec().outputLimit(), texts, stage.desk().artifacts());
  }

  /// What a tool found out about a call that was lost is its outcome too.
  private static Input happened(
      EffectId effect, OutcomeFilter.Filtered filtered, OutputLimit limit) {
    return new Input.ToolProbed(
        effect, new Finding.Happened(settled(filtered.outcome(), limit)), filtered.marks());
  }

  /// The outcome as it goes into an event. Only a person, a rule or the kernel can deny, refuse,
  /// cancel or not know: a tool that says so has failed.
  private static ToolOutcome settled(ToolOutcome outcome, OutputLimit limit) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, var media) ->
          new ToolOutcome.Succeeded(limit.cut(text), media);
      case ToolOutcome.Failed(var text) -> new ToolOutcome.Failed(limit.cut(text));
      case ToolOutcome.Refused(var reason) -> new ToolOutcome.Failed(Text.of(reason));
      case ToolOutcome.Denied(_, var reason) -> new ToolOutcome.Failed(Text.of(reason));
      case ToolOutcome.Cancelled(var why) -> new ToolOutcome.Failed(Text.of(why));
      case ToolOutcome.Unknown unknown -> unknown;
    };
  }
}
