package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.CAUSE;
import static dev.drover.codec.form.FieldNames.DROPPED;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.KEPT;
import static dev.drover.codec.form.FieldNames.OUTCOME;
import static dev.drover.codec.form.FieldNames.REPLACED;
import static dev.drover.codec.form.FieldNames.SPARED;
import static dev.drover.codec.form.FieldNames.SUMMARY;
import static dev.drover.codec.form.FieldNames.TOKENS;
import static dev.drover.codec.form.FieldNames.TRIMMED;
import static dev.drover.codec.form.FieldNames.USAGE;

import dev.drover.codec.json.FieldName;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.ArrayList;
import java.util.List;

/// Compactions of a conversation: applied, denied and failed. Fields that a plain trim does not
/// need are omitted, so its form has never changed.
final class CompactionForm {
  private static final String SHORTENED = "shortened";
  private static final String DENIED = "denied";
  private static final String FAILED = "failed";

  private CompactionForm() {}

  /// Has no object of its own: the event has these fields.
  static void write(JsonWriter out, CompactionOutcome.Applied applied) {
    var cut = applied.cut();
    out.field(BY, applied.by());
    out.field(DROPPED, cut.dropped());
    out.field(KEPT, cut.kept());
    writeUnlessAsked(out, applied.cause());
    writePlaces(out, SPARED, cut.keptUserMessages());
    writePlaces(out, TRIMMED, cut.trimmed());
    if (applied.hasSummary()) {
      TextForm.write(out, SUMMARY, applied.summary());
      RunForm.write(out, USAGE, applied.usage());
    }
    HookForm.write(out, applied.marks());
    write(out, applied.replacements());
  }

  static CompactionOutcome.Applied read(JsonReader in) {
    var by = in.string(BY);
    int dropped = in.smallNumber(DROPPED);
    int kept = in.smallNumber(KEPT);
    var cause = readCause(in);
    var cut =
        new CompactionOutcome.Cut(dropped, kept, readPlaces(in, SPARED), readPlaces(in, TRIMMED));
    var summary = in.has(SUMMARY) ? TextForm.readNext(in) : Text.EMPTY;
    var usage = summary.isEmpty() ? Usage.NONE : RunForm.readUsage(in, USAGE);
    return new CompactionOutcome.Applied(
        by, cause, cut, summary, usage, HookForm.readMarks(in), readReplacements(in));
  }

  /// Has no object of its own either.
  static void write(JsonWriter out, CompactionOutcome.Denied denial) {
    out.field(BY, denial.by());
    writeUnlessAsked(out, denial.cause());
    HookForm.write(out, denial.marks());
  }

  static CompactionOutcome.Denied readDenial(JsonReader in) {
    return new CompactionOutcome.Denied(in.string(BY), readCause(in), HookForm.readMarks(in));
  }

  /// Has no object of its own either.
  static void write(JsonWriter out, CompactionOutcome.Failed failure) {
    out.field(BY, failure.by());
    writeUnlessAsked(out, failure.cause());
    FailureForm.write(out, failure.problem());
    if (failure.tokens() > 0) {
      out.field(TOKENS, failure.tokens());
    }
    if (!failure.usage().equals(Usage.NONE)) {
      RunForm.write(out, USAGE, failure.usage());
    }
    write(out, failure.replacements());
  }

  static CompactionOutcome.Failed readFailure(JsonReader in) {
    return new CompactionOutcome.Failed(
        in.string(BY),
        readCause(in),
        FailureForm.readProblem(in),
        in.number(TOKENS, 0),
        RunForm.readUsageOrNone(in, USAGE),
        readReplacements(in));
  }

  private static void write(JsonWriter out, List<ModelReplacement> replacements) {
    if (replacements.isEmpty()) {
      return;
    }
    out.name(REPLACED);
    out.openList();
    for (var replacement : replacements) {
      out.open();
      FailureForm.writeFields(out, replacement.failure());
      BudgetForm.write(out, replacement.fallback());
      out.close();
    }
    out.closeList();
  }

  private static List<ModelReplacement> readReplacements(JsonReader in) {
    if (!in.has(REPLACED)) {
      return List.of();
    }
    var replacements = new ArrayList<ModelReplacement>();
    in.enterList();
    while (in.nextElement()) {
      in.enter();
      replacements.add(
          in.leave(new ModelReplacement(FailureForm.readFields(in), BudgetForm.readFallback(in))));
    }
    return replacements;
  }

  static void write(JsonWriter out, CompactionOutcome outcome) {
    out.name(OUTCOME);
    out.open();
    switch (outcome) {
      case CompactionOutcome.Applied applied -> {
        out.field(IS, SHORTENED);
        write(out, applied);
      }
      case CompactionOutcome.Denied denial -> {
        out.field(IS, DENIED);
        write(out, denial);
      }
      case CompactionOutcome.Failed failure -> {
        out.field(IS, FAILED);
        write(out, failure);
      }
    }
    out.close();
  }

  static CompactionOutcome readOutcome(JsonReader in) {
    in.at(OUTCOME).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case SHORTENED -> read(in);
          case DENIED -> readDenial(in);
          case FAILED -> readFailure(in);
          default -> throw EnumNames.unknown(is);
        });
  }

  static void writeUnlessAsked(JsonWriter out, Cause cause) {
    if (cause != Cause.ASKED) {
      out.field(CAUSE, EnumNames.of(cause));
    }
  }

  static Cause readCause(JsonReader in) {
    var word = in.stringOrNull(CAUSE);
    return word == null ? Cause.ASKED : EnumNames.cause(word);
  }

  private static void writePlaces(JsonWriter out, FieldName name, List<Integer> places) {
    if (places.isEmpty()) {
      return;
    }
    out.name(name);
    out.openList();
    for (int place : places) {
      out.number(place);
    }
    out.closeList();
  }

  private static List<Integer> readPlaces(JsonReader in, FieldName name) {
    if (!in.has(name)) {
      return List.of();
    }
    var places = new ArrayList<Integer>();
    in.enterList();
    while (in.nextElement()) {
      places.add(in.smallNumber());
    }
    return places;
  }
}
