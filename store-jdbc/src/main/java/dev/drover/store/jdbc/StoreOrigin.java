package dev.drover.store.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/// The origin of a store: next to the file of a store in a folder `.drover` there is another one
/// with the same name and the suffix `-origin`, with the inode number of the store and the creation
/// time of the file. Both stay the same as long as the file exists, and differ for each copy: so a
/// store that was in an queries from someone else, or was restored from a backup, is distinguished
/// from one that was created here.
///
/// It protects against a store that was prepared elsewhere, not against a program that can write
/// here.
public final class StoreOrigin {
  private static final String ENDING = "-origin";
  private static final int LONGEST = 256;
  private static final String UNKNOWN = "unknown";
  private static final FileTime LONG_AGO = FileTime.fromMillis(86_400_000);

  private StoreOrigin() {}

  /// Whether the store in this file was created in this file, or was adopted since. True where
  /// files have no numbers and this cannot be determined.
  public static boolean isCreatedHere(Path store) {
    try {
      if (!hasNumbers(store)) {
        return true;
      }
      var mark = markOf(store);
      if (!Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      try (var in = Files.newInputStream(mark, LinkOption.NOFOLLOW_LINKS)) {
        var written = new String(in.readNBytes(LONGEST), StandardCharsets.US_ASCII);
        // Nothing is written if the marker is sufficient: the check works on a full disk too.
        return written.equals(text(store, birth(store)))
            || (written.equals(text(store, UNKNOWN)) && !knowsBirth(store));
      }
    } catch (IOException unreadable) {
      return false;
    }
  }

  /// From now on the store counts as created here.
  public static void adopt(Path store) throws IOException {
    if (!hasNumbers(store)) {
      return;
    }
    var mark = markOf(store);
    var next = mark.resolveSibling(mark.getFileName() + ".new");
    Files.deleteIfExists(next);
    PrivateFiles.create(next);
    Files.writeString(next, text(store, knowsBirth(store) ? birth(store) : UNKNOWN));
    Files.move(next, mark, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path markOf(Path store) {
    return store.resolveSibling(store.getFileName() + ENDING);
  }

  private static boolean hasNumbers(Path store) {
    return store.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  private static String text(Path store, String birth) throws IOException {
    var number = Files.getAttribute(store, "unix:ino", LinkOption.NOFOLLOW_LINKS);
    return "inode %s born %s\n".formatted(number, birth);
  }

  private static String birth(Path store) throws IOException {
    return Files.readAttributes(store, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .creationTime()
        .toString();
  }

  /// Where a file system does not record creation times, Java returns the time of the last change.
  /// So a file is given an old time of change, and checked.
  private static boolean knowsBirth(Path store) throws IOException {
    var trial = Files.createTempFile(store.getParent(), store.getFileName() + "-trial", "");
    try {
      Files.setLastModifiedTime(trial, LONG_AGO);
      var attributes = Files.readAttributes(trial, BasicFileAttributes.class);
      return !attributes.creationTime().equals(attributes.lastModifiedTime());
    } finally {
      Files.delete(trial);
    }
  }
}
