package dev.drover.spi.schema;

import java.util.List;

/// A schema that values can be checked against. Safe for use by many threads.
public interface CompiledSchema {
  /// What does not fit, each with words that are the same in every country.
  ///
  /// @param json a JSON text that has been read before: it is one value, and no object in it has
  ///   two properties of one name
  /// @return empty if it fits
  List<SchemaFault> faults(String json);
}
