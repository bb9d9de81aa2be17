package dev.drover.model.http.chat;

import dev.drover.model.http.protocol.ProtocolJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A field of the reply that must be sent back with it: reasoning as a text, or as a list of
/// details that come in pieces, of which those with the same index belong together.
final class EchoedField {
  /// Fields that grow from piece to piece; the rest of a detail is sent once.
  private static final List<String> GROWING = List.of("text", "summary", "data");

  private final String field;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, Detail> details = new LinkedHashMap<>();

  /// @param field empty for none
  EchoedField(String field) {
    this.field = field;
  }

  private record Detail(ObjectNode node, Map<String, StringBuilder> growing) {}

  void add(JsonNode delta) {
    var value = field.isEmpty() ? ProtocolJson.object().path("") : delta.path(field);
    text.append(value.asString(""));
    for (var piece : value) {
      if (piece instanceof ObjectNode object) {
        grow(object);
      }
    }
  }

  private void grow(ObjectNode piece) {
    var place = ProtocolJson.string(piece, "type") + " " + piece.path("index").asString("");
    var detail =
        details.computeIfAbsent(
            place, _ -> new Detail(ProtocolJson.object(), new LinkedHashMap<>()));
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

  /// @return the field as an object with one key, as JSON; empty if it never came
  String data() {
    if (!details.isEmpty()) {
      var whole = ProtocolJson.object();
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
      return ProtocolJson.text(whole);
    }
    return text.isEmpty()
        ? ""
        : ProtocolJson.text(ProtocolJson.object().put(field, text.toString()));
  }
}
