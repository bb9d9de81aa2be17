package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.drover.architecture.ModuleTable.Room;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.RuleFinding;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The allowed dependencies. The table is in [ModuleTable]; it is checked against descriptors,
/// class files and Maven files, since each of the three can violate it alone.
class ModuleTableTest {
  private static final Pattern OWN_DEPENDENCY =
      Pattern.compile("<artifactId>drover-([\\w-]+)</artifactId>\\s*(?:<scope>(\\w+)</scope>)?");
  private static final Pattern OWN_ARTIFACT =
      Pattern.compile("<artifactId>(drover(?:-[\\w-]+)?)</artifactId>");
  private static final Pattern MODULE = Pattern.compile("<module>([\\w-]+)</module>");

  @Test
  void everyModuleOfTheBuildIsInTheTable() {
    var built = new HashSet<String>();
    var modules = MODULE.matcher(RepositoryFiles.read(RepositoryFiles.root().resolve("pom.xml")));
    while (modules.find()) {
      built.add(modules.group(1));
    }
    var known = new HashSet<>(ModuleTable.SEE_EVERYTHING);
    known.add(ModuleTable.BOM);
    ModuleTable.ROOMS.forEach(room -> known.add(room.folder()));
    assertThat(built).isEqualTo(known);
  }

  @Test
  void theBomListsEveryShippedModule() {
    var listed =
        OWN_ARTIFACT
            .matcher(RepositoryFiles.read(RepositoryFiles.root().resolve("bom/pom.xml")))
            .results()
            .map(found -> found.group(1))
            .filter(name -> !name.equals("drover-" + ModuleTable.BOM))
            .toList();
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            ModuleTable.ROOMS.stream().map(ModuleTable.Room::artifact).toList());
  }

  @Test
  void unshippedModulesAreNeitherInstalledNorDeployed() {
    for (var folder : ModuleTable.SEE_EVERYTHING) {
      assertThat(RepositoryFiles.read(RepositoryFiles.root().resolve(folder).resolve("pom.xml")))
          .as(folder)
          .contains("<maven.install.skip>true</maven.install.skip>")
          .contains("<maven.deploy.skip>true</maven.deploy.skip>");
    }
  }

  /// Adapters of the same kind may share a module that no one else sees.
  private static final Map<String, String> SHARED_BY_ADAPTERS =
      Map.of("store-jdbc", "store-sql", "store-postgres", "store-sql");

  @Test
  void adaptersDependOnlyOnPorts() {
    for (var room : ModuleTable.ROOMS) {
      if (ModuleTable.ADAPTERS.contains(room.folder())) {
        assertThat(room.sees())
            .as(room.folder())
            .contains("kernel", "spi")
            .isSubsetOf("kernel", "spi", SHARED_BY_ADAPTERS.getOrDefault(room.folder(), "kernel"));
      }
    }
  }

  @Test
  void descriptorsRequireOnlyWhatTheTableGrants() {
    for (var room : ModuleTable.ROOMS) {
      var descriptor = room.descriptor();
      assertThat(descriptor.isEmpty())
          .as("%s has no descriptor", room.folder())
          .isEqualTo(ModuleTable.WITHOUT_DESCRIPTOR.contains(room.folder()));
      descriptor.ifPresent(found -> assertThat(requiresTooMuch(room, found)).isEmpty());
    }
  }

  @Test
  void classesWithoutADescriptorUseOnlyGrantedLibraries() {
    for (var folder : ModuleTable.WITHOUT_DESCRIPTOR) {
      assertThat(usesTooMuch(room(folder), ModuleTable.mainClasses())).isEmpty();
    }
  }

  @Test
  void anUngrantedLibraryIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            """
            package dev.drover.model.langchain4j;
            class Greedy {
              java.util.List<org.assertj.core.api.Assertions> foreign;
              java.sql.Connection ofTheJdk;
            }
            """);
    assertThat(usesTooMuch(room("model-langchain4j"), classes))
        .extracting(RuleFinding::what)
        .containsExactlyInAnyOrder("uses org.assertj.core.api", "uses java.sql");
  }

  @Test
  void anUngrantedRequirementOfADescriptorIsFound() {
    var greedy =
        ModuleDescriptor.newModule("dev.drover.kernel")
            .requires("java.logging")
            .requires("dev.drover.spi")
            .requires(Set.of(Requires.Modifier.STATIC), "org.jspecify")
            .build();
    assertThat(requiresTooMuch(room("kernel"), greedy))
        .extracting(RuleFinding::what)
        .containsExactlyInAnyOrder("requires java.logging", "requires dev.drover.spi");
  }

  @Test
  void classesUseOnlyGrantedModules() {
    for (var room : ModuleTable.ROOMS) {
      assertThat(seesTooMuch(room, ModuleTable.mainClasses())).isEmpty();
    }
  }

  @Test
  void aClassThatUsesAnUngrantedModuleIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            "package dev.drover; public class Drover {}",
            "package dev.drover.tools; class Grep { dev.drover.Drover drover; }");
    assertThat(seesTooMuch(room("tools"), classes)).hasSize(1);
  }

  @Test
  void packagesBeginWithTheNameOfTheirModule() {
    for (var each : ModuleTable.mainClasses()) {
      var file = each.getSource().orElseThrow().getUri().toString();
      for (var room : ModuleTable.ROOMS) {
        if (file.startsWith(room.classesFolder().toUri().toString())) {
          assertThat(ModuleTable.roomOf(each.getPackageName())).as(each.getName()).contains(room);
        }
      }
    }
  }

  @Test
  void mavenFilesDeclareOnlyGrantedDependencies() {
    for (var room : ModuleTable.ROOMS) {
      var pom =
          RepositoryFiles.read(RepositoryFiles.root().resolve(room.folder()).resolve("pom.xml"));
      assertThat(dependsOnTooMuch(room, pom)).isEmpty();
    }
  }

  @Test
  void anUngrantedMavenDependencyIsFound() {
    var pom =
        """
        <artifactId>drover-store-jdbc</artifactId>
        <dependency>
          <artifactId>drover-conformance</artifactId>
        </dependency>
        <dependency>
          <artifactId>drover-runtime</artifactId>
          <scope>test</scope>
        </dependency>
        """;
    assertThat(dependsOnTooMuch(room("store-jdbc"), pom))
        .extracting(RuleFinding::what)
        .containsExactly("depends on conformance", "depends on runtime for tests");
  }

  private static List<RuleFinding> requiresTooMuch(Room room, ModuleDescriptor descriptor) {
    var granted = new HashSet<>(room.libraries());
    granted.add("java.base");
    granted.add("org.jspecify");
    for (var other : ModuleTable.ROOMS) {
      if (room.maySee(other)) {
        granted.add(other.moduleName());
      }
    }
    return descriptor.requires().stream()
        .map(Requires::name)
        .filter(name -> !granted.contains(name))
        .map(name -> new RuleFinding(room.moduleName(), "requires " + name))
        .toList();
  }

  private static List<RuleFinding> usesTooMuch(Room room, JavaClasses classes) {
    return classes.stream()
        .filter(each -> ModuleTable.roomOf(each.getPackageName()).filter(room::equals).isPresent())
        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
        .map(dependency -> dependency.getTargetClass().getBaseComponentType().getPackageName())
        .distinct()
        .filter(name -> !name.isEmpty() && ModuleTable.roomOf(name).isEmpty())
        .filter(name -> !isOfTheBase(name) && !isGranted(room, name))
        .map(name -> new RuleFinding(room.folder(), "uses " + name))
        .toList();
  }

  private static boolean isOfTheBase(String packageName) {
    return Object.class.getModule().getPackages().contains(packageName);
  }

  private static boolean isGranted(Room room, String packageName) {
    return packageName.equals("org.jspecify.annotations")
        || room.libraries().stream().anyMatch(each -> (packageName + ".").startsWith(each + "."));
  }

  private static List<RuleFinding> seesTooMuch(Room room, JavaClasses classes) {
    return classes.stream()
        .filter(each -> ModuleTable.roomOf(each.getPackageName()).filter(room::equals).isPresent())
        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
        .filter(dependency -> isForeign(room, dependency.getTargetClass()))
        .map(dependency -> new RuleFinding(room.folder(), dependency.getDescription()))
        .toList();
  }

  private static boolean isForeign(Room room, JavaClass target) {
    return ModuleTable.roomOf(target.getPackageName())
        .filter(other -> !room.maySee(other))
        .isPresent();
  }

  private static List<RuleFinding> dependsOnTooMuch(Room room, String pom) {
    var findings = new ArrayList<RuleFinding>();
    var dependencies = OWN_DEPENDENCY.matcher(pom);
    while (dependencies.find()) {
      var other = dependencies.group(1);
      if (other.equals("parent")) {
        continue;
      }
      var forTests = "test".equals(dependencies.group(2));
      var granted = forTests ? room.testsMaySee(other) : room.sees().contains(other);
      if (!other.equals(room.folder()) && !granted) {
        findings.add(
            new RuleFinding(room.folder(), "depends on " + other + (forTests ? " for tests" : "")));
      }
    }
    return findings;
  }

  private static Room room(String folder) {
    return ModuleTable.ROOMS.stream()
        .filter(room -> room.folder().equals(folder))
        .collect(Collectors.toList())
        .getFirst();
  }
}
