package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import dev.drover.architecture.source.Exceptions;
import dev.drover.architecture.source.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `Optional` is an answer, never something kept or handed over.
class OptionalTest {

  private static final Exceptions EXCEPTIONS =
      new Exceptions(
          Map.of(
              "dev.drover.conformance.Everything$Book",
              "the answers of a store as they came, compared as one value"));

  @Test
  void optionalIsOnlyReturned() {
    assertThat(EXCEPTIONS.judge(keptOrHandedOver(House.mainClasses()))).isEmpty();
  }

  @Test
  void anOptionalThatIsKeptOrHandedOverIsFound(@TempDir Path folder) {
    var classes =
        Samples.classes(
            folder,
            """
            package dev.drover.spi;
            import java.util.Optional;
            class Keeper {
              Optional<String> kept = Optional.empty();
              void take(Optional<String> handedOver) {}
              Optional<String> answer() { return Optional.<String>empty().map(String::strip); }
            }
            """);
    assertThat(keptOrHandedOver(classes))
        .extracting(Finding::what)
        .containsExactlyInAnyOrder("keeps an Optional in kept", "takes an Optional in take");
  }

  private static List<Finding> keptOrHandedOver(JavaClasses classes) {
    var findings = new ArrayList<Finding>();
    for (var each : classes) {
      for (var field : each.getFields()) {
        if (isOptional(field.getRawType())) {
          findings.add(finding(field, "keeps an Optional in "));
        }
      }
      for (var unit : each.getCodeUnits()) {
        // The compiler's own methods, such as the body of a lambda, may take what they like.
        var written = !unit.getName().contains("$");
        if (written && unit.getRawParameterTypes().stream().anyMatch(OptionalTest::isOptional)) {
          findings.add(finding(unit, "takes an Optional in "));
        }
      }
    }
    return findings;
  }

  private static boolean isOptional(JavaClass type) {
    return type.isEquivalentTo(Optional.class);
  }

  private static Finding finding(JavaMember member, String what) {
    return new Finding(member.getOwner().getName(), what + member.getName());
  }
}
