package dev.drover.internal.foreign;

import static dev.drover.fixture.FakeAgents.done;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Optional;

/// A tool `pay` with a fault in one of its methods.
record FaultyTool(InjectedFault trap) implements AgentTool {
  private static final ToolSpec SPEC =
      new ToolSpec(
          "pay",
          "Pays.",
          "{\"type\":\"object\"}",
          new CallTerms(EffectClass.UNSAFE, AfterCrash.PROBE, Pace.PARALLEL));

  @Override
  public ToolSpec spec() {
    return trap.at("tool.spec", SPEC);
  }

  @Override
  public ToolAnswer call(ToolInvocation call) {
    return trap.at("tool.call", done("paid"));
  }

  @Override
  public ProbeResult probe(ToolInvocation call) {
    return trap.at("tool.probe", new ProbeResult.Happened(done("paid before")));
  }

  @Override
  public String preview(ToolInvocation call) {
    return trap.at("tool.preview", "pays");
  }

  /// A command line that writes to a file, so that its target is resolved.
  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return trap.at("tool.subjects", List.of(new CallSubject.Shell("echo paid > receipt")));
  }

  @Override
  public Optional<String> target(ToolInvocation call, String path) {
    return trap.at("tool.target", Optional.of(path));
  }

  @Override
  public Optional<String> escalation(ToolInvocation call) {
    return trap.at("tool.escalation", Optional.empty());
  }

  @Override
  public String basis(ToolInvocation call) {
    return trap.at("tool.basis", "");
  }

  @Override
  public ToolIsolation isolation() {
    return trap.at("tool.protection", ToolIsolation.NOT_NEEDED);
  }

  @Override
  public DataFlow dataFlow() {
    return trap.at("tool.flow", DataFlow.INSIDE);
  }
}
