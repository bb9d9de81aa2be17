package dev.drover.runtime.perform;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Changes;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;

record Invocation(
    SessionId session,
    RunId run,
    EffectId effect,
    int attempt,
    String arguments,
    Path workspace,
    DeltaSink deltas)
    implements ToolInvocation {
  static Invocation of(Stage stage, RunId run, EffectId effect, int attempt, String arguments) {
    SessionState state = stage.state();
    return new Invocation(
        Objects.requireNonNull(state.profile().session()),
        run,
        effect,
        attempt,
        arguments,
        Path.of(state.profile().workspace()),
        stage.deltas());
  }

  @Override
  public void output(String text) {
    deltas.accept(new Delta.ToolOutputDelta(effect, text));
  }

  @Override
  public String basis() {
    return "";
  }

  @Override
  public Changes changes() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Artifacts artifacts() {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    throw new UnsupportedOperationException();
  }
}
