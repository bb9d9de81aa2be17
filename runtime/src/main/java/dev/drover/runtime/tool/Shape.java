package dev.drover.runtime.tool;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/// Which JSON fits a Java type. The schema that the model is shown and the reading of what it sends
/// are two methods of one thing, so that they cannot say different things.
interface Shape {
  /// Writes the keywords of the schema, without the braces around them.
  void describe(JsonGenerator schema);

  /// Reads one value. The parser stands on its first token, and on its last one afterwards.
  Object read(JsonParser in) throws Misfit;

  /// Whether the JSON is a string, so that it can be given as plain text.
  default boolean isText() {
    return false;
  }
}
