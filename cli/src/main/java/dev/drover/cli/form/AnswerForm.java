package dev.drover.cli.form;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The fields of a question, in the order of its schema.
public record AnswerForm(List<FormField> fields) {
  private static final JsonMapper JSON = new JsonMapper();

  public AnswerForm {
    fields = List.copyOf(fields);
  }

  /// @param schema of a JSON object; if it cannot be read the form is empty
  public static AnswerForm of(String schema) {
    try {
      return of(JSON.readTree(schema));
    } catch (JacksonException unreadable) {
      return new AnswerForm(List.of());
    }
  }

  private static AnswerForm of(JsonNode schema) {
    var required = new HashSet<String>();
    schema.path("required").forEach(name -> required.add(name.asString("")));
    var fields = new ArrayList<FormField>();
    for (var property : schema.path("properties").properties()) {
      var name = property.getKey();
      fields.add(FormField.of(name, property.getValue(), required.contains(name)));
    }
    return new AnswerForm(fields);
  }

  /// An answer without values.
  public static ObjectNode emptyAnswer() {
    return JSON.createObjectNode();
  }
}
