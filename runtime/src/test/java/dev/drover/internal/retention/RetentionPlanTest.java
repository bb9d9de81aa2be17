package dev.drover.internal.retention;

import static dev.drover.internal.retention.RunExtent.Standing.FINISHED;
import static dev.drover.internal.retention.RunExtent.Standing.LIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.internal.retention.RunExtent.Standing;
import dev.drover.kernel.value.RunId;
import dev.drover.spi.store.Journal.EventRange;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Law A8, in a table and over generated sessions.
@Tag("A8")
class RetentionPlanTest {
  private static final int MANY = Integer.MAX_VALUE;
  private static final long LOTS = Long.MAX_VALUE;
  private static final int SEEDS = 5_000;

  record Row(String name, RetentionPlan plan, List<RunExtent> runs, List<EventRange> dropped) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Row> rows() {
    return List.of(
        new Row("an empty session loses nothing", plan(1, 1, 1), List.of(), List.of()),
        new Row(
            "without limits everything stays",
            plan(MANY, MANY, LOTS),
            List.of(run(3, 9, 700, FINISHED), run(10, 19, 700, LIVE)),
            List.of()),
        new Row(
            "what is exactly at its limits stays",
            plan(2, 7, 1_400),
            List.of(run(3, 9, 700, FINISHED), run(10, 16, 700, FINISHED)),
            List.of()),
        new Row(
            "the oldest runs go first, and those that touch go as one stretch",
            plan(1, MANY, LOTS),
            List.of(run(3, 9, 1, FINISHED), run(10, 12, 1, FINISHED), run(13, 20, 1, FINISHED)),
            List.of(new EventRange(3, 12))),
        new Row(
            "what stands between two runs stays and keeps their stretches apart",
            plan(1, MANY, LOTS),
            List.of(run(3, 9, 1, FINISHED), run(11, 12, 1, FINISHED), run(13, 20, 1, FINISHED)),
            List.of(new EventRange(3, 9), new EventRange(11, 12))),
        new Row(
            "the run that is going counts, and stays",
            plan(1, MANY, LOTS),
            List.of(run(3, 9, 1, FINISHED), run(10, 12, 1, LIVE)),
            List.of(new EventRange(3, 9))),
        new Row(
            "a live run stays even where it is the oldest and alone breaks every limit",
            plan(1, 1, 1),
            List.of(run(3, 9, 1_000, LIVE)),
            List.of()),
        new Row(
            "bytes are brought under their limit by whole runs",
            plan(MANY, MANY, 1_000),
            List.of(run(3, 9, 600, FINISHED), run(10, 12, 600, FINISHED), run(13, 20, 400, LIVE)),
            List.of(new EventRange(3, 9))),
        new Row(
            "even the newest finished run goes if bytes demand it",
            plan(MANY, MANY, 10),
            List.of(run(3, 9, 600, FINISHED), run(10, 12, 600, FINISHED)),
            List.of(new EventRange(3, 12))),
        new Row(
            "a finished run over its cap keeps its last events",
            plan(MANY, 3, LOTS),
            List.of(run(3, 12, 1, FINISHED)),
            List.of(new EventRange(3, 9))),
        new Row(
            "the cap does not touch a live run",
            plan(MANY, 3, LOTS),
            List.of(run(3, 12, 1, FINISHED), run(13, 22, 1, LIVE)),
            List.of(new EventRange(3, 9))),
        new Row(
            "a dropped run and the capped head of the next are one stretch",
            plan(1, 2, LOTS),
            List.of(run(3, 9, 1, FINISHED), run(10, 15, 1, FINISHED)),
            List.of(new EventRange(3, 13))));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aPlanDropsTheEventsOfItsRow(Row row) {
    assertThat(row.plan().dropped(row.runs())).isEqualTo(row.dropped());
  }

