package dev.drover.internal.mcp;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.DroverBuilder;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.internal.mcp.FakeConnector.FakeServer;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Identity;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.McpServerNotFound;
import dev.drover.problem.RequestRefused.McpRequestFailed;
import dev.drover.spi.mcp.McpConnection.Prompt;
import dev.drover.spi.mcp.McpConnection.Resource;
import dev.drover.spi.mcp.McpConnection.ResourceContent;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Servers that come, go and differ between users, with a connector that speaks no protocol.
@Timeout(60)
@Tag("H1")
final class LiveServersTest {
  private final MemoryStore store = new MemoryStore();

  private DroverBuilder runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES));
  }

  private static ServerTool tool(McpServer server, String name, String result) {
    return new ServerTool(
        name,
        result,
        "name: " + name,
        FakeTool.pure(ServerTool.nameFor(server, name), _ -> done(result)));
  }

  private static FakeServer offering(String server, String tool) {
    var made = FakeConnector.server(server);
    made.offer(tool(made.server(), tool, "by " + server));
    return made;
  }

  private static Agent agent(Drover drover, FakeModel model, McpServer... servers) {
    return drover.agent("clerk").model(model).mcp(servers).policy(Policy.ALLOW_ALL).build();
  }

  private static List<String> tools(FakeModel model) {
    return model.requests().getLast().tools().stream().map(ToolSpec::name).toList();
  }

  private static Message.ToolResult result(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message.ToolResult.class::cast)
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  @Test
  void aServerThatIsAddedToASessionIsThereForThatSessionOnly() {
    var server = offering("shop", "buy");
    try (var drover = runtime().build()) {
      var model = FakeModel.playing(says("one"), calls("mcp__shop__buy"), says("two"), says("3"));
      var agent = agent(drover, model);
      var other = agent.open();
      var session = agent.open();
      session.ask("before");
      assertThat(tools(model)).isEmpty();
      assertThat(session.mcp().add(server.server()).phase()).isEqualTo(McpStatus.Phase.CONNECTED);
      session.ask("with");
      assertThat(tools(model)).containsExactly("mcp__shop__buy");
      assertThat(result(session).outcome()).isEqualTo(done("by shop"));
      assertThat(session.mcp().status()).containsOnlyKeys("shop");
      assertThat(other.mcp().status()).isEmpty();
      other.ask("other");
      assertThat(tools(model)).isEmpty();
    }
  }

  @Test
  void aServerThatIsRemovedLosesOnlyItsTools() {
    var shop = offering("shop", "buy");
    var post = offering("post", "send");
    try (var drover = runtime().build()) {
      var model = FakeModel.playing(says("one"), says("two"));
      var session = agent(drover, model).open();
      session.mcp().add(shop.server());
      session.mcp().add(post.server());
      session.ask("both");
      assertThat(tools(model)).containsExactly("mcp__post__send", "mcp__shop__buy");
      assertThat(session.mcp().remove("shop")).isTrue();
      assertThat(session.mcp().remove("shop")).isFalse();
      assertThat(shop.status().phase()).isEqualTo(McpStatus.Phase.CLOSED);
      assertThat(post.status().phase()).isEqualTo(McpStatus.Phase.CONNECTED);
      session.ask("one");
      assertThat(tools(model)).containsExactly("mcp__post__send");
    }
  }

  @Test
  @Tag("J8")
  void serversOfASessionAreClosedWithItsLastHandle() {
    var server = offering("shop", "buy");
    try (var drover = runtime().build()) {
      var agent = agent(drover, FakeModel.playing());
      var first = agent.open();
      var second = agent.open(first.id());
      first.mcp().add(server.server());
      first.close();
      assertThat(server.status().phase()).isEqualTo(McpStatus.Phase.CONNECTED);
      assertThat(second.mcp().status()).containsOnlyKeys("shop");
      second.close();
      assertThat(server.status().phase()).isEqualTo(McpStatus.Phase.CLOSED);
    }
  }

  @Test
  void twoServersOfASessionNeverHaveOneName() {
    var server = offering("shop", "buy");
    try (var drover = runtime().build()) {
      var session = agent(drover, FakeModel.playing(), server.server()).open();
      assertThatThrownBy(() -> session.mcp().add(McpServer.stdio("shop", "another")))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("has a server named 'shop'");
    }
  }

  @Test
  void aServerThatSeesNoUsersIsConnectedOnceForAllAgentsAndSessions() {
    var server = offering("shop", "buy");
    try (var drover = runtime().mcp(server.server()).build()) {
      var model = FakeModel.playing(says("one"), says("two"));
      var clerk = agent(drover, model);
      var other = drover.agent("other").model(model).policy(Policy.ALLOW_ALL).build();
      clerk.as(Identity.ofTenant("a")).open().ask("go");
      assertThat(tools(model)).containsExactly("mcp__shop__buy");
      other.as(Identity.ofTenant("b")).open().ask("go");
      assertThat(tools(model)).containsExactly("mcp__shop__buy");
      assertThat(FakeConnector.opened("shop")).containsExactly(Identity.NONE);
      assertThat(other.mcp()).containsOnlyKeys("shop");
    }
  }

  @Test
  void aServerOfAnAgentTakesPrecedenceOverOneOfAllAgents() {
    offering("shop", "buy");
    var special = McpServer.stdio("shop", "special");
    try (var drover = runtime().mcp(McpServer.stdio("shop", "usual")).build()) {
      agent(drover, FakeModel.playing(), special);
      assertThat(requireNonNull(FakeConnector.SERVERS.get("shop")).server()).isEqualTo(special);
      assertThat(FakeConnector.opened("shop")).hasSize(1);
    }
  }

  /// One server, whose tool returns the tenant that it was connected for.
  private static McpServer bank(Map<Identity, FakeServer> connections) {
    return FakeConnector.perUser(
        "bank",
        caller ->
            connections.computeIfAbsent(
                caller,
                _ -> {
                  var made = new FakeServer(McpServer.stdio("bank", "unused"));
                  made.offer(tool(made.server(), "balance", "of " + caller.tenant()));
                  return made;
                }));
  }

  @Test
  @Tag("B8")
  void aServerWithHeadersHasOneConnectionForEachUser() {
    FakeConnector.server("bank");
    var server = bank(new ConcurrentHashMap<>());
    try (var drover = runtime().build()) {
      var model =
          FakeModel.playing(
              calls("mcp__bank__balance"), says("1"),
              calls("mcp__bank__balance"), says("2"),
              calls("mcp__bank__balance"), says("3"));
      var agent = agent(drover, model, server);
      assertThat(FakeConnector.opened("bank")).isEmpty();
      var ann = Identity.ofTenant("a").principal("ann");
      var first = agent.as(ann.correlation("t-1")).open();
      first.ask("go");
      assertThat(result(first).outcome()).isEqualTo(done("of a"));
      var second = agent.as(Identity.ofTenant("b")).open();
      second.ask("go");
      assertThat(result(second).outcome()).isEqualTo(done("of b"));
      var third = agent.as(ann.correlation("t-2")).open();
      third.ask("go");
      assertThat(result(third).outcome()).isEqualTo(done("of a"));
      assertThat(FakeConnector.opened("bank")).containsExactly(ann, Identity.ofTenant("b"));
      assertThat(agent.as(ann).mcp()).containsOnlyKeys("bank");
    }
  }

  @Test
  void aFailureOfOneUsersConnectionIsNoConcernOfAnotherUser() throws InterruptedException {
    FakeConnector.server("bank");
    var connections = new ConcurrentHashMap<Identity, FakeServer>();
    var server = bank(connections);
    try (var drover = runtime().build()) {
      var model = FakeModel.playing(says("1"), says("2"));
      var agent = agent(drover, model, server);
      var first = agent.as(Identity.ofTenant("a")).open();
      var second = agent.as(Identity.ofTenant("b")).open();
      requireNonNull(connections.get(Identity.ofTenant("a"))).fail();
      // A change arrives a moment later; asking for the state of the connections does not wait.
      ApprovalWaits.until(() -> !first.warnings().isEmpty());
      first.ask("go");
      assertThat(tools(model)).isEmpty();
      second.ask("go");
      assertThat(tools(model)).containsExactly("mcp__bank__balance");
      assertThat(second.warnings()).isEmpty();
    }
  }

  @Test
  @Tag("A12")
  void aRunThatIsContinuedAfterARestartHasTheToolsOfItsUser() throws InterruptedException {
    FakeConnector.server("bank");
    var connections = new ConcurrentHashMap<Identity, FakeServer>();
    var server = bank(connections);
    var model = FakeModel.playing(calls("mcp__bank__balance"), says("over"));
    var asking = Policy.ALLOW_ALL.asking("mcp__bank__balance");
    var killed = runtime().build();
    var user = Identity.ofTenant("a");
    var agent = killed.agent("clerk").model(model).mcp(server).policy(asking).build();
    var first = agent.as(user).open();
    var run = first.send("go");
    ApprovalWaits.forEvents(run, Event.ApprovalRequested.class, 1);
    killed.disconnect();
    var late = new CountDownLatch(1);
    requireNonNull(connections.get(user)).settleAfter(late);
    try (var drover = runtime().build()) {
      var same = drover.agent("clerk").model(model).mcp(server).policy(asking).build();
      var question = drover.approvals().open().getFirst();
      var yes = new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
      drover.approvals().answer(question.id(), yes, "ann");
      // The call waits for the connection of its user, and not for an open session.
      ApprovalWaits.until(() -> FakeConnector.opened("bank").size() == 2);
      assertThat(drover.queries().run(run.id()).orElseThrow().status().isTerminal()).isFalse();
      late.countDown();
      ApprovalWaits.until(() -> drover.queries().run(run.id()).orElseThrow().status().isTerminal());
      assertThat(result(same.as(user).open(first.id())).outcome()).isEqualTo(done("of a"));
    }
  }

  @Test
  void promptsAndResourcesOfAServerAreReadThroughTheSession() {
    var server = offering("docs", "find");
    server.offerResources(Map.of("file:///a.txt", "alpha"));
    try (var drover = runtime().build()) {
      var mcp = agent(drover, FakeModel.playing(), server.server()).open().mcp();
      assertThat(mcp.prompts("docs")).extracting(Prompt::name).containsExactly("greet");
      assertThat(mcp.prompt("docs", "greet", Map.of("whom", "Ann"))).isEqualTo("greet Ann");
      assertThat(mcp.resources("docs")).extracting(Resource::uri).containsExactly("file:///a.txt");
      assertThat(mcp.read("docs", "file:///a.txt"))
          .extracting(ResourceContent::content)
          .hasToString("[alpha]");
      assertThatThrownBy(() -> mcp.prompts("nobody"))
          .isInstanceOf(McpServerNotFound.class)
          .hasMessageContaining("no MCP server 'nobody'");
      assertThatThrownBy(() -> mcp.read("docs", "file:///b.txt"))
          .isInstanceOf(McpRequestFailed.class)
          .hasMessageContaining("no such resource");
      assertThat(mcp.reconnect("docs")).isTrue();
      assertThat(mcp.reconnect("nobody")).isFalse();
    }
  }
}
