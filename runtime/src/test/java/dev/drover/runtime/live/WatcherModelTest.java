package dev.drover.runtime.live;

import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/// Looks at many interleavings of a writer that appends and publishes, and a reader that attaches.
///
/// What runs inside is instrumented, which AssertJ does not bear: hence the plain comparisons.
class WatcherModelTest {
  private static final int INTERLEAVINGS = 50;
  private static final SessionId SESSION = new SessionId("s-1");

  @Test
  void whateverTheInterleavingTheReaderSeesEachEventOnceAndInOrder() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, () -> watch(8));
  }

  @Test
  void alsoWhenItsBufferOverflows() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, () -> watch(1));
  }

  private static void watch(int capacity) {
    var feeds = new Feeds();
    var journal = new Journal();
    journal.append();
    var writer =
        new Thread(
            () -> {
              for (int i = 0; i < 2; i++) {
                feeds.publish(SESSION, journal.append());
              }
            });
    writer.start();
    var watcher = Watcher.attach(feeds, journal::page, Cursor.start(SESSION), null, capacity);
    List<Long> seen = new ArrayList<>();
    while (seen.size() < 3) {
      if (watcher.next().orElseThrow() instanceof Notice.Happened happened) {
        seen.add(happened.seq());
      }
    }
    watcher.close();
    if (!seen.equals(List.of(1L, 2L, 3L))) {
      throw new AssertionError("saw " + seen);
    }
  }

  /// Durable before it is published, as a writer does it.
  private static final class Journal {
    private final List<Notice.Happened> events = new ArrayList<>();

    synchronized Notice.Happened append() {
      var entry = new Recorded(events.size() + 1L, Instant.EPOCH, new Event.HistoryCleared("test"));
      var notice = new Notice.Happened(entry, Bytes.of("{}"));
      events.add(notice);
      return notice;
    }

    synchronized EventPage page(Cursor after) {
      var items = List.copyOf(events.subList((int) after.seq(), events.size()));
      var next = new Cursor(SESSION, events.size());
      return new EventPage(items, 1, events.size(), next, false, false);
    }
  }
}
