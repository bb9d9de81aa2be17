package dev.drover.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/// The header fields of a call or a reply. Names are compared without regard to case. A value:
/// adding a field makes another one.
public final class HeaderFields {
  public static final HeaderFields NONE = new HeaderFields(Map.of());

  private final Map<String, Named> byName;

  private record Named(String name, List<String> values) {}

  private HeaderFields(Map<String, Named> byName) {
    this.byName = byName;
  }

  /// Reads fields as the HTTP classes of the JDK have them.
  public static HeaderFields of(Map<String, List<String>> fields) {
    var all = NONE;
    for (var field : fields.entrySet()) {
      for (var value : field.getValue()) {
        all = all.with(field.getKey(), value);
      }
    }
    return all;
  }

  /// These, and one more value of a field.
  ///
  /// @throws IllegalArgumentException if the value would end its line
  public HeaderFields with(String name, String value) {
    nonNull(name, "name");
    nonNull(value, "value");
    if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
      throw new IllegalArgumentException("the header field %s has a line break".formatted(name));
    }
    var all = new LinkedHashMap<>(byName);
    var known = all.get(key(name));
    var values = new ArrayList<>(known == null ? List.<String>of() : known.values());
    values.add(value.strip());
    all.put(key(name), new Named(known == null ? name : known.name(), List.copyOf(values)));
    return new HeaderFields(all);
  }

  public Optional<String> first(String name) {
    return all(name).stream().findFirst();
  }

  public List<String> all(String name) {
    var found = byName.get(key(name));
    return found == null ? List.of() : found.values();
  }

  void forEach(BiConsumer<String, List<String>> action) {
    byName.values().forEach(field -> action.accept(field.name(), field.values()));
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeaderFields that && byName.equals(that.byName);
  }

  @Override
  public int hashCode() {
    return byName.hashCode();
  }

  @Override
  public String toString() {
    return byName.values().toString();
  }
}
