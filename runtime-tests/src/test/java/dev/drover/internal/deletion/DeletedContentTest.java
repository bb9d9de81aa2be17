package dev.drover.internal.deletion;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Content that is stored outside events, when the session that refers to it is deleted.
@Tag("B10")
@Timeout(60)
final class DeletedContentTest {
  private static final String MARKER = "the-secret-plan";
  private static final String OWN = (MARKER + " ").repeat(5_000);
  private static final String SHARED = "known to both ".repeat(5_000);
  private static final String INSTRUCTIONS = "Be brief. ".repeat(5_000);
  private static final SessionId DOOMED = new SessionId("doomed");
  private static final SessionId HEIR = new SessionId("heir");
  private static final Duration LATER = Duration.ofMinutes(61);

  private final VirtualTime time = new VirtualTime();

  private static Agent agent(Drover drover) {
    return drover
        .agent("clerk")
        .instructions(INSTRUCTIONS)
        .model(FakeModel.playing(calls("look"), says("done")))
        .tools(FakeTool.pure("look", call -> done("seen in " + call.session())))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  private Drover on(Store store) {
    return Drover.on(store).time(time).build();
  }

  @Test
  void contentIsDeletedWithTheLastSessionThatRefersToItInMemory() {
    var store = new MemoryStore();
    assertContentIsDeleted(() -> new CrashingStore(store, CrashingStore.NEVER_CRASHES));
  }

  @Test
  void contentIsDeletedWithTheLastSessionThatRefersToItOnSqlite(@TempDir Path folder)
      throws Exception {
    assertContentIsDeleted(() -> SqliteStore.open(folder.resolve("store.db")));
    assertThat(bytesOf(folder))
        .doesNotContain(MARKER, "seen in doomed")
        .contains("known to both", "seen in heir");
  }

  private void assertContentIsDeleted(Supplier<Store> stores) {
    try (var drover = on(stores.get())) {
      var agent = agent(drover);
      for (var session : new SessionId[] {DOOMED, HEIR}) {
        agent.open(session).ask(SHARED);
      }
      agent.open(DOOMED).ask(OWN);
      time.advance(LATER);
      assertThat(drover.delete(DOOMED)).isTrue();
      assertThat(drover.queries().content(nameOf(OWN))).isEmpty();
      assertThat(drover.queries().content(nameOf(SHARED))).isPresent();
      assertThat(drover.queries().snapshot(HEIR).messages()).hasSize(4);
      assertThat(agent.open(HEIR).ask("more").text()).isEqualTo("done");
    }
  }

  @Test
  void theInstructionsOfAnAgentAreKeptWithoutSessionsThatUseThem() {
    try (var drover = on(new MemoryStore())) {
      var agent = agent(drover);
      agent.open(DOOMED).ask("hello");
      time.advance(LATER);
      drover.delete(DOOMED);
      assertThat(drover.queries().content(nameOf(INSTRUCTIONS))).isPresent();
      assertThat(agent.open(HEIR).ask("hello").text()).isEqualTo("done");
    }
  }

  @Test
  void freshContentIsSweptOnceItsGracePeriodIsOver() throws Exception {
    var store = new SweptStore(new MemoryStore());
    try (var drover = on(store)) {
      agent(drover).open(DOOMED).ask(OWN);
      drover.delete(DOOMED);
      assertThat(drover.queries().content(nameOf(OWN))).isPresent();
      // The lease renewal, the takeover scan and the content sweep.
      time.awaitSleepers(3);
      time.advance(LATER);
      // At the start, after the deletion, and now.
      assertThat(store.swept.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(drover.queries().content(nameOf(OWN))).isEmpty();
    }
  }

  @Test
  void freshContentIsSweptByTheNextProcessIfTheFirstEnds(@TempDir Path folder) throws Exception {
    var file = folder.resolve("store.db");
    try (var drover = on(SqliteStore.open(file))) {
      agent(drover).open(DOOMED).ask(OWN);
      drover.delete(DOOMED);
      assertThat(drover.queries().content(nameOf(OWN))).isPresent();
    }
    time.advance(LATER);
    try (var drover = on(SqliteStore.open(file))) {
      assertThat(drover.queries().content(nameOf(OWN))).isEmpty();
    }
    assertThat(bytesOf(folder)).doesNotContain(MARKER);
  }

  /// Counts down a latch at each of the first three sweeps.
  private static final class SweptStore extends StoreWrapper {
    private final CountDownLatch swept = new CountDownLatch(3);
    private final Blobs inner;

    SweptStore(Store store) {
      super(store);
      inner = store.blobs();
    }

    @Override
    public Blobs blobs() {
      return new Blobs() {
        @Override
        public BlobId put(Bytes content, Instant until) {
          return inner.put(content, until);
        }

        @Override
        public List<BlobId> putAll(List<Bytes> contents, Instant until) {
          return inner.putAll(contents, until);
        }

        @Override
        public Optional<Bytes> get(BlobId blob) {
          return inner.get(blob);
        }

        @Override
        public Optional<Instant> sweep(Instant now) {
          var next = inner.sweep(now);
          swept.countDown();
          return next;
        }
      };
    }
  }

  private static BlobId nameOf(String words) {
    return Blobs.idOf(Bytes.of(words));
  }

  private static String bytesOf(Path folder) throws IOException {
    var all = new StringBuilder();
    try (var files = Files.list(folder)) {
      for (var each : files.toList()) {
        all.append(new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }
}
