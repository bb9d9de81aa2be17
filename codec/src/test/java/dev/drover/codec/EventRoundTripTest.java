package dev.drover.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.codec.json.TestSeed;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EventRoundTripTest {
  private static final int ROUNDS = 5_000;

  private final EventCodec codec = new EventCodec();

  @Test
  @Tag("A3")
  void generatedEventsRoundTrip() {
    var seed = new TestSeed();
    var values = new RandomValues(seed.random());
    var kinds = new HashSet<Class<?>>();
    for (int i = 0; i < ROUNDS; i++) {
      var session = values.session();
      var entries = values.list(() -> RandomEvents.next(values, session));
      var lines = codec.encode(session, entries);
      assertThat(lines.stream().map(codec::decode)).as("%s", seed).isEqualTo(entries);
      entries.forEach(entry -> kinds.add(entry.event().getClass()));
    }
    assertThat(kinds)
        .as("%s", seed)
        .containsExactlyInAnyOrderElementsOf(RecordKinds.of(Event.class));
  }

  @Test
  @Tag("A7")
  void theSameEventsGiveTheSameBytes() {
    var seed = new TestSeed();
    var one = new RandomValues(seed.random());
    var two = new RandomValues(seed.random());
    for (int i = 0; i < ROUNDS; i++) {
      var session = one.session();
      assertThat(two.session()).isEqualTo(session);
      var first = codec.encode(session, List.of(RandomEvents.next(one, session)));
      var second = new EventCodec().encode(session, List.of(RandomEvents.next(two, session)));
      assertThat(first.getFirst()).as("%s", seed).isEqualTo(second.getFirst());
    }
  }

  @Test
  void anEventIsOneLine() {
    var seed = new TestSeed();
    var values = new RandomValues(seed.random());
    for (int i = 0; i < ROUNDS; i++) {
      var session = values.session();
      var line = codec.encode(session, List.of(RandomEvents.next(values, session))).getFirst();
      assertThat(new String(line, UTF_8))
          .as("%s", seed)
          .startsWith("{\"session\":\"")
          .endsWith("}")
          .doesNotContain("\n", "\r");
    }
  }

  @Test
  void manyThreadsMayShareACodec() throws Exception {
    var seed = new TestSeed();
    var random = seed.random();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var checks = new ArrayList<Future<?>>();
      for (int i = 0; i < 200; i++) {
        var values = new RandomValues(random.split());
        checks.add(threads.submit(() -> roundTrips(values, seed)));
      }
      for (var check : checks) {
        check.get();
      }
    }
  }

  private void roundTrips(RandomValues values, TestSeed seed) {
    for (int i = 0; i < 50; i++) {
      var session = values.session();
      var entries = values.list(() -> RandomEvents.next(values, session));
      assertThat(codec.encode(session, entries).stream().map(codec::decode))
          .as("%s", seed)
          .isEqualTo(entries);
    }
  }

  @Test
  void anEmptyListOfEventsGivesNoLines() {
    assertThat(codec.encode(new SessionId("s-1"), List.of())).isEmpty();
  }

  @Test
  void theOpeningOfOneSessionCannotBeWrittenForAnother() {
    var opened = new Event.SessionOpened(new SessionId("s-1"), "clerk", "/");
    var entries = List.of(new RecordedEvent(1, Instant.EPOCH, opened));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(new SessionId("s-2"), entries))
        .withMessage("session s-2 cannot have the opening of session s-1");
    // A partly written event does not appear in the next one.
    assertThat(new String(codec.encode(new SessionId("s-1"), entries).getFirst(), UTF_8))
        .startsWith("{\"session\":\"s-1\",");
  }
}
