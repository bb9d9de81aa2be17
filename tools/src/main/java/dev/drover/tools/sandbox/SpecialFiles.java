package dev.drover.tools.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Sockets and named pipes of other programs. Both can be written to even on a read-only file
/// system.
///
/// The kernel lists the sockets of this network namespace. Sockets of containers, and pipes, are
/// not listed; the folders that services use are searched for them, within a limit.
final class SpecialFiles {
  private static final Path KERNEL_LIST = Path.of("/proc/net/unix");

  /// Address, count, protocol, flags, type, state, inode; the path follows.
  private static final int COLUMNS_BEFORE_PATH = 7;

  private static final List<Path> SERVICE_FOLDERS =
      List.of(
          Path.of("/opt"),
          Path.of("/srv"),
          Path.of("/var/opt"),
          Path.of("/var/www"),
          Path.of("/data"));

  private static final int MOST_ENTRIES = 300;
  private static final int MOST_OF_ONE_FOLDER = 60;
  private static final int DEPTH = 4;

  private SpecialFiles() {}

  /// @return real paths of existing special files
  static List<Path> ofThisMachine() {
    var all = new TreeSet<Path>();
    for (var path : listed(kernelList())) {
      addReal(path, all);
    }
    all.addAll(in(SERVICE_FOLDERS, MOST_ENTRIES));
    return List.copyOf(all);
  }

  private static List<String> kernelList() {
    try {
      // A path may contain any bytes.
      return Files.readAllLines(KERNEL_LIST, StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return List.of();
    }
  }

  /// @return the paths in the kernel's list, without sockets that have no file
  static List<Path> listed(List<String> lines) {
    var paths = new ArrayList<Path>();
    for (var line : lines) {
      var columns = line.strip().split(" +", COLUMNS_BEFORE_PATH + 1);
      if (columns.length > COLUMNS_BEFORE_PATH && columns[COLUMNS_BEFORE_PATH].startsWith("/")) {
        var bytes = columns[COLUMNS_BEFORE_PATH].getBytes(StandardCharsets.ISO_8859_1);
        paths.add(Path.of(new String(bytes, StandardCharsets.UTF_8)));
      }
    }
    return paths;
  }

  private static void addReal(Path path, Set<Path> all) {
    try {
      if (isSpecial(path)) {
        all.add(path.toRealPath());
      }
    } catch (IOException _) {
      // Deleted, or not accessible to this user and therefore not to the command.
    }
  }

  private static boolean isSpecial(Path path) throws IOException {
    return attributes(path).isOther();
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /// Searches level by level, because services keep sockets near the top of their folders.
  ///
  /// @param entries maximum number of files and folders to examine
  static List<Path> in(List<Path> folders, int entries) {
    var found = new ArrayList<Path>();
    var waiting = new ArrayDeque<Level>();
    folders.forEach(folder -> waiting.add(new Level(folder, 1)));
    int left = entries;
    while (!waiting.isEmpty() && left > 0) {
      var level = waiting.remove();
      try (var stream = Files.newDirectoryStream(level.folder())) {
        var each = stream.iterator();
        for (int i = 0; i < MOST_OF_ONE_FOLDER && left > 0 && each.hasNext(); i++) {
          left--;
          look(each.next(), level.depth(), found, waiting);
        }
      } catch (IOException | DirectoryIteratorException _) {
        // Missing, or not accessible to this user and therefore not to the command.
      }
    }
    return found;
  }

  private static void look(Path path, int depth, List<Path> found, ArrayDeque<Level> waiting) {
    try {
      var attributes = attributes(path);
      if (attributes.isOther()) {
        found.add(path.toRealPath());
      } else if (attributes.isDirectory() && depth < DEPTH) {
        waiting.add(new Level(path, depth + 1));
      }
    } catch (IOException _) {
      // Deleted since it was listed.
    }
  }

  private record Level(Path folder, int depth) {}
}
