package dev.drover.mcp.server;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.commands.PromptSlashCommand;
import dev.drover.commands.SlashCommands;
import dev.drover.kernel.value.SessionId;
import dev.drover.model.script.ScriptedModel;
import dev.drover.policy.Policy;
import dev.drover.query.RunSnapshot;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;
import dev.drover.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/// A runtime with some agents, and a service for them.
final class ServiceFixture implements AutoCloseable {
  /// Answers at once.
  static final String CLERK = "turns: [ {text: First answer.}, {text: Second answer.} ]";

  /// Writes a note, which needs an approval.
  static final String WRITER =
      """
      turns:
        - text: "I will write it."
          calls: [ {tool: note, args: {text: "hello\u202Eworld"}} ]
        - text: "It is written."
      """;

  /// Waits in a tool.
  static final String SLEEPER =
      """
      turns:
        - calls: [ {tool: block} ]
        - text: "I am awake."
      """;

  final TestTools tools = new TestTools();
  final ShiftedTime time = new ShiftedTime();
  final Drover drover;
  final McpService service;

  /// The real time, and some more if a test wants to be later.
  static final class ShiftedTime implements Time {
    private final Time real = Time.system();
    private volatile Duration shift = Duration.ZERO;

    void later(Duration by) {
      shift = shift.plus(by);
    }

    @Override
    public Instant now() {
      return real.now().plus(shift);
    }

    @Override
    public void sleepUntil(Instant until) throws InterruptedException {
      real.sleepUntil(until.minus(shift));
    }

    @Override
    public String freshId(String prefix) {
      return real.freshId(prefix);
    }

    @Override
    public double random() {
      return real.random();
    }
  }

  ServiceFixture() {
    this(new MemoryStore(), builder -> builder);
  }

  ServiceFixture(Store store, UnaryOperator<McpServiceBuilder> more) {
    drover = Drover.on(store).build();
    var builder =
        McpService.of(drover)
            .agent(agent("writer", WRITER), "Writes notes.")
            .agent(agent("clerk", CLERK), "Answers.")
            .agent(agent("sleeper", SLEEPER), "Waits.")
            .commands(
                SlashCommands.STANDARD.with(
                    new PromptSlashCommand(
                        "review", "Reviews a file.", "Review $1 for $ARGUMENTS")))
            .principal("ada")
            .key(
                "0123456789abcdef0123456789abcdef"
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8))
            .heartbeat(Duration.ofMillis(50))
            .time(time);
    service = more.apply(builder).build();
  }

  private Agent agent(String name, String script) {
    return drover
        .agent(name)
        .model(ScriptedModel.parse(script))
        .tools(tools)
        .policy(Policy.ASK_ALWAYS.allowing("block"))
        .build();
  }

  LineClient lines() throws java.io.IOException {
    return new LineClient(service);
  }

  List<RunSnapshot> runs() {
    return drover.queries().sessions().stream()
        .flatMap(row -> drover.queries().runs(row.session()).stream())
        .toList();
  }

  SessionId onlySession() {
    var all = drover.queries().sessions();
    if (all.size() != 1) {
      throw new AssertionError("there are %d sessions".formatted(all.size()));
    }
    return all.getFirst().session();
  }

  @Override
  public void close() {
    tools.release.countDown();
    drover.close();
  }
}
