package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Blobs].
public abstract class BlobsConformance extends StoreConformance {
  private static final BlobId HELLO =
      new BlobId("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");

  protected BlobsConformance() {}

  @Test
  @Tag("D14")
  void contentIsKeptUnderTheDigestOfItsBytes() {
    assertThat(store().blobs().put(Bytes.of("hello"), NOON)).isEqualTo(HELLO);
    assertThat(store().blobs().get(HELLO)).contains(Bytes.of("hello"));
  }

  @Test
  @Tag("D14")
  void theSameContentTwiceIsOneBlob() {
    store().blobs().put(Bytes.of("hello"), NOON);
    assertThat(store().blobs().put(Bytes.of("hello"), NOON)).isEqualTo(HELLO);
    assertThat(store().blobs().get(HELLO)).contains(Bytes.of("hello"));
  }

  @Test
  void namesAreReturnedInOrderAndTheSameContentTwiceIsOneBlob() {
    var blobs = store().blobs();
    var names =
        blobs.putAll(List.of(Bytes.of("hello"), Bytes.of("other"), Bytes.of("hello")), NOON);
    assertThat(names.get(0)).isEqualTo(HELLO);
    assertThat(names.get(2)).isEqualTo(HELLO);
    assertThat(blobs.get(names.get(1))).contains(Bytes.of("other"));
    assertThat(blobs.get(HELLO)).contains(Bytes.of("hello"));
    assertThat(blobs.putAll(List.of(), NOON)).isEmpty();
  }

  @Test
  void contentThatWasNeverPutIsNotFound() {
    assertThat(store().blobs().get(HELLO)).isEmpty();
  }

  @Test
  void emptyAndLargeContentIsReadBackUnchanged() {
    var large = new byte[8 << 20];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) (i * 31);
    }
    var blobs = store().blobs();
    assertThat(blobs.get(blobs.put(Bytes.of(""), NOON))).contains(Bytes.of(""));
    assertThat(blobs.get(blobs.put(Bytes.of(large), NOON))).contains(Bytes.of(large));
  }

  @Test
  void theSameContentCanBePutConcurrently() throws Exception {
    var names = ConcurrentRun.run(16, _ -> () -> store().blobs().put(Bytes.of("hello"), NOON));
    assertThat(new HashSet<>(names)).containsExactly(HELLO);
    assertThat(store().blobs().get(HELLO)).contains(Bytes.of("hello"));
  }
}
