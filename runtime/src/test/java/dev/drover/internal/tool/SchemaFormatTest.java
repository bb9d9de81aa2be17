package dev.drover.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.StringFormat;
import dev.drover.spi.schema.SchemaCompiler;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The formats that are derived from Java types.
@Tag("D1")
class SchemaFormatTest {
  private static final SchemaCompiler COMPILER =
      ServiceLoader.load(SchemaCompiler.class).findFirst().orElseThrow();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          date | 2026-03-01 | true
          date | 2024-02-29 | true
          date | 0000-01-01 | true
          date | 2026-02-29 | false
          date | 2026-1-1 | false
          date | +12345-01-01 | false
          date | -0001-01-01 | false
          date | 2026-03-01T10:00:00Z | false
          date | ~~ | false
          date-time | 2026-03-01T10:00:00Z | true
          date-time | 2026-03-01t10:00:00z | true
          date-time | 2026-03-01 10:00:00Z | true
          date-time | 2026-03-01T10:00:00.123456789+05:30 | true
          date-time | 2026-03-01T10:00:00-18:00 | true
          date-time | 2016-12-31T23:59:60Z | true
          date-time | 2016-12-31T15:59:60-08:00 | true
          date-time | 2016-12-31T22:59:60Z | false
          date-time | 2016-12-30T23:59:60Z | false
          date-time | 2026-03-31T23:59:60Z | false
          date-time | 2026-03-01T10:00:61Z | false
          date-time | 2026-03-01T24:00:00Z | false
          date-time | 2026-02-30T10:00:00Z | false
          date-time | 2026-03-01T10:00Z | false
          date-time | 2026-03-01T10:00:00 | false
          date-time | 2026-03-01T10:00:00.Z | false
          date-time | 2026-03-01T10:00:00.1234567890Z | false
          date-time | 2026-03-01T10:00:00,5Z | false
          date-time | 2026-03-01T10:00:00+0100 | false
          date-time | 2026-03-01T10:00:00+14:60 | false
          date-time | 2026-03-01T10:00:00+18:01 | false
          date-time | 2026-03-01T10:00:00-00:00 | false
          duration | P1Y2M3DT4H5M6S | true
          duration | PT90M | true
          duration | P1YT5S | true
          duration | P1W | true
          duration | pt1h | true
          duration | P | false
          duration | P1DT | false
          duration | P1W2D | false
          duration | P1H | false
          duration | PT1.5S | false
          duration | -P1D | false
          duration | ~~ | false
          uuid | 123e4567-E89B-12d3-a456-426614174000 | true
          uuid | 123e4567-e89b-12d3-a456-42661417400 | false
          uuid | 123e4567e89b12d3a456426614174000 | false
          uri | https://example.com/a?b=c#d | true
          uri | mailto:a@example.com | true
          uri | http://[::1]/ | true
          uri | http: | true
          uri | http:// | true
          uri | /a | false
          uri | a b | false
          uri | http://example.com/ä | false
          uri | http://example.com/?a[1] | false
          uri | http://example.com/%zz | false
          uri | ~~ | false
          """)
  void aFormatFollowsJsonSchema(String format, String text, boolean fits) {
    assertThat(StringFormat.named(format).orElseThrow().fits(text)).isEqualTo(fits);
    var schema = COMPILER.compile("{\"format\":\"%s\"}".formatted(format));
    assertThat(schema.violations(new JsonTextWriter().string(text).toString()).isEmpty())
        .isEqualTo(fits);
  }

  /// The full validator accepts these.
  @ParameterizedTest
  @CsvSource({"duration, p", "duration, P1dt", "uri, //", "uri, 9a:"})
  void anInvalidValueOfAFormatIsNotAccepted(String format, String text) {
    assertThat(StringFormat.named(format).orElseThrow().fits(text)).isFalse();
  }

  /// The full validator accepts only past leap seconds.
  @Test
  void aLeapSecondIsAcceptedAtTheEndOfAnyHalfYear() {
    assertThat(StringFormat.DATE_TIME.fits("2040-06-30T23:59:60Z")).isTrue();
  }
}
