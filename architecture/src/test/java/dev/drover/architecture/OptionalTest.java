package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `Optional` is a return type, never a field or a parameter.
class OptionalTest {

  private static final RuleExceptions EXCEPTIONS =
      new RuleExceptions(
          Map.of(
              "dev.drover.conformance.StoreContents$SessionContents",
              "the answers of a store as they came, compared as one value"));

  @Test
  void optionalIsOnlyReturned() {
    assertThat(EXCEPTIONS.judge(keptOrHandedOver(ModuleTable.mainClasses()))).isEmpty();
  }

  @Test
  void optionalFieldsAndParametersAreFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
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
        .extracting(RuleFinding::what)
        .containsExactlyInAnyOrder("keeps an Optional in kept", "takes an Optional in take");
  }

  private static List<RuleFinding> keptOrHandedOver(JavaClasses classes) {
    var findings = new ArrayList<RuleFinding>();
    for (var each : classes) {
      for (var field : each.getFields()) {
        if (isOptional(field.getRawType())) {
          findings.add(finding(field, "keeps an Optional in "));
        }
      }
      for (var unit : each.getCodeUnits()) {
        // The compiler's own methods, such as the body of a lambda, may take any parameters.
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

  private static RuleFinding finding(JavaMember member, String what) {
    return new RuleFinding(member.getOwner().getName(), what + member.getName());
  }
}
