package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Event;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.RunReport;
import dev.drover.runtime.Session;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.time.Duration;
import java.util.List;

/// Waits, by the events and not by the clock, until somebody is asked.
final class Waiting {
  private Waiting() {}

  interface Condition {
    boolean holds() throws InterruptedException;
  }

  /// For what no event tells of.
  static void until(Condition condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  /// Time goes on while everybody waits.
  static RunReport forEnd(Run run, VirtualTime time) {
    var end = run.await(Duration.ofMillis(2));
    while (end.isEmpty()) {
      time.advanceToNext();
      end = run.await(Duration.ofMillis(2));
    }
    return end.get();
  }

  static ApprovalRow forQuestion(Drover drover, Run run) {
    return forQuestions(drover, run, 1).getFirst();
  }

  /// By the event, not by the row: whoever sees the event finds the session waiting as well.
  static List<ApprovalRow> forQuestions(Drover drover, Run run, int count) {
    forEvents(run, Event.ApprovalRequested.class, count);
    return drover.approvals().open();
  }

  /// Until so many of a kind have happened in the run.
  static void forEvents(Run run, Class<? extends Event> kind, int count) {
    forEvents(run.events(), kind, count);
  }

  /// Until the first of a kind has happened in the session.
  static void forEvent(Session session, Class<? extends Event> kind) {
    forEvents(session.events(), kind, 1);
  }

  private static void forEvents(EventStream stream, Class<? extends Event> kind, int count) {
    try (stream) {
      int seen = 0;
      while (seen < count) {
        var notice = stream.next(Duration.ofSeconds(10));
        assertThat(notice).isPresent();
        if (notice.get() instanceof Notice.Happened happened && kind.isInstance(happened.event())) {
          seen++;
        }
      }
    }
  }
}
