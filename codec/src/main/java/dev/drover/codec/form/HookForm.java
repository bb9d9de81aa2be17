package dev.drover.codec.form;

import static dev.drover.codec.form.Names.BY;
import static dev.drover.codec.form.Names.DEED;
import static dev.drover.codec.form.Names.DIGEST;
import static dev.drover.codec.form.Names.HOOK;
import static dev.drover.codec.form.Names.HOOKS;
import static dev.drover.codec.form.Names.WHY;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.PromptDenial;
import dev.drover.kernel.Rewording;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What hooks did. Where none did anything there is no field.
final class HookForm {
  private HookForm() {}

  static void write(JsonWriter out, List<HookMark> marks) {
    if (marks.isEmpty()) {
      return;
    }
    out.name(HOOKS);
    out.openList();
    for (var mark : marks) {
      out.open();
      out.field(HOOK, mark.hook());
      out.field(DEED, Words.of(mark.deed()));
      if (!mark.why().isEmpty()) {
        out.field(WHY, mark.why());
      }
      out.close();
    }
    out.closeList();
  }

  static List<HookMark> readMarks(JsonReader in) {
    if (!in.has(HOOKS)) {
      return List.of();
    }
    var marks = new ArrayList<HookMark>();
    in.enterList();
    while (in.nextElement()) {
      in.enter();
      marks.add(
          in.leave(
              new HookMark(
                  in.string(HOOK),
                  Words.deed(in.string(DEED)),
                  Objects.requireNonNullElse(in.stringOrNull(WHY), ""))));
    }
    return marks;
  }

  /// Has no object of its own: what was reworded has these fields.
  static void write(JsonWriter out, Rewording rewording) {
    write(out, rewording.marks());
    if (!rewording.digest().isEmpty()) {
      out.field(DIGEST, rewording.digest());
    }
  }

  static Rewording readRewording(JsonReader in) {
    var marks = readMarks(in);
    return marks.isEmpty()
        ? Rewording.NONE
        : new Rewording(marks, Objects.requireNonNullElse(in.stringOrNull(DIGEST), ""));
  }

  /// Has no object of its own either.
  static void write(JsonWriter out, PromptDenial denial) {
    out.field(BY, denial.by());
    out.field(DIGEST, denial.digest());
    write(out, denial.marks());
  }

  static PromptDenial readDenial(JsonReader in) {
    return new PromptDenial(in.string(BY), in.string(DIGEST), readMarks(in));
  }
}
