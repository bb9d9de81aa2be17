package dev.drover.codec.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
  private static final FieldName A = new FieldName("a");
  private static final FieldName B = new FieldName("b");
  private static final FieldName C = new FieldName("c");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"x\",\"b\":7,\"c\":[\"y\",\"z\"]}",
        "{\"c\":[\"y\",\"z\"],\"b\":7,\"a\":\"x\"}",
        "{\"b\":7,\"c\":[\"y\",\"z\"],\"a\":\"x\"}",
        " {\n\"a\" : \"x\" ,\t\"b\" : 7 , \"c\" : [ \"y\" , \"z\" ] } \r\n",
        "{\"\\u0061\":\"\\u0078\",\"b\":7,\"\\u0063\":[\"y\",\"z\"]}",
        "{\"aa\":1,\"a\":\"x\",\"x\":{\"a\":\"no\",\"b\":[]},\"b\":7,\"d\":-1.5e+3,\"c\":[\"y\",\"z\"],\"e\":null}",
      })
  void fieldsAreFoundInAnyOrderAmongOthers(String json) {
    var in = reader(json);
    in.enter();
    var a = in.string(A);
    long b = in.number(B);
    var c = strings(in, C);

    assertThat(in.leave(List.of(a, b, c))).isEqualTo(List.of("x", 7L, List.of("y", "z")));
  }

  @Test
  void aMissingFieldIsNotTakenFromANestedObject() {
    var in = reader("{\"x\":{\"a\":1},\"b\":2}");
    in.enter();

    assertThat(in.number(A, -1)).isEqualTo(-1);
    assertThat(in.number(B)).isEqualTo(2);
    assertThat(in.stringOrNull(C)).isNull();
    assertThat(in.leave("done")).isEqualTo("done");
  }

  @Test
  void readingContinuesAfterANestedObject() {
    var in = reader("{\"a\":{\"b\":1,\"x\":[{}]},\"b\":2}");
    in.enter();
    in.at(A).enter();
    long inner = in.leave(in.number(B));

    assertThat(in.leave(List.of(inner, in.number(B)))).isEqualTo(List.of(1L, 2L));
  }

  @Test
  void theOutputOfJacksonIsReadUnchanged() {
    var seed = new TestSeed();
    var random = seed.random();
    for (int i = 0; i < 20_000; i++) {
      var text = RandomStrings.unicode(random, 40);
      assertThat(string(JacksonReference.write("a", text))).as("%s", seed).isEqualTo(text);
      assertThat(string(JacksonReference.writeAscii("a", text))).as("%s", seed).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, -7, 999_999_999_999_999_999L, Long.MAX_VALUE, Long.MIN_VALUE})
  void aWholeNumberIsRead(long number) {
    assertThat(number("{\"a\":" + number + "}")).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.5", "1e3", "01", "-", "", "\"1\"", "true", "9223372036854775808", "{}", "+1"})
  void anythingButAWholeNumberIsRefused(String number) {
    assertThatExceptionOfType(MalformedJson.class)
        .isThrownBy(() -> number("{\"a\":" + number + "}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-01T00:00:00Z",
        "2024-02-29T23:59:59.123Z",
        "2024-02-29T23:59:59.123456Z",
        "2024-02-29T23:59:59.123456789Z",
        "2024-02-29T23:59:59.5Z",
        "0000-01-01T00:00:00Z",
        "-0001-01-01T00:00:00Z",
        "+10000-01-01T00:00:00.000000001Z",
        "-1000000000-01-01T00:00:00Z",
        "+1000000000-12-31T23:59:59.999999999Z",
        "2026-01-01T02:00:00+02:00",
      })
  void aPointInTimeIsReadAsTheJdkReadsIt(String time) {
    assertThat(instant(time)).isEqualTo(Instant.parse(time));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2026-01-01",
        "2023-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-01-01T24:00:01Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:00.1234567890Z",
        "2026-01-01T00:00:00",
        "2026-01-01T00:00:00\\u005a",
      })
  void anInvalidPointInTimeIsRefused(String time) {
    assertThatExceptionOfType(MalformedJson.class)
        .isThrownBy(() -> instant(time))
        .withMessageContaining("a point in time");
  }

  @ParameterizedTest
  @ValueSource(strings = {"e0", "e01", "e", "f1", "e1x", "e-1", "e99999999999999999999", "", "1"})
  void anInvalidOrdinalIsRefused(String text) {
    var in = reader("{\"a\":\"" + text + "\"}");
    in.enter();

    assertThatExceptionOfType(MalformedJson.class).isThrownBy(() -> in.at(A).ordinal('e'));
  }

  @Test
  void invalidUtf8IsRefusedButTheReplacementCharacterIsNot() {
    assertThat(string("{\"a\":\"\ufffd\"}".getBytes(UTF_8))).isEqualTo("\ufffd");
    for (var wrong : List.of("\u00ff", "\u00c3", "\u00c0\u0080", "\u00ed\u00a0\u0080")) {
      assertThatExceptionOfType(MalformedJson.class)
          .isThrownBy(() -> string(("{\"a\":\"" + wrong + "\"}").getBytes(ISO_8859_1)))
          .withMessageContaining("not UTF-8");
    }
  }

  @Test
  void anErrorNamesTheCurrentField() {
    var in = reader("{\"a\":{\"b\":\"x\"}}");
    in.enter();
    in.at(A).enter();

    assertThatExceptionOfType(MalformedJson.class)
        .isThrownBy(() -> in.number(B))
        .withMessage("a whole number is expected, at byte 10");
    assertThat(in.place()).isEqualTo("a.b");
  }

  @Test
  void itAcceptsExactlyTheJsonThatJacksonAccepts() {
    var seed = new TestSeed();
    var random = seed.random();
    var whole =
        "{\"a\":[1,-2.50e+7,\"x\\n\\u00e9\",true,false,null,{}],\"b\":{\"c\":[[],[0]]},\"d\":\"\"}";
    int accepted = 0;
    for (int i = 0; i < 50_000; i++) {
      var json = mutated(random, whole);
      boolean accepts = accepts(json);
      assertThat(accepts).as("%s: %s", seed, json).isEqualTo(JacksonReference.accepts(bytes(json)));
      accepted += accepts ? 1 : 0;
    }
    assertThat(accepted).isBetween(2_000, 48_000);
  }

  private static String mutated(SplittableRandom random, String json) {
    var alphabet = "{}[]\",:\\0123456789.eE+-utrfalsn \n\u0001x";
    var text = new StringBuilder(json);
    int changes = random.nextInt(1, 3);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length());
      char c = alphabet.charAt(random.nextInt(alphabet.length()));
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, c);
        case 2 -> text.setCharAt(at, c);
        default -> text.setLength(Math.max(1, random.nextInt(8) == 0 ? at : text.length()));
      }
    }
    return text.toString();
  }

  private static boolean accepts(String json) {
    try {
      var in = reader(json);
      in.enter();
      return in.leave(true);
    } catch (MalformedJson _) {
      return false;
    }
  }

  private static List<String> strings(JsonReader in, FieldName name) {
    var strings = new ArrayList<String>();
    in.at(name).enterList();
    while (in.nextElement()) {
      strings.add(in.string());
    }
    return strings;
  }

  private static String string(byte[] json) {
    var in = new JsonReader(json);
    in.enter();
    return in.leave(in.string(A));
  }

  private static long number(String json) {
    var in = reader(json);
    in.enter();
    return in.leave(in.number(A));
  }

  private static Instant instant(String time) {
    var in = reader("{\"a\":\"" + time + "\"}");
    in.enter();
    return in.leave(in.instant(A));
  }

  private static JsonReader reader(String json) {
    return new JsonReader(bytes(json));
  }

  private static byte[] bytes(String json) {
    return json.getBytes(UTF_8);
  }
}
