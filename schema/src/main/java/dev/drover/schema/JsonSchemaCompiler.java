package dev.drover.schema;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.drover.spi.schema.SchemaCompiler;
import dev.drover.spi.schema.SchemaCompiler.CompiledSchema;
import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Compiles schemas with the library json-schema-validator.
public final class JsonSchemaCompiler implements SchemaCompiler {
  private static final JsonMapper MAPPER = new JsonMapper();

  /// The messages to the model do not depend on the locale of the process. A format in a schema is
  /// enforced: a call must be fully checked before a person is asked about it.
  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder().locale(Locale.ROOT).formatAssertionsEnabled(true).build();

  public JsonSchemaCompiler() {}

  @Override
  public CompiledSchema compile(String schema) {
    try {
      var root = MAPPER.readTree(schema);
      // A separate registry: two schemas may use one `$id` for different things.
      var compiled = registry().getSchema(root);
      compiled.initializeValidators();
      var form = OfSchemas.REGISTRY.getSchema(SchemaLocation.of(dialect(compiled)));
      var errors = form.validate(root);
      if (!errors.isEmpty()) {
        var faults = SchemaViolationMapper.of(errors, form.getSchemaNode());
        throw new IllegalArgumentException(
            "is not valid: " + SchemaViolation.listed(faults, "schema"));
      }
      return new Full(compiled, root);
    } catch (JacksonException broken) {
      throw new IllegalArgumentException("cannot be read: " + broken.getOriginalMessage(), broken);
    } catch (SchemaException unusable) {
      throw new IllegalArgumentException("cannot be used: " + unusable.getMessage(), unusable);
    }
  }

  private record Full(Schema schema, JsonNode root) implements CompiledSchema {
    @Override
    public List<SchemaViolation> violations(String json) {
      return SchemaViolationMapper.of(schema.validate(MAPPER.readTree(json)), root);
    }
  }

  private static SchemaRegistry registry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaRegistryConfig(CONFIG));
  }

  private static String dialect(Schema schema) {
    return schema.getSchemaContext().getDialect().getId();
  }

  /// The meta-schemas. They never change and are not visible elsewhere, so all compilers share
  /// them.
  private static final class OfSchemas {
    static final SchemaRegistry REGISTRY = registry();
  }
}
