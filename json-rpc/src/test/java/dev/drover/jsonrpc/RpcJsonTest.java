package dev.drover.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RpcJsonTest {
  static Stream<Arguments> lines() {
    return Stream.of(
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"params\":{\"x\":1.50}}",
            new RpcMessage.Request(new RpcId.NumberId(1), "a", RpcJson.parse("{\"x\":1.50}"))),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"a\"}",
            new RpcMessage.Request(new RpcId.TextId("1"), "a", null)),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"method\":\"a\"}",
            new RpcMessage.Request(new RpcId.NumberId(9007199254740993L), "a", null)),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"a\"}",
            new RpcMessage.Request(new RpcId.NullId(), "a", null)),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":[1]}",
            new RpcMessage.Notification("a", RpcJson.parse("[1]"))),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}",
            new RpcMessage.Result(new RpcId.NumberId(1), RpcJson.parse("null"))),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\",\"data\":[2]}}",
            new RpcMessage.Failure(
                new RpcId.NumberId(1), new RpcError(-32601, "no", RpcJson.parse("[2]")))));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aMessageIsReadAndWrittenWithTheSameBytes(String line, RpcMessage message) {
    assertThat(read(line)).isEqualTo(new ReadMessage.Message(message));
    assertThat(new String(RpcJson.bytes(message), StandardCharsets.UTF_8)).isEqualTo(line);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of("[]", RpcError.INVALID_REQUEST, new RpcId.NullId()),
        Arguments.of(
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}]",
            RpcError.INVALID_REQUEST,
            new RpcId.NullId()),
        Arguments.of("7", RpcError.INVALID_REQUEST, new RpcId.NullId()),
        Arguments.of(
            "{\"id\":3,\"method\":\"a\"}", RpcError.INVALID_REQUEST, new RpcId.NumberId(3)),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"a\"}",
            RpcError.INVALID_REQUEST,
            new RpcId.NullId()),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"a\"}",
            RpcError.INVALID_REQUEST,
            new RpcId.NullId()),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":5}",
            RpcError.INVALID_REQUEST,
            new RpcId.NumberId(4)),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"a\",\"params\":\"x\"}",
            RpcError.INVALID_REQUEST,
            new RpcId.NumberId(4)),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":4}", RpcError.INVALID_REQUEST, new RpcId.NumberId(4)),
        Arguments.of(
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":\"x\"}",
            RpcError.INVALID_REQUEST,
            new RpcId.NumberId(4)),
        Arguments.of("{} {}", RpcError.PARSE_ERROR, new RpcId.NullId()),
        Arguments.of("[".repeat(100_000), RpcError.PARSE_ERROR, new RpcId.NullId()));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aTextThatIsNoMessageIsRefusedWithItsId(String line, int code, RpcId id) {
    var read = (ReadMessage.Unreadable) read(line);
    assertThat(read.error().code()).isEqualTo(code);
    assertThat(read.id()).isEqualTo(id);
  }

  @Test
  void fieldsThatTheSpecificationDoesNotHaveAreIgnored() {
    assertThat(read("{\"x\":[1],\"jsonrpc\":\"2.0\",\"method\":\"a\",\"y\":{}}"))
        .isEqualTo(new ReadMessage.Message(new RpcMessage.Notification("a", null)));
  }

  @Test
  void anExcerptShowsNoControlOrBidirectionalCharacters() {
    var read = (ReadMessage.Unreadable) read("\u001b[2J\u202Eabc");
    assertThat(read.excerpt()).isEqualTo("\uFFFD[2J\uFFFDabc");
  }

  private static ReadMessage read(String line) {
    var bytes = line.getBytes(StandardCharsets.UTF_8);
    return RpcJson.read(bytes, 0, bytes.length);
  }
}
