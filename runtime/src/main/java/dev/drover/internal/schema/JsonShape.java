package dev.drover.internal.schema;

import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonTokenReader;

/// Which JSON fits a Java type. The schema for the model and the parser of its values are two
/// methods of one type, so that they cannot contradict each other.
public interface JsonShape {
  /// Writes the keywords of the schema, without the braces around them.
  void describe(JsonTextWriter schema);

  /// Reads one value. The parser is at its first token before, and at its last one after the call.
  Object read(JsonTokenReader in) throws JsonMismatch;

  /// Whether the JSON is a string, so that it can be given as plain text.
  default boolean isText() {
    return false;
  }
}
