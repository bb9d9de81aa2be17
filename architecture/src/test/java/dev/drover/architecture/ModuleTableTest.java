package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.drover.architecture.House.Room;
import dev.drover.architecture.source.Finding;
import dev.drover.architecture.source.Repository;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who may see whom. The table is in [House]; here it is held against descriptors, class files and
/// Maven files, since each of the three can break it alone.
class ModuleTableTest {
  private static final Pattern OWN_DEPENDENCY =
      Pattern.compile("<artifactId>drover-([\\w-]+)</artifactId>\\s*(?:<scope>(\\w+)</scope>)?");
  private static final Pattern MODULE = Pattern.compile("<module>([\\w-]+)</module>");

  @Test
  void everyModuleOfTheBuildIsInTheTable() {
    var built = new HashSet<String>();
    var modules = MODULE.matcher(Repository.read(Repository.root().resolve("pom.xml")));
    while (modules.find()) {
      built.add(modules.group(1));
    }
    var known = new HashSet<>(House.SEE_EVERYTHING);
    known.add(House.BOM);
    House.ROOMS.forEach(room -> known.add(room.folder()));
    assertThat(built).isEqualTo(known);
  }

  @Test
  void theBomListsEveryModuleThatIsShipped() {
    var listed =
        OWN_DEPENDENCY
            .matcher(Repository.read(Repository.root().resolve("bom/pom.xml")))
            .results()
            .map(found -> found.group(1))
            .filter(name -> !name.equals(House.BOM))
            .toList();
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(House.ROOMS.stream().map(House.Room::folder).toList());
  }

  @Test
  void modulesThatShipNothingAreNeitherInstalledNorDeployed() {
    for (var folder : House.SEE_EVERYTHING) {
      assertThat(Repository.read(Repository.root().resolve(folder).resolve("pom.xml")))
          .as(folder)
          .contains("<maven.install.skip>true</maven.install.skip>")
          .contains("<maven.deploy.skip>true</maven.deploy.skip>");
    }
  }

  @Test
  void adaptersSeeThePortsAndNothingElse() {
    for (var room : House.ROOMS) {
      if (House.ADAPTERS.contains(room.folder())) {
        assertThat(room.sees()).as(room.folder()).containsExactlyInAnyOrder("kernel", "spi");
      }
    }
  }

  @Test
  void descriptorsRequireWhatTheTableGrants() {
    for (var room : House.ROOMS) {
      var descriptor = room.descriptor();
      assertThat(descriptor.isEmpty())
          .as("%s has no descriptor", room.folder())
          .isEqualTo(House.WITHOUT_DESCRIPTOR.contains(room.folder()));
      descriptor.ifPresent(found -> assertThat(requiresTooMuch(room, found)).isEmpty());
    }
  }

  @Test
  void withoutADescriptorClassesUseTheLibrariesThatTheTableGrants() {
    for (var folder : House.WITHOUT_DESCRIPTOR) {
      assertThat(usesTooMuch(room(folder), House.mainClasses())).isEmpty();
    }
  }

  @Test
  void aLibraryThatIsNotGrantedIsFound(@TempDir Path folder) {
    var classes =
        Samples.classes(
            folder,
            """
            package dev.drover.model.langchain4j;
            class Greedy {
              java.util.List<org.assertj.core.api.Assertions> foreign;
              java.sql.Connection ofTheJdk;
            }
            """);
    assertThat(usesTooMuch(room("model-langchain4j"), classes))
        .extracting(Finding::what)
        .containsExactlyInAnyOrder("uses org.assertj.core.api", "uses java.sql");
  }

  @Test
  void aDescriptorThatRequiresMoreIsFound() {
    var greedy =
        ModuleDescriptor.newModule("dev.drover.kernel")
            .requires("java.logging")
            .requires("dev.drover.spi")
            .requires(Set.of(Requires.Modifier.STATIC), "org.jspecify")
            .build();
    assertThat(requiresTooMuch(room("kernel"), greedy))
        .extracting(Finding::what)
        .containsExactlyInAnyOrder("requires java.logging", "requires dev.drover.spi");
  }

