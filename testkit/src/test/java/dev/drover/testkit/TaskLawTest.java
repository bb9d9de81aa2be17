package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Block;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Session;
import dev.drover.runtime.TaskReport;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeTool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Work that an agent gives to others, and what becomes of it.
@Timeout(120)
final class TaskLawTest {
  private static final SessionId SESSION = new SessionId("s-parent");
  private static final Subagent SCOUT = Subagent.of("scout", "finds things", "Find it.");

  private final MemoryStore store = new MemoryStore();

  /// Says what the agent of the request has to say, by the number of its replies.
  private record Cast(Map<String, Mind> minds) implements Model {
    interface Mind {
      ModelReply reply(int said, ModelRequest request) throws ModelException, InterruptedException;
    }

    @Override
    public String name() {
      return "fake/cast";
    }

    @Override
    public ModelReply call(ModelRequest request, DeltaSink deltas)
        throws ModelException, InterruptedException {
      int said =
          (int) request.messages().stream().filter(Message.Assistant.class::isInstance).count();
      var mind = minds.get(request.agent());
      return mind == null ? says("nobody plays " + request.agent()) : mind.reply(said, request);
    }
  }

  private static ModelReply delegates(String... arguments) {
    var blocks = new ArrayList<Block>();
    for (int i = 0; i < arguments.length; i++) {
      blocks.add(new Block.Call(new ToolCall("c" + i, "task", Text.of(arguments[i]))));
    }
    return new ModelReply(blocks, StopReason.CALLS, new Usage(10, 2, 0, 0, 0));
  }

  private static String order(String what) {
    return "{\"agent\":\"scout\",\"prompt\":\"%s\"}".formatted(what);
  }

  private static String inBackground(String what) {
    return "{\"agent\":\"scout\",\"prompt\":\"%s\",\"background\":true}".formatted(what);
  }

  private static String last(ModelRequest request) {
    return switch (request.messages().getLast()) {
      case Message.User(var text, _) -> request.read(text);
      case Message.Assistant _ -> "";
      case Message.ToolResult result -> result.outcome().toString();
    };
  }

  private static AgentBuilder clerk(Drover drover, Map<String, Cast.Mind> minds) {
    return drover
        .agent("clerk")
        .model(new Cast(minds))
        .policy(Policy.ALLOW_ALL)
        .subagents(List.of(SCOUT));
  }

  private static Session open(AgentBuilder builder) {
    return builder.build().open(SESSION, OpenMode.CREATE_OR_RESUME);
  }

  private Drover drover() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  private static List<Event> events(Drover drover, SessionId session) {
    return drover.archive().page(Cursor.start(session), 1_000).items().stream()
        .map(item -> item.event())
        .toList();
  }

  private static void assertStrictlyReplayed(Drover drover, SessionId session) {
    var journal =
        drover.archive().page(Cursor.start(session), 1_000).items().stream()
            .map(Notice.Happened::entry)
            .toList();
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }

