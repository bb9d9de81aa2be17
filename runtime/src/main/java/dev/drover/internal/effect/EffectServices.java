package dev.drover.internal.effect;

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

/// The services of a session for its effects.
public interface EffectServices {
  /// Durable when it returns.
  ///
  /// @throws InterruptedException if the effect is no longer expected to answer
  void announce(List<FileChange> changes) throws InterruptedException;

  /// Durable when it returns.
  ///
  /// @throws InterruptedException if the effect is no longer expected to answer
  void recordSnapshot(BlobId look) throws InterruptedException;

  /// Records the start of a task. Durable when it returns; a repeated call changes nothing.
  ///
  /// @throws dev.drover.problem.SessionUnavailable.SessionBusy if too many are in progress
  /// @throws dev.drover.problem.RequestRefused.HandOffRefused if the conversation was handed off,
  ///   so that its end could not be delivered here
  /// @throws InterruptedException if the effect is no longer expected to answer
  void recordTask(SessionId child, String worker, TaskMode mode) throws InterruptedException;

  /// Must be called when everything is ready, before an action that cannot be undone.
  ///
  /// @return whether this process was suspended for so long that others may have considered it
  ///   dead, and resumed before any took over: the reservation of the effect may be released
  /// @throws InterruptedException if the effect is no longer expected to answer
  boolean checkPause() throws InterruptedException;

  /// Waits through interrupts.
  ///
  /// @return whether it is durable
  boolean recordFound(List<FileChange> changes);

  /// Records that a soft limit of an account is reached. Durable when it returns; a repeated call
  /// changes nothing.
  ///
  /// @return false if there is no run that could record it
  /// @throws InterruptedException if the effect is no longer expected to answer
  boolean recordLimitReached(BudgetScope payer, BudgetMeasure measure, long limit, long used)
      throws InterruptedException;

  /// The cancellation token of the effect.
  CancellationToken scope();

  ArtifactAccess artifacts();

  /// The labels of data that the parent sessions have seen.
  Set<Label> labelsAbove();

  /// The hooks that currently apply to the session; null if there are none.
  @Nullable HookChain hooks();

  /// Shared by all effects of the session in this process, until the session is closed.
  <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first);
}
