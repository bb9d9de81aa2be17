package dev.drover.runtime.tool;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Changes;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;
import java.util.function.Supplier;

/// A call with these arguments and nothing special about it.
record Call(String arguments) implements ToolInvocation {
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
  public Path workspace() {
    return Path.of("/work");
  }

  @Override
  public void output(String text) {}

  @Override
  public String basis() {
    return "";
  }

  @Override
  public Changes changes() {
    throw new UnsupportedOperationException("no method of Java announces changes");
  }

  @Override
  public Artifacts artifacts() {
    throw new UnsupportedOperationException("no method of Java keeps artifacts");
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return first.get();
  }
}