  private static <E extends Event> List<E> all(Drover drover, SessionId session, Class<E> kind) {
    return events(drover, session).stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Test
  @Tag("F1")
  void aChildIsASessionOfItsOwnAndItsAnswerIsTheOutcomeOfTheCall() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) -> said == 0 ? delegates(order("Where is it?")) : says(last(request)),
            "clerk/scout",
            (_, request) -> says("heard: " + last(request)));
    try (var drover = drover()) {
      var session = open(clerk(drover, minds));
      assertThat(session.ask("Find it.").text()).contains("heard: Where is it?");
      var started = all(drover, SESSION, Event.TaskStarted.class);
      assertThat(started).hasSize(1);
      var child = started.getFirst().child();
      assertThat(all(drover, SESSION, Event.TaskEnded.class))
          .containsExactly(
              new Event.TaskEnded(child, TaskStatus.COMPLETED, new Usage(10, 2, 0, 0, 0)));
      assertThat(drover.archive().session(child).orElseThrow().agent()).isEqualTo("clerk/scout");
      assertThat(drover.archive().runs(child))
          .extracting(run -> run.status())
          .containsExactly(RunStatus.COMPLETED);
      assertStrictlyReplayed(drover, SESSION);
      assertStrictlyReplayed(drover, child);
    }
  }

  @Test
  @Tag("F3")
  void severalAreWorkedOnSideBySideEightAtATimeAndToldInOrder() throws Exception {
    int all = 12;
    var orders = new String[all];
    for (int i = 0; i < all; i++) {
      orders[i] = order("job " + i);
    }
    var atWork = new AtomicInteger();
    var most = new AtomicInteger();
    var eight = new CountDownLatch(8);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) -> said == 0 ? delegates(orders) : says(results(request)),
            "clerk/scout",
            (_, request) -> {
              most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
              eight.countDown();
              eight.await();
              atWork.decrementAndGet();
              if (last(request).endsWith(" 3")) {
                throw new ModelException(
                    Failure.lasting(new Problem("model_broke", "Broke", "it broke", "")), null);
              }
              return says("done " + last(request));
            });
    try (var drover = drover()) {
      var answer = open(clerk(drover, minds)).ask("Do all of it.").text();
      var expected = new ArrayList<String>();
      for (int i = 0; i < all; i++) {
        expected.add(i == 3 ? "failed it broke" : "done job " + i);
      }
      assertThat(answer).isEqualTo(String.join("|", expected));
      assertThat(most.get()).isEqualTo(8);
      assertThat(all(drover, SESSION, Event.TaskEnded.class)).hasSize(all);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  private static String results(ModelRequest request) {
    var all = new ArrayList<String>();
    for (var message : request.messages()) {
      if (message instanceof Message.ToolResult result) {
        all.add(
            switch (result.outcome()) {
              case ToolOutcome.Succeeded(var text, _) -> request.read(text);
              case ToolOutcome.Failed(var text) -> "failed " + request.read(text);
              default -> result.outcome().toString();
            });
      }
    }
    return String.join("|", all);
  }

  @Test
  @Tag("F3")
  void aTaskInTheBackgroundWakesItsParentWhenItHasEnded() throws Exception {
    var goOn = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) ->
                switch (said) {
                  case 0 -> delegates(inBackground("Take your time."));
                  case 1 -> says("It is on its way.");
                  default -> says("told: " + last(request));
                },
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("found");
            });
    try (var drover = drover()) {
      var session = open(clerk(drover, minds));
      assertThat(session.ask("Find it some time.").text()).isEqualTo("It is on its way.");
      goOn.countDown();
      awaitRuns(session, 2);
      assertThat(session.lastResponse().orElseThrow())
          .isEqualTo(
              "told: The task s-parent-e2 that you gave away has ended: completed.\n\nfound");
      assertThat(all(drover, SESSION, Event.TaskEnded.class)).hasSize(1);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  /// Of the run that was told, or of the one that began because of it.
  private static void awaitAnswer(Session session, String end) {
    try (var events = session.events()) {
      while (!(events.next().orElseThrow() instanceof Notice.Happened happened
          && happened.event() instanceof Event.RunFinished finished
          && finished.outcome() instanceof RunOutcome.Completed(var text, _)
          && session.read(text).endsWith(end))) {}
    }
  }

  private static void awaitRuns(Session session, int number) throws InterruptedException {
    try (var events = session.events()) {
      int ended = 0;
      while (ended < number) {
        if (events.next().orElseThrow() instanceof Notice.Happened happened
            && happened.event() instanceof Event.RunFinished) {
          ended++;
        }
      }
    }
    assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
  }

  @Test
  @Tag("F4")
  @Tag("B6")
  void whoCancelsARunCancelsAllThatItWaitsFor() throws Exception {
    var begun = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (_, _) -> delegates(order("Wait.")),
            "clerk/scout",
            (said, _) -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return says("never");
            });
    try (var drover = drover()) {
      var session = open(clerk(drover, minds));
      var run = session.send("Go.");
      begun.await();
      var child = all(drover, SESSION, Event.TaskStarted.class).getFirst().child();
      assertThat(run.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(drover.archive().runs(child))
          .extracting(each -> each.status())
          .containsExactly(RunStatus.CANCELLED);
      assertThat(all(drover, SESSION, Event.TaskEnded.class))
          .containsExactly(new Event.TaskEnded(child, TaskStatus.CANCELLED, Usage.NONE));
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("F4")
  void tasksAreListedFoundAndCancelledOnce() throws Exception {
    var begun = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) -> said == 0 ? delegates(order("Wait.")) : says(results(request)),
            "clerk/scout",
            (_, _) -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return says("never");
            });
    try (var drover = drover()) {
      var session = open(clerk(drover, minds));
      var run = session.send("Go.");
      begun.await();
      var task = session.tasks().pending().getFirst();
      assertThat(task.agent()).isEqualTo("clerk/scout");
      assertThat(task.title()).isEqualTo("Wait.");
      assertThat(task.status()).isEqualTo(TaskReport.Status.RUNNING);
      assertThat(session.tasks().cancel(new SessionId("nobody"))).isFalse();
      assertThat(session.tasks().cancel(task.child())).isTrue();
      assertThat(session.tasks().cancel(task.child())).isFalse();
      assertThat(run.await().text()).contains("failed the task was cancelled by user");
      assertThat(session.tasks().pending()).isEmpty();
      assertThat(session.tasks().find(task.child()).orElseThrow().status())
          .isEqualTo(TaskReport.Status.CANCELLED);
    }
  }

  @Test
  @Tag("F1")
  void theHostGivesWorkAsWell() {
    var minds =
        Map.<String, Cast.Mind>of("clerk/scout", (_, request) -> says("heard: " + last(request)));
    try (var drover = drover()) {
      var session = open(clerk(drover, minds));
      assertThat(session.tasks().run("scout", "Look.").text()).isEqualTo("heard: Look.");
      assertThat(session.tasks().run("nobody", "Look.").text())
          .isEqualTo("there is no agent 'nobody'; there are: scout");
      assertThat(session.history()).isEmpty();
      assertThat(session.tasks().all()).hasSize(1);
    }
  }

  @Test
  @Tag("B5")
  void aCloseEndsWhatGoesOnInTheBackground() throws Exception {
    var begun = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, _) -> said == 0 ? delegates(inBackground("Wait.")) : says("on its way"),
            "clerk/scout",
            (_, _) -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return says("never");
            });
    try (var drover = drover()) {
      var session = open(clerk(drover, minds));
      session.ask("Go.");
      begun.await();
      var child = session.tasks().pending().getFirst().child();
      session.close();
      assertThat(drover.archive().runs(child))
          .extracting(each -> each.status())
          .containsExactly(RunStatus.CANCELLED);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("F3")
  void whatEndedWhileTheParentWasAwayWakesItInTheNextProcess() throws Exception {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) -> {
              if (said == 0) {
                return delegates(inBackground("Look."));
              }
              return last(request).endsWith("found")
                  ? says("told: " + last(request))
                  : says("on its way");
            },
            "clerk/scout",
            (_, _) -> says("found"));
    int cuts = 0;
    for (int cut = 1; cut <= 20; cut++) {
      var own = new MemoryStore();
      var dying = new MortalStore(own, cut);
      var first = Drover.on(dying).build();
      try {
        var run = open(clerk(first, minds)).send(Ask.of("Go.").withKey("once"));
        try (var events = run.events()) {
          while (!events.isAtEnd() && !dying.isDead()) {
            events.next(Duration.ofMillis(20));
          }
        }
      } catch (DroverException dead) {
        assertThat(dying.isDead()).as("cut %d: %s", cut, dead).isTrue();
      } finally {
        cuts += dying.isDead() ? 1 : 0;
        first.disconnect();
      }
      try (var second = Drover.on(new MortalStore(own, MortalStore.IMMORTAL)).build()) {
        var session = open(clerk(second, minds));
        session.send(Ask.of("Go.").withKey("once")).await();
        awaitAnswer(session, "found");
        assertThat(all(second, SESSION, Event.TaskEnded.class)).as("cut %d", cut).hasSize(1);
      }
    }
    assertThat(cuts).isPositive();
  }

  @Test
  @Tag("F2")
  void aChildMayDoLessThanItsParentAndAsksItsPeople() throws Exception {
    var careful = SCOUT.denying("pay").withTools("pay", "look");
    var paid = new AtomicInteger();
    var pay =
        FakeTool.unsafe(
            "pay",
            _ -> {
              paid.incrementAndGet();
              return Fakes.done("paid");
            });
    var look = FakeTool.pure("look", _ -> Fakes.done("seen"));
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) -> said == 0 ? delegates(order("Look.")) : says(last(request)),
            "clerk/scout",
            (said, request) ->
                said == 0 ? Fakes.calls("look", "pay") : says("got " + last(request)));
    try (var drover = drover()) {
      var session =
          open(
              drover
                  .agent("clerk")
                  .model(new Cast(minds))
                  .policy(Policy.ASK_ALWAYS.allowing("task", "pay"))
                  .answerers("ann")
                  .tools(pay, look)
                  .subagents(List.of(careful)));
      var run = session.send("Go.");
      var question = awaitQuestion(drover);
      assertThat(question.id().session()).isEqualTo(new SessionId("s-parent-e2"));
      assertThat(question.answering().names()).containsExactly("ann");
      drover.approvals().answer(question.id(), new Answer.Yes(Answer.Scope.ONCE), "ann");
      assertThat(run.await().text()).contains("Denied");
      assertThat(paid).hasValue(0);
    }
  }

  private static ApprovalRow awaitQuestion(Drover drover) {
    while (drover.approvals().open().isEmpty()) {
      Thread.onSpinWait();
    }
    return drover.approvals().open().getFirst();
  }

  @Test
  @Tag("F2")
  void nobodyIsBelowTheLowest() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) -> said == 0 ? delegates(order("1")) : says(last(request)),
            "clerk/scout",
            (said, request) -> said == 0 ? delegates(order("2")) : says(last(request)),
            "clerk/scout/scout",
            (_, request) ->
                says("tools " + request.tools().stream().map(tool -> tool.name()).toList()));
    try (var drover = drover()) {
      var session = open(clerk(drover, minds).maxTaskDepth(2));
      assertThat(session.ask("Go.").text()).contains("tools []");
    }
  }

  @Test
  @Tag("F1")
  @Tag("A13")
  void whereverTheProcessDiesTheTaskEndsOnceInMemory() throws Exception {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("F1")
  @Tag("A13")
  void whereverTheProcessDiesTheTaskEndsOnceOnDisk(@TempDir Path folder) throws Exception {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    for (var trial : new CrashMatrix(stores, new TwoScouts()).all()) {
      assertThat(trial.outcome().toString()).as("cut %d", trial.cut()).contains("one|two");
      var ended =
          trial.after().stream()
              .filter(entry -> entry.event() instanceof Event.TaskEnded)
              .map(entry -> ((Event.TaskEnded) entry.event()))
              .toList();
      assertThat(ended).as("cut %d", trial.cut()).hasSize(2);
      assertThat(ended)
          .as("cut %d", trial.cut())
          .allSatisfy(
              end -> {
                assertThat(end.status()).isEqualTo(TaskStatus.COMPLETED);
                assertThat(end.usage()).isEqualTo(new Usage(10, 2, 0, 0, 0));
              });
    }
  }

  /// Two children side by side.
  private record TwoScouts() implements Scenario {
    @Override
    public String prompt() {
      return "Find both.";
    }

    @Override
    public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
      var minds =
          Map.<String, Cast.Mind>of(
              "crash",
              (said, request) ->
                  said == 0 ? delegates(order("one"), order("two")) : says(results(request)),
              "crash/scout",
              (_, request) -> says(last(request)));
      return agent.model(new Cast(minds)).policy(Policy.ALLOW_ALL).subagents(List.of(SCOUT));
    }
  }
}
