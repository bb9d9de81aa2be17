package dev.drover.schema.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The token reader, by hand and against Jackson.
@Tag("D1")
class JsonTokensTest {
  private static final int MUTATIONS = 20_000;

  private static final JsonMapper JUDGE =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final String ALL =
      """
      {"text":"plain","escaped":"a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\uD83D\\ude00","ä😀":"ö",
       "numbers":[0,-0,7,-12,1.5,-0.25,1e3,2E-2,3.0e+1,123456789012345678901234567890],
       "words":[true,false,null],"empty":[{},[],""],
       "deep":{"a":{"b":[[{"c":[]}]]}} }
      """;

  private static final List<String> PIECES =
      List.of(
          "{", "}", "[", "]", ",", ":", "\"", "\\", "0", "-", ".", "e", "\\u00", "t", " ", "\n",
          "\t", "\0", "\ud800", "null", "1e5", "\"a\":", "\u00a0", "+", "'", "/");

  @Test
  void everyKindOfValueIsRead() {
    assertThat(read(ALL)).isEqualTo(judged(ALL));
  }

  @Test
  void aTextIsAcceptedExactlyIfJacksonAcceptsItAndMeansTheSame() {
    int accepted = 0;
    for (long seed = 0; seed < MUTATIONS; seed++) {
      var json = mutated(new SplittableRandom(seed));
      var ours = accepts(json);
      assertThat(ours).as("seed %d: %s", seed, json).isEqualTo(judgeAccepts(json));
      if (ours) {
        accepted++;
        assertThat(read(json)).as("seed %d: %s", seed, json).isEqualTo(judged(json));
      }
    }
    assertThat(accepted).isBetween(MUTATIONS / 20, MUTATIONS * 19 / 20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          pay 5 | expected a value, got pay (line 1, column 1)
          {"a":nul} | expected a value, got nul (line 1, column 6)
          {"a":} | expected a value, got } (line 1, column 6)
          {"a" | expected ':' after the name of a property, got the end of the text (line 1, column 5)
          {"a":1 | expected ',' or '}', got the end of the text (line 1, column 7)
          {"a":1 "b":2} | expected ',' or '}', got " (line 1, column 8)
          {"a":1,} | expected a name in double quotes, got } (line 1, column 8)
          {'a':1} | expected a name in double quotes, got ' (line 1, column 2)
          {😀 | expected a name in double quotes, got 😀 (line 1, column 2)
          [1 2] | expected ',' or ']', got 2 (line 1, column 4)
          [1,] | expected a value, got ] (line 1, column 4)
          [01] | a number has no leading zero (line 1, column 2)
          [1.] | expected a digit, got ] (line 1, column 4)
          [-] | expected a digit, got ] (line 1, column 3)
          [1e] | expected a digit, got ] (line 1, column 4)
          ["a | the string has no end (line 1, column 2)
          ["\\x"] | there is no such escape in a string (line 1, column 3)
          ["\\u12g4"] | expected four hexadecimal digits after \\u (line 1, column 3)
          {} {} | something follows the JSON value (line 1, column 4)
          """)
  void errorsAreReportedWithTheirPosition(String json, String words) {
    assertThatExceptionOfType(InvalidJson.class).isThrownBy(() -> read(json)).withMessage(words);
  }

  @Test
  void aPositionIsReportedByLineAndColumn() {
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> read("{\n  \"a\": 1,\n  \"b\": \"x\ny\"}"))
        .withMessage(
            "a control character stands in a string; write it as an escape (line 3, column 10)");
  }

  @Test
  void depthAndLengthAreLimited() {
    var deepest = "[".repeat(500) + "]".repeat(500);
    assertThat(accepts(deepest)).isTrue();
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> read("[" + deepest + "]"))
        .withMessage("nested deeper than 500 (line 1, column 501)");
    assertThat(accepts("1".repeat(1_000))).isTrue();
    assertThatExceptionOfType(InvalidJson.class)
        .isThrownBy(() -> read("1".repeat(1_001)))
        .withMessage("a number has at most 1000 characters (line 1, column 1)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\r\n\t"})
  void anEmptyTextHasNoToken(String nothing) {
    assertThat(new JsonTokenReader(nothing).next()).isEqualTo(JsonToken.END);
  }

  @Test
  void aNameIsFoundAtAnyIndexOfTheList() {
    var in = new JsonTokenReader("{\"b\":1,\"\\u0061\":2,\"ab\":3,\"\":4}");
    var names = List.of("a", "b");
    in.next();
    var places = new ArrayList<Integer>();
    while (in.next() == JsonToken.NAME) {
      places.add(in.place(names, 2));
      in.next();
    }
    assertThat(places).containsExactly(1, 0, -1, -1);
  }

  @Test
  void skippedTextCanBeReadUnchanged() {
    var in = new JsonTokenReader("{\"a\": {\"b\": [1, {}]} , \"c\":1}");
    in.next();
    in.next();
    in.next();
    int start = in.start();
    in.skip();
    assertThat(in.since(start)).isEqualTo("{\"b\": [1, {}]}");
    assertThat(in.next()).isEqualTo(JsonToken.NAME);
    assertThat(in.text()).isEqualTo("c");
  }

  private static String mutated(SplittableRandom random) {
    var json = new StringBuilder(ALL);
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      int at = random.nextInt(json.length());
      switch (random.nextInt(3)) {
        case 0 -> json.deleteCharAt(at);
        case 1 -> json.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        default -> json.replace(at, Math.min(json.length(), at + random.nextInt(6)), "");
      }
    }
    return json.toString();
  }

  private static boolean accepts(String json) {
    try {
      read(json);
      return true;
    } catch (InvalidJson _) {
      return false;
    }
  }

  private static boolean judgeAccepts(String json) {
    try {
      judged(json);
      return true;
    } catch (JacksonException _) {
      return false;
    }
  }

  private static @Nullable Object judged(String json) {
    return plain(JUDGE.readValue(json, Object.class));
  }

  /// Whole numbers are equal if their values are.
  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case List<?> list -> {
        var items = new ArrayList<@Nullable Object>();
        list.forEach(item -> items.add(plain(item)));
        yield items;
      }
      case Map<?, ?> map -> {
        var members = new LinkedHashMap<Object, @Nullable Object>();
        map.forEach((name, each) -> members.put(name, plain(each)));
        yield members;
      }
      case Integer number -> BigInteger.valueOf(number);
      case Long number -> BigInteger.valueOf(number);
      case null, default -> value;
    };
  }

  private static @Nullable Object read(String json) {
    var in = new JsonTokenReader(json);
    in.next();
    var value = value(in);
    in.next();
    return value;
  }

  private static @Nullable Object value(JsonTokenReader in) {
    return switch (in.token()) {
      case OBJECT -> {
        var members = new LinkedHashMap<String, @Nullable Object>();
        while (in.next() != JsonToken.END_OBJECT) {
          var name = in.text();
          in.next();
          members.put(name, value(in));
        }
        yield members;
      }
      case ARRAY -> {
        var items = new ArrayList<@Nullable Object>();
        while (in.next() != JsonToken.END_ARRAY) {
          items.add(value(in));
        }
        yield items;
      }
      case STRING -> in.text();
      case WHOLE -> new BigInteger(in.text());
      case DECIMAL -> Double.valueOf(in.text());
      case TRUE -> true;
      case FALSE -> false;
      case NULL -> null;
      case NAME, END_OBJECT, END_ARRAY, END -> throw new AssertionError(in.token());
    };
  }
}
