package dev.drover.tools;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/// A call as a test makes it. Holds what was shown while it ran.
final class TestCall implements ToolInvocation {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path workspace;
  private final String arguments;
  private final Consumer<String> watcher;
  private final ConcurrentLinkedQueue<String> shown = new ConcurrentLinkedQueue<>();

  private TestCall(Path workspace, String arguments, Consumer<String> watcher) {
    this.workspace = workspace;
    this.arguments = arguments;
    this.watcher = watcher;
  }

  static TestCall in(Path workspace, Map<String, Object> arguments) {
    return new TestCall(workspace, JSON.writeValueAsString(arguments), _ -> {});
  }

  static TestCall raw(Path workspace, String arguments) {
    return new TestCall(workspace, arguments, _ -> {});
  }

  TestCall watchedBy(Consumer<String> other) {
    return new TestCall(workspace, arguments, other);
  }

  /// What the model would read of a call that succeeds.
  String answerOf(AgentTool tool) throws Exception {
    return switch (tool.call(this)) {
      case ToolOutcome.Succeeded(Text.Inline(var text)) -> text;
      case ToolOutcome other -> throw new AssertionError("not a success: " + other);
    };
  }

  /// What the model would read of a call that fails.
  String failureOf(AgentTool tool) throws Exception {
    return switch (tool.call(this)) {
      case ToolOutcome.Failed(Text.Inline(var text)) -> text;
      case ToolOutcome other -> throw new AssertionError("not a failure: " + other);
    };
  }

  String shown() {
    return String.join("", shown);
  }

  @Override
  public SessionId session() {
    return new SessionId("s-1");
  }

  @Override
  public RunId run() {
    return new RunId("r-1");
  }

  @Override
  public EffectId effect() {
    return new EffectId(7);
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public String arguments() {
    return arguments;
  }

  @Override
  public Path workspace() {
    return workspace;
  }

  @Override
  public void output(String text) {
    shown.add(text);
    watcher.accept(text);
  }
}
