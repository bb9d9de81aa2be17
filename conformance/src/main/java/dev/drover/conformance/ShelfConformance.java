package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Shelf.Kept;
import dev.drover.spi.store.Shelf.Swept;
import dev.drover.spi.store.Sweep;
import dev.drover.spi.store.WriteRefused;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [Shelf].
@Tag("D14")
public abstract class ShelfConformance extends StoreConformance {
  private static final BlobId HELLO =
      new BlobId("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");

  /// Two texts whose names have the first eight digits in common.
  private static final String TWIN = "artifact 57283";

  private static final String OTHER_TWIN = "artifact 61348";
  private static final String TWINS_BEGIN = "3eca485d";

  private static final Instant EARLIER = NOON.minusSeconds(60);
  private static final Instant LATER = NOON.plusSeconds(60);
  private static final Sweep NOTHING = new Sweep(Instant.MIN, Long.MAX_VALUE);

  protected ShelfConformance() {}

  @BeforeEach
  void openSessions() {
    givenSession(SESSION);
    givenSession(OTHER);
  }

  private Shelf shelf() {
    return store().shelf();
  }

  private Kept keep(SessionId session, Instant at, String... pieces) {
    try (var parcel = shelf().begin(session, at)) {
      for (var piece : pieces) {
        parcel.add(Bytes.of(piece));
      }
      return parcel.finish();
    }
  }

  private Kept keep(SessionId session, byte[] content, int pieceSize) {
    try (var parcel = shelf().begin(session, NOON)) {
      for (int from = 0; from < content.length; from += pieceSize) {
        int to = Math.min(content.length, from + pieceSize);
        parcel.add(Bytes.of(Arrays.copyOfRange(content, from, to)));
      }
      return parcel.finish();
    }
  }

  private long bytes() {
    return shelf().sweep(NOTHING).bytesLeft();
  }

  @Test
  void anArtifactIsNamedByTheDigestOfAllItsPieces() {
    var kept = keep(SESSION, NOON, "he", "l", "lo");
    assertThat(kept).isEqualTo(new Kept(kept.ordinal(), HELLO, 5, NOON, false));
    assertThat(shelf().find(SESSION, HELLO.sha256())).contains(kept);
    assertThat(shelf().read(SESSION, HELLO, 0, 100)).contains(Bytes.of("hello"));
  }

  @Test
  void nothingIsAnArtifactToo() {
    var kept = keep(SESSION, NOON);
    assertThat(kept.name()).isEqualTo(Blobs.nameOf(Bytes.of("")));
    assertThat(shelf().find(SESSION, kept.name().sha256())).contains(kept);
    assertThat(shelf().read(SESSION, kept.name(), 0, 100)).contains(Bytes.of(""));
  }

  @Test
  void itIsThereWhenItIsFinishedAndNotBefore() {
    try (var parcel = shelf().begin(SESSION, NOON)) {
      for (var piece : new String[] {"he", "l", "lo"}) {
        parcel.add(Bytes.of(piece));
        assertThat(shelf().find(SESSION, HELLO.sha256())).isEmpty();
        assertThat(shelf().list(SESSION, 0, ALL)).isEmpty();
        assertThat(shelf().read(SESSION, HELLO, 0, 100)).isEmpty();
      }
      parcel.finish();
    }
    assertThat(shelf().find(SESSION, HELLO.sha256())).isPresent();
  }

  @Test
  void aParcelIsFinishedOnce() {
    try (var parcel = shelf().begin(SESSION, NOON)) {
      parcel.add(Bytes.of("hello"));
      var kept = parcel.finish();
      assertThatThrownBy(() -> parcel.add(Bytes.of("more")))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(parcel::finish).isInstanceOf(IllegalStateException.class);
      assertThat(shelf().list(SESSION, 0, ALL)).containsExactly(kept);
    }
    assertThat(shelf().read(SESSION, HELLO, 0, 100)).contains(Bytes.of("hello"));
  }

  @Test
  void whatIsNotFinishedIsForgotten() {
    try (var parcel = shelf().begin(SESSION, NOON)) {
      for (int i = 0; i < 20; i++) {
        parcel.add(Bytes.of("piece " + i));
      }
    }
    assertThat(shelf().list(SESSION, 0, ALL)).isEmpty();
    assertThat(bytes()).isZero();
  }

