package dev.drover.tools.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.BlobId;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Mentions;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A store keeps what a look names only if it finds the names in it: the form of a look may change,
/// but not in a way that hides them.
@Tag("B10")
class LookNamesTest {
  private static final BlobId FIRST = Blobs.nameOf(Bytes.of("first"));
  private static final BlobId SECOND = Blobs.nameOf(Bytes.of("second"));
  private static final BlobId THIRD = Blobs.nameOf(Bytes.of("third"));

  @Test
  void whatALookNamesIsFoundInItsBytes() {
    var whole = LookForm.write(look(FIRST, SECOND), null);
    assertThat(unnamed(whole)).containsExactly(THIRD);
  }

  @Test
  void theLookThatItIsBasedOnIsFoundAsWell() {
    var base = new LookForm.Whole(THIRD, look(FIRST));
    var difference = LookForm.write(look(FIRST, SECOND), base);
    assertThat(unnamed(difference)).containsExactly(FIRST);
  }

  private static Iterable<BlobId> unnamed(byte[] look) {
    var mentions = new Mentions(List.of(FIRST, SECOND, THIRD));
    mentions.addAllInContent(Bytes.of(look));
    return mentions.unnamed();
  }

  private static Look look(BlobId... contents) {
    var entries = new TreeMap<String, Seen>();
    for (var content : contents) {
      entries.put("file " + entries.size(), new Seen.File("rw-r--r--", 5, Instant.EPOCH, content));
    }
    return new Look(entries, new TreeSet<>(), "");
  }
}
