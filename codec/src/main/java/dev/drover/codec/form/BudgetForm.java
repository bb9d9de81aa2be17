package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.ACCOUNT;
import static dev.drover.codec.form.FieldNames.BUDGETS;
import static dev.drover.codec.form.FieldNames.CACHE_READ;
import static dev.drover.codec.form.FieldNames.CACHE_WRITE;
import static dev.drover.codec.form.FieldNames.HARD;
import static dev.drover.codec.form.FieldNames.INPUT;
import static dev.drover.codec.form.FieldNames.IS;
import static dev.drover.codec.form.FieldNames.MEASURE;
import static dev.drover.codec.form.FieldNames.MODEL;
import static dev.drover.codec.form.FieldNames.NAME;
import static dev.drover.codec.form.FieldNames.OF_RUN;
import static dev.drover.codec.form.FieldNames.OF_SESSION;
import static dev.drover.codec.form.FieldNames.ORIGIN;
import static dev.drover.codec.form.FieldNames.OUTPUT;
import static dev.drover.codec.form.FieldNames.PAYER;
import static dev.drover.codec.form.FieldNames.PRICE;
import static dev.drover.codec.form.FieldNames.SOFT;
import static dev.drover.codec.form.FieldNames.SPENDING;
import static dev.drover.codec.form.FieldNames.SPENT;
import static dev.drover.codec.form.FieldNames.WARNED;

import dev.drover.codec.json.FieldName;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.machine.BudgetUsage;
import dev.drover.kernel.machine.BudgetUsage.Warned;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Budgets and their usage. Measures without a limit are omitted.
final class BudgetForm {
  private static final Map<BudgetMeasure, FieldName> CAPS = names("of_");
  private static final Map<BudgetMeasure, FieldName> AMOUNTS = names("used_");

  private BudgetForm() {}

  private static Map<BudgetMeasure, FieldName> names(String prefix) {
    var names = new EnumMap<BudgetMeasure, FieldName>(BudgetMeasure.class);
    for (var measure : BudgetMeasure.values()) {
      names.put(measure, new FieldName(prefix + EnumNames.of(measure)));
    }
    return names;
  }

  private static FieldName cap(BudgetMeasure measure) {
    return Objects.requireNonNull(CAPS.get(measure));
  }

  private static FieldName amount(BudgetMeasure measure) {
    return Objects.requireNonNull(AMOUNTS.get(measure));
  }

  static void writeUnlessNone(JsonWriter out, BudgetSet budgets) {
    if (!budgets.areNone()) {
      write(out, budgets);
    }
  }

  static void write(JsonWriter out, BudgetSet budgets) {
    out.name(BUDGETS);
    out.open();
    write(out, OF_RUN, budgets.run());
    write(out, OF_SESSION, budgets.session());
    var account = budgets.account();
    if (account != null) {
      out.name(ACCOUNT);
      out.open();
      out.field(NAME, account.name());
      writeCaps(out, account.budget());
      out.close();
    }
    write(out, budgets.price());
    out.close();
  }

  static BudgetSet readOrNone(JsonReader in) {
    return in.has(BUDGETS) ? readNext(in) : BudgetSet.NONE;
  }

  static BudgetSet read(JsonReader in) {
    return readNext(in.at(BUDGETS));
  }

  private static BudgetSet readNext(JsonReader in) {
    in.enter();
    return in.leave(
        new BudgetSet(
            readBudget(in, OF_RUN), readBudget(in, OF_SESSION), readAccount(in), readPrice(in)));
  }

  private static BudgetSet.@Nullable SharedAccount readAccount(JsonReader in) {
    if (!in.has(ACCOUNT)) {
      return null;
    }
    in.enter();
    return in.leave(new BudgetSet.SharedAccount(in.string(NAME), readCaps(in)));
  }

  private static void write(JsonWriter out, FieldName name, Budget budget) {
    if (!budget.equals(Budget.NONE)) {
      out.name(name);
      out.open();
      writeCaps(out, budget);
      out.close();
    }
  }

  private static Budget readBudget(JsonReader in, FieldName name) {
    if (!in.has(name)) {
      return Budget.NONE;
    }
    in.enter();
    return in.leave(readCaps(in));
  }

  private static void writeCaps(JsonWriter out, Budget budget) {
    for (var measure : BudgetMeasure.values()) {
      var cap = budget.of(measure);
      if (!cap.equals(BudgetCap.NONE)) {
        out.name(cap(measure));
        out.open();
        if (cap.isSoft()) {
          out.field(SOFT, cap.soft());
        }
        if (cap.isHard()) {
          out.field(HARD, cap.hard());
        }
        out.close();
      }
    }
  }

  private static Budget readCaps(JsonReader in) {
    return new Budget(
        readCap(in, BudgetMeasure.TOKENS),
        readCap(in, BudgetMeasure.MONEY),
        readCap(in, BudgetMeasure.MODEL_CALLS),
        readCap(in, BudgetMeasure.TOOL_CALLS),
        readCap(in, BudgetMeasure.TIME));
  }

