package dev.drover.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.fixture.ChildJvm;
import dev.drover.internal.spend.AccountProcess.Place;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.spi.store.AccountStore.AccountTotals;
import dev.drover.store.jdbc.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real process on SQLite is killed with SIGKILL while it holds a reservation on a shared
/// account, and another process continues: no reservation is left, and usage is counted once.
@Tag("E7")
@Tag("A13")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class AccountKillTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "killed {0}, with {1} tokens spent")
  @CsvSource({
    // place; tokens and model calls used; model calls and tool calls reserved
    "INSIDE_MODEL, 0,  0, 1, 0",
    "INSIDE_TOOL,  15, 1, 0, 1",
  })
  void reservationsOfAKilledProcessAreReleasedAndNothingIsPaidTwice(
      Place place, long tokens, long modelCalls, long models, long tools) throws Exception {
    killAt(place);
    var dead = standing();
    assertThat(dead.spent()).isEqualTo(new BudgetAmount(tokens, 0, modelCalls, 0, 0));
    assertThat(dead.reserved().modelCalls()).isEqualTo(models);
    assertThat(dead.reserved().toolCalls()).isEqualTo(tools);
    assertThat(goOn()).isEqualTo("COMPLETED done");
    var after = standing();
    assertThat(after.reserved()).isEqualTo(BudgetAmount.NONE);
    assertThat(after.spent().tokens()).isEqualTo(15 + 12);
    assertThat(after.spent().modelCalls()).isEqualTo(2);
    assertThat(after.spent().toolCalls()).isEqualTo(1);
    // A third process finds the run ended and pays nothing.
    assertThat(goOn()).isEqualTo("COMPLETED done");
    assertThat(standing()).isEqualTo(after);
  }

  private AccountTotals standing() {
    try (var store = SqliteStore.open(AccountProcess.store(folder))) {
      return store.accounts().totals(AccountProcess.ACCOUNT);
    }
  }

  private void killAt(Place place) throws IOException, InterruptedException {
    var process = start(place);
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(AccountProcess.STOPPED + place);
      ChildJvm.kill(process);
    }
  }

  private String goOn() throws IOException, InterruptedException {
    var process = start(Place.NOWHERE);
    try (var output = process.inputReader()) {
      var answer = output.readLine();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      return answer;
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(Place place) throws IOException {
    return ChildJvm.start(AccountProcess.class, folder.toString(), place.name());
  }
}
