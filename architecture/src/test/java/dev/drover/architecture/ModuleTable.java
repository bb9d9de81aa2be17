package dev.drover.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.drover.architecture.source.RepositoryFiles;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The module table: every module, the modules it may depend on, and its libraries.
///
/// A module that needs more has to be granted it here, visibly; nothing else grants it.
final class ModuleTable {
  private static final Set<String> PORTS = Set.of("kernel", "spi");
  private static final String JACKSON_CORE = "tools.jackson.core";
  private static final String JACKSON = "tools.jackson.databind";
  private static final String LOG = "org.slf4j";

  /// Implementations of ports: independent of the runtime and of each other.
  static final Set<String> ADAPTERS =
      Set.of(
          "store-jdbc",
          "store-postgres",
          "store-memory",
          "schema",
          "model-script",
          "model-http",
          "model-langchain4j",
          "tools");

  static final List<Room> ROOMS =
      List.of(
          room("kernel", Set.of(), Set.of(), Set.of()),
          room("spi", Set.of("kernel"), Set.of(), Set.of()),
          room("codec", Set.of("kernel"), Set.of(), Set.of()),
          room("shell-syntax", Set.of(), Set.of(), Set.of()),
          room("schema-plain", Set.of("spi"), Set.of(), Set.of()),
          room("store-memory", PORTS, Set.of("conformance"), Set.of()),
          room("replay", Set.of("kernel"), Set.of(), Set.of()),
          room(
              "runtime",
              Set.of("kernel", "spi", "codec", "schema-plain", "shell-syntax", "store-memory"),
              Set.of("conformance", "schema"),
              Set.of(LOG)),
          room("commands", Set.of("kernel", "spi", "runtime"), Set.of(), Set.of()),
          room(
              "files",
              Set.of("kernel", "spi", "runtime", "commands"),
              Set.of(),
              Set.of("org.snakeyaml.engine")),
          room("store-sql", PORTS, Set.of(), Set.of("java.sql", LOG)),
          room(
              "store-jdbc",
              Set.of("kernel", "spi", "store-sql"),
              Set.of("conformance"),
              Set.of("java.sql", LOG, "org.xerial.sqlitejdbc")),
          room(
              "store-postgres",
              Set.of("kernel", "spi", "store-sql"),
              Set.of("conformance"),
              Set.of("java.sql", LOG, "org.postgresql.jdbc")),
          room("schema", PORTS, Set.of(), Set.of(JACKSON_CORE, JACKSON, "com.networknt.schema")),
          room("json-rpc", PORTS, Set.of("testkit"), Set.of(JACKSON_CORE, JACKSON)),
          room(
              "acp",
              Set.of("kernel", "spi", "runtime", "commands", "json-rpc"),
              Set.of("testkit", "model-script", "tools"),
              Set.of(LOG, JACKSON_CORE, JACKSON)),
          room(
              "mcp",
              Set.of("kernel", "spi", "json-rpc", "schema-plain"),
              Set.of("testkit", "schema"),
              Set.of("java.net.http", JACKSON_CORE, JACKSON)),
          room(
              "model-script",
              PORTS,
              Set.of("conformance"),
              Set.of(JACKSON_CORE, JACKSON, "org.snakeyaml.engine")),
          room(
              "model-http",
              PORTS,
              Set.of("testkit", "store-jdbc"),
              Set.of("java.net.http", JACKSON_CORE, JACKSON)),
          room(
              "model-langchain4j",
              PORTS,
              Set.of("testkit"),
              Set.of(JACKSON_CORE, JACKSON, "dev.langchain4j")),
          room("tools", PORTS, Set.of("conformance"), Set.of(JACKSON_CORE, JACKSON, "org.jsoup")),
          room("server", PORTS, Set.of(), Set.of("jdk.httpserver", LOG)),
          room(
              "mcp-server",
              Set.of("kernel", "spi", "runtime", "commands", "server", "json-rpc"),
              Set.of("testkit", "model-script", "store-jdbc", "store-memory", "conformance"),
              Set.of(JACKSON_CORE, JACKSON, LOG)),
          room("all", Set.of("runtime", "store-jdbc", "model-http"), Set.of(), Set.of()),
          room("conformance", PORTS, Set.of(), Set.of("org.junit.jupiter.api", "org.assertj.core")),
          room(
              "testkit",
              Set.of("kernel", "spi", "runtime", "conformance", "model-script"),
              Set.of("store-jdbc"),
              Set.of(JACKSON_CORE, JACKSON)),
          room(
              "cli",
              Set.of(
                  "kernel",
                  "spi",
                  "codec",
                  "runtime",
                  "commands",
                  "acp",
                  "replay",
                  "files",
                  "store-jdbc",
                  "store-postgres",
                  "schema",
                  "model-script",
                  "model-http",
                  "server",
                  "mcp",
                  "mcp-server",
                  "tools"),
              Set.of("testkit"),
              Set.of(
                  "java.net.http",
                  "ch.qos.logback.classic",
                  "ch.qos.logback.core",
                  "info.picocli",
                  "org.jline.reader",
                  "org.jline.terminal",
                  "org.snakeyaml.engine",
                  LOG,
                  JACKSON_CORE,
                  JACKSON)));

