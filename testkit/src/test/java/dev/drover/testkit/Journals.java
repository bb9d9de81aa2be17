package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Drover;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import java.util.List;

/// Whole journals, for tests that compare them with what should have happened.
final class Journals {
  /// More than any test writes that reads its journal at once.
  private static final int ALL = 10_000;

  private Journals() {}

  static List<Recorded> of(Drover drover, SessionId session) {
    return drover.archive().page(Cursor.start(session), ALL).items().stream()
        .map(Notice.Happened::entry)
        .toList();
  }

  static <E extends Event> List<E> events(Drover drover, SessionId session, Class<E> kind) {
    return of(drover, session).stream()
        .map(Recorded::event)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  static void assertStrictlyReplayed(Drover drover, SessionId session) {
    assertThat(Replay.of(of(drover, session))).isInstanceOf(ReplayReport.class);
  }
}
