package dev.drover.internal.schema;

import dev.drover.spi.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;

/// Validates the arguments of a call against the schema of the tool. Safe for use by many threads.
///
/// Schemas with a few plain keywords, which most tools have, are checked here. A schema that uses
/// more of JSON schema requires a [dev.drover.spi.schema.SchemaCompiler] on the class path or
/// module path, such as that of the artifact `drover-schema`.
public final class ArgumentValidator {
  private final ObjectSchema schema;

  private ArgumentValidator(ObjectSchema schema) {
    this.schema = schema;
  }

  /// @throws IllegalArgumentException if the schema is invalid, or cannot be checked here; the
  ///   message names the tool
  public static ArgumentValidator of(ToolSpec spec) {
    return new ArgumentValidator(
        ObjectSchema.of("tool " + spec.name(), "arguments", spec.schema()));
  }

  /// Converts arguments from Java code to the JSON that a model would send.
  ///
  /// @throws IllegalArgumentException naming the value that cannot be written as JSON
  public static String json(Map<String, ?> arguments) {
    return ObjectJson.write(arguments);
  }

  /// The errors of the arguments, by field, for the model to read.
  ///
  /// @return empty if they fit
  public Optional<String> validationError(String argumentsJson) {
    return schema.validationError(argumentsJson);
  }
}
