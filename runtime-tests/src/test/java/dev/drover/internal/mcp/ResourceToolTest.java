package dev.drover.internal.mcp;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.internal.mcp.FakeConnector.FakeServer;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Resources of servers as a tool.
@Timeout(60)
@Tag("H1")
final class ResourceToolTest {
  private static final String URI = "file:///notes/a.txt";

  private final MemoryStore store = new MemoryStore();
  private final FakeServer docs = FakeConnector.server("docs");
  private final FakeServer more = FakeConnector.server("more");

  private Drover runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private Agent agent(Drover drover, FakeModel model, Policy policy) {
    return drover.agent("clerk").model(model).mcp(docs.server()).policy(policy).replacing().build();
  }

  private static ModelReply reads(String arguments) {
    return new ModelReply(
        List.of(new ContentBlock.Call(new ToolCall("call-1", "mcp_read", Text.of(arguments)))),
        ModelReply.StopReason.CALLS,
        Usage.NONE);
  }

  private static List<Message.ToolResult> results(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message.ToolResult.class::cast)
        .toList();
  }

  private static ToolOutcome outcome(Session session, int at) {
    return results(session).get(at).outcome();
  }

  private static ToolOutcome text(String text) {
    return new ToolOutcome.Succeeded(Text.of(text));
  }

  private static List<String> tools(FakeModel model) {
    return model.requests().getLast().tools().stream().map(ToolSpec::name).toList();
  }

  @Test
  @Tag("E8")
  void resourcesAreListedAndReadAndAreUntrusted() {
    docs.offerResources(Map.of(URI, "alpha", "file:///notes/b\u202E.txt", "beta"));
    try (var drover = runtime()) {
      var model =
          FakeModel.playing(
              reads("{\"server\":\"docs\"}"),
              reads("{\"server\":\"docs\",\"uri\":\"" + URI + "\"}"),
              reads("{\"server\":\"docs\",\"uri\":\"file:///none\"}"),
              reads("{\"server\":\"other\"}"),
              says("over"));
      var session = agent(drover, model, Policy.ALLOW_ALL).open();
      session.ask("go");
      assertThat(outcome(session, 0))
          .isEqualTo(
              text(
                  """
                  file:///notes/a.txt  a.txt
                  file:///notes/b\\u{202E}.txt  b\\u{202E}.txt
                  """));
      assertThat(outcome(session, 1)).isEqualTo(text("alpha"));
      assertThat(results(session).get(1).labels()).contains(Label.UNTRUSTED);
      assertThat(outcome(session, 2))
          .isEqualTo(new ToolOutcome.Failed(Text.of("no such resource")));
      assertThat(outcome(session, 3))
          .isEqualTo(
              new ToolOutcome.Failed(
                  Text.of("there is no server 'other' with resources; there are: docs")));
    }
  }

  @Test
  @Tag("E2")
  void rulesMatchTheServerAndTheAddress() {
    docs.offerResources(Map.of(URI, "alpha"));
    try (var drover = runtime()) {
      var model =
          FakeModel.playing(
              reads("{\"server\":\"docs\",\"uri\":\"file:///secret/key\"}"),
              reads("{\"server\":\"docs\",\"uri\":\"" + URI + "\"}"),
              says("over"));
      var policy =
          Policy.ASK_ALWAYS
              .allowing("mcp_read(docs:file:///notes/*)")
              .denying("mcp_read(docs:file:///secret/*)");
      var session = agent(drover, model, policy).open();
      session.ask("go");
      assertThat(outcome(session, 0)).isInstanceOf(ToolOutcome.Denied.class);
      assertThat(outcome(session, 1)).isEqualTo(text("alpha"));
    }
  }

  @Test
  @Tag("E3")
  void aGrantCoversTheAddressThatWasShown() {
    docs.offerResources(Map.of(URI, "alpha"));
    try (var drover = runtime()) {
      var model =
          FakeModel.playing(reads("{\"server\":\"docs\",\"uri\":\"" + URI + "\"}"), says("over"));
      var session = agent(drover, model, Policy.ASK_ALWAYS).open();
      var question = ApprovalWaits.forQuestion(drover, session.send("go"));
      assertThat(question.grant()).isEqualTo("mcp_read(=docs:" + URI + ")");
    }
  }

  @Test
  void onlyServersWithResourcesAreReadAndOneToolReadsAll() {
    try (var drover = runtime()) {
      var without = FakeModel.playing(says("none"));
      agent(drover, without, Policy.ALLOW_ALL).open().ask("go");
      assertThat(tools(without)).isEmpty();
      docs.offerResources(Map.of(URI, "alpha"));
      more.offerResources(Map.of("memo://1", "one"));
      var model =
          FakeModel.playing(
              reads("{\"server\":\"more\",\"uri\":\"memo://1\"}"),
              reads("{\"server\":\"docs\",\"uri\":\"" + URI + "\"}"),
              says("both"));
      var session = agent(drover, model, Policy.ALLOW_ALL).open();
      session.mcp().add(more.server());
      session.ask("go");
      assertThat(tools(model)).containsExactly("mcp_read");
      assertThat(outcome(session, 0)).isEqualTo(text("one"));
      assertThat(outcome(session, 1)).isEqualTo(text("alpha"));
    }
  }
}
