package dev.drover.internal.approval;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Approvals.Receipt;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("E3")
@Timeout(60)
final class ApprovalLawTest {
  private static final SessionId SESSION = new SessionId("s-asked");
  private static final ApprovalAnswer ONCE = new ApprovalAnswer.Yes(Scope.ONCE);
  private static final ApprovalAnswer NO =
      new ApprovalAnswer.No("not today", ApprovalAnswer.OnDenial.GO_ON);

  private final AtomicInteger sent = new AtomicInteger();

  private AgentBuilder clerk(Drover drover, FakeModel model) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(
            FakeTool.unsafe("send", _ -> done("sent " + sent.incrementAndGet())),
            FakeTool.unsafe("post", _ -> done("posted " + sent.incrementAndGet())),
            FakeTool.unsafe("call", _ -> done("called " + sent.incrementAndGet())));
  }

  private static List<ToolOutcome> outcomes(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .toList();
  }

  @Test
  void concurrentApprovalsSurviveARestart() {
    var store = new MemoryStore();
    var model = FakeModel.playing(calls("send", "post", "call"), says("over"));
    var first = Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
    var run = clerk(first, model).build().open(SESSION).send("go");
    var questions = ApprovalWaits.forQuestions(first, run, 3);
    assertThat(questions).extracting(ApprovalRow::tool).containsExactly("send", "post", "call");
    assertThat(first.approvals().answer(questions.get(1).id(), NO, "anna"))
        .isEqualTo(Receipt.COUNTED);
    first.disconnect();
    try (var second = Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build()) {
      assertThat(second.approvals().open())
          .extracting(ApprovalRow::tool)
          .containsExactly("send", "call");
      var session = clerk(second, model).build().open(SESSION, OpenMode.RESUME);
      second.approvals().answer(questions.get(2).id(), ONCE, "bert");
      second.approvals().answer(questions.get(0).id(), ONCE, "bert");
      assertThat(session.run(run.id()).orElseThrow().await().text()).isEqualTo("over");
      assertThat(outcomes(session))
          .extracting(outcome -> outcome.getClass().getSimpleName())
          .containsExactly("Succeeded", "Denied", "Succeeded");
      assertThat(sent).hasValue(2);
    }
  }

  enum Kept {
    IN_MEMORY,
    ON_DISK
  }

  @ParameterizedTest
  @EnumSource
  void anApprovalShowsEverythingNeededToAnswerIt(Kept kept, @TempDir Path folder) {
    var memory = new MemoryStore();
    Supplier<Store> stores =
        () ->
            switch (kept) {
              case IN_MEMORY -> new CrashingStore(memory, CrashingStore.NEVER_CRASHES);
              case ON_DISK -> SqliteStore.open(folder.resolve("drover.db"));
            };
    var time = new VirtualTime();
    var much = "x".repeat(40_000);
    var model =
        FakeModel.playing(
            new ModelReply(
                List.of(
                    new ContentBlock.Call(
                        new ToolCall("c-1", "send", Text.of("{\"to\":\"bert\"}"))),
                    new ContentBlock.Call(
                        new ToolCall("c-2", "post", Text.of("{\"text\":\"" + much + "\"}")))),
                ModelReply.StopReason.CALLS,
                Usage.NONE),
            says("over"));
    try (var asking = Drover.on(stores.get()).time(time).build();
        var looking = Drover.on(stores.get()).time(time).build()) {
      var run =
          clerk(asking, model)
              .answerers("anna", "bert")
              .answerWithin(Duration.ofHours(1))
              .build()
              .open(SESSION)
              .send("go");
      var asked = ApprovalWaits.forQuestions(asking, run, 2);
      assertThat(looking.approvals().open()).isEqualTo(asked);
      var row = looking.approvals().open().getFirst();
      assertThat(row)
          .isEqualTo(
              new ApprovalRow(
                  new ApprovalId(SESSION, new EffectId(2)),
                  run.id(),
                  time.now(),
                  new ToolCall("c-1", "send", Text.of("{\"to\":\"bert\"}")),
                  row.why(),
                  "send",
                  Text.of("{\"to\":\"bert\"}"),
                  new ApprovalEligibility(
                      List.of("anna", "bert"), time.now().plus(Duration.ofHours(1)))));
      var large = looking.approvals().open().getLast().call();
      assertThat(large.arguments()).isInstanceOf(Text.Stored.class);
      assertThat(looking.queries().read(large.arguments()))
          .isEqualTo("{\"text\":\"" + much + "\"}");
    }
  }

  @Test
  void onlyTheFirstOfManyConcurrentAnswersCounts() throws Exception {
    try (var drover = Drover.inMemory()) {
      var run =
          clerk(drover, FakeModel.playing(calls("send"), says("over"))).build().open().send("go");
      var question = ApprovalWaits.forQuestion(drover, run);
      var counted = new LongAdder();
      var threads =
          List.of(ONCE, NO, ONCE, NO, ONCE, NO, ONCE, NO).stream()
              .map(
                  answer ->
                      Thread.ofVirtual()
                          .start(
                              () -> {
                                if (drover.approvals().answer(question.id(), answer, "anna")
                                    == Receipt.COUNTED) {
                                  counted.increment();
                                }
                              }))
              .toList();
      for (var thread : threads) {
        thread.join();
      }
      run.await();
      assertThat(counted.sum()).isEqualTo(1);
      assertThat(drover.approvals().answer(question.id(), ONCE, "anna"))
          .isEqualTo(Receipt.ANSWERED_BEFORE);
    }
  }

  @Test
  void aSessionYesAppliesToItsSessionAndAnAlwaysYesToAllSessions() {
    try (var drover = Drover.inMemory()) {
      var model = FakeModel.playing(calls("send"), says("one"), calls("send"), says("two"));
      var agent = clerk(drover, model).build();
      var session = agent.open();
      var run = session.send("go");
      drover
          .approvals()
          .answer(
              ApprovalWaits.forQuestion(drover, run).id(),
              new ApprovalAnswer.Yes(Scope.SESSION),
              "anna");
      assertThat(run.await().text()).isEqualTo("one");
      assertThat(session.ask("again").text()).isEqualTo("two");
      var other = agent.open();
      var asked = other.send("go");
      drover
          .approvals()
          .answer(
              ApprovalWaits.forQuestion(drover, asked).id(),
              new ApprovalAnswer.Yes(Scope.ALWAYS),
              "anna");
      asked.await();
      assertThat(agent.open().ask("go").text()).isEqualTo("one");
    }
  }

  @Test
  void aNoAndStopEndsTheRun() {
    try (var drover = Drover.inMemory()) {
      var run =
          clerk(drover, FakeModel.playing(calls("send", "post"), says("over")))
              .build()
              .open()
              .send("go");
      var question = ApprovalWaits.forQuestions(drover, run, 2).getFirst();
      drover
          .approvals()
          .answer(
              question.id(), new ApprovalAnswer.No("enough", ApprovalAnswer.OnDenial.STOP), "anna");
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(drover.approvals().open()).isEmpty();
      assertThat(sent).hasValue(0);
    }
  }

  @Test
  void onlyNamedAnswerersMayAnswer() {
    try (var drover = Drover.inMemory()) {
      var run =
          clerk(drover, FakeModel.playing(calls("send"), says("over")))
              .answerers("anna", "bert")
              .build()
              .open()
              .send("go");
      var question = ApprovalWaits.forQuestion(drover, run);
      assertThat(drover.approvals().answer(question.id(), ONCE, "mallory"))
          .isEqualTo(Receipt.NOT_ALLOWED);
      assertThat(drover.approvals().open()).hasSize(1);
      assertThat(drover.approvals().answer(question.id(), ONCE, "bert")).isEqualTo(Receipt.COUNTED);
      run.await();
      assertThat(sent).hasValue(1);
    }
  }

  @Test
  void anExpiredApprovalIsDenied() {
    var time = new VirtualTime();
    try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
      var session =
          clerk(drover, FakeModel.playing(calls("send"), says("over")))
              .answerWithin(Duration.ofHours(1))
              .build()
              .open();
      var run = session.send("go");
      ApprovalWaits.forQuestion(drover, run);
      time.advance(Duration.ofHours(2));
      assertThat(run.await().text()).isEqualTo("over");
      assertThat(outcomes(session))
          .containsExactly(new ToolOutcome.Denied("time", "nobody answered in time"));
      assertThat(sent).hasValue(0);
      assertThat(drover.approvals().open()).isEmpty();
    }
  }

  @Test
  @Tag("B5")
  void closingCancelsOpenApprovalsWithoutShowingTheModelARefusal() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover, FakeModel.playing(calls("send", "post"), says("over"))).build();
      var session = agent.open(SESSION);
      var run = session.send("go");
      ApprovalWaits.forQuestions(drover, run, 2);
      session.close();
      assertThat(drover.approvals().open()).isEmpty();
      assertThat(outcomes(agent.open(SESSION)))
          .allMatch(outcome -> outcome instanceof ToolOutcome.Cancelled);
      assertThat(sent).hasValue(0);
    }
  }
}
