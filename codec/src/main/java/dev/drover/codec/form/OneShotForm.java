package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.MODEL;
import static dev.drover.codec.form.FieldNames.NAME;
import static dev.drover.codec.form.FieldNames.USAGE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.budget.OneShotRecord;

/// One-shot completions, in addition to the conversation.
final class OneShotForm {
  private OneShotForm() {}

  static void writeFields(JsonWriter out, OneShotRecord shot) {
    out.field(NAME, shot.name());
    out.field(MODEL, shot.model());
    RunForm.write(out, USAGE, shot.usage());
    BudgetForm.writeUnlessNone(out, shot.budgets());
  }

  static OneShotRecord readFields(JsonReader in) {
    return new OneShotRecord(
        in.string(NAME), in.string(MODEL), RunForm.readUsage(in, USAGE), BudgetForm.readOrNone(in));
  }
}
