package dev.drover.internal.takeover;

import static dev.drover.kernel.value.EffectClass.IDEMPOTENT;
import static dev.drover.kernel.value.EffectClass.UNSAFE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.ChildJvm;
import dev.drover.internal.takeover.PaymentProcess.Place;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.EffectClass;
import dev.drover.query.RunSnapshot;
import dev.drover.store.jdbc.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real process on SQLite is killed with SIGKILL around a payment, and another one continues.
@Tag("A13")
@Tag("A14")
@Execution(ExecutionMode.CONCURRENT)
final class PaymentTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "killed {0}: {1} payment(s), result for the model: {2}")
  @CsvSource({
    "BEFORE_START_IS_DURABLE,   1, Succeeded",
    "INSIDE_BEFORE_PAYING,      0, Unknown",
    "INSIDE_AFTER_PAYING,       1, Unknown",
    "BEFORE_OUTCOME_IS_DURABLE, 1, Unknown",
    "AFTER_OUTCOME_IS_DURABLE,  1, Succeeded",
  })
  void anUnsafePaymentIsNeverMadeTwice(Place place, int payments, String result) throws Exception {
    killAt(place, UNSAFE);
    var answer = goOn(UNSAFE);
    assertThat(answer).isEqualTo("COMPLETED " + result);
    assertThat(ledger()).hasSize(payments);
    theConversationIsValid();
  }

  @ParameterizedTest(name = "killed {0}: called {1} time(s) under one effect id")
  @CsvSource({
    "BEFORE_START_IS_DURABLE,   1",
    "INSIDE_BEFORE_PAYING,      1",
    "INSIDE_AFTER_PAYING,       2",
    "BEFORE_OUTCOME_IS_DURABLE, 2",
    "AFTER_OUTCOME_IS_DURABLE,  1",
  })
  void anIdempotentPaymentIsCalledAgainUnderTheSameEffectId(Place place, int calls)
      throws Exception {
    killAt(place, IDEMPOTENT);
    var answer = goOn(IDEMPOTENT);
    assertThat(answer).isEqualTo("COMPLETED Succeeded");
    assertThat(ledger()).hasSize(calls).containsOnly("paid s-payment.e2");
    theConversationIsValid();
  }

  private void killAt(Place place, EffectClass effects) throws IOException, InterruptedException {
    var process = start(place, effects);
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(PaymentProcess.STOPPED + place);
      ChildJvm.kill(process);
    }
    nothingIsShownAsExecuting();
  }

  private String goOn(EffectClass effects) throws IOException, InterruptedException {
    var process = start(Place.NOWHERE, effects);
    try (var output = process.inputReader()) {
      var answer = output.readLine();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      return answer;
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(Place place, EffectClass effects) throws IOException {
    return ChildJvm.start(PaymentProcess.class, folder.toString(), effects.name(), place.name());
  }

  private List<String> ledger() throws IOException {
    var file = PaymentProcess.ledger(folder);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void nothingIsShownAsExecuting() {
    try (var drover = Drover.on(SqliteStore.open(PaymentProcess.store(folder))).build()) {
      assertThat(drover.queries().runs(PaymentProcess.SESSION))
          .extracting(RunSnapshot::status)
          .containsExactly(RunStatus.WAITING);
    }
  }

  private void theConversationIsValid() {
    try (var drover = Drover.on(SqliteStore.open(PaymentProcess.store(folder))).build()) {
      var messages = drover.queries().snapshot(PaymentProcess.SESSION).messages();
      assertThat(messages)
          .extracting(message -> message.getClass().getSimpleName())
          .containsExactly("User", "Assistant", "ToolResult", "Assistant");
      assertThat(calls(messages)).containsExactly("call-1");
      assertThat(((Message.ToolResult) messages.get(2)).callId()).isEqualTo("call-1");
    }
  }

  private static List<String> calls(List<Message> messages) {
    return messages.stream()
        .filter(Message.Assistant.class::isInstance)
        .flatMap(message -> ((Message.Assistant) message).blocks().stream())
        .filter(ContentBlock.Call.class::isInstance)
        .map(block -> ((ContentBlock.Call) block).call().callId())
        .toList();
  }
}
