package dev.drover.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.store.memory.MemoryStore;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class TreasuryTest {
  private static final BudgetSet.SharedAccount LOW = account(10);
  private static final BudgetSet.SharedAccount HIGH = account(100);

  private final AccountReservations accounts =
      new AccountReservations(new MemoryStore().accounts(), new OwnerId("p-1"), _ -> false);

  private static BudgetSet.SharedAccount account(long soft) {
    var calls = Budget.NONE.modelCalls(BudgetCap.at(1_000).warningAt(soft));
    return Objects.requireNonNull(BudgetSet.NONE.ofAccount("acme", calls).account());
  }

  @Test
  @Tag("E7")
  void aLimitOfAnotherAgentIsNotReported() {
    accounts.reportLater(LOW, Set.of(BudgetMeasure.MODEL_CALLS));
    assertThat(accounts.limitsToReport(HIGH, List.of())).isEmpty();
    assertThat(accounts.limitsToReport(LOW, List.of())).containsExactly(BudgetMeasure.MODEL_CALLS);
    assertThat(accounts.limitsToReport(LOW, List.of())).isEmpty();
  }
}
