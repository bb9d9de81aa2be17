package dev.drover.internal.session;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.Body;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashMatrix;
import dev.drover.testkit.CrashMatrix.Trial;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.PerformedEffects;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Operations of people on a session, with a crash after every append: each takes effect once.
@Tag("A12")
@Tag("B2")
@Tag("B4")
@Tag("B5")
final class ControlMatrixTest {
  enum Kept {
    IN_MEMORY,
    ON_DISK
  }

  @TempDir Path folder;

  private final AtomicInteger files = new AtomicInteger();

  private Store fresh(Kept kept) {
    return switch (kept) {
      case IN_MEMORY -> new MemoryStore();
      case ON_DISK -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db"));
    };
  }

  /// Every crash, and their minimum number: a scenario that ends early proves nothing.
  private void cutEverywhere(Kept kept, CrashScenario scenario, int least, Consumer<Trial> law)
      throws InterruptedException {
    Supplier<Store> stores = () -> fresh(kept);
    var matrix = new CrashMatrix(stores, scenario);
    law.accept(matrix.whole());
    var trials = matrix.all();
    assertThat(trials).hasSizeGreaterThanOrEqualTo(least);
    for (var trial : trials) {
      law.accept(trial);
      assertThat(trial.repeated()).as("performed again after cut %d", trial.cut()).isEmpty();
      eachStartHasOneEnd(trial);
    }
  }

  private static void eachStartHasOneEnd(Trial trial) {
    var open = new HashSet<EffectId>();
    var ended = new ArrayList<EffectId>();
    for (var entry : trial.after()) {
      if (entry.event() instanceof Event.ToolStarted started) {
        open.add(started.effect());
      }
      if (entry.event() instanceof Event.ToolSettled settled) {
        open.remove(settled.effect());
        ended.add(settled.effect());
      }
    }
    assertThat(open).as("calls without an end, cut %d", trial.cut()).isEmpty();
    assertThat(ended).as("ends, cut %d", trial.cut()).doesNotHaveDuplicates();
  }

  private static List<Message> conversation(Trial trial) {
    var state = SessionState.NEW;
    for (var entry : trial.after()) {
      state = state.after(entry);
    }
    return state.conversation().messages();
  }

  private static FakeTool recording(
      String name, EffectClass effects, AfterCrash afterCrash, PerformedEffects ledger, Body body) {
    return FakeTool.of(
        name,
        effects,
        afterCrash,
        call -> {
          ledger.performed(call.effect());
          return body.call(call);
        });
  }

  /// Steers the run during a tool.
  private static final class Steering implements CrashScenario {
    private CountDownLatch heard = new CountDownLatch(1);

    @Override
    public String prompt() {
      return "look";
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      heard = new CountDownLatch(1);
      var steered = heard;
      return agent
          .model(FakeModel.playing(calls("look"), says("seen")))
          .tools(
              recording(
                  "look",
                  EffectClass.PURE,
                  AfterCrash.RUN_AGAIN,
                  ledger,
                  _ -> {
                    steered.await();
                    return done("nothing");
                  }))
          .policy(Policy.ALLOW_ALL);
    }

