package dev.drover.internal.artifact;

import dev.drover.internal.redact.RedactedStream;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import dev.drover.spi.store.ArtifactStore.Upload;
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
/// A sweep reads all artifacts, so it is not done each time: only at the start, when the artifacts
/// stored since then may have exceeded the total size, and once an hour because of age. Artifacts
/// of other processes are noticed at the next sweep.
///
/// All methods may be called by any thread.
public final class ArtifactLimits {
  private static final Logger LOG = LoggerFactory.getLogger(ArtifactLimits.class);
  private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);

  /// The longest character has this many bytes in UTF-8.
  private static final int MAX_CHAR_BYTES = 4;

  private final ArtifactStore shelf;
  private final Time time;
  private final LimitSettings limits;
  private final SecretRedactor redactor;

  /// How many bytes may still be stored before the total size is exceeded.
  private final AtomicLong room = new AtomicLong();

  private final AtomicBoolean sweeping = new AtomicBoolean();
  private volatile Instant nextSweep = Instant.MIN;

  /// @param redactor removes secrets before content is stored
  public ArtifactLimits(
      ArtifactStore shelf, Time time, LimitSettings limits, SecretRedactor redactor) {
    this.redactor = redactor;
    this.shelf = shelf;
    this.time = time;
    this.limits = limits;
  }

  /// @param age how long an artifact is kept at least, unless the total size is exceeded
  /// @param total the total size of all artifacts in bytes
  /// @param each the size of one artifact in bytes
  public record LimitSettings(Duration age, long total, long each) {}

  /// The store of the artifacts.
  public ArtifactStore shelf() {
    return shelf;
  }

  /// Reads to the end. If the content is larger than an artifact may be, the beginning is stored,
  /// with a line that states how much is missing.
  public ArtifactRow keep(SessionId session, InputStream content) throws IOException {
    ArtifactRow kept;
    try (var parcel = shelf.startUpload(session, time.now());
        var clean = new RedactedStream(redactor, content)) {
      fill(parcel, clean);
      kept = parcel.finish();
    }
    if (room.addAndGet(-kept.bytes()) < 0 || !time.now().isBefore(nextSweep)) {
      sweep();
    }
    return kept;
  }

  /// The last piece has at least the size of a character, so that it can be cut between two
  /// characters.
  private void fill(Upload parcel, InputStream content) throws IOException {
    long left = limits.each();
    while (left >= ArtifactStore.MAX_PIECE) {
      var piece =
          content.readNBytes((int) Math.min(ArtifactStore.MAX_PIECE, left - MAX_CHAR_BYTES));
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

  private static void add(Upload parcel, byte[] piece, int length) {
    if (length > 0) {
      parcel.add(Bytes.of(length == piece.length ? piece : Arrays.copyOf(piece, length)));
    }
  }

  /// The nearest position at or before `index` that is not inside a character.
  private static int boundary(byte[] utf8, int index) {
    int at = index;
    while (at > 0 && index - at < MAX_CHAR_BYTES && (utf8[at] & 0xC0) == 0x80) {
      at--;
    }
    return at;
  }

  /// Deletes artifacts that are too old or exceed the total size. Keeping them longer does no harm,
  /// so if the store fails, the next sweep tries again.
  public void sweep() {
    if (!sweeping.compareAndSet(false, true)) {
      return;
    }
    try {
      var now = time.now();
      nextSweep = now.plus(BETWEEN_SWEEPS);
      // Artifacts that are stored during the sweep are counted twice at worst.
      long before = room.get();
      var swept = shelf.sweep(new ArtifactStore.Sweep(tooOld(now), limits.total()));
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

  /// A stream over an artifact of the session.
  public InputStream open(SessionId session, BlobId name) {
    return new ArtifactStream(
        name, (offset, length) -> shelf.read(session, name, offset, length).map(Bytes::array));
  }
}
