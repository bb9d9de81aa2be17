package dev.drover.bench.peers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// One line from a contender's JVM to the program that compares them: `@name`, then fields
/// `key=value`, parted by tabs. Other lines are a framework's own and are passed over.
public record Reply(String name, Map<String, String> fields) {
  private static final String MARK = "@";
  private static final String TAB = "\t";

  public Reply {
    fields = Map.copyOf(fields);
  }

  public static Reply of(String name) {
    return new Reply(name, Map.of());
  }

  public Reply with(String key, Object value) {
    var more = new LinkedHashMap<>(fields);
    more.put(key, String.valueOf(value));
    return new Reply(name, more);
  }

  /// The reply a line holds, if it holds one.
  public static Optional<Reply> parse(String line) {
    if (!line.startsWith(MARK)) {
      return Optional.empty();
    }
    var parts = line.substring(MARK.length()).split(TAB, -1);
    var fields = new LinkedHashMap<String, String>();
    for (int i = 1; i < parts.length; i++) {
      int at = parts[i].indexOf('=');
      if (at < 1) {
        throw new IllegalArgumentException("a field is key=value, not '" + parts[i] + "': " + line);
      }
      fields.put(parts[i].substring(0, at), parts[i].substring(at + 1));
    }
    return Optional.of(new Reply(parts[0], fields));
  }

  /// Values lose their line breaks and tabs: they are for people.
  public String line() {
    var line = new StringBuilder(MARK).append(name);
    fields.forEach(
        (key, value) ->
            line.append(TAB).append(key).append('=').append(value.replaceAll("\\s+", " ")));
    return line.toString();
  }

  public String text(String key) {
    var value = fields.get(key);
    if (value == null) {
      throw new IllegalArgumentException("'" + name + "' has no field '" + key + "': " + fields);
    }
    return value;
  }

  public long number(String key) {
    return Long.parseLong(text(key));
  }
}
