package dev.drover.internal.approval;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Approvals.GivenAnswer;
import dev.drover.Approvals.Receipt;
import dev.drover.Drover;
import dev.drover.DroverBuilder.RecoveryMode;
import dev.drover.OpenMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An approval has one answer, from any process; later answers are refused and learn whose answer
/// counted.
@Tag("E3")
@Tag("J5")
@Timeout(60)
final class FirstAnswerTest {
  private static final SessionId SESSION = new SessionId("s-once");
  private static final ApprovalId QUESTION = new ApprovalId(SESSION, new EffectId(2));
  private static final ApprovalAnswer YES = new ApprovalAnswer.Yes(Scope.ONCE);
  private static final ApprovalAnswer NO =
      new ApprovalAnswer.No("not today", ApprovalAnswer.OnDenial.GO_ON);
  private static final int PEOPLE = 32;
  private static final int PROCESSES = 4;

  private final MemoryStore memory = new MemoryStore();
  private final AtomicInteger sent = new AtomicInteger();

  @TempDir Path folder;

  /// Where the session is kept.
  enum Kept {
    IN_MEMORY,
    ON_DISK
  }

  private Store store(Kept kept) {
    return switch (kept) {
      case IN_MEMORY -> new CrashingStore(memory, CrashingStore.NEVER_CRASHES);
      case ON_DISK -> SqliteStore.open(folder.resolve("drover.db"));
    };
  }

  private Drover process(Kept kept) {
    return Drover.on(store(kept)).recovery(RecoveryMode.WHEN_OPENED).build();
  }

