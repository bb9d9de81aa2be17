package dev.drover.model.http.suite;

import static dev.drover.model.http.suite.HttpRequests.call;
import static dev.drover.model.http.suite.HttpRequests.media;
import static dev.drover.model.http.suite.HttpRequests.prose;
import static dev.drover.model.http.suite.HttpRequests.result;
import static dev.drover.model.http.suite.HttpRequests.said;
import static dev.drover.model.http.suite.HttpRequests.thought;
import static dev.drover.model.http.suite.HttpRequests.user;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireProtocol;
import dev.drover.testkit.wire.WireTurn;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A request contains the conversation, in a form that the strictest server accepts, and always the
/// same bytes.
public abstract class RequestSuite extends ProviderFixture {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String MARK = ",\"cache_control\":{\"type\":\"ephemeral\"}";
  private static final Pattern CLOSERS = Pattern.compile("[\\]}\"]+$");
  private static final byte[] PIXELS = {(byte) 0x89, 'P', 'N', 'G', 1, 2, 3};
  private static final String PIXELS_IN_BASE64 = Base64.getEncoder().encodeToString(PIXELS);
  private static final Media IMAGE = media("image/png", "shot.png", PIXELS);

  @Test
  void aRequestIsSentToItsPathWithTheKey() throws Exception {
    sent(HttpRequests.of(user("Hello?")));
    var request = provider().requests().getFirst();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.target()).isEqualTo(subject().path());
    assertThat(request.headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("accept", "text/event-stream")
        .containsEntry(subject().keyHeader().getFirst(), subject().keyHeader().getLast() + KEY)
        .doesNotContainKeys("upgrade", "http2-settings");
    assertThat(request.body()).doesNotContain(KEY);
  }

  @Test
  void messagesToolsAndInstructionsAreInTheRequest() throws Exception {
    var body = sent(HttpRequests.of(user("Hello, \"wörld\" 🐑?")));
    assertThat(JSON.readTree(body).findValuesAsString("text") + body)
        .contains("Hello, \\\"wörld\\\" 🐑?")
        .contains("Answer in one sentence.");
    assertThat(body)
        .contains("\"name\":\"read\"")
        .contains("\"description\":\"Does clock.\"")
        .contains(
            "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}},\"required\":[\"path\"]}");
    assertThat(body.indexOf("\"read\"")).isLessThan(body.indexOf("\"clock\""));
  }

  @Test
  void emptyFieldsAreNotSent() throws Exception {
    var body = sent(HttpRequests.with(" ", List.of(), List.of(user("Hello?"))));
    assertThat(JSON.readTree(body).propertyNames())
        .doesNotContain("system", "instructions", "systemInstruction", "tools", "tool_choice");
    assertNothingEmpty(body);
  }

  @Test
  @Tag("C1")
  void aRequestBeginsWithThePreviousOneByteForByte() throws Exception {
    var model = model();
    var conversation = new ArrayList<Message>();
    var bodies = new ArrayList<String>();
    for (var more : conversationOf(model.name())) {
      conversation.addAll(more);
      bodies.add(
          sent(model, HttpRequests.of(conversation.toArray(Message[]::new))).replace(MARK, ""));
    }
    assertThat(bodies).hasSize(6);
    for (int i = 1; i < bodies.size(); i++) {
      var before = CLOSERS.matcher(bodies.get(i - 1)).replaceFirst("");
      assertThat(bodies.get(i)).startsWith(before).hasSizeGreaterThan(bodies.get(i - 1).length());
    }
  }

  @Test
  @Tag("C1")
  void theSameConversationIsTheSameBytesInAnotherProcess() throws Exception {
    var messages = new ArrayList<Message>();
    conversationOf(model().name()).forEach(messages::addAll);
    var request = HttpRequests.of(messages.toArray(Message[]::new));
    assertThat(sent(model(), request)).isEqualTo(sent(model(), request));
  }

