package dev.drover.internal.schema;

import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonTokenReader;
import java.io.File;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.Base64;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Writes Java objects as JSON: plain values, dates and times in their ISO form, maps, lists,
/// arrays, records, and for all others the values of their public getters and fields.
///
/// Names and order are those of the source, as in a schema.
final class ObjectJson {
  private final JsonTextWriter out = new JsonTextWriter();
  private int depth;

  private ObjectJson() {}

  /// @throws IllegalArgumentException naming the value that cannot be written
  static String write(Object value) {
    try {
      var json = new ObjectJson();
      json.any(value);
      return json.out.toString();
    } catch (IllegalArgumentException unwritable) {
      throw unwritable;
    } catch (RuntimeException thrown) {
      throw new IllegalArgumentException(ReflectiveFailure.describe(thrown), thrown);
    }
  }

  private void any(@Nullable Object value) {
    switch (value) {
      case null -> out.raw("null");
      case Boolean flag -> out.raw(flag.toString());
      case Number number -> number(number);
      case Optional<?> optional -> any(optional.orElse(null));
      case OptionalInt optional -> any(optional.isPresent() ? optional.getAsInt() : null);
      case OptionalLong optional -> any(optional.isPresent() ? optional.getAsLong() : null);
      case OptionalDouble optional -> any(optional.isPresent() ? optional.getAsDouble() : null);
      default -> {
        var text = text(value);
        if (text == null) {
          within(value);
        } else {
          out.string(text);
        }
      }
    }
  }

  /// A number without a JSON form is written as a string.
  private void number(Number number) {
    switch (number) {
      case Double real when !Double.isFinite(real) -> out.string(real.toString());
      case Float real when !Float.isFinite(real) -> out.string(real.toString());
      case Byte _, Short _, Integer _, Long _, Float _, Double _, BigInteger _, BigDecimal _ ->
          out.raw(number.toString());
      default -> out.raw(new BigDecimal(number.toString()).toString());
    }
  }

  /// @return null if it is not written as a string
  private static @Nullable String text(Object value) {
    return switch (value) {
      case CharSequence text -> text.toString();
      case Enum<?> constant -> constant.name();
      case Character _, UUID _, URI _, URL _, Path _, File _, Currency _ -> value.toString();
      case Locale locale -> locale.toLanguageTag();
      case ZoneId zone -> zone.getId();
      case Class<?> type -> type.getName();
      case Date date -> date.toInstant().toString();
      case LocalTime time -> DateTimeFormatter.ISO_LOCAL_TIME.format(time);
      case LocalDateTime time -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
      case OffsetDateTime time -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
      case ZonedDateTime time -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
      case Year _ -> null;
      case TemporalAccessor _, TemporalAmount _ -> value.toString();
      case char[] chars -> new String(chars);
      case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
      default -> null;
    };
  }

  private void within(Object value) {
    if (++depth > JsonTokenReader.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "it is nested deeper than %d; does a %s contain itself?"
              .formatted(JsonTokenReader.MAX_DEPTH, value.getClass().getName()));
    }
    switch (value) {
      case Year year -> out.raw(year.toString());
      case Map<?, ?> map -> members(map);
      case Map.Entry<?, ?> entry -> {
        out.open();
        member(entry.getKey(), entry.getValue());
        out.close();
      }
      case Iterable<?> items -> {
        out.openList();
        items.forEach(this::any);
        out.closeList();
      }
      case Object array when array.getClass().isArray() -> {
        out.openList();
        for (int i = 0; i < Array.getLength(array); i++) {
          any(Array.get(array, i));
        }
        out.closeList();
      }
      default -> properties(value);
    }
    depth--;
  }

  private void members(Map<?, ?> map) {
    out.open();
    map.forEach(this::member);
    out.close();
  }

  private void member(@Nullable Object name, @Nullable Object value) {
    if (name == null) {
      throw new IllegalArgumentException("a map has a key that is null");
    }
    var text = text(name);
    out.name(text == null ? name.toString() : text);
    any(value);
  }

  private void properties(Object value) {
    out.open();
    ObjectProperties.of(value.getClass())
        .forEach(
            (name, property) -> {
              out.name(name);
              any(property.of(value));
            });
    out.close();
  }
}
