package dev.drover.bench.peers.parent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What every report says, whoever is compared: how the kill test ended, who is better than the one
/// that ratios are about, and what could not be measured.
record Comparison(List<Figures> all, Figures reference) {
  Comparison {
    all = List.copyOf(all);
  }

  static Comparison of(Contest contest, List<Figures> all) {
    var reference =
        all.stream()
            .filter(each -> each.peer().name().equals(contest.reference()))
            .findFirst()
            .orElseThrow();
    return new Comparison(all, reference);
  }

  /// Something of which less is better.
  ///
  /// @param of gives NaN where it was not measured
  record Cost(String name, ToDoubleFunction<Figures> of) {
    static Cost median(String name, Function<Figures, Samples> samples) {
      return new Cost(name, figures -> Cost.median(samples.apply(figures)));
    }

    /// Of runs in a second, told as seconds a run.
    static Cost time(String name, int threads) {
      return new Cost(name, figures -> 1 / median(figures.speed(threads)));
    }

    private static double median(Samples samples) {
      return samples.isEmpty() ? Double.NaN : samples.median();
    }
  }

  /// Everything in which somebody is better than the reference, and how much.
  String losses(List<Cost> costs) {
    var lines = new ArrayList<String>();
    for (var cost : costs) {
      var better = better(cost);
      if (!better.isEmpty()) {
        lines.add(cost.name() + ": " + String.join(", ", better));
      }
    }
    return Markdown.bullets(lines.isEmpty() ? List.of("nowhere") : lines);
  }

  private List<String> better(Cost cost) {
    double ours = cost.of().applyAsDouble(reference);
    return all.stream()
        .filter(each -> cost.of().applyAsDouble(each) < ours)
        .sorted(Comparator.comparingDouble(cost.of()))
        .map(each -> each.title() + times(cost.of().applyAsDouble(each) / ours))
        .toList();
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, " (%.2f ×)", ratio);
  }

  /// A line for each contender, which begins with its name.
  String table(List<Column> columns) {
    var rows = new ArrayList<List<String>>();
    rows.add(row("", columns, Column::title));
    for (var each : all) {
      rows.add(row(each.title(), columns, column -> column.of(each)));
    }
    return Markdown.table(rows);
  }

  private static List<String> row(
      String name, List<Column> columns, Function<Column, String> content) {
    return Stream.concat(Stream.of(name), columns.stream().map(content)).toList();
  }

  /// Samples, and beside them how they compare with the reference.
  ///
  /// @param of says of what kind the reference is
  List<Column> against(String title, String of, Function<Figures, Samples> samples) {
    return List.of(
        Column.count(title, samples),
        new Column(
            "against " + of,
            figures -> Markdown.ratio(samples.apply(figures), samples.apply(reference))));
  }

  String kills() {
    var killed = all.stream().filter(each -> each.payments() != null).toList();
    return new Comparison(killed, reference)
        .table(
            List.of(
                new Column("sessions kept in", each -> each.peer().kept()),
                new Column("payments", Comparison::payments),
                new Column("what the model is told after the kill", Comparison::told)));
  }

  private static @Nullable String told(Figures figures) {
    var payments = figures.payments();
    return payments == null ? null : payments.told().replace(" | ", "; ").replace("|", "\\|");
  }

  static @Nullable String payments(Figures figures) {
    var payments = figures.payments();
    return payments == null ? null : String.valueOf(payments.made());
  }

  /// What did not run, with a title and nothing at all if everything did.
  List<String> troubles() {
    var lines = new ArrayList<String>();
    for (var each : all) {
      each.troubles().forEach(trouble -> lines.add(each.title() + ": " + trouble));
    }
    return lines.isEmpty() ? List.of() : List.of("What did not run:\n\n" + Markdown.bullets(lines));
  }
}