  /// Everything that can happen, by requests: each list has the messages since the previous
  /// request.
  private static List<List<Message>> conversationOf(String model) {
    return List.of(
        List.of(user("Look at this.", IMAGE)),
        List.of(
            said(
                thought("Two calls."),
                new ContentBlock.Opaque(
                    model, Text.of("{\"type\":\"thinking\",\"thoughtSignature\":\"S\"}")),
                prose("I look."),
                call("a", "read", "{\"path\":\"x\"}"),
                call("b", "clock", "{}")),
            result("a", "read", new ToolOutcome.Succeeded(Text.of("text"), List.of(IMAGE))),
            result("b", "clock", new ToolOutcome.Failed(Text.of("no clock")))),
        List.of(said(prose("That is x.")), user("Go on."), user("And hurry.")),
        List.of(
            said(call("a", "read", "{\"path\":")),
            result("a", "read", new ToolOutcome.Refused("the arguments are no JSON")),
            user("Stop that.")),
        List.of(
            new Message.Assistant(List.of(prose("So")), Message.Ending.INTERRUPTED),
            user("What now?")),
        List.of(said(new ContentBlock.Opaque("other/model", Text.of("{}"))), user("Hello?")));
  }

  @Test
  @Tag("C8")
  void sealedBlocksAreSentOnlyToTheModelThatMadeThem() throws Exception {
    provider()
        .then(ServerAction.play(WireTurn.think("Think.", "SEAL").thenCall("c", "clock", "{}")));
    var first = user("What time is it?");
    var reply = model().call(HttpRequests.of(first), deltas::add);
    assertThat(reply.blocks()).anyMatch(ContentBlock.Opaque.class::isInstance);
    var next = HttpRequests.of(first, said(reply), result("c", "clock", "noon"));

    assertThat(sent(next)).containsOnlyOnce(subject().sealed());
    assertThat(sent(builder().build().model("another"), next)).doesNotContain(subject().sealed());
    assertThat(sent(builder().name("elsewhere").build().model(subject().model()), next))
        .doesNotContain(subject().sealed());
  }

  @Test
  @Tag("C8")
  void aReplyThatWasCutOffInItsReasoningCanBeSentBack() throws Exception {
    provider()
        .then(ServerAction.play(WireTurn.think("Think.", "SEAL").stopping(StopReason.LENGTH)));
    var first = user("Think hard.");
    var reply = model().call(HttpRequests.of(first), deltas::add);
    assertThat(reply.stop()).isEqualTo(StopReason.LENGTH);
    var body = sent(HttpRequests.of(first, said(reply), user("And now?")));
    assertInOrder(body, "Think hard.", "[No words were said.]", "And now?");
  }

  @Test
  @Tag("B14")
  void imagesAndDocumentsAreSentWithAPrompt() throws Exception {
    var pdf = media("application/pdf", "paper.pdf", "%PDF-1.7".getBytes(UTF_8));
    var body = sent(HttpRequests.of(user("What is this?", IMAGE, pdf)));
    assertThat(body)
        .contains(PIXELS_IN_BASE64)
        .contains(Base64.getEncoder().encodeToString("%PDF-1.7".getBytes(UTF_8)))
        .contains("image/png")
        .contains("application/pdf")
        .contains("What is this?");
  }

  @Test
  @Tag("B14")
  void anImageAloneIsAPrompt() throws Exception {
    var body = sent(HttpRequests.of(user("", IMAGE)));
    assertThat(body).contains(PIXELS_IN_BASE64);
    assertNothingEmpty(body);
  }

  @Test
  @Tag("B14")
  void aTextAttachmentIsIncludedAndAnUnreadableOneIsNamed() throws Exception {
    var notes = media("text/plain", "notes.txt", "Buy sheep.".getBytes(UTF_8));
    var film = media("video/weird", "film.bin", new byte[] {1, 2, 3});
    var body = sent(HttpRequests.of(user("What is this?", notes, film)));
    assertThat(body)
        .contains("The attachment notes.txt (text/plain):\\n\\nBuy sheep.")
        .contains("[The attachment film.bin (video/weird, 3 bytes) was left out")
        .doesNotContain(Base64.getEncoder().encodeToString(new byte[] {1, 2, 3}));
  }

  @Test
  void mediaInAToolResultAreSentBack() throws Exception {
    var shown = new ToolOutcome.Succeeded(Text.of("a screenshot"), List.of(IMAGE));
    var body =
        sent(
            HttpRequests.of(
                user("Go."), said(call("c", "read", "{}")), result("c", "read", shown)));
    assertInOrder(body, "a screenshot", PIXELS_IN_BASE64);
    assertThat(body).containsOnlyOnce(PIXELS_IN_BASE64);
  }

