package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.LABELS;
import static dev.drover.codec.form.FieldNames.OUTCOME;
import static dev.drover.codec.form.FieldNames.REASON;
import static dev.drover.codec.form.FieldNames.TEXT;
import static dev.drover.codec.form.FieldNames.WHY;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import java.util.ArrayList;
import java.util.List;

/// The outcome of a tool call.
final class OutcomeForm {
  private OutcomeForm() {}

  static void write(JsonWriter out, ToolOutcome outcome) {
    out.name(OUTCOME);
    out.open();
    switch (outcome) {
      case ToolOutcome.Succeeded(var content, var media) -> {
        out.field(IS, "succeeded");
        TextForm.write(out, TEXT, content);
        MediaForm.write(out, media);
      }
      case ToolOutcome.Failed(var reason) -> {
        out.field(IS, "failed");
        TextForm.write(out, TEXT, reason);
      }
      case ToolOutcome.Refused(var reason) -> {
        out.field(IS, "refused");
        out.field(REASON, reason);
      }
      case ToolOutcome.Denied(var by, var reason) -> {
        out.field(IS, "denied");
        out.field(BY, by);
        out.field(REASON, reason);
      }
      case ToolOutcome.Unknown(var why) -> {
        out.field(IS, "unknown");
        out.field(WHY, why);
      }
      case ToolOutcome.Cancelled(var why) -> {
        out.field(IS, "cancelled");
        out.field(WHY, why);
      }
    }
    out.close();
  }

  static ToolOutcome read(JsonReader in) {
    in.at(OUTCOME).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "succeeded" ->
              new ToolOutcome.Succeeded(TextForm.read(in, TEXT), MediaForm.read(in));
          case "failed" -> new ToolOutcome.Failed(TextForm.read(in, TEXT));
          case "refused" -> new ToolOutcome.Refused(in.string(REASON));
          case "denied" -> new ToolOutcome.Denied(in.string(BY), in.string(REASON));
          case "unknown" -> new ToolOutcome.Unknown(in.string(WHY));
          case "cancelled" -> new ToolOutcome.Cancelled(in.string(WHY));
          default -> throw EnumNames.unknown(is);
        });
  }

  /// Labels are written next to the outcome, and omitted if there are none.
  static void writeLabels(JsonWriter out, List<Label> labels) {
    if (labels.isEmpty()) {
      return;
    }
    out.name(LABELS);
    out.openList();
    for (var label : labels) {
      out.string(EnumNames.of(label));
    }
    out.closeList();
  }

  static List<Label> readLabels(JsonReader in) {
    if (!in.has(LABELS)) {
      return List.of();
    }
    var labels = new ArrayList<Label>();
    in.enterList();
    while (in.nextElement()) {
      labels.add(EnumNames.label(in.string()));
    }
    return labels;
  }
}
