package dev.drover.runtime.agent;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Verdict;
import dev.drover.runtime.policy.CallFacts;
import dev.drover.runtime.policy.PolicyEngine;
import dev.drover.spi.tool.ToolInvocation;
import java.util.List;
import java.util.Set;

/// Says what is to become of a call before anything is done: is there such a tool, do the arguments
/// fit, and what does policy say.
public final class Judge {
  private static final CallTerms NO_TERMS =
      new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL);

  private final Texts texts;

  public Judge(Texts texts) {
    this.texts = texts;
  }

  /// @param invocation the call as the tool would see it
  /// @param grants rules that people added
  public JudgedCall judge(
      AgentSpec agent, ToolCall call, ToolInvocation invocation, List<String> grants) {
    var found = agent.tools().find(call.tool());
    if (found.isEmpty()) {
      var why =
          "there is no tool '%s'; %s".formatted(call.tool(), agent.tools().closeTo(call.tool()));
      return new JudgedCall(call, NO_TERMS, new Verdict.Reject(why));
    }
    var entry = found.get();
    var complaint = entry.arguments().complaint(invocation.arguments());
    if (complaint.isPresent()) {
      var why = "arguments of %s: %s".formatted(call.tool(), complaint.get());
      return new JudgedCall(call, entry.spec().terms(), new Verdict.Reject(why));
    }
    return new JudgedCall(call, entry.spec().terms(), verdict(agent, entry, invocation, grants));
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

  private Verdict verdict(
      AgentSpec agent, Toolbox.Entry entry, ToolInvocation invocation, List<String> grants) {
    var name = entry.spec().name();
    var ruling = PolicyEngine.judge(agent.policy(), grants, facts(entry, invocation));
    return switch (ruling.action()) {
      case ALLOW -> new Verdict.Allow(ruling.rule());
      case DENY ->
          new Verdict.Deny(ruling.rule(), "policy refuses it (%s)".formatted(ruling.rule()));
      case ASK -> {
        var why = "%s wants to use %s (%s)".formatted(agent.name(), name, ruling.rule());
        yield new Verdict.Ask(
            ruling.rule(), why, ruling.grant(), texts.of(entry.tool().preview(invocation)));
      }
    };
  }

  private static CallFacts facts(Toolbox.Entry entry, ToolInvocation invocation) {
    var tool = entry.tool();
    return new CallFacts(
        entry.spec().name(),
        tool.subjects(invocation),
        tool.escalation(invocation).orElse(null),
        tool.protection(),
        tool.flow(),
        Set.of());
  }
}
