package dev.drover.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.drover.architecture.source.Repository;
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

/// The table of the house: every module, whom it may see, and which libraries.
///
/// A module that wants more changes this table, in the open; nothing else grants it.
final class House {
  private static final Set<String> PORTS = Set.of("kernel", "spi");
  private static final String JACKSON_CORE = "tools.jackson.core";
  private static final String JACKSON = "tools.jackson.databind";
  private static final String LOG = "org.slf4j";

  /// Implementations of ports: strangers to the runtime and to each other.
  static final Set<String> ADAPTERS =
      Set.of("store-jdbc", "schema", "model-script", "model-http", "model-langchain4j", "tools");

  static final List<Room> ROOMS =
      List.of(
          room("kernel", Set.of(), Set.of(), Set.of()),
          room("spi", Set.of("kernel"), Set.of(), Set.of()),
          room("codec", Set.of("kernel"), Set.of(), Set.of()),
          room(
              "runtime",
              Set.of("kernel", "spi", "codec"),
              Set.of("conformance", "schema"),
              Set.of(LOG)),
          room(
              "files",
              Set.of("kernel", "spi", "runtime"),
              Set.of(),
              Set.of("org.snakeyaml.engine")),
          room(
              "store-jdbc",
              PORTS,
              Set.of("conformance"),
              Set.of("java.sql", LOG, "org.xerial.sqlitejdbc")),
          room("schema", PORTS, Set.of(), Set.of(JACKSON_CORE, JACKSON, "com.networknt.schema")),
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
          room("conformance", PORTS, Set.of(), Set.of("org.junit.jupiter.api", "org.assertj.core")),
          room(
              "testkit",
              Set.of("kernel", "spi", "runtime", "conformance", "model-script"),
              Set.of("store-jdbc", "tools"),
              Set.of(JACKSON_CORE, JACKSON)),
          room(
              "cli",
              Set.of(
                  "kernel",
                  "spi",
                  "codec",
                  "runtime",
                  "files",
                  "store-jdbc",
                  "schema",
                  "model-script",
                  "model-http",
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

  /// Whoever needs a library without a module name cannot be a module. Its libraries are the
  /// packages that begin with what the table says.
  static final Set<String> WITHOUT_DESCRIPTOR = Set.of("model-langchain4j");

  /// They ship nothing, so they may see everything; the rules about shipped code still hold.
  static final Set<String> SEE_EVERYTHING = Set.of("architecture", "bench", "bench-peers", "fuzz");

  /// Only a Maven file: it lists what is shipped.
  static final String BOM = "bom";

  private House() {}

  /// Whom a module may see from its own code, and further from its tests.
  record Room(String folder, Set<String> sees, Set<String> testsSee, Set<String> libraries) {

    String moduleName() {
      return "dev.drover." + folder.replace('-', '.');
    }

    Path classesFolder() {
      return Repository.root().resolve(folder).resolve("target/classes");
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

  /// The room a package belongs to; empty for the JDK, for libraries and for what ships nothing.
  static Optional<Room> roomOf(String packageName) {
    return ROOMS.stream()
        .filter(room -> (packageName + ".").startsWith(room.moduleName() + "."))
        .max(Comparator.comparingInt(room -> room.moduleName().length()));
  }

  /// Everything that is not a test, of all modules.
  static JavaClasses mainClasses() {
    return Imported.MAIN;
  }

  /// Packages that other modules may use without being named; without a descriptor these are all.
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

  /// Importing waits until the first rule asks.
  private static final class Imported {
    static final JavaClasses MAIN = new ClassFileImporter().importPaths(classesFolders());

    private static List<Path> classesFolders() {
      var folders = new HashSet<Path>();
      for (var room : ROOMS) {
        folders.add(room.classesFolder());
      }
      folders.add(Repository.root().resolve("bench/target/classes"));
      return folders.stream().filter(Files::isDirectory).sorted().toList();
    }
  }
}
