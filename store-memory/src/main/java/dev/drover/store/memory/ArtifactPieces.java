package dev.drover.store.memory;

import dev.drover.spi.Bytes;
import java.util.List;

/// Content in the pieces in which it arrived. Guarded by its artifact store.
record ArtifactPieces(List<Bytes> all) {
  void add(Bytes piece) {
    all.add(piece);
  }

  long bytes() {
    return all.stream().mapToLong(Bytes::length).sum();
  }

  /// The bytes from `offset` on; fewer only at the end.
  Bytes range(long offset, int length) {
    var range = new byte[Math.clamp(bytes() - offset, 0, length)];
    long start = 0;
    for (var piece : all) {
      long from = Math.max(offset, start);
      long to = Math.min(offset + range.length, start + piece.length());
      if (from < to) {
        System.arraycopy(
            piece.array(), (int) (from - start), range, (int) (from - offset), (int) (to - from));
      }
      start += piece.length();
    }
    return Bytes.of(range);
  }
}
