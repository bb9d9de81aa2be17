package dev.drover.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// The table in `hostile-lines.txt`.
final class HostileLines {
  private HostileLines() {}

  /// @param name of the section
  record Row(String name, Policy policy, String line, Policy.Default decision) {
    @Override
    public String toString() {
      return "[%s] %s: %s".formatted(name, decision, RuleEscapes.of(line));
    }
  }

  static List<Row> rows() {
    var rows = new ArrayList<Row>();
    var name = "";
    var text = new StringBuilder();
    var policies = new HashMap<String, Policy>();
    for (var line : text().lines().toList()) {
      int colon = line.indexOf(": ");
      var word = colon < 0 ? "" : line.substring(0, colon);
      if (line.startsWith("[")) {
        name = line;
        text.setLength(0);
      } else if (List.of("deny", "ask", "allow").contains(word)) {
        var decision = Policy.Default.valueOf(word.toUpperCase(Locale.ROOT));
        var policy = policies.computeIfAbsent(text.toString(), Policy::parse);
        rows.add(new Row(name, policy, shell(line, colon), decision));
      } else if (!line.startsWith("#")) {
        text.append(line).append('\n');
      }
    }
    return rows;
  }

  private static String shell(String row, int colon) {
    int comment = row.indexOf(" ⟸");
    return row.substring(colon + 2, comment < 0 ? row.length() : comment)
        .replace('␤', '\n')
        .replace('␍', '\r')
        .replace('␉', '\t')
        .replace('␠', ' ')
        .replace('␀', '\0');
  }

  private static String text() {
    try (InputStream resource = HostileLines.class.getResourceAsStream("hostile-lines.txt")) {
      return new String(Objects.requireNonNull(resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
