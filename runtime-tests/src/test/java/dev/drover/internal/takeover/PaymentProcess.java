package dev.drover.internal.takeover;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.postgres.PostgresStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The program that is killed: one agent, one payment, and a place where it stops, reports that,
/// and waits to be killed. Arguments: folder, effect class, place; or [#BYSTANDER] for a process
/// that has the agent and starts nothing itself.
final class PaymentProcess {
  static final String STOPPED = "stopped at ";
  static final String BYSTANDER = "bystander";
  static final SessionId SESSION = new SessionId("s-payment");

  /// Where the process stops and waits to be killed.
  enum Place {
    BEFORE_START_IS_DURABLE,
    INSIDE_BEFORE_PAYING,
    INSIDE_AFTER_PAYING,
    BEFORE_OUTCOME_IS_DURABLE,
    AFTER_OUTCOME_IS_DURABLE,
    NOWHERE
  }

  private final Path folder;
  private final EffectClass effects;
  private final Place place;

  private PaymentProcess(Path folder, EffectClass effects, Place place) {
    this.folder = folder;
    this.effects = effects;
    this.place = place;
  }

  public static void main(String[] args) {
    var process =
        new PaymentProcess(Path.of(args[0]), EffectClass.valueOf(args[1]), Place.valueOf(args[2]));
    if (args.length > 3 && args[3].equals(BYSTANDER)) {
      process.standBy();
    } else {
      process.run();
    }
  }

  static Path ledger(Path folder) {
    return folder.resolve("ledger.txt");
  }

  static Path store(Path folder) {
    return folder.resolve("payment.db");
  }

  /// A file with the address of a server; without it, the store is a file.
  static Path server(Path folder) {
    return folder.resolve("server.txt");
  }

  static Store openStore(Path folder) {
    try {
      return Files.exists(server(folder))
          ? PostgresStore.connect(Files.readString(server(folder)))
          : SqliteStore.open(store(folder));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private Agent agent(Drover drover) {
    return drover
        .agent("cashier")
        .model(new PayingModel())
        .tools(List.of(new Pay()))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  private void standBy() {
    agent(Drover.on(openStore(folder)).build());
    System.out.println(BYSTANDER);
    System.out.flush();
    waitToBeKilled();
  }

  private void run() {
    try (var drover = Drover.on(new StoppingStore(openStore(folder))).build()) {
      var session = agent(drover).open(SESSION);
      var report = session.send(Ask.of("pay the bill").withKey("bill-1")).await();
      System.out.println(report.status() + " " + report.text());
    }
  }

  private void stopAt(Place here) {
    if (here != place) {
      return;
    }
    System.out.println(STOPPED + here);
    System.out.flush();
    waitToBeKilled();
  }

  private static void waitToBeKilled() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  /// Pays once, and then repeats the result of the payment.
  private static final class PayingModel implements Model {
    @Override
    public String name() {
      return "test/cashier";
    }

    @Override
    public ModelReply call(ModelRequest request, Delta.Sink deltas) {
      return switch (request.messages().getLast()) {
        case Message.User _ ->
            new ModelReply(
                List.of(new ContentBlock.Call(new ToolCall("call-1", "pay", Text.of("{}")))),
                StopReason.CALLS,
                Usage.NONE);
        case Message.ToolResult(_, _, _, var outcome, _) ->
            new ModelReply(
                List.of(new ContentBlock.Prose(Text.of(outcome.getClass().getSimpleName()))),
                StopReason.DONE,
                Usage.NONE);
        case Message.Assistant _ -> throw new IllegalStateException("asked about its own reply");
      };
    }
  }

  private final class Pay implements AgentTool {
    private final ToolSpec spec =
        new ToolSpec(
            "pay",
            "Pays the bill.",
            "{\"type\":\"object\"}",
            new CallTerms(
                effects,
                effects == EffectClass.UNSAFE ? AfterCrash.TELL_MODEL : AfterCrash.RUN_AGAIN,
                CallTerms.Pace.IN_ORDER));

    @Override
    public ToolSpec spec() {
      return spec;
    }

    @Override
    public ToolOutcome call(ToolInvocation call) throws IOException {
      stopAt(Place.INSIDE_BEFORE_PAYING);
      Files.writeString(
          ledger(folder),
          "paid " + call.idempotencyKey() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          StandardOpenOption.SYNC);
      stopAt(Place.INSIDE_AFTER_PAYING);
      return new ToolOutcome.Succeeded(Text.of("paid"));
    }
  }

  /// Stops around the appends that matter.
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
          if (says(append, "tool_started")) {
            stopAt(Place.BEFORE_START_IS_DURABLE);
          }
          if (says(append, "tool_settled")) {
            stopAt(Place.BEFORE_OUTCOME_IS_DURABLE);
          }
          super.append(append);
          if (says(append, "tool_settled")) {
            stopAt(Place.AFTER_OUTCOME_IS_DURABLE);
          }
        }
      };
    }

    private static boolean says(Journal.Append append, String type) {
      return append.entries().stream()
          .anyMatch(entry -> entry.bytes().toString().contains("\"type\":\"" + type + "\""));
    }
  }
}
