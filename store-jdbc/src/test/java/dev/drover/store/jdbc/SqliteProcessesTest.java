package dev.drover.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.SessionId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two processes at one file, and one that is killed.
class SqliteProcessesTest {
  private static final SessionId SHARED = new SessionId("s-0");
  private static final int APPENDS = 150;

  @TempDir Path folder;

  @Test
  @Tag("A2")
  void twoProcessesAppendingToOneSessionNeverShareANumber() throws Exception {
    var file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file);
        var other = ForkedJvm.run(AppendLoop.class, file.toString(), "other", "1", "" + APPENDS)) {
      var ours = new TreeSet<Long>();
      var theirs = new TreeSet<Long>();
      theirs.add(seqOf(other.readLine()));
      for (int i = 0; i < APPENDS; i++) {
        ours.add(AppendLoop.append(store, SHARED, "this"));
      }
      other.rest().forEach(line -> theirs.add(seqOf(line)));
      assertThat(other.exitCode()).isZero();
      assertThat(ours).hasSize(APPENDS).doesNotContainAnyElementsOf(theirs);
      assertThat(theirs).hasSize(APPENDS);
      assertThat(StoreShortcuts.bodies(store, SHARED))
          .isEqualTo(
              LongStream.rangeClosed(1, 2 * APPENDS)
                  .mapToObj(seq -> (ours.contains(seq) ? "this " : "other ") + seq)
                  .toList());
    }
  }

  @Test
  @Tag("A13")
  void confirmedWritesOfAKilledProcessSurvive() throws Exception {
    var file = folder.resolve("drover.db");
    var random = new SplittableRandom(42);
    var confirmed = new HashMap<SessionId, Long>();
    for (int round = 0; round < 5; round++) {
      try (var victim =
          ForkedJvm.run(AppendLoop.class, file.toString(), "victim", "8", "1000000")) {
        int moment = random.nextInt(1, 400);
        for (int line = 0; line < moment; line++) {
          note(victim.readLine(), confirmed);
        }
        victim.kill();
        victim.rest().forEach(line -> note(line, confirmed));
      }
      assertThereAndWhole(file, confirmed);
    }
  }

  private static void note(String line, Map<SessionId, Long> confirmed) {
    confirmed.merge(sessionOf(line), seqOf(line), Math::max);
  }

  private static void assertThereAndWhole(Path file, Map<SessionId, Long> confirmed) {
    try (var store = SqliteStore.open(file)) {
      confirmed.forEach(
          (session, seq) -> {
            var bodies = StoreShortcuts.bodies(store, session);
            assertThat((long) bodies.size()).isGreaterThanOrEqualTo(seq);
            assertThat(bodies)
                .isEqualTo(
                    LongStream.rangeClosed(1, bodies.size()).mapToObj(n -> "victim " + n).toList());
            assertThat(StoreShortcuts.tail(store, session)).isEqualTo(bodies.size());
          });
    }
  }

  @Test
  void aChangeByAnotherProcessIsHinted() throws Exception {
    var file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file)) {
      var hinted = new CountDownLatch(1);
      try (var subscription = store.onForeignChange(_ -> hinted.countDown());
          var other = ForkedJvm.run(AppendLoop.class, file.toString(), "other", "1", "1")) {
        assertThat(seqOf(other.readLine())).isEqualTo(1);
        assertThat(hinted.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(subscription).isNotNull();
      }
      assertThat(StoreShortcuts.bodies(store, SHARED)).containsExactly("other 1");
    }
  }

  private static SessionId sessionOf(String line) {
    return new SessionId(line.substring(0, line.indexOf(' ')));
  }

  private static long seqOf(String line) {
    return Long.parseLong(line.substring(line.indexOf(' ') + 1));
  }

  @Test
  void manyProcessesCanOpenANewFileAtOnce() throws Exception {
    var file = folder.resolve("drover.db");
    var others = new ArrayList<ForkedJvm>();
    for (var name : List.of("a", "b", "c")) {
      others.add(ForkedJvm.run(AppendLoop.class, file.toString(), name, "4", "10"));
    }
    for (var other : others) {
      assertThat(other.rest()).hasSize(40);
      assertThat(other.exitCode()).isZero();
      other.close();
    }
    try (var store = SqliteStore.open(file)) {
      for (int i = 0; i < 4; i++) {
        assertThat(StoreShortcuts.tail(store, new SessionId("s-" + i))).isEqualTo(30);
      }
    }
  }
}
