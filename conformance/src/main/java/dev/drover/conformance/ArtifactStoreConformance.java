package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import dev.drover.spi.store.ArtifactStore.SweepResult;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [ArtifactStore].
@Tag("D14")
public abstract class ArtifactStoreConformance extends StoreConformance {
  private static final BlobId HELLO =
      new BlobId("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");

  /// Two texts whose names have the first eight digits in common.
  private static final String TWIN = "artifact 57283";

  private static final String OTHER_TWIN = "artifact 61348";
  private static final String TWINS_BEGIN = "3eca485d";

  private static final Instant EARLIER = NOON.minusSeconds(60);
  private static final Instant LATER = NOON.plusSeconds(60);
  private static final ArtifactStore.Sweep NOTHING =
      new ArtifactStore.Sweep(Instant.MIN, Long.MAX_VALUE);

  protected ArtifactStoreConformance() {}

  @BeforeEach
  void openSessions() {
    givenSession(SESSION);
    givenSession(OTHER);
  }

  private ArtifactStore artifacts() {
    return store().artifacts();
  }

  private ArtifactRow keep(SessionId session, Instant at, String... pieces) {
    try (var upload = artifacts().startUpload(session, at)) {
      for (var piece : pieces) {
        upload.add(Bytes.of(piece));
      }
      return upload.finish();
    }
  }

  private ArtifactRow keep(SessionId session, byte[] content, int pieceSize) {
    try (var upload = artifacts().startUpload(session, NOON)) {
      for (int from = 0; from < content.length; from += pieceSize) {
        int to = Math.min(content.length, from + pieceSize);
        upload.add(Bytes.of(Arrays.copyOfRange(content, from, to)));
      }
      return upload.finish();
    }
  }

  private long bytes() {
    return artifacts().sweep(NOTHING).bytesLeft();
  }

  @Test
  void anArtifactIsNamedByTheDigestOfAllItsPieces() {
    var kept = keep(SESSION, NOON, "he", "l", "lo");
    assertThat(kept).isEqualTo(new ArtifactRow(kept.ordinal(), HELLO, 5, NOON, false));
    assertThat(artifacts().find(SESSION, HELLO.sha256())).contains(kept);
    assertThat(artifacts().read(SESSION, HELLO, 0, 100)).contains(Bytes.of("hello"));
  }

  @Test
  void anEmptyArtifactIsAllowed() {
    var kept = keep(SESSION, NOON);
    assertThat(kept.name()).isEqualTo(Blobs.idOf(Bytes.of("")));
    assertThat(artifacts().find(SESSION, kept.name().sha256())).contains(kept);
    assertThat(artifacts().read(SESSION, kept.name(), 0, 100)).contains(Bytes.of(""));
  }

  @Test
  void anArtifactIsVisibleOnlyWhenItIsFinished() {
    try (var upload = artifacts().startUpload(SESSION, NOON)) {
      for (var piece : new String[] {"he", "l", "lo"}) {
        upload.add(Bytes.of(piece));
        assertThat(artifacts().find(SESSION, HELLO.sha256())).isEmpty();
        assertThat(artifacts().list(SESSION, 0, ALL)).isEmpty();
        assertThat(artifacts().read(SESSION, HELLO, 0, 100)).isEmpty();
      }
      upload.finish();
    }
    assertThat(artifacts().find(SESSION, HELLO.sha256())).isPresent();
  }

  @Test
  void anUploadIsFinishedOnce() {
    try (var upload = artifacts().startUpload(SESSION, NOON)) {
      upload.add(Bytes.of("hello"));
      var kept = upload.finish();
      assertThatThrownBy(() -> upload.add(Bytes.of("more")))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(upload::finish).isInstanceOf(IllegalStateException.class);
      assertThat(artifacts().list(SESSION, 0, ALL)).containsExactly(kept);
    }
    assertThat(artifacts().read(SESSION, HELLO, 0, 100)).contains(Bytes.of("hello"));
  }

  @Test
  void anUnfinishedUploadIsDiscarded() {
    try (var upload = artifacts().startUpload(SESSION, NOON)) {
      for (int i = 0; i < 20; i++) {
        upload.add(Bytes.of("piece " + i));
      }
    }
    assertThat(artifacts().list(SESSION, 0, ALL)).isEmpty();
    assertThat(bytes()).isZero();
  }

