package dev.drover.schema;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Converts the validator's errors to our messages: the field, the expected value, the actual
/// value.
final class SchemaViolationMapper {
  private final JsonNode schema;

  /// The expected types by location.
  private final Map<NodePath, Set<String>> types = new LinkedHashMap<>();

  /// Locations in the schema.
  private final Set<NodePath> mistyped = new HashSet<>();

  private SchemaViolationMapper(JsonNode schema) {
    this.schema = schema;
  }

  /// @param schema the root that the errors' schema locations start from
  static List<SchemaViolation> of(List<Error> errors, JsonNode schema) {
    var faults = new SchemaViolationMapper(schema);
    errors.forEach(faults::noteTypes);
    var all = new ArrayList<SchemaViolation>();
    for (var error : errors) {
      if (!faults.isMistyped(error)) {
        all.add(placed(faults.fault(error), error.getInstanceLocation()));
      }
    }
    return all;
  }

  /// A value of the wrong type is not also reported for not being in the list.
  private boolean isMistyped(Error error) {
    return error.getKeyword().equals("enum")
        && mistyped.contains(error.getEvaluationPath().getParent());
  }

  /// Alternatives are reported as one error each; the model should read them together.
  private void noteTypes(Error error) {
    if (error.getKeyword().equals("type")) {
      mistyped.add(error.getEvaluationPath().getParent());
      var expected = types.computeIfAbsent(error.getInstanceLocation(), _ -> new LinkedHashSet<>());
      var node = error.getSchemaNode();
      if (node.isArray()) {
        node.forEach(each -> expected.add(each.asString()));
      } else {
        expected.add(node.asString());
      }
    }
  }

  private SchemaViolation fault(Error error) {
    var got = error.getInstanceNode();
    return switch (error.getKeyword()) {
      case "type" ->
          SchemaViolation.mistyped(
              types.getOrDefault(error.getInstanceLocation(), Set.of()), typeOf(got));
      case "required" -> SchemaViolation.missing(error.getProperty());
      case "additionalProperties" -> SchemaViolation.unknown(error.getProperty(), known(error));
      case "enum" ->
          SchemaViolation.notAmong(
              error.getSchemaNode().valueStream().map(JsonNode::toString).toList(), got.toString());
      case "const" -> SchemaViolation.notThe(error.getSchemaNode().toString(), got.toString());
      case "format" -> SchemaViolation.notA(error.getSchemaNode().asString(), got.toString());
      default ->
          got.isValueNode()
              ? SchemaViolation.breaks(error.getMessage(), got.toString())
              : SchemaViolation.whole(error.getMessage());
    };
  }

  /// The properties next to the violated keyword.
  private List<String> known(Error error) {
    var location = error.getSchemaLocation().getFragment();
    var node = schema;
    for (int i = 0; i < location.getNameCount() - 1; i++) {
      node =
          location.getElement(i) instanceof Integer index
              ? node.path(index)
              : node.path(location.getName(i));
    }
    return List.copyOf(node.path("properties").propertyNames());
  }

  private static SchemaViolation placed(SchemaViolation fault, NodePath location) {
    var placed = fault;
    for (int i = location.getNameCount() - 1; i >= 0; i--) {
      placed =
          location.getElement(i) instanceof Integer index
              ? placed.at(index)
              : placed.under(location.getName(i));
    }
    return placed;
  }

  /// The type name of JSON schema.
  private static String typeOf(JsonNode node) {
    if (node.isDouble() && Double.isInfinite(node.doubleValue())) {
      return "a number that is too large";
    }
    if (node.isNumber()) {
      return node.isIntegralNumber() ? "integer" : "number";
    }
    return node.getNodeType().toString().toLowerCase(Locale.ROOT);
  }
}
