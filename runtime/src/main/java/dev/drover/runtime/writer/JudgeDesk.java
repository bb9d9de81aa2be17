package dev.drover.runtime.writer;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Label;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.artifact.ToolArtifacts;
import dev.drover.runtime.hooking.HookLine;
import dev.drover.runtime.perform.Desk;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.CancelScope;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What may be used of a session to judge a call that is not made yet, or to ask a model outside of
/// a run.
///
/// @param lease of whoever asks a model; null for what is only judged, which can be judged twice
record JudgeDesk(SessionId session, AgentSpec agent, Engine engine, @Nullable LeaseCheck lease)
    implements Desk {
  JudgeDesk(SessionId session, AgentSpec agent, Engine engine) {
    this(session, agent, engine, null);
  }

  @Override
  public void announce(List<FileChange> changes) {
    throw tooEarly();
  }

  @Override
  public void remember(BlobId look) {
    throw tooEarly();
  }

  @Override
  public void delegated(SessionId child, String worker, TaskMode mode) {
    throw tooEarly();
  }

  @Override
  public boolean wasAway() {
    return lease != null && lease.wasAway();
  }

  @Override
  public boolean found(List<FileChange> changes) {
    throw tooEarly();
  }

  /// Who sums up while no run is going has nobody to tell.
  @Override
  public boolean reached(Payer payer, Measure measure, long limit, long used) {
    return false;
  }

  private static IllegalStateException tooEarly() {
    return new IllegalStateException("a call that is being judged changes nothing");
  }

  @Override
  public CancelScope scope() {
    return CancelScope.NEVER;
  }

  @Override
  public Artifacts artifacts() {
    return new ToolArtifacts(session, engine.storeroom());
  }

  @Override
  public Set<Label> labelsAbove() {
    return engine.ancestry().labelsAbove(session);
  }

  @Override
  public @Nullable HookLine hooks() {
    return engine.hookLines().of(session, agent.governance().hooks());
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return engine.belongings().of(session, type, first);
  }
}
