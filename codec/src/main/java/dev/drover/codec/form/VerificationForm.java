package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.ABOUT;
import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.CHECK;
import static dev.drover.codec.form.FieldNames.CHECKS;
import static dev.drover.codec.form.FieldNames.EVIDENCE;
import static dev.drover.codec.form.FieldNames.NEED;
import static dev.drover.codec.form.FieldNames.STANDING;
import static dev.drover.codec.form.FieldNames.SUBJECT;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;

/// The results of checking work.
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
