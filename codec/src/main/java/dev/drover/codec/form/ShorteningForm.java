package dev.drover.codec.form;

import static dev.drover.codec.form.Names.BY;
import static dev.drover.codec.form.Names.CAUSE;
import static dev.drover.codec.form.Names.DROPPED;
import static dev.drover.codec.form.Names.IS;
import static dev.drover.codec.form.Names.KEPT;
import static dev.drover.codec.form.Names.OUTCOME;
import static dev.drover.codec.form.Names.REPLACED;
import static dev.drover.codec.form.Names.SPARED;
import static dev.drover.codec.form.Names.SUMMARY;
import static dev.drover.codec.form.Names.TOKENS;
import static dev.drover.codec.form.Names.TRIMMED;
import static dev.drover.codec.form.Names.USAGE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.codec.json.Name;
import dev.drover.kernel.Cut;
import dev.drover.kernel.Replacement;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.ShorteningOutcome;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import java.util.ArrayList;
import java.util.List;

/// How a conversation was made shorter, or why it was not. What a plain trim has none of is left
/// out, so it has the form that it always had.
final class ShorteningForm {
  private static final String SHORTENED = "shortened";
  private static final String DENIED = "denied";
  private static final String FAILED = "failed";

  private ShorteningForm() {}

  /// Has no object of its own: the event has these fields.
  static void write(JsonWriter out, Shortening shortening) {
    var cut = shortening.cut();
    out.field(BY, shortening.by());
    out.field(DROPPED, cut.dropped());
    out.field(KEPT, cut.kept());
    writeUnlessAsked(out, shortening.cause());
    writePlaces(out, SPARED, cut.spared());
    writePlaces(out, TRIMMED, cut.trimmed());
    if (shortening.isSummedUp()) {
      TextForm.write(out, SUMMARY, shortening.summary());
      RunForm.write(out, USAGE, shortening.usage());
    }
    HookForm.write(out, shortening.marks());
    write(out, shortening.replacements());
  }

  static Shortening read(JsonReader in) {
    var by = in.string(BY);
    int dropped = in.smallNumber(DROPPED);
    int kept = in.smallNumber(KEPT);
    var cause = readCause(in);
    var cut = new Cut(dropped, kept, readPlaces(in, SPARED), readPlaces(in, TRIMMED));
    var summary = in.has(SUMMARY) ? TextForm.readNext(in) : Text.EMPTY;
    var usage = summary.isEmpty() ? Usage.NONE : RunForm.readUsage(in, USAGE);
    return new Shortening(
        by, cause, cut, summary, usage, HookForm.readMarks(in), readReplacements(in));
  }

  /// Has no object of its own either.
  static void write(JsonWriter out, ShorteningDenial denial) {
    out.field(BY, denial.by());
    writeUnlessAsked(out, denial.cause());
    HookForm.write(out, denial.marks());
  }

  static ShorteningDenial readDenial(JsonReader in) {
    return new ShorteningDenial(in.string(BY), readCause(in), HookForm.readMarks(in));
  }

  /// Has no object of its own either.
  static void write(JsonWriter out, ShorteningFailure failure) {
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

  static ShorteningFailure readFailure(JsonReader in) {
    return new ShorteningFailure(
        in.string(BY),
        readCause(in),
        FailureForm.readProblem(in),
        in.number(TOKENS, 0),
        RunForm.readUsageOrNone(in, USAGE),
        readReplacements(in));
  }

  private static void write(JsonWriter out, List<Replacement> replacements) {
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

  private static List<Replacement> readReplacements(JsonReader in) {
    if (!in.has(REPLACED)) {
      return List.of();
    }
    var replacements = new ArrayList<Replacement>();
    in.enterList();
    while (in.nextElement()) {
      in.enter();
      replacements.add(
          in.leave(new Replacement(FailureForm.readFields(in), BudgetForm.readFallback(in))));
    }
    return replacements;
  }

  static void write(JsonWriter out, ShorteningOutcome outcome) {
    out.name(OUTCOME);
    out.open();
    switch (outcome) {
      case Shortening shortening -> {
        out.field(IS, SHORTENED);
        write(out, shortening);
      }
      case ShorteningDenial denial -> {
        out.field(IS, DENIED);
        write(out, denial);
      }
      case ShorteningFailure failure -> {
        out.field(IS, FAILED);
        write(out, failure);
      }
    }
    out.close();
  }

  static ShorteningOutcome readOutcome(JsonReader in) {
    in.at(OUTCOME).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case SHORTENED -> read(in);
          case DENIED -> readDenial(in);
          case FAILED -> readFailure(in);
          default -> throw Words.unknown(is);
        });
  }

  static void writeUnlessAsked(JsonWriter out, Cause cause) {
    if (cause != Cause.ASKED) {
      out.field(CAUSE, Words.of(cause));
    }
  }

  static Cause readCause(JsonReader in) {
    var word = in.stringOrNull(CAUSE);
    return word == null ? Cause.ASKED : Words.cause(word);
  }

  private static void writePlaces(JsonWriter out, Name name, List<Integer> places) {
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

  private static List<Integer> readPlaces(JsonReader in, Name name) {
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
