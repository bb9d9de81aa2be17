package dev.drover.tools;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Changes;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/// A call as a test makes it. Holds what was shown while it ran.
public final class TestCall implements ToolInvocation {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final TestSession session;
  private final String arguments;
  private final Consumer<String> watcher;
  private final String basis;
  private final EffectId effect;
  private boolean deathAfterAnnouncing;
  private final ConcurrentLinkedQueue<String> shown = new ConcurrentLinkedQueue<>();

  private TestCall(
      TestSession session,
      String arguments,
      Consumer<String> watcher,
      String basis,
      EffectId effect) {
    this.session = session;
    this.arguments = arguments;
    this.watcher = watcher;
    this.basis = basis;
    this.effect = effect;
  }

  /// A call in a session of its own.
  public static TestCall in(Path workspace, Map<String, Object> arguments) {
    return in(new TestSession(workspace), arguments);
  }

  public static TestCall in(TestSession session, Map<String, Object> arguments) {
    return raw(session, JSON.writeValueAsString(arguments));
  }

  public static TestCall raw(Path workspace, String arguments) {
    return raw(new TestSession(workspace), arguments);
  }

  private static TestCall raw(TestSession session, String arguments) {
    return new TestCall(session, arguments, _ -> {}, "", session.nextEffect());
  }

  public TestCall watchedBy(Consumer<String> other) {
    return new TestCall(session, arguments, other, basis, effect);
  }

  /// The same call, judged when the world was as it is now.
  public TestCall judgedBy(AgentTool tool) {
    return new TestCall(session, arguments, watcher, tool.basis(this), effect);
  }

  /// The next attempt at the same call, after the process died.
  public TestCall again() {
    return new TestCall(session, arguments, watcher, basis, effect);
  }

  /// The same call in a process that dies when all is announced and nothing is changed yet.
  public TestCall dyingAfterAnnouncing() {
    var doomed = again();
    doomed.deathAfterAnnouncing = true;
    return doomed;
  }

  /// A process that is no more. Nothing catches this.
  public static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  /// What the model would read of a call that succeeds.
  public String answerOf(AgentTool tool) throws Exception {
    return switch (tool.call(this)) {
      case ToolOutcome.Succeeded(Text.Inline(var text), _) -> text;
      case ToolOutcome other -> throw new AssertionError("not a success: " + other);
    };
  }

  /// What the model would read of a call that fails.
  public String failureOf(AgentTool tool) throws Exception {
    return switch (tool.call(this)) {
      case ToolOutcome.Failed(Text.Inline(var text)) -> text;
      case ToolOutcome other -> throw new AssertionError("not a failure: " + other);
    };
  }

  public String shown() {
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
    return effect;
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
    return session.workspace();
  }

  @Override
  public String basis() {
    return basis;
  }

  @Override
  public Changes changes() {
    return session.changes(effect, deathAfterAnnouncing);
  }

  @Override
  public Artifacts artifacts() {
    return session.artifacts();
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return session.shared(type, first);
  }

  @Override
  public void output(String text) {
    shown.add(text);
    watcher.accept(text);
  }
}
