package dev.drover.conformance;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Changes;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;
import java.util.function.Supplier;

/// One call in a [TrialSession].
public class TrialCall implements ToolInvocation {
  private final TrialSession trial;
  private final String arguments;
  private final EffectId effect;

  public TrialCall(TrialSession trial, String arguments, EffectId effect) {
    this.trial = trial;
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
    return trial.workspace();
  }

  @Override
  public String basis() {
    return "";
  }

  @Override
  public Changes changes() {
    return trial.changes(effect);
  }

  @Override
  public Artifacts artifacts() {
    return trial.artifacts();
  }

  @Override
  public final <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return trial.shared(type, first);
  }

  @Override
  public void output(String text) {
    // Nobody watches.
  }
}
