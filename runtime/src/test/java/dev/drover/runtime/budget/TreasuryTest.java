package dev.drover.runtime.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.Measure;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.spi.store.OwnerId;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class TreasuryTest {
  private static final Budgets.Shared LOW = account(10);
  private static final Budgets.Shared HIGH = account(100);

  private final Treasury treasury =
      new Treasury(new MemoryStore().accounts(), new OwnerId("p-1"), _ -> false);

  private static Budgets.Shared account(long soft) {
    var calls = Budget.NONE.modelCalls(Cap.at(1_000).warningAt(soft));
    return Objects.requireNonNull(Budgets.NONE.ofAccount("acme", calls).account());
  }

  @Test
  @Tag("E7")
  void anAgentIsNotToldOfALimitThatAnotherOneGaveTheAccount() {
    treasury.unsaid(LOW, Set.of(Measure.MODEL_CALLS));
    assertThat(treasury.toSay(HIGH, List.of())).isEmpty();
    assertThat(treasury.toSay(LOW, List.of())).containsExactly(Measure.MODEL_CALLS);
    assertThat(treasury.toSay(LOW, List.of())).isEmpty();
  }
}
