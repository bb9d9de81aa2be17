package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.parent.Comparison.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Frameworks beside Drover, in Markdown: what was measured, and a list of everything in which
/// Drover is not first.
final class FrameworksReport {
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
    parts.add("Where another is better than Drover in memory:\n\n" + comparison.losses(costs()));
    parts.addAll(comparison.troubles());
    return String.join("\n\n", parts);
  }

  private String counts() {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "",
            "bytes allocated a run, one thread",
            String.format(Locale.ROOT, "the same, %,d virtual threads", crowd),
            "heap of an idle session, bytes",
            "jars",
            "MB",
            "payments after the kill"));
    for (var each : comparison.all()) {
      var idle = each.idleBytes();
      rows.add(
          List.of(
              each.title(),
              Markdown.count(each.bytes(1)),
              Markdown.count(each.bytes(crowd)),
              idle == null ? Markdown.NOTHING : String.format(Locale.ROOT, "%,d", idle),
              String.valueOf(each.jars()),
              Markdown.tenths(each.megabytes()),
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
            "runs/s, one thread",
            "against Drover in memory",
            String.format(Locale.ROOT, "runs/s, %,d virtual threads", crowd),
            "against Drover in memory",
            "start to first answer, ms",
            "against Drover in memory"));
    for (var each : comparison.all()) {
      rows.add(
          List.of(
              each.title(),
              Markdown.count(each.speed(1)),
              Markdown.ratio(each.speed(1), reference.speed(1)),
              Markdown.count(each.speed(crowd)),
              Markdown.ratio(each.speed(crowd), reference.speed(crowd)),
              Markdown.count(each.firstAnswers()),
              Markdown.ratio(each.firstAnswers(), reference.firstAnswers())));
    }
    return Markdown.table(rows);
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
