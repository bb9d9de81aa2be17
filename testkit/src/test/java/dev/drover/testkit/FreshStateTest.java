package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.runtime.Drover;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.watch.Cursor;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.testkit.Fakes.FakeModel;
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
  private final class SlowToReturn extends StoreWrapper {
    private int appends;

    SlowToReturn() {
      super(new MemoryStore());
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Append append) {
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
  void whatIsReadOfASessionIsNeverBehindItsJournal() throws Exception {
    try (var drover = Drover.on(new SlowToReturn()).build()) {
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
