package dev.drover.mcp.protocol;

import dev.drover.schema.plain.InvalidJson;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.schema.plain.NotPlainSchema;
import dev.drover.schema.plain.PlainSchema;
import dev.drover.schema.plain.PlainSchemaReader;
import dev.drover.spi.schema.SchemaCompiler;
import dev.drover.spi.schema.SchemaCompiler.CompiledSchema;
import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// A schema of a server that values can be checked against. Nothing that it refers to is fetched.
/// Safe for use by many threads.
public final class SchemaCheck {
  private final PlainSchema plain;
  private final @Nullable CompiledSchema full;

  private SchemaCheck(PlainSchema plain, @Nullable CompiledSchema full) {
    this.plain = plain;
    this.full = full;
  }

  /// @throws IllegalArgumentException if values cannot be checked against it, with a message that
  ///   continues "the schema"
  public static SchemaCheck of(String schema) {
    try {
      return new SchemaCheck(PlainSchemaReader.read(schema), null);
    } catch (NotPlainSchema more) {
      var compiler =
          ServiceLoader.load(SchemaCompiler.class, SchemaCheck.class.getClassLoader())
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException(more.getMessage(), more));
      return new SchemaCheck(PlainSchema.ANYTHING, compiler.compile(schema));
    } catch (InvalidJson broken) {
      throw new IllegalArgumentException("cannot be read: " + broken.describe(), broken);
    }
  }

  /// @return empty if the value matches
  public Optional<String> fault(String json) {
    List<SchemaViolation> faults;
    if (full != null) {
      faults = full.violations(json);
    } else {
      try {
        var in = new JsonTokenReader(json);
        in.next();
        faults = plain.faults(in);
      } catch (InvalidJson broken) {
        return Optional.of(broken.describe());
      }
    }
    return faults.isEmpty()
        ? Optional.empty()
        : Optional.of(SchemaViolation.listed(faults, "the value"));
  }
}
