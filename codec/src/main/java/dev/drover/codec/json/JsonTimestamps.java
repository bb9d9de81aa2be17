package dev.drover.codec.json;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/// Points in time as [Instant#toString] writes them, without its cost: the usual four-digit years
/// are written and read here, all others by the JDK.
final class JsonTimestamps {
  static final int MAX_LENGTH = 64;

  private static final int SECONDS_A_DAY = 86_400;
  private static final long YEAR_0 = LocalDate.of(0, 1, 1).toEpochDay() * SECONDS_A_DAY;
  private static final long YEAR_10000 = LocalDate.of(10_000, 1, 1).toEpochDay() * SECONDS_A_DAY;
  private static final int WHOLE_SECONDS = "2026-01-01T00:00:00".length();
  private static final int NANO_DIGITS = 9;

  private JsonTimestamps() {}

  /// @param target has room for [#MAX_LENGTH] bytes
  /// @return the end of the text
  static int write(Instant time, byte[] target, int from) {
    long seconds = time.getEpochSecond();
    if (seconds < YEAR_0 || seconds >= YEAR_10000) {
      return copy(time.toString(), target, from);
    }
    var day = LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_A_DAY));
    int second = Math.floorMod(seconds, SECONDS_A_DAY);
    int at = digits(day.getYear(), 4, target, from);
    target[at++] = '-';
    at = digits(day.getMonthValue(), 2, target, at);
    target[at++] = '-';
    at = digits(day.getDayOfMonth(), 2, target, at);
    target[at++] = 'T';
    at = digits(second / 3600, 2, target, at);
    target[at++] = ':';
    at = digits(second / 60 % 60, 2, target, at);
    target[at++] = ':';
    at = digits(second % 60, 2, target, at);
    at = fraction(time.getNano(), target, at);
    target[at++] = 'Z';
    return at;
  }

  private static int fraction(int nanos, byte[] target, int from) {
    if (nanos == 0) {
      return from;
    }
    target[from] = '.';
    if (nanos % 1_000_000 == 0) {
      return digits(nanos / 1_000_000, 3, target, from + 1);
    }
    return nanos % 1_000 == 0
        ? digits(nanos / 1_000, 6, target, from + 1)
        : digits(nanos, NANO_DIGITS, target, from + 1);
  }

  private static int digits(int value, int count, byte[] target, int from) {
    int rest = value;
    for (int i = from + count - 1; i >= from; i--) {
      target[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return from + count;
  }

  private static int copy(String text, byte[] target, int from) {
    for (int i = 0; i < text.length(); i++) {
      target[from + i] = (byte) text.charAt(i);
    }
    return from + text.length();
  }

  /// @throws DateTimeException if it is not a point in time
  static Instant read(byte[] text, int from, int to) {
    int year = number(text, from, from + 4, to);
    int month = number(text, from + 5, from + 7, to);
    int day = number(text, from + 8, from + 10, to);
    int hour = number(text, from + 11, from + 13, to);
    int minute = number(text, from + 14, from + 16, to);
    int second = number(text, from + 17, from + WHOLE_SECONDS, to);
    int nanos = nanos(text, from + WHOLE_SECONDS, to);
    if ((year | month | day | hour | minute | second | nanos) < 0 || !isPunctuated(text, from)) {
      return Instant.parse(new String(text, from, to - from, StandardCharsets.UTF_8));
    }
    if (hour > 23 || minute > 59 || second > 59) {
      throw new DateTimeException("no such time of day");
    }
    long seconds = LocalDate.of(year, month, day).toEpochDay() * SECONDS_A_DAY;
    return Instant.ofEpochSecond(seconds + hour * 3600L + minute * 60L + second, nanos);
  }

  private static boolean isPunctuated(byte[] text, int from) {
    return text[from + 4] == '-'
        && text[from + 7] == '-'
        && text[from + 10] == 'T'
        && text[from + 13] == ':'
        && text[from + 16] == ':';
  }

  /// Reads the part after the seconds: a `Z`, optionally after a fraction.
  ///
  /// @return negative if it is anything else
  private static int nanos(byte[] text, int from, int to) {
    int digits = to - from - 2;
    if (to <= from || text[to - 1] != 'Z' || digits == 0 || digits > NANO_DIGITS) {
      return -1;
    }
    if (digits < 0) {
      return 0;
    }
    int value = text[from] == '.' ? number(text, from + 1, to - 1, to) : -1;
    for (int i = digits; i < NANO_DIGITS; i++) {
      value *= 10;
    }
    return value;
  }

  /// @return negative if it is not all digits, or reaches beyond the end
  private static int number(byte[] text, int from, int to, int end) {
    if (to > end) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
