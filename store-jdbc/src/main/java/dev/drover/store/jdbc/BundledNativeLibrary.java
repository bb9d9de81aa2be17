package dev.drover.store.jdbc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A native library from a jar, unpacked once for all processes of a user.
///
/// The file is in a folder that is named by the library's digest. It is moved there atomically, so
/// that processes which start at the same time never see a partial file, and it is compared with
/// the jar at every use, so that no other library is loaded in its place. The comparison is useful
/// only if no other user can change the file afterwards: a folder that another user may write to,
/// anywhere on the path, is refused.
final class BundledNativeLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(BundledNativeLibrary.class);

  /// In a folder with this bit only the owner of a file can replace it.
  private static final int STICKY = 01000;

  private static final int WRITABLE_FOR_OTHERS = 0022;
  private static final String SUPERUSER = "root";

  private final String name;
  private final byte[] content;

  /// @param content is not copied, and must not be changed
  BundledNativeLibrary(String name, byte[] content) {
    this.name = name;
    this.content = content;
  }

  String name() {
    return name;
  }

  /// Unpacks the library for all processes, if it is missing or differs from the jar.
  ///
  /// @return the file
  Path unpackInto(Path root) throws IOException {
    PrivateFiles.createFolders(root);
    var real = root.toRealPath();
    requirePrivate(real);
    var folder = real.resolve(digest());
    PrivateFiles.createFolders(folder);
    requirePrivate(folder);
    var file = folder.resolve(name);
    if (isHeldBy(file)) {
      return file;
    }
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      LOG.warn("{} differs from the bundled library and is replaced", file);
    }
    return unpackAs(file);
  }

  /// Unpacks the library into a folder that belongs to this process.
  ///
  /// @return the file
  Path unpackAs(Path file) throws IOException {
    write(file);
    if (!isHeldBy(file)) {
      throw new IOException(file + " is not what was written to it");
    }
    return file;
  }

  private boolean isHeldBy(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) == content.length
        && Arrays.equals(Files.readAllBytes(file), content);
  }

  private void write(Path file) throws IOException {
    // Only its owner can read and write such a file.
    var unfinished = Files.createTempFile(file.getParent(), name, ".new");
    try {
      try (var channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
        var rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private String digest() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /// Where files have no modes, a user's folder is protected by other means.
  private static void requirePrivate(Path folder) throws IOException {
    if (!folder.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return;
    }
    var person = ProcessHandle.current().info().user().orElse("");
    for (var each = folder; each != null; each = each.getParent()) {
      var owner = Files.getOwner(each).getName();
      if (!owner.equals(person) && !owner.equals(SUPERUSER)) {
        throw new IOException("%s belongs to %s".formatted(each, owner));
      }
      int mode = (Integer) Files.getAttribute(each, "unix:mode");
      if ((mode & WRITABLE_FOR_OTHERS) != 0 && (mode & STICKY) == 0) {
        throw new IOException("others than %s may write to %s".formatted(owner, each));
      }
    }
  }
}
