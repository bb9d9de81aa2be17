package dev.drover.model.http.chat;

import dev.drover.model.http.protocol.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A field of the reply that must go back with it: thoughts as a text, or as a list of details that
/// come in pieces, of which those with the same index belong together.
final class Kept {
  /// What grows from piece to piece; the rest of a detail is said once.
  private static final List<String> GROWING = List.of("text", "summary", "data");

  private final String field;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, Detail> details = new LinkedHashMap<>();

  /// @param field empty for none
  Kept(String field) {
    this.field = field;
  }

  private record Detail(ObjectNode node, Map<String, StringBuilder> growing) {}

  void add(JsonNode delta) {
    var value = field.isEmpty() ? Json.object().path("") : delta.path(field);
    text.append(value.asString(""));
    for (var piece : value) {
      if (piece instanceof ObjectNode object) {
        grow(object);
      }
    }
  }

  private void grow(ObjectNode piece) {
    var place = Json.string(piece, "type") + " " + piece.path("index").asString("");
    var detail =
        details.computeIfAbsent(place, _ -> new Detail(Json.object(), new LinkedHashMap<>()));
    piece
        .properties()
        .forEach(
            each -> {
              if (GROWING.contains(each.getKey()) && each.getValue().isString()) {
                detail
                    .growing()
                    .computeIfAbsent(each.getKey(), _ -> new StringBuilder())
                    .append(each.getValue().stringValue());
              } else if (!each.getValue().isNull()) {
                detail.node().set(each.getKey(), each.getValue());
              }
            });
  }

  /// @return the field as an object of one, as JSON; empty if it never came
  String data() {
    if (!details.isEmpty()) {
      var whole = Json.object();
      var list = whole.putArray(field);
      details
          .values()
          .forEach(
              detail -> {
                detail
                    .growing()
                    .forEach((name, grown) -> detail.node().put(name, grown.toString()));
                list.add(detail.node());
              });
      return Json.text(whole);
    }
    return text.isEmpty() ? "" : Json.text(Json.object().put(field, text.toString()));
  }
}
