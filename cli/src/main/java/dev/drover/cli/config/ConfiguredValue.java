package dev.drover.cli.config;

import dev.drover.cli.environment.CliRefusal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// A configured value and its source.
///
/// @param values one, or several where a list makes sense
/// @param where for messages: `--store`, `DROVER_STORE`, `store in drover.yaml`
/// @param folder the base of relative paths
/// @param entries of a table: by name, and in each by field
record ConfiguredValue(
    List<String> values,
    String where,
    Path folder,
    Map<String, Map<String, List<String>>> entries) {
  ConfiguredValue {
    values = List.copyOf(values);
    entries = Map.copyOf(entries);
  }

  ConfiguredValue(List<String> values, String where, Path folder) {
    this(values, where, folder, Map.of());
  }

  /// One entry of a table.
  ConfiguredValue at(String entry) {
    return new ConfiguredValue(List.of(), "'%s' of %s".formatted(entry, where), folder);
  }

  /// One field of an entry.
  ConfiguredValue field(String name, List<String> said) {
    if (said.size() != 1) {
      throw wrong("%s must be one value".formatted(name), "Correct it.");
    }
    return new ConfiguredValue(said, "%s of %s".formatted(name, where), folder);
  }

  /// Splits at blanks, or takes the elements of a list.
  static List<String> words(List<String> said) {
    return said.stream()
        .flatMap(line -> Arrays.stream(line.strip().split("\\s+", -1)))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  void requireKnown(Collection<String> fields, Collection<String> known) {
    for (var field : fields) {
      if (!known.contains(field)) {
        throw CliRefusal.usage(
            "unknown_key",
            "%s has no key '%s'".formatted(where, field),
            "Did you mean '%s'?".formatted(NameSuggestion.to(field, known)));
      }
    }
  }

  String text() {
    return values.getFirst();
  }

  Path path() {
    try {
      return folder.resolve(text()).normalize();
    } catch (InvalidPathException wrong) {
      throw wrong("'%s' is not a path: %s".formatted(text(), wrong.getReason()), "Give a file.");
    }
  }

  long number(long most) {
    if (text().matches("[0-9]{1,18}")) {
      long number = Long.parseLong(text());
      if (number >= 1 && number <= most) {
        return number;
      }
    }
    throw wrong("'%s' is not a number from 1 to %d".formatted(text(), most), "Give a number.");
  }

  CliRefusal wrong(String detail, String remedy) {
    return CliRefusal.usage("configuration_invalid", where + ": " + detail, remedy);
  }
}
