package dev.drover.runtime.artifact;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.redact.RedactedStream;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Shelf.Kept;
import dev.drover.spi.store.Shelf.Parcel;
import dev.drover.spi.store.Sweep;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The artifacts of all sessions, within their limits.
///
/// Sweeping looks at all that is kept, so it is not done each time: at the start, when what was
/// kept since then may have passed the cap, and once an hour for what has become old. What other
/// processes keep meanwhile is noticed at the next sweep.
///
/// All methods may be called by any thread.
public final class Storeroom {
  private static final Logger LOG = LoggerFactory.getLogger(Storeroom.class);
  private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);

  /// The longest character has this many bytes in UTF-8.
  private static final int MAX_CHAR_BYTES = 4;

  private final Shelf shelf;
  private final Time time;
  private final Limits limits;
  private final Redactor redactor;

  /// How much may still be kept before the cap is passed.
  private final AtomicLong room = new AtomicLong();

  private final AtomicBoolean sweeping = new AtomicBoolean();
  private volatile Instant nextSweep = Instant.MIN;

  /// @param redactor takes out what must not be kept
  public Storeroom(Shelf shelf, Time time, Limits limits, Redactor redactor) {
    this.redactor = redactor;
    this.shelf = shelf;
    this.time = time;
    this.limits = limits;
  }

  /// @param age how long an artifact is kept at least, unless the cap is passed
  /// @param total how many bytes all artifacts may have together
  /// @param each how many bytes are kept of one
  public record Limits(Duration age, long total, long each) {}

  /// What is on the shelf.
  public Shelf shelf() {
    return shelf;
  }

  /// Reads to the end. Of what is larger than an artifact may be, the beginning is kept, with a
  /// line that says how much is missing.
  public Kept keep(SessionId session, InputStream content) throws IOException {
    Kept kept;
    try (var parcel = shelf.begin(session, time.now());
        var clean = new RedactedStream(redactor, content)) {
      fill(parcel, clean);
      kept = parcel.finish();
    }
    if (room.addAndGet(-kept.bytes()) < 0 || !time.now().isBefore(nextSweep)) {
      sweep();
    }
    return kept;
  }

  /// The last piece is as large as a character at least, so that it can be cut between two.
  private void fill(Parcel parcel, InputStream content) throws IOException {
    long left = limits.each();
    while (left >= Shelf.MAX_PIECE) {
      var piece = content.readNBytes((int) Math.min(Shelf.MAX_PIECE, left - MAX_CHAR_BYTES));
      add(parcel, piece, piece.length);
      if (piece.length == 0) {
        return;
      }
      left -= piece.length;
    }
    var last = content.readNBytes((int) left + 1);
    if (last.length <= left) {
      add(parcel, last, last.length);
      return;
    }
    int end = boundary(last, (int) left);
    add(parcel, last, end);
    long missing = last.length - end + content.transferTo(OutputStream.nullOutputStream());
    parcel.add(
        Bytes.of(
            "\n[… %d more bytes were not kept: an artifact holds at most %d …]\n"
                .formatted(missing, limits.each())));
  }

  private static void add(Parcel parcel, byte[] piece, int length) {
    if (length > 0) {
      parcel.add(Bytes.of(length == piece.length ? piece : Arrays.copyOf(piece, length)));
    }
  }

  /// The nearest place at or before `index` that is not inside a character.
  private static int boundary(byte[] utf8, int index) {
    int at = index;
    while (at > 0 && index - at < MAX_CHAR_BYTES && (utf8[at] & 0xC0) == 0x80) {
      at--;
    }
    return at;
  }

  /// Drops what is too old or too much. Keeping too much harms nobody, so if the store cannot do it
  /// now the next sweep tries again.
  public void sweep() {
    if (!sweeping.compareAndSet(false, true)) {
      return;
    }
    try {
      var now = time.now();
      nextSweep = now.plus(BETWEEN_SWEEPS);
      // What others keep while this goes on is counted twice at worst.
      long before = room.get();
      var swept = shelf.sweep(new Sweep(tooOld(now), limits.total()));
      room.addAndGet(limits.total() - swept.bytesLeft() - before);
    } catch (PortException broken) {
      LOG.warn("cannot sweep artifacts: {}", broken.problem());
    } finally {
      sweeping.set(false);
    }
  }

  private Instant tooOld(Instant now) {
    boolean everything = limits.age().compareTo(Duration.between(Instant.MIN, now)) >= 0;
    return everything ? Instant.MIN : now.minus(limits.age());
  }

  /// A stream over an artifact that the session keeps.
  public InputStream open(SessionId session, BlobId name) {
    return new ArtifactStream(
        name, (offset, length) -> shelf.read(session, name, offset, length).map(Bytes::array));
  }
}
