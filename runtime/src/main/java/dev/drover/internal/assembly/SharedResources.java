package dev.drover.internal.assembly;

import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.deletion.SessionDeletion;
import dev.drover.internal.dispatch.WakeTimers;
import dev.drover.internal.dispatch.Watchdog;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.publish.LiveFeeds;
import dev.drover.internal.spend.AccountReservations;
import dev.drover.internal.tool.SharedToolResources;
import java.time.Duration;

/// Resources that all sessions of a runtime share and that are closed after them.
record SharedResources(
    WakeTimers timers,
    SharedToolResources tools,
    HookChainRegistry hooks,
    LiveFeeds feeds,
    AccountReservations accounts,
    SessionDeletion deletion,
    ProcessLease lease,
    Watchdog watchdog) {
  /// Sessions must have been closed before.
  ///
  /// @param patience how long to wait for hooks
  void close(Duration patience) {
    timers.cancelAll();
    tools.closeAll();
    hooks.closeAll(patience);
    feeds.endAll();
    accounts.close();
    deletion.close();
    lease.end();
    watchdog.close();
  }
}
