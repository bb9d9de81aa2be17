package dev.drover.runtime.agent;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.Label;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Verdict;
import dev.drover.runtime.policy.CallFacts;
import dev.drover.runtime.policy.Policy.Default;
import dev.drover.runtime.policy.PolicyEngine;
import dev.drover.runtime.policy.Ruling;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.runtime.redact.RedactedThrowable;
import dev.drover.spi.tool.ToolInvocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says what is to become of a call before anything is done: is there such a tool, do the arguments
/// fit, and what do the host's checker and the policy say.
public final class Judge {
  private static final Logger LOG = LoggerFactory.getLogger(Judge.class);

  private static final CallTerms NO_TERMS =
      new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL);

  /// Stands where the calls of the model have the rule that decided.
  private static final String DIRECT = "direct call";

  private final Texts texts;
  private final PolicyInForce policies;

  public Judge(Texts texts, PolicyInForce policies) {
    this.texts = texts;
    this.policies = policies;
  }

  /// On what a call is judged.
  ///
  /// @param always rules that people granted for always
  /// @param labels what kinds of data the call could pass on
  public record Bench(AgentSpec agent, SessionState state, List<String> always, Set<Label> labels) {
    public Bench {
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
  public JudgedCall judge(Bench bench, ToolCall call, ToolInvocation invocation) {
    var found = bench.agent().tools().find(call.tool());
    return found.isEmpty()
        ? unknown(bench.agent(), call)
        : checked(found.get(), call, invocation, entry -> verdict(bench, entry, invocation));
  }

  /// Lets a call pass that fits, without a look at the policy: it is the host's own.
  public JudgedCall admit(AgentSpec agent, ToolCall call, ToolInvocation invocation) {
    var found = agent.tools().findForHost(call.tool());
    return found.isEmpty()
        ? unknown(agent, call)
        : checked(found.get(), call, invocation, _ -> new Verdict.Allow(DIRECT));
  }

  /// Whether a call was let pass without a look at the policy.
  public static boolean isDirect(Verdict verdict) {
    return verdict instanceof Verdict.Allow(var rule) && rule.equals(DIRECT);
  }

  private static JudgedCall unknown(AgentSpec agent, ToolCall call) {
    var why =
        "there is no tool '%s'; %s".formatted(call.tool(), agent.tools().closeTo(call.tool()));
    return new JudgedCall(call, NO_TERMS, new Verdict.Reject(why));
  }

  private static JudgedCall checked(
      Toolbox.Entry entry,
      ToolCall call,
      ToolInvocation invocation,
      Function<Toolbox.Entry, Verdict> verdict) {
    var terms = entry.spec().terms();
    try {
      var complaint = entry.arguments().complaint(invocation.arguments());
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

  /// The verdict on a call in a reply that ended before the model was done. Its arguments may be
  /// torn and still read as complete.
  public static JudgedCall unfinished(ToolCall call) {
    var why =
        "the reply ended before it was complete, at the output limit or because the provider"
            + " stopped it, so no call in it was made: the arguments of %s may be incomplete."
                .formatted(call.tool())
            + " Make the call again, with less text in one reply.";
    return new JudgedCall(call, NO_TERMS, new Verdict.Reject(why));
  }

  /// The verdict on a call whose arguments hold a secret. What is not written down is not carried
  /// out either: after a crash nobody would know what it was.
  public static JudgedCall secretive(ToolCall call) {
    var why =
        "the arguments of %s hold what looks like a password, key or token. Secrets are never"
                .formatted(call.tool())
            + " written down, so the call cannot be made with it. Use a placeholder, or the name of"
            + " an environment variable, and tell the user to fill it in.";
    return new JudgedCall(call, NO_TERMS, new Verdict.Reject(why));
  }

  private Verdict verdict(Bench bench, Toolbox.Entry entry, ToolInvocation invocation) {
    var facts = facts(bench, entry, invocation);
    var ruling = ruling(bench, facts, path -> entry.tool().target(invocation, path));
    return switch (ruling.action()) {
      case ALLOW -> new Verdict.Allow(ruling.rule());
      case DENY ->
          new Verdict.Deny(
              ruling.rule(), "policy refuses it (%s): %s".formatted(ruling.rule(), ruling.why()));
      case ASK ->
          bench.agent().governance().unanswered() == Unanswered.DENIED
              ? nobodyToAsk(ruling)
              : new Verdict.Ask(
                  ruling.rule(),
                  "%s wants to use %s (%s): %s"
                      .formatted(
                          Lineage.told(bench.agent().name()),
                          facts.tool(),
                          ruling.rule(),
                          ruling.why()),
                  ruling.grant(),
                  texts.of(entry.tool().preview(invocation)),
                  bench.agent().governance().answerers());
    };
  }

  private static Verdict nobodyToAsk(Ruling ruling) {
    return new Verdict.Deny(
        ruling.rule(),
        "a person would have to be asked (%s), and nobody is there to answer: %s"
            .formatted(ruling.rule(), ruling.why()));
  }

  /// The host's checker can only make the ruling of the policy stricter.
  private Ruling ruling(Bench bench, CallFacts facts, Function<String, Optional<String>> links) {
    var policy = policies.of(bench.agent(), bench.state());
    var ruling = PolicyEngine.judge(policy, bench.grants(), facts, links);
    var checker = bench.agent().governance().checker();
    if (checker == null || ruling.action() == Default.DENY) {
      return ruling;
    }
    return checker
        .check(facts)
        .map(
            objection ->
                new Ruling(
                    switch (objection.demand()) {
                      case ASK -> Default.ASK;
                      case DENY -> Default.DENY;
                    },
                    "checker " + checker.name(),
                    objection.why(),
                    // The checker is asked each time, so there is nothing to grant for later.
                    ""))
        .orElse(ruling);
  }

  private static CallFacts facts(Bench bench, Toolbox.Entry entry, ToolInvocation invocation) {
    var tool = entry.tool();
    return new CallFacts(
        entry.spec().name(),
        tool.subjects(invocation),
        tool.escalation(invocation).orElse(null),
        tool.protection(),
        tool.flow(),
        bench.labels());
  }
}
