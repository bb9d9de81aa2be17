package dev.drover.cli.work;

import dev.drover.cli.config.Settings;
import dev.drover.cli.host.Refusal;
import dev.drover.spi.text.IoErrors;
import dev.drover.store.jdbc.StoreOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Keeps a store that a stranger has prepared from being worked with. It may hold sessions, answers
/// and grants that no person here ever gave. A store that a person names is the person's choice.
public final class StoreGuard {
  private static final List<String> COMPANIONS = List.of("", "-wal", "-shm", "-origin", ".history");
  private static final String IGNORE_FILE = ".gitignore";

  private StoreGuard() {}

  /// Whether the store came with the workspace.
  public static boolean isForeign(Settings settings) {
    var file = settings.store().file();
    return isOfWorkspace(settings) && Files.exists(file) && !StoreOrigin.isMadeHere(file);
  }

  private static boolean isOfWorkspace(Settings settings) {
    return switch (settings.store().origin()) {
      case NAMED -> false;
      case NAMED_BY_WORKSPACE, DEFAULT -> true;
    };
  }

  /// @throws Refusal if nothing may be done with what is in the store
  public static void requireOwn(Settings settings) {
    if (!isOfWorkspace(settings)) {
      return;
    }
    var file = settings.store().file();
    requireNoLink(file.resolveSibling(".").normalize());
    COMPANIONS.forEach(ending -> requireNoLink(file.resolveSibling(file.getFileName() + ending)));
    requireNoLink(file.resolveSibling(IGNORE_FILE));
    if (isForeign(settings)) {
      throw Refusal.failed(
          "store_foreign",
          "%s was not made here, so its sessions and grants may be a stranger's".formatted(file),
          "See what is in it with 'drover trust --show', and adopt it with 'drover trust'; or name"
              + " another with --store.");
    }
  }

  /// Else the clone of a stranger's folder decides which file of the person is written.
  private static void requireNoLink(Path path) {
    if (Files.isSymbolicLink(path)) {
      throw Refusal.failed(
          "store_linked",
          "%s is a link, and a store is not kept where a link in the workspace leads"
              .formatted(path),
          "Take it away, or name the store with --store.");
    }
  }

  /// A person has said that the store may be worked with.
  public static void adopt(Settings settings) {
    try {
      StoreOrigin.adopt(settings.store().file());
    } catch (IOException broken) {
      throw Refusal.failed(
          "store_unwritable",
          "the store cannot be adopted: " + IoErrors.describe(broken),
          "Allow writing beside it, or name another with --store.");
    }
  }
}
