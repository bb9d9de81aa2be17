package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.ABOUT;
import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.CHECK;
import static dev.drover.codec.form.FieldNames.CHECKS;
import static dev.drover.codec.form.FieldNames.COMMAND;
import static dev.drover.codec.form.FieldNames.COMMANDS;
import static dev.drover.codec.form.FieldNames.ENDING;
import static dev.drover.codec.form.FieldNames.EVIDENCE;
import static dev.drover.codec.form.FieldNames.NEED;
import static dev.drover.codec.form.FieldNames.REPAIRS;
import static dev.drover.codec.form.FieldNames.REQUIRED;
import static dev.drover.codec.form.FieldNames.STANDING;
import static dev.drover.codec.form.FieldNames.SUBJECT;
import static dev.drover.codec.form.FieldNames.TEXT;
import static dev.drover.codec.form.FieldNames.VALUE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;

/// Checks of work, their results, and the answer that waits for them.
final class VerificationForm {
  private VerificationForm() {}

  /// Has no object of its own: the enclosing object has these fields.
  static void writeFields(JsonWriter out, VerificationReport report) {
    var run = report.run();
    if (run != null) {
      out.field(ABOUT, run.value());
    }
    out.field(BY, report.by());
    out.name(CHECKS);
    out.openList();
    for (var check : report.checks()) {
      write(out, check);
    }
    out.closeList();
  }

  private static void write(JsonWriter out, VerificationReport.Check check) {
    out.open();
    out.field(CHECK, check.id());
    out.field(SUBJECT, check.subject());
    out.field(NEED, EnumNames.of(check.requirement()));
    out.field(STANDING, EnumNames.of(check.status()));
    if (!check.evidence().isEmpty()) {
      TextForm.write(out, EVIDENCE, check.evidence());
    }
    out.close();
  }

  static VerificationReport readFields(JsonReader in) {
    var run = in.stringOrNull(ABOUT);
    return new VerificationReport(
        run == null ? null : new RunId(run), in.string(BY), readChecks(in));
  }

  /// The answer of a run, to be verified or final: fields of the enclosing object.
  static void writeAnswer(JsonWriter out, RunOutcome.Completed answer) {
    TextForm.write(out, TEXT, answer.text());
    var value = answer.value();
    if (value != null) {
      TextForm.write(out, VALUE, value);
    }
    if (answer.ending() != AnswerEnding.WHOLE) {
      out.field(ENDING, EnumNames.of(answer.ending()));
    }
  }

  static RunOutcome.Completed readAnswer(JsonReader in) {
    return new RunOutcome.Completed(
        TextForm.read(in, TEXT),
        in.has(VALUE) ? TextForm.readNext(in) : null,
        EnumNames.answerEnding(in.stringOrNull(ENDING)));
  }

  /// Absent if there are none.
  static void writeUnlessNone(JsonWriter out, RequiredChecks checks) {
    if (checks.isEmpty()) {
      return;
    }
    out.name(REQUIRED);
    out.open();
    out.name(COMMANDS);
    out.openList();
    for (var check : checks.commands()) {
      out.open();
      out.field(CHECK, check.id());
      out.field(COMMAND, check.command());
      out.close();
    }
    out.closeList();
    out.field(REPAIRS, checks.repairs());
    out.close();
  }

  static RequiredChecks readOrNone(JsonReader in) {
    if (!in.has(REQUIRED)) {
      return RequiredChecks.NONE;
    }
    in.enter();
    return in.leave(new RequiredChecks(readCommands(in), in.smallNumber(REPAIRS)));
  }

  private static List<RequiredChecks.CheckCommand> readCommands(JsonReader in) {
    var commands = new ArrayList<RequiredChecks.CheckCommand>();
    in.at(COMMANDS).enterList();
    while (in.nextElement()) {
      in.enter();
      commands.add(in.leave(new RequiredChecks.CheckCommand(in.string(CHECK), in.string(COMMAND))));
    }
    return commands;
  }

  private static List<VerificationReport.Check> readChecks(JsonReader in) {
    var checks = new ArrayList<VerificationReport.Check>();
    in.at(CHECKS).enterList();
    while (in.nextElement()) {
      in.enter();
      checks.add(
          in.leave(
              new VerificationReport.Check(
                  in.string(CHECK),
                  in.string(SUBJECT),
                  EnumNames.need(in.string(NEED)),
                  EnumNames.standing(in.string(STANDING)),
                  in.has(EVIDENCE) ? TextForm.readNext(in) : Text.EMPTY)));
    }
    return checks;
  }
}
