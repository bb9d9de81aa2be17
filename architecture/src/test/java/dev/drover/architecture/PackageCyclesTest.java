package dev.drover.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No two packages need each other, not even by way of a third.
class PackageCyclesTest {
  private static final ArchRule NO_CYCLES =
      slices().matching("dev.drover.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  @Test
  void packagesHaveAnOrder() {
    NO_CYCLES.check(House.mainClasses());
  }

  @Test
  void aCycleIsFound(@TempDir Path folder) {
    var classes =
        Samples.classes(
            folder,
            "package dev.drover.a; public class First { dev.drover.b.Second second; }",
            "package dev.drover.b; public class Second { dev.drover.a.First first; }");
    assertThat(NO_CYCLES.evaluate(classes).hasViolation()).isTrue();
  }
}
