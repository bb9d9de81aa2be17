package dev.drover.testkit;

import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Event;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Session;
import dev.drover.runtime.ToolReport;
import dev.drover.runtime.ToolReport.Status;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.testkit.Fakes.Body;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tools that the host calls itself.
@Tag("D4")
@Timeout(60)
final class DirectToolsTest {
  private static final SessionId SESSION = new SessionId("s-direct");
  private static final Policy NOTHING = Policy.ASK_ALWAYS.otherwise(Policy.Default.DENY);

  private final MemoryStore store = new MemoryStore();
  private final FakeModel model = FakeModel.playing(says("hello"));
  private final List<String> performed = new CopyOnWriteArrayList<>();

  private Drover open() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  private Session session(Drover drover, Policy policy, Object... tools) {
    return drover.agent("clerk").model(model).tools(tools).policy(policy).build().open(SESSION);
  }

  private static Body waiting(CountDownLatch begun) {
    return _ -> {
      begun.countDown();
      new CountDownLatch(1).await();
      throw new IllegalStateException("nobody lets it go on");
    };
  }

  @Test
  void aCallSkipsPolicyAndApprovalAndLeavesNoTraceInTheConversation(@TempDir Path workspace)
      throws Exception {
    Files.writeString(workspace.resolve("notes.txt"), "one\n");
    try (var drover = open()) {
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(WorkspaceTools.all())
              .policy(NOTHING)
              .workspace(workspace)
              .build()
              .open();
      var tools = session.tools();
      assertThat(tools.names()).contains("read", "write", "bash");
      var reports =
          List.of(
              tools.read("notes.txt"),
              tools.edit("notes.txt", "one", "two"),
              tools.write("more.txt", "three"),
              tools.patch("*** Begin Patch\n*** Delete File: more.txt\n*** End Patch"),
              tools.ls("."),
              tools.glob("*.txt"),
              tools.grep("two"),
              tools.bash("echo four"),
              session.tool("read", Map.of("path", "notes.txt", "limit", 1)));

      assertThat(reports).extracting(ToolReport::status).containsOnly(Status.SUCCEEDED);
      assertThat(reports.get(8).text()).contains("two");
      assertThat(reports.get(7).text()).contains("four");
      assertThat(Files.exists(workspace.resolve("more.txt"))).isFalse();
      assertThat(session.history()).isEmpty();
      session.ask("hi");
      assertThat(model.requests().getFirst().messages()).hasSize(1);
    }
  }

  @Test
  void aGovernedCallIsJudgedLikeOneOfTheModel() throws Exception {
    try (var drover = open()) {
      var policy = Policy.ASK_ALWAYS.allowing("look").denying("burn");
      var session =
          session(
              drover,
              policy,
              FakeTool.pure("look", _ -> done("seen")),
              FakeTool.unsafe("burn", _ -> done("burnt")),
              FakeTool.unsafe("send", _ -> done("sent")));
      var tools = session.tools().governed();

      assertThat(tools.call("look", Map.of()).text()).isEqualTo("seen");
      assertThat(tools.call("burn", Map.of()).status()).isEqualTo(Status.DENIED);
      assertThat(session.tools().call("burn", Map.of()).text()).isEqualTo("burnt");

      var asked = inBackground(() -> tools.call("send", Map.of()));
      var question = questionIn(session, drover);
      assertThat(asked.now()).isNull();
      drover.approvals().answer(question, new Answer.Yes(Answer.Scope.SESSION), "anna");
      assertThat(asked.get().text()).isEqualTo("sent");
      // The yes was for the session.
      assertThat(tools.call("send", Map.of()).text()).isEqualTo("sent");
    }
  }

  @Test
  void aCallIsMadeBesideARunAndNeitherDisturbsTheOther() throws Exception {
    var thinking = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new FakeModel(
            (_, _) -> {
              thinking.countDown();
              goOn.await();
              return says("thought");
            });
    try (var drover = open()) {
      var session =
          drover
              .agent("clerk")
              .model(slow)
              .tools(FakeTool.pure("look", _ -> done("seen")))
              .build()
              .open(SESSION);
      var run = session.send("think");
      thinking.await();
      assertThat(session.tool("look", Map.of()).text()).isEqualTo("seen");
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("thought");
      assertThat(session.history()).hasSize(2);
      assertStrictlyReplayed(drover);
    }
  }

