package dev.drover.bench.peers.parent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The tables, in Markdown: what was measured, and a list of everything in which Drover is not
/// first.
final class Report {
  private static final String NOTHING = "–";

  private final List<Figures> all;
  private final Figures reference;

  Report(List<Figures> all) {
    this.all = List.copyOf(all);
    this.reference =
        this.all.stream()
            .filter(each -> each.peer().name().equals(Peer.REFERENCE))
            .findFirst()
            .orElseThrow();
  }

  String markdown() {
    var parts = new ArrayList<String>();
    parts.add(counts());
    parts.add(times());
    parts.add(kills());
    parts.add("Where another is better than Drover in memory:\n\n" + bullets(losses()));
    var troubles = troubles();
    if (!troubles.isEmpty()) {
      parts.add("What did not run:\n\n" + bullets(troubles));
    }
    return String.join("\n\n", parts);
  }

  private String counts() {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "",
            "bytes allocated a run, one thread",
            "the same, 1,000 virtual threads",
            "heap of an idle session, bytes",
            "jars",
            "MB",
            "payments after the kill"));
    for (var each : all) {
      var idle = each.idleBytes();
      var payments = each.payments();
      rows.add(
          List.of(
              each.title(),
              count(each.bytes(1)),
              count(each.bytes(Plan.MANY)),
              idle == null ? NOTHING : String.format(Locale.ROOT, "%,d", idle),
              String.valueOf(each.jars()),
              String.format(Locale.ROOT, "%.1f", each.megabytes()),
              payments == null ? NOTHING : String.valueOf(payments.made())));
    }
    return table(rows);
  }

  private String times() {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "",
            "runs/s, one thread",
            "against Drover in memory",
            "runs/s, 1,000 virtual threads",
            "against Drover in memory",
            "start to first answer, ms",
            "against Drover in memory"));
    for (var each : all) {
      rows.add(
          List.of(
              each.title(),
              count(each.speed(1)),
              ratio(each.speed(1), reference.speed(1)),
              count(each.speed(Plan.MANY)),
              ratio(each.speed(Plan.MANY), reference.speed(Plan.MANY)),
              count(each.firstAnswers()),
              ratio(each.firstAnswers(), reference.firstAnswers())));
    }
    return table(rows);
  }

  private String kills() {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("", "sessions kept in", "payments", "what the model is told after the kill"));
    for (var each : all) {
      var payments = each.payments();
      if (payments != null) {
        rows.add(
            List.of(
                each.title(),
                each.peer().kept(),
                String.valueOf(payments.made()),
                payments.told().replace(" | ", "; ").replace("|", "\\|")));
      }
    }
    return table(rows);
  }

  private List<String> losses() {
    var losses = new ArrayList<String>();
    losses.addAll(smaller("bytes a run, one thread", each -> median(each.bytes(1))));
    losses.addAll(smaller("bytes a run, 1,000 threads", each -> median(each.bytes(Plan.MANY))));
    losses.addAll(smaller("heap of an idle session", Report::idle));
    losses.addAll(smaller("jars", Figures::jars));
    losses.addAll(smaller("megabytes", Figures::megabytes));
    losses.addAll(smaller("start to first answer", each -> median(each.firstAnswers())));
    losses.addAll(smaller("seconds a run, one thread", each -> 1 / median(each.speed(1))));
    losses.addAll(
        smaller("seconds a run, 1,000 threads", each -> 1 / median(each.speed(Plan.MANY))));
    return losses.isEmpty() ? List.of("nowhere") : losses;
  }

  private List<String> smaller(String what, ToDoubleFunction<Figures> figure) {
    double ours = figure.applyAsDouble(reference);
    var better =
        all.stream()
            .filter(each -> figure.applyAsDouble(each) < ours)
            .sorted(Comparator.comparingDouble(figure))
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "%s (%.2f ×)",
                        each.title(),
                        figure.applyAsDouble(each) / ours))
            .toList();
    return better.isEmpty() ? List.of() : List.of(what + ": " + String.join(", ", better));
  }

  private List<String> troubles() {
    var lines = new ArrayList<String>();
    for (var each : all) {
      each.troubles().forEach(trouble -> lines.add(each.title() + ": " + trouble));
    }
    return lines;
  }

  /// What was not measured is better than nobody.
  private static double median(Samples samples) {
    return samples.isEmpty() ? Double.NaN : samples.median();
  }

  private static double idle(Figures figures) {
    var bytes = figures.idleBytes();
    return bytes == null ? Double.NaN : bytes;
  }

  private static String count(Samples samples) {
    return samples.isEmpty()
        ? NOTHING
        : String.format(
            Locale.ROOT, "%,.0f (%,.0f–%,.0f)", samples.median(), samples.least(), samples.most());
  }

  private static String ratio(Samples samples, Samples reference) {
    var ratios = samples.over(reference);
    return ratios.isEmpty()
        ? NOTHING
        : String.format(
            Locale.ROOT, "%,.2f × (%,.2f–%,.2f)", ratios.median(), ratios.least(), ratios.most());
  }

  private static String bullets(List<String> lines) {
    return "- " + String.join("\n- ", lines);
  }

  private static String table(List<List<String>> rows) {
    var lines = new ArrayList<String>();
    for (var row : rows) {
      lines.add("| " + String.join(" | ", row) + " |");
    }
    lines.add(1, "|" + " --- |".repeat(rows.getFirst().size()));
    return String.join("\n", lines);
  }
}
