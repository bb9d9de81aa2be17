package dev.drover.spi.schema;

import java.util.List;

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
}
