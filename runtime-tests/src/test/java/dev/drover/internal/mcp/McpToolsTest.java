package dev.drover.internal.mcp;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.internal.mcp.FakeConnector.FakeServer;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Problem;
import dev.drover.policy.Policy;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.watch.Cursor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tools of MCP servers, with a connector that speaks no protocol.
@Timeout(60)
@Tag("H1")
@Tag("J11")
final class McpToolsTest {
  private static final String NAME = "mcp__bank__transfer";

  private final MemoryStore store = new MemoryStore();

  private Drover runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private static ServerTool tool(FakeServer server, String name, String digest) {
    var modelName = ServerTool.nameFor(server.server(), name);
    return new ServerTool(
        name, digest, "name: " + name, FakeTool.pure(modelName, _ -> done("moved " + digest)));
  }

  private static Agent agent(Drover drover, FakeModel model, FakeServer server, Policy policy) {
    return drover
        .agent("clerk")
        .model(model)
        .mcp(server.server())
        .policy(policy)
        .replacing()
        .build();
  }

  private static Message.ToolResult result(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message.ToolResult.class::cast)
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  @Test
  @Tag("E8")
  void aToolOfAServerIsCalledByItsNameAndItsResultIsUntrusted() {
    var server = FakeConnector.server("bank");
    server.offer(tool(server, "transfer", "d1"));
    try (var drover = runtime()) {
      var model = FakeModel.playing(calls(NAME), says("over"));
      var agent = agent(drover, model, server, Policy.ALLOW_ALL);
      var session = agent.open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(model.requests().getFirst().tools())
          .extracting(ToolSpec::name)
          .containsExactly(NAME);
      assertThat(result(session).outcome()).isEqualTo(done("moved d1"));
      assertThat(result(session).labels()).contains(Label.UNTRUSTED);
      assertThat(agent.mcp()).containsOnlyKeys("bank");
    }
    assertThat(server.status().phase()).isEqualTo(McpStatus.Phase.CLOSED);
  }

  @Test
  void aServerThatFailsLosesOnlyItsToolsAndTheSessionSaysWhy() {
    var server = FakeConnector.server("bank");
    server.fail();
    try (var drover = runtime()) {
      var model = FakeModel.playing(says("over"));
      var session = agent(drover, model, server, Policy.ALLOW_ALL).open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(session.warnings())
          .extracting(Problem::detail)
          .contains("MCP server bank is not reachable: exit code 1; its tools are missing");
    }
  }

  @Test
  @Tag("C1")
  void newToolsOfAServerAreThereInTheNextRunAndTheJournalSaysSo() {
    var server = FakeConnector.server("bank");
    server.offer(tool(server, "transfer", "d1"));
    try (var drover = runtime()) {
      var model = FakeModel.playing(says("one"), says("two"));
      var agent = agent(drover, model, server, Policy.ALLOW_ALL);
      var session = agent.open();
      session.ask("go");
      server.offer(tool(server, "transfer", "d1"), tool(server, "balance", "d2"));
      // Building the agent again waits for the change, which otherwise comes a moment later.
      agent(drover, model, server, Policy.ALLOW_ALL);
      session.ask("again");
      assertThat(model.requests().getLast().tools())
          .extracting(ToolSpec::name)
          .containsExactly("mcp__bank__balance", NAME);
      assertThat(
              drover.queries().page(Cursor.start(session.id()), 100).items().stream()
                  .filter(item -> item.event() instanceof Event.RecipeAdopted))
          .hasSize(2);
    }
  }

  @Test
  void aCallThatWasPlannedOnAReplacedDefinitionIsRefusedAfterARestart() {
    var server = FakeConnector.server("bank");
    server.offer(tool(server, "transfer", "d1"));
    var model = FakeModel.playing(calls(NAME), says("over"));
    var asking = Policy.ALLOW_ALL.asking("mcp__bank__transfer");
    var killed = runtime();
    var first = agent(killed, model, server, asking).open();
    ApprovalWaits.forEvents(first.send("go"), Event.ApprovalRequested.class, 1);
    killed.disconnect();
    server.offer(tool(server, "transfer", "d2"));
    try (var drover = runtime()) {
      var session = agent(drover, model, server, asking).open(first.id());
      var question = drover.approvals().open().getFirst();
      drover
          .approvals()
          .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann");
      session.awaitIdle(Duration.ofSeconds(30));
      assertThat(result(session).outcome()).isInstanceOf(ToolOutcome.Failed.class);
      assertThat(result(session).outcome().toString()).contains("changed the definition");
    }
  }

  @Test
  void aToolOfAServerNeverShadowsAToolOfTheAgent() {
    var server = FakeConnector.server("bank");
    server.offer(tool(server, "transfer", "d1"));
    try (var drover = runtime()) {
      var model = FakeModel.playing(calls(NAME), says("over"));
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(List.of(FakeTool.pure(NAME, _ -> done("own"))))
              .mcp(server.server())
              .policy(Policy.ALLOW_ALL)
              .build()
              .open();
      session.ask("go");
      assertThat(result(session).outcome()).isEqualTo(done("own"));
    }
  }

  @Test
  void namesAreShortPlainAndNeverAlike() {
    var server = FakeConnector.server("bank").server();
    var dotted = ServerTool.nameFor(server, "a.b");
    var underscored = ServerTool.nameFor(server, "a_b");
    assertThat(underscored).isEqualTo("mcp__bank__a_b");
    assertThat(dotted).isNotEqualTo(underscored).matches("[A-Za-z0-9_-]{1,64}");
    assertThat(ServerTool.nameFor(server, "x".repeat(80)))
        .hasSize(64)
        .isNotEqualTo(ServerTool.nameFor(server, "x".repeat(81)));
  }
}
