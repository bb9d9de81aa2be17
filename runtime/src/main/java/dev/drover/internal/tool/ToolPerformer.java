package dev.drover.internal.tool;

import dev.drover.internal.agent.AgentToolSet;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.foreign.ForeignCode;
import dev.drover.internal.foreign.ForeignInterrupt;
import dev.drover.internal.judge.CallJudge;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.internal.judge.PolicyFileAccess;
import dev.drover.internal.redact.RedactedThrowable;
import dev.drover.internal.spend.BudgetReservations;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.problem.StoreFailed;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation.FileAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls tools, and probes them about calls whose outcome was lost.
public final class ToolPerformer {
  private static final Logger LOG = LoggerFactory.getLogger(ToolPerformer.class);

  /// The time until a tool is asked for news again that could not give any.
  private static final Duration NEXT_LOOK = Duration.ofMinutes(1);

  private static final int MOST_PROGRESS = 1_000;

  private final EventTexts texts;
  private final EffectivePolicy policies;
  private final BudgetReservations reservations;
  private final SecretRedactor redactor;
  private final OutcomeLabels labels;
  private final OutcomeFilter filter;
  private final QuestionCheck questions;

  public ToolPerformer(
      EventTexts texts,
      EffectivePolicy policies,
      BudgetReservations reservations,
      SecretRedactor redactor) {
    this.reservations = reservations;
    this.policies = policies;
    this.redactor = redactor;
    this.labels = new OutcomeLabels(redactor);
    this.filter = new OutcomeFilter(texts);
    this.texts = texts;
    this.questions = new QuestionCheck(texts);
  }