    @Override
    public void onEvent(Session session, Drover drover, Event event) {
      if (event instanceof Event.ToolStarted) {
        session.send(Ask.of("look again").withKey("steer").whenBusy(WhenBusy.STEER));
        heard.countDown();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSteeringTextDuringAToolIsDeliveredOnce(Kept kept) throws InterruptedException {
    cutEverywhere(
        kept,
        new Steering(),
        5,
        trial -> {
          assertThat(trial.outcome()).isEqualTo(new RunOutcome.Completed(Text.of("seen")));
          assertThat(conversation(trial))
              .as("cut %d", trial.cut())
              .extracting(message -> message.getClass().getSimpleName())
              .containsExactly("User", "Assistant", "ToolResult", "User", "Assistant");
          assertThat(conversation(trial).get(3)).isEqualTo(new Message.User(Text.of("look again")));
        });
  }

  /// Cancels the run during an approval.
  private static final class CancelWhileAsking implements CrashScenario {
    @Override
    public String prompt() {
      return "pay";
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      return agent
          .model(FakeModel.playing(calls("pay"), says("paid")))
          .tools(
              recording(
                  "pay", EffectClass.UNSAFE, AfterCrash.TELL_MODEL, ledger, _ -> done("paid")))
          .policy(Policy.ASK_ALWAYS);
    }

    @Override
    public void onEvent(Session session, Drover drover, Event event) {
      if (event instanceof Event.ApprovalRequested) {
        session.cancel();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunCancelledDuringAnApprovalIsCancelledOnceAndDoesNothing(Kept kept)
      throws InterruptedException {
    cutEverywhere(
        kept,
        new CancelWhileAsking(),
        4,
        trial -> {
          assertThat(trial.outcome()).isInstanceOf(RunOutcome.Cancelled.class);
          assertThat(trial.firstLife()).isEmpty();
          assertThat(trial.secondLife()).isEmpty();
        });
  }

  /// Closes the session during three tools.
  private static final class CloseWhileActing implements CrashScenario {
    private int started;

    @Override
    public String prompt() {
      return "work";
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      started = 0;
      Body forEver =
          _ -> {
            new CountDownLatch(1).await();
            return done("never");
          };
      return agent
          .model(FakeModel.playing(calls("look", "note", "pay"), says("done")))
          .tools(
              recording("look", EffectClass.PURE, AfterCrash.RUN_AGAIN, ledger, forEver),
              recording("note", EffectClass.IDEMPOTENT, AfterCrash.RUN_AGAIN, ledger, forEver),
              recording("pay", EffectClass.UNSAFE, AfterCrash.TELL_MODEL, ledger, forEver))
          .policy(Policy.ALLOW_ALL);
    }

    @Override
    public void onEvent(Session session, Drover drover, Event event) {
      if (event instanceof Event.ToolStarted && ++started == 3) {
        session.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingDuringToolsEndsTheRunOnceAndRepeatsNoPayment(Kept kept) throws InterruptedException {
    cutEverywhere(
        kept,
        new CloseWhileActing(),
        4,
        trial -> {
          assertThat(trial.outcome()).isInstanceOf(RunOutcome.Cancelled.class);
          var pay = new EffectId(4);
          var all = new ArrayList<>(trial.firstLife());
          all.addAll(trial.secondLife());
          assertThat(all.stream().filter(pay::equals).count()).isLessThanOrEqualTo(1);
        });
  }

  /// A deferred call that an external worker completes, as often as it sees it.
  private static final class Deferring implements CrashScenario {
    @Override
    public String prompt() {
      return "order";
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      return agent
          .model(FakeModel.playing(calls("order", "look"), says("ordered")))
          .tools(
              recording(
                  "order",
                  EffectClass.IDEMPOTENT,
                  AfterCrash.RUN_AGAIN,
                  ledger,
                  _ -> ToolDeferral.untilCompleted()),
              recording(
                  "look", EffectClass.PURE, AfterCrash.RUN_AGAIN, ledger, _ -> done("nothing")))
          .policy(Policy.ALLOW_ALL);
    }

    @Override
    public void onEvent(Session session, Drover drover, Event event) {
      if (event instanceof Event.ToolDeferred(_, var effect, _, _, _, _)) {
        drover
            .deferrals()
            .complete(new DeferredCallKey(session.id(), effect), "delivered", "warehouse");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeferredCallIsCompletedOnce(Kept kept) throws InterruptedException {
    cutEverywhere(
        kept,
        new Deferring(),
        6,
        trial -> {
          assertThat(trial.outcome()).isEqualTo(new RunOutcome.Completed(Text.of("ordered")));
          assertThat(trial.after())
              .filteredOn(
                  entry ->
                      entry.event() instanceof Event.ToolSettled settled
                          && "warehouse".equals(settled.by()))
              .as("cut %d", trial.cut())
              .hasSize(1);
        });
  }
}
