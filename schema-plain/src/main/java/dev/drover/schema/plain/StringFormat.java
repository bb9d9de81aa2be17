package dev.drover.schema.plain;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;

/// The formats of strings that follow from Java types, as JSON schema defines them.
public enum StringFormat {
  DATE("date") {
    @Override
    public boolean fits(String text) {
      return isDate(text);
    }
  },
  DATE_TIME("date-time") {
    @Override
    public boolean fits(String text) {
      return isDateTime(text);
    }
  },
  DURATION("duration") {
    @Override
    public boolean fits(String text) {
      return Patterns.DURATION.matcher(text).matches();
    }
  },
  UUID("uuid") {
    @Override
    public boolean fits(String text) {
      return Patterns.UUID.matcher(text).matches();
    }
  },
  URI("uri") {
    @Override
    public boolean fits(String text) {
      return isUri(text);
    }
  };

  private static final int DATE_LENGTH = 10;

  private final String word;

  StringFormat(String word) {
    this.word = word;
  }

  public abstract boolean fits(String text);

  public static Optional<StringFormat> named(String word) {
    for (var format : values()) {
      if (format.word.equals(word)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  private static boolean isDate(String text) {
    try {
      return text.length() == DATE_LENGTH && LocalDate.parse(text).getYear() >= 0;
    } catch (DateTimeException none) {
      return false;
    }
  }

  /// Of RFC 3339. A second above 59 is allowed only for a leap second.
  private static boolean isDateTime(String text) {
    var parts = Patterns.DATE_TIME.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    boolean leaps = parts.group("second").equals("60");
    var second = leaps ? "59" : parts.group("second");
    try {
      var local =
          LocalDateTime.parse(parts.group("date") + "T" + parts.group("minute") + ":" + second);
      var utc = local.atOffset(offset(parts.group("offset"))).withOffsetSameInstant(ZoneOffset.UTC);
      return !leaps || mayLeap(utc);
    } catch (DateTimeException none) {
      return false;
    }
  }

  private static ZoneOffset offset(String text) {
    return text.length() == 1 ? ZoneOffset.UTC : ZoneOffset.of(text);
  }

  private static boolean mayLeap(OffsetDateTime time) {
    var next = time.plusSeconds(1);
    boolean newDay = next.getHour() == 0 && next.getMinute() == 0 && next.getSecond() == 0;
    return newDay && next.getDayOfMonth() == 1 && next.getMonthValue() % 6 == 1;
  }

  /// Of RFC 3986, which allows ASCII only. A scheme alone is a URI too, but Java refuses it.
  private static boolean isUri(String text) {
    if (!text.chars().allMatch(c -> c < 0x7f)) {
      return false;
    }
    try {
      var uri = new URI(text);
      var query = uri.getRawQuery();
      return uri.isAbsolute()
          && (query == null || (query.indexOf('[') < 0 && query.indexOf(']') < 0));
    } catch (URISyntaxException none) {
      return Patterns.BARE_SCHEME.matcher(text).matches();
    }
  }

  /// The name in schemas.
  @Override
  public String toString() {
    return word;
  }

  /// In a separate class, because most tools need none of them.
  private static final class Patterns {
    static final Pattern DATE_TIME =
        Pattern.compile(
            "(?<date>\\d{4}-\\d\\d-\\d\\d)[Tt ](?<minute>\\d\\d:\\d\\d):(?<second>\\d\\d)"
                + "(\\.\\d{1,9})?(?<offset>[Zz]|(?!-00:00)[+-]\\d\\d:\\d\\d)");
    static final Pattern DURATION =
        Pattern.compile(
            "P(\\d+W|(?=[\\dT])(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?)",
            Pattern.CASE_INSENSITIVE);
    static final Pattern UUID =
        Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
    static final Pattern BARE_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:(//)?");
  }
}
