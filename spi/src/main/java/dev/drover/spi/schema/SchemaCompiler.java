package dev.drover.spi.schema;

import dev.drover.kernel.check.NullChecks;
import dev.drover.spi.text.SentenceExcerpt;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// Supports all of JSON Schema. Loaded with [java.util.ServiceLoader], so that the runtime can
/// validate values against any schema without depending on a library.
///
/// Laws:
///
/// 1. A schema that is invalid, or contains a keyword that would not be checked, is rejected when
///    it is compiled and not when it is first used.
/// 2. The dialect is 2020-12 unless the schema names another one.
/// 3. A `format` in a schema is enforced.
/// 4. Nothing is fetched: no schema and no dialect.
/// 5. Schemas are independent of each other, even if they share an id.
///
/// Safe for use by many threads.
public interface SchemaCompiler {
  /// @param schema a JSON object
  /// @throws IllegalArgumentException with a message that continues "the schema", such as "is not
  ///   valid: …"
  CompiledSchema compile(String schema);

  /// A schema that values can be validated against. Safe for use by many threads.
  interface CompiledSchema {
    /// The violations, with messages that do not depend on the locale.
    ///
    /// @param json a JSON text that has been parsed before: it is one value, and no object in it
    ///   has duplicate properties
    /// @return empty if the value is valid
    List<SchemaViolation> violations(String json);
  }

  /// One violation of a schema, with a message for the author of the value.
  ///
  /// @param place the path to it, such as `lines[1].text`; empty for the whole value
  /// @param message the expected and the actual value, such as `expected string, got integer`
  record SchemaViolation(String place, String message) {
    public SchemaViolation {
      NullChecks.nonNull(place, "SchemaViolation.place");
      NullChecks.nonNull(message, "SchemaViolation.message");
    }

    private static final int MAX_LISTED = 8;

    /// @param expected types of JSON Schema
    /// @param got one of them, or a description of another value
    public static SchemaViolation mistyped(Collection<String> expected, String got) {
      return whole("expected %s, got %s".formatted(String.join(" or ", expected), got));
    }

    /// A required property is missing.
    public static SchemaViolation missing(String property) {
      return new SchemaViolation(property, "missing, and it is required");
    }

    /// A property is not allowed; a similar one may have been meant.
    public static SchemaViolation unknown(String property, Collection<String> known) {
      return new SchemaViolation(property, NameSuggestions.unknown(property, known));
    }

    /// @param allowed in JSON, as is `got`
    public static SchemaViolation notAmong(List<String> allowed, String got) {
      return whole(
          "expected one of %s, got %s"
              .formatted(
                  allowed.stream().map(SentenceExcerpt::of).collect(Collectors.joining(", ")),
                  SentenceExcerpt.of(got)));
    }

    /// @param constant in JSON, as is `got`
    public static SchemaViolation notThe(String constant, String got) {
      return whole(
          "expected %s, got %s".formatted(SentenceExcerpt.of(constant), SentenceExcerpt.of(got)));
    }

    /// @param got in JSON
    public static SchemaViolation notA(String format, String got) {
      return whole("expected a %s, got %s".formatted(format, SentenceExcerpt.of(got)));
    }

    /// @param rule the violated rule, such as `must have a minimum value of 1`
    /// @param got in JSON
    public static SchemaViolation breaks(String rule, String got) {
      return whole("%s, got %s".formatted(rule, SentenceExcerpt.of(got)));
    }

    /// A violation by the whole value.
    public static SchemaViolation whole(String words) {
      return new SchemaViolation("", words);
    }

    /// The same violation, relative to the object that has it as a property.
    public SchemaViolation under(String property) {
      return new SchemaViolation(property + separator() + place, message);
    }

    /// The same violation, relative to the array that has it as an item.
    public SchemaViolation at(int index) {
      return new SchemaViolation("[" + index + "]" + separator() + place, message);
    }

    private String separator() {
      return place.isEmpty() || place.startsWith("[") ? "" : ".";
    }

    /// One sentence about all violations, up to a readable length. Duplicates are listed once.
    ///
    /// @param whole the name of the whole value
    public static String listed(List<SchemaViolation> faults, String whole) {
      var all =
          faults.stream()
              .map(fault -> (fault.place.isEmpty() ? whole : fault.place) + ": " + fault.message)
              .distinct()
              .toList();
      var listed = all.stream().limit(MAX_LISTED).collect(Collectors.joining("; "));
      return all.size() > MAX_LISTED
          ? "%s; and %d more".formatted(listed, all.size() - MAX_LISTED)
          : listed;
    }
  }
}
