package dev.drover.tools.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Blobs.BlobReferences;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A store keeps the contents of a snapshot only if it finds their ids in it: the encoding may
/// change, but not in a way that hides the ids.
@Tag("B10")
class LookNamesTest {
  private static final BlobId FIRST = Blobs.idOf(Bytes.of("first"));
  private static final BlobId SECOND = Blobs.idOf(Bytes.of("second"));
  private static final BlobId THIRD = Blobs.idOf(Bytes.of("third"));

  @Test
  void contentIdsAreFoundInTheEncodedSnapshot() {
    var whole = SnapshotCodec.write(snapshot(FIRST, SECOND), null);
    assertThat(unnamed(whole)).containsExactly(THIRD);
  }

  @Test
  void theIdOfTheBaseSnapshotIsFoundToo() {
    var base = new SnapshotCodec.Whole(THIRD, snapshot(FIRST));
    var difference = SnapshotCodec.write(snapshot(FIRST, SECOND), base);
    assertThat(unnamed(difference)).containsExactly(FIRST);
  }

  private static Iterable<BlobId> unnamed(byte[] snapshot) {
    var mentions = new BlobReferences(List.of(FIRST, SECOND, THIRD));
    mentions.addAllInContent(Bytes.of(snapshot));
    return mentions.unreferenced();
  }

  private static WorkspaceSnapshot snapshot(BlobId... contents) {
    var entries = new TreeMap<String, SnapshotEntry>();
    for (var content : contents) {
      entries.put(
          "file " + entries.size(), new SnapshotEntry.File("rw-r--r--", 5, Instant.EPOCH, content));
    }
    return new WorkspaceSnapshot(entries, new TreeSet<>(), "");
  }
}
