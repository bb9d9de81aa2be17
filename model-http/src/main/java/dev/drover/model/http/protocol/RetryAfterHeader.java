package dev.drover.model.http.protocol;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.function.UnaryOperator;

/// The delay that a server requests.
///
/// A date is compared with the server's own `Date`, not with our clock: the two need not agree, and
/// the difference is what counts. A date without a `Date` header is ignored.
public final class RetryAfterHeader {
  /// The maximum delay for one header; a larger value is not plausible.
  static final Duration LONGEST = Duration.ofDays(1);

  private RetryAfterHeader() {}

  /// @param header returns the value of a header, empty if it is missing
  /// @return zero if there is none, or if it cannot be parsed
  public static Duration of(UnaryOperator<String> header) {
    var millis = decimal(header.apply("retry-after-ms"), 0);
    if (!millis.isZero()) {
      return millis;
    }
    var after = header.apply("retry-after").strip();
    var seconds = decimal(after, 3);
    return seconds.isZero() ? between(header.apply("date"), after) : seconds;
  }

  /// A duration as some providers write it in JSON: `34s`, `0.5s`.
  public static Duration span(String text) {
    return text.endsWith("s") ? decimal(text.substring(0, text.length() - 1), 3) : Duration.ZERO;
  }

  private static Duration decimal(String text, int toMillis) {
    if (!text.strip().matches("\\d{1,12}(\\.\\d{1,9})?")) {
      return Duration.ZERO;
    }
    return bounded(
        Duration.ofMillis(new BigDecimal(text.strip()).movePointRight(toMillis).longValue()));
  }

  private static Duration between(String from, String to) {
    try {
      return bounded(Duration.between(date(from), date(to)));
    } catch (DateTimeException _) {
      return Duration.ZERO;
    }
  }

  private static ZonedDateTime date(String text) {
    return ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
  }

  private static Duration bounded(Duration span) {
    if (span.isNegative()) {
      return Duration.ZERO;
    }
    return span.compareTo(LONGEST) > 0 ? LONGEST : span;
  }
}
