package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import dev.drover.spi.store.Blobs;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Blobs] and [dev.drover.spi.store.ArtifactStore] for several
/// stores on one database.
@Tag("J9")
public abstract class SharedContentConformance extends SharedStoreConformance {
  private static final int ROUNDS = 50;
  private static final Instant LATER = NOON.plusSeconds(60);

  protected SharedContentConformance() {}

  /// A deleted session that had referred to this content.
  private void givenUnreferenced(int round, Bytes content) {
    var gone = new SessionId("gone-" + round);
    var name = store().blobs().put(content, NOON);
    append(AppendBuilder.opening(gone, name.sha256()));
    store().journal().delete(gone, 1);
  }

  @Test
  @Tag("B10")
  void contentThatIsStoredAgainDuringASweepIsKept() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var content = Bytes.of("content " + round);
      givenUnreferenced(round, content);
      int turn = round;
      ConcurrentRun.<Void>run(
          STORES,
          thread ->
              () -> {
                if (thread == 0) {
                  storeAndRefer(new SessionId("s-" + turn), content);
                } else {
                  storeOf(thread).blobs().sweep(LATER);
                }
                return null;
              });
      assertThat(store().blobs().get(Blobs.idOf(content))).as("round %d", round).contains(content);
    }
  }

  private void storeAndRefer(SessionId session, Bytes content) {
    var name = storeOf(0).blobs().put(content, LATER.plusSeconds(60));
    assertThat(storeOf(0).blobs().get(name)).contains(content);
    append(0, AppendBuilder.opening(session, name.sha256()));
  }

  @Test
  @Tag("B10")
  void contentThatASessionRefersToSurvivesSweepsOfAllStores() throws Exception {
    var content = Bytes.of("shared");
    storeAndRefer(SESSION, content);
    givenUnreferenced(0, content);
    givenUnreferenced(1, Bytes.of("other"));
    ConcurrentRun.<Void>run(
        STORES,
        thread ->
            () -> {
              storeOf(thread).blobs().sweep(LATER.plusSeconds(600));
              return null;
            });
    // Stores may share the work: this one is done when it returns nothing to come back for.
    store().blobs().sweep(LATER.plusSeconds(1_200));
    assertThat(store().blobs().get(Blobs.idOf(content))).contains(content);
    assertThat(store().blobs().get(Blobs.idOf(Bytes.of("other")))).isEmpty();
  }

  @Test
  @Tag("D14")
  void manyContentsAreStoredByAllStoresInAnyOrder() throws Exception {
    var contents = IntStream.range(0, 40).mapToObj(n -> Bytes.of("content " + n)).toList();
    var names =
        ConcurrentRun.<List<BlobId>>run(
            THREADS,
            thread ->
                () ->
                    storeOf(thread)
                        .blobs()
                        .putAll(thread % 2 == 0 ? contents : contents.reversed(), LATER));
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(thread % 2 == 0 ? names.get(thread) : names.get(thread).reversed())
          .isEqualTo(names.getFirst());
    }
    for (int n = 0; n < contents.size(); n++) {
      assertThat(store().blobs().get(names.getFirst().get(n))).contains(contents.get(n));
    }
  }

  private ArtifactRow upload(int thread, SessionId session, Bytes content, Instant at) {
    try (var upload = storeOf(thread).artifacts().startUpload(session, at)) {
      upload.add(content);
      return upload.finish();
    }
  }

  @Test
  @Tag("D14")
  void anArtifactThatIsStoredAgainDuringASweepIsKept() throws Exception {
    givenSession(SESSION);
    givenSession(OTHER);
    for (int round = 0; round < ROUNDS; round++) {
      var content = Bytes.of("output " + round);
      var old = upload(0, SESSION, content, NOON);
      var stored =
          ConcurrentRun.<ArtifactRow>run(
              STORES,
              thread ->
                  () -> {
                    if (thread == 0) {
                      return upload(thread, OTHER, content, LATER);
                    }
                    storeOf(thread)
                        .artifacts()
                        .sweep(new ArtifactStore.Sweep(LATER, Long.MAX_VALUE));
                    return old;
                  });
      assertThat(stored.getFirst().name()).isEqualTo(old.name());
      assertThat(store().artifacts().read(OTHER, old.name(), 0, 100))
          .as("round %d", round)
          .contains(content);
    }
  }

  @Test
  @Tag("D14")
  void anArtifactThatIsPinnedDuringASweepIsKeptOrReportedAsGone() throws Exception {
    givenSession(SESSION);
    for (int round = 0; round < ROUNDS; round++) {
      var content = Bytes.of("output " + round);
      var name = upload(0, SESSION, content, NOON).name();
      var pinned =
          ConcurrentRun.<Boolean>run(
              STORES,
              thread ->
                  () -> {
                    if (thread == 0) {
                      return storeOf(thread).artifacts().pin(SESSION, name);
                    }
                    storeOf(thread)
                        .artifacts()
                        .sweep(new ArtifactStore.Sweep(LATER, Long.MAX_VALUE));
                    return false;
                  });
      assertThat(store().artifacts().read(SESSION, name, 0, 100).isPresent())
          .as("round %d", round)
          .isEqualTo(pinned.getFirst());
    }
  }

  @Test
  @Tag("D14")
  void theSameOutputIsStoredOnceByAllStores() throws Exception {
    for (int thread = 0; thread < THREADS; thread++) {
      givenSession(new SessionId("s-" + thread));
    }
    for (int round = 0; round < ROUNDS; round++) {
      var content = Bytes.of("output " + round);
      var names =
          ConcurrentRun.<BlobId>run(
              THREADS,
              thread -> () -> upload(thread, new SessionId("s-" + thread), content, LATER).name());
      assertThat(names).containsOnly(names.getFirst());
      var swept = store().artifacts().sweep(new ArtifactStore.Sweep(NOON, Long.MAX_VALUE));
      assertThat(swept.dropped()).isZero();
      assertThat(swept.bytesLeft())
          .isEqualTo(
              IntStream.rangeClosed(0, round).mapToLong(n -> ("output " + n).length()).sum());
    }
  }
}
