package dev.drover.store.jdbc;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.PortException;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The errors of SQLite and the file system as problems that a person can act on.
///
/// @param file the store
/// @param lockWait how long another process was waited for
record SqliteProblems(Path file, Duration lockWait) {
  /// With less free space than this, a failed write counts as caused by a full disk.
  private static final long NO_ROOM_BYTES = 64 * 1024;

  /// The lower half of a code is the kind of error; the rest is its origin.
  private static final int KIND = 0xff;

  static boolean isLocked(SQLException broken) {
    return switch (kindOf(broken)) {
      case SQLITE_BUSY, SQLITE_LOCKED -> true;
      default -> false;
    };
  }

  static boolean isInterrupted(SQLException broken) {
    return kindOf(broken) == SQLiteErrorCode.SQLITE_INTERRUPT;
  }

  /// Whether a connection failed for lack of space or permission, and not because of the content.
  static boolean isAboutPlace(SQLException broken) {
    return switch (kindOf(broken)) {
      case SQLITE_FULL, SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_IOERR -> true;
      default -> false;
    };
  }

  PortException of(SQLException broken) {
    return switch (kindOf(broken)) {
      case SQLITE_BUSY, SQLITE_LOCKED -> locked(broken);
      case SQLITE_FULL -> full(broken);
      case SQLITE_READONLY, SQLITE_PERM -> readOnly(broken);
      case SQLITE_CORRUPT, SQLITE_NOTADB -> corrupt(broken);
      case SQLITE_CANTOPEN -> isReadOnly() ? readOnly(broken) : unavailable(broken);
      case SQLITE_IOERR -> isFull() ? full(broken) : unavailable(broken);
      default -> unavailable(broken);
    };
  }

  PortException of(IOException broken) {
    if (broken instanceof AccessDeniedException || isReadOnly()) {
      return readOnly(broken);
    }
    return isFull() ? full(broken) : unavailable(broken);
  }

  /// Throws if this process may only read.
  void requireWritable() {
    if (isReadOnly()) {
      throw readOnly(null);
    }
  }

  /// Throws if there is no store that this process may read.
  void requireReadable() {
    if (!Files.isReadable(file)) {
      throw problem(
          "store_unavailable",
          "The store cannot be read",
          Files.exists(file) ? "this process may not read " + file : "there is no store at " + file,
          "Choose another file, or ask its owner for the right to read it.",
          null);
    }
  }

  private static SQLiteErrorCode kindOf(SQLException broken) {
    return broken instanceof SQLiteException known
        ? SQLiteErrorCode.getErrorCode(known.getResultCode().code & KIND)
        : SQLiteErrorCode.UNKNOWN_ERROR;
  }

  /// The driver puts the name of a constant before its message.
  private static String words(Exception cause) {
    if (cause instanceof IOException broken) {
      return IoErrors.describe(broken);
    }
    var said = String.valueOf(cause.getMessage());
    int end = said.startsWith("[") ? said.indexOf("] ") : -1;
    return end < 0 ? said : said.substring(end + 2);
  }

  private PortException locked(Exception cause) {
    return problem(
        "store_locked",
        "The store is locked",
        "another process has been writing to %s for more than %d ms"
            .formatted(file, lockWait.toMillis()),
        "Nothing was written. Try again; if it stays so, find the process that holds the file.",
        cause);
  }

  private PortException full(Exception cause) {
    return problem(
        "store_full",
        "There is no room left",
        "%s cannot grow: %s".formatted(file, words(cause)),
        "Nothing of this was written, and nothing that was confirmed is lost. Make room, then try"
            + " again.",
        cause);
  }

  private PortException readOnly(@Nullable Exception cause) {
    return problem(
        "store_read_only",
        "The store cannot be written",
        "%s, or the folder it is in, is read-only for this process".formatted(file),
        "Allow this process to write both, or choose another place.",
        cause);
  }

  PortException openedToRead() {
    return problem(
        "store_read_only",
        "The store was opened to read it",
        "%s is not written through this store".formatted(file),
        "Open it for writing.",
        null);
  }

  /// The log cannot be read without a shared memory file, and without the log the newest events
  /// would be missing.
  PortException unreadableLog(Exception cause) {
    return problem(
        "store_read_only",
        "The log of the store cannot be read",
        "%s-wal holds what was written last; to read it %s-shm is needed, which this process cannot"
                .formatted(file, file)
            + " make or use: "
            + words(cause),
        "Open the store once where it can be written, or make a copy of both files and read that.",
        cause);
  }

  private PortException corrupt(Exception cause) {
    return problem(
        "store_corrupt",
        "The store is damaged",
        "%s is not a store, or is no longer whole: %s".formatted(file, words(cause)),
        "Keep the file as it is, and restore it, with those beside it, from a backup; or choose"
            + " another file.",
        cause);
  }

  private PortException unavailable(Exception cause) {
    return problem(
        "store_unavailable",
        "The store cannot be reached",
        "%s could not be read or written: %s".formatted(file, words(cause)),
        "See to the disk and the file, then try again.",
        cause);
  }

  PortException noSharedLog() {
    return problem(
        "store_unavailable",
        "The store cannot be kept here",
        "the file system of %s does not let processes share memory".formatted(file),
        "Choose a place on a local disk.",
        null);
  }

  PortException closed() {
    return problem(
        "store_closed",
        "The store is closed",
        "%s was closed by this program".formatted(file),
        "Open it again.",
        null);
  }

  boolean isReadOnly() {
    return (Files.exists(file) && !Files.isWritable(file))
        || !Files.isWritable(StoreFolder.of(file).existing());
  }

  boolean isFull() {
    try {
      return Files.getFileStore(StoreFolder.of(file).existing()).getUsableSpace() < NO_ROOM_BYTES;
    } catch (IOException unknown) {
      return false;
    }
  }

  private static PortException problem(
      String code, String title, String detail, String remedy, @Nullable Exception cause) {
    return new PortException(new Problem(code, title, detail, remedy), cause);
  }
}
