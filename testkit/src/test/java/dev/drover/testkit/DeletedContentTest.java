package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
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

/// What is kept outside events, when the session that named it is deleted.
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
  void contentGoesWithTheLastSessionThatNamesItOnMemory() {
    var store = new MemoryStore();
    contentGoes(() -> new MortalStore(store, MortalStore.IMMORTAL));
  }

  @Test
  void contentGoesWithTheLastSessionThatNamesItOnSqlite(@TempDir Path folder) throws Exception {
    contentGoes(() -> SqliteStore.open(folder.resolve("store.db")));
    assertThat(bytesOf(folder))
        .doesNotContain(MARKER, "seen in doomed")
        .contains("known to both", "seen in heir");
  }

  private void contentGoes(Supplier<Store> stores) {
    try (var drover = on(stores.get())) {
      var agent = agent(drover);
      for (var session : new SessionId[] {DOOMED, HEIR}) {
        agent.open(session).ask(SHARED);
      }
      agent.open(DOOMED).ask(OWN);
      time.advance(LATER);
      assertThat(drover.delete(DOOMED)).isTrue();
      assertThat(drover.archive().content(nameOf(OWN))).isEmpty();
      assertThat(drover.archive().content(nameOf(SHARED))).isPresent();
      assertThat(drover.archive().state(HEIR).conversation().messages()).hasSize(4);
      assertThat(agent.open(HEIR).ask("more").text()).isEqualTo("done");
    }
  }

  @Test
  void theInstructionsOfAnAgentStayThoughNoSessionNamesThem() {
    try (var drover = on(new MemoryStore())) {
      var agent = agent(drover);
      agent.open(DOOMED).ask("hello");
      time.advance(LATER);
      drover.delete(DOOMED);
      assertThat(drover.archive().content(nameOf(INSTRUCTIONS))).isPresent();
      assertThat(agent.open(HEIR).ask("hello").text()).isEqualTo("done");
    }
  }

  @Test
  void freshContentIsComeBackForWhenItsTimeIsOver() throws Exception {
    var store = new SweptStore(new MemoryStore());
    try (var drover = on(store)) {
      agent(drover).open(DOOMED).ask(OWN);
      drover.delete(DOOMED);
      assertThat(drover.archive().content(nameOf(OWN))).isPresent();
      // One says that the process is there, one looks for what nobody drives, one comes back.
      time.awaitSleepers(3);
      time.advance(LATER);
      // At the start, at the deletion, and now.
      assertThat(store.swept.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(drover.archive().content(nameOf(OWN))).isEmpty();
    }
  }

  @Test
  void theNextProcessComesBackForItIfTheFirstOneEnds(@TempDir Path folder) throws Exception {
    var file = folder.resolve("store.db");
    try (var drover = on(SqliteStore.open(file))) {
      agent(drover).open(DOOMED).ask(OWN);
      drover.delete(DOOMED);
      assertThat(drover.archive().content(nameOf(OWN))).isPresent();
    }
    time.advance(LATER);
    try (var drover = on(SqliteStore.open(file))) {
      assertThat(drover.archive().content(nameOf(OWN))).isEmpty();
    }
    assertThat(bytesOf(folder)).doesNotContain(MARKER);
  }

  /// Tells when it was swept three times.
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
    return Blobs.nameOf(Bytes.of(words));
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
