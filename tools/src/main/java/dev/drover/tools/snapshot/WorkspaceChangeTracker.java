package dev.drover.tools.snapshot;

import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.value.BlobId;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.call.WorkspaceTool.CallContext;
import dev.drover.tools.sandbox.SnapshotPolicy;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tracks the workspace of one session while its commands run.
///
/// Before a command a snapshot of the workspace is stored and recorded in the journal. After the
/// command a second snapshot is taken and the differences are reported. If the process dies in
/// between, the process that takes over finds the first snapshot and does the rest. While a command
/// runs in the background the last snapshot counts: differences at the next one are attributed to
/// that command.
///
/// May be used by any thread, one at a time: a stopped command must be finished before the next one
/// begins, or its changes would be attributed to the next.
public final class WorkspaceChangeTracker implements AutoCloseable {
  /// A difference larger than the whole snapshot divided by this is replaced by a new whole
  /// snapshot.
  private static final int MAX_DIFFERENCE_DIVISOR = 4;

  /// An interrupt ends a snapshot; one that is required is started again.
  private static final int TRIES = 3;

  private final SnapshotPolicy policy;
  private final StoredContents known = new StoredContents();
  private final FileSystemClock clock = new FileSystemClock();
  private @Nullable WorkspaceSnapshot last;
  private SnapshotCodec.@Nullable Whole base;
  private int baseBytes;
  private CommandState commandState = CommandState.NOTHING_RUNS;
  private String why = "";

  /// Why this workspace gets no more snapshots; empty if it does. Each attempt would be as slow.
  private String disabledReason = "";

  /// Whether the workspace may have changed since the last snapshot.
  private enum CommandState {
    NOTHING_RUNS,
    SOMETHING_RUNS
  }

  private WorkspaceChangeTracker(SnapshotPolicy policy) {
    this.policy = policy;
  }

  public static WorkspaceChangeTracker of(CallContext context, SnapshotPolicy policy) {
    return context
        .call()
        .shared(WorkspaceChangeTracker.class, () -> new WorkspaceChangeTracker(policy));
  }

  /// Call this before a command is started.
  ///
  /// @throws InterruptedException if the command was cancelled
  public synchronized void beforeCommand(CallContext context) throws InterruptedException {
    var changes = context.call().changes();
    if (!(policy instanceof SnapshotPolicy.UpTo limits)) {
      changes.announce(unknownState("nothing of what commands change is kept here"));
      return;
    }
    try {
      beforeCommand(context, takeSnapshot(context, limits));
    } catch (InterruptedException unwanted) {
      forget();
      throw unwanted;
    }
    commandState = CommandState.SOMETHING_RUNS;
  }

  private void beforeCommand(CallContext context, @Nullable WorkspaceSnapshot now)
      throws InterruptedException {
    var changes = context.call().changes();
    if (commandState == CommandState.SOMETHING_RUNS) {
      announceChanges(context, now);
    }
    last = now;
    if (now == null) {
      changes.announce(unknownState("what commands changed cannot be undone: " + why));
    } else {
      changes.recordSnapshot(keep(now, changes));
    }
  }

  /// Contents that the journal does not refer to may be deleted from the store, so they are not
  /// relied on.
  private void forget() {
    known.forget();
    base = null;
  }

  /// Call this before an action on a command that continues.
  public synchronized void beforeContinue(CallContext context) throws InterruptedException {
    var snapshot = last;
    if (commandState == CommandState.SOMETHING_RUNS && snapshot != null) {
      context.call().changes().recordSnapshot(keep(snapshot, context.call().changes()));
    }
  }

  /// Call this when the call is over, however it ended. An interrupt stays set.
  ///
  /// @param stillRuns whether a command continues
  /// @return text for the model; usually empty
  public synchronized String afterCall(CallContext context, boolean stillRuns) {
    if (commandState == CommandState.NOTHING_RUNS
        || !(policy instanceof SnapshotPolicy.UpTo limits)) {
      return "";
    }
    commandState = stillRuns ? CommandState.SOMETHING_RUNS : CommandState.NOTHING_RUNS;
    if (last != null) {
      var now = takeSnapshotUninterruptibly(context, limits);
      announceChanges(context, now);
      last = now;
    }
    return last == null ? "[what commands change here cannot be undone: %s]\n".formatted(why) : "";
  }

  /// Reports the changes of a command whose process died.
  public synchronized void recover(CallContext context) throws InterruptedException {
    var changes = context.call().changes();
    var snapshot = changes.recordedSnapshot();
    if (snapshot.isPresent() && policy instanceof SnapshotPolicy.UpTo limits) {
      last = SnapshotCodec.read(changes.read(snapshot.get()), changes::read);
      announceChanges(context, takeSnapshot(context, limits));
    }
  }

  private void announceChanges(CallContext context, @Nullable WorkspaceSnapshot now) {
    var before = last;
    var changes = context.call().changes();
    if (before != null) {
      // Reported even if there are none: otherwise an interrupted call would look as if it was not
      // checked.
      changes.reportFound(
          now == null
              ? unknownState("what commands changed cannot be undone: " + why)
              : SnapshotDiff.between(before, now, context.workspace(), changes));
    }
  }

  /// Marks the workspace as unknown for undo, because there is no snapshot of it.
  private static List<FileChange> unknownState(String why) {
    return List.of(
        new FileChange(
            ".", new FileChange.FileState.Unseen(why), new FileChange.FileState.Folder()));
  }

  private @Nullable WorkspaceSnapshot takeSnapshotUninterruptibly(
      CallContext context, SnapshotPolicy.UpTo limits) {
    boolean interrupted = Thread.interrupted();
    try {
      for (int tries = 0; tries < TRIES; tries++) {
        try {
          return takeSnapshot(context, limits);
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
      why = "the look at them was interrupted again and again";
      return null;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// @return null if no snapshot can be taken; `why` then holds the reason
  private @Nullable WorkspaceSnapshot takeSnapshot(CallContext context, SnapshotPolicy.UpTo limits)
      throws InterruptedException {
    if (!disabledReason.isEmpty()) {
      why = disabledReason;
      return null;
    }
    try {
      var changes = context.call().changes();
      return new SnapshotBuilder(context.workspace(), limits, changes, known, clock.now()).build();
    } catch (ToolRefusal farTooMany) {
      disabledReason = farTooMany.text();
      why = disabledReason;
    } catch (IOException broken) {
      why = WorkspaceTool.describe(broken);
    }
    return null;
  }

  private BlobId keep(WorkspaceSnapshot snapshot, FileChanges changes) {
    var whole = base;
    if (whole != null && whole.snapshot().equals(snapshot)) {
      return whole.name();
    }
    var bytes = SnapshotCodec.write(snapshot, whole);
    if (whole == null || bytes.length > baseBytes / MAX_DIFFERENCE_DIVISOR) {
      bytes = SnapshotCodec.write(snapshot, null);
      whole = new SnapshotCodec.Whole(changes.store(bytes), snapshot);
      base = whole;
      baseBytes = bytes.length;
      return whole.name();
    }
    return changes.store(bytes);
  }

  @Override
  public synchronized void close() {
    try {
      clock.close();
    } catch (IOException _) {
      // The system eventually clears its folder for temporary files.
    }
  }
}