  /// Code that needs a library without a module name cannot be a module. Its libraries are the
  /// packages that begin with the prefix in the table.
  static final Set<String> WITHOUT_DESCRIPTOR = Set.of("model-langchain4j");

  /// They are not shipped, so they may depend on everything; the rules about shipped code still
  /// apply.
  static final Set<String> SEE_EVERYTHING =
      Set.of("architecture", "bench", "bench-peers", "fuzz", "runtime-tests");

  /// Only a Maven file: it lists the shipped modules.
  static final String BOM = "bom";

  private ModuleTable() {}

  /// The modules that a module may use from its own code, and in addition from its tests.
  record Room(String folder, Set<String> sees, Set<String> testsSee, Set<String> libraries) {

    String moduleName() {
      return switch (folder) {
        case "shell-syntax" -> "dev.drover.shell";
        case "json-rpc" -> "dev.drover.jsonrpc";
        default -> "dev.drover." + folder.replace('-', '.');
      };
    }

    /// The package that all packages of the module begin with. The API of the runtime is at the
    /// root, where a program looks first.
    String rootPackage() {
      return folder.equals("runtime") ? "dev.drover" : moduleName();
    }

    /// The name of its Maven artifact.
    String artifact() {
      return folder.equals("all") ? "drover" : "drover-" + folder;
    }

    Path classesFolder() {
      return RepositoryFiles.root().resolve(folder).resolve("target/classes");
    }

    Optional<ModuleDescriptor> descriptor() {
      return ModuleFinder.of(classesFolder())
          .find(moduleName())
          .map(ModuleReference::descriptor)
          .filter(descriptor -> !descriptor.isAutomatic());
    }

    boolean maySee(Room other) {
      return other.equals(this) || sees.contains(other.folder());
    }

    boolean testsMaySee(String other) {
      return sees.contains(other) || testsSee.contains(other);
    }
  }

  /// The module of a package; empty for the JDK, libraries and modules that are not shipped.
  static Optional<Room> roomOf(String packageName) {
    return ROOMS.stream()
        .filter(room -> (packageName + ".").startsWith(room.rootPackage() + "."))
        .filter(_ -> SEE_EVERYTHING.stream().noneMatch(each -> isOf(packageName, each)))
        .max(Comparator.comparingInt(room -> room.rootPackage().length()));
  }

  private static boolean isOf(String packageName, String folder) {
    return (packageName + ".").startsWith("dev.drover." + folder + ".");
  }

  /// All classes except tests, of all modules.
  static JavaClasses mainClasses() {
    return Imported.MAIN;
  }

  /// Packages exported to all modules; without a descriptor, all packages.
  static Set<String> exportedPackages() {
    var exported = new HashSet<String>();
    for (var room : ROOMS) {
      room.descriptor()
          .ifPresentOrElse(
              descriptor -> exported.addAll(exports(descriptor)),
              () -> exported.addAll(packagesOf(room)));
    }
    return exported;
  }

  private static List<String> exports(ModuleDescriptor descriptor) {
    return descriptor.exports().stream()
        .filter(export -> !export.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .toList();
  }

  private static List<String> packagesOf(Room room) {
    return mainClasses().stream()
        .map(JavaClass::getPackageName)
        .filter(name -> roomOf(name).filter(room::equals).isPresent())
        .distinct()
        .toList();
  }

  private static Room room(
      String folder, Set<String> sees, Set<String> testsSee, Set<String> libraries) {
    return new Room(folder, sees, testsSee, libraries);
  }

  /// Importing is deferred until the first rule needs it.
  private static final class Imported {
    static final JavaClasses MAIN = new ClassFileImporter().importPaths(classesFolders());

    private static List<Path> classesFolders() {
      var folders = new HashSet<Path>();
      for (var room : ROOMS) {
        folders.add(room.classesFolder());
      }
      folders.add(RepositoryFiles.root().resolve("bench/target/classes"));
      return folders.stream().filter(Files::isDirectory).sorted().toList();
    }
  }
}