  @Test
  void theSameContentTwiceIsStoredOnceHoweverItIsCut() {
    var first = keep(SESSION, NOON, "hello");
    assertThat(keep(SESSION, NOON, "he", "l", "lo")).isEqualTo(first);
    assertThat(keep(OTHER, NOON, "h", "ello").name()).isEqualTo(HELLO);
    assertThat(bytes()).isEqualTo(5);
    assertThat(shelf().list(SESSION, 0, ALL)).containsExactly(first);
    assertThat(shelf().read(SESSION, HELLO, 0, 100)).contains(Bytes.of("hello"));
  }

  @Test
  void aSessionSeesOnlyWhatItKeptItself() {
    keep(SESSION, NOON, "hello");
    assertThat(shelf().find(OTHER, HELLO.sha256())).isEmpty();
    assertThat(shelf().read(OTHER, HELLO, 0, 100)).isEmpty();
    assertThat(shelf().list(OTHER, 0, ALL)).isEmpty();
    assertThat(shelf().pin(OTHER, HELLO)).isFalse();
    assertThat(shelf().unpin(OTHER, HELLO)).isFalse();
    keep(OTHER, NOON, "hello");
    assertThat(shelf().find(OTHER, HELLO.sha256())).isPresent();
    assertThat(shelf().read(OTHER, HELLO, 0, 100)).contains(Bytes.of("hello"));
  }

  @Test
  void aBeginningOfEightDigitsIsEnoughIfOnlyOneHasIt() {
    var kept = keep(SESSION, NOON, "hello");
    assertThat(shelf().find(SESSION, "2cf24dba")).contains(kept);
    assertThat(shelf().find(SESSION, "2cf24dba5fb0")).contains(kept);
    assertThat(shelf().find(SESSION, "2cf24db")).isEmpty();
    assertThat(shelf().find(SESSION, "2cf24dbb")).isEmpty();
    assertThat(shelf().find(SESSION, "")).isEmpty();
    assertThat(shelf().find(SESSION, "2cf24dba%")).isEmpty();
    assertThat(shelf().find(SESSION, HELLO.sha256() + "0")).isEmpty();
  }

  @Test
  void aBeginningThatTwoHaveFindsNeither() {
    var twin = keep(SESSION, NOON, TWIN);
    assertThat(shelf().find(SESSION, TWINS_BEGIN)).contains(twin);
    var other = keep(SESSION, NOON, OTHER_TWIN);
    assertThat(shelf().find(SESSION, TWINS_BEGIN)).isEmpty();
    assertThat(shelf().find(SESSION, TWINS_BEGIN + "d")).contains(twin);
    assertThat(shelf().find(SESSION, TWINS_BEGIN + "0")).contains(other);
  }

  @Test
  void anyRangeIsReadAsItWasKept() {
    var random = new SplittableRandom(14);
    var content = new byte[3 * Shelf.MAX_PIECE + 77];
    random.nextBytes(content);
    for (int pieceSize : new int[] {Shelf.MAX_PIECE, Shelf.MAX_PIECE - 1, 10_007}) {
      var kept = keep(SESSION, content, pieceSize);
      for (int i = 0; i < 50; i++) {
        int offset = random.nextInt(content.length + 1);
        int length = random.nextInt(2 * Shelf.MAX_PIECE);
        int to = Math.min(content.length, offset + length);
        assertThat(shelf().read(SESSION, kept.name(), offset, length))
            .contains(Bytes.of(Arrays.copyOfRange(content, offset, to)));
      }
      assertThat(shelf().read(SESSION, kept.name(), content.length + 9, 9)).contains(Bytes.of(""));
      shelf().sweep(new Sweep(Instant.MAX, 0));
    }
  }

