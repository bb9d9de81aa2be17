package dev.drover.runtime.tool;

import dev.drover.spi.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks what a model sent against the schema of one tool. Safe for use by many threads.
///
/// Two readers share the work. Most schemas use a few plain keywords, and most calls are right: for
/// these [PlainSchema] says so from the tokens alone. Whatever it is not sure about goes to
/// [FullSchema], which knows all of JSON schema, has the last word and finds the words; it is slow
/// to load, and is not loaded before it is needed.
public final class Arguments {
  private final String tool;
  private final String schema;
  private final @Nullable PlainSchema plain;

  /// Two threads may both compile it at first; what they get is the same.
  private volatile @Nullable FullSchema full;

  private Arguments(String tool, String schema, @Nullable PlainSchema plain) {
    this.tool = tool;
    this.schema = schema;
    this.plain = plain;
  }

  /// @throws IllegalArgumentException if the schema is broken, naming the tool
  public static Arguments of(ToolSpec spec) {
    var plain = PlainSchema.of(spec.schema()).orElse(null);
    var arguments = new Arguments(spec.name(), spec.schema(), plain);
    if (plain == null) {
      arguments.full();
    }
    return arguments;
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
    return plain != null && plain.surelyFits(argumentsJson)
        ? Optional.empty()
        : full().complaint(argumentsJson);
  }

  private FullSchema full() {
    var compiled = full;
    if (compiled == null) {
      compiled = FullSchema.compile("tool " + tool, "arguments", schema);
      full = compiled;
    }
    return compiled;
  }
}
