package dev.drover.tools.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/// The attributes of a file, read without opening it.
///
/// @param mode as `rwxr-x---`; empty where files have no mode
/// @param modified last change of the content; any program can set it
/// @param changed last change of the content or the attributes; cannot be set by programs
record FileStat(String mode, long bytes, Instant modified, Instant changed, long inode) {
  private static final int PERMISSIONS = 0777;
  private static final List<String> MODES =
      IntStream.rangeClosed(0, PERMISSIONS).mapToObj(FileStat::mode).toList();

  /// Reads by path, the only way to get all attributes at once. They are never used to decide where
  /// to read or write, so a link inserted on the way does no harm.
  static FileStat of(Path path) throws IOException {
    if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      var all =
          Files.readAttributes(
              path, "unix:mode,size,lastModifiedTime,ctime,ino", LinkOption.NOFOLLOW_LINKS);
      return new FileStat(
          MODES.get((Integer) value(all, "mode") & PERMISSIONS),
          (Long) value(all, "size"),
          ((FileTime) value(all, "lastModifiedTime")).toInstant(),
          ((FileTime) value(all, "ctime")).toInstant(),
          (Long) value(all, "ino"));
    }
    var some = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    var modified = some.lastModifiedTime().toInstant();
    return new FileStat("", some.size(), modified, modified, 0);
  }

  private static Object value(Map<String, Object> all, String name) {
    return Objects.requireNonNull(all.get(name));
  }

  private static String mode(int bits) {
    var permissions = EnumSet.noneOf(PosixFilePermission.class);
    var highestFirst = PosixFilePermission.values();
    for (int i = 0; i < highestFirst.length; i++) {
      if ((bits & (1 << (highestFirst.length - 1 - i))) != 0) {
        permissions.add(highestFirst[i]);
      }
    }
    return PosixFilePermissions.toString(permissions);
  }

  boolean isOlderThan(Instant time) {
    return modified.isBefore(time) && changed.isBefore(time);
  }
}
