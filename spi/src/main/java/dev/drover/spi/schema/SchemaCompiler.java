package dev.drover.spi.schema;

/// Knows all of JSON schema. Found with [java.util.ServiceLoader], so that the runtime can check
/// values against any schema without knowing which library does it.
///
/// Laws:
///
/// 1. A schema that is not valid, or that says something which nobody would check, is refused when
///    it is compiled and not when it is first used.
/// 2. The dialect is 2020-12 unless the schema names another.
/// 3. A format that a schema names is demanded.
/// 4. Nothing is fetched: not a schema, not a dialect.
/// 5. Two schemas know nothing of each other, also if they share an id.
///
/// Safe for use by many threads.
public interface SchemaCompiler {
  /// @param schema a JSON object
  /// @throws IllegalArgumentException saying what is wrong with it, as the end of a sentence that
  ///   begins with "the schema", such as "is not valid: …"
  CompiledSchema compile(String schema);
}