  @Test
  void whatDoesNotFitIsRefusedAndSaysWhatWouldFit() {
    try (var drover = open()) {
      var session = session(drover, Policy.ALLOW_ALL, FakeTool.pure("look", _ -> done("seen")));
      var unknown = session.tool("lok", Map.of());
      assertThat(unknown.status()).isEqualTo(Status.REFUSED);
      assertThat(unknown.text()).isEqualTo("there is no tool 'lok'; the closest are look");
      assertThat(session.tools().callWithJson("look", "[]").status()).isEqualTo(Status.REFUSED);
      var endless = new ArrayList<Object>();
      endless.add(endless);
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> session.tool("look", Map.of("x", endless)))
          .withMessageContaining("arguments");
    }
  }

  @Test
  void aCallThatTakesTooLongFails() {
    var begun = new CountDownLatch(1);
    var spec =
        new ToolSpec(
            "wait",
            "Waits.",
            "{\"type\":\"object\"}",
            new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL),
            Duration.ofMillis(50),
            1_000);
    try (var drover = open()) {
      var session = session(drover, Policy.ALLOW_ALL, new FakeTool(spec, waiting(begun)));
      var report = session.tool("wait", Map.of());
      assertThat(report.status()).isEqualTo(Status.FAILED);
      assertThat(report.text()).contains("timed out");
    }
  }

  @Test
  @Tag("B4")
  void aCallIsCancelledByItsNameByItsSessionByInterruptAndByClose() throws Exception {
    try (var drover = open()) {
      for (var way : Stop.values()) {
        var begun = new CountDownLatch(1);
        var session =
            drover
                .agent("clerk")
                .model(model)
                .tools(FakeTool.unsafe("wait", waiting(begun)))
                .build()
                .open();
        var waiting = inBackground(() -> session.tool("wait", Map.of()));
        begun.await();
        way.stop(session, waiting);
        assertThat(waiting.get().status()).as(way.name()).isEqualTo(Status.CANCELLED);
      }
    }
  }

  /// Each way to stop a call.
  private enum Stop {
    NAME {
      @Override
      void stop(Session session, Background waiting) {
        var call =
            session.page(Cursor.start(session.id()), 10).items().stream()
                .map(Notice.Happened::event)
                .filter(Event.DirectCallAccepted.class::isInstance)
                .map(event -> ((Event.DirectCallAccepted) event).run())
                .findFirst()
                .orElseThrow();
        assertThat(session.cancel(call)).isTrue();
        assertThat(session.cancel(call)).isFalse();
      }
    },
    SESSION_CANCEL {
      @Override
      void stop(Session session, Background waiting) {
        assertThat(session.cancel()).isTrue();
        assertThat(session.cancel()).isFalse();
      }
    },
    INTERRUPT {
      @Override
      void stop(Session session, Background waiting) {
        waiting.thread().interrupt();
      }
    },
    CLOSE {
      @Override
      void stop(Session session, Background waiting) {
        session.close();
        assertThatExceptionOfType(SessionClosed.class)
            .isThrownBy(() -> session.tool("wait", Map.of()));
      }
    };

    abstract void stop(Session session, Background waiting);
  }

  @Test
  @Tag("A14")
  void anUnsafeCallWhoseProcessDiedIsInDoubtAndNotMadeAgain() throws Exception {
    dieIn("pay", EffectClass.UNSAFE, AfterCrash.TELL_MODEL);
    try (var drover = open()) {
      var session = resumed(drover, FakeTool.unsafe("pay", this::perform));
      assertThat(settled(session))
          .extracting(end -> end.outcome().getClass().getSimpleName())
          .containsExactly("Unknown");
      assertThat(performed).hasSize(1);
      assertStrictlyReplayed(drover);
    }
  }

  @Test
  @Tag("A14")
  void aCallThatMayBeRepeatedIsMadeAgainUnderTheSameName() throws Exception {
    dieIn("count", EffectClass.PURE, AfterCrash.RUN_AGAIN);
    try (var drover = open()) {
      var session = resumed(drover, FakeTool.pure("count", this::perform));
      assertThat(settled(session))
          .extracting(end -> end.outcome().getClass().getSimpleName())
          .containsExactly("Succeeded");
      assertThat(performed).hasSize(2);
      assertThat(performed.getFirst()).isEqualTo(performed.getLast());
      assertStrictlyReplayed(drover);
    }
  }

  @Test
  void aSessionInWhichAnotherProcessMakesACallIsBusy() throws Exception {
    var begun = new CountDownLatch(1);
    try (var first = open();
        var second = open()) {
      var session = session(first, Policy.ALLOW_ALL, FakeTool.unsafe("wait", waiting(begun)));
      var waiting = inBackground(() -> session.tool("wait", Map.of()));
      begun.await();
      var other = session(second, Policy.ALLOW_ALL, FakeTool.pure("look", _ -> done("seen")));
      assertThatExceptionOfType(SessionBusy.class).isThrownBy(() -> other.tool("look", Map.of()));
      assertThatExceptionOfType(SessionBusy.class).isThrownBy(() -> other.send("hi"));
      session.cancel();
      assertThat(waiting.get().status()).isEqualTo(Status.CANCELLED);
      assertThat(other.tool("look", Map.of()).text()).isEqualTo("seen");
    }
  }

  private ToolOutcome perform(ToolInvocation call) {
    performed.add(call.run() + " " + call.effect());
    return done("done");
  }

  /// The process goes away when the call has been carried out and nobody has heard of it.
  private void dieIn(String tool, EffectClass effects, AfterCrash afterCrash) throws Exception {
    var carriedOut = new CountDownLatch(1);
    var drover = open();
    var session =
        session(
            drover,
            Policy.ALLOW_ALL,
            FakeTool.of(
                tool,
                effects,
                afterCrash,
                call -> {
                  perform(call);
                  return waiting(carriedOut).call(call);
                }));
    var lost = inBackground(() -> session.tool(tool, Map.of()));
    carriedOut.await();
    drover.disconnect();
    lost.join();
    assertThat(lost.now()).isNull();
  }

  private Session resumed(Drover drover, FakeTool tool) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(tool)
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION, OpenMode.RESUME);
  }

  private static void assertStrictlyReplayed(Drover drover) {
    var journal =
        drover.archive().page(Cursor.start(SESSION), 100).items().stream()
            .map(Notice.Happened::entry)
            .toList();
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }

  /// Waits for the first one, by the events.
  private static List<Event.ToolSettled> settled(Session session) {
    try (var events = session.events()) {
      while (true) {
        var next = events.next(Duration.ofSeconds(10));
        assertThat(next).isPresent();
        if (next.get() instanceof Notice.Happened happened
            && happened.event() instanceof Event.ToolSettled) {
          break;
        }
      }
    }
    return all(session)
        .filter(Event.ToolSettled.class::isInstance)
        .map(event -> (Event.ToolSettled) event)
        .toList();
  }

  private static Stream<Event> all(Session session) {
    return session.page(Cursor.start(session.id()), 100).items().stream()
        .map(Notice.Happened::event);
  }

  private static ApprovalId questionIn(Session session, Drover drover) {
    try (var events = session.events()) {
      while (true) {
        var next = events.next(Duration.ofSeconds(10));
        assertThat(next).isPresent();
        if (next.get() instanceof Notice.Happened happened
            && happened.event() instanceof Event.ApprovalRequested) {
          return drover.approvals().open().getFirst().id();
        }
      }
    }
  }

  /// A call under way on a thread of its own.
  private record Background(Thread thread, AtomicReference<@Nullable ToolReport> report) {
    @Nullable ToolReport now() {
      return report.get();
    }

    ToolReport get() throws InterruptedException {
      join();
      return Objects.requireNonNull(report.get(), "the call was lost");
    }

    void join() throws InterruptedException {
      assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
    }
  }

  private static Background inBackground(Supplier<ToolReport> call) {
    var report = new AtomicReference<@Nullable ToolReport>();
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    report.set(call.get());
                  } catch (DroverException lost) {
                    // The process it was made in is gone.
                  }
                });
    return new Background(thread, report);
  }
}
