package dev.drover.internal.retention;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.value.SessionId;
import dev.drover.session.RunRetention;
import dev.drover.spi.store.Journal;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("A8")
@Timeout(60)
final class TrimmedLoadTest {
  @Test
  void aTrimDuringALoadIsReadFromTheNewerSnapshot() {
    var store = new MemoryStore();
    var id = new SessionId("s-trimmed");
    try (var writer =
        Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
            .retention(new RunRetention(1, Integer.MAX_VALUE, Long.MAX_VALUE))
            .build()) {
      var session = writer.agent("clerk").model(FakeModel.playing(says("yes"))).build().open(id);
      session.ask("one");
      var hasRead = new AtomicBoolean();
      var slow =
          new StoreWrapper(new CrashingStore(store, CrashingStore.NEVER_CRASHES)) {
            @Override
            public Journal journal() {
              return new JournalWrapper(super.journal()) {
                @Override
                public Optional<Snapshot> snapshot(SessionId of) {
                  var found = super.snapshot(of);
                  if (hasRead.compareAndSet(false, true)) {
                    // Drops the first run between the reads of the snapshot and of the events.
                    session.ask("two");
                  }
                  return found;
                }
              };
            }
          };
      try (var reader = Drover.on(slow).build()) {
        assertThat(reader.queries().snapshot(id)).isEqualTo(writer.queries().snapshot(id));
        assertThat(reader.queries().runs(id)).hasSize(1);
      }
    }
  }
}
