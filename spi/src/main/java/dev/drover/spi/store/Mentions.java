package dev.drover.spi.store;

import dev.drover.kernel.BlobId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.InflaterInputStream;

/// Finds out which contents are named anywhere, and so which are named nowhere. Belongs to one
/// thread.
///
/// Nobody counts who names what: that would be paid for by every append, and this is needed only
/// when a session has been deleted. Instead the bytes are searched for names, without knowing what
/// they mean. In events, snapshots and inputs a name is 64 digits in a row, no more. In content
/// that is deflated it is the 32 bytes of the digest, anywhere. What only looks like a name keeps
/// some content too long, and that is all.
public final class Mentions {
  private static final int DIGITS = 64;
  private static final int DIGEST_BYTES = DIGITS / 2;
  private static final int AT_ONCE = 64 * 1024;

  private final Set<BlobId> unnamed;

  /// The first eight bytes of each name: hardly any place in a content begins like one of them.
  private final Set<Long> beginnings = new HashSet<>();

  private final ArrayDeque<BlobId> unread = new ArrayDeque<>();

  /// @param all the contents there are
  public Mentions(Collection<BlobId> all) {
    unnamed = new HashSet<>(all);
    for (var name : all) {
      beginnings.add(HexFormat.fromHexDigitsToLong(name.sha256(), 0, Long.BYTES * 2));
    }
  }

  /// The names in an event, a snapshot or an input.
  public static List<BlobId> in(Bytes row) {
    var names = new ArrayList<BlobId>();
    var array = row.array();
    int digits = 0;
    for (int i = 0; i <= array.length; i++) {
      if (i < array.length && isDigit(array[i])) {
        digits++;
        continue;
      }
      if (digits == DIGITS) {
        names.add(new BlobId(new String(array, i - DIGITS, DIGITS, StandardCharsets.US_ASCII)));
      }
      digits = 0;
    }
    return names;
  }

  private static boolean isDigit(byte value) {
    return (value >= '0' && value <= '9') || (value >= 'a' && value <= 'f');
  }

  /// Somebody names this content, whether it is there or not.
  public void add(BlobId name) {
    if (unnamed.remove(name)) {
      unread.add(name);
    }
  }

  /// Looks through an event, a snapshot or an input.
  public void addAllIn(Bytes row) {
    in(row).forEach(this::add);
  }

  /// Looks through content that is named itself.
  public void addAllInContent(Bytes content) {
    try (var inflated = new InflaterInputStream(new ByteArrayInputStream(content.array()))) {
      var buffer = new byte[AT_ONCE];
      int kept = 0;
      for (int n = inflated.read(buffer, 0, AT_ONCE);
          n >= 0;
          n = inflated.read(buffer, kept, AT_ONCE - kept)) {
        int end = kept + n;
        addAllIn(buffer, end);
        // A name may go on in what is read next.
        kept = Math.min(end, DIGEST_BYTES - 1);
        System.arraycopy(buffer, end - kept, buffer, 0, kept);
      }
    } catch (IOException notDeflated) {
      // Then it names nothing behind this place.
    }
  }

  private void addAllIn(byte[] bytes, int end) {
    var view = ByteBuffer.wrap(bytes);
    for (int i = 0; i + DIGEST_BYTES <= end; i++) {
      if (beginnings.contains(view.getLong(i))) {
        add(new BlobId(HexFormat.of().formatHex(bytes, i, i + DIGEST_BYTES)));
      }
    }
  }

  /// Content that is named, and that nobody has looked into yet; each is given once.
  public Optional<BlobId> nextToRead() {
    return Optional.ofNullable(unread.poll());
  }

  /// What has not been named so far.
  public Set<BlobId> unnamed() {
    return Set.copyOf(unnamed);
  }
}
