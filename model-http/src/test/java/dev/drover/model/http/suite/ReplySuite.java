package dev.drover.model.http.suite;

import static dev.drover.model.http.suite.HttpRequests.call;
import static dev.drover.model.http.suite.HttpRequests.prose;
import static dev.drover.model.http.suite.HttpRequests.thought;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.model.Delta;
import dev.drover.testkit.wire.ReplyDelivery;
import dev.drover.testkit.wire.ReplyDelivery.Noise;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireTurn;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Replies arrive completely and in order, however they are transferred.
public abstract class ReplySuite extends ProviderFixture {
  /// Characters of one, two, three and four bytes, and those that JSON and streams must escape.
  private static final String EVERYTHING =
      "Hi. Grüße, 世界 🐑🐑! \"quoted\" \\ back\nline\r\n\ttab data: x\n\nevent: y \u2028 end";

  private static final WireTurn FULL =
      WireTurn.think("Let me think about it.", "seal-1")
          .thenSay("I will look. ")
          .thenCall("call_a", "read", "{\"path\":\"a \\\"ü\\\" 🐑.txt\"}")
          .thenCall("call_b", "clock", "{}");

  @Test
  void aTextIsStreamedAndCompleteAtTheEnd() throws Exception {
    var reply = ask(ServerAction.play(WireTurn.say(EVERYTHING)));
    assertThat(reply)
        .isEqualTo(
            new ModelReply(
                List.of(prose(EVERYTHING)), StopReason.DONE, new Usage(120, 45, 0, 0, 0)));
    assertThat(deltas).hasSizeGreaterThan(5).allMatch(Delta.TextDelta.class::isInstance);
    assertThat(shown(Delta.TextDelta.class)).isEqualTo(EVERYTHING);
  }

  @Test
  void reasoningIsSeparateFromTheAnswer() throws Exception {
    var reply =
        ask(ServerAction.play(WireTurn.think("First this, then that.", "").thenSay("Done.")));
    assertThat(readable(reply)).containsExactly(thought("First this, then that."), prose("Done."));
    assertThat(shown(Delta.ReasoningDelta.class)).isEqualTo("First this, then that.");
    assertThat(shown(Delta.TextDelta.class)).isEqualTo("Done.");
    assertThat(deltas.getFirst()).isInstanceOf(Delta.ReasoningDelta.class);
  }

  @Test
  void aCallIsStreamed() throws Exception {
    var arguments = "{\"path\":\"a/b.txt\",\"lines\":[1,2],\"deep\":{\"x\":null,\"y\":1.50}}";
    var reply = ask(ServerAction.play(WireTurn.call("call_a", "read", arguments)));
    assertThat(reply.blocks()).containsExactly(call("call_a", "read", arguments));
    assertThat(reply.stop()).isEqualTo(StopReason.CALLS);
    assertThat(deltas)
        .isNotEmpty()
        .allMatch(
            delta ->
                delta instanceof Delta.ToolInputDelta(var id, var tool, _)
                    && id.equals("call_a")
                    && tool.equals("read"));
    assertThat(shown(Delta.ToolInputDelta.class)).isEqualTo(arguments);
  }

  @Test
  void parallelCallsKeepTheirOrderAndTheirArguments() throws Exception {
    var reply =
        ask(
            ServerAction.play(
                WireTurn.call("call_a", "read", "{\"path\":\"a\"}")
                    .thenCall("call_b", "read", "{\"path\":\"b\"}")
                    .thenCall("call_c", "clock", "{}")));
    assertThat(reply.blocks())
        .containsExactly(
            call("call_a", "read", "{\"path\":\"a\"}"),
            call("call_b", "read", "{\"path\":\"b\"}"),
            call("call_c", "clock", "{}"));
  }

  @Test
  void reasoningTextAndCallsKeepTheirOrder() throws Exception {
    assertFull(ask(ServerAction.play(FULL)));
  }

  @Test
  void theReplyContainsExactlyTheStreamedContent() throws Exception {
    var reply = ask(ServerAction.play(FULL));
    assertThat(deltas.stream().map(Delta::text).collect(Collectors.joining()))
        .isEqualTo(readable(reply).stream().map(ReplySuite::words).collect(Collectors.joining()));
  }

  @Test
  void textInSeveralBlocksBecomesOneAtTheFirstPosition() throws Exception {
    var reply =
        ask(
            ServerAction.play(
                WireTurn.say("One. ").thenCall("call_a", "clock", "{}").thenSay("Two.")));
    assertThat(reply.blocks()).containsExactly(prose("One. Two."), call("call_a", "clock", "{}"));
  }

  @ParameterizedTest
  @EnumSource(StopReason.class)
  void theFinishReasonIsReported(StopReason why) throws Exception {
    var turn = WireTurn.say("So far.");
    var said = why == StopReason.CALLS ? turn.thenCall("c", "clock", "{}") : turn.stopping(why);
    assertThat(ask(ServerAction.play(said)).stop()).isEqualTo(why);
  }

