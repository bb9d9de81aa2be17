package dev.drover.codec.form;

import static dev.drover.codec.form.Names.ANNALS;
import static dev.drover.codec.form.Names.AT;
import static dev.drover.codec.form.Names.BY;
import static dev.drover.codec.form.Names.COMPACTIONS;
import static dev.drover.codec.form.Names.DROPPED;
import static dev.drover.codec.form.Names.IS;
import static dev.drover.codec.form.Names.KEPT;
import static dev.drover.codec.form.Names.REPORTS;
import static dev.drover.codec.form.Names.SEQ;
import static dev.drover.codec.form.Names.SETBACK;
import static dev.drover.codec.form.Names.TRIMMED;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.Annals;
import dev.drover.kernel.Compaction;
import dev.drover.kernel.VerificationReport;
import java.util.ArrayList;
import java.util.List;

/// What a session remembers beside its runs. What it has none of is left out.
final class AnnalsForm {
  private AnnalsForm() {}

  static void writeUnlessEmpty(JsonWriter out, Annals annals) {
    if (annals.equals(Annals.EMPTY)) {
      return;
    }
    out.name(ANNALS);
    out.open();
    if (!annals.reports().isEmpty()) {
      writeReports(out, annals.reports());
    }
    if (!annals.compactions().isEmpty()) {
      writeCompactions(out, annals.compactions());
    }
    if (!annals.tasks().isEmpty()) {
      TaskForm.write(out, annals.tasks());
    }
    HandOffForm.write(out, annals.chain());
    if (annals.setback() > 0) {
      out.field(SETBACK, annals.setback());
    }
    out.close();
  }

  private static void writeReports(JsonWriter out, List<VerificationReport> reports) {
    out.name(REPORTS);
    out.openList();
    for (var report : reports) {
      out.open();
      VerificationForm.writeFields(out, report);
      out.close();
    }
    out.closeList();
  }

  private static void writeCompactions(JsonWriter out, List<Compaction> compactions) {
    out.name(COMPACTIONS);
    out.openList();
    for (var compaction : compactions) {
      out.open();
      out.field(SEQ, compaction.seq());
      out.field(AT, compaction.at());
      out.field(BY, compaction.by());
      out.field(DROPPED, compaction.dropped());
      out.field(KEPT, compaction.kept());
      ShorteningForm.writeUnlessAsked(out, compaction.cause());
      if (compaction.trimmed() > 0) {
        out.field(TRIMMED, compaction.trimmed());
      }
      if (compaction.summed()) {
        out.field(IS, "summed");
      }
      out.close();
    }
    out.closeList();
  }

  static Annals read(JsonReader in) {
    if (!in.has(ANNALS)) {
      return Annals.EMPTY;
    }
    in.enter();
    return in.leave(
        new Annals(
            readReports(in),
            readCompactions(in),
            TaskForm.readList(in),
            HandOffForm.readChain(in),
            in.number(SETBACK, 0)));
  }

  private static List<VerificationReport> readReports(JsonReader in) {
    var reports = new ArrayList<VerificationReport>();
    if (in.has(REPORTS)) {
      in.enterList();
      while (in.nextElement()) {
        in.enter();
        reports.add(in.leave(VerificationForm.readFields(in)));
      }
    }
    return reports;
  }

  private static List<Compaction> readCompactions(JsonReader in) {
    var compactions = new ArrayList<Compaction>();
    if (in.has(COMPACTIONS)) {
      in.enterList();
      while (in.nextElement()) {
        in.enter();
        compactions.add(
            in.leave(
                new Compaction(
                    in.number(SEQ),
                    in.instant(AT),
                    in.string(BY),
                    ShorteningForm.readCause(in),
                    in.smallNumber(DROPPED),
                    in.smallNumber(KEPT),
                    (int) in.number(TRIMMED, 0),
                    in.stringOrNull(IS) != null)));
      }
    }
    return compactions;
  }
}
