package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.inBackground;
import static dev.drover.fixture.MultiAgentModel.last;
import static dev.drover.fixture.MultiAgentModel.order;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// The program that is killed while children work. Arguments: folder, plot, session and type of the
/// event at which it stops, and whether that is durable by then.
final class TaskProcess {
  static final String STOPPED = "stopped";
  static final SessionId SESSION = new SessionId("s-boss");

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /// Which agent delegates to which.
  enum Plot {
    FOREGROUND,
    FAN_OUT,
    BACKGROUND,
    HAND_OFF,
    SHORT_OF_MONEY
  }

  /// Around the event at which it stops.
  enum When {
    BEFORE,
    AFTER,
    NEVER
  }

  private final Plot plot;
  private final String session;
  private final String type;
  private final When when;
  private final CountDownLatch unloaded = new CountDownLatch(1);

  private TaskProcess(Plot plot, String session, String type, When when) {
    this.plot = plot;
    this.session = session;
    this.type = type;
    this.when = when;
  }

  public static void main(String[] args) {
    new TaskProcess(Plot.valueOf(args[1]), args[2], args[3], When.valueOf(args[4]))
        .run(Path.of(args[0]));
  }

  static Path store(Path folder) {
    return folder.resolve("tasks.db");
  }

  private void run(Path folder) {
    try (var drover = Drover.on(new StoppingStore(SqliteStore.open(store(folder)))).build()) {
      heir(drover);
      var session = boss(drover);
      var run = session.send(Ask.of("Go.").withKey("once"));
      var report = run.awaitLast();
      if (plot == Plot.BACKGROUND) {
        // Otherwise a run that starts here would be left to the next process that opens the
        // session.
        session.awaitIdle(PATIENCE);
        session.disconnect();
        unloaded.countDown();
        System.out.println(answerAfterTaskEnd(drover));
      } else {
        System.out.println(report.status() + " " + report.text());
      }
    }
  }

  private Session boss(Drover drover) {
    var agent =
        drover
            .agent("boss")
            .model(new MultiAgentModel(Map.of("boss", this::boss, "boss/scout", this::scout)))
            .policy(Policy.ALLOW_ALL)
            .subagents(List.of(TaskFixture.SCOUT))
            .successor("heir", "goes on");
    return (plot == Plot.SHORT_OF_MONEY
            ? agent.budgets(BudgetSet.NONE.ofTree(Budget.NONE.modelCalls(3)))
            : agent)
        .build()
        .open(SESSION);
  }

  private static void heir(Drover drover) {
    drover
        .agent("heir")
        .model(new MultiAgentModel(Map.of("heir", (_, request) -> says("heir: " + last(request)))))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  private ModelReply boss(int said, ModelRequest request) {
    return switch (plot) {
      case FOREGROUND ->
          said == 0 ? delegates(order("one")) : says(MultiAgentModel.results(request));
      case FAN_OUT, SHORT_OF_MONEY ->
          said == 0
              ? delegates(order("one"), order("two"), order("three"), order("four"))
              : says(MultiAgentModel.results(request));
      case BACKGROUND ->
          said == 0 ? delegates(inBackground("one")) : says("told: " + last(request));
      case HAND_OFF -> handsOn();
    };
  }

  private static ModelReply handsOn() {
    var order = Text.of("{\"agent\":\"heir\",\"message\":\"Go on.\"}");
    return new ModelReply(
        List.of(new ContentBlock.Call(new ToolCall("c0", "hand_off", order))),
        StopReason.CALLS,
        new Usage(10, 2, 0, 0, 0));
  }

  /// In the background, the child ends once no process has its parent open.
  private ModelReply scout(int said, ModelRequest request) throws InterruptedException {
    if (plot == Plot.BACKGROUND) {
      unloaded.await();
    }
    return says("found " + last(request));
  }

  /// The answer after the end of the task was received, by whichever run received it.
  private static String answerAfterTaskEnd(Drover drover) {
    try (var events = drover.queries().events(Cursor.start(SESSION))) {
      while (true) {
        if (events.next().orElseThrow() instanceof Notice.Happened happened
            && happened.event() instanceof Event.RunFinished end
            && end.outcome() instanceof RunOutcome.Completed(var text, _, _)
            && drover.queries().read(text).endsWith("found one")) {
          return "COMPLETED " + drover.queries().read(text).lines().toList().getLast();
        }
      }
    }
  }

  /// Stops at one append, and waits to be killed.
  private final class StoppingStore extends StoreWrapper {
    private final Store inner;

    StoppingStore(Store inner) {
      super(inner);
      this.inner = inner;
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(inner.journal()) {
        @Override
        public void append(Journal.Append append) {
          boolean isIt = when != When.NEVER && isIt(append);
          if (isIt && when == When.BEFORE) {
            stop();
          }
          super.append(append);
          if (isIt) {
            stop();
          }
        }
      };
    }

    private boolean isIt(Journal.Append append) {
      return append.session().value().equals(session)
          && append.entries().stream()
              .anyMatch(entry -> entry.bytes().toString().contains("\"type\":\"" + type + "\""));
    }

    private void stop() {
      System.out.println(STOPPED);
      System.out.flush();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException never) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
