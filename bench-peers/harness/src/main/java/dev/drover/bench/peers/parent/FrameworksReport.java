package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.parent.Comparison.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Frameworks beside Drover, in Markdown: what was measured, and a list of everything in which
/// Drover is not first.
final class FrameworksReport {
  private static final String DROVER = "Drover in memory";

  private final Comparison comparison;
  private final int crowd;

  FrameworksReport(Contest contest, List<Figures> all) {
    this.comparison = Comparison.of(contest, all);
    this.crowd = contest.crowd();
  }

  String markdown() {
    var parts = new ArrayList<String>();
    parts.add(counts());
    parts.add(times());
    parts.add(comparison.kills());
    parts.add(
        "Where another is better than %s:\n\n".formatted(DROVER) + comparison.losses(costs()));
    parts.addAll(comparison.troubles());
    return String.join("\n\n", parts);
  }

  private String counts() {
    return comparison.table(
        List.of(
            Column.count("bytes allocated a run, one thread", each -> each.bytes(1)),
            Column.count("the same, " + many(), each -> each.bytes(crowd)),
            new Column("heap of an idle session, bytes", FrameworksReport::idleBytes),
            new Column("jars", each -> String.valueOf(each.jars())),
            new Column("MB", each -> Markdown.tenths(each.megabytes())),
            new Column("payments after the kill", Comparison::payments)));
  }

  private String times() {
    var columns = new ArrayList<Column>();
    columns.addAll(comparison.against("runs/s, one thread", DROVER, each -> each.speed(1)));
    columns.addAll(comparison.against("runs/s, " + many(), DROVER, each -> each.speed(crowd)));
    columns.addAll(comparison.against("start to first answer, ms", DROVER, Figures::firstAnswers));
    return comparison.table(columns);
  }

  private String many() {
    return String.format(Locale.ROOT, "%,d virtual threads", crowd);
  }

  private static @Nullable String idleBytes(Figures figures) {
    var bytes = figures.idleBytes();
    return bytes == null ? null : String.format(Locale.ROOT, "%,d", bytes);
  }

  private List<Cost> costs() {
    return List.of(
        Cost.median("bytes a run, one thread", each -> each.bytes(1)),
        Cost.median("bytes a run, many threads", each -> each.bytes(crowd)),
        new Cost("heap of an idle session", FrameworksReport::idle),
        new Cost("jars", Figures::jars),
        new Cost("megabytes", Figures::megabytes),
        Cost.median("start to first answer", Figures::firstAnswers),
        Cost.time("seconds a run, one thread", 1),
        Cost.time("seconds a run, many threads", crowd));
  }

  private static double idle(Figures figures) {
    var bytes = figures.idleBytes();
    return bytes == null ? Double.NaN : bytes;
  }
}
