package dev.drover.codec.form;

import static dev.drover.codec.form.Names.ATTEMPTS;
import static dev.drover.codec.form.Names.CACHE_READ;
import static dev.drover.codec.form.Names.CACHE_WRITE;
import static dev.drover.codec.form.Names.FAILURES;
import static dev.drover.codec.form.Names.GUARD;
import static dev.drover.codec.form.Names.HISTORY;
import static dev.drover.codec.form.Names.INPUT;
import static dev.drover.codec.form.Names.INSTRUCTIONS;
import static dev.drover.codec.form.Names.IS;
import static dev.drover.codec.form.Names.KEY;
import static dev.drover.codec.form.Names.LIMITS;
import static dev.drover.codec.form.Names.MESSAGES;
import static dev.drover.codec.form.Names.MISFITS;
import static dev.drover.codec.form.Names.MODEL;
import static dev.drover.codec.form.Names.OUTPUT;
import static dev.drover.codec.form.Names.POLICY;
import static dev.drover.codec.form.Names.PROMPT;
import static dev.drover.codec.form.Names.REASONING;
import static dev.drover.codec.form.Names.RECIPE;
import static dev.drover.codec.form.Names.REPEATS;
import static dev.drover.codec.form.Names.TEXT;
import static dev.drover.codec.form.Names.TOKENS;
import static dev.drover.codec.form.Names.TOOLS;
import static dev.drover.codec.form.Names.TOOLSET;
import static dev.drover.codec.form.Names.TURNS;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.codec.json.Name;
import dev.drover.kernel.Limits;
import dev.drover.kernel.LoopGuard;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import org.jspecify.annotations.Nullable;

/// What a run is started with, and what it used.
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
          default -> throw Words.unknown(is);
        });
  }

  static void write(JsonWriter out, Limits limits) {
    out.name(LIMITS);
    out.open();
    out.field(TURNS, limits.turns());
    if (limits.tokens() != Limits.NO_TOKEN_LIMIT) {
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
    out.close();
  }

  static Limits readLimits(JsonReader in) {
    return readLimitsHere(in.at(LIMITS));
  }

  static @Nullable Limits readLimitsOrNull(JsonReader in) {
    return in.has(LIMITS) ? readLimitsHere(in) : null;
  }

  private static Limits readLimitsHere(JsonReader in) {
    in.enter();
    return in.leave(
        new Limits(
            in.smallNumber(TURNS),
            in.number(TOKENS, Limits.NO_TOKEN_LIMIT),
            in.smallNumber(ATTEMPTS),
            in.has(GUARD) ? readGuard(in) : LoopGuard.OFF,
            BudgetForm.readOrNone(in)));
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

  /// @param name what kind of usage it is
  static void write(JsonWriter out, Name name, Usage usage) {
    out.name(name);
    out.open();
    count(out, INPUT, usage.input());
    count(out, OUTPUT, usage.output());
    count(out, CACHE_READ, usage.cacheRead());
    count(out, CACHE_WRITE, usage.cacheWrite());
    count(out, REASONING, usage.reasoning());
    out.close();
  }

  private static void count(JsonWriter out, Name name, long tokens) {
    if (tokens != 0) {
      out.field(name, tokens);
    }
  }

  static Usage readUsageOrNone(JsonReader in, Name name) {
    return in.has(name) ? readNextUsage(in) : Usage.NONE;
  }

  static Usage readUsage(JsonReader in, Name name) {
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
