package dev.drover.store.jdbc;

import dev.drover.kernel.value.Problem;
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
/// By default, the driver unpacks its library into the common temporary folder at every start and
/// deletes files there that it takes for leftovers of dead processes: of two processes that start
/// at the same time one may delete the file of the other. So the library is unpacked here, into
/// `.cache/drover` of the home folder, or into a new private folder where that cannot be used, and
/// its path is passed to the driver.
///
/// A program's own settings for the driver are kept: `org.sqlite.lib.path` names a library to be
/// loaded as it is, and `org.sqlite.tmpdir` the folder to unpack into. System properties are the
/// only way to configure the driver; they are restored after loading.
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

  /// Null if the driver has to find the library: the program's own, or on a system for which the
  /// driver contains none.
  private static @Nullable BundledNativeLibrary packed() {
    if (System.getProperty(LIBRARY_FOLDER) != null) {
      return null;
    }
    var name = LibraryLoaderUtil.getNativeLibName();
    var resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (var content = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
      return content == null ? null : new BundledNativeLibrary(name, content.readAllBytes());
    } catch (IOException unreadable) {
      throw unavailable("it cannot be read from its jar: " + unreadable.getMessage(), unreadable);
    }
  }

  private static void load(BundledNativeLibrary packed) {
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

  private static void loadFromPrivateFolder(
      BundledNativeLibrary packed, Path usual, Exception unusable) {
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
    var folder = StoreFolder.of(file).path().toString();
    var before = System.getProperty(UNPACKING_FOLDER);
    System.setProperty(LIBRARY_FOLDER, folder);
    var name = System.getProperty(LIBRARY_NAME);
    System.setProperty(LIBRARY_NAME, file.getFileName().toString());
    // The driver cleans up this folder first, and there is nothing to clean up.
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
