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
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.watch.Cursor;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tools of servers that are too many for the prompt.
@Timeout(60)
@Tag("H1")
final class ToolSearchTest {
  private static final String REAL = "mcp__store__make_7";
  private static final String BY_NAME =
      "{\"name\": \"" + REAL + "\", \"arguments\": {\"n\":  1.50}}";
  private static final String SEARCH = "{\"query\":\"make 7\"}";

  private final MemoryStore store = new MemoryStore();
  private final FakeServer server = FakeConnector.server("store");

  private Drover runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private void offer(int count) {
    server.offer(
        IntStream.range(0, count)
            .mapToObj(
                number -> {
                  var name = "make_" + number;
                  return new ServerTool(
                      name,
                      "%064x".formatted(number),
                      "name: " + name + "\n",
                      FakeTool.pure(
                          ServerTool.nameFor(server.server(), name),
                          call -> done(name + " with " + call.arguments())));
                })
            .toArray(ServerTool[]::new));
  }

  private Agent agent(Drover drover, FakeModel model, Policy policy) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(FakeTool.pure("own", _ -> done("own")))
        .mcp(server.server())
        .policy(policy)
        .replacing()
        .build();
  }

  private static ModelReply with(String tool, String arguments) {
    return new ModelReply(
        List.of(new ContentBlock.Call(new ToolCall("call-1", tool, Text.of(arguments)))),
        ModelReply.StopReason.CALLS,
        Usage.NONE);
  }

  private static List<String> names(ModelRequest request) {
    return request.tools().stream().map(ToolSpec::name).toList();
  }

  private static List<Message.ToolResult> results(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message.ToolResult.class::cast)
        .toList();
  }

  private static String text(Session session, int at) {
    return results(session).get(at).outcome() instanceof ToolOutcome.Succeeded(var text, _)
        ? session.drover().queries().read(text)
        : results(session).get(at).outcome().toString();
  }

  @Test
  void upToFortyToolsAreDeclaredAndMoreAreFound() {
    try (var drover = runtime()) {
      var model = FakeModel.playing(says("1"), says("2"));
      offer(40);
      agent(drover, model, Policy.ALLOW_ALL).open().ask("go");
      assertThat(names(model.requests().getLast())).hasSize(41).contains(REAL, "own");
      offer(41);
      agent(drover, model, Policy.ALLOW_ALL).open().ask("go");
      assertThat(names(model.requests().getLast()))
          .containsExactly("own", "tool_call", "tool_search");
    }
  }

  @Test
  @Tag("C1")
  void theDeclaredToolsStayTheSameWhenToolsAreFoundAndCalled() {
    offer(60);
    try (var drover = runtime()) {
      var model =
          FakeModel.playing(
              with("tool_search", SEARCH), with("tool_call", BY_NAME), says("1"), says("2"));
      var session = agent(drover, model, Policy.ALLOW_ALL).open();
      session.ask("go");
      session.ask("again");
      assertThat(model.requests()).hasSize(4);
      for (int i = 1; i < 4; i++) {
        var before = model.requests().get(i - 1);
        var now = model.requests().get(i);
        assertThat(now.tools()).isEqualTo(before.tools());
        assertThat(now.messages().subList(0, before.messages().size()))
            .isEqualTo(before.messages());
      }
      assertThat(text(session, 0)).startsWith(REAL + "\n");
      assertThat(results(session).get(0).labels()).contains(Label.UNTRUSTED);
      assertThat(text(session, 1)).isEqualTo("make_7 with {\"n\":  1.50}");
    }
  }

  @Test
  @Tag("E3")
  void theQuestionAndTheJournalNameTheToolThatIsCalled() {
    offer(60);
    try (var drover = runtime()) {
      var model = FakeModel.playing(with("tool_call", BY_NAME), says("1"));
      var session = agent(drover, model, Policy.ASK_ALWAYS).open();
      var question = ApprovalWaits.forQuestion(drover, session.send("go"));
      assertThat(question.tool()).isEqualTo(REAL);
      assertThat(drover.queries().read(question.preview()))
          .isEqualTo(
              "The definition of mcp__store__make_7:\nname: make_7\n\nThe call:\n{\"n\":  1.50}");
      drover
          .approvals()
          .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ALWAYS), "ann");
      assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
      assertThat(drover.grants().list().getFirst().rule()).startsWith(REAL + " sha256:");
      assertThat(results(session).getFirst().tool()).isEqualTo(REAL);
      assertThat(
              drover.queries().page(Cursor.start(session.id()), 100).items().stream()
                  .map(item -> item.event())
                  .filter(Event.ToolsPlanned.class::isInstance)
                  .map(Event.ToolsPlanned.class::cast)
                  .flatMap(event -> event.calls().stream())
                  .map(call -> call.call().tool()))
          .containsExactly(REAL);
    }
  }

  @Test
  @Tag("E1")
  @Tag("E4")
  void aDeniedToolIsNotFoundAndNotCalledByName() {
    offer(60);
    try (var drover = runtime()) {
      var model =
          FakeModel.playing(with("tool_search", SEARCH), with("tool_call", BY_NAME), says("1"));
      var session = agent(drover, model, Policy.ALLOW_ALL.denying(REAL)).open();
      session.ask("go");
      assertThat(text(session, 0)).doesNotContain(REAL + "\n").contains("mcp__store__make_");
      assertThat(results(session).get(1).outcome()).isInstanceOf(ToolOutcome.Denied.class);
    }
  }

  @Test
  void aFoundToolMayBeCalledDirectlyAndAWrongNameGetsSuggestions() {
    offer(60);
    try (var drover = runtime()) {
      var model =
          FakeModel.playing(
              calls(REAL),
              with("tool_call", "{\"name\":\"mcp__store__mak_7\",\"arguments\":{}}"),
              with("tool_call", "{\"name\":\"tool_search\",\"arguments\":{}}"),
              with("tool_call", "{\"arguments\":{}}"),
              says("1"));
      var session = agent(drover, model, Policy.ALLOW_ALL).open();
      session.ask("go");
      assertThat(text(session, 0)).isEqualTo("make_7 with {}");
      assertThat(text(session, 1)).contains("there is no tool 'mcp__store__mak_7'").contains(REAL);
      assertThat(text(session, 2)).contains("Nothing was called");
      assertThat(text(session, 3)).contains("arguments of tool_call");
      assertThat(session.tools().names()).hasSize(61).contains(REAL);
    }
  }

  @Test
  void aToolOfTheHostWithTheNameOfTheSearchIsNotReplaced() {
    offer(60);
    try (var drover = runtime()) {
      var model = FakeModel.playing(with("tool_search", "{}"), says("1"));
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(FakeTool.pure("tool_search", _ -> done("mine")))
              .mcp(server.server())
              .policy(Policy.ALLOW_ALL)
              .build()
              .open();
      session.ask("go");
      assertThat(text(session, 0)).isEqualTo("mine");
      assertThat(names(model.requests().getFirst())).hasSize(61);
    }
  }
}