  @Test
  void theSameContentIsStoredOnceHoweverItIsSplit() {
    var first = keep(SESSION, NOON, "hello");
    assertThat(keep(SESSION, NOON, "he", "l", "lo")).isEqualTo(first);
    assertThat(keep(OTHER, NOON, "h", "ello").name()).isEqualTo(HELLO);
    assertThat(bytes()).isEqualTo(5);
    assertThat(artifacts().list(SESSION, 0, ALL)).containsExactly(first);
    assertThat(artifacts().read(SESSION, HELLO, 0, 100)).contains(Bytes.of("hello"));
  }

  @Test
  void aSessionSeesOnlyItsOwnArtifacts() {
    keep(SESSION, NOON, "hello");
    assertThat(artifacts().find(OTHER, HELLO.sha256())).isEmpty();
    assertThat(artifacts().read(OTHER, HELLO, 0, 100)).isEmpty();
    assertThat(artifacts().list(OTHER, 0, ALL)).isEmpty();
    assertThat(artifacts().pin(OTHER, HELLO)).isFalse();
    assertThat(artifacts().unpin(OTHER, HELLO)).isFalse();
    keep(OTHER, NOON, "hello");
    assertThat(artifacts().find(OTHER, HELLO.sha256())).isPresent();
    assertThat(artifacts().read(OTHER, HELLO, 0, 100)).contains(Bytes.of("hello"));
  }

  @Test
  void aUniquePrefixOfEightDigitsFindsAnArtifact() {
    var kept = keep(SESSION, NOON, "hello");
    assertThat(artifacts().find(SESSION, "2cf24dba")).contains(kept);
    assertThat(artifacts().find(SESSION, "2cf24dba5fb0")).contains(kept);
    assertThat(artifacts().find(SESSION, "2cf24db")).isEmpty();
    assertThat(artifacts().find(SESSION, "2cf24dbb")).isEmpty();
    assertThat(artifacts().find(SESSION, "")).isEmpty();
    assertThat(artifacts().find(SESSION, "2cf24dba%")).isEmpty();
    assertThat(artifacts().find(SESSION, HELLO.sha256() + "0")).isEmpty();
  }

  @Test
  void anAmbiguousPrefixFindsNothing() {
    var twin = keep(SESSION, NOON, TWIN);
    assertThat(artifacts().find(SESSION, TWINS_BEGIN)).contains(twin);
    var other = keep(SESSION, NOON, OTHER_TWIN);
    assertThat(artifacts().find(SESSION, TWINS_BEGIN)).isEmpty();
    assertThat(artifacts().find(SESSION, TWINS_BEGIN + "d")).contains(twin);
    assertThat(artifacts().find(SESSION, TWINS_BEGIN + "0")).contains(other);
  }

  @Test
  void anyRangeIsReadAsItWasWritten() {
    var random = new SplittableRandom(14);
    var content = new byte[3 * ArtifactStore.MAX_PIECE + 77];
    random.nextBytes(content);
    for (int pieceSize : new int[] {ArtifactStore.MAX_PIECE, ArtifactStore.MAX_PIECE - 1, 10_007}) {
      var kept = keep(SESSION, content, pieceSize);
      for (int i = 0; i < 50; i++) {
        int offset = random.nextInt(content.length + 1);
        int length = random.nextInt(2 * ArtifactStore.MAX_PIECE);
        int to = Math.min(content.length, offset + length);
        assertThat(artifacts().read(SESSION, kept.name(), offset, length))
            .contains(Bytes.of(Arrays.copyOfRange(content, offset, to)));
      }
      assertThat(artifacts().read(SESSION, kept.name(), content.length + 9, 9))
          .contains(Bytes.of(""));
      artifacts().sweep(new ArtifactStore.Sweep(Instant.MAX, 0));
    }
  }

