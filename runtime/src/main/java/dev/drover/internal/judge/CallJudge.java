package dev.drover.internal.judge;

import dev.drover.internal.agent.AgentPath;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.agent.AgentToolSet;
import dev.drover.internal.agent.UnansweredAction;
import dev.drover.internal.redact.RedactedThrowable;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Label;
import dev.drover.policy.Checker.CallFacts;
import dev.drover.policy.Policy.Default;
import dev.drover.policy.PolicyEngine;
import dev.drover.policy.PolicyEngine.PolicyVerdict;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.spi.tool.ToolInvocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Judges a call before it is made: whether the tool exists, whether the arguments fit, and what
/// the host's checker and the policy decide.
public final class CallJudge {
  private static final Logger LOG = LoggerFactory.getLogger(CallJudge.class);

  private static final CallTerms NO_TERMS =
      new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL);

  /// Used in place of the rule for direct calls.
  private static final String DIRECT = "direct call";

  private final EventTexts texts;
  private final EffectivePolicy policies;

  public CallJudge(EventTexts texts, EffectivePolicy policies) {
    this.texts = texts;
    this.policies = policies;
  }

  /// The context in which a call is judged.
  ///
  /// @param always rules that people granted for always
  /// @param labels of the data that the call could pass on
  public record JudgeContext(
      AgentSpec agent, SessionState state, List<String> always, Set<Label> labels) {
    public JudgeContext {
      labels = Set.copyOf(labels);
    }

    List<String> grants() {
      if (always.isEmpty()) {
        return state.profile().grants();
      }
      var grants = new ArrayList<>(state.profile().grants());
      grants.addAll(always);
      return grants;
    }
  }

  /// @param invocation the call as the tool would see it
  public JudgedCall judge(JudgeContext bench, ToolCall call, ToolInvocation invocation) {
    var found = bench.agent().tools().find(call.tool());
    return found.isEmpty()
        ? unknown(bench.agent(), call)
        : checked(found.get(), call, invocation, entry -> verdict(bench, entry, invocation));
  }

  /// Admits a valid call without evaluating the policy: it is a direct call of the host.
  public JudgedCall admit(AgentSpec agent, ToolCall call, ToolInvocation invocation) {
    var found = agent.tools().findForHost(call.tool());
    return found.isEmpty()
        ? unknown(agent, call)
        : checked(found.get(), call, invocation, _ -> new Verdict.Allow(DIRECT));
  }

  /// Whether a call was admitted without evaluating the policy.
  public static boolean isDirect(Verdict verdict) {
    return verdict instanceof Verdict.Allow(var rule) && rule.equals(DIRECT);
  }

  private static JudgedCall unknown(AgentSpec agent, ToolCall call) {
    var why =
        "there is no tool '%s'; %s".formatted(call.tool(), agent.tools().closeTo(call.tool()));
    return new JudgedCall(call, NO_TERMS, new Verdict.Reject(why));
  }

  private static JudgedCall checked(
      AgentToolSet.Entry entry,
      ToolCall call,
      ToolInvocation invocation,
      Function<AgentToolSet.Entry, Verdict> verdict) {
    var terms = entry.spec().terms();
    try {
      var complaint = entry.arguments().validationError(invocation.arguments());
      if (complaint.isPresent()) {
        var why = "arguments of %s: %s".formatted(call.tool(), complaint.get());
        return new JudgedCall(call, terms, new Verdict.Reject(why));
      }
      return new JudgedCall(call, terms, verdict.apply(entry), entry.tool().basis(invocation));
    } catch (ForeignCodeFailed broken) {
      LOG.error(
          "a call of {} cannot be judged",
          call.tool(),
          RedactedThrowable.of(broken, invocation.redactor()));
      var why = broken.problem().detail() + "; the call was not made";
      return new JudgedCall(call, terms, new Verdict.Reject(why));
    }
  }

  /// The verdict on a call in an incomplete reply. Its arguments may be cut and still be valid
  /// JSON.
  public static JudgedCall unfinished(ToolCall call) {
    var why =
        "the reply ended before it was complete, at the output limit or because the provider"
            + " stopped it, so no call in it was made: the arguments of %s may be incomplete."
                .formatted(call.tool())
            + " Make the call again, with less text in one reply.";
    return new JudgedCall(call, NO_TERMS, new Verdict.Reject(why));
  }

  /// The verdict on a call whose arguments contain a secret. Arguments that cannot be journaled
  /// must not be used: after a crash they would be lost.
  public static JudgedCall secretive(ToolCall call) {
    var why =
        "the arguments of %s hold what looks like a password, key or token. Secrets are never"
                .formatted(call.tool())
            + " written down, so the call cannot be made with it. Use a placeholder, or the name of"
            + " an environment variable, and tell the user to fill it in.";
    return new JudgedCall(call, NO_TERMS, new Verdict.Reject(why));
  }

  private Verdict verdict(JudgeContext bench, AgentToolSet.Entry entry, ToolInvocation invocation) {
    var facts = facts(bench, entry, invocation);
    var granted = PinnedGrants.of(entry, bench.grants());
    var ruling =
        ruling(bench, granted.rules(), facts, path -> entry.tool().target(invocation, path));
    return switch (ruling.action()) {
      case ALLOW -> new Verdict.Allow(ruling.rule());
      case DENY ->
          new Verdict.Deny(
              ruling.rule(), "policy refuses it (%s): %s".formatted(ruling.rule(), ruling.why()));
      case ASK ->
          bench.agent().governance().unanswered() == UnansweredAction.DENIED
              ? nobodyToAsk(ruling)
              : new Verdict.Ask(
                  ruling.rule(),
                  "%s wants to use %s (%s): %s"
                      .formatted(
                          AgentPath.describe(bench.agent().name()),
                          facts.tool(),
                          ruling.rule(),
                          ruling.why()),
                  granted.pinned(ruling.grant(), texts),
                  texts.of(granted.preview(entry.tool().preview(invocation), texts)),
                  bench.agent().governance().answerers());
    };
  }

  private static Verdict nobodyToAsk(PolicyVerdict ruling) {
    return new Verdict.Deny(
        ruling.rule(),
        "a person would have to be asked (%s), and nobody is there to answer: %s"
            .formatted(ruling.rule(), ruling.why()));
  }

  /// The host's checker can only make the verdict of the policy stricter.
  private PolicyVerdict ruling(
      JudgeContext bench,
      List<String> grants,
      CallFacts facts,
      Function<String, Optional<String>> links) {
    var policy = policies.of(bench.agent(), bench.state());
    var ruling = PolicyEngine.judge(policy, grants, facts, links);
    var checker = bench.agent().governance().checker();
    if (checker == null || ruling.action() == Default.DENY) {
      return ruling;
    }
    return checker
        .check(facts)
        .map(
            objection ->
                new PolicyVerdict(
                    switch (objection.demand()) {
                      case ASK -> Default.ASK;
                      case DENY -> Default.DENY;
                    },
                    "checker " + checker.name(),
                    objection.why(),
                    // The checker is asked each time, so there is nothing to grant.
                    ""))
        .orElse(ruling);
  }

  private static CallFacts facts(
      JudgeContext bench, AgentToolSet.Entry entry, ToolInvocation invocation) {
    var tool = entry.tool();
    return new CallFacts(
        entry.spec().name(),
        tool.subjects(invocation),
        tool.escalation(invocation).orElse(null),
        tool.isolation(),
        tool.dataFlow(),
        bench.labels());
  }
}