  @Test
  void aReplyMayBeEmpty() throws Exception {
    var silent = new WireTurn(List.of(), StopReason.DONE, WireTurn.USAGE);
    assertThat(ask(ServerAction.play(silent)))
        .isEqualTo(new ModelReply(List.of(), StopReason.DONE, WireTurn.USAGE));
    assertThat(deltas).isEmpty();
  }

  @ParameterizedTest
  @MethodSource
  @Tag("F5")
  void tokensAreCountedOnceEach(Usage used) throws Exception {
    var reply = ask(ServerAction.play(WireTurn.say("Hi.").using(used)));
    assertThat(reply.usage()).isEqualTo(subject().reported().apply(used));
  }

  static List<Usage> tokensAreCountedOnceEach() {
    return List.of(
        new Usage(1, 1, 0, 0, 0),
        new Usage(1_000, 200, 900, 0, 0),
        new Usage(0, 200, 5_000, 0, 0),
        new Usage(30, 500, 0, 0, 400),
        new Usage(30, 500, 100, 0, 500),
        new Usage(10, 20, 30, 40, 0),
        new Usage(3_000_000_000L, 1, 0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 17, 64, 1000})
  void aStreamMayBeSplitAnywhere(int bytes) throws Exception {
    assertFull(ask(ServerAction.play(FULL, ReplyDelivery.inPiecesOf(bytes))));
    deltas.clear();
    assertThat(
            ask(ServerAction.play(WireTurn.say(EVERYTHING), ReplyDelivery.inPiecesOf(bytes)))
                .blocks())
        .containsExactly(prose(EVERYTHING));
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  void irrelevantEventsAreIgnored(Noise noise) throws Exception {
    assertFull(ask(ServerAction.play(FULL, ReplyDelivery.PLAIN.with(noise))));
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  void irrelevantEventsInSmallPiecesAreIgnored(Noise noise) throws Exception {
    assertFull(
        ask(ServerAction.play(FULL, ReplyDelivery.inPiecesOf(3).with(noise).with(Noise.COMMENTS))));
  }

  @Test
  void aLongReplyIsComplete() throws Exception {
    var long1 = "All work and no play makes a long reply. ".repeat(400);
    assertThat(
            ask(ServerAction.play(WireTurn.say(long1), ReplyDelivery.inPiecesOf(8_000))).blocks())
        .containsExactly(prose(long1));
  }

  @Test
  void aConnectionIsReused() throws Exception {
    var model = model();
    for (int i = 0; i < 5; i++) {
      provider().then(ServerAction.play(FULL));
      model.call(HttpRequests.of(HttpRequests.user("Hello?")), deltas::add);
    }
    assertThat(provider().requests()).hasSize(5);
    assertThat(provider().connections()).isEqualTo(1);
  }

  @Test
  void modelsOfOneProviderShareAProviderKeyAndOthersDoNot() {
    var one = builder().build();
    assertThat(one.model("a").providerKey()).isEqualTo(one.model("b").providerKey());
    assertThat(builder(() -> "another").build().model("a").providerKey())
        .isNotEqualTo(one.model("a").providerKey());
    assertThat(one.model("a").providerKey().toString()).doesNotContain(KEY);
  }

  @Test
  void aModelThatIsNotInTheCatalogueCanBeCalled() throws Exception {
    provider().then(ServerAction.play(WireTurn.say("I am new.")));
    var model = builder().build().model("brand-new-1");
    assertThat(model.name()).endsWith("/brand-new-1");
    assertThat(model.maxOutput()).isBetween(1, model.window());
    assertThat(model.call(HttpRequests.of(HttpRequests.user("Hello?")), deltas::add).blocks())
        .containsExactly(prose("I am new."));
    var request = provider().requests().getFirst();
    assertThat(request.target() + request.body()).contains("brand-new-1");
  }

  private void assertFull(ModelReply reply) {
    assertThat(readable(reply))
        .containsExactly(
            thought("Let me think about it."),
            prose("I will look. "),
            call("call_a", "read", "{\"path\":\"a \\\"ü\\\" 🐑.txt\"}"),
            call("call_b", "clock", "{}"));
    assertThat(reply.stop()).isEqualTo(StopReason.CALLS);
    assertThat(reply.usage()).isEqualTo(new Usage(120, 45, 0, 0, 0));
  }

  private String shown(Class<? extends Delta> kind) {
    return deltas.stream().filter(kind::isInstance).map(Delta::text).collect(Collectors.joining());
  }

  private static List<ContentBlock> readable(ModelReply reply) {
    return reply.blocks().stream()
        .filter(block -> !(block instanceof ContentBlock.Opaque))
        .toList();
  }

  private static String words(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Prose(var text) -> inline(text);
      case ContentBlock.Reasoning(var text) -> inline(text);
      case ContentBlock.Call(var call) -> inline(call.arguments());
      case ContentBlock.Opaque _ -> "";
    };
  }

  private static String inline(Text text) {
    return ((Text.Inline) text).value();
  }
}
