package dev.drover.spi.schema;

import java.util.List;

/// A schema that values can be validated against. Safe for use by many threads.
public interface CompiledSchema {
  /// The violations, with messages that do not depend on the locale.
  ///
  /// @param json a JSON text that has been parsed before: it is one value, and no object in it has
  ///   duplicate properties
  /// @return empty if the value is valid
  List<SchemaViolation> violations(String json);
}
