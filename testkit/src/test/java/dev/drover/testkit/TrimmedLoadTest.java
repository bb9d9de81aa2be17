package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Retention;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.spi.store.Journal;
import dev.drover.testkit.Fakes.FakeModel;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("A8")
@Timeout(60)
final class TrimmedLoadTest {
  @Test
  void whatIsTrimmedWhileASessionIsReadIsReadFromTheLaterFold() {
    var store = new MemoryStore();
    var id = new SessionId("s-trimmed");
    try (var writer =
        Drover.on(new MortalStore(store, MortalStore.IMMORTAL))
            .retention(new Retention(1, Integer.MAX_VALUE, Long.MAX_VALUE))
            .build()) {
      var session = writer.agent("clerk").model(FakeModel.playing(says("yes"))).build().open(id);
      session.ask("one");
      var hasRead = new AtomicBoolean();
      var slow =
          new StoreWrapper(new MortalStore(store, MortalStore.IMMORTAL)) {
            @Override
            public Journal journal() {
              return new JournalWrapper(super.journal()) {
                @Override
                public Optional<Snapshot> snapshot(SessionId of) {
                  var found = super.snapshot(of);
                  if (hasRead.compareAndSet(false, true)) {
                    // Drops the first run, between the look at the fold and at the events.
                    session.ask("two");
                  }
                  return found;
                }
              };
            }
          };
      try (var reader = Drover.on(slow).build()) {
        assertThat(reader.archive().state(id)).isEqualTo(writer.archive().state(id));
        assertThat(reader.archive().runs(id)).hasSize(1);
      }
    }
  }
}
