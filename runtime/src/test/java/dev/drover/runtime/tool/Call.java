package dev.drover.runtime.tool;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;

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
}
