package dev.drover.codec.form;

import static dev.drover.codec.form.Names.ABOUT;
import static dev.drover.codec.form.Names.BY;
import static dev.drover.codec.form.Names.CHECK;
import static dev.drover.codec.form.Names.CHECKS;
import static dev.drover.codec.form.Names.EVIDENCE;
import static dev.drover.codec.form.Names.NEED;
import static dev.drover.codec.form.Names.STANDING;
import static dev.drover.codec.form.Names.SUBJECT;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.RunId;
import dev.drover.kernel.Text;
import dev.drover.kernel.VerificationReport;
import java.util.ArrayList;
import java.util.List;

/// What was found when work was checked.
final class VerificationForm {
  private VerificationForm() {}

  /// Has no object of its own: whatever holds a report has these fields.
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

  private static void write(JsonWriter out, CheckOutcome check) {
    out.open();
    out.field(CHECK, check.id());
    out.field(SUBJECT, check.subject());
    out.field(NEED, Words.of(check.need()));
    out.field(STANDING, Words.of(check.standing()));
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

  private static List<CheckOutcome> readChecks(JsonReader in) {
    var checks = new ArrayList<CheckOutcome>();
    in.at(CHECKS).enterList();
    while (in.nextElement()) {
      in.enter();
      checks.add(
          in.leave(
              new CheckOutcome(
                  in.string(CHECK),
                  in.string(SUBJECT),
                  Words.need(in.string(NEED)),
                  Words.standing(in.string(STANDING)),
                  in.has(EVIDENCE) ? TextForm.readNext(in) : Text.EMPTY)));
    }
    return checks;
  }
}
