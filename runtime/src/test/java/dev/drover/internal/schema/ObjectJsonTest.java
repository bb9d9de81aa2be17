package dev.drover.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.internal.tool.ParameterTypes;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The JSON of objects that tools return, and of arguments from Java code.
@Tag("D1")
class ObjectJsonTest {
  static Stream<Arguments> values() {
    return Stream.of(
        row("a\"b", "\"a\\\"b\""),
        row('c', "\"c\""),
        row(true, "true"),
        row(-7L, "-7"),
        row(1.0, "1.0"),
        row(1e300, "1.0E300"),
        row(Double.NaN, "\"NaN\""),
        row(new BigDecimal("0.10"), "0.10"),
        row(new AtomicInteger(3), "3"),
        row(TimeUnit.DAYS, "\"DAYS\""),
        row(Optional.of("x"), "\"x\""),
        row(Optional.empty(), "null"),
        row(OptionalInt.of(1), "1"),
        row(OptionalLong.empty(), "null"),
        row(Instant.EPOCH, "\"1970-01-01T00:00:00Z\""),
        row(LocalDate.of(2026, 3, 1), "\"2026-03-01\""),
        row(LocalTime.of(10, 0), "\"10:00:00\""),
        row(LocalDateTime.of(2026, 3, 1, 10, 0), "\"2026-03-01T10:00:00\""),
        row(
            ZonedDateTime.of(2026, 3, 1, 10, 0, 0, 0, ZoneId.of("Europe/Berlin")),
            "\"2026-03-01T10:00:00+01:00\""),
        row(Year.of(2026), "2026"),
        row(Duration.ofMinutes(90), "\"PT1H30M\""),
        row(new UUID(0, 1), "\"00000000-0000-0000-0000-000000000001\""),
        row(URI.create("https://example.com/"), "\"https://example.com/\""),
        row(Path.of("a", "b"), "\"a/b\""),
        row(new byte[] {1, 2}, "\"AQI=\""),
        row(new int[] {1, 2}, "[1,2]"),
        row(Arrays.asList("a", null), "[\"a\",null]"),
        row(List.of(List.of(), Map.of()), "[[],{}]"),
        row(Map.of(TimeUnit.DAYS, 1), "{\"DAYS\":1}"),
        row(Map.entry("k", 1), "{\"k\":1}"),
        row(new ParameterTypes.Size(1, Optional.of(2)), "{\"width\":1,\"height\":2}"),
        row(new Bean(), "{\"any\":1,\"zoo\":\"z\",\"open\":true,\"more\":[1]}"));
  }

  private static Arguments row(Object value, String json) {
    return Arguments.of(value, json);
  }

  @SuppressWarnings("unused") // Read by reflection only.
  static class Bean {
    public final int any = 1;
    private final String zoo = "z";
    private final boolean open = true;

    public String getZoo() {
      return zoo;
    }

    public boolean isOpen() {
      return open;
    }

    public List<Integer> getMore() {
      return List.of(1);
    }

    public String getter() {
      return "none";
    }

    public String getWith(String argument) {
      return argument;
    }

    public static String getFixed() {
      return "none";
    }

    String getHidden() {
      return "none";
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void aValueIsWrittenWithItsType(Object value, String json) {
    assertThat(ObjectJson.write(value)).isEqualTo(json);
  }

  @Test
  void aCyclicObjectIsRefused() {
    var loop = new ArrayList<Object>();
    loop.add(loop);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectJson.write(loop))
        .withMessage("it is nested deeper than 500; does a java.util.ArrayList contain itself?");
  }

  @Test
  void anObjectWithoutPropertiesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectJson.write(new Object()))
        .withMessage(
            "java.lang.Object has neither getters nor public fields; return a record, a map or"
                + " text");
  }

  @Test
  void aKeyMustNotBeNull() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectJson.write(Collections.singletonMap(null, 1)))
        .withMessage("a map has a key that is null");
  }

  @Test
  void manySiblingsAreNotDeep() {
    var many = new LinkedHashMap<String, Object>();
    for (int i = 0; i < 1_000; i++) {
      many.put("k" + i, List.of());
    }
    assertThat(ObjectJson.write(many)).startsWith("{\"k0\":[],").endsWith("\"k999\":[]}");
  }
}
