package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonText;
import dev.drover.runtime.json.JsonTokens;

/// Which JSON fits a Java type. The schema that the model is shown and the reading of what it sends
/// are two methods of one thing, so that they cannot say different things.
interface Shape {
  /// Writes the keywords of the schema, without the braces around them.
  void describe(JsonText schema);

  /// Reads one value. The parser stands on its first token, and on its last one afterwards.
  Object read(JsonTokens in) throws Misfit;

  /// Whether the JSON is a string, so that it can be given as plain text.
  default boolean isText() {
    return false;
  }
}
