package dev.drover.internal.mcp;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.store.Store;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashMatrix;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.PerformedEffects;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A process that uses an MCP server dies after each append, on memory and on SQLite.
@Timeout(120)
@Tag("A13")
@Tag("A14")
@Tag("J11")
final class McpCrashTest {
  private static final String NAME = "mcp__bank__transfer";

  enum StoreKind {
    MEMORY,
    SQLITE
  }

  private static Supplier<Store> stores(StoreKind kind, Path folder) {
    var files = new AtomicInteger();
    return switch (kind) {
      case MEMORY -> MemoryStore::new;
      case SQLITE -> () -> SqliteStore.open(folder.resolve(files.incrementAndGet() + ".db"));
    };
  }

  /// A run with one call of a tool of a server that nobody trusts.
  private abstract static class OneCall implements CrashScenario {
    @Override
    public String prompt() {
      return "transfer it";
    }

    abstract AgentTool tool(PerformedEffects ledger);

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      var server = FakeConnector.server("bank");
      server.offer(new ServerTool("transfer", "1".repeat(64), "name: transfer\n", tool(ledger)));
      return agent
          .model(FakeModel.playing(calls(NAME), says("over")))
          .mcp(server.server())
          .policy(Policy.ALLOW_ALL);
    }
  }

  /// The server asks a person twice before it does anything.
  private static final class Asking extends OneCall {
    @Override
    AgentTool tool(PerformedEffects ledger) {
      return FakeTool.unsafe(
          NAME,
          call -> {
            int round = call.resumption().map(each -> each.round()).orElse(0);
            if (round == 2) {
              ledger.performed(call.effect());
              return done("moved");
            }
            return ToolQuestion.confirm("Sure?", "round " + (round + 1));
          });
    }

    @Override
    public void onEvent(Session session, Drover drover, Event event) {
      for (var question : drover.questions().open()) {
        var yes = new QuestionAnswer.Accepted(Text.EMPTY);
        drover.questions().answer(question.id(), question.round(), yes, "ann");
      }
    }
  }

  /// The server carries the call out as a task, and is asked for news of it.
  private record TaskTool(PerformedEffects ledger) implements AgentTool {
    @Override
    public ToolSpec spec() {
      return FakeTool.unsafe(NAME, _ -> done("")).spec();
    }

    @Override
    public ToolAnswer call(ToolInvocation call) {
      ledger.performed(call.effect());
      return ToolDeferral.within(Duration.ofHours(1)).asking("task-7", Duration.ofMillis(1));
    }

    @Override
    public DeferredCallNews news(String handle, ToolInvocation call) {
      return new DeferredCallNews.Ended(done("ended " + handle));
    }
  }

  private static final class Task extends OneCall {
    @Override
    AgentTool tool(PerformedEffects ledger) {
      return new TaskTool(ledger);
    }
  }

  /// The server is away when the second process starts, and comes back with its first event.
  private static final class Reconnecting extends OneCall {
    // The first process counts the appends; after that, each second one continues the work.
    private final AtomicInteger processes = new AtomicInteger();

    @Override
    AgentTool tool(PerformedEffects ledger) {
      return FakeTool.unsafe(
          NAME,
          call -> {
            ledger.performed(call.effect());
            return done("moved");
          });
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      var builder = super.configure(agent, ledger);
      int process = processes.incrementAndGet();
      if (process > 1 && process % 2 == 1) {
        requireNonNull(FakeConnector.SERVERS.get("bank")).fail();
      }
      return builder;
    }

    @Override
    public void onEvent(Session session, Drover drover, Event event) {
      requireNonNull(FakeConnector.SERVERS.get("bank")).reconnect();
    }
  }

  private static List<ToolOutcome> outcomes(CrashMatrix.Trial trial) {
    return trial.after().stream()
        .map(RecordedEvent::event)
        .filter(Event.ToolSettled.class::isInstance)
        .map(event -> ((Event.ToolSettled) event).outcome())
        .toList();
  }

  /// @return the trials, each of which has ended and performed nothing twice
  private static List<CrashMatrix.Trial> cutEverywhere(Supplier<Store> stores, CrashScenario run)
      throws InterruptedException {
    var trials = new CrashMatrix(stores, run).all();
    for (var trial : trials) {
      assertThat(trial.outcome())
          .as("the end after cut %d", trial.cut())
          .isEqualTo(new RunOutcome.Completed(Text.of("over")));
      assertThat(trial.secondLife())
          .as("performed in both lives, cut %d", trial.cut())
          .noneMatch(trial.firstLife()::contains);
    }
    return trials;
  }

  @ParameterizedTest
  @EnumSource
  void aQuestionOfAServerSurvivesAKillAfterAnyAppend(StoreKind kind, @TempDir Path folder)
      throws InterruptedException {
    var trials = cutEverywhere(stores(kind, folder), new Asking());
    for (var trial : trials) {
      boolean isLost = !trial.lost().isEmpty() && !isAsking(trial);
      assertThat(outcomes(trial))
          .as("cut %d", trial.cut())
          .singleElement()
          .satisfies(
              outcome -> {
                if (isLost) {
                  assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
                } else {
                  assertThat(outcome).isEqualTo(done("moved"));
                }
              });
    }
    assertThat(trials).anyMatch(McpCrashTest::isAsking);
  }

  /// Whether the first process died while a question was open.
  private static boolean isAsking(CrashMatrix.Trial trial) {
    return trial.before().getLast().event() instanceof Event.QuestionAsked;
  }

  @ParameterizedTest
  @EnumSource
  void aTaskOfAServerIsFoundAgainAfterAKillAfterAnyAppend(StoreKind kind, @TempDir Path folder)
      throws InterruptedException {
    var trials = cutEverywhere(stores(kind, folder), new Task());
    assertThat(trials)
        .filteredOn(trial -> trial.before().getLast().event() instanceof Event.ToolDeferred)
        .isNotEmpty()
        .allSatisfy(trial -> assertThat(outcomes(trial)).containsExactly(done("ended task-7")));
  }

  @ParameterizedTest
  @EnumSource
  void aKillWhileTheServerIsAwayEndsTheRunAndPerformsNothingTwice(
      StoreKind kind, @TempDir Path folder) throws InterruptedException {
    var trials = cutEverywhere(stores(kind, folder), new Reconnecting());
    assertThat(trials).anyMatch(trial -> trial.firstLife().size() == 1);
    assertThat(trials).anyMatch(trial -> !trial.lost().isEmpty());
    for (var trial : trials) {
      if (!trial.lost().isEmpty()) {
        assertThat(outcomes(trial))
            .as("cut %d", trial.cut())
            .singleElement()
            .isInstanceOf(ToolOutcome.Unknown.class);
      }
    }
  }
}
