package dev.drover.spi.store;

import dev.drover.kernel.BlobId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Content that is too large for an event, kept under the digest of its bytes.
///
/// Laws: the same content twice is one blob under one name; it is durable when `put` or `putAll`
/// returns, so an event that names it may be appended; it stays as long as a session names it, be
/// it in an event that was trimmed since, and until the time that was given with it in any case.
///
/// What is named is what [Mentions] finds: content may name other content, if it is deflated.
public interface Blobs {
  /// @param until when the name will be in the journal at the latest; of several the last counts,
  ///   and [Instant#MAX] is for ever
  BlobId put(Bytes content, Instant until);

  /// Many at once, which costs little more than one.
  ///
  /// @return their names, in the same order
  List<BlobId> putAll(List<Bytes> contents, Instant until);

  Optional<Bytes> get(BlobId blob);

  /// Drops what nobody names and whose time is over. Looks through all that is stored, but only if
  /// a session was deleted since this was last done, or the time has come that was said then; else
  /// it costs next to nothing.
  ///
  /// @return when to come again, if something that nobody names has some time left
  Optional<Instant> sweep(Instant now);

  /// The one way to name content.
  static BlobId nameOf(Bytes content) {
    return new Naming().add(content).name();
  }
}