  @Test
  void theyAreListedInTheOrderInWhichTheyWereKeptFirst() {
    var first = keep(SESSION, NOON, "one");
    keep(OTHER, NOON, "two");
    var second = keep(SESSION, NOON, "two");
    var third = keep(SESSION, EARLIER, "three");
    var again = keep(SESSION, LATER, "one");
    assertThat(again).isEqualTo(new Kept(first.ordinal(), first.name(), 3, LATER, false));
    assertThat(shelf().list(SESSION, 0, ALL)).containsExactly(again, second, third);
    assertThat(shelf().list(SESSION, 0, 2)).containsExactly(again, second);
    assertThat(shelf().list(SESSION, second.ordinal(), 2)).containsExactly(third);
  }

  @Test
  void aPinIsShownAndStaysWhenTheSameIsKeptAgain() {
    var kept = keep(SESSION, NOON, "hello");
    assertThat(shelf().pin(SESSION, HELLO)).isTrue();
    assertThat(shelf().find(SESSION, "2cf24dba"))
        .contains(new Kept(kept.ordinal(), HELLO, 5, NOON, true));
    assertThat(keep(SESSION, NOON, "hello").pinned()).isTrue();
    assertThat(shelf().unpin(SESSION, HELLO)).isTrue();
    assertThat(shelf().find(SESSION, "2cf24dba")).contains(kept);
  }

  @Test
  void whatIsOlderThanTheAgeIsSweptAndMayBeKeptAgain() {
    keep(SESSION, EARLIER, "hello");
    keep(OTHER, EARLIER, "hello");
    var young = keep(SESSION, NOON, "young");
    assertThat(shelf().sweep(new Sweep(NOON, Long.MAX_VALUE))).isEqualTo(new Swept(1, 5));
    assertThat(shelf().list(SESSION, 0, ALL)).containsExactly(young);
    assertThat(shelf().find(SESSION, HELLO.sha256())).isEmpty();
    assertThat(shelf().read(SESSION, HELLO, 0, 5)).isEmpty();
    assertThat(shelf().find(OTHER, HELLO.sha256())).isEmpty();
    var again = keep(SESSION, NOON, "hel", "lo");
    assertThat(shelf().read(SESSION, HELLO, 0, 5)).contains(Bytes.of("hello"));
    assertThat(shelf().list(SESSION, 0, ALL)).containsExactly(young, again);
    assertThat(shelf().find(OTHER, HELLO.sha256())).isEmpty();
  }

  @Test
  void overTheCapTheOldestGoFirstAndThePinnedStay() {
    keep(SESSION, NOON.plusSeconds(3), "4444");
    keep(SESSION, NOON, "1111");
    var pinned = keep(SESSION, EARLIER, "0000");
    keep(SESSION, NOON.plusSeconds(1), "22", "22");
    var third = keep(SESSION, NOON.plusSeconds(2), "3333");
    shelf().pin(SESSION, pinned.name());
    assertThat(shelf().sweep(new Sweep(Instant.MIN, 20))).isEqualTo(new Swept(0, 20));
    assertThat(shelf().sweep(new Sweep(Instant.MIN, 13))).isEqualTo(new Swept(2, 12));
    assertThat(shelf().list(SESSION, 0, ALL).stream().map(kept -> text(kept)))
        .containsExactly("4444", "0000", "3333");
    assertThat(shelf().sweep(new Sweep(Instant.MAX, 0))).isEqualTo(new Swept(2, 4));
    assertThat(shelf().find(SESSION, third.name().sha256())).isEmpty();
    shelf().unpin(SESSION, pinned.name());
    assertThat(shelf().sweep(new Sweep(Instant.MAX, 0))).isEqualTo(new Swept(1, 0));
  }

  private String text(Kept kept) {
    return shelf().read(SESSION, kept.name(), 0, 100).orElseThrow().toString();
  }

  @Test
  void keepingItAgainMakesItYoungForAllWhoKeepIt() {
    keep(SESSION, EARLIER, "hello");
    keep(SESSION, NOON, "other");
    keep(OTHER, LATER, "hello");
    assertThat(shelf().sweep(new Sweep(Instant.MIN, 5))).isEqualTo(new Swept(1, 5));
    assertThat(shelf().find(SESSION, HELLO.sha256())).isPresent();
  }