  @Test
  void artifactsAreListedInTheOrderInWhichTheyWereFirstStored() {
    var first = keep(SESSION, NOON, "one");
    keep(OTHER, NOON, "two");
    var second = keep(SESSION, NOON, "two");
    var third = keep(SESSION, EARLIER, "three");
    var again = keep(SESSION, LATER, "one");
    assertThat(again).isEqualTo(new ArtifactRow(first.ordinal(), first.name(), 3, LATER, false));
    assertThat(artifacts().list(SESSION, 0, ALL)).containsExactly(again, second, third);
    assertThat(artifacts().list(SESSION, 0, 2)).containsExactly(again, second);
    assertThat(artifacts().list(SESSION, second.ordinal(), 2)).containsExactly(third);
  }

  @Test
  void aPinStaysWhenTheSameContentIsStoredAgain() {
    var kept = keep(SESSION, NOON, "hello");
    assertThat(artifacts().pin(SESSION, HELLO)).isTrue();
    assertThat(artifacts().find(SESSION, "2cf24dba"))
        .contains(new ArtifactRow(kept.ordinal(), HELLO, 5, NOON, true));
    assertThat(keep(SESSION, NOON, "hello").pinned()).isTrue();
    assertThat(artifacts().unpin(SESSION, HELLO)).isTrue();
    assertThat(artifacts().find(SESSION, "2cf24dba")).contains(kept);
  }

