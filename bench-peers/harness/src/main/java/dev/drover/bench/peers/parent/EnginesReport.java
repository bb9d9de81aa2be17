package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.parent.Comparison.Cost;
import dev.drover.bench.peers.parent.Figures.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// Durable engines beside Drover, in Markdown: what was measured, and a list of everything in which
/// Drover is not first.
final class EnginesReport {
  private final Comparison comparison;
  private final int crowd;

  EnginesReport(Contest contest, List<Figures> all) {
    this.comparison = Comparison.of(contest, all);
    this.crowd = contest.crowd();
  }

  String markdown() {
    var parts = new ArrayList<String>();
    parts.add(counts());
    parts.add(times());
    parts.add(comparison.kills());
    parts.add(servers());
    parts.add("Where another is better than Drover on SQLite:\n\n" + comparison.losses(costs()));
    parts.addAll(comparison.troubles());
    return String.join("\n\n", parts);
  }

  private String counts() {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "",
            "bytes allocated in the JVM a run, one client",
            "the same, " + crowd + " clients",
            "entries kept a run",
            "commits a run",
            "bytes of log a run",
            "jars",
            "MB",
            "MB of the server",
            "payments after the kill"));
    for (var each : comparison.all()) {
      var kept = each.kept();
      rows.add(
          List.of(
              each.title(),
              Markdown.count(each.bytes(1)),
              Markdown.count(each.bytes(crowd)),
              kept == null ? Markdown.NOTHING : Markdown.tenths(kept.entries()),
              kept == null ? Markdown.NOTHING : Markdown.tenths(kept.commits()),
              kept == null ? Markdown.NOTHING : whole(kept.logBytes()),
              String.valueOf(each.jars()),
              Markdown.tenths(each.megabytes()),
              server(each, Served::megabytes),
              Comparison.payments(each)));
    }
    return Markdown.table(rows);
  }

  private String times() {
    var reference = comparison.reference();
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "",
            "runs/s, one client",
            "against Drover on SQLite",
            "runs/s, " + crowd + " clients",
            "against Drover on SQLite",
            "start to first answer, ms",
            "against Drover on SQLite",
            "start of the server before that, ms"));
    for (var each : comparison.all()) {
      rows.add(
          List.of(
              each.title(),
              Markdown.count(each.speed(1)),
              Markdown.ratio(each.speed(1), reference.speed(1)),
              Markdown.count(each.speed(crowd)),
              Markdown.ratio(each.speed(crowd), reference.speed(crowd)),
              Markdown.count(each.firstAnswers()),
              Markdown.ratio(each.firstAnswers(), reference.firstAnswers()),
              server(each, Served::startMillis)));
    }
    return Markdown.table(rows);
  }

  /// What the servers say about themselves.
  private String servers() {
    var lines = new ArrayList<String>();
    for (var each : comparison.all()) {
      var served = each.served();
      if (served != null) {
        lines.add(each.title() + ": " + served.version() + ", " + served.settings());
      }
    }
    return "Servers, and what they say themselves about bringing things to the disk:\n\n"
        + Markdown.bullets(lines.isEmpty() ? List.of("none could be started") : lines);
  }

  private List<Cost> costs() {
    return List.of(
        Cost.median("bytes a run, one client", each -> each.bytes(1)),
        Cost.median("bytes a run, many clients", each -> each.bytes(crowd)),
        new Cost("entries kept a run", each -> kept(each, Kept::entries)),
        new Cost("commits a run", each -> kept(each, Kept::commits)),
        new Cost("bytes of log a run", each -> kept(each, Kept::logBytes)),
        new Cost("jars", Figures::jars),
        new Cost("megabytes", Figures::megabytes),
        Cost.median("start to first answer", Figures::firstAnswers),
        Cost.time("seconds a run, one client", 1),
        Cost.time("seconds a run, many clients", crowd));
  }

  private static double kept(Figures figures, ToDoubleFunction<Kept> figure) {
    var kept = figures.kept();
    return kept == null ? Double.NaN : figure.applyAsDouble(kept);
  }

  /// A figure of the server, if there is one.
  private static String server(Figures figures, ToDoubleFunction<Served> figure) {
    var served = figures.served();
    return served == null ? Markdown.NOTHING : whole(figure.applyAsDouble(served));
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
