package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CompletionKey;
import dev.drover.kernel.Deferred;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.CrashMatrix.Trial;
import dev.drover.testkit.Fakes.Body;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
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

/// What people do to a session, cut after every append: it happens, and once.
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

  /// Every cut, and how many there are at the least: a scenario that ends early proves nothing.
  private void cutEverywhere(Kept kept, Scenario scenario, int least, Consumer<Trial> law)
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
      String name, EffectClass effects, AfterCrash afterCrash, Ledger ledger, Body body) {
    return FakeTool.of(
        name,
        effects,
        afterCrash,
        call -> {
          ledger.performed(call.effect());
          return body.call(call);
        });
  }

  /// Somebody steers while a tool is at work.
  private static final class Steering implements Scenario {
    private CountDownLatch heard = new CountDownLatch(1);

    @Override
    public String prompt() {
      return "look";
    }

    @Override
    public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
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
    public void seen(Session session, Drover drover, Event event) {
      if (event instanceof Event.ToolStarted) {
        session.send(Ask.of("look again").withKey("steer").whenBusy(WhenBusy.STEER));
        heard.countDown();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTextThatSteersDuringAToolIsHeardOnce(Kept kept) throws InterruptedException {
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

  /// Somebody cancels while a person is asked.
  private static final class CancelWhileAsking implements Scenario {
    @Override
    public String prompt() {
      return "pay";
    }

    @Override
    public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
      return agent
          .model(FakeModel.playing(calls("pay"), says("paid")))
          .tools(
              recording(
                  "pay", EffectClass.UNSAFE, AfterCrash.TELL_MODEL, ledger, _ -> done("paid")))
          .policy(Policy.ASK_ALWAYS);
    }

    @Override
    public void seen(Session session, Drover drover, Event event) {
      if (event instanceof Event.ApprovalRequested) {
        session.cancel();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunThatIsCancelledWhileAPersonIsAskedIsCancelledOnceAndNothingIsDone(Kept kept)
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

  /// Somebody closes the session while three tools are at work.
  private static final class CloseWhileActing implements Scenario {
    private int started;

    @Override
    public String prompt() {
      return "work";
    }

    @Override
    public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
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
    public void seen(Session session, Drover drover, Event event) {
      if (event instanceof Event.ToolStarted && ++started == 3) {
        session.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSessionThatIsClosedWhileToolsRunEndsItsRunOnceAndNoPaymentTwice(Kept kept)
      throws InterruptedException {
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

  /// A call goes on elsewhere, and somebody there completes it, as often as they see it.
  private static final class Deferring implements Scenario {
    @Override
    public String prompt() {
      return "order";
    }

    @Override
    public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
      return agent
          .model(FakeModel.playing(calls("order", "look"), says("ordered")))
          .tools(
              recording(
                  "order",
                  EffectClass.IDEMPOTENT,
                  AfterCrash.RUN_AGAIN,
                  ledger,
                  _ -> Deferred.untilCompleted()),
              recording(
                  "look", EffectClass.PURE, AfterCrash.RUN_AGAIN, ledger, _ -> done("nothing")))
          .policy(Policy.ALLOW_ALL);
    }

    @Override
    public void seen(Session session, Drover drover, Event event) {
      if (event instanceof Event.ToolDeferred(_, var effect, _, _, _)) {
        drover
            .deferrals()
            .complete(new CompletionKey(session.id(), effect), "delivered", "warehouse");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatWentOnElsewhereIsCompletedOnce(Kept kept) throws InterruptedException {
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
