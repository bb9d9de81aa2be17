package dev.drover.store.sql;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A few names in one column: one per line, readable by people, and any text is a valid name.
final class NameListColumn {
  private static final Pattern ESCAPED = Pattern.compile("\\\\([\\\\n])");

  private NameListColumn() {}

  static @Nullable String of(List<String> names) {
    return names.isEmpty()
        ? null
        : names.stream()
            .map(name -> name.replace("\\", "\\\\").replace("\n", "\\n"))
            .collect(Collectors.joining("\n"));
  }

  static List<String> read(@Nullable String column) {
    return column == null
        ? List.of()
        : Stream.of(column.split("\n", -1)).map(NameListColumn::name).toList();
  }

  private static String name(String line) {
    return ESCAPED
        .matcher(line)
        .replaceAll(escape -> escape.group(1).equals("n") ? "\n" : Matcher.quoteReplacement("\\"));
  }
}
