package dev.drover.schema.plain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The writer, by hand and against Jackson.
@Tag("D1")
class JsonTextTest {
  private static final JsonMapper JUDGE = new JsonMapper();

  @Test
  void commasAreWrittenOnlyBetweenValues() {
    var json =
        new JsonTextWriter()
            .open()
            .field("a", "x")
            .field("b", -1)
            .field("c", true)
            .name("d")
            .openList()
            .openList()
            .closeList()
            .raw("[1, 2]")
            .string("{")
            .string(":")
            .closeList()
            .name("e")
            .open()
            .close()
            .close();
    assertThat(json)
        .hasToString("{\"a\":\"x\",\"b\":-1,\"c\":true,\"d\":[[],[1, 2],\"{\",\":\"],\"e\":{}}");
  }

  @Test
  void charactersThatAreInvalidInAStringAreEscaped() {
    assertThat(new JsonTextWriter().string("a\"\\/\n\r\t\b\f\u0000\u001f\u007fä😀"))
        .hasToString("\"a\\\"\\\\/\\n\\r\\t\\b\\f\\u0000\\u001f\u007fä😀\"");
  }

  @Test
  void everyStringIsReadBackUnchanged() {
    for (long seed = 0; seed < 500; seed++) {
      var random = new SplittableRandom(seed);
      var text = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        text.appendCodePoint(random.nextInt(random.nextBoolean() ? 0x80 : 0xd800));
      }
      var json = new JsonTextWriter().string(text.toString()).toString();
      assertThat(JUDGE.readValue(json, String.class)).isEqualTo(text.toString());
      var in = new JsonTokenReader(json);
      in.next();
      assertThat(in.text()).isEqualTo(text.toString());
    }
  }
}