  @Test
  void oldContentIsSweptAndMayBeStoredAgain() {
    keep(SESSION, EARLIER, "hello");
    keep(OTHER, EARLIER, "hello");
    var young = keep(SESSION, NOON, "young");
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(NOON, Long.MAX_VALUE)))
        .isEqualTo(new SweepResult(1, 5));
    assertThat(artifacts().list(SESSION, 0, ALL)).containsExactly(young);
    assertThat(artifacts().find(SESSION, HELLO.sha256())).isEmpty();
    assertThat(artifacts().read(SESSION, HELLO, 0, 5)).isEmpty();
    assertThat(artifacts().find(OTHER, HELLO.sha256())).isEmpty();
    var again = keep(SESSION, NOON, "hel", "lo");
    assertThat(artifacts().read(SESSION, HELLO, 0, 5)).contains(Bytes.of("hello"));
    assertThat(artifacts().list(SESSION, 0, ALL)).containsExactly(young, again);
    assertThat(artifacts().find(OTHER, HELLO.sha256())).isEmpty();
  }

  @Test
  void overTheLimitTheOldestAreDroppedFirstAndPinnedOnesStay() {
    keep(SESSION, NOON.plusSeconds(3), "4444");
    keep(SESSION, NOON, "1111");
    var pinned = keep(SESSION, EARLIER, "0000");
    keep(SESSION, NOON.plusSeconds(1), "22", "22");
    var third = keep(SESSION, NOON.plusSeconds(2), "3333");
    artifacts().pin(SESSION, pinned.name());
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(Instant.MIN, 20)))
        .isEqualTo(new SweepResult(0, 20));
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(Instant.MIN, 13)))
        .isEqualTo(new SweepResult(2, 12));
    assertThat(artifacts().list(SESSION, 0, ALL).stream().map(kept -> text(kept)))
        .containsExactly("4444", "0000", "3333");
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(Instant.MAX, 0)))
        .isEqualTo(new SweepResult(2, 4));
    assertThat(artifacts().find(SESSION, third.name().sha256())).isEmpty();
    artifacts().unpin(SESSION, pinned.name());
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(Instant.MAX, 0)))
        .isEqualTo(new SweepResult(1, 0));
  }

  private String text(ArtifactRow kept) {
    return artifacts().read(SESSION, kept.name(), 0, 100).orElseThrow().toString();
  }

  @Test
  void storingContentAgainRenewsItForAllSessions() {
    keep(SESSION, EARLIER, "hello");
    keep(SESSION, NOON, "other");
    keep(OTHER, LATER, "hello");
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(Instant.MIN, 5)))
        .isEqualTo(new SweepResult(1, 5));
    assertThat(artifacts().find(SESSION, HELLO.sha256())).isPresent();
  }

  @Test
  void onePinProtectsContentForAllSessions() {
    keep(SESSION, NOON, "hello");
    keep(OTHER, NOON, "hello");
    artifacts().pin(OTHER, HELLO);
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(Instant.MAX, 0)))
        .isEqualTo(new SweepResult(0, 5));
    assertThat(artifacts().find(SESSION, HELLO.sha256()).orElseThrow().pinned()).isFalse();
    artifacts().unpin(SESSION, HELLO);
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(Instant.MAX, 0)))
        .isEqualTo(new SweepResult(0, 5));
    artifacts().unpin(OTHER, HELLO);
    assertThat(artifacts().sweep(new ArtifactStore.Sweep(Instant.MAX, 0)))
        .isEqualTo(new SweepResult(1, 0));
  }

  @Test
  void anUnfinishedUploadIsSweptOnlyByAgeAndIsThenRefused() {
    try (var young = artifacts().startUpload(SESSION, NOON);
        var abandoned = artifacts().startUpload(SESSION, EARLIER)) {
      for (var piece : new String[] {"he", "l", "lo"}) {
        young.add(Bytes.of(piece));
        abandoned.add(Bytes.of(piece + " world"));
      }
      assertThat(artifacts().sweep(new ArtifactStore.Sweep(NOON, 0)).dropped()).isZero();
      assertThatThrownBy(
              () -> {
                abandoned.add(Bytes.of("more"));
                abandoned.finish();
              })
          .isInstanceOf(ContradictoryWrite.class)
          .hasMessageContaining("swept");
      assertThat(young.finish().name()).isEqualTo(HELLO);
    }
    assertThat(bytes()).isEqualTo(5);
    assertThat(artifacts().read(SESSION, HELLO, 0, 5)).contains(Bytes.of("hello"));
  }

  @Test
  void aSessionThatDoesNotExistCannotStoreArtifacts() {
    var nobody = new SessionId("s-nobody");
    assertThatThrownBy(() -> keep(nobody, NOON, "hello")).isInstanceOf(ContradictoryWrite.class);
    assertThatThrownBy(() -> keep(nobody, NOON, "he", "llo"))
        .isInstanceOf(ContradictoryWrite.class);
    assertThat(artifacts().find(nobody, HELLO.sha256())).isEmpty();
    assertThat(artifacts().list(nobody, 0, ALL)).isEmpty();
    assertThat(bytes()).isZero();
  }

  @Test
  void theSizeOfAPieceIsBounded() {
    try (var upload = artifacts().startUpload(SESSION, NOON)) {
      assertThatThrownBy(() -> upload.add(Bytes.of(new byte[ArtifactStore.MAX_PIECE + 1])))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> upload.add(Bytes.of("")))
          .isInstanceOf(IllegalArgumentException.class);
      upload.add(Bytes.of(new byte[ArtifactStore.MAX_PIECE]));
      assertThat(upload.finish().bytes()).isEqualTo(ArtifactStore.MAX_PIECE);
    }
  }

  @Test
  void theSameContentCanBeStoredConcurrently() throws Exception {
    var content = new byte[5_000];
    new SplittableRandom(3).nextBytes(content);
    var names =
        ConcurrentRun.run(16, n -> () -> keep(n % 2 == 0 ? SESSION : OTHER, content, 1_000).name());
    assertThat(new HashSet<>(names)).containsExactly(Blobs.idOf(Bytes.of(content)));
    assertThat(bytes()).isEqualTo(5_000);
    assertThat(artifacts().list(SESSION, 0, ALL)).hasSize(1);
    assertThat(artifacts().read(OTHER, names.getFirst(), 0, 9_999)).contains(Bytes.of(content));
  }

  @Test
  void concurrentUploadsAndSweepsLeaveOnlyWholeArtifacts() throws Exception {
    var done =
        ConcurrentRun.<Boolean>run(
            9,
            n ->
                () -> {
                  for (int i = 0; i < 20; i++) {
                    if (n == 0) {
                      artifacts().sweep(new ArtifactStore.Sweep(Instant.MIN, 0));
                    } else {
                      var name = keep(SESSION, NOON, "a", "b", "c" + n % 3).name();
                      var read = artifacts().read(SESSION, name, 0, 9);
                      if (read.isPresent() && !Blobs.idOf(read.get()).equals(name)) {
                        return false;
                      }
                    }
                  }
                  return true;
                });
    assertThat(done).doesNotContain(false);
    assertThat(bytes()).isEqualTo(4L * artifacts().list(SESSION, 0, ALL).size());
  }
}
