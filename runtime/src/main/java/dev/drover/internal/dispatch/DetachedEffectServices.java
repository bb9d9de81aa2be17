package dev.drover.internal.dispatch;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.cluster.LeaseCheck;
import dev.drover.internal.effect.EffectServices;
import dev.drover.internal.hook.HookChain;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.spi.tool.CancellationToken;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Services of a session for judging a call that is not made yet, or for calling a model outside of
/// a run.
///
/// @param lease of the caller of a model; null for a judgement, which can be repeated
record DetachedEffectServices(
    SessionId session, AgentSpec agent, SessionResources resources, @Nullable LeaseCheck lease)
    implements EffectServices {
  DetachedEffectServices(SessionId session, AgentSpec agent, SessionResources resources) {
    this(session, agent, resources, null);
  }

  @Override
  public void announce(List<FileChange> changes) {
    throw tooEarly();
  }

  @Override
  public void recordSnapshot(BlobId look) {
    throw tooEarly();
  }

  @Override
  public void recordTask(SessionId child, String worker, TaskMode mode) {
    throw tooEarly();
  }

  @Override
  public boolean checkPause() {
    return lease != null && lease.checkPause();
  }

  @Override
  public boolean recordFound(List<FileChange> changes) {
    throw tooEarly();
  }

  /// A compaction without a run has no run that could record it.
  @Override
  public boolean recordLimitReached(
      BudgetScope payer, BudgetMeasure measure, long limit, long used) {
    return false;
  }

  private static IllegalStateException tooEarly() {
    return new IllegalStateException("a call that is being judged changes nothing");
  }

  @Override
  public CancellationToken scope() {
    return CancellationToken.NEVER;
  }

  @Override
  public ArtifactAccess artifacts() {
    return resources.artifacts(session);
  }

  @Override
  public Set<Label> labelsAbove() {
    return resources.labelsAbove(session);
  }

  @Override
  public @Nullable HookChain hooks() {
    return resources.hooks(session, agent);
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return resources.shared(session, type, first);
  }
}
