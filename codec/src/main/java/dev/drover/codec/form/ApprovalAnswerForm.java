package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.ANSWER;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.REASON;
import static dev.drover.codec.form.FieldNames.SCOPE;
import static dev.drover.codec.form.FieldNames.THEN;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.message.ApprovalAnswer;

/// A person's answer to an approval request.
final class ApprovalAnswerForm {
  private ApprovalAnswerForm() {}

  static void write(JsonWriter out, ApprovalAnswer answer) {
    out.name(ANSWER);
    out.open();
    switch (answer) {
      case ApprovalAnswer.Yes(var scope) -> {
        out.field(IS, "yes");
        out.field(SCOPE, EnumNames.of(scope));
      }
      case ApprovalAnswer.No(var reason, var then) -> {
        out.field(IS, "no");
        out.field(REASON, reason);
        out.field(THEN, EnumNames.of(then));
      }
    }
    out.close();
  }

  static ApprovalAnswer read(JsonReader in) {
    in.at(ANSWER).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "yes" -> new ApprovalAnswer.Yes(EnumNames.scope(in.string(SCOPE)));
          case "no" -> new ApprovalAnswer.No(in.string(REASON), EnumNames.then(in.string(THEN)));
          default -> throw EnumNames.unknown(is);
        });
  }
}