  private Agent clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("send"), says("over")))
        .tools(FakeTool.unsafe("send", _ -> done("sent " + sent.incrementAndGet())))
        .build();
  }

  private void askAndLeave(Kept kept) {
    try (var drover = process(kept)) {
      ApprovalWaits.forQuestion(drover, clerk(drover).open(SESSION).send("go"));
      drover.disconnect();
    }
  }

  private static List<Event.ApprovalAnswered> journaled(Drover drover) {
    return drover.queries().page(new Cursor(SESSION, 0), 100).items().stream()
        .filter(item -> item.event() instanceof Event.ApprovalAnswered)
        .map(item -> (Event.ApprovalAnswered) item.event())
        .toList();
  }

  private static ApprovalAnswer answerOf(int person) {
    return person % 2 == 0 ? YES : NO;
  }

  /// Concurrent answers, each in one of these processes.
  private static ConcurrentHashMap<String, Receipt> answerAtOnce(List<Drover> processes)
      throws Exception {
    var receipts = new ConcurrentHashMap<String, Receipt>();
    var start = new CyclicBarrier(PEOPLE);
    var people =
        IntStream.range(0, PEOPLE)
            .mapToObj(
                person ->
                    Thread.ofVirtual()
                        .start(
                            () -> {
                              try {
                                start.await();
                              } catch (Exception broken) {
                                throw new AssertionError(broken);
                              }
                              var at = processes.get(person % processes.size()).approvals();
                              var name = "person " + person;
                              receipts.put(name, at.answer(QUESTION, answerOf(person), name));
                            }))
            .toList();
    for (var person : people) {
      person.join();
    }
    assertThat(receipts).hasSize(PEOPLE);
    return receipts;
  }

  private static String winner(ConcurrentHashMap<String, Receipt> receipts, Receipt won) {
    var winners = receipts.entrySet().stream().filter(entry -> entry.getValue() == won).toList();
    assertThat(winners).as("of %s", receipts).hasSize(1);
    assertThat(receipts.values().stream().filter(Receipt.ANSWERED_BEFORE::equals))
        .hasSize(PEOPLE - 1);
    return winners.getFirst().getKey();
  }

  @ParameterizedTest
  @EnumSource
  void exactlyOneOfManyConcurrentAnswersWinsAndTheOthersLearnWhose(Kept kept) throws Exception {
    var processes = new ArrayList<Drover>();
    try (var driving = process(kept)) {
      var run = clerk(driving).open(SESSION).send("go");
      ApprovalWaits.forQuestion(driving, run);
      processes.add(driving);
      while (processes.size() < PROCESSES) {
        processes.add(process(kept));
      }
      var winner = winner(answerAtOnce(processes), Receipt.COUNTED);
      run.await();
      var recorded = journaled(driving);
      assertThat(recorded).hasSize(1);
      assertThat(recorded.getFirst().by()).isEqualTo(winner);
      for (var process : processes) {
        var given = process.approvals().answered(QUESTION).orElseThrow();
        assertThat(given.by()).isEqualTo(winner);
        assertThat(given.answer()).isEqualTo(recorded.getFirst().answer());
      }
      assertThat(sent).hasValue(recorded.getFirst().answer().equals(YES) ? 1 : 0);
    } finally {
      processes.forEach(Drover::close);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theFirstAnswerToAnUndrivenSessionStandsAndIsNoLongerListed(Kept kept) throws Exception {
    askAndLeave(kept);
    var processes = new ArrayList<Drover>();
    try {
      while (processes.size() < PROCESSES) {
        processes.add(process(kept));
      }
      assertThat(processes.getFirst().approvals().open()).hasSize(1);
      var winner = winner(answerAtOnce(processes), Receipt.LEFT_IN_INBOX);
      for (var process : processes) {
        assertThat(process.approvals().open()).isEmpty();
        assertThat(process.queries().approvals()).isEmpty();
        assertThat(process.approvals().answered(QUESTION).orElseThrow().by()).isEqualTo(winner);
      }
      try (var last = process(kept)) {
        var session = clerk(last).open(SESSION, OpenMode.RESUME);
        assertThat(session.awaitIdle(java.time.Duration.ofSeconds(20))).isTrue();
        assertThat(journaled(last)).extracting(Event.ApprovalAnswered::by).containsExactly(winner);
        assertThat(last.approvals().answered(QUESTION).orElseThrow().by()).isEqualTo(winner);
      }
    } finally {
      processes.forEach(Drover::close);
    }
  }

  @Test
  void anUnreadAnswerIsReportedAsGiven() {
    askAndLeave(Kept.IN_MEMORY);
    var time = new VirtualTime();
    try (var first = Drover.on(store(Kept.IN_MEMORY)).time(time).build();
        var second = process(Kept.IN_MEMORY)) {
      assertThat(first.approvals().answered(QUESTION)).isEmpty();
      assertThat(first.approvals().answer(QUESTION, NO, "anna")).isEqualTo(Receipt.LEFT_IN_INBOX);
      assertThat(second.approvals().answered(QUESTION))
          .contains(new GivenAnswer(NO, "anna", VirtualTime.START));
      assertThat(second.approvals().answer(QUESTION, YES, "bert"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
      // Even the same answer of the same person does not count twice.
      assertThat(second.approvals().answer(QUESTION, NO, "anna"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
    }
  }

  /// Also if the answering process has the agent and could drive the session.
  @Test
  @Tag("J2")
  void anAnswerInAnotherProcessIsCommittedByTheDrivingOneWithoutLoadingTheSessionThere() {
    try (var driving = process(Kept.ON_DISK);
        var other = process(Kept.ON_DISK)) {
      var run = clerk(driving).open(SESSION).send("go");
      ApprovalWaits.forQuestion(driving, run);
      clerk(other);
      assertThat(other.approvals().answer(QUESTION, YES, "anna")).isEqualTo(Receipt.COUNTED);
      assertThat(other.sessions()).isEmpty();
      run.await();
      assertThat(sent).hasValue(1);
      assertThat(other.sessions()).isEmpty();
    }
  }

  @Test
  void anAnswerInTheDrivingProcessDoesNotOvertakeAnUnreadOne() {
    try (var driving = process(Kept.IN_MEMORY);
        var other = process(Kept.IN_MEMORY)) {
      var run = clerk(driving).open(SESSION).send("go");
      ApprovalWaits.forQuestion(driving, run);
      // Two stores in one process do not notify each other, so the answer stays unread.
      assertThat(other.approvals().answer(QUESTION, NO, "anna")).isEqualTo(Receipt.LEFT_IN_INBOX);
      assertThat(driving.approvals().open()).isEmpty();
      assertThat(driving.approvals().answer(QUESTION, YES, "bert"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
      run.await();
      assertThat(journaled(driving)).extracting(Event.ApprovalAnswered::by).containsExactly("anna");
      assertThat(sent).hasValue(0);
    }
  }

  @Test
  void anUnauthorizedAnswerDoesNotBlockAnAuthorizedOne() {
    try (var drover = process(Kept.IN_MEMORY)) {
      var agent =
          drover
              .agent("clerk")
              .model(FakeModel.playing(calls("send"), says("over")))
              .tools(FakeTool.unsafe("send", _ -> done("sent " + sent.incrementAndGet())))
              .answerers("anna")
              .build();
      ApprovalWaits.forQuestion(drover, agent.open(SESSION).send("go"));
      drover.disconnect();
    }
    try (var other = process(Kept.IN_MEMORY)) {
      assertThat(other.approvals().answer(QUESTION, YES, "mallory")).isEqualTo(Receipt.NOT_ALLOWED);
      assertThat(other.approvals().open()).hasSize(1);
      assertThat(other.approvals().answer(QUESTION, YES, "anna")).isEqualTo(Receipt.LEFT_IN_INBOX);
    }
  }

  @Test
  void unknownAndCancelledApprovalsAreNotReportedAsAnswered() {
    try (var drover = process(Kept.IN_MEMORY)) {
      var unknown = new ApprovalId(new SessionId("s-nobody"), new EffectId(1));
      assertThat(drover.approvals().answer(unknown, YES, "anna")).isEqualTo(Receipt.NOT_OPEN);
      assertThat(drover.approvals().answered(unknown)).isEmpty();
      var run = clerk(drover).open(SESSION).send("go");
      ApprovalWaits.forQuestion(drover, run);
      run.cancel();
      run.await();
      assertThat(drover.approvals().answer(QUESTION, YES, "anna")).isEqualTo(Receipt.NOT_OPEN);
    }
  }

  /// A call that was approved, started and interrupted needs approval again, under the same id.
  @Test
  @Tag("A14")
  void aSecondApprovalOfTheSameCallCanBeAnsweredByAnotherProcess() throws Exception {
    var mortal = new CrashingStore(memory, 4);
    var first = Drover.on(mortal).build();
    var run = payer(first).open(SESSION).send("pay");
    ApprovalWaits.forQuestion(first, run);
    assertThat(first.approvals().answer(QUESTION, YES, "anna")).isEqualTo(Receipt.COUNTED);
    mortal.awaitCrash();
    first.disconnect();
    try (var second = process(Kept.IN_MEMORY)) {
      payer(second).open(SESSION, OpenMode.RESUME);
      ApprovalWaits.until(() -> !second.approvals().open().isEmpty());
      assertThat(second.approvals().open().getFirst().id()).isEqualTo(QUESTION);
      second.disconnect();
    }
    try (var third = process(Kept.IN_MEMORY)) {
      assertThat(third.approvals().open()).hasSize(1);
      assertThat(third.approvals().answer(QUESTION, NO, "bert")).isEqualTo(Receipt.LEFT_IN_INBOX);
      assertThat(third.approvals().answer(QUESTION, YES, "carl"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
      assertThat(third.approvals().answered(QUESTION).orElseThrow().by()).isEqualTo("bert");
    }
  }

  private Agent payer(Drover drover) {
    return drover
        .agent("payer")
        .model(FakeModel.playing(calls("pay"), says("done")))
        .tools(FakeTool.of("pay", EffectClass.UNSAFE, AfterCrash.ASK_PERSON, _ -> done("paid")))
        .policy(Policy.ASK_ALWAYS)
        .build();
  }
}
