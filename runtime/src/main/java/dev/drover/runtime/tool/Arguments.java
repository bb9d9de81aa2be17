package dev.drover.runtime.tool;

import dev.drover.spi.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;

/// Checks what a model sent against the schema of one tool. Safe for use by many threads.
///
/// Schemas of a few plain keywords, which most tools have, are checked here. For one that uses more
/// of JSON schema there must be a [dev.drover.spi.schema.SchemaCompiler] on the class path or
/// module path, as the artifact `drover-schema` has it.
public final class Arguments {
  private final ObjectSchema schema;

  private Arguments(ObjectSchema schema) {
    this.schema = schema;
  }

  /// @throws IllegalArgumentException if the schema is broken, or nobody here can check it, naming
  ///   the tool
  public static Arguments of(ToolSpec spec) {
    return new Arguments(ObjectSchema.of("tool " + spec.name(), "arguments", spec.schema()));
  }

  /// Arguments that Java code gives, as a model would send them.
  ///
  /// @throws IllegalArgumentException saying what cannot be written as JSON
  public static String json(Map<String, ?> arguments) {
    return ObjectJson.write(arguments);
  }

  /// What is wrong with the arguments, each field by name, for the model to read.
  ///
  /// @return empty if they fit
  public Optional<String> complaint(String argumentsJson) {
    return schema.complaint(argumentsJson);
  }
}
