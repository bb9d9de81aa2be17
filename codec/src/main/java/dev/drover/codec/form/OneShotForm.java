package dev.drover.codec.form;

import static dev.drover.codec.form.Names.MODEL;
import static dev.drover.codec.form.Names.NAME;
import static dev.drover.codec.form.Names.USAGE;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.OneShot;

/// What a model was asked beside the conversation.
final class OneShotForm {
  private OneShotForm() {}

  static void writeFields(JsonWriter out, OneShot shot) {
    out.field(NAME, shot.name());
    out.field(MODEL, shot.model());
    RunForm.write(out, USAGE, shot.usage());
    BudgetForm.writeUnlessNone(out, shot.budgets());
  }

  static OneShot readFields(JsonReader in) {
    return new OneShot(
        in.string(NAME), in.string(MODEL), RunForm.readUsage(in, USAGE), BudgetForm.readOrNone(in));
  }
}