  private static BudgetCap readCap(JsonReader in, BudgetMeasure measure) {
    if (!in.has(cap(measure))) {
      return BudgetCap.NONE;
    }
    in.enter();
    return in.leave(
        new BudgetCap(
            in.number(SOFT, BudgetCap.NONE.soft()), in.number(HARD, BudgetCap.NONE.hard())));
  }

  static void write(JsonWriter out, @Nullable TokenPrice price) {
    if (price != null) {
      out.name(PRICE);
      out.open();
      out.field(INPUT, price.input());
      out.field(OUTPUT, price.output());
      out.field(CACHE_READ, price.cacheRead());
      out.field(CACHE_WRITE, price.cacheWrite());
      out.close();
    }
  }

  static @Nullable TokenPrice readPrice(JsonReader in) {
    if (!in.has(PRICE)) {
      return null;
    }
    in.enter();
    return in.leave(
        new TokenPrice(
            in.number(INPUT), in.number(OUTPUT), in.number(CACHE_READ), in.number(CACHE_WRITE)));
  }

  /// The two fields of a fallback model.
  static void write(JsonWriter out, FallbackModel fallback) {
    out.field(MODEL, fallback.model());
    write(out, fallback.price());
  }

  static FallbackModel readFallback(JsonReader in) {
    return new FallbackModel(in.string(MODEL), readPrice(in));
  }

  /// The two fields that identify a limit.
  static void write(JsonWriter out, BudgetScope payer, BudgetMeasure measure) {
    out.name(PAYER);
    out.open();
    switch (payer) {
      case BudgetScope.OfRun _ -> out.field(IS, "run");
      case BudgetScope.OfSession _ -> out.field(IS, "session");
      case BudgetScope.OfAccount(var name) -> {
        out.field(IS, "account");
        out.field(NAME, name);
      }
    }
    out.close();
    out.field(MEASURE, EnumNames.of(measure));
  }

  static BudgetScope readPayer(JsonReader in) {
    in.at(PAYER).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "run" -> new BudgetScope.OfRun();
          case "session" -> new BudgetScope.OfSession();
          case "account" -> new BudgetScope.OfAccount(in.string(NAME));
          default -> throw EnumNames.unknown(is);
        });
  }

  static BudgetMeasure readMeasure(JsonReader in) {
    return EnumNames.measure(in.string(MEASURE));
  }

  /// Absent if the budgets stay until they are set again.
  static void write(JsonWriter out, BudgetOrigin origin) {
    if (origin != BudgetOrigin.SET) {
      out.field(ORIGIN, EnumNames.of(origin));
    }
  }

  static BudgetOrigin readOrigin(JsonReader in) {
    var word = in.stringOrNull(ORIGIN);
    return word == null ? BudgetOrigin.SET : EnumNames.origin(word);
  }

  /// The budget usage of an idle session.
  static void writeUnlessNone(JsonWriter out, BudgetUsage spending) {
    if (spending.equals(BudgetUsage.NONE)) {
      return;
    }
    out.name(SPENDING);
    out.open();
    writeUnlessNone(out, spending.budgets());
    out.field(ORIGIN, EnumNames.of(spending.origin()));
    out.name(SPENT);
    out.open();
    for (var measure : BudgetMeasure.values()) {
      if (spending.session().of(measure) != 0) {
        out.field(amount(measure), spending.session().of(measure));
      }
    }
    out.close();
    out.name(WARNED);
    out.openList();
    for (var said : spending.warned()) {
      out.open();
      write(out, said.payer(), said.measure());
      out.close();
    }
    out.closeList();
    out.close();
  }

  static BudgetUsage readSpending(JsonReader in) {
    if (!in.has(SPENDING)) {
      return BudgetUsage.NONE;
    }
    in.enter();
    return in.leave(
        BudgetUsage.resting(
            readOrNone(in), EnumNames.origin(in.string(ORIGIN)), readSpent(in), readWarned(in)));
  }

  private static BudgetAmount readSpent(JsonReader in) {
    in.at(SPENT).enter();
    return in.leave(
        new BudgetAmount(
            in.number(amount(BudgetMeasure.TOKENS), 0),
            in.number(amount(BudgetMeasure.MONEY), 0),
            in.number(amount(BudgetMeasure.MODEL_CALLS), 0),
            in.number(amount(BudgetMeasure.TOOL_CALLS), 0),
            in.number(amount(BudgetMeasure.TIME), 0)));
  }

  private static List<Warned> readWarned(JsonReader in) {
    var warned = new ArrayList<Warned>();
    in.at(WARNED).enterList();
    while (in.nextElement()) {
      in.enter();
      warned.add(in.leave(new Warned(readPayer(in), readMeasure(in))));
    }
    return warned;
  }
}
