package dev.drover.runtime.agent;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.Media;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Text;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Contents;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.time.Time;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decides which texts go into events and which are kept beside them, and takes secrets out of
/// both.
public final class Texts implements Contents {
  /// No text inside an event is larger.
  static final int INLINE_LIMIT = 32 * 1024;

  private static final int MAX_BYTES_PER_CHAR = 3;

  /// How long it may take until what was put into the store is named in a journal. Mostly that is
  /// the next thing that happens.
  private static final Duration UNNAMED = Duration.ofHours(1);

  private final Blobs blobs;
  private final Time time;
  private final Redactor redactor;

  public Texts(Blobs blobs, Time time, Redactor redactor) {
    this.blobs = blobs;
    this.time = time;
    this.redactor = redactor;
  }

  public Redactor redactor() {
    return redactor;
  }

  /// The words without their secrets.
  public String clean(String words) {
    return redactor.redact(words);
  }

  /// Durable when it returns, so an event that holds it may be appended. What is stored has no
  /// secrets any more; what stays in place loses them when its input is decided on.
  public Text of(String words) {
    return isShort(words) ? Text.of(words) : settled(words, time.now().plus(UNNAMED));
  }

  /// As [#of], for what belongs to no session and is used again and again: it is never dropped.
  public Text lasting(String words) {
    return isShort(words) ? Text.of(words) : settled(words, Instant.MAX);
  }

  private static boolean isShort(String words) {
    return words.length() <= INLINE_LIMIT / MAX_BYTES_PER_CHAR;
  }

  private Text settled(String words, Instant until) {
    var value = clean(words);
    var utf8 = value.getBytes(StandardCharsets.UTF_8);
    return utf8.length <= INLINE_LIMIT
        ? Text.of(value)
        : new Text.Stored(blobs.put(Bytes.of(utf8), until), utf8.length);
  }

  /// Puts content into the store that is no text of an event.
  public BlobId keep(byte[] content) {
    return blobs.put(Bytes.of(content), time.now().plus(UNNAMED));
  }

  /// Many at once.
  ///
  /// @return their names, in the same order
  public List<BlobId> keepAll(List<Bytes> contents) {
    return blobs.putAll(contents, time.now().plus(UNNAMED));
  }

  public boolean holdsSecret(byte[] content) {
    return redactor.finds(new String(content, StandardCharsets.UTF_8));
  }

  /// What was put there with [#keep].
  public Optional<byte[]> find(BlobId name) {
    return blobs.get(name).map(Bytes::array);
  }

  /// As it is written down.
  Text written(Text text) {
    return text instanceof Text.Inline(var value) ? Text.of(clean(value)) : text;
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
    return text instanceof Text.Inline(var value) && !isShort(value) ? of(value) : text;
  }

  /// As [#settled], but as it is: a word taken out of it would make it worthless.
  public Text kept(Text text) {
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