  @Test
  void aModelThatMustAnswerInTextIsOfferedNoTools() throws Exception {
    var history = List.of(user("Go."), said(call("c", "read", "{}")), result("c", "read", "done"));
    var body = JSON.readTree(sent(HttpRequests.of(List.of(), history)));
    // Where tools must be declared because the history has calls, they are forbidden.
    assertThat(body.has("tools"))
        .isEqualTo(body.path("tool_choice").path("type").asString("").equals("none"));
  }

  @Test
  @Tag("B3")
  void anInterruptedAnswerIsMarked() throws Exception {
    var body =
        sent(
            HttpRequests.of(
                user("Tell a story."),
                new Message.Assistant(List.of(prose("Once upon")), Message.Ending.INTERRUPTED),
                user("Shorter.")));
    assertInOrder(body, "Once upon", "[This answer was interrupted here.]", "Shorter.");
  }

  @ParameterizedTest
  @MethodSource
  @Tag("C1")
  void anIrregularConversationIsRepaired(List<Message> messages) throws Exception {
    var body = sent(HttpRequests.of(messages.toArray(Message[]::new)));
    assertNothingEmpty(body);
    var roles = roles(JSON.readTree(body));
    assertThat(roles).startsWith("user");
    assertThat(roles.getLast()).isIn("user", "tool", "function_call_output");
    assertThat(String.join(" ", roles)).doesNotContain("user user", "model model");
    if (subject().protocol() != WireProtocol.RESPONSES) {
      assertThat(String.join(" ", roles)).doesNotContain("assistant assistant");
    }
  }

  static List<List<Message>> anIrregularConversationIsRepaired() {
    return List.of(
        List.of(),
        List.of(user("")),
        List.of(user(" "), user("\n")),
        List.of(user("One."), user("Two."), user("Three.")),
        List.of(said(prose("I begin."))),
        List.of(said(prose("I begin.")), said(prose("I go on.")), user("Hello?")),
        List.of(user("Hello?"), said(), user("Hello?")),
        List.of(user("Hello?"), said(thought("Only thoughts.")), user("Hello?")),
        List.of(user("Hello?"), said(prose("")), user("Hello?")),
        List.of(user("Hello?"), said(prose("Yes.")), said(call("c", "clock", "{}"))),
        List.of(
            user("Hello?"),
            said(call("c", "clock", "{}")),
            user("Hurry!"),
            result("c", "clock", "noon"),
            user("Now?")));
  }

  /// The roles, entry by entry; an entry without a role is listed with its type.
  private static List<String> roles(JsonNode body) {
    var roles = new ArrayList<String>();
    for (var list : List.of("messages", "input", "contents")) {
      for (var entry : body.path(list)) {
        var role = entry.path("role").asString(entry.path("type").asString(""));
        if (!role.equals("system")) {
          roles.add(role);
        }
      }
    }
    return roles;
  }

  @Test
  void anOptionIsAddedToEachRequest() throws Exception {
    var model = builder().option("seed", "{\"x\":[1,2.50]}").build().model(subject().model());
    assertThat(sent(model, HttpRequests.of(user("Hello?")))).contains("\"seed\":{\"x\":[1,2.50]}");
  }

  @Test
  void theOutputLimitComesFromTheCatalogue() throws Exception {
    var model = model();
    assertThat(model.maxOutput()).isGreaterThan(8_192);
    assertThat(sent(HttpRequests.of(user("Hello?")))).contains(":" + model.maxOutput());
    assertThat(model.acceptsMedia("image/png")).isTrue();
    assertThat(model.acceptsMedia("video/weird")).isFalse();
  }

  @Test
  @Tag("C5")
  void aJsonAnswerIsRequestedInTheProvidersOwnFormat() throws Exception {
    var schema =
        """
        {"type":"object","properties":{"lambs":{"type":"integer"}},"required":["lambs"],"additionalProperties":false}\
        """
            .strip();
    assertThat(model().supportsJsonSchema()).isTrue();
    assertThat(sent(HttpRequests.forJson(schema))).contains(schema);
    assertThat(sent(HttpRequests.of(user("How many?")))).doesNotContain("lambs");
  }

  /// No provider accepts an empty text.
  private static void assertNothingEmpty(String body) {
    assertThat(body)
        .doesNotContain("\"text\":\"\"")
        .doesNotContain("\"content\":\"\"")
        .doesNotContain("\"content\":[]")
        .doesNotContain("\"parts\":[]");
  }
}
