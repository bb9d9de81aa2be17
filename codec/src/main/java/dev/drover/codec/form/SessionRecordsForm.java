package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.ANNALS;
import static dev.drover.codec.form.FieldNames.AT;
import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.COMPACTIONS;
import static dev.drover.codec.form.FieldNames.DROPPED;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.KEPT;
import static dev.drover.codec.form.FieldNames.REPORTS;
import static dev.drover.codec.form.FieldNames.SEQ;
import static dev.drover.codec.form.FieldNames.SETBACK;
import static dev.drover.codec.form.FieldNames.TRIMMED;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.machine.SessionRecords;
import java.util.ArrayList;
import java.util.List;

/// Records of a session in addition to its runs. Empty ones are omitted.
final class SessionRecordsForm {
  private SessionRecordsForm() {}

  static void writeUnlessEmpty(JsonWriter out, SessionRecords records) {
    if (records.equals(SessionRecords.EMPTY)) {
      return;
    }
    out.name(ANNALS);
    out.open();
    if (!records.reports().isEmpty()) {
      writeReports(out, records.reports());
    }
    if (!records.compactions().isEmpty()) {
      writeCompactions(out, records.compactions());
    }
    if (!records.tasks().isEmpty()) {
      TaskForm.write(out, records.tasks());
    }
    HandOffForm.write(out, records.chain());
    if (records.failedCompactionTokens() > 0) {
      out.field(SETBACK, records.failedCompactionTokens());
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

  private static void writeCompactions(JsonWriter out, List<CompactionRecord> compactions) {
    out.name(COMPACTIONS);
    out.openList();
    for (var compaction : compactions) {
      out.open();
      out.field(SEQ, compaction.seq());
      out.field(AT, compaction.at());
      out.field(BY, compaction.by());
      out.field(DROPPED, compaction.dropped());
      out.field(KEPT, compaction.kept());
      CompactionForm.writeUnlessAsked(out, compaction.cause());
      if (compaction.trimmed() > 0) {
        out.field(TRIMMED, compaction.trimmed());
      }
      if (compaction.summarized()) {
        out.field(IS, "summed");
      }
      out.close();
    }
    out.closeList();
  }

  static SessionRecords read(JsonReader in) {
    if (!in.has(ANNALS)) {
      return SessionRecords.EMPTY;
    }
    in.enter();
    return in.leave(
        new SessionRecords(
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

  private static List<CompactionRecord> readCompactions(JsonReader in) {
    var compactions = new ArrayList<CompactionRecord>();
    if (in.has(COMPACTIONS)) {
      in.enterList();
      while (in.nextElement()) {
        in.enter();
        compactions.add(
            in.leave(
                new CompactionRecord(
                    in.number(SEQ),
                    in.instant(AT),
                    in.string(BY),
                    CompactionForm.readCause(in),
                    in.smallNumber(DROPPED),
                    in.smallNumber(KEPT),
                    (int) in.number(TRIMMED, 0),
                    in.stringOrNull(IS) != null)));
      }
    }
    return compactions;
  }
}
