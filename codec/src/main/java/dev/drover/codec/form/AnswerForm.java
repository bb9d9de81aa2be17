package dev.drover.codec.form;

import static dev.drover.codec.form.Names.ANSWER;
import static dev.drover.codec.form.Names.IS;
import static dev.drover.codec.form.Names.REASON;
import static dev.drover.codec.form.Names.SCOPE;
import static dev.drover.codec.form.Names.THEN;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.Answer;

/// What a person said to an approval request.
final class AnswerForm {
  private AnswerForm() {}

  static void write(JsonWriter out, Answer answer) {
    out.name(ANSWER);
    out.open();
    switch (answer) {
      case Answer.Yes(var scope) -> {
        out.field(IS, "yes");
        out.field(SCOPE, Words.of(scope));
      }
      case Answer.No(var reason, var then) -> {
        out.field(IS, "no");
        out.field(REASON, reason);
        out.field(THEN, Words.of(then));
      }
    }
    out.close();
  }

  static Answer read(JsonReader in) {
    in.at(ANSWER).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "yes" -> new Answer.Yes(Words.scope(in.string(SCOPE)));
          case "no" -> new Answer.No(in.string(REASON), Words.then(in.string(THEN)));
          default -> throw Words.unknown(is);
        });
  }
}
