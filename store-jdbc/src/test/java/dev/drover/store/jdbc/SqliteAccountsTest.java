package dev.drover.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.AccountStore.Reservation;
import dev.drover.spi.store.AccountStore.ReservationRequest;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Several stores over one file behave like several processes: they share the file and nothing
/// else.
@Timeout(60)
class SqliteAccountsTest {
  private static final int ROUNDS = 20;
  private static final int ASKING = 8;

  @TempDir private Path folder;

  private Store open() {
    return SqliteStore.open(folder.resolve("drover.db"));
  }

  @Test
  @Tag("E7")
  void onlyOneOfManyRequestsInTwoProcessesGetsTheLastUnit() throws Exception {
    try (var one = open();
        var other = open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        var start = new CyclicBarrier(ASKING);
        var asked = new ArrayList<Future<Reservation>>();
        for (int n = 0; n < ASKING; n++) {
          var accounts = (n % 2 == 0 ? one : other).accounts();
          asked.add(threads.submit(asking(accounts, start, "a-" + round, n)));
        }
        int given = 0;
        for (var answer : asked) {
          given += answer.get() instanceof Reservation.Granted ? 1 : 0;
        }
        assertThat(given).isEqualTo(1);
      }
    }
  }

  private static Callable<Reservation> asking(
      AccountStore accounts, CyclicBarrier start, String account, int n) {
    var claim =
        new ReservationRequest(
            account,
            new SessionId("s-" + n),
            new EffectId(1),
            new OwnerId("p-" + n % 2),
            BudgetAmount.ofToolCalls(1),
            Budget.NONE.toolCalls(1));
    return () -> {
      start.await();
      return accounts.reserve(claim);
    };
  }
}
