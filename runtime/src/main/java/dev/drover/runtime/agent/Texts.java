package dev.drover.runtime.agent;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.Text;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Decides which texts go into events and which are kept beside them, and takes secrets out of
/// both.
public final class Texts {
  /// No text inside an event is larger.
  static final int INLINE_LIMIT = 32 * 1024;

  private static final int MAX_BYTES_PER_CHAR = 3;

  private final Blobs blobs;
  private final Redactor redactor;

  public Texts(Blobs blobs, Redactor redactor) {
    this.blobs = blobs;
    this.redactor = redactor;
  }

  /// The words without their secrets.
  public String clean(String words) {
    return redactor.redact(words);
  }

  /// Durable when it returns, so an event that holds it may be appended. What is stored has no
  /// secrets any more; what stays in place loses them when its input is decided on.
  public Text of(String words) {
    if (words.length() <= INLINE_LIMIT / MAX_BYTES_PER_CHAR) {
      return Text.of(words);
    }
    var value = clean(words);
    var utf8 = value.getBytes(StandardCharsets.UTF_8);
    return utf8.length <= INLINE_LIMIT
        ? Text.of(value)
        : new Text.Stored(blobs.put(Bytes.of(utf8)), utf8.length);
  }

  /// Puts content into the store that is no text of an event.
  public BlobId keep(byte[] content) {
    return blobs.put(Bytes.of(content));
  }

  /// Many at once.
  ///
  /// @return their names, in the same order
  public List<BlobId> keepAll(List<Bytes> contents) {
    return blobs.putAll(contents);
  }

  public boolean holdsSecret(byte[] content) {
    return redactor.finds(new String(content, StandardCharsets.UTF_8));
  }

  /// What was put there with [#keep].
  public Optional<byte[]> find(BlobId name) {
    return blobs.get(name).map(Bytes::array);
  }

  /// Tells one text from another, by what is written down of them.
  public String digest(Text text) {
    return switch (text) {
      case Text.Inline(var value) -> Blobs.nameOf(Bytes.of(clean(value))).sha256();
      case Text.Stored(var blob, _) -> blob.sha256();
    };
  }

  /// The same text, moved out of the event if it is too large for it.
  public Text settled(Text text) {
    return text instanceof Text.Inline(var value) ? of(value) : text;
  }

  public String read(Text text) {
    return switch (text) {
      case Text.Inline(var value) -> value;
      case Text.Stored(var blob, _) ->
          blobs
              .get(blob)
              .map(Bytes::toString)
              .orElseThrow(() -> new IllegalStateException("the store has lost blob " + blob));
    };
  }
}
