package dev.drover.internal.run;

import dev.drover.Run;
import dev.drover.RunReport;
import dev.drover.internal.concurrent.CancellationSource;
import dev.drover.kernel.event.RunStatus;
import dev.drover.spi.tool.CancellationToken;

/// The cancellation token of a run, in whichever process it is driven: it follows the journal, so
/// that a reported cancellation cannot be undone by a crash.
final class RunCancellationToken implements CancellationToken {
  private final Run run;
  private final RunHandles handles;
  private final CancellationSource cell;

  private RunCancellationToken(Run run, RunHandles handles) {
    this.run = run;
    this.handles = handles;
    this.cell = new CancellationSource("run " + run.id());
  }

  static CancellationToken of(Run run, RunHandles handles) {
    var scope = new RunCancellationToken(run, handles);
    if (scope.state() == State.OPEN) {
      Thread.ofVirtual().start(scope::follow);
    }
    return scope;
  }

  /// Until the run ends, or the runtime does.
  private void follow() {
    try {
      settle(run.await());
    } catch (RuntimeException lost) {
      // This process will not see the end of the run.
      cell.end();
    }
  }

  private void settle(RunReport report) {
    if (report.status() == RunStatus.CANCELLED) {
      var failure = report.failure();
      cell.cancel(failure == null ? "" : failure.problem().detail());
    } else {
      cell.end();
    }
  }

  @Override
  public State state() {
    if (cell.state() == State.OPEN && !handles.runtime().isClosing()) {
      handles.queries().report(run.id()).ifPresent(this::settle);
    }
    return cell.state();
  }

  @Override
  public String why() {
    return cell.why();
  }

  @Override
  public Callback onCancel(Runnable callback) {
    return cell.onCancel(callback);
  }
}
