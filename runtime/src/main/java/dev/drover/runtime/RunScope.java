package dev.drover.runtime;

import dev.drover.kernel.RunStatus;
import dev.drover.runtime.scope.ScopeCell;
import dev.drover.spi.tool.CancelScope;

/// The scope of a run, whoever drives it: it follows the journal, so nobody is told of a cancel
/// that a crash could undo.
final class RunScope implements CancelScope {
  private final Run run;
  private final Drover drover;
  private final ScopeCell cell;

  private RunScope(Run run, Drover drover) {
    this.run = run;
    this.drover = drover;
    this.cell = new ScopeCell("run " + run.id());
  }

  static CancelScope of(Run run, Drover drover) {
    var scope = new RunScope(run, drover);
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
      // Nobody here will hear of its end.
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
    if (cell.state() == State.OPEN && !drover.isClosed()) {
      drover.archive().report(run.id()).ifPresent(this::settle);
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
