package dev.drover.internal.takeover;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
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
import dev.drover.problem.DroverException;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Store;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.postgres.PostgresStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One process of a fleet: an agent whose runs make some unsafe calls, each of which writes its
/// beginning and its end to a ledger. Arguments: the ledger, the store (an address or a file), and
/// the lease in seconds. Each line of the standard input is the id of a session to start; it is
/// repeated on the standard output when the prompt was accepted. SIGTERM drains the process.
final class FleetProcess {
  static final String READY = "ready";
  static final String REFUSED = "refused ";
  static final int CALLS = 3;

  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);
  private static final long WORK_MILLIS = 40;

  private final Path ledger;

  private FleetProcess(Path ledger) {
    this.ledger = ledger;
  }

  public static void main(String[] args) throws IOException {
    var process = new FleetProcess(Path.of(args[0]));
    var lease = Duration.ofSeconds(Long.parseLong(args[2]));
    var drover = Drover.on(openStore(args[1])).lease(lease).build();
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(() -> System.out.println("drained " + drover.drain(LONGEST_DRAIN))));
    var agent = process.agent(drover);
    System.out.println(READY);
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var session = input.readLine(); session != null; session = input.readLine()) {
      start(agent, session);
    }
  }

  private static void start(Agent agent, String session) {
    try {
      agent
          .open(new SessionId(session), OpenMode.CREATE_OR_RESUME)
          .send(Ask.of("work").withKey("prompt-" + session));
      System.out.println(session);
    } catch (DroverException unknown) {
      System.out.println(REFUSED + session);
    }
  }

  static Store openStore(String name) {
    return PostgresStore.isAddress(name)
        ? PostgresStore.connect(name)
        : SqliteStore.open(Path.of(name));
  }

  private Agent agent(Drover drover) {
    return drover
        .agent("worker")
        .model(new WorkingModel())
        .tools(List.of(new Work()))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  /// Calls the tool some times, one after the other, and then repeats all results.
  private static final class WorkingModel implements Model {
    @Override
    public String name() {
      return "test/worker";
    }

    @Override
    public ModelReply call(ModelRequest request, Delta.Sink deltas) {
      var results =
          request.messages().stream()
              .filter(Message.ToolResult.class::isInstance)
              .map(Message.ToolResult.class::cast)
              .map(result -> result.outcome().getClass().getSimpleName())
              .toList();
      if (results.size() < CALLS) {
        var call = new ToolCall("call-" + results.size(), "work", Text.of("{}"));
        return new ModelReply(List.of(new ContentBlock.Call(call)), StopReason.CALLS, Usage.NONE);
      }
      return new ModelReply(
          List.of(new ContentBlock.Prose(Text.of(String.join(" ", results)))),
          StopReason.DONE,
          Usage.NONE);
    }
  }

  private final class Work implements AgentTool {
    private final ToolSpec spec =
        new ToolSpec(
            "work",
            "Works for a while.",
            "{\"type\":\"object\"}",
            new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, CallTerms.Pace.IN_ORDER));

    @Override
    public ToolSpec spec() {
      return spec;
    }

    @Override
    public ToolOutcome call(ToolInvocation call) throws IOException, InterruptedException {
      write("begin " + call.idempotencyKey());
      // The body takes some time; nothing ends it early.
      boolean isEarly = new CountDownLatch(1).await(WORK_MILLIS, TimeUnit.MILLISECONDS);
      write("end " + call.idempotencyKey());
      return new ToolOutcome.Succeeded(Text.of(isEarly ? "early" : "done"));
    }
  }

  /// One write to a file that is opened for appending, so that lines of processes do not mix.
  private void write(String line) throws IOException {
    Files.writeString(ledger, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
