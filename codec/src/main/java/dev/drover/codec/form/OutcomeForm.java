package dev.drover.codec.form;

import static dev.drover.codec.form.Names.BY;
import static dev.drover.codec.form.Names.IS;
import static dev.drover.codec.form.Names.LABELS;
import static dev.drover.codec.form.Names.OUTCOME;
import static dev.drover.codec.form.Names.REASON;
import static dev.drover.codec.form.Names.TEXT;
import static dev.drover.codec.form.Names.WHY;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.Label;
import dev.drover.kernel.ToolOutcome;
import java.util.ArrayList;
import java.util.List;

/// How a tool call ended.
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
          default -> throw Words.unknown(is);
        });
  }

  /// Labels stand beside the outcome, and are left out where there are none.
  static void writeLabels(JsonWriter out, List<Label> labels) {
    if (labels.isEmpty()) {
      return;
    }
    out.name(LABELS);
    out.openList();
    for (var label : labels) {
      out.string(Words.of(label));
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
      labels.add(Words.label(in.string()));
    }
    return labels;
  }
}
