package dev.drover.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No two packages depend on each other, directly or indirectly.
///
/// The values and contracts of an exported package may be named from anywhere: records, enums,
/// interfaces, annotations and exceptions. The API of the runtime calls its inside, and the inside
/// returns values of the API; behaviour is only called in one direction.
class PackageCyclesTest {
  private static final ArchRule NO_CYCLES =
      slices()
          .matching("dev.drover.(**)")
          .should()
          .beFreeOfCycles()
          .ignoreDependency(DescribedPredicate.alwaysTrue(), contractsOfExportedPackages())
          .allowEmptyShould(true);

  @Test
  void packagesHaveNoCycles() {
    NO_CYCLES.check(ModuleTable.mainClasses());
  }

  @Test
  void aCycleIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            "package dev.drover.a; public class First { dev.drover.b.Second second; }",
            "package dev.drover.b; public class Second { dev.drover.a.First first; }");
    assertThat(NO_CYCLES.evaluate(classes).hasViolation()).isTrue();
  }

  @Test
  void aCycleThroughBehaviourOfTheApiIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            "package dev.drover.query; public final class Api { dev.drover.internal.Worker w; }",
            "package dev.drover.internal; public class Worker { dev.drover.query.Api api; }");
    assertThat(NO_CYCLES.evaluate(classes).hasViolation()).isTrue();
  }

  private static DescribedPredicate<JavaClass> contractsOfExportedPackages() {
    var exported = ModuleTable.exportedPackages();
    return DescribedPredicate.describe(
        "values and contracts of exported packages",
        each -> exported.contains(each.getPackageName()) && isContract(each));
  }

  private static boolean isContract(JavaClass each) {
    return each.isInterface()
        || each.isRecord()
        || each.isEnum()
        || each.isAnnotation()
        || each.isAssignableTo(Throwable.class)
        || each.getEnclosingClass().filter(PackageCyclesTest::isContract).isPresent();
  }
}
