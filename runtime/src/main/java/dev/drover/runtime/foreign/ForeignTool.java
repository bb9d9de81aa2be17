package dev.drover.runtime.foreign;

import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.ToolAnswer;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A tool behind the border: each method throws [ForeignCodeFailed] if the tool does not do what it
/// promised. Its spec is asked for once.
public record ForeignTool(AgentTool inner, ToolSpec spec) implements AgentTool {
  /// @throws ForeignCodeFailed if it cannot say what it is
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
  public Finding probe(ToolInvocation call) throws ForeignInterrupt {
    return code().call("probe", () -> inner.probe(call));
  }

  @Override
  public String preview(ToolInvocation call) {
    return code().ask("preview", () -> inner.preview(call));
  }

  @Override
  public List<Subject> subjects(ToolInvocation call) {
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
  public Protection protection() {
    return code().ask("protection", inner::protection);
  }

  @Override
  public DataFlow flow() {
    return code().ask("flow", inner::flow);
  }
}
