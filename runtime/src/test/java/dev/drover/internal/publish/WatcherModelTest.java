package dev.drover.internal.publish;

import dev.drover.internal.publish.SessionWatcher.NoticeFilter;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.Delta;
import dev.drover.spi.store.Journal.Entry;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.Notice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// Explores many interleavings of a writer that appends and publishes, an effect with deltas, and a
/// reader that attaches.
///
/// The code inside is instrumented, which AssertJ does not support: hence the plain comparisons.
/// The fastest test comes first, because its time includes the instrumentation of all classes.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("I1")
@Tag("J1")
class WatcherModelTest {
  private static final int INTERLEAVINGS = 50;
  private static final int FEWER = 20;
  private static final SessionId SESSION = new SessionId("s-1");
  private static final RunId RUN = new RunId("r-1");
  private static final EffectId EFFECT = new EffectId(1);
  private static final Effect CALL =
      new Effect.CallModel(RUN, EFFECT, 1, 0, Instant.EPOCH, Effect.Offer.TOOLS);
  private static final Delta FRAGMENT = new Delta.TextDelta("hello");
  private static final Event REPLIED =
      new Event.ModelReplied(
          RUN,
          EFFECT,
          new ModelReply(
              List.of(new ContentBlock.Prose(Text.of("hello"))),
              ModelReply.StopReason.DONE,
              Usage.NONE));

  @Test
  @Order(1)
  void inEveryInterleavingTheReaderSeesEachEventOnceAndInOrder() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, () -> watch(8));
  }

  @Test
  @Order(2)
  void inEveryInterleavingTheReaderSurvivesAnOverflow() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, () -> watch(1));
  }

  @Test
  @Order(3)
  void inEveryInterleavingTheReaderSeesTheWholeReply() {
    Lincheck.runConcurrentTest(FEWER, WatcherModelTest::watchReply);
  }

  private static void watch(int capacity) {
    var feeds = new LiveFeeds(new WatchLimits(capacity, 64));
    var journal = new Journal();
    journal.append(new Event.HistoryCleared("test"));
    var writer =
        new Thread(
            () -> {
              for (int i = 0; i < 2; i++) {
                publish(feeds, journal.append(new Event.HistoryCleared("test")));
              }
            });
    writer.start();
    var watcher =
        SessionWatcher.attach(
            feeds, journal, Cursor.start(SESSION), NoticeFilter.EVENTS_AND_FRAGMENTS);
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

  private static void watchReply() {
    var feeds = new LiveFeeds(new WatchLimits(8, 1_000));
    var journal = new Journal();
    journal.append(new Event.HistoryCleared("test"));
    var writer =
        new Thread(
            () -> {
              var attempt = feeds.open(SESSION, CALL, 1);
              attempt.show(FRAGMENT);
              publish(feeds, journal.append(REPLIED));
              attempt.show(FRAGMENT);
            });
    writer.start();
    var watcher =
        SessionWatcher.attach(
            feeds, journal, Cursor.start(SESSION), NoticeFilter.EVENTS_AND_FRAGMENTS);
    int shown = 0;
    long seq = 0;
    while (seq < 2) {
      var notice = watcher.next().orElseThrow();
      if (notice instanceof Notice.Happened happened) {
        seq = happened.seq();
      } else {
        shown++;
      }
    }
    watcher.close();
    if (shown != 1) {
      throw new AssertionError("was shown " + shown + " fragments");
    }
  }

  private static void publish(LiveFeeds feeds, Notice.Happened happened) {
    feeds.publish(SESSION, happened.entry(), new Entry(happened.seq(), happened.line()));
  }

  /// Durable before it is published, as in a writer.
  private static final class Journal implements WatchSource {
    private final List<Notice.Happened> events = new ArrayList<>();

    synchronized Notice.Happened append(Event event) {
      var entry = new RecordedEvent(events.size() + 1L, Instant.EPOCH, event);
      var notice = new Notice.Happened(entry, Bytes.of("{}"));
      events.add(notice);
      return notice;
    }

    @Override
    public synchronized EventPage page(Cursor after) {
      var items = List.copyOf(events.subList((int) after.seq(), events.size()));
      var next = new Cursor(SESSION, events.size());
      return new EventPage(items, 1, events.size(), next, false, false);
    }

    @Override
    public String read(Text text) {
      return ((Text.Inline) text).value();
    }

    @Override
    public boolean isKept(RunId run) {
      return true;
    }
  }
}
