package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.ATTEMPTS;
import static dev.drover.codec.form.FieldNames.CACHE_READ;
import static dev.drover.codec.form.FieldNames.CACHE_WRITE;
import static dev.drover.codec.form.FieldNames.FAILURES;
import static dev.drover.codec.form.FieldNames.GUARD;
import static dev.drover.codec.form.FieldNames.HISTORY;
import static dev.drover.codec.form.FieldNames.INPUT;
import static dev.drover.codec.form.FieldNames.INSTRUCTIONS;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.KEY;
import static dev.drover.codec.form.FieldNames.LIMITS;
import static dev.drover.codec.form.FieldNames.MESSAGES;
import static dev.drover.codec.form.FieldNames.MISFITS;
import static dev.drover.codec.form.FieldNames.MODEL;
import static dev.drover.codec.form.FieldNames.OUTPUT;
import static dev.drover.codec.form.FieldNames.POLICY;
import static dev.drover.codec.form.FieldNames.PROMPT;
import static dev.drover.codec.form.FieldNames.REASONING;
import static dev.drover.codec.form.FieldNames.RECIPE;
import static dev.drover.codec.form.FieldNames.REPEATS;
import static dev.drover.codec.form.FieldNames.TEXT;
import static dev.drover.codec.form.FieldNames.TOKENS;
import static dev.drover.codec.form.FieldNames.TOOLS;
import static dev.drover.codec.form.FieldNames.TOOLSET;
import static dev.drover.codec.form.FieldNames.TURNS;

import dev.drover.codec.json.FieldName;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import org.jspecify.annotations.Nullable;

/// The settings of a run, and its usage.
final class RunForm {
  private RunForm() {}

  static void write(JsonWriter out, Prompt prompt) {
    out.name(PROMPT);
    out.open();
    TextForm.write(out, TEXT, prompt.text());
    MediaForm.write(out, prompt.media());
    switch (prompt.history()) {
      case Prompt.History.Own _ -> {}
      case Prompt.History.Given(var messages) -> {
        out.name(HISTORY);
        out.open();
        out.field(IS, "given");
        MessageForm.write(out, MESSAGES, messages);
        out.close();
      }
    }
    AnswerTypeForm.write(out, prompt.answer());
    var key = prompt.key();
    if (key != null) {
      out.field(KEY, key.value());
    }
    HookForm.write(out, prompt.rewording());
    out.close();
  }

  static Prompt readPrompt(JsonReader in) {
    in.at(PROMPT).enter();
    var text = TextForm.read(in, TEXT);
    var media = MediaForm.read(in);
    var history = in.has(HISTORY) ? readHistory(in) : Prompt.History.OWN;
    var answer = AnswerTypeForm.read(in);
    return in.leave(
        new Prompt(text, media, history, answer, readKey(in), HookForm.readRewording(in)));
  }

  static @Nullable RunKey readKey(JsonReader in) {
    var key = in.stringOrNull(KEY);
    return key == null ? null : new RunKey(key);
  }

  private static Prompt.History readHistory(JsonReader in) {
    in.enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "given" -> new Prompt.History.Given(MessageForm.readList(in, MESSAGES));
          default -> throw EnumNames.unknown(is);
        });
  }

  static void write(JsonWriter out, RunLimits limits) {
    out.name(LIMITS);
    out.open();
    out.field(TURNS, limits.turns());
    if (limits.tokens() != RunLimits.NO_TOKEN_LIMIT) {
      out.field(TOKENS, limits.tokens());
    }
    out.field(ATTEMPTS, limits.attempts());
    if (!limits.guard().equals(LoopGuard.OFF)) {
      out.name(GUARD);
      out.open();
      out.field(REPEATS, limits.guard().repeats());
      out.field(MISFITS, limits.guard().misfits());
      out.field(FAILURES, limits.guard().failures());
      out.close();
    }
    BudgetForm.writeUnlessNone(out, limits.budgets());
    VerificationForm.writeUnlessNone(out, limits.checks());
    out.close();
  }

  static RunLimits readLimits(JsonReader in) {
    return readLimitsHere(in.at(LIMITS));
  }

  static @Nullable RunLimits readLimitsOrNull(JsonReader in) {
    return in.has(LIMITS) ? readLimitsHere(in) : null;
  }

  private static RunLimits readLimitsHere(JsonReader in) {
    in.enter();
    return in.leave(
        new RunLimits(
            in.smallNumber(TURNS),
            in.number(TOKENS, RunLimits.NO_TOKEN_LIMIT),
            in.smallNumber(ATTEMPTS),
            in.has(GUARD) ? readGuard(in) : LoopGuard.OFF,
            BudgetForm.readOrNone(in),
            VerificationForm.readOrNone(in)));
  }

  private static LoopGuard readGuard(JsonReader in) {
    in.enter();
    return in.leave(
        new LoopGuard(in.smallNumber(REPEATS), in.smallNumber(MISFITS), in.smallNumber(FAILURES)));
  }

  static void write(JsonWriter out, Recipe recipe) {
    out.name(RECIPE);
    out.open();
    out.field(MODEL, recipe.model());
    TextForm.write(out, INSTRUCTIONS, recipe.instructions());
    TextForm.write(out, TOOLS, recipe.tools());
    out.field(TOOLSET, recipe.toolset());
    if (!recipe.policy().isEmpty()) {
      TextForm.write(out, POLICY, recipe.policy());
    }
    out.close();
  }

  static Recipe readRecipe(JsonReader in) {
    return readNextRecipe(in.at(RECIPE));
  }

  static Recipe readNextRecipe(JsonReader in) {
    in.enter();
    return in.leave(
        new Recipe(
            in.string(MODEL),
            TextForm.read(in, INSTRUCTIONS),
            TextForm.readList(in, TOOLS),
            in.string(TOOLSET),
            in.has(POLICY) ? TextForm.readNext(in) : Text.EMPTY));
  }

  /// @param name of this kind of usage
  static void write(JsonWriter out, FieldName name, Usage usage) {
    out.name(name);
    out.open();
    count(out, INPUT, usage.input());
    count(out, OUTPUT, usage.output());
    count(out, CACHE_READ, usage.cacheRead());
    count(out, CACHE_WRITE, usage.cacheWrite());
    count(out, REASONING, usage.reasoning());
    out.close();
  }

  private static void count(JsonWriter out, FieldName name, long tokens) {
    if (tokens != 0) {
      out.field(name, tokens);
    }
  }

  static Usage readUsageOrNone(JsonReader in, FieldName name) {
    return in.has(name) ? readNextUsage(in) : Usage.NONE;
  }

  static Usage readUsage(JsonReader in, FieldName name) {
    return readNextUsage(in.at(name));
  }

  private static Usage readNextUsage(JsonReader in) {
    in.enter();
    return in.leave(
        new Usage(
            in.number(INPUT, 0),
            in.number(OUTPUT, 0),
            in.number(CACHE_READ, 0),
            in.number(CACHE_WRITE, 0),
            in.number(REASONING, 0)));
  }
}
