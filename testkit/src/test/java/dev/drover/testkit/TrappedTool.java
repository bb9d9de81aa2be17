package dev.drover.testkit;

import static dev.drover.testkit.Fakes.done;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.ToolAnswer;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Optional;

/// A tool `pay` with a trap in one of its methods.
record TrappedTool(Trap trap) implements AgentTool {
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
  public Finding probe(ToolInvocation call) {
    return trap.at("tool.probe", new Finding.Happened(done("paid before")));
  }

  @Override
  public String preview(ToolInvocation call) {
    return trap.at("tool.preview", "pays");
  }

  /// A line that writes to a file, so that somebody asks where that leads.
  @Override
  public List<Subject> subjects(ToolInvocation call) {
    return trap.at("tool.subjects", List.of(new Subject.Shell("echo paid > receipt")));
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
  public Protection protection() {
    return trap.at("tool.protection", Protection.NOT_NEEDED);
  }

  @Override
  public DataFlow flow() {
    return trap.at("tool.flow", DataFlow.INSIDE);
  }
}
