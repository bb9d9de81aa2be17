package dev.drover.model.http.suite;

import static dev.drover.model.http.suite.Requests.call;
import static dev.drover.model.http.suite.Requests.media;
import static dev.drover.model.http.suite.Requests.prose;
import static dev.drover.model.http.suite.Requests.result;
import static dev.drover.model.http.suite.Requests.said;
import static dev.drover.model.http.suite.Requests.thought;
import static dev.drover.model.http.suite.Requests.user;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Block;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.testkit.wire.Act;
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

/// What is asked is what the conversation holds, in a form that the strictest server accepts, and
/// the same bytes each time.
public abstract class AskSuite extends Stand {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String MARK = ",\"cache_control\":{\"type\":\"ephemeral\"}";
  private static final Pattern CLOSERS = Pattern.compile("[\\]}\"]+$");
  private static final byte[] PIXELS = {(byte) 0x89, 'P', 'N', 'G', 1, 2, 3};
  private static final String PIXELS_IN_BASE64 = Base64.getEncoder().encodeToString(PIXELS);
  private static final Media IMAGE = media("image/png", "shot.png", PIXELS);

  @Test
  void aRequestGoesWhereItShouldWithItsKey() throws Exception {
    sent(Requests.of(user("Hello?")));
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
  void wordsToolsAndInstructionsAreInTheRequest() throws Exception {
    var body = sent(Requests.of(user("Hello, \"wörld\" 🐑?")));
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
  void whatThereIsNotIsNotSent() throws Exception {
    var body = sent(Requests.with(" ", List.of(), List.of(user("Hello?"))));
    assertThat(JSON.readTree(body).propertyNames())
        .doesNotContain("system", "instructions", "systemInstruction", "tools", "tool_choice");
    assertNothingEmpty(body);
  }

  @Test
  @Tag("C1")
  void aRequestBeginsWithTheOneBeforeByteForByte() throws Exception {
    var model = model();
    var conversation = new ArrayList<Message>();
    var bodies = new ArrayList<String>();
    for (var more : conversationOf(model.name())) {
      conversation.addAll(more);
      bodies.add(sent(model, Requests.of(conversation.toArray(Message[]::new))).replace(MARK, ""));
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
    var request = Requests.of(messages.toArray(Message[]::new));
    assertThat(sent(model(), request)).isEqualTo(sent(model(), request));
  }

  /// All that can happen, by requests: each list is what came since the request before.
  private static List<List<Message>> conversationOf(String model) {
    return List.of(
        List.of(user("Look at this.", IMAGE)),
        List.of(
            said(
                thought("Two calls."),
                new Block.Opaque(
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
        List.of(said(new Block.Opaque("other/model", Text.of("{}"))), user("Hello?")));
  }

  @Test
  @Tag("C8")
  void whatIsSealedGoesBackToTheModelThatMadeItAndToNoOther() throws Exception {
    provider().then(Act.play(WireTurn.think("Think.", "SEAL").thenCall("c", "clock", "{}")));
    var first = user("What time is it?");
    var reply = model().call(Requests.of(first), deltas::add);
    assertThat(reply.blocks()).anyMatch(Block.Opaque.class::isInstance);
    var next = Requests.of(first, said(reply), result("c", "clock", "noon"));

    assertThat(sent(next)).containsOnlyOnce(subject().sealed());
    assertThat(sent(builder().build().model("another"), next)).doesNotContain(subject().sealed());
    assertThat(sent(builder().name("elsewhere").build().model(subject().model()), next))
        .doesNotContain(subject().sealed());
  }

  @Test
  @Tag("C8")
  void aReplyThatWasCutOffInAThoughtCanBeSentBack() throws Exception {
    provider().then(Act.play(WireTurn.think("Think.", "SEAL").stopping(StopReason.LENGTH)));
    var first = user("Think hard.");
    var reply = model().call(Requests.of(first), deltas::add);
    assertThat(reply.stop()).isEqualTo(StopReason.LENGTH);
    var body = sent(Requests.of(first, said(reply), user("And now?")));
    assertInOrder(body, "Think hard.", "[No words were said.]", "And now?");
  }

  @Test
  @Tag("B14")
  void imagesAndDocumentsGoWithAPrompt() throws Exception {
    var pdf = media("application/pdf", "paper.pdf", "%PDF-1.7".getBytes(UTF_8));
    var body = sent(Requests.of(user("What is this?", IMAGE, pdf)));
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
    var body = sent(Requests.of(user("", IMAGE)));
    assertThat(body).contains(PIXELS_IN_BASE64);
    assertNothingEmpty(body);
  }

  @Test
  @Tag("B14")
  void aTextIsReadOutAndWhatNobodyReadsIsNamed() throws Exception {
    var notes = media("text/plain", "notes.txt", "Buy sheep.".getBytes(UTF_8));
    var film = media("video/weird", "film.bin", new byte[] {1, 2, 3});
    var body = sent(Requests.of(user("What is this?", notes, film)));
    assertThat(body)
        .contains("The attachment notes.txt (text/plain):\\n\\nBuy sheep.")
        .contains("[The attachment film.bin (video/weird, 3 bytes) was left out")
        .doesNotContain(Base64.getEncoder().encodeToString(new byte[] {1, 2, 3}));
  }

  @Test
  void whatAToolShowsIsSentBack() throws Exception {
    var shown = new ToolOutcome.Succeeded(Text.of("a screenshot"), List.of(IMAGE));
    var body =
        sent(Requests.of(user("Go."), said(call("c", "read", "{}")), result("c", "read", shown)));
    assertInOrder(body, "a screenshot", PIXELS_IN_BASE64);
    assertThat(body).containsOnlyOnce(PIXELS_IN_BASE64);
  }

  @Test
  void aModelThatMustAnswerInWordsIsOfferedNoCall() throws Exception {
    var history = List.of(user("Go."), said(call("c", "read", "{}")), result("c", "read", "done"));
    var body = JSON.readTree(sent(Requests.of(List.of(), history)));
    // Where tools must be declared because the history has calls, they are forbidden.
    assertThat(body.has("tools"))
        .isEqualTo(body.path("tool_choice").path("type").asString("").equals("none"));
  }

  @Test
  @Tag("B3")
  void anInterruptedAnswerIsMarked() throws Exception {
    var body =
        sent(
            Requests.of(
                user("Tell a story."),
                new Message.Assistant(List.of(prose("Once upon")), Message.Ending.INTERRUPTED),
                user("Shorter.")));
    assertInOrder(body, "Once upon", "[This answer was interrupted here.]", "Shorter.");
  }

  @ParameterizedTest
  @MethodSource
  @Tag("C1")
  void aConversationOfAnyShapeIsMadeRegular(List<Message> messages) throws Exception {
    var body = sent(Requests.of(messages.toArray(Message[]::new)));
    assertNothingEmpty(body);
    var roles = roles(JSON.readTree(body));
    assertThat(roles).startsWith("user");
    assertThat(roles.getLast()).isIn("user", "tool", "function_call_output");
    assertThat(String.join(" ", roles)).doesNotContain("user user", "model model");
    if (subject().protocol() != WireProtocol.RESPONSES) {
      assertThat(String.join(" ", roles)).doesNotContain("assistant assistant");
    }
  }

  static List<List<Message>> aConversationOfAnyShapeIsMadeRegular() {
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

  /// Who speaks, entry by entry; an entry without a role is named by its type.
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
  void anOptionGoesIntoEachRequestAsItIs() throws Exception {
    var model = builder().option("seed", "{\"x\":[1,2.50]}").build().model(subject().model());
    assertThat(sent(model, Requests.of(user("Hello?")))).contains("\"seed\":{\"x\":[1,2.50]}");
  }

  @Test
  void theCatalogueKnowsHowMuchAModelGives() throws Exception {
    var model = model();
    assertThat(model.maxOutput()).isGreaterThan(8_192);
    assertThat(sent(Requests.of(user("Hello?")))).contains(":" + model.maxOutput());
    assertThat(model.reads("image/png")).isTrue();
    assertThat(model.reads("video/weird")).isFalse();
  }

  @Test
  @Tag("C5")
  void anAnswerInJsonIsAskedForInTheProvidersOwnWay() throws Exception {
    var schema =
        """
        {"type":"object","properties":{"lambs":{"type":"integer"}},"required":["lambs"],"additionalProperties":false}\
        """
            .strip();
    assertThat(model().givesJson()).isTrue();
    assertThat(sent(Requests.forJson(schema))).contains(schema);
    assertThat(sent(Requests.of(user("How many?")))).doesNotContain("lambs");
  }

  /// No provider takes a text that is empty.
  private static void assertNothingEmpty(String body) {
    assertThat(body)
        .doesNotContain("\"text\":\"\"")
        .doesNotContain("\"content\":\"\"")
        .doesNotContain("\"content\":[]")
        .doesNotContain("\"parts\":[]");
  }
}