  @Test
  void classesUseWhatTheTableGrants() {
    for (var room : House.ROOMS) {
      assertThat(seesTooMuch(room, House.mainClasses())).isEmpty();
    }
  }

  @Test
  void aClassThatUsesAForeignRoomIsFound(@TempDir Path folder) {
    var classes =
        Samples.classes(
            folder,
            "package dev.drover.runtime; public class Drover {}",
            "package dev.drover.tools; class Grep { dev.drover.runtime.Drover drover; }");
    assertThat(seesTooMuch(room("tools"), classes)).hasSize(1);
  }

  @Test
  void classesLiveBelowTheNameOfTheirModule() {
    for (var each : House.mainClasses()) {
      var file = each.getSource().orElseThrow().getUri().toString();
      for (var room : House.ROOMS) {
        if (file.startsWith(room.classesFolder().toUri().toString())) {
          assertThat(House.roomOf(each.getPackageName())).as(each.getName()).contains(room);
        }
      }
    }
  }

  @Test
  void mavenFilesGrantNoMore() {
    for (var room : House.ROOMS) {
      var pom = Repository.read(Repository.root().resolve(room.folder()).resolve("pom.xml"));
      assertThat(dependsOnTooMuch(room, pom)).isEmpty();
    }
  }

  @Test
  void aMavenFileThatGrantsMoreIsFound() {
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
        .extracting(Finding::what)
        .containsExactly("depends on conformance", "depends on runtime for tests");
  }

  private static List<Finding> requiresTooMuch(Room room, ModuleDescriptor descriptor) {
    var granted = new HashSet<>(room.libraries());
    granted.add("java.base");
    granted.add("org.jspecify");
    for (var other : House.ROOMS) {
      if (room.maySee(other)) {
        granted.add(other.moduleName());
      }
    }
    return descriptor.requires().stream()
        .map(Requires::name)
        .filter(name -> !granted.contains(name))
        .map(name -> new Finding(room.moduleName(), "requires " + name))
        .toList();
  }

  private static List<Finding> usesTooMuch(Room room, JavaClasses classes) {
    return classes.stream()
        .filter(each -> House.roomOf(each.getPackageName()).filter(room::equals).isPresent())
        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
        .map(dependency -> dependency.getTargetClass().getBaseComponentType().getPackageName())
        .distinct()
        .filter(name -> !name.isEmpty() && House.roomOf(name).isEmpty())
        .filter(name -> !isOfTheBase(name) && !isGranted(room, name))
        .map(name -> new Finding(room.folder(), "uses " + name))
        .toList();
  }

  private static boolean isOfTheBase(String packageName) {
    return Object.class.getModule().getPackages().contains(packageName);
  }

  private static boolean isGranted(Room room, String packageName) {
    return packageName.equals("org.jspecify.annotations")
        || room.libraries().stream().anyMatch(each -> (packageName + ".").startsWith(each + "."));
  }

  private static List<Finding> seesTooMuch(Room room, JavaClasses classes) {
    return classes.stream()
        .filter(each -> House.roomOf(each.getPackageName()).filter(room::equals).isPresent())
        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
        .filter(dependency -> isForeign(room, dependency.getTargetClass()))
        .map(dependency -> new Finding(room.folder(), dependency.getDescription()))
        .toList();
  }

  private static boolean isForeign(Room room, JavaClass target) {
    return House.roomOf(target.getPackageName()).filter(other -> !room.maySee(other)).isPresent();
  }

  private static List<Finding> dependsOnTooMuch(Room room, String pom) {
    var findings = new ArrayList<Finding>();
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
            new Finding(room.folder(), "depends on " + other + (forTests ? " for tests" : "")));
      }
    }
    return findings;
  }

  private static Room room(String folder) {
    return House.ROOMS.stream()
        .filter(room -> room.folder().equals(folder))
        .collect(Collectors.toList())
        .getFirst();
  }
}
