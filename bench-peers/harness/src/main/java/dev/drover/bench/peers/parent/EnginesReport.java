package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.parent.Comparison.Cost;
import dev.drover.bench.peers.parent.Figures.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// Durable engines beside Drover, in Markdown: what was measured, and a list of everything in which
/// Drover is not first.
final class EnginesReport {
  private static final String DROVER = "Drover on SQLite";

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
    parts.add(
        "Where another is better than %s:\n\n".formatted(DROVER) + comparison.losses(costs()));
    parts.addAll(comparison.troubles());
    return String.join("\n\n", parts);
  }

  private String counts() {
    return comparison.table(
        List.of(
            Column.count("bytes allocated in the JVM a run, one client", each -> each.bytes(1)),
            Column.count("the same, " + many(), each -> each.bytes(crowd)),
            kept("entries kept a run", kept -> Markdown.tenths(kept.entries())),
            kept("commits a run", kept -> Markdown.tenths(kept.commits())),
            kept("bytes of log a run", kept -> whole(kept.logBytes())),
            new Column("jars", each -> String.valueOf(each.jars())),
            new Column("MB", each -> Markdown.tenths(each.megabytes())),
            server("MB of the server", Served::megabytes),
            new Column("payments after the kill", Comparison::payments)));
  }

  private String times() {
    var columns = new ArrayList<Column>();
    columns.addAll(comparison.against("runs/s, one client", DROVER, each -> each.speed(1)));
    columns.addAll(comparison.against("runs/s, " + many(), DROVER, each -> each.speed(crowd)));
    columns.addAll(comparison.against("start to first answer, ms", DROVER, Figures::firstAnswers));
    columns.add(server("start of the server before that, ms", Served::startMillis));
    return comparison.table(columns);
  }

  private String many() {
    return crowd + " clients";
  }

  private static Column kept(String title, Function<Kept, String> figure) {
    return new Column(
        title,
        figures -> {
          var kept = figures.kept();
          return kept == null ? null : figure.apply(kept);
        });
  }

  /// A figure of the server, if there is one.
  private static Column server(String title, ToDoubleFunction<Served> figure) {
    return new Column(
        title,
        figures -> {
          var served = figures.served();
          return served == null ? null : whole(figure.applyAsDouble(served));
        });
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

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
