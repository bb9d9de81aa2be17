package dev.drover.cli.config;

import dev.drover.cli.host.Refusal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Something that was configured, and where.
///
/// @param values one, or several where a list makes sense
/// @param where for messages: `--store`, `DROVER_STORE`, `store in drover.yaml`
/// @param folder what a relative path is relative to
/// @param entries of a table: by name, and in each by field
record Given(
    List<String> values,
    String where,
    Path folder,
    Map<String, Map<String, List<String>>> entries) {
  Given {
    values = List.copyOf(values);
    entries = Map.copyOf(entries);
  }

  Given(List<String> values, String where, Path folder) {
    this(values, where, folder, Map.of());
  }

  /// One entry of a table.
  Given at(String entry) {
    return new Given(List.of(), "'%s' of %s".formatted(entry, where), folder);
  }

  /// One field of an entry.
  Given field(String name, List<String> said) {
    if (said.size() != 1) {
      throw wrong("%s must be one value".formatted(name), "Correct it.");
    }
    return new Given(said, "%s of %s".formatted(name, where), folder);
  }

  /// What is parted by blanks, or by being a list.
  static List<String> words(List<String> said) {
    return said.stream()
        .flatMap(line -> Arrays.stream(line.strip().split("\\s+", -1)))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  void requireKnown(Collection<String> fields, Collection<String> known) {
    for (var field : fields) {
      if (!known.contains(field)) {
        throw Refusal.usage(
            "unknown_key",
            "%s has no key '%s'".formatted(where, field),
            "Did you mean '%s'?".formatted(Closest.to(field, known)));
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

  Refusal wrong(String detail, String remedy) {
    return Refusal.usage("configuration_invalid", where + ": " + detail, remedy);
  }
}
