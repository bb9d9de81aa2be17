package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.message.CallTerms;
import java.time.Duration;

/// The description of a tool.
///
/// @param schema a JSON schema of type object, as text
/// @param outputLimit the maximum number of bytes that the model is shown; the rest is stored
///   elsewhere
public record ToolSpec(
    String name,
    String description,
    String schema,
    CallTerms terms,
    Duration timeout,
    int outputLimit) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);
  public static final int DEFAULT_OUTPUT_LIMIT = 50 * 1024;

  public ToolSpec {
    NullChecks.nonNull(name, "ToolSpec.name");
    NullChecks.nonNull(description, "ToolSpec.description");
    NullChecks.nonNull(schema, "ToolSpec.schema");
    NullChecks.nonNull(terms, "ToolSpec.terms");
    NullChecks.nonNull(timeout, "ToolSpec.timeout");
    if (!name.matches("[A-Za-z][A-Za-z0-9_-]{0,63}")) {
      throw new IllegalArgumentException(
          "tool name '%s' must be 1 to 64 letters, digits, '_' or '-', and start with a letter"
              .formatted(name));
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("tool %s: timeout must be positive".formatted(name));
    }
    timeout = WaitLimit.cap(timeout);
    if (outputLimit < 1) {
      throw new IllegalArgumentException("tool %s: outputLimit must be positive".formatted(name));
    }
  }

  public ToolSpec(String name, String description, String schema, CallTerms terms) {
    this(name, description, schema, terms, DEFAULT_TIMEOUT, DEFAULT_OUTPUT_LIMIT);
  }
}
