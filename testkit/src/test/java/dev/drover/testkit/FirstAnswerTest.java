package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Answer.Scope;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Approvals.GivenAnswer;
import dev.drover.runtime.Approvals.Receipt;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Recovery;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
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

/// One question has one answer, from whichever process; the others are refused and learn whose it
/// was.
@Tag("E3")
@Tag("J5")
@Timeout(60)
final class FirstAnswerTest {
  private static final SessionId SESSION = new SessionId("s-once");
  private static final ApprovalId QUESTION = new ApprovalId(SESSION, new EffectId(2));
  private static final Answer YES = new Answer.Yes(Scope.ONCE);
  private static final Answer NO = new Answer.No("not today", Answer.Then.GO_ON);
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
      case IN_MEMORY -> new MortalStore(memory, MortalStore.IMMORTAL);
      case ON_DISK -> SqliteStore.open(folder.resolve("drover.db"));
    };
  }

  private Drover process(Kept kept) {
    return Drover.on(store(kept)).recovery(Recovery.WHEN_OPENED).build();
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
      Waiting.forQuestion(drover, clerk(drover).open(SESSION).send("go"));
      drover.disconnect();
    }
  }

  private static List<Event.ApprovalAnswered> journaled(Drover drover) {
    return drover.archive().page(new Cursor(SESSION, 0), 100).items().stream()
        .filter(item -> item.event() instanceof Event.ApprovalAnswered)
        .map(item -> (Event.ApprovalAnswered) item.event())
        .toList();
  }

  private static Answer answerOf(int person) {
    return person % 2 == 0 ? YES : NO;
  }

  /// Everybody answers at the same moment, each in one of these processes.
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
  void ofManyAnswersAtOnceExactlyOneWinsAndTheOthersLearnWhose(Kept kept) throws Exception {
    var processes = new ArrayList<Drover>();
    try (var driving = process(kept)) {
      var run = clerk(driving).open(SESSION).send("go");
      Waiting.forQuestion(driving, run);
      processes.add(driving);
      while (processes.size() < PROCESSES) {
        processes.add(process(kept));
      }
      var winner = winner(answerAtOnce(processes), Receipt.COUNTED);
      run.await();
      var told = journaled(driving);
      assertThat(told).hasSize(1);
      assertThat(told.getFirst().by()).isEqualTo(winner);
      for (var process : processes) {
        var given = process.approvals().answered(QUESTION).orElseThrow();
        assertThat(given.by()).isEqualTo(winner);
        assertThat(given.answer()).isEqualTo(told.getFirst().answer());
      }
      assertThat(sent).hasValue(told.getFirst().answer().equals(YES) ? 1 : 0);
    } finally {
      processes.forEach(Drover::close);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whileNobodyDrivesTheSessionTheFirstAnswerStandsAndIsNotListed(Kept kept) throws Exception {
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
        assertThat(process.archive().approvals()).isEmpty();
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
  void aWaitingAnswerIsReportedAsItWasGiven() {
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
      // Not even the same answer of the same person counts twice.
      assertThat(second.approvals().answer(QUESTION, NO, "anna"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
    }
  }

  @Test
  void theDriversOwnPersonDoesNotOvertakeAnAnswerThatWaits() {
    try (var driving = process(Kept.IN_MEMORY);
        var other = process(Kept.IN_MEMORY)) {
      var run = clerk(driving).open(SESSION).send("go");
      Waiting.forQuestion(driving, run);
      // Of two stores in one process neither hears of the other, so the answer stays unread.
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
  void aPersonWhoMayNotAnswerTakesNobodysPlace() {
    try (var drover = process(Kept.IN_MEMORY)) {
      var agent =
          drover
              .agent("clerk")
              .model(FakeModel.playing(calls("send"), says("over")))
              .tools(FakeTool.unsafe("send", _ -> done("sent " + sent.incrementAndGet())))
              .answerers("anna")
              .build();
      Waiting.forQuestion(drover, agent.open(SESSION).send("go"));
      drover.disconnect();
    }
    try (var other = process(Kept.IN_MEMORY)) {
      assertThat(other.approvals().answer(QUESTION, YES, "mallory")).isEqualTo(Receipt.NOT_ALLOWED);
      assertThat(other.approvals().open()).hasSize(1);
      assertThat(other.approvals().answer(QUESTION, YES, "anna")).isEqualTo(Receipt.LEFT_IN_INBOX);
    }
  }

  @Test
  void anUnknownQuestionAndOneWhoseRunIsOverAreNotAnsweredOnes() {
    try (var drover = process(Kept.IN_MEMORY)) {
      var unknown = new ApprovalId(new SessionId("s-nobody"), new EffectId(1));
      assertThat(drover.approvals().answer(unknown, YES, "anna")).isEqualTo(Receipt.NOT_OPEN);
      assertThat(drover.approvals().answered(unknown)).isEmpty();
      var run = clerk(drover).open(SESSION).send("go");
      Waiting.forQuestion(drover, run);
      run.cancel();
      run.await();
      assertThat(drover.approvals().answer(QUESTION, YES, "anna")).isEqualTo(Receipt.NOT_OPEN);
    }
  }

  /// A call that was approved, begun and interrupted is asked about once more, under the same name.
  @Test
  @Tag("A14")
  void aSecondQuestionAboutTheSameCallCanBeAnsweredFromElsewhere() throws Exception {
    var mortal = new MortalStore(memory, 4);
    var first = Drover.on(mortal).build();
    var run = payer(first).open(SESSION).send("pay");
    Waiting.forQuestion(first, run);
    assertThat(first.approvals().answer(QUESTION, YES, "anna")).isEqualTo(Receipt.COUNTED);
    mortal.awaitDeath();
    first.disconnect();
    try (var second = process(Kept.IN_MEMORY)) {
      payer(second).open(SESSION, OpenMode.RESUME);
      Waiting.until(() -> !second.approvals().open().isEmpty());
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
