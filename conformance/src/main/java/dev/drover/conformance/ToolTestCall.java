package dev.drover.conformance;

import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import java.nio.file.Path;
import java.util.function.Supplier;

/// One call in a [ToolTestSession].
public class ToolTestCall implements ToolInvocation {
  private final ToolTestSession testSession;
  private final String arguments;
  private final EffectId effect;

  public ToolTestCall(ToolTestSession testSession, String arguments, EffectId effect) {
    this.testSession = testSession;
    this.arguments = arguments;
    this.effect = effect;
  }

  @Override
  public final SessionId session() {
    return new SessionId("s-1");
  }

  @Override
  public final RunId run() {
    return new RunId("r-1");
  }

  @Override
  public final EffectId effect() {
    return effect;
  }

  @Override
  public final int attempt() {
    return 1;
  }

  @Override
  public final String arguments() {
    return arguments;
  }

  @Override
  public final Path workspace() {
    return testSession.workspace();
  }

  @Override
  public String basis() {
    return "";
  }

  @Override
  public FileChanges changes() {
    return testSession.changes(effect);
  }

  @Override
  public ArtifactAccess artifacts() {
    return testSession.artifacts();
  }

  @Override
  public final <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return testSession.shared(type, first);
  }

  @Override
  public void output(String text) {
    // There are no watchers.
  }
}