  @Test
  void onePinHoldsItForAllWhoKeepIt() {
    keep(SESSION, NOON, "hello");
    keep(OTHER, NOON, "hello");
    shelf().pin(OTHER, HELLO);
    assertThat(shelf().sweep(new Sweep(Instant.MAX, 0))).isEqualTo(new Swept(0, 5));
    assertThat(shelf().find(SESSION, HELLO.sha256()).orElseThrow().pinned()).isFalse();
    shelf().unpin(SESSION, HELLO);
    assertThat(shelf().sweep(new Sweep(Instant.MAX, 0))).isEqualTo(new Swept(0, 5));
    shelf().unpin(OTHER, HELLO);
    assertThat(shelf().sweep(new Sweep(Instant.MAX, 0))).isEqualTo(new Swept(1, 0));
  }

  @Test
  void whatIsBeingKeptIsSweptForItsAgeOnlyAndItsKeeperIsTold() {
    try (var young = shelf().begin(SESSION, NOON);
        var abandoned = shelf().begin(SESSION, EARLIER)) {
      for (var piece : new String[] {"he", "l", "lo"}) {
        young.add(Bytes.of(piece));
        abandoned.add(Bytes.of(piece + " world"));
      }
      assertThat(shelf().sweep(new Sweep(NOON, 0)).dropped()).isZero();
      assertThatThrownBy(
              () -> {
                abandoned.add(Bytes.of("more"));
                abandoned.finish();
              })
          .isInstanceOf(WriteRefused.class)
          .hasMessageContaining("swept");
      assertThat(young.finish().name()).isEqualTo(HELLO);
    }
    assertThat(bytes()).isEqualTo(5);
    assertThat(shelf().read(SESSION, HELLO, 0, 5)).contains(Bytes.of("hello"));
  }

  @Test
  void aSessionThatDoesNotExistKeepsNothing() {
    var nobody = new SessionId("s-nobody");
    assertThatThrownBy(() -> keep(nobody, NOON, "hello")).isInstanceOf(WriteRefused.class);
    assertThatThrownBy(() -> keep(nobody, NOON, "he", "llo")).isInstanceOf(WriteRefused.class);
    assertThat(shelf().find(nobody, HELLO.sha256())).isEmpty();
    assertThat(shelf().list(nobody, 0, ALL)).isEmpty();
    assertThat(bytes()).isZero();
  }

  @Test
  void aPieceHasABound() {
    try (var parcel = shelf().begin(SESSION, NOON)) {
      assertThatThrownBy(() -> parcel.add(Bytes.of(new byte[Shelf.MAX_PIECE + 1])))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> parcel.add(Bytes.of("")))
          .isInstanceOf(IllegalArgumentException.class);
      parcel.add(Bytes.of(new byte[Shelf.MAX_PIECE]));
      assertThat(parcel.finish().bytes()).isEqualTo(Shelf.MAX_PIECE);
    }
  }

  @Test
  void manyMayKeepTheSameAtOnce() throws Exception {
    var content = new byte[5_000];
    new SplittableRandom(3).nextBytes(content);
    var names =
        Together.run(16, n -> () -> keep(n % 2 == 0 ? SESSION : OTHER, content, 1_000).name());
    assertThat(new HashSet<>(names)).containsExactly(Blobs.nameOf(Bytes.of(content)));
    assertThat(bytes()).isEqualTo(5_000);
    assertThat(shelf().list(SESSION, 0, ALL)).hasSize(1);
    assertThat(shelf().read(OTHER, names.getFirst(), 0, 9_999)).contains(Bytes.of(content));
  }

  @Test
  void keepingAndSweepingAtTheSameTimeTearsNothing() throws Exception {
    var done =
        Together.<Boolean>run(
            9,
            n ->
                () -> {
                  for (int i = 0; i < 20; i++) {
                    if (n == 0) {
                      shelf().sweep(new Sweep(Instant.MIN, 0));
                    } else {
                      var name = keep(SESSION, NOON, "a", "b", "c" + n % 3).name();
                      var read = shelf().read(SESSION, name, 0, 9);
                      if (read.isPresent() && !Blobs.nameOf(read.get()).equals(name)) {
                        return false;
                      }
                    }
                  }
                  return true;
                });
    assertThat(done).doesNotContain(false);
    assertThat(bytes()).isEqualTo(4L * shelf().list(SESSION, 0, ALL).size());
  }
}