  public Input perform(Effect.CallTool effect, EffectContext stage) throws InterruptedException {
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
      AgentToolSet.Entry entry,
      Effect.CallTool effect,
      EffectContext stage,
      PolicyFileAccess access)
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
        case ToolQuestion question -> questions.asked(effect, stage, question);
        case HandOff to -> new Input.HandedOff(effect.id(), to);
        case ToolDeferral deferred ->
            new Input.ToolDeferred(effect.id(), deferred, labels.of(entry.tool(), invocation));
      };
    } catch (RuntimeException failed) {
      LOG.warn("tool {} failed", entry.spec().name(), RedactedThrowable.of(failed, redactor));
      var outcome = new ToolOutcome.Failed(Text.of(described(failed)));
      return answered(effect.id(), filter.apply(entry, invocation, outcome), limit, List.of());
    }
  }

  /// A failure of the store is not a failure of the tool, which is not called then.
  ///
  /// @return the outcome for the model if the call is refused; null if its budget is reserved
  private @Nullable ToolOutcome unpaid(Effect.CallTool effect, EffectContext stage)
      throws InterruptedException {
    try {
      return reservations.reserveIfOwned(stage, () -> reservations.reserveToolCall(effect, stage));
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

  public Input probe(Effect.ProbeTool effect, EffectContext stage) throws InterruptedException {
    var found = stage.agent().tools().findForHost(effect.planned().call().tool());
    if (found.isEmpty()) {
      return probed(effect.id(), new ProbeResult.CannotTell("the tool is no longer there"));
    }
    try {
      var access = access(found.get(), effect, effect.planned(), stage);
      var invocation = invocation(effect.planned(), effect, stage, access);
      var finding = found.get().tool().probe(invocation);
      return finding instanceof ProbeResult.Happened(var outcome)
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
          effect.id(),
          new ProbeResult.CannotTell("its probe failed: " + ForeignCode.message(failed)));
    }
  }

  /// Asks the tool for news of a call that it deferred, unless the deadline of the call has passed.
  public Input news(Effect.AskForNews effect, EffectContext stage) throws InterruptedException {
    if (effect.isDeadlineNext()) {
      return new Input.DeferredCallExpired(effect.id());
    }
    var found = stage.agent().tools().findForHost(effect.planned().call().tool());
    if (found.isEmpty()) {
      return later(effect, "the tool is not there at the moment");
    }
    var entry = found.get();
    try {
      var access = access(entry, effect, effect.planned(), stage);
      var invocation = invocation(effect.planned(), effect, stage, access);
      return switch (entry.tool().news(effect.look().handle(), invocation)) {
        case DeferredCallNews.Ended(ToolOutcome.Unknown(var why)) ->
            new Input.DeferredNewsGiven(effect.id(), new DeferredCallNews.Gone(why));
        case DeferredCallNews.Ended(var outcome) -> {
          var filtered = filter.apply(entry, invocation, outcome);
          yield new Input.DeferredNewsGiven(
              effect.id(),
              new DeferredCallNews.Ended(settled(filtered.outcome(), limit(entry, stage))),
              labels.of(entry.tool(), invocation, outcome, access),
              filtered.marks());
        }
        case DeferredCallNews.StillWorking(var progress, var next) ->
            new Input.DeferredNewsGiven(
                effect.id(), new DeferredCallNews.StillWorking(shortened(progress), next));
        case DeferredCallNews.Gone gone -> new Input.DeferredNewsGiven(effect.id(), gone);
      };
    } catch (RuntimeException failed) {
      LOG.warn(
          "{} has no news of {}",
          entry.spec().name(),
          effect.id(),
          RedactedThrowable.of(failed, redactor));
      return noNews(effect, failed);
    }
  }

  /// The answer if the tool cannot say anything now: it is asked again.
  public Input noNews(Effect.AskForNews effect, Throwable why) {
    return later(effect, "no news: " + described(why));
  }

  private static Input later(Effect.AskForNews effect, String why) {
    return new Input.DeferredNewsGiven(
        effect.id(), new DeferredCallNews.StillWorking(shortened(why), NEXT_LOOK));
  }

  private static String shortened(String progress) {
    return progress.length() <= MOST_PROGRESS
        ? progress
        : progress.substring(0, MOST_PROGRESS) + "…";
  }

  /// Checked again where the call is made: it may have been judged on another machine.
  private boolean lacksSandbox(AgentToolSet.Entry entry, EffectContext stage) {
    return policies.of(stage.agent(), stage.state()).sandbox() == Policy.Sandbox.REQUIRED
        && entry.tool().isolation() instanceof ToolIsolation.Exposed;
  }

  private static ToolOutcome unprotected(AgentToolSet.Entry entry) {
    return new ToolOutcome.Failed(
        Text.of(
            "policy requires a sandbox for %s, and there is none here; nothing was run"
                .formatted(entry.spec().name())));
  }

  /// Direct calls are not judged, so their files are not either.
  private PolicyFileAccess access(
      AgentToolSet.Entry entry, Effect effect, PlannedCall planned, EffectContext stage) {
    var tool = planned.call().tool();
    if (CallJudge.isDirect(planned.verdict())) {
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

  private static Set<String> files(AgentToolSet.Entry entry, SessionToolInvocation invocation) {
    return entry.tool().subjects(invocation).stream()
        .filter(CallSubject.File.class::isInstance)
        .map(file -> ((CallSubject.File) file).path())
        .collect(Collectors.toSet());
  }

  private SessionToolInvocation invocation(
      PlannedCall planned, Effect effect, EffectContext stage, FileAccess files) {
    return new SessionToolInvocation(
        stage,
        texts,
        effect.run(),
        effect.id(),
        effect.attempt(),
        texts.read(planned.call().arguments()),
        planned.basis(),
        files);
  }

  /// The answer for a tool that failed with more than an exception.
  public Input broken(EffectId effect, Throwable why) {
    var words =
        why instanceof ForeignInterrupt || why instanceof ForeignCodeFailed
            ? described(why)
            : "the tool broke: " + described(why);
    return new Input.ToolAnswered(effect, new ToolOutcome.Failed(Text.of(words)));
  }

  private static Input probed(EffectId effect, ProbeResult finding) {
    return new Input.ToolProbed(effect, finding);
  }

  private static ToolOutcome gone(PlannedCall planned) {
    return new ToolOutcome.Failed(
        Text.of("the tool %s is no longer there".formatted(planned.call().tool())));
  }

  /// An exception of the tool is reported with its own message; for any other failure the tool is
  /// named.
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

  private OutputLimit limit(AgentToolSet.Entry entry, EffectContext stage) {
    return new OutputLimit(entry.spec().outputLimit(), texts, stage.services().artifacts());
  }

  /// The result of a probe for a lost call is an outcome as well.
  private static Input happened(
      EffectId effect, OutcomeFilter.Filtered filtered, OutputLimit limit) {
    return new Input.ToolProbed(
        effect, new ProbeResult.Happened(settled(filtered.outcome(), limit)), filtered.marks());
  }

  /// The outcome as it is journaled. Only a person, a rule or the kernel can deny, refuse, cancel
  /// or report an unknown outcome: a tool that returns one of these has failed.
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
