package dev.drover.codec.form;

import static dev.drover.codec.form.Names.ACCOUNT;
import static dev.drover.codec.form.Names.BUDGETS;
import static dev.drover.codec.form.Names.CACHE_READ;
import static dev.drover.codec.form.Names.CACHE_WRITE;
import static dev.drover.codec.form.Names.HARD;
import static dev.drover.codec.form.Names.INPUT;
import static dev.drover.codec.form.Names.IS;
import static dev.drover.codec.form.Names.MEASURE;
import static dev.drover.codec.form.Names.MODEL;
import static dev.drover.codec.form.Names.NAME;
import static dev.drover.codec.form.Names.OF_RUN;
import static dev.drover.codec.form.Names.OF_SESSION;
import static dev.drover.codec.form.Names.ORIGIN;
import static dev.drover.codec.form.Names.OUTPUT;
import static dev.drover.codec.form.Names.PAYER;
import static dev.drover.codec.form.Names.PRICE;
import static dev.drover.codec.form.Names.SOFT;
import static dev.drover.codec.form.Names.SPENDING;
import static dev.drover.codec.form.Names.SPENT;
import static dev.drover.codec.form.Names.WARNED;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.codec.json.Name;
import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.Fallback;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;
import dev.drover.kernel.Price;
import dev.drover.kernel.Spending;
import dev.drover.kernel.Spending.Warned;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Budgets, and what was spent of them. What is not limited is left out.
final class BudgetForm {
  private static final Map<Measure, Name> CAPS = names("of_");
  private static final Map<Measure, Name> AMOUNTS = names("used_");

  private BudgetForm() {}

  private static Map<Measure, Name> names(String prefix) {
    var names = new EnumMap<Measure, Name>(Measure.class);
    for (var measure : Measure.values()) {
      names.put(measure, new Name(prefix + Words.of(measure)));
    }
    return names;
  }

  private static Name cap(Measure measure) {
    return Objects.requireNonNull(CAPS.get(measure));
  }

  private static Name amount(Measure measure) {
    return Objects.requireNonNull(AMOUNTS.get(measure));
  }

  static void writeUnlessNone(JsonWriter out, Budgets budgets) {
    if (!budgets.areNone()) {
      write(out, budgets);
    }
  }

  static void write(JsonWriter out, Budgets budgets) {
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

  static Budgets readOrNone(JsonReader in) {
    return in.has(BUDGETS) ? readNext(in) : Budgets.NONE;
  }

  static Budgets read(JsonReader in) {
    return readNext(in.at(BUDGETS));
  }

  private static Budgets readNext(JsonReader in) {
    in.enter();
    return in.leave(
        new Budgets(
            readBudget(in, OF_RUN), readBudget(in, OF_SESSION), readAccount(in), readPrice(in)));
  }

  private static Budgets.@Nullable Shared readAccount(JsonReader in) {
    if (!in.has(ACCOUNT)) {
      return null;
    }
    in.enter();
    return in.leave(new Budgets.Shared(in.string(NAME), readCaps(in)));
  }

  private static void write(JsonWriter out, Name name, Budget budget) {
    if (!budget.equals(Budget.NONE)) {
      out.name(name);
      out.open();
      writeCaps(out, budget);
      out.close();
    }
  }

  private static Budget readBudget(JsonReader in, Name name) {
    if (!in.has(name)) {
      return Budget.NONE;
    }
    in.enter();
    return in.leave(readCaps(in));
  }

  private static void writeCaps(JsonWriter out, Budget budget) {
    for (var measure : Measure.values()) {
      var cap = budget.of(measure);
      if (!cap.equals(Cap.NONE)) {
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
        readCap(in, Measure.TOKENS),
        readCap(in, Measure.MONEY),
        readCap(in, Measure.MODEL_CALLS),
        readCap(in, Measure.TOOL_CALLS),
        readCap(in, Measure.TIME));
  }

  private static Cap readCap(JsonReader in, Measure measure) {
    if (!in.has(cap(measure))) {
      return Cap.NONE;
    }
    in.enter();
    return in.leave(new Cap(in.number(SOFT, Cap.NONE.soft()), in.number(HARD, Cap.NONE.hard())));
  }

  static void write(JsonWriter out, @Nullable Price price) {
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

  static @Nullable Price readPrice(JsonReader in) {
    if (!in.has(PRICE)) {
      return null;
    }
    in.enter();
    return in.leave(
        new Price(
            in.number(INPUT), in.number(OUTPUT), in.number(CACHE_READ), in.number(CACHE_WRITE)));
  }

  /// The two fields that say who goes on in the place of another.
  static void write(JsonWriter out, Fallback fallback) {
    out.field(MODEL, fallback.model());
    write(out, fallback.price());
  }

  static Fallback readFallback(JsonReader in) {
    return new Fallback(in.string(MODEL), readPrice(in));
  }

  /// The two fields that say what is limited.
  static void write(JsonWriter out, Payer payer, Measure measure) {
    out.name(PAYER);
    out.open();
    switch (payer) {
      case Payer.OfRun _ -> out.field(IS, "run");
      case Payer.OfSession _ -> out.field(IS, "session");
      case Payer.OfAccount(var name) -> {
        out.field(IS, "account");
        out.field(NAME, name);
      }
    }
    out.close();
    out.field(MEASURE, Words.of(measure));
  }

  static Payer readPayer(JsonReader in) {
    in.at(PAYER).enter();
    var is = in.string(IS);
    return in.leave(
        switch (is) {
          case "run" -> new Payer.OfRun();
          case "session" -> new Payer.OfSession();
          case "account" -> new Payer.OfAccount(in.string(NAME));
          default -> throw Words.unknown(is);
        });
  }

  static Measure readMeasure(JsonReader in) {
    return Words.measure(in.string(MEASURE));
  }

  /// What an idle session has spent.
  static void writeUnlessNone(JsonWriter out, Spending spending) {
    if (spending.equals(Spending.NONE)) {
      return;
    }
    out.name(SPENDING);
    out.open();
    writeUnlessNone(out, spending.budgets());
    out.field(ORIGIN, Words.of(spending.origin()));
    out.name(SPENT);
    out.open();
    for (var measure : Measure.values()) {
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

  static Spending readSpending(JsonReader in) {
    if (!in.has(SPENDING)) {
      return Spending.NONE;
    }
    in.enter();
    return in.leave(
        Spending.resting(
            readOrNone(in), Words.origin(in.string(ORIGIN)), readSpent(in), readWarned(in)));
  }

  private static Amount readSpent(JsonReader in) {
    in.at(SPENT).enter();
    return in.leave(
        new Amount(
            in.number(amount(Measure.TOKENS), 0),
            in.number(amount(Measure.MONEY), 0),
            in.number(amount(Measure.MODEL_CALLS), 0),
            in.number(amount(Measure.TOOL_CALLS), 0),
            in.number(amount(Measure.TIME), 0)));
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
