package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.ANSWERERS;
import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.CONTENT;
import static dev.drover.codec.form.FieldNames.FORM;
import static dev.drover.codec.form.FieldNames.GIVEN;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.ROUND;
import static dev.drover.codec.form.FieldNames.SCHEMA;
import static dev.drover.codec.form.FieldNames.STATE;
import static dev.drover.codec.form.FieldNames.TEXT;
import static dev.drover.codec.form.FieldNames.UNTIL;
import static dev.drover.codec.form.FieldNames.URL;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;

/// Questions of tools, and their answers.
final class QuestionForm {
  private QuestionForm() {}

  static void writeFields(JsonWriter out, Event.QuestionAsked asked) {
    var question = asked.question();
    out.field(ROUND, asked.round());
    TextForm.write(out, TEXT, question.text());
    write(out, question.form());
    if (!question.state().isEmpty()) {
      TextForm.write(out, STATE, question.state());
    }
    TextForm.writeUnlessEmpty(out, ANSWERERS, asked.answerers());
    var until = asked.until();
    if (until != null) {
      out.field(UNTIL, until);
    }
  }

  static Event readAsked(JsonReader in, RunId run, EffectId effect) {
    return new Event.QuestionAsked(
        run,
        effect,
        in.smallNumber(ROUND),
        new ToolQuestion(
            TextForm.read(in, TEXT),
            readForm(in),
            in.has(STATE) ? TextForm.readNext(in) : Text.EMPTY),
        TextForm.readListOrNone(in, ANSWERERS),
        in.instantOrNull(UNTIL));
  }

  private static void write(JsonWriter out, ToolQuestion.Form form) {
    out.name(FORM);
    out.open();
    switch (form) {
      case ToolQuestion.Form.Confirm _ -> out.field(IS, "confirm");
      case ToolQuestion.Form.Fields(var schema) -> {
        out.field(IS, "fields");
        TextForm.write(out, SCHEMA, schema);
      }
      case ToolQuestion.Form.Visit(var url) -> {
        out.field(IS, "visit");
        out.field(URL, url);
      }
    }
    out.close();
  }

  private static ToolQuestion.Form readForm(JsonReader in) {
    in.at(FORM).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "confirm" -> new ToolQuestion.Form.Confirm();
          case "fields" -> new ToolQuestion.Form.Fields(TextForm.read(in, SCHEMA));
          case "visit" -> new ToolQuestion.Form.Visit(in.string(URL));
          default -> throw EnumNames.unknown(is);
        });
  }

  static void writeFields(JsonWriter out, Event.QuestionAnswered answered) {
    writeFields(out, answered.round(), answered.answer(), answered.by());
  }

  static void writeFields(JsonWriter out, Input.AnswerGiven given) {
    writeFields(out, given.round(), given.answer(), given.by());
  }

  private static void writeFields(JsonWriter out, int round, QuestionAnswer answer, String by) {
    out.field(ROUND, round);
    out.name(GIVEN);
    out.open();
    switch (answer) {
      case QuestionAnswer.Accepted(var content) -> {
        out.field(IS, "accepted");
        if (!content.isEmpty()) {
          TextForm.write(out, CONTENT, content);
        }
      }
      case QuestionAnswer.Declined _ -> out.field(IS, "declined");
      case QuestionAnswer.Dismissed _ -> out.field(IS, "dismissed");
    }
    out.close();
    out.field(BY, by);
  }

  static Event readAnswered(JsonReader in, RunId run, EffectId effect) {
    return new Event.QuestionAnswered(
        run, effect, in.smallNumber(ROUND), readAnswer(in), in.string(BY));
  }

  static Input readGiven(JsonReader in, EffectId effect) {
    return new Input.AnswerGiven(effect, in.smallNumber(ROUND), readAnswer(in), in.string(BY));
  }

  private static QuestionAnswer readAnswer(JsonReader in) {
    in.at(GIVEN).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "accepted" ->
              new QuestionAnswer.Accepted(in.has(CONTENT) ? TextForm.readNext(in) : Text.EMPTY);
          case "declined" -> new QuestionAnswer.Declined();
          case "dismissed" -> new QuestionAnswer.Dismissed();
          default -> throw EnumNames.unknown(is);
        });
  }
}