  @Test
  void afterAPlanTheLimitsHoldOrOnlyLiveRunsRemain() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var plan = plan(random.nextInt(1, 6), random.nextInt(1, 12), random.nextInt(1, 4_000));
      var before = session(random);
      var after = without(before, plan.dropped(before));
      assertThat(plan.dropped(after)).as("seed %d, planned again", seed).isEmpty();
      assertThat(liveOnes(after)).as("seed %d, live runs", seed).isEqualTo(liveOnes(before));
      assertThat(after.stream().filter(RunExtent::isFinished))
          .as("seed %d, the cap", seed)
          .allMatch(run -> run.events() <= plan.maxEventsPerRun());
      boolean within =
          after.size() <= plan.maxRuns()
              && after.stream().mapToLong(RunExtent::bytes).sum() <= plan.maxBytes();
      assertThat(within || after.stream().noneMatch(RunExtent::isFinished))
          .as("seed %d, runs and bytes", seed)
          .isTrue();
    }
  }

  @Test
  void noFinishedRunOutlivesAnOlderOne() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var plan = plan(random.nextInt(1, 6), MANY, random.nextInt(1, 4_000));
      var before = session(random).stream().filter(RunExtent::isFinished).toList();
      var after = without(before, plan.dropped(before));
      assertThat(after)
          .as("seed %d", seed)
          .isEqualTo(before.subList(before.size() - after.size(), before.size()));
    }
  }

  @Test
  void runsOutOfOrderAreRefusedByName() {
    var runs = List.of(run(10, 12, 1, FINISHED), run(12, 14, 1, FINISHED));
    assertThatThrownBy(() -> plan(1, 1, 1).dropped(runs))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("run r-12 begins at event 12, before run r-10 ends at 12");
  }

  @Test
  void anInvalidExtentIsRefusedByName() {
    assertThatThrownBy(() -> run(5, 4, 1, LIVE)).hasMessage("run r-5: not an extent: 5 to 4");
    assertThatThrownBy(() -> run(5, 5, -1, LIVE)).hasMessage("run r-5: bytes: not negative: -1");
  }

  private static RetentionPlan plan(int maxRuns, int maxEventsPerRun, long maxBytes) {
    return new RetentionPlan(maxRuns, maxEventsPerRun, maxBytes);
  }

  private static RunExtent run(long from, long to, long bytes, Standing standing) {
    return new RunExtent(new RunId("r-" + from), from, to, bytes, standing);
  }

  /// Runs with gaps between them, the last one often live, as in a real session; sometimes another
  /// run is live as well, because the planner must handle it.
  private static List<RunExtent> session(SplittableRandom random) {
    var runs = new ArrayList<RunExtent>();
    long next = 3;
    int count = random.nextInt(9);
    for (int i = 0; i < count; i++) {
      long last = next + random.nextInt(20);
      boolean live = random.nextInt(i == count - 1 ? 2 : 12) == 0;
      runs.add(run(next, last, random.nextInt(1_500), live ? LIVE : FINISHED));
      next = last + 1 + random.nextInt(2);
    }
    return runs;
  }

  /// Event by event, so that it shares no logic with the planner. Every event of a run is assumed
  /// to have the same size.
  private static List<RunExtent> without(List<RunExtent> runs, List<EventRange> dropped) {
    var left = new ArrayList<RunExtent>();
    for (var run : runs) {
      var kept = new ArrayList<Long>();
      for (long seq = run.firstSeq(); seq <= run.lastSeq(); seq++) {
        long at = seq;
        if (dropped.stream().noneMatch(gone -> gone.from() <= at && at <= gone.to())) {
          kept.add(at);
        }
      }
      if (!kept.isEmpty()) {
        long bytes = run.bytes() * kept.size() / run.events();
        left.add(new RunExtent(run.run(), kept.getFirst(), kept.getLast(), bytes, run.standing()));
      }
    }
    return left;
  }

  private static List<RunExtent> liveOnes(List<RunExtent> runs) {
    return runs.stream().filter(run -> !run.isFinished()).toList();
  }
}
