package dev.drover.store.jdbc;

import dev.drover.kernel.Problem;
import dev.drover.spi.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/// Loads SQLite itself, which is native code, once in a process.
///
/// Left alone, the driver unpacks its library into the common temporary folder at every start and
/// deletes there what it takes for the leftovers of dead processes: of two processes that start at
/// the same time one may delete the file of the other. So the library is unpacked here, into
/// `.cache/drover` of the home folder, or into a new private folder where that cannot be used, and
/// the driver is told where it is.
///
/// A program that has settings of its own for the driver keeps them: `org.sqlite.lib.path` names a
/// library to be loaded as it is, and `org.sqlite.tmpdir` the folder to unpack into. Properties are
/// the only way to tell the driver; they are as they were when loading is over.
///
/// All methods may be called from any thread.
final class SqliteLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteLibrary.class);
  private static final String LIBRARY_FOLDER = "org.sqlite.lib.path";
  private static final String LIBRARY_NAME = "org.sqlite.lib.name";
  private static final String UNPACKING_FOLDER = "org.sqlite.tmpdir";

  private static final ReentrantLock LOADING = new ReentrantLock();

  /// A process loads a library once; guarded by [#LOADING].
  private static boolean isLoaded;

  private SqliteLibrary() {}

  /// Does nothing from the second call on.
  static void load() {
    LOADING.lock();
    try {
      if (!isLoaded) {
        var packed = packed();
        if (packed != null) {
          load(packed);
        }
        isLoaded = true;
      }
    } finally {
      LOADING.unlock();
    }
  }

  /// Null if the driver is to look for itself: for the program's own library, or on a system that
  /// it brings none for.
  private static @Nullable PackedLibrary packed() {
    if (System.getProperty(LIBRARY_FOLDER) != null) {
      return null;
    }
    var name = LibraryLoaderUtil.getNativeLibName();
    var resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (var content = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
      return content == null ? null : new PackedLibrary(name, content.readAllBytes());
    } catch (IOException unreadable) {
      throw unavailable("it cannot be read from its jar: " + unreadable.getMessage(), unreadable);
    }
  }

  private static void load(PackedLibrary packed) {
    var chosen = System.getProperty(UNPACKING_FOLDER);
    var usual =
        chosen == null
            ? Path.of(System.getProperty("user.home", ""), ".cache", "drover")
            : Path.of(chosen);
    try {
      loadFrom(packed.unpackInto(usual.toAbsolutePath()));
      return;
    } catch (Exception unusable) {
      LOG.info("SQLite's library is not kept in {}: {}", usual, unusable.toString());
      loadFromPrivateFolder(packed, usual, unusable);
    }
  }

  private static void loadFromPrivateFolder(PackedLibrary packed, Path usual, Exception unusable) {
    try {
      var folder = Files.createTempDirectory("drover-sqlite");
      folder.toFile().deleteOnExit();
      var file = packed.unpackAs(folder.resolve(packed.name()));
      file.toFile().deleteOnExit();
      loadFrom(file);
    } catch (Exception broken) {
      broken.addSuppressed(unusable);
      throw unavailable(
          "it could be loaded neither from %s (%s) nor from a temporary folder (%s)"
              .formatted(usual, unusable.getMessage(), broken.getMessage()),
          broken);
    }
  }

  private static void loadFrom(Path file) throws Exception {
    var folder = Folder.of(file).path().toString();
    var before = System.getProperty(UNPACKING_FOLDER);
    System.setProperty(LIBRARY_FOLDER, folder);
    var name = System.getProperty(LIBRARY_NAME);
    System.setProperty(LIBRARY_NAME, file.getFileName().toString());
    // The driver clears this folder first, and there is nothing to clear.
    System.setProperty(UNPACKING_FOLDER, folder);
    try {
      SQLiteJDBCLoader.initialize();
    } finally {
      restore(LIBRARY_FOLDER, null);
      restore(LIBRARY_NAME, name);
      restore(UNPACKING_FOLDER, before);
    }
  }

  private static void restore(String property, @Nullable String before) {
    if (before == null) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, before);
    }
  }

  private static PortException unavailable(String why, Exception cause) {
    return new PortException(
        new Problem(
            "store_unavailable",
            "SQLite cannot be loaded",
            "SQLite is a native library, and " + why,
            "Start the program with -D"
                + UNPACKING_FOLDER
                + "= and a folder that it may write to and load programs from."),
        cause);
  }
}
