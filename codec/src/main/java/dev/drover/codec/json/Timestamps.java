package dev.drover.codec.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/// Points in time as [Instant#toString] writes them, without its cost: the usual four-digit years
/// are written and read here, the others are left to the JDK.
final class Timestamps {
  static final int MAX_LENGTH = 64;

  private static final int SECONDS_A_DAY = 86_400;
  private static final long YEAR_0 = LocalDate.of(0, 1, 1).toEpochDay() * SECONDS_A_DAY;
  private static final long YEAR_10000 = LocalDate.of(10_000, 1, 1).toEpochDay() * SECONDS_A_DAY;
  private static final int WHOLE_SECONDS = "2026-01-01T00:00:00".length();
  private static final int NANO_DIGITS = 9;

  private Timestamps() {}

  /// @param target has [#MAX_LENGTH] bytes of room
  /// @return where the text ends
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

  /// @throws DateTimeException if that is not a point in time
  static Instant read(byte[] text, int from, int to) {
    if (!isPlain(text, from, to)) {
      return Instant.parse(
          new String(text, from, to - from, java.nio.charset.StandardCharsets.UTF_8));
    }
    var day =
        LocalDate.of(number(text, from, 4), number(text, from + 5, 2), number(text, from + 8, 2));
    int hour = number(text, from + 11, 2);
    int minute = number(text, from + 14, 2);
    int second = number(text, from + 17, 2);
    if (hour > 23 || minute > 59 || second > 59) {
      throw new DateTimeException("no such time of day");
    }
    int nanos = 0;
    for (int i = 0; i < NANO_DIGITS; i++) {
      int digit = from + WHOLE_SECONDS + 1 + i;
      nanos = nanos * 10 + (digit < to - 1 ? text[digit] - '0' : 0);
    }
    return Instant.ofEpochSecond(
        day.toEpochDay() * SECONDS_A_DAY + hour * 3600L + minute * 60L + second, nanos);
  }

  /// Whether it looks like `2026-01-01T00:00:00Z`, with up to nine digits of a fraction.
  private static boolean isPlain(byte[] text, int from, int to) {
    int length = to - from;
    if (length <= WHOLE_SECONDS
        || length > WHOLE_SECONDS + 1 + NANO_DIGITS + 1
        || length == WHOLE_SECONDS + 2
        || text[to - 1] != 'Z') {
      return false;
    }
    for (int i = 0; i < length - 1; i++) {
      byte c = text[from + i];
      boolean fits =
          switch (i) {
            case 4, 7 -> c == '-';
            case 10 -> c == 'T';
            case 13, 16 -> c == ':';
            case 19 -> c == '.';
            default -> c >= '0' && c <= '9';
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] text, int from, int count) {
    int value = 0;
    for (int i = from; i < from + count; i++) {
      value = value * 10 + text[i] - '0';
    }
    return value;
  }
}
