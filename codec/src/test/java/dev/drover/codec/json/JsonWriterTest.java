package dev.drover.codec.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWriterTest {
  private static final FieldName A = new FieldName("a");
  private static final FieldName B = new FieldName("b");

  private final JsonWriter out = new JsonWriter();

  @Test
  void commasAreAddedAutomatically() {
    out.open();
    out.name(A);
    out.openList();
    out.number(1);
    out.string("[");
    out.open();
    out.close();
    out.open();
    out.field(A, "{");
    out.field(B, 2);
    out.close();
    out.openList();
    out.closeList();
    out.ordinal('e', 12);
    out.closeList();
    out.field(B, ":");
    out.close();

    assertThat(new String(out.take(), UTF_8))
        .isEqualTo("{\"a\":[1,\"[\",{},{\"a\":\"{\",\"b\":2},[],\"e12\"],\"b\":\":\"}");
  }

  @Test
  void aTakenDocumentIsCompleteAndTheNextOneStartsEmpty() {
    out.string("one");
    var first = out.take();
    out.string("second");

    assertThat(out.take()).isEqualTo("\"second\"".getBytes(UTF_8));
    assertThat(first).isEqualTo("\"one\"".getBytes(UTF_8));
  }

  @Test
  void everySingleCharacterIsReadByJacksonUnchanged() {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      var text = "x" + (char) c + "y";
      assertThat(JacksonReference.read(written(text))).isEqualTo(Map.of("a", text));
    }
  }

  @Test
  void generatedStringsAreReadByJacksonUnchanged() {
    var seed = new TestSeed();
    var random = seed.random();
    for (int i = 0; i < 20_000; i++) {
      var text = RandomStrings.any(random, 40);
      assertThat(JacksonReference.read(written(text))).as("%s", seed).isEqualTo(Map.of("a", text));
    }
  }

  @Test
  void validUnicodeIsWrittenAsPlainUtf8() {
    assertThat(new String(written("é 漢 😀 \u2028 \u007f"), UTF_8))
        .isEqualTo("{\"a\":\"é 漢 😀 \u2028 \u007f\"}");
  }

  @Test
  void aLongStringIsCompleteRegardlessOfItsSurrogatePairs() {
    for (int before = 1020; before < 1028; before++) {
      var text = "a".repeat(before) + "😀".repeat(2000) + "\ud83d";
      assertThat(JacksonReference.read(written(text))).isEqualTo(Map.of("a", text));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9, 10, 99, 100, -1, -10, Long.MAX_VALUE, Long.MIN_VALUE})
  void aNumberIsWrittenInFull(long number) {
    out.number(number);

    assertThat(new String(out.take(), UTF_8)).isEqualTo(Long.toString(number));
  }

  @Test
  void pointsInTimeLookAsTheJdkPrintsThem() {
    var times =
        List.of(
            Instant.EPOCH,
            Instant.MIN,
            Instant.MAX,
            Instant.parse("0000-01-01T00:00:00Z"),
            Instant.parse("0000-01-01T00:00:00Z").minusNanos(1),
            Instant.parse("9999-12-31T23:59:59.999999999Z"),
            Instant.parse("9999-12-31T23:59:59.999999999Z").plusNanos(1),
            Instant.parse("1969-12-31T23:59:59.5Z"),
            Instant.parse("2024-02-29T12:34:56.001Z"),
            Instant.parse("2024-02-29T12:34:56.000001Z"),
            Instant.parse("2024-02-29T12:34:56.000000001Z"));
    for (var time : times) {
      assertThat(printed(time)).isEqualTo("{\"a\":\"" + time + "\"}");
    }
  }

  @Test
  void generatedPointsInTimeLookAsTheJdkPrintsThem() {
    var seed = new TestSeed();
    var random = seed.random();
    long from = Instant.parse("-0100-01-01T00:00:00Z").getEpochSecond();
    long to = Instant.parse("+10100-01-01T00:00:00Z").getEpochSecond();
    var units = List.of(ChronoUnit.SECONDS, ChronoUnit.MILLIS, ChronoUnit.MICROS, ChronoUnit.NANOS);
    for (int i = 0; i < 20_000; i++) {
      var time =
          Instant.ofEpochSecond(random.nextLong(from, to), random.nextInt(1_000_000_000))
              .truncatedTo(units.get(random.nextInt(units.size())));
      assertThat(printed(time)).as("%s", seed).isEqualTo("{\"a\":\"" + time + "\"}");
    }
  }

  private String printed(Instant time) {
    out.open();
    out.field(A, time);
    out.close();
    return new String(out.take(), UTF_8);
  }

  private byte[] written(String text) {
    out.open();
    out.field(A, text);
    out.close();
    return out.take();
  }
}
