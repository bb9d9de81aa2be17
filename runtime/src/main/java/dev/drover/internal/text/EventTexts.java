package dev.drover.internal.text;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.model.ModelRequest.ContentReader;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.time.Time;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decides which texts are inline in events and which are stored as blobs, and removes secrets from
/// both.
public final class EventTexts implements ContentReader {
  /// The maximum size of an inline text.
  static final int INLINE_LIMIT = 32 * 1024;

  private static final int MAX_BYTES_PER_CHAR = 3;

  /// How long it may take until stored content is named in a journal. In most cases the next append
  /// names it.
  private static final Duration UNNAMED = Duration.ofHours(1);

  private final Blobs blobs;
  private final Time time;
  private final SecretRedactor redactor;

  public EventTexts(Blobs blobs, Time time, SecretRedactor redactor) {
    this.blobs = blobs;
    this.time = time;
    this.redactor = redactor;
  }

  public SecretRedactor redactor() {
    return redactor;
  }

  /// The text without its secrets.
  public String redact(String words) {
    return redactor.redact(words);
  }

  /// Durable when it returns, so an event that contains it may be appended. Stored text is already
  /// redacted; inline text is redacted when its input is decided on.
  public Text of(String words) {
    return isShort(words) ? Text.of(words) : moveIfLarge(words, time.now().plus(UNNAMED));
  }

  /// As [#of], for a text that belongs to no session and is used repeatedly: it is never deleted.
  public Text lasting(String words) {
    return isShort(words) ? Text.of(words) : moveIfLarge(words, Instant.MAX);
  }

  private static boolean isShort(String words) {
    return words.length() <= INLINE_LIMIT / MAX_BYTES_PER_CHAR;
  }

  private Text moveIfLarge(String words, Instant until) {
    var value = redact(words);
    var utf8 = value.getBytes(StandardCharsets.UTF_8);
    return utf8.length <= INLINE_LIMIT
        ? Text.of(value)
        : new Text.Stored(blobs.put(Bytes.of(utf8), until), utf8.length);
  }

  /// Stores content that is not a text of an event.
  public BlobId keep(byte[] content) {
    return blobs.put(Bytes.of(content), time.now().plus(UNNAMED));
  }

  /// Stores a text that belongs to no session, without its secrets: it is never deleted.
  public BlobId keepLasting(String words) {
    return blobs.put(Bytes.of(redact(words)), Instant.MAX);
  }

  /// Stores several contents.
  ///
  /// @return their names, in the same order
  public List<BlobId> keepAll(List<Bytes> contents) {
    return blobs.putAll(contents, time.now().plus(UNNAMED));
  }

  public boolean holdsSecret(byte[] content) {
    return redactor.hasSecret(new String(content, StandardCharsets.UTF_8));
  }

  /// Content that was stored with [#keep].
  public Optional<byte[]> find(BlobId name) {
    return blobs.get(name).map(Bytes::array);
  }

  /// The text as it is journaled.
  public Text written(Text text) {
    return text instanceof Text.Inline(var value) ? Text.of(redact(value)) : text;
  }

  /// Distinguishes texts by their journaled form.
  public String digest(Text text) {
    return switch (text) {
      case Text.Inline(var value) -> Blobs.idOf(Bytes.of(redact(value))).sha256();
      case Text.Stored(var blob, _) -> blob.sha256();
    };
  }

  /// The same text, moved to a blob if it is too large to be inline.
  public Text moveIfLarge(Text text) {
    return text instanceof Text.Inline(var value) && !isShort(value) ? of(value) : text;
  }

  /// As [#moveIfLarge], without redaction: a changed text would be useless.
  public Text moveUnredacted(Text text) {
    if (!(text instanceof Text.Inline(var value)) || isShort(value)) {
      return text;
    }
    var utf8 = value.getBytes(StandardCharsets.UTF_8);
    return utf8.length <= INLINE_LIMIT ? text : new Text.Stored(keep(utf8), utf8.length);
  }

  @Override
  public String read(Text text) {
    return switch (text) {
      case Text.Inline(var value) -> value;
      case Text.Stored(var blob, _) -> stored(blob).toString();
    };
  }

  @Override
  public Bytes read(Media media) {
    return stored(media.content());
  }

  private Bytes stored(BlobId name) {
    return blobs
        .get(name)
        .orElseThrow(
            () ->
                new PortException(
                    new Problem(
                        "content_missing",
                        "Content is missing",
                        "content %s, which an event names, is not in the store".formatted(name),
                        "Restore the store from a copy; what does not need it can go on."),
                    null));
  }
}
