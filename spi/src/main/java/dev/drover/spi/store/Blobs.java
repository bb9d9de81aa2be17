package dev.drover.spi.store;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.InflaterInputStream;

/// Content that is too large for an event, stored under the digest of its bytes.
///
/// Laws: the same content stored twice is one blob with one name; it is durable when `put` or
/// `putAll` returns, so an event that refers to it may be appended; it is kept as long as a session
/// refers to it, even in an event that was trimmed since, and at least until the given time.
///
/// References are those that [BlobReferences] finds: content may refer to other content, if it is
/// deflated.
public interface Blobs {
  /// @param until when the name will be in the journal at the latest; the latest of several counts,
  ///   and [Instant#MAX] means forever
  BlobId put(Bytes content, Instant until);

  /// Stores many at once, for little more than the cost of one.
  ///
  /// @return their names, in the same order
  List<BlobId> putAll(List<Bytes> contents, Instant until);

  Optional<Bytes> get(BlobId blob);

  /// Drops unreferenced content whose time has passed. Scans the whole store, but only if a session
  /// was deleted since the last scan, or the time that the last scan returned has come; otherwise
  /// it costs next to nothing.
  ///
  /// @return when to call this again, if unreferenced content has some time left
  Optional<Instant> sweep(Instant now);

  /// Computes the name of content, for all stores.
  static BlobId idOf(Bytes content) {
    return new BlobHasher().add(content).blobId();
  }

  /// Computes the name of content that arrives in pieces. Made for one content; belongs to one
  /// thread.
  final class BlobHasher {
    private final MessageDigest digest;
    private boolean named;

    public BlobHasher() {
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException missing) {
        throw new IllegalStateException("every Java platform has SHA-256", missing);
      }
    }

    public BlobHasher add(Bytes piece) {
      requireUnnamed();
      digest.update(piece.array());
      return this;
    }

    /// The name of all pieces. Called once; nothing can be added afterwards.
    public BlobId blobId() {
      requireUnnamed();
      named = true;
      return new BlobId(HexFormat.of().formatHex(digest.digest()));
    }

    private void requireUnnamed() {
      if (named) {
        throw new IllegalStateException("this content is finished and has its name; begin another");
      }
    }
  }

  /// Finds the contents that are referenced anywhere, and so those that are not. Belongs to one
  /// thread.
  ///
  /// References are not counted: every append would pay for that, and the result is needed only
  /// when a session was deleted. Instead the bytes are searched for names, without interpreting
  /// them. In events, snapshots and inputs a name is exactly 64 digits in a row. In deflated
  /// content it is the 32 bytes of the digest, anywhere. A false match only keeps some content too
  /// long.
  final class BlobReferences {
    private static final int DIGITS = 64;
    private static final int DIGEST_BYTES = DIGITS / 2;
    private static final int AT_ONCE = 64 * 1024;

    private final Set<BlobId> unreferenced;

    /// The first eight bytes of each name: few positions in a content match one of them.
    private final Set<Long> beginnings = new HashSet<>();

    private final ArrayDeque<BlobId> unread = new ArrayDeque<>();

    /// @param all all existing contents
    public BlobReferences(Collection<BlobId> all) {
      unreferenced = new HashSet<>(all);
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

    /// Marks this content as referenced, whether it exists or not.
    public void add(BlobId name) {
      if (unreferenced.remove(name)) {
        unread.add(name);
      }
    }

    /// Searches an event, a snapshot or an input.
    public void addAllIn(Bytes row) {
      in(row).forEach(this::add);
    }

    /// Searches content that is itself referenced.
    public void addAllInContent(Bytes content) {
      try (var inflated = new InflaterInputStream(new ByteArrayInputStream(content.array()))) {
        var buffer = new byte[AT_ONCE];
        int kept = 0;
        for (int n = inflated.read(buffer, 0, AT_ONCE);
            n >= 0;
            n = inflated.read(buffer, kept, AT_ONCE - kept)) {
          int end = kept + n;
          addAllIn(buffer, end);
          // A name may continue in the next block.
          kept = Math.min(end, DIGEST_BYTES - 1);
          System.arraycopy(buffer, end - kept, buffer, 0, kept);
        }
      } catch (IOException notDeflated) {
        // Then it contains no names after this position.
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

    /// Content that is referenced, and was not searched yet; each is returned once.
    public Optional<BlobId> nextToRead() {
      return Optional.ofNullable(unread.poll());
    }

    /// The contents that were not referenced so far.
    public Set<BlobId> unreferenced() {
      return Set.copyOf(unreferenced);
    }
  }
}
