package dev.drover.runtime.perform;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Label;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.runtime.hooking.HookLine;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.CancelScope;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What an effect may use of the session that it is performed for.
public interface Desk {
  /// Durable when it returns.
  ///
  /// @throws InterruptedException if nobody waits for the effect any more
  void announce(List<FileChange> changes) throws InterruptedException;

  /// Durable when it returns.
  ///
  /// @throws InterruptedException if nobody waits for the effect any more
  void remember(BlobId look) throws InterruptedException;

  /// A child is given something to do. Durable when it returns, unless it was said before.
  ///
  /// @throws dev.drover.runtime.problem.SessionBusy if too many are going
  /// @throws dev.drover.runtime.problem.HandOffRefused if the conversation was handed on, so that
  ///   nobody would hear of its end here
  /// @throws InterruptedException if nobody waits for the effect any more
  void delegated(SessionId child, String worker, TaskMode mode) throws InterruptedException;

  /// To be asked when all is ready and before something is done that cannot be taken back.
  ///
  /// @return whether this process was away for so long that others may have taken it for dead, and
  ///   has come back before anybody took over: what was set aside for the effect may be gone
  /// @throws InterruptedException if nobody waits for the effect any more
  boolean wasAway() throws InterruptedException;

  /// Waits through interrupts.
  ///
  /// @return whether it is durable
  boolean found(List<FileChange> changes);

  /// A soft limit of an account is reached. Durable when it returns, unless it was said before.
  ///
  /// @return false if there is nobody to tell
  /// @throws InterruptedException if nobody waits for the effect any more
  boolean reached(Payer payer, Measure measure, long limit, long used) throws InterruptedException;

  /// Of the effect.
  CancelScope scope();

  Artifacts artifacts();

  /// What kinds of data those have seen that the session works for.
  Set<Label> labelsAbove();

  /// The hooks that hold for the session now; null if there are none.
  @Nullable HookLine hooks();

  /// The same for all effects of the session in this process, until the session is closed.
  <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first);
}
