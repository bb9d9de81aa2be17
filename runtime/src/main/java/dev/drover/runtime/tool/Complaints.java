package dev.drover.runtime.tool;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Words for what the validator found: which field, what was expected, what came.
final class Complaints {
  private static final int MAX_LISTED = 8;

  private final JsonNode schema;

  /// What the whole is called.
  private final String noun;

  /// By place, what was expected there.
  private final Map<String, Set<String>> types = new LinkedHashMap<>();

  /// Places in the schema.
  private final Set<NodePath> mistyped = new HashSet<>();

  private Complaints(JsonNode schema, String noun) {
    this.schema = schema;
    this.noun = noun;
  }

  /// @param schema the root that the errors' schema locations start from
  /// @param noun what the whole is called
  static String words(List<Error> errors, JsonNode schema, String noun) {
    var complaints = new Complaints(schema, noun);
    errors.forEach(complaints::noteTypes);
    var all = new LinkedHashSet<String>();
    for (var error : errors) {
      var path = complaints.path(error.getInstanceLocation());
      if (!complaints.isMistyped(error)) {
        all.add(complaints.words(error, path));
      }
    }
    var listed = all.stream().limit(MAX_LISTED).collect(Collectors.joining("; "));
    return all.size() > MAX_LISTED
        ? "%s; and %d more".formatted(listed, all.size() - MAX_LISTED)
        : listed;
  }

  /// A value of the wrong type is not also complained about for not being in the list.
  private boolean isMistyped(Error error) {
    return error.getKeyword().equals("enum")
        && mistyped.contains(error.getEvaluationPath().getParent());
  }

  /// Alternatives come as one error each; the model should read them together.
  private void noteTypes(Error error) {
    if (error.getKeyword().equals("type")) {
      mistyped.add(error.getEvaluationPath().getParent());
      var expected =
          types.computeIfAbsent(path(error.getInstanceLocation()), _ -> new LinkedHashSet<>());
      var node = error.getSchemaNode();
      if (node.isArray()) {
        node.forEach(each -> expected.add(each.asString()));
      } else {
        expected.add(node.asString());
      }
    }
  }

  private String words(Error error, String path) {
    var got = error.getInstanceNode();
    return switch (error.getKeyword()) {
      case "type" ->
          "%s: expected %s, got %s"
              .formatted(
                  path, String.join(" or ", types.getOrDefault(path, Set.of())), typeOf(got));
      case "required" -> within(path, error.getProperty()) + ": missing, and it is required";
      case "additionalProperties" -> unknown(error, path);
      case "enum" ->
          "%s: expected one of %s, got %s".formatted(path, list(error.getSchemaNode()), show(got));
      case "const" ->
          "%s: expected %s, got %s".formatted(path, show(error.getSchemaNode()), show(got));
      case "format" ->
          "%s: expected a %s, got %s".formatted(path, error.getSchemaNode().asString(), show(got));
      default ->
          got.isValueNode()
              ? "%s: %s, got %s".formatted(path, error.getMessage(), show(got))
              : "%s: %s".formatted(path, error.getMessage());
    };
  }

  private String unknown(Error error, String path) {
    var name = error.getProperty();
    return "%s: %s".formatted(within(path, name), CloseNames.unknown(name, known(error)));
  }

  /// The properties beside the keyword that was broken.
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

  private String path(NodePath location) {
    var path = new StringBuilder();
    for (int i = 0; i < location.getNameCount(); i++) {
      if (location.getElement(i) instanceof Integer index) {
        path.append('[').append(index).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(location.getName(i));
      }
    }
    return path.isEmpty() ? noun : path.toString();
  }

  private String within(String path, String property) {
    return path.equals(noun) ? property : path + "." + property;
  }

  private static String list(JsonNode values) {
    return values.valueStream().map(Complaints::show).collect(Collectors.joining(", "));
  }

  private static String show(JsonNode value) {
    return Excerpt.of(value.toString());
  }

  /// In the words of JSON schema.
  static String typeOf(JsonNode node) {
    if (node.isDouble() && Double.isInfinite(node.doubleValue())) {
      return "a number that is too large";
    }
    if (node.isNumber()) {
      return node.isIntegralNumber() ? "integer" : "number";
    }
    return node.getNodeType().toString().toLowerCase(Locale.ROOT);
  }
}
