package dev.drover.runtime.tool;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A schema with all that JSON schema has, and words for what does not fit it.
final class FullSchema {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /// What is said to the model does not depend on where the process runs. A format that a schema
  /// names is demanded: a call is checked before a person is asked about it, or it is not checked.
  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder().locale(Locale.ROOT).formatAssertionsEnabled(true).build();

  private final Schema schema;
  private final JsonNode root;
  private final String noun;

  private FullSchema(Schema schema, JsonNode root, String noun) {
    this.schema = schema;
    this.root = root;
    this.noun = noun;
  }

  /// @param owner whose schema it is, for the message
  /// @param noun what is checked, for the one who reads what is wrong with it
  /// @throws IllegalArgumentException naming the owner
  static FullSchema compile(String owner, String noun, String text) {
    try {
      var root = read(text);
      if (!root.isObject() || !root.path("type").asString("").equals("object")) {
        throw broken(owner, "must be a JSON object with \"type\": \"object\"");
      }
      // A registry of its own: two tools may use one `$id` for different things.
      var schema = registry().getSchema(root);
      schema.initializeValidators();
      var form = OfSchemas.REGISTRY.getSchema(SchemaLocation.of(dialect(schema)));
      var errors = form.validate(root);
      if (!errors.isEmpty()) {
        throw broken(
            owner, "is not valid: " + Complaints.words(errors, form.getSchemaNode(), noun));
      }
      return new FullSchema(schema, root, noun);
    } catch (Misfit unreadable) {
      throw broken(owner, "cannot be read: " + unreadable.words());
    } catch (SchemaException unusable) {
      throw broken(owner, "cannot be used: " + unusable.getMessage());
    }
  }

  /// @return empty if it fits
  Optional<String> complaint(String json) {
    try {
      var value = read(json);
      if (!value.isObject()) {
        return Optional.of(
            "the %s must be a JSON object, got %s".formatted(noun, Complaints.typeOf(value)));
      }
      var errors = schema.validate(value);
      return errors.isEmpty()
          ? Optional.empty()
          : Optional.of(Complaints.words(errors, root, noun));
    } catch (Misfit unreadable) {
      return Optional.of("the %s cannot be read: %s".formatted(noun, unreadable.words()));
    }
  }

  private static JsonNode read(String json) throws Misfit {
    try (var in = MAPPER.createParser(json)) {
      if (in.nextToken() == null) {
        throw new Misfit("expected a JSON object, got nothing");
      }
      JsonNode value = MAPPER.readTree(in);
      if (in.nextToken() != null) {
        throw new Misfit("something follows the JSON object");
      }
      return value;
    } catch (JacksonException broken) {
      throw Misfit.broken(broken);
    }
  }

  private static SchemaRegistry registry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaRegistryConfig(CONFIG));
  }

  private static String dialect(Schema schema) {
    return schema.getSchemaContext().getDialect().getId();
  }

  private static IllegalArgumentException broken(String owner, String why) {
    return new IllegalArgumentException("%s: its schema %s".formatted(owner, why));
  }

  /// The schemas of schemas. They are known to nobody else and never change, so all share them.
  private static final class OfSchemas {
    static final SchemaRegistry REGISTRY = registry();
  }
}
