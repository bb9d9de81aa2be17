package dev.drover.spi.schema;

import dev.drover.kernel.NullChecks;
import dev.drover.spi.text.Excerpt;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// One thing that does not fit a schema, in words for whoever wrote the value.
///
/// @param place the way to it, such as `lines[1].text`; empty for the whole
/// @param words what was expected and what came, such as `expected string, got integer`
public record SchemaFault(String place, String words) {
  public SchemaFault {
    NullChecks.nonNull(place, "SchemaFault.place");
    NullChecks.nonNull(words, "SchemaFault.words");
  }

  private static final int MAX_LISTED = 8;

  /// @param expected types of JSON schema
  /// @param got one of them, or what else it is
  public static SchemaFault mistyped(Collection<String> expected, String got) {
    return whole("expected %s, got %s".formatted(String.join(" or ", expected), got));
  }

  /// A property that must be given is not there.
  public static SchemaFault missing(String property) {
    return new SchemaFault(property, "missing, and it is required");
  }

  /// A property is there that may not be, and perhaps another one was meant.
  public static SchemaFault unknown(String property, Collection<String> known) {
    return new SchemaFault(property, CloseNames.unknown(property, known));
  }

  /// @param allowed in JSON, as is `got`
  public static SchemaFault notAmong(List<String> allowed, String got) {
    return whole(
        "expected one of %s, got %s"
            .formatted(
                allowed.stream().map(Excerpt::of).collect(Collectors.joining(", ")),
                Excerpt.of(got)));
  }

  /// @param constant in JSON, as is `got`
  public static SchemaFault notThe(String constant, String got) {
    return whole("expected %s, got %s".formatted(Excerpt.of(constant), Excerpt.of(got)));
  }

  /// @param got in JSON
  public static SchemaFault notA(String format, String got) {
    return whole("expected a %s, got %s".formatted(format, Excerpt.of(got)));
  }

  /// @param rule what is broken, such as `must have a minimum value of 1`
  /// @param got in JSON
  public static SchemaFault breaks(String rule, String got) {
    return whole("%s, got %s".formatted(rule, Excerpt.of(got)));
  }

  /// A fault of the whole.
  public static SchemaFault whole(String words) {
    return new SchemaFault("", words);
  }

  /// The same, seen from the object that has it as a property.
  public SchemaFault under(String property) {
    return new SchemaFault(property + separator() + place, words);
  }

  /// The same, seen from the array that has it as an item.
  public SchemaFault at(int index) {
    return new SchemaFault("[" + index + "]" + separator() + place, words);
  }

  private String separator() {
    return place.isEmpty() || place.startsWith("[") ? "" : ".";
  }

  /// A sentence about all of them, as far as anybody would read it. What is said twice is said
  /// once.
  ///
  /// @param whole what the whole is called
  public static String listed(List<SchemaFault> faults, String whole) {
    var all =
        faults.stream()
            .map(fault -> (fault.place.isEmpty() ? whole : fault.place) + ": " + fault.words)
            .distinct()
            .toList();
    var listed = all.stream().limit(MAX_LISTED).collect(Collectors.joining("; "));
    return all.size() > MAX_LISTED
        ? "%s; and %d more".formatted(listed, all.size() - MAX_LISTED)
        : listed;
  }
}
