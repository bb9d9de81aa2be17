package dev.drover.cli.runtime;

import dev.drover.cli.config.Settings;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.spi.text.IoErrors;
import dev.drover.store.jdbc.StoreOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Refuses to work with a store that a stranger has prepared. It may hold sessions, answers and
/// grants that no person here ever gave. A store that a person names is that person's choice.
public final class ForeignStoreCheck {
  private static final List<String> COMPANIONS = List.of("", "-wal", "-shm", "-origin", ".history");
  private static final String IGNORE_FILE = ".gitignore";

  private ForeignStoreCheck() {}

  /// Whether the store came with the workspace.
  public static boolean isForeign(Settings settings) {
    var file = settings.store().file();
    return isOfWorkspace(settings) && Files.exists(file) && !StoreOrigin.isCreatedHere(file);
  }

  private static boolean isOfWorkspace(Settings settings) {
    if (settings.store().server() != null) {
      // A server does not come with a folder; an untrusted folder cannot name one.
      return false;
    }
    return switch (settings.store().origin()) {
      case NAMED -> false;
      case NAMED_BY_WORKSPACE, DEFAULT -> true;
    };
  }

  /// @throws CliRefusal if the store must not be used
  public static void requireOwn(Settings settings) {
    if (!isOfWorkspace(settings)) {
      return;
    }
    var file = settings.store().file();
    requireNoLink(file.resolveSibling(".").normalize());
    COMPANIONS.forEach(ending -> requireNoLink(file.resolveSibling(file.getFileName() + ending)));
    requireNoLink(file.resolveSibling(IGNORE_FILE));
    if (isForeign(settings)) {
      throw CliRefusal.failed(
          "store_foreign",
          "%s was not made here, so its sessions and grants may be a stranger's".formatted(file),
          "See what is in it with 'drover trust --show', and adopt it with 'drover trust'; or name"
              + " another with --store.");
    }
  }

  /// Otherwise a cloned folder could decide which of the person's files is written.
  private static void requireNoLink(Path path) {
    if (Files.isSymbolicLink(path)) {
      throw CliRefusal.failed(
          "store_linked",
          "%s is a link, and a store is not kept where a link in the workspace leads"
              .formatted(path),
          "Take it away, or name the store with --store.");
    }
  }

  /// A person has accepted the store.
  public static void adopt(Settings settings) {
    try {
      StoreOrigin.adopt(settings.store().file());
    } catch (IOException broken) {
      throw CliRefusal.failed(
          "store_unwritable",
          "the store cannot be adopted: " + IoErrors.describe(broken),
          "Allow writing next to it, or name another with --store.");
    }
  }
}
