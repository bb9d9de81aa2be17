package dev.drover.internal.query;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.spi.store.Journal;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.watch.Cursor;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B9")
final class FreshStateTest {
  private static final int LAST = 3;

  private final CountDownLatch visible = new CountDownLatch(1);
  private final CountDownLatch returned = new CountDownLatch(1);

  /// A store whose last append can be read before it returns.
  private final class SlowStore extends StoreWrapper {
    private int appends;

    SlowStore() {
      super(new MemoryStore());
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Journal.Append append) {
          super.append(append);
          if (++appends == LAST) {
            visible.countDown();
            try {
              assertThat(returned.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            }
          }
        }
      };
    }
  }

  @Test
  void sessionStateIsNeverOlderThanItsJournal() throws Exception {
    try (var drover = Drover.on(new SlowStore()).build()) {
      var session = drover.agent("clerk").model(FakeModel.playing(says("done"))).build().open();
      var run = session.send("go");
      assertThat(visible.await(30, TimeUnit.SECONDS)).isTrue();
      var page = session.page(Cursor.start(session.id()), 100);
      assertThat(session.eventCount()).isEqualTo(page.tail());
      assertThat(session.lastResponse()).contains("done");
      returned.countDown();
      assertThat(run.await().text()).isEqualTo("done");
    }
  }
}
