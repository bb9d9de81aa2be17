package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.AFTER;
import static dev.drover.codec.form.FieldNames.CODE;
import static dev.drover.codec.form.FieldNames.DETAIL;
import static dev.drover.codec.form.FieldNames.HOLDS;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.PROBLEM;
import static dev.drover.codec.form.FieldNames.REMEDY;
import static dev.drover.codec.form.FieldNames.RETRY;
import static dev.drover.codec.form.FieldNames.TITLE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import java.time.DateTimeException;
import java.time.Duration;

/// A failure: the two fields `problem` and `retry` of the event it belongs to.
final class FailureForm {
  /// The scope of a wait in addition to the call itself; absent if there is none.
  private static final String ACCOUNT = "account";

  private FailureForm() {}

  static void writeFields(JsonWriter out, Failure failure) {
    write(out, failure.problem());
    out.name(RETRY);
    out.open();
    switch (failure.retry()) {
      case Failure.Retry.Never _ -> out.field(IS, "never");
      case Failure.Retry.Later(var after) -> {
        out.field(IS, "later");
        out.field(AFTER, after.toString());
      }
      case Failure.Retry.Throttled(var after) -> {
        out.field(IS, "later");
        out.field(AFTER, after.toString());
        out.field(HOLDS, ACCOUNT);
      }
    }
    out.close();
  }

  static void write(JsonWriter out, Problem problem) {
    out.name(PROBLEM);
    out.open();
    out.field(CODE, problem.code());
    out.field(TITLE, problem.title());
    out.field(DETAIL, problem.detail());
    out.field(REMEDY, problem.remedy());
    out.close();
  }

  static Failure readFields(JsonReader in) {
    return new Failure(readProblem(in), readRetry(in));
  }

  static Problem readProblem(JsonReader in) {
    in.at(PROBLEM).enter();
    return in.leave(
        new Problem(in.string(CODE), in.string(TITLE), in.string(DETAIL), in.string(REMEDY)));
  }

  private static Failure.Retry readRetry(JsonReader in) {
    in.at(RETRY).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "never" -> Failure.Retry.NEVER;
          case "later" -> later(in);
          default -> throw EnumNames.unknown(is);
        });
  }

  private static Failure.Retry later(JsonReader in) {
    var after = duration(in.string(AFTER));
    var holds = in.stringOrNull(HOLDS);
    if (holds == null) {
      return new Failure.Retry.Later(after);
    }
    if (!holds.equals(ACCOUNT)) {
      throw EnumNames.unknown(holds);
    }
    return new Failure.Retry.Throttled(after);
  }

  static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("a duration such as PT2.5S is expected", e);
    }
  }
}
