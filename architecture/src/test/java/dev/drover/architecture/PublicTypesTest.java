package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A newcomer meets few types: the root package has the ones that a first program needs, and the
/// exported packages hold nothing that only our own modules use.
class PublicTypesTest {
  private static final int IN_ROOT_PACKAGE = 20;

  /// Public types in packages that runtime, kernel and spi export to everybody.
  private static final int EXPORTED = 150;

  @Test
  void theRootPackageHasFewTypes() {
    assertThat(publicTypes(Set.of("runtime")))
        .filteredOn(each -> each.getPackageName().equals("dev.drover"))
        .hasSizeLessThanOrEqualTo(IN_ROOT_PACKAGE);
  }

  @Test
  void fewTypesAreExported() {
    assertThat(publicTypes(Set.of("runtime", "kernel", "spi")).size())
        .isLessThanOrEqualTo(EXPORTED);
  }

  private static List<JavaClass> publicTypes(Set<String> modules) {
    var exported = ModuleTable.exportedPackages();
    return ModuleTable.mainClasses().stream()
        .filter(each -> exported.contains(each.getPackageName()))
        .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC))
        .filter(each -> each.getEnclosingClass().isEmpty())
        .filter(each -> !each.getSimpleName().equals("package-info"))
        .filter(
            each ->
                ModuleTable.roomOf(each.getPackageName())
                    .filter(room -> modules.contains(room.folder()))
                    .isPresent())
        .toList();
  }
}
