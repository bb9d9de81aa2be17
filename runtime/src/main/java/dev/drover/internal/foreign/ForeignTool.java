package dev.drover.internal.foreign;

import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Wraps a tool: each method throws [ForeignCodeFailed] if the tool breaks its contract. Its spec
/// is read once.
public record ForeignTool(AgentTool inner, ToolSpec spec) implements AgentTool {
  /// @throws ForeignCodeFailed if its spec cannot be read
  public static ForeignTool of(AgentTool tool) {
    return tool instanceof ForeignTool known
        ? known
        : new ForeignTool(
            tool,
            new ForeignCode(ForeignPart.TOOL, tool.getClass().getName()).ask("spec", tool::spec));
  }

  private ForeignCode code() {
    return new ForeignCode(ForeignPart.TOOL, spec.name());
  }

  @Override
  public ToolAnswer call(ToolInvocation call) throws ForeignInterrupt {
    return code().call("call", () -> inner.call(call));
  }

  @Override
  public ProbeResult probe(ToolInvocation call) throws ForeignInterrupt {
    return code().call("probe", () -> inner.probe(call));
  }

  @Override
  public DeferredCallNews news(String handle, ToolInvocation call) throws ForeignInterrupt {
    return code().call("news", () -> inner.news(handle, call));
  }

  @Override
  public String preview(ToolInvocation call) {
    return code().ask("preview", () -> inner.preview(call));
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    var subjects = code().ask("subjects", () -> new ArrayList<>(inner.subjects(call)));
    if (subjects.stream().anyMatch(Objects::isNull)) {
      throw code().failed("subjects returned a list with null in it");
    }
    return List.copyOf(subjects);
  }

  @Override
  public Optional<String> target(ToolInvocation call, String path) {
    return code().ask("target", () -> inner.target(call, path));
  }

  @Override
  public Optional<String> escalation(ToolInvocation call) {
    return code().ask("escalation", () -> inner.escalation(call));
  }

  @Override
  public String basis(ToolInvocation call) {
    return code().ask("basis", () -> inner.basis(call));
  }

  @Override
  public ToolIsolation isolation() {
    return code().ask("protection", inner::isolation);
  }

  @Override
  public DataFlow dataFlow() {
    return code().ask("flow", inner::dataFlow);
  }
}
