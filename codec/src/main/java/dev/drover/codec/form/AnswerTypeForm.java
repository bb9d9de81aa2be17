package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.NAME;
import static dev.drover.codec.form.FieldNames.REPAIRS;
import static dev.drover.codec.form.FieldNames.SCHEMA;
import static dev.drover.codec.form.FieldNames.WANTED;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.message.Prompt.AnswerType;

/// The requested type of answer. Omitted for text.
final class AnswerTypeForm {
  private AnswerTypeForm() {}

  static void write(JsonWriter out, AnswerType answer) {
    switch (answer) {
      case AnswerType.Words _ -> {}
      case AnswerType.Json(var name, var schema, var repairs) -> {
        out.name(WANTED);
        out.open();
        out.field(IS, "json");
        out.field(NAME, name);
        TextForm.write(out, SCHEMA, schema);
        out.field(REPAIRS, repairs);
        out.close();
      }
    }
  }

  static AnswerType read(JsonReader in) {
    if (!in.has(WANTED)) {
      return AnswerType.WORDS;
    }
    in.enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "json" ->
              new AnswerType.Json(
                  in.string(NAME), TextForm.read(in, SCHEMA), in.smallNumber(REPAIRS));
          default -> throw EnumNames.unknown(is);
        });
  }
}
