package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.BY;
import static dev.drover.codec.form.FieldNames.DEED;
import static dev.drover.codec.form.FieldNames.DIGEST;
import static dev.drover.codec.form.FieldNames.HOOK;
import static dev.drover.codec.form.FieldNames.HOOKS;
import static dev.drover.codec.form.FieldNames.WHY;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The actions of hooks. Omitted if there are none.
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
      out.field(DEED, EnumNames.of(mark.action()));
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
                  EnumNames.deed(in.string(DEED)),
                  Objects.requireNonNullElse(in.stringOrNull(WHY), ""))));
    }
    return marks;
  }

  /// Has no object of its own: the rewritten object has these fields.
  static void write(JsonWriter out, PromptRewrite rewording) {
    write(out, rewording.marks());
    if (!rewording.digest().isEmpty()) {
      out.field(DIGEST, rewording.digest());
    }
  }

  static PromptRewrite readRewording(JsonReader in) {
    var marks = readMarks(in);
    return marks.isEmpty()
        ? PromptRewrite.NONE
        : new PromptRewrite(marks, Objects.requireNonNullElse(in.stringOrNull(DIGEST), ""));
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
